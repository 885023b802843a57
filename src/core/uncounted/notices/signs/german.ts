/** Signs of standing notices in German; `noticeSigns.ts` says how they are written. */
import type { NoticeSigns } from "./noticeSigns.ts";

export const GERMAN: readonly NoticeSigns[] = [
  {
    name: "confidentiality notice of an e-mail",
    sure: `
      vertrauliche|vertraulich und|oder|und-oder … rechtlich|geschützte|ausschließlich|nur;
      rechtlich geschützte informationen;
      nicht der|für|zum … richtige|vorgesehene|beabsichtigte|angegebene|bestimmungsgemäße|bezeichnete|diese adressat|empfänger|adressaten|e-mail;
      irrtümlich|versehentlich|fälschlicherweise erhalten|zugegangen|zugesandt;
      e-mail|mail|nachricht irrtümlich|versehentlich|fälschlicherweise;
      unerlaubte|unbefugte|unberechtigte kopieren|weitergabe|nutzung|verwendung|vervielfältigung|verbreitung|weiterleitung;
      vertraulich und|ist … bestimmt|adressaten|empfänger;
      ausschließlich|nur|allein|lediglich für den|die … adressaten|empfänger|adressierten|person;
      vernichten|löschen sie bitte? diese|die … e-mail|mail|nachricht;
      jede|jegliche form der|von kenntnisnahme|nutzung|veröffentlichung;
      kenntnisnahme veröffentlichung vervielfältigung; vervielfältigung oder|und weitergabe des|dieser|ist|wie;
      mit dem absender … verbindung; denken sie an die umwelt; bevor|ob sie diese … drucken|ausdrucken;
      e-mail|mail wurde auf viren; für den inhalt dieser e-mail; virenfrei; sitz der gesellschaft;
      registergericht|handelsregister amtsgericht|hrb; ust|umsatzsteuer id|identifikationsnummer`,
    likely: `
      sofort|umgehend|unverzüglich den absender; den|dem absender; informieren|benachrichtigen sie bitte?;
      diese|dieser|der e-mail|mail|nachricht enthält|und|ist|oder|mit|sind; rechtlich geschützt;
      vernichten|löschen sie; e-mail|mail|nachricht zu löschen; vorgesehene|richtige|bestimmte adressat|empfänger;
      oder dessen vertreter; inhalts dieser; veröffentlichung vervielfältigung; amtsgericht hrb?; geschäftsführer`,
    hints: `
      nicht gestattet|erlaubt|zulässig; vertraulich|vertrauliche; adressat|adressaten|empfänger;
      untersagt|unzulässig|verboten; irrtümlich; absender; e-mail; unbefugte|unbefugt; weitergabe; anhänge|anhang;
      vervielfältigung; viren`,
    labels: "",
  },
  {
    name: "privacy or cookie notice",
    sure: `
      wir|website|webseite|seite verwendet|verwenden|nutzt|nutzen|setzt|setzen … cookies; um inhalte und anzeigen;
      soziale medien werbung; funktionen für soziale; zugriffe auf unsere;
      durch|mit die|der weitere nutzung|weiteren|nutzung der|dieser|unserer; stimmen sie der;
      einverstanden dass|mit|wenn … cookies; verwendung|einsatz|nutzung von cookies;
      unserer|unsere|der|die datenschutzerklärung|datenschutzhinweise|datenschutzbestimmungen|datenschutzrichtlinie|cookie-richtlinie;
      schutz ihrer|der personenbezogenen|persönlichen|daten|privatsphäre;
      ihre|ihrer|ihren personenbezogenen|persönlichen|personenbezogene|persönliche daten|angaben|informationen;
      per kontaktformular; angaben aus dem; von ihnen … angegebenen|eingegebenen|übermittelten|mitgeteilten;
      für den fall von anschlussfragen; nicht ohne ihre einwilligung; ohne ihre … einwilligung|zustimmung;
      auskunft berichtigung|sperrung; berichtigung sperrung|und|oder|einschränkung löschung|oder;
      einwilligung jederzeit; an dritte|nicht … weitergegeben|weitergeben|an-dritte;
      beschwerde|beschwerderecht bei … aufsichtsbehörde; technisch notwendige|erforderliche cookies;
      alle cookies akzeptieren|ablehnen|zulassen; cookies akzeptieren|ablehnen|zulassen|deaktivieren; art 6 abs;
      datenübertragung im internet; sicherheitslücken aufweisen; vor dem zugriff durch dritte;
      ssl|tls bzw|verschlüsselung; server log files|dateien; google analytics;
      auf ihrem|ihren|deinem rechner|endgerät|computer|gerät … gespeichert|abgelegt; schutz ihrer|deiner … daten;
      daten vertraulich und; gesetzlichen datenschutzvorschriften; lückenloser schutz; zugriff durch dritte;
      betreiber dieser seiten; kommunikation per e-mail`,
    likely: `
      recht auf … auskunft|berichtigung|löschung|widerspruch|einschränkung|datenübertragbarkeit; ihre einwilligung;
      weitere|nähere informationen finden|dazu|hierzu|zu|über; informationen zu ihrer|deiner|über;
      ihrer|deiner verwendung|nutzung|besuchs;
      unserer|unsere|dieser|diese website|webseite|seite|internetseite|seiten; partner für; werbung und analysen;
      dsgvo; datenschutzgrundverordnung; kontaktformular; haben sie|jederzeit das|jederzeit recht|ein; werden ihre;
      bei uns gespeichert; geben wir nicht; zwecks|zur bearbeitung; kontaktdaten|anfrageformular;
      zu personalisieren|analysieren;
      ihre|ihrer|ihren|ihrem daten|angaben|anfrage|browser|browsers|privatsphäre|ip-adresse;
      ein besonderes|wichtiges anliegen; bestmögliche|bessere nutzererlebnis|funktionalität|erfahrung;
      verantwortliche stelle; rechtsgrundlage`,
    hints: `
      personenbezogene|personenbezogenen|personenbezogener daten; cookies; datenschutz; einwilligung; daten;
      gespeichert; jederzeit; website|webseite; browser; verarbeitung; unentgeltlich|unentgeltliche;
      widerruf|widerrufen; speicherung; ihre|ihrer; wir; löschung; dritte; zustimmung`,
    labels: `
      datenschutz; datenschutzerklärung; cookie-einstellungen; einstellungen; akzeptieren; ablehnen;
      alle akzeptieren|ablehnen; mehr erfahren|informationen; auswahl speichern; nur notwendige; einverstanden`,
  },
  {
    name: "subscription notice",
    sure: `
      sie|du erhalten|erhältst|bekommen|bekommst diese|diesen|dieses|die|unseren … weil|da|mail|newsletter;
      newsletter … angemeldet|abonniert|abbestellen|abmelden|abbestellt;
      keine|nicht weiteren|weitere|mehr|länger newsletter|e-mails|mails|informationen;
      hier|link|klick|jederzeit … abmelden|abbestellen; nicht richtig|korrekt|vollständig dargestellt|angezeigt;
      antworten sie … nicht|bitte … e-mail|mail|nachricht|direkt;
      automatisch erstellte|generierte|versendete|erstellt|generiert e-mail|mail|nachricht?;
      im browser ansehen|öffnen|anzeigen|lesen;
      abonnieren|abonniere sie|du? unseren|den|jetzt|kostenlosen … newsletter;
      newsletter abonnieren|bestellen|anmeldung|abmelden;
      zum|für den|unseren|unserem newsletter anmelden|angemeldet|an; keine ausgabe mehr`,
    likely: `
      jederzeit … abmelden|abbestellen|kündigen|widerrufen; klicken sie; über den … link; folgenden link;
      diese|dieser e-mail|mail|nachricht; unseren|den|der|dem newsletter;
      wird|falls|sollte diese nachricht|e-mail|mail|newsletter; bitte antworten|klicken; klicken sie bitte;
      anmelden|abmelden; weil sie sich`,
    hints: `
      newsletter; abmelden; abbestellen; angemeldet; klicken; link; hier; jederzeit; erhalten; dargestellt; postfach`,
    labels: `
      newsletter; newsletter abonnieren|abbestellen|bestellen; abmelden; anmelden; e-mail adresse`,
  },
  {
    name: "rights notice of a publication",
    sure: `
      alle rechte vorbehalten|an|der|liegen; einschließlich aller|seiner … teile|inhalte;
      urheberrechtlich geschützt|geschützten|geschütztes;
      jede|jegliche verwertung|nutzung|vervielfältigung … ohne|außerhalb|bedarf|zustimmung;
      außerhalb der|engen … grenzen; engen grenzen des; des urheberrechtsgesetzes|urheberrechts;
      unzulässig und strafbar; vervielfältigungen übersetzungen mikroverfilmungen; einspeicherung und verarbeitung;
      in elektronischen systemen; übersetzungen mikroverfilmungen; kein teil dieses|des|der;
      nachdruck auch|nur|verboten|und … auszugsweise|genehmigung|verboten|nicht; auch auszugsweise;
      auszugsweise|fotomechanische nur|wiedergabe|vervielfältigung|nachdruck|verbreitung;
      bibliografische|bibliographische information|informationen der|die;
      deutsche|deutschen nationalbibliothek|bibliothek; verzeichnet diese publikation;
      detaillierte bibliografische|bibliographische daten; im internet über|unter … abrufbar; dnb de|d;
      alle|sämtliche|etwaige personen|figuren|handlung|ereignisse|handlungen … frei|erfunden|fiktiv;
      handlung und|alle … erfunden|fiktiv|frei; frei erfunden; rein|wären zufällig|unbeabsichtigt;
      ähnlichkeiten|ähnlichkeit mit … personen|zufällig;
      lebenden|lebende oder|und verstorbenen|toten|tote|verstorbene; druck und bindung|bindearbeiten;
      printed in germany|austria;
      erste|1|2|deutsche|originalausgabe auflage|ausgabe|erstausgabe 1|19|20|erschien|bei;
      titel der|des originalausgabe|originals|amerikanischen|englischen|französischen;
      die|deutsche originalausgabe|erstausgabe erschien;
      aus dem englischen|amerikanischen|französischen|spanischen|italienischen|schwedischen von|übersetzt;
      bei zuwiderhandlung; haftung für|der verlag … websites|inhalte|verlag|links; text und data mining;
      vg|bild-kunst bild kunst; downloads und kopien; nicht kommerziellen gebrauch; werk|werke der|ein … fiktion;
      namen figuren|personen|charaktere orte|und; produkte|produkt der|meiner|des fantasie|phantasie;
      figuren|orte|namen … fantasie|phantasie|fiktiv; deutschen urheberrecht;
      grenzen des urheberrechtes|urheberrechts|urheberrechtsgesetzes; schriftlichen zustimmung des;
      jeweiligen autors|urhebers|autors; lebenden oder;
      tatsächlichen|realen|wahren ereignissen|personen|begebenheiten; rein|purer zufällig|zufall;
      jede|jegliche ähnlichkeit;
      hiermit|ich versichere|erkläre|bestätige ich|hiermit|an|eidesstattlich … dass|selbstständig|selbständig|eides;
      vorliegende arbeit|bachelorarbeit|masterarbeit|dissertation|hausarbeit selbstständig|selbständig|eigenständig|ohne;
      selbstständig|selbständig verfasst|angefertigt|erstellt; angegebenen quellen|hilfsmittel;
      quellen und hilfsmittel; keiner anderen prüfungsbehörde|prüfungskommission; wörtlich oder sinngemäß;
      noch nicht veröffentlicht; keine anderen als die`,
    likely: `
      eidesstattliche|ehrenwörtliche|eidesstattlich erklärung|versicherung|dass;
      zustimmung|einwilligung|genehmigung des|der verlages|verlags|autors|autorin|rechteinhabers|urhebers;
      copyright|© by|1|19|20; dieses|das werk; rechte vorbehalten; ist nicht gestattet; gilt insbesondere;
      insbesondere für; vervielfältigung und|oder|bearbeitung verbreitung; isbn 3|978; auflage; erscheint im;
      kopien dieser; privaten nicht; bearbeitung verbreitung; verwertung außerhalb;
      seitenbetreiber|betreiber erstellten|dieser; urheberrecht`,
    hints: `
      urheberrecht|urheberrechtlich; vervielfältigung|vervielfältigungen; verlag|verlages|verlags; strafbar;
      unzulässig; zustimmung; copyright; isbn; gmbh; verbreitung; werk; nachdruck; übersetzung|übersetzungen;
      vorbehalten; erfunden`,
    labels: `
      alle rechte vorbehalten; copyright; isbn`,
  },
  {
    name: "disclaimer",
    sure: `
      links zu externen|anderen|fremden;
      externen|fremden|verlinkten … webseiten|websites|seiten|inhalte|inhalten … einfluss|dritter|verantwortlich|gewähr;
      keinen einfluss haben; auf deren inhalte|inhalt|gestaltung;
      keine|ohne gewähr|gewährleistung|haftung|garantie übernehmen|übernommen|für|auf; inhalte der|dieser verlinkten;
      jeweilige anbieter|betreiber|eigentümer|urheber; anbieter oder betreiber; bei bekanntwerden von;
      rechtsverletzungen werden|umgehend; umgehend entfernen|entfernt; permanente inhaltliche kontrolle;
      mit größter|größtmöglicher sorgfalt; inhalte unserer|dieser|unserer-seiten seiten|website|webseite wurden;
      übernehmen|übernimmt|übernommen … keine|haftung|gewähr|verantwortung;
      haftung für|wird|ist|des … übernommen|ausgeschlossen|richtigkeit|schäden|inhalte|links|angaben;
      dienen|dient ausschließlich|nur|lediglich|allein … information|informationszwecken|unterhaltung;
      allgemeinen|reinen information|informationszwecken|zwecken;
      stellen|stellt keine|weder|nicht … anlageberatung|beratung|empfehlung|aufforderung|rechtsberatung|kaufempfehlung|angebot;
      keine anlageberatung|rechtsberatung|kaufempfehlung|steuerberatung|medizinische|finanzberatung;
      ersetzt|ersetzen keine|nicht|keinesfalls|den … beratung|arzt|arztbesuch|diagnose|untersuchung|behandlung;
      arzt oder|apotheker|oder-apotheker; zu risiken und nebenwirkungen; ihren|einen arzt oder;
      angaben|alle ohne|angaben gewähr|ohne; ohne gewähr; namentlich gekennzeichnete;
      meinung|ansicht der|des redaktion|verfassers|autors|herausgebers|verlags;
      geben|gibt|spiegeln nicht unbedingt|notwendigerweise|zwingend; nicht unbedingt|notwendigerweise die;
      wertentwicklungen|wertentwicklung|vergangenheit|gewinne … vergangenheit|zukünftige|zukunft|garantie|künftige;
      irrtümer|änderungen und|oder|vorbehalten irrtümer|änderungen|vorbehalten;
      änderungen|irrtum|irrtümer vorbehalten; affiliate links|link|partnerprogramm;
      provision … kauf|preis|kosten|link; entstehen dir|ihnen|für keine|dabei|mehrkosten|sie;
      amazon partner|partnerprogramm; als diensteanbieter; gemäß|nach § 5|7|8|55|18 tmg|abs|bis|rstv|mstv|ddg;
      verpflichtung zur entfernung; eltern haften für; verantwortlich für den|die inhalt|inhalte;
      online streitbeilegung; streitbeilegungsverfahren; verbraucherschlichtungsstelle;
      europäische kommission stellt; fremde informationen zu; rechtswidrige tätigkeit; nach den allgemeinen gesetzen;
      umständen zu forschen; eine haftung ist|wird; v i s d p; inhaltlich verantwortlich|verantwortliche;
      urheber der bilder; auf eigene gefahr|verantwortung`,
    likely: `
      konkrete anhaltspunkte; nicht zumutbar; richtigkeit vollständigkeit|und;
      vollständigkeit|richtigkeit und|aktualität|oder aktualität|vollständigkeit|richtigkeit|der;
      können|kann wir|auch|nicht keine|gewähr|übernommen; für diese fremden; fremden inhalte|informationen;
      unser|dieses angebot enthält; verlinkten seiten; seiten ist stets; stets der;
      individuelle|persönliche|fachliche|professionelle beratung;
      bereitgestellten|veröffentlichten|enthaltenen informationen|angaben|inhalte; steuerberater oder|rechtsanwalt;
      für die inhalte; die inhalte; redaktion wieder; zum zeitpunkt der verlinkung; rechtswidrige inhalte;
      eigene inhalte; auf diesen seiten; rstv|tmg|mstv|ddg; inhalte unserer|der; nicht verpflichtet;
      für die richtigkeit; keine gewähr`,
    hints: `
      angaben gemäß|nach|laut; diensteanbieter; inhalte|informationen|angaben dieses|dieser|auf|der; haftung; gewähr;
      links; inhalte; verantwortlich; dritter; richtigkeit; vollständigkeit; aktualität; beratung; arzt;
      verlinkten|verlinkung; anbieter; betreiber; webseiten|websites; rechtsverletzung|rechtsverletzungen;
      informationen; redaktion`,
    labels: `
      haftungsausschluss; haftung für inhalte|links; disclaimer; impressum; urheberrecht; anzeige; werbung`,
  },
  {
    name: "frame of a web page",
    sure: `
      e-mail|mail|email adresse wird nicht; deine|ihre e-mail|email|mail adresse; erforderliche felder|felder-sind;
      pflichtfelder sind|mit|bitte; mit einem|einem-stern|stern|sind sternchen|markiert|gekennzeichnet;
      nicht veröffentlicht;
      schreibe|hinterlasse|schreiben|kommentar einen|sie|hinterlassen|schreiben|verfassen kommentar|einen-kommentar|antwort;
      meinen namen … speichern; nächsten kommentar;
      über|bei|benachrichtige|benachrichtigen nachfolgende|neue|neuen|neuen-beiträgen kommentare|beiträge|kommentaren|mich|via;
      um … kommentar|kommentieren … anmelden|angemeldet|einloggen|abzugeben; seite wurde zuletzt;
      zum inhalt|navigation|hauptmenü|seitenanfang springen; verwendet akismet;
      erfahre|erfahren mehr|sie-mehr darüber|wie; text ist unter der lizenz;
      creative commons attribution|namensnennung; möglicherweise unter zusätzlichen;
      durch die nutzung dieser website erklären; wikipedia ist|die … markenzeichen|freie|enzyklopädie;
      abgerufen von|am; lesen|das|auch könnte sie|dich|interessieren|auch|euch;
      teilen|auf|bei facebook|twitter|whatsapp … teilen|klick|klicken|zu; wird in neuem fenster;
      stolz|mit-stolz präsentiert; bitte aktivieren|aktiviere sie? javascript;
      jetzt registrieren|anmelden|abonnieren|kostenlos|lesen|testen|bestellen;
      noch kein|keine konto|kommentare|bewertungen; zur|zurück startseite|übersicht|nach-oben|zur-startseite;
      diesen|dieser artikel|beitrag teilen|drucken|weiterempfehlen|merken|kommentieren|ist`,
    likely: `
      kommentar|kommentare; meine e-mail; in diesem browser; wird nicht; angemeldet|eingeloggt sein;
      diese seite|website; nutzungsbedingungen; weitere artikel|beiträge|themen; mehr zum|lesen|erfahren`,
    hints: `
      sind mit; kommentar; felder; veröffentlicht; markiert; website; browser; adresse; newsletter; impressum;
      datenschutz; lizenz; registrierte`,
    labels: `
      startseite; impressum; datenschutz; datenschutzerklärung; kontakt; agb; suche; suchen; suche nach; anmelden;
      abmelden; registrieren; warenkorb; menü; navigation; kommentare; kommentar;
      kommentar abschicken|hinterlassen|absenden; antworten|antwort; antworten abbrechen; teilen; drucken;
      weiterlesen; mehr; mehr lesen; mehr erfahren; weitere artikel|beiträge|themen; ähnliche artikel|beiträge;
      neueste beiträge|kommentare|artikel; vorheriger|nächster|älterer|neuerer beitrag|artikel; kategorien;
      kategorie; archiv; archive; schlagwörter; über uns|mich; aktuelles; termine; veranstaltungen; presse; karriere;
      jobs; service; hilfe; faq; newsletter; facebook; twitter; instagram; youtube; name; website; e-mail adresse?;
      nach oben; zum inhalt springen; barrierefreiheit; cookie-einstellungen; werbung; mediadaten; abo; leserbriefe;
      politik; wirtschaft; sport; kultur; wissen; reise; wetter; sitemap; links; nutzungsbedingungen;
      haftungsausschluss; shop; produkte; leistungen; team; galerie; anfahrt; öffnungszeiten; zurück; weiter;
      meistgelesen; themen`,
  },
  {
    name: "statement to applicants",
    sure: `
      gründen der … lesbarkeit; besseren|leichteren|besserer lesbarkeit; sprachformen männlich|verzichtet;
      verwendung … männlicher|weiblicher|sprachformen; männlicher und weiblicher; männlich weiblich;
      personenbezeichnungen gelten|beziehen|gleichermaßen;
      gelten|gilt gleichermaßen|gleichwohl|selbstverständlich für alle|beide|beiderlei; für alle geschlechter;
      beiderlei geschlechts; generische maskulinum; bei gleicher … eignung|qualifikation;
      bevorzugt berücksichtigt|eingestellt|behandelt;
      ihre|ihrer|deine … bewerbung|bewerbungsunterlagen … gehaltsvorstellung|eintrittstermins|freuen|senden|richten|unter|per;
      frühestmöglichen|möglichen eintrittstermins|eintrittstermin;
      unabhängig von|ihrer … geschlecht|herkunft|nationalität|religion|alter|behinderung;
      ethnischer|ethnischen|sozialer herkunft; sexueller|sexuellen orientierung|identität; bewerbungen von frauen;
      frauen … aufgefordert|begrüßt|berücksichtigt|bewerben; begrüßen|freuen … bewerbungen|bewerbung; m w d;
      bewerbungskosten|reisekosten … nicht|erstattet`,
    likely: `
      schwerbehinderte … bewerber|bewerberinnen|menschen|bevorzugt|eignung;
      aussagekräftigen|aussagekräftige|vollständigen|vollständige bewerbung|bewerbungsunterlagen|unterlagen;
      unter angabe ihrer|deiner|ihres|der; ihrer|ihre gehaltsvorstellung|gehaltsvorstellungen; wir freuen uns;
      freuen uns auf ihre|deine; und weiblicher; weiblich und divers; gleichzeitige verwendung;
      wird|werden … verzichtet; bewerbungsunterlagen; personenbezeichnungen; bewerberinnen|bewerber und;
      menschen mit behinderung|behinderungen`,
    hints: `
      bewerbung|bewerbungen; geschlechter|geschlecht|geschlechts; eignung; berücksichtigt; divers; sprachformen;
      gleichermaßen; behinderung; herkunft`,
    labels: `
      jetzt bewerben; m w d; ihre aufgaben; ihr profil; wir bieten`,
  },
];
