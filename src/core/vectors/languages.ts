/**
 * The same common words in several languages. Words lie by their language first, so that what an encoder of several
 * languages gives them has to be freed from it: else a text is near whatever is in its language, and a translation is
 * far from what it translates.
 */
import type { Encoder } from "../../base/contract/resources/encoder.ts";

/** Of each language the words for the same things, in the same order. */
const WORDS: readonly string[] = [
  "house water mother father child night day hand eye head heart friend war peace king city tree river mountain bread book letter law money work year love death fire stone",
  "haus wasser mutter vater kind nacht tag hand auge kopf herz freund krieg frieden könig stadt baum fluss berg brot buch brief gesetz geld arbeit jahr liebe tod feuer stein",
  "maison eau mère père enfant nuit jour main œil tête cœur ami guerre paix roi ville arbre rivière montagne pain livre lettre loi argent travail année amour mort feu pierre",
  "casa agua madre padre niño noche día mano ojo cabeza corazón amigo guerra paz rey ciudad árbol río montaña pan libro carta ley dinero trabajo año amor muerte fuego piedra",
  "casa acqua madre padre bambino notte giorno mano occhio testa cuore amico guerra pace re città albero fiume montagna pane libro lettera legge denaro lavoro anno amore morte fuoco pietra",
  "casa água mãe pai criança noite dia mão olho cabeça coração amigo guerra paz rei cidade árvore rio montanha pão livro carta lei dinheiro trabalho ano amor morte fogo pedra",
  "huis water moeder vader kind nacht dag hand oog hoofd hart vriend oorlog vrede koning stad boom rivier berg brood boek brief wet geld werk jaar liefde dood vuur steen",
  "hus vatten mor far barn natt dag hand öga huvud hjärta vän krig fred kung stad träd flod berg bröd bok brev lag pengar arbete år kärlek död eld sten",
  "dom woda matka ojciec dziecko noc dzień ręka oko głowa serce przyjaciel wojna pokój król miasto drzewo rzeka góra chleb książka list prawo pieniądze praca rok miłość śmierć ogień kamień",
  "дом вода мать отец ребёнок ночь день рука глаз голова сердце друг война мир король город дерево река гора хлеб книга письмо закон деньги работа год любовь смерть огонь камень",
  "ev su anne baba çocuk gece gün el göz baş kalp arkadaş savaş barış kral şehir ağaç nehir dağ ekmek kitap mektup yasa para iş yıl aşk ölüm ateş taş",
  "房子 水 母亲 父亲 孩子 夜晚 白天 手 眼睛 头 心 朋友 战争 和平 国王 城市 树 河 山 面包 书 信 法律 钱 工作 年 爱 死亡 火 石头",
  "بيت ماء أم أب طفل ليل يوم يد عين رأس قلب صديق حرب سلام ملك مدينة شجرة نهر جبل خبز كتاب رسالة قانون مال عمل سنة حب موت نار حجر",
];

/** Of each language the vectors of its words. */
export type LanguageVectors = readonly (readonly Float32Array[])[];

const known = new WeakMap<Encoder, LanguageVectors>();

/** The words' vectors, for which an encoder is asked once; none of an encoder that was made for one language. */
export async function languageVectors(
  encoder: Encoder,
  options: Parameters<Encoder["encode"]>[1],
): Promise<LanguageVectors> {
  if (encoder.languages.length === 1) return [];
  const before = known.get(encoder);
  if (before !== undefined) return before;
  const words = WORDS.map((line) => line.split(" "));
  const vectors = await encoder.encode(words.flat(), options);
  const ofEach = words[0]!.length;
  const languages = words.map((_, i) => vectors.slice(i * ofEach, (i + 1) * ofEach));
  known.set(encoder, languages);
  return languages;
}
