/**
 * The words of enumerations: what stands in order in every text that writes it. Months, days and countries, which have
 * names in every language, are in `names.generated.ts`.
 *
 * Sources: spelled numbers and alphabets are general knowledge; the spelling alphabet is that of ICAO (Annex 10); the
 * states are those of the United States with their federal district, of Germany (preamble of the Basic Law) and the
 * provinces of Canada, each in alphabetical order.
 */
import { COUNTRIES, DAYS, MONTHS } from "./names.generated.ts";

const NUMBERS_SPELLED = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
  "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
  "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte",
  "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig",
  "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo",
  "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia",
  "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать",
  "nulla unus duo tres quattuor quinque sex septem octo novem decem undecim duodecim",
  "〇 一 二 三 四 五 六 七 八 九 十",
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
  "nullter erster zweiter dritter vierter fünfter sechster siebter achter neunter zehnter elfter zwölfter",
  "nullte erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte",
  "zéroième premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième",
];

/** Numbers that no series of single words reaches; tables and counting have them. */
export const FURTHER_NUMBERS =
  "thirty forty fifty sixty seventy eighty ninety hundred thousand million dreißig vierzig fünfzig sechzig siebzig " +
  "achtzig neunzig hundert tausend vingt trente quarante cinquante soixante cent mille treinta cuarenta cincuenta " +
  "sesenta setenta ochenta noventa cien ciento mil trenta quaranta cinquanta sessanta settanta ottanta novanta cento " +
  "тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто тысяча 百 千";

/** Words between the numbers of a table or of sums: they neither make nor end one. */
export const BETWEEN_NUMBERS =
  "x times plus minus equals is are and mal gleich ist sind und fois font égale est et por son es igual y per fa uguale e " +
  "vezes igual são é на равно и usd eur gbp am pm kg km cm mm bc ad no nr";

/** Words before the number of a provision, in laws and patents. Chapters and parts have numbers in any book. */
export const PROVISIONS =
  "section sections sec subsection subsections article articles art paragraph paragraphs subparagraph clause clauses " +
  "claim claims rule rules regulation schedule annex abs absatz absätze artikel artikeln artikels nr nummer nummern " +
  "buchstabe satz sätze anlage anspruch ansprüche alinéa alinéas annexe revendication revendications artículo artículos " +
  "apartado inciso reivindicación articolo articoli comma artigo artigos alínea lid leden artykuł ust статья статьи " +
  "статьей статье ст пункт пункта пунктом подпункта подпункт 第";

/** Headings and labels that stand in the contents of any book. */
export const HEADINGS =
  "contents table of page pages chapter chapters part parts section sections book volume appendix appendices index " +
  "introduction preface foreword prologue epilogue conclusion conclusions notes bibliography references glossary " +
  "acknowledgements acknowledgments abstract background methods method results discussion summary figures tables list " +
  "inhalt inhaltsverzeichnis seite seiten kapitel teil abschnitt band anhang register einleitung einführung vorwort " +
  "nachwort zusammenfassung schluss anmerkungen literatur literaturverzeichnis glossar danksagung abbildungen tabellen " +
  "table des matières sommaire chapitre partie livre tome annexe préface introduction avant propos conclusion " +
  "índice capítulo parte libro página prólogo epílogo anexo introducción conclusiones bibliografía " +
  "indice capitolo libro pagina prefazione introduzione appendice conclusione bibliografia " +
  "содержание оглавление глава часть страница введение предисловие заключение приложение литература";

const LETTERS = [
  "a b c d e f g h i j k l m n o p q r s t u v w x y z",
  "α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ τ υ φ χ ψ ω",
  "а б в г д е ж з и к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я",
  "א ב ג ד ה ו ז ח ט י כ ל מ נ ס ע פ צ ק ר ש ת",
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega",
  "alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu",
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whisky xray yankee zulu",
];

const ROMAN_DIGITS = Object.entries({ c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 });
const ROMANS = 399;

