/** Signs of standing notices in French and Spanish; `noticeSigns.ts` says how they are written. */
import type { NoticeSigns } from "./noticeSigns.ts";

export const ROMANCE: readonly NoticeSigns[] = [
  {
    name: "confidentiality notice of an e-mail",
    sure: `
      confidentiel|confidentiels|confidentielles|confidentielle et|ou établi|établis|destiné|destinés|susceptible|susceptibles|protégé|protégées|sont|est|strictement;
      intention exclusive de;
      reçu ce|cet|le|cette message|courriel|mail|e-mail|email|courrier par|électronique erreur|par-erreur;
      avertir|informer|prévenir|aviser|signaler|avertissant|informant immédiatement|sans-délai? … expéditeur;
      utilisation|diffusion|copie|publication|divulgation ou|diffusion|de|totale … interdite|autorisée|prohibée;
      non autorisée est|sont interdite|interdites|prohibée; susceptible|susceptibles d|de altération|contenir;
      n êtes pas|ne-l-êtes-pas … destinataire|destinataires; pas|n le destinataire|visé; avant d|de imprimer;
      pensez à l|avant environnement|d;
      dirigido|dirigida|dirigidos|van-dirigidos|va-dirigido|destinado exclusivamente|únicamente|a-su|a-sus? a|al|para … destinatario|destinatarios|persona|atención|uso|uso-exclusivo;
      exclusivamente|únicamente a su|al|sus|para destinatario|destinatarios|el;
      sometida|sujeta|protegida a|por secreto|el|ley; secreto profesional;
      usted? no es usted? el|su|la destinatario|persona|destinataria;
      ha|hubiera|hubiese|haya recibido este|esta|el … error|equivocación;
      no está|está permitida|prohibida|autorizada su|la … reproducción|distribución|divulgación|copia|utilización;
      autorización expresa;
      por favor|le-rogamos|rogamos elimínelo|bórrelo|notifíquelo|comuníquelo|infórmenos|destrúyalo;
      por esta misma? vía; proceda a|inmediatamente su|borrado|eliminación|destrucción; antes de imprimir;
      en virtud de la legislación;
      información confidencial|privilegiada … dirigida|destinada|sometida|uso|contener|protegida;
      peuvent|peut|susceptible contenir des informations; informations confidentielles;
      formellement|strictement interdite; ne vous serait|est pas destiné; pas destiné; intégrité de ce|cet|ne;
      communications|messages sur internet; responsable de son contenu; non conforme à sa`,
    likely: `
      à l intention|attention|usage exclusive|exclusif; décline|déclinent|déclinons toute responsabilité;
      ce|cet|présent message|courriel|mail|e-mail|email|courrier et|électronique|est|ses|toutes;
      pièces jointes|pièce-jointe; ses|ces|des|son|seul|du? destinataires|destinataire; par erreur;
      de le|la détruire|supprimer; détruire|supprimer ce|le|tout; toute utilisation|diffusion|copie|publication;
      l expéditeur; message électronique; au titre de ce;
      este|esta|el|presente mensaje|correo|e-mail|email|comunicación y|electrónico|va|puede|se|contiene;
      archivos|ficheros|documentos adjuntos|anexos; pudiendo|puede|pueden contener; información confidencial;
      su|al|el|del|final destinatario; sin la autorización;
      reproducción o|distribución|copia|divulgación distribución|divulgación|copia|uso|difusión;
      queda|estrictamente prohibida|prohibido; por error; bien vouloir le; aviser immédiatement|l;
      éventuels|éventuelles documents|pièces; totale ou partielle; société émettrice`,
    hints: `
      exclusivement|uniquement|strictement destiné|destinés|à|réservé|confidentiel|confidentiels;
      confidentiel|confidentiels; destinataire|destinataires; expéditeur; interdite; message; courriel; altération;
      confidencial; destinatario; mensaje; adjuntos; prohibida; remitente; permitida`,
    labels: "",
  },
  {
    name: "privacy or cookie notice",
    sure: `
      vous acceptez|consentez|autorisez l|à|notre|nos|les … utilisation|cookies|conditions|politique;
      utilisation de|des cookies; utilise|utilisons|utilisent … cookies; adaptés à vos|votre centres|intérêts;
      centres d intérêt|intérêts; réaliser des statistiques; statistiques de visites|visite|fréquentation;
      politique de|des confidentialité|cookies|protection|données;
      paramétrer|gérer|accepter|refuser|désactiver les|vos|tous|des cookies|traceurs|préférences;
      données à caractère; données personnelles; droit d accès;
      droit|droits d|de accès|rectification|opposition|suppression; accès de|et rectification|modification;
      de rectification et|ou|de; rectification et|ou|d|de suppression|opposition|effacement;
      données|informations vous|qui-vous|qui concernant|concernent|vous; informatique et libertés;
      règlement général sur; loi|conformément … informatique; vie privée est|et|des;
      protection de vos|des données|la-vie; mesure d audience; meilleure expérience; auprès de la cnil;
      utilizamos|usamos|utiliza|usa|empleamos|emplea … cookies; cookies propias y; propias y de terceros;
      mejorar nuestros|la|su servicios|experiencia|navegación; hábitos de navegación;
      si continúa|continua|sigue navegando; acepta|aceptas|consideramos-que-acepta su|el|nuestra uso|política;
      política de cookies|privacidad|protección; cambiar la configuración; obtener más información;
      protección de datos; datos de carácter|personales; carácter personal; derechos de acceso;
      acceso rectificación|rectificación-cancelación; rectificación cancelación|supresión; cancelación y oposición;
      aceptar|rechazar|configurar todas? las? cookies; relacionada con sus;
      le informamos|informamos-de que … datos|cookies|fichero; responsable del tratamiento; ley orgánica;
      sus derechos de; datos personales serán|son; serán incorporados a; incorporados a un fichero;
      cuyo responsable|titular es; podrá ejercer|ejercitar; dirigiéndose|dirigirse por|a; lo dispuesto en la;
      al hacer clic en; hacer|hace|haga|haz clic en … aceptar|acepta|acepto|continuar;
      consiente|consientes|acepta|aceptas|autoriza el|nuestro|su uso; el uso de cookies|estas;
      uso de las|estas|nuestras cookies; sin estas cookies; configurar|configure|configura tu|su|el navegador;
      rechazar|rechazo las|todas cookies|las; cookies|cookie no|técnicas|esenciales|necesarias|analíticas|propias;
      puede|podría experimentar un; incorrecto|correcto funcionamiento de|y; experiencia de|del usuario;
      tecnologías similares`,
    likely: `
      poursuivant|continuant votre|sur|à navigation|ce|visite|naviguer; caractère personnel; ce|notre site;
      sur ce|notre|nos site; pour|afin vous|de-vous proposer|améliorer; services et|contenus offres|adaptés|services;
      consultez notre|la|nos; nos partenaires; vos données|préférences|droits|informations|choix; vie privée;
      de suppression des; conformément à|au|aux; más información; este|nuestro|esta sitio|web|página;
      su|sus navegación|preferencias|consentimiento|datos|derechos; mostrarle publicidad; servicios y mostrarle;
      mediante el análisis; de terceros; puede|podrá obtener|cambiar|ejercer|retirar|consultar; consideramos que;
      sus datos; cómo cambiar; datos personales; por escrito a; ejercer sus; de conformidad con; un fichero`,
    hints: `
      en savoir plus; vous disposez|pouvez d|à|exercer|vous; cookies; navigation; confidentialité; données; traceurs;
      consentement; accepter; site; navegación; privacidad; datos; consentimiento; configuración; publicidad; web;
      servicios`,
    labels: `
      tout accepter|refuser; accepter; refuser; paramétrer; politique de confidentialité|cookies;
      gestion des cookies; continuer sans accepter; aceptar; rechazar; configurar; aceptar todo;
      política de privacidad|cookies; más información`,
  },
  {
    name: "subscription notice",
    sure: `
      inscrit|abonné|inscrits à|aux notre|la|nos|cette … lettre|newsletter|infolettre; lettre d information;
      désabonner|désinscrire|désinscription|désabonnement|désabonnez; se|vous désabonner|désinscrire;
      ne s affiche pas; affiche pas correctement; version en ligne; inscrivez|abonnez vous à|pour;
      ne pas répondre|répondez-pas à; message|mail|courriel automatique|envoyé-automatiquement|généré;
      à tout moment en cliquant;
      recibe|recibes|está-recibiendo|ha-recibido este|esta|nuestro … porque|suscrito|boletín|newsletter;
      darse|darte|dar de baja; cancelar su|la|tu suscripción; suscríbete|suscríbase|suscribirse|suscrito a|al|en;
      no desea|deseas|quiere recibir|seguir; boletín de noticias|informativo|electrónico; no responda a;
      no se visualiza|ve correctamente; ver en el navegador; mensaje generado|automático;
      cet|ce e-mail|email|mail|courriel|message … été|est envoyé|adressé … par|car|automatiquement|erreur|parce;
      vous avez créé un; merci de ne pas; ne pas y répondre; nous le signaler;
      pour toute question contactez|écrivez|merci; no responda|respondas a;
      este e-mail|correo|email|mensaje … enviado|generado automáticamente|porque`,
    likely: `
      vous recevez|avez-reçu ce|cet|cette|nos … car|parce|inscrit|abonné|newsletter|lettre;
      plus recevoir|souhaitez-plus; ne souhaitez|désirez|voulez plus; en cliquant ici|sur; cliquez ici|sur;
      nos messages|emails|newsletters|actualités|offres; cet|ce e-mail|email|message|courriel car|parce;
      si ce message; haga|haz clic; si no desea; este correo|mensaje; en cualquier momento; nuestra lista;
      lista de correo`,
    hints: `
      à tout moment; newsletter; désabonner; inscrit; recevoir; cliquant; abonné; suscripción; boletín; suscrito;
      baja; recibir`,
    labels: `
      se désabonner; newsletter; s inscrire; je m inscris|abonne; s abonner; suscribirse; darse de baja; suscríbete;
      boletín`,
  },
  {
    name: "rights notice of a publication",
    sure: `
      tous droits réservés|de;
      droits de|d traduction|reproduction|adaptation … réservés|réservé|traduction|adaptation;
      toute reproduction|représentation|copie même|ou|intégrale|totale|partielle|sans|interdite;
      reproduction|copie même partielle; intégrale ou partielle; même partielle;
      sans l|le autorisation|accord|consentement … auteur|éditeur|écrite|préalable|écrit|expresse;
      autorisation|accord préalable|écrite|expresse et|écrite|de|ou … éditeur|auteur|écrite; code de la propriété;
      propriété intellectuelle; copies ou reproductions; destinées à une; utilisation collective;
      procédé que ce soit; quelque procédé; ayants droit|cause; est illicite; illicite et constitue;
      constitue|constituerait une contrefaçon; une contrefaçon; dépôt légal;
      imprimé|achevé en|d|par france|belgique|italie|imprimer|union|allemagne; achevé d imprimer;
      pour la traduction|présente|traduction-française; pour la présente édition; loi du 11 mars;
      toute ressemblance avec; existant ou ayant; pure|purement|serait coïncidence|fortuite|fortuites;
      personnages et|de|sont … fiction|fictifs|imaginaires|imaginaire; titre original; œuvre|ouvrage de fiction;
      loi n 49; todos|reservados los|todos derechos|los-derechos reservados|de;
      quedan|queda rigurosamente|prohibida|prohibidas|hecho|totalmente … reproducción|distribución|ley|depósito|autorización|forma|excepción;
      rigurosamente prohibida|prohibidas; salvo excepción prevista; prevista en|por la ley;
      cualquier forma de reproducción; comunicación pública y|o; pública y transformación|puesta;
      transformación de esta; titulares|titular de|del la|propiedad|los|copyright|derechos; propiedad intelectual;
      autorización|permiso|consentimiento previa|previo|escrita|expresa|por-escrito|de|previa-y … titulares|editor|editorial|autor|copyright|escrito|titular;
      infracción de los derechos; delito contra la; constitutiva de delito; depósito legal; impreso en|por;
      printed in spain; ninguna parte de; total o parcial; reproducción|copia total|parcial o|parcial;
      reproducción|almacenada|almacenamiento|transmitida … medio|procedimiento|sistema|manera;
      cualquier|ningún medio|procedimiento|forma o|mecánico|ya|electrónico|sea|sin;
      fotocopia|fotocopiar|escanear|fotocopias; centro español de derechos; cedro; esta|una obra de ficción;
      personajes|nombres|hechos y|lugares|personajes|situaciones … ficción|ficticios|imaginación|imaginarios;
      cualquier parecido|semejanza con; mera|pura coincidencia; título original;
      primera|segunda|tercera edición en|1|19|20|enero|febrero|marzo|abril|mayo|junio|julio|septiembre|octubre|noviembre|diciembre;
      diseño de la? cubierta|portada|colección; art|arts|artículos 270; interdit de reproduire;
      intégralement ou partiellement; centre français d; droit de copie; œuvre de fiction; ayant existé;
      personnes|personnages existantes|existants|réelles|réels; no se permite la; sistema informático;
      permiso previo y|por; grabación u otros; por fotocopia; ceci est une œuvre; marques|marque déposées|déposée;
      marcas registradas; sont la|des propriété|marques de|déposées; propriété de leurs`,
    likely: `
      ressemblance avec des|les|une; ouvrage|livre est protégé|une; droits réservés; sans autorisation; l éditeur;
      de l auteur; du présent|ce|cet livre|ouvrage|volume; contenu de ce; isbn 2|978|84; est interdite; écrite de l;
      derechos reservados; sin contar|autorización|permiso con|de|previo; esta obra|publicación|edición;
      del editor|autor; de esta obra|publicación; código penal; los derechos; puede ser; editorial; de los titulares;
      salvo excepción`,
    hints: `
      éditions; reproduction; interdite; éditeur; droits; ouvrage; contrefaçon; réservés; reproducción; prohibida;
      derechos; autorización; distribución; edición; isbn; copyright; impreso; ley`,
    labels: `
      tous droits réservés; todos los derechos reservados; reservados todos los derechos; isbn; copyright`,
  },
  {
    name: "disclaimer",
    sure: `
      à titre|fins purement|uniquement|exclusivement? informatif|indicatif|d-information|information|informatives;
      titre informatif|indicatif|d-information;
      consultez|demandez|consulter votre|un|l … médecin|professionnel|avocat|conseiller|avis; performances passées;
      ne préjugent pas; n engagent que; responsabilité de l … engagée|auteur|éditeur;
      ne saurait être tenu|tenue|engagée; liens affiliés|d-affiliation|sponsorisés;
      donnés|fournies|fournie|donnée à titre;
      fines|carácter|propósitos meramente|exclusivamente|únicamente|puramente? informativos|informativo|educativos|orientativo;
      no constituye|constituyen|sustituye|sustituyen|pretende|reemplaza|debe|refleja|reflejan|representan|se-hace|nos-hacemos|asume|garantiza … asesoramiento|consejo|recomendación|oferta|médico|profesional|consulta|opinión|responsable|responsabilidad|necesariamente|exactitud;
      consulte|consulta|acuda a|con|siempre … médico|profesional|asesor|abogado;
      rentabilidades|rendimientos pasadas|pasados; no se hace responsable;
      opiniones expresadas|vertidas|contenidas en; exclusiva responsabilidad; enlaces de afiliado|afiliados|externos;
      no garantizan rentabilidades|resultados; ne peut|peuvent|saurait|pourra être tenu|tenue|tenus;
      tenu|tenue responsable de|des|d|en; être tenu responsable; dommage|dommages direct|directs;
      directs ou indirects; abus d alcool; à consommer avec modération;
      utilisateurs sont|est encouragés|invités|invité; sources officielles; sans garantie d|de;
      no se hace|hacemos responsable|responsables; no nos hacemos`,
    likely: `
      ne|n constitue|constituent|sauraient|saurait|remplace|remplacent|peut|peuvent|engagent|engage|reflètent|reflète pas|en|que|être|constituer|se-substituer|nécessairement … conseil|recommandation|avis|offre|responsable|auteur|auteurs|médecin|opinion|point|tenu|responsabilité|consultation;
      aucune responsabilité; exactitude et|l-exhaustivité|ou|exhaustivité;
      informations contenues|fournies|présentes|publiées; avis d un; conseil en investissement; leurs auteurs;
      información contenida|publicada|facilitada|proporcionada; su|un|consejo médico;
      asesoramiento financiero|legal|médico|profesional; sus|los|las autores|opiniones;
      este|esta artículo|página|sitio|blog`,
    hints: `
      un|votre|avis médecin|médical|professionnel; de l auteur|éditeur; responsabilité; informatif; médecin; conseil;
      avis; responsabilidad; informativos; médico; asesoramiento; opiniones; exactitude; inversión; recomendación`,
    labels: `
      mentions légales; avertissement; aviso legal; publicité; publicidad`,
  },
  {
    name: "frame of a web page",
    sure: `
      adresse e-mail|email|de-messagerie|mail ne sera; votre|ton adresse|e-mail … publiée|obligatoires;
      champs obligatoires; obligatoires sont indiqués; indiqués avec;
      laisser|laissez|poster|écrire|ajouter un|votre commentaire; enregistrer mon nom; prochain commentaire;
      prévenez|avertir moi|de … commentaires|articles|publications; utilise akismet; réduire les indésirables;
      dernière modification de; texte est disponible; sous licence creative; conditions d utilisation;
      ce document provient de; partager sur|cet|via facebook|twitter|article|whatsapp|linkedin; ouvre dans une;
      nouvelle fenêtre; aller au contenu; fièrement propulsé; à lire aussi; lire la suite; un article de wikipédia;
      cet article est une ébauche; tu|su dirección|correo de|electrónico … publicada|publicado|obligatorios;
      correo electrónico no; no será publicada|publicado; campos obligatorios|necesarios;
      obligatorios están marcados; marcados con; deja|dejar|deje|publicar|escribe un|una|tu comentario|respuesta;
      guarda|guardar mi nombre; próxima vez que; usa akismet; reducir el spam; se editó por última;
      está disponible bajo; bajo la licencia; pueden aplicarse cláusulas; haz clic para compartir; se abre en una;
      ventana nueva; ir al|saltar-al contenido; funciona|creado gracias|con-wordpress a; compartir en|este|esto;
      de wikipedia la; enciclopedia libre; este artículo es un|necesita;
      te puede|podría|puede-que interesar|interese; seguir leyendo; leer más`,
    likely: `
      sera pas publiée; dans le navigateur; mentions légales; comentario|comentarios; mi nombre|correo;
      en este navegador; aviso legal; están marcados`,
    hints: `
      déjà abonné|inscrit|un; commentaire|commentaires; mon nom|e-mail; publiée; obligatoires; commentaire;
      navigateur; publicada; obligatorios; comentario; navegador; licence; licencia`,
    labels: `
      accueil; mentions légales; plan du site; contact; contactez nous; nous contacter; rechercher; recherche;
      connexion; se connecter; s inscrire; déconnexion; panier; menu; partager; imprimer; commentaires; commentaire;
      laisser un commentaire; lire la suite; en savoir plus; articles récents|similaires; article précédent|suivant;
      précédent; suivant; catégories; archives; étiquettes; à propos; qui sommes nous; actualités; agenda; boutique;
      politique de confidentialité; nom; site web; adresse e-mail; aide; retour en haut; inicio; contacto;
      aviso legal; mapa del sitio|web; buscar; iniciar sesión; cerrar sesión; registrarse; carrito; menú; compartir;
      imprimir; comentarios; comentario; leer más; seguir leyendo; entradas recientes|relacionadas;
      entrada anterior|siguiente; anterior; siguiente; categorías; archivos; etiquetas; quiénes somos;
      acerca de|nosotros; sobre nosotros|mí; noticias; tienda; política de privacidad|cookies; nombre; web;
      correo electrónico; ayuda; volver arriba; publicar el comentario; responder`,
  },
];