function roman(value: number): string {
  const greatest = ROMAN_DIGITS.find(([, worth]) => worth <= value);
  return greatest === undefined ? "" : greatest[0] + roman(value - greatest[1]);
}

/** Numbers in digits of any script; greater ones are read from ASCII digits. */
const DIGITS_MAX = 2_100;

/** What an enumeration consists of. */
export type EnumerationName =
  | "numbers in sequence"
  | "roman numerals"
  | "letters of an alphabet"
  | "months"
  | "days of the week"
  | "states"
  | "countries"
  | "counting"
  | "a table of contents";

/** Words that follow each other in an order that everybody knows. */
export interface Series {
  readonly name: EnumerationName;
  readonly words: readonly string[];
  /** Whether the first word follows the last, as January follows December. */
  readonly isCyclic: boolean;
  /** Whether any constant step makes a sequence (2, 4, 6), or only the next or previous word. */
  readonly hasSteps: boolean;
}

/** Numbers that everybody can work out, up to `DIGITS_MAX`: primes, squares, cubes, powers of two, Fibonacci's. */
const WELL_KNOWN_NUMBERS = [
  "2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97 101 103 107 109 113 127 131 137 139 149 151",
  Array.from({ length: 46 }, (_, i) => i * i).join(" "),
  Array.from({ length: 13 }, (_, i) => i * i * i).join(" "),
  Array.from({ length: 12 }, (_, i) => 1 << i).join(" "),
  "1 2 3 5 8 13 21 34 55 89 144 233 377 610 987 1597",
];

const words = (lists: readonly string[]) => lists.map((list) => list.split(" "));
const numbers = (list: readonly string[]): Series => ({
  name: "numbers in sequence",
  words: list,
  isCyclic: false,
  hasSteps: true,
});
const inOrder =
  (name: EnumerationName, isCyclic: boolean) =>
  (list: readonly string[]): Series => ({ name, words: list, isCyclic, hasSteps: false });

/** Numbers in digits. */
export const DIGITS = numbers(Array.from({ length: DIGITS_MAX + 1 }, (_, value) => String(value)));

export const SERIES: readonly Series[] = [
  DIGITS,
  ...words(NUMBERS_SPELLED).map(numbers),
  ...words(WELL_KNOWN_NUMBERS).map(inOrder("numbers in sequence", false)),
  inOrder("roman numerals", false)(Array.from({ length: ROMANS + 1 }, (_, value) => roman(value))),
  ...words(LETTERS).map(inOrder("letters of an alphabet", false)),
  ...words(MONTHS).map(inOrder("months", true)),
  ...words(DAYS).map(inOrder("days of the week", true)),
];

/** A list of names of one or more words, in the order in which it is written. */
export interface NameList {
  readonly name: EnumerationName;
  readonly names: readonly string[];
  /** Most words between two names of a list: such as the capital of each state. */
  readonly wordsBetween: number;
}

const STATES = [
  "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming",
];
const STATE_CODES =
  "AL,AK,AZ,AR,CA,CO,CT,DE,DC,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY";
const PROVINCES = [
  "Baden-Württemberg,Bayern,Berlin,Brandenburg,Bremen,Hamburg,Hessen,Mecklenburg-Vorpommern,Niedersachsen,Nordrhein-Westfalen,Rheinland-Pfalz,Saarland,Sachsen,Sachsen-Anhalt,Schleswig-Holstein,Thüringen",
  "Alberta,British Columbia,Manitoba,New Brunswick,Newfoundland and Labrador,Northwest Territories,Nova Scotia,Nunavut,Ontario,Prince Edward Island,Quebec,Saskatchewan,Yukon",
];

const namesIn =
  (name: EnumerationName, wordsBetween: number) =>
  (list: string): NameList => ({ name, names: list.split(","), wordsBetween });

export const NAME_LISTS: readonly NameList[] = [
  ...[...STATES, ...PROVINCES].map(namesIn("states", 3)),
  namesIn("states", 0)(STATE_CODES),
  ...COUNTRIES.map(namesIn("countries", 3)),
];
