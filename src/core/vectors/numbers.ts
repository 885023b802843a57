/**
 * The numbers that a text names, whatever they are written in: digits of any script, words, halves and dozens. Two
 * texts that say the same name the same numbers; two problems of one form do not.
 */

import { log2Units, UNITS_PER_BIT } from "../kernels/passages/scoring.ts";

const SHARE_UNITS = 3 * UNITS_PER_BIT;
const LARGE = 0x7fff_ffff;

/** A number with separators, a fraction, a percentage; or a word. */
const PARTS = /\d+(?:[.,]\d{1,15}){0,6}(?:\/\d{1,9})?\s?%?|\p{L}{1,24}/gu;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;

/** The languages whose number words are known, in the order of the rows below. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt"];

/** Words of one language, or of all, with their values. */
type NumberWords = Readonly<Record<string, number>>;

interface NumberTables {
  one: NumberWords;
  units: NumberWords;
  tens: NumberWords;
  powers: NumberWords;
  /** Of a number word before them: three quarters are .75, and 3 quarters may be coins. */
  partsOf: NumberWords;
  shares: NumberWords;
}

/** A value, and its words in each language; several are set apart by spaces. */
type NumberRow = readonly [value: number, words: string];

const ONE: readonly NumberRow[] = [[1, "one|ein eine|un une|un una uno|un uno una|um uma"]];
const UNITS: readonly NumberRow[] = [
  [0, "zero|null|zéro zero|cero|zero|zero"],
  [2, "two|zwei|deux|dos|due|dois"],
  [3, "three|drei|trois|tres|tre|três"],
  [4, "four|vier|quatre|cuatro|quattro|quatro"],
  [5, "five|fünf|cinq|cinco|cinque|cinco"],
  [6, "six|sechs|six|seis|sei|seis"],
  [7, "seven|sieben|sept|siete|sette|sete"],
  [8, "eight|acht|huit|ocho|otto|oito"],
  [9, "nine|neun|neuf|nueve|nove|nove"],
  [10, "ten|zehn|dix|diez|dieci|dez"],
  [11, "eleven|elf|onze|once|undici|onze"],
  [12, "twelve|zwölf|douze|doce|dodici|doze"],
  [13, "thirteen|dreizehn|treize|trece|tredici|treze"],
  [14, "fourteen|vierzehn|quatorze|catorce|quattordici|quatorze"],
  [15, "fifteen|fünfzehn|quinze|quince|quindici|quinze"],
  [16, "sixteen|sechzehn|seize|||"],
  [17, "seventeen|siebzehn||||"],
  [18, "eighteen|achtzehn||||"],
  [19, "nineteen|neunzehn||||"],
];
const TENS: readonly NumberRow[] = [
  [20, "twenty|zwanzig|vingt|veinte|venti|vinte"],
  [30, "thirty|dreißig|trente|treinta|trenta|trinta"],
  [40, "forty|vierzig|quarante|cuarenta|quaranta|quarenta"],
  [50, "fifty|fünfzig|cinquante|cincuenta|cinquanta|cinquenta"],
  [60, "sixty|sechzig|soixante|sesenta|sessanta|sessenta"],
  [70, "seventy|siebzig||setenta|settanta|setenta"],
  [80, "eighty|achtzig||ochenta|ottanta|oitenta"],
  [90, "ninety|neunzig||noventa|novanta|noventa"],
];
const POWERS: readonly NumberRow[] = [
  [12, "dozen dozens|dutzend|douzaine|docena||"],
  [100, "hundred|hundert|cent|cien|cento|cem"],
  [1000, "thousand|tausend|mille|mil|mille|mil"],
  [1_000_000, "million millions|million millionen|million millions|millón millones||"],
];
const PARTS_OF: readonly NumberRow[] = [
  [0.25, "quarter quarters fourth fourths|viertel|quart|cuarto|quarto|quarto"],
  [0.2, "fifth fifths|fünftel||||"],
  [1 / 3, "third thirds|drittel|tiers|tercio|terzo|terço"],
];
const SHARES: readonly NumberRow[] = [
  ...PARTS_OF,
  [2, "twice double doubled doubles couple pair|doppelt doppelte zweimal|double|doble|doppio|dobro"],
  [3, "thrice triple tripled triples|dreimal dreifache|triple|triple||"],
  [4, "quadruple quadrupled|viermal|quadruple|||"],
  [0.5, "half halves halved|hälfte halb halbe halben|moitié demi demie|mitad medio media|metà|metade"],
];

function tablesOf(isRead: (language: string) => boolean): NumberTables {
  const wordsIn = (rows: readonly NumberRow[]): NumberWords =>
    Object.fromEntries(
      rows.flatMap(([value, words]) =>
        words
          .split("|")
          .filter((_, i) => isRead(LANGUAGES[i]!))
          .flatMap((ofLanguage) => ofLanguage.split(" ").map((word) => [word, value] as const)),
      ),
    );
  const [one, units, tens] = [ONE, UNITS, TENS].map(wordsIn) as [NumberWords, NumberWords, NumberWords];
  const [powers, partsOf, shares] = [POWERS, PARTS_OF, SHARES].map(wordsIn) as [NumberWords, NumberWords, NumberWords];
  return { one, units, tens, powers, partsOf, shares };
}

const IN_ALL = tablesOf(() => true);
const IN_EACH = new Map(LANGUAGES.map((language) => [language, tablesOf((one) => one === language)]));
const IN_NONE = tablesOf(() => false);

/** With room between a number and a fraction in one sign, and without raised figures. */
const apart = (content: string): string =>
  content
    .replaceAll(/(\p{Nd})(?=[\u00bc-\u00be\u2150-\u215e])/gu, "$1 ")
    .replaceAll(/[\u00b2\u00b3\u00b9\u2070-\u2079]/g, " ");

/**
 * Values of the numbers of a text, in order, rounded to four places; without one, which is mostly an article.
 *
 * @param language whose words are read, as `languageOf` gives it: "once" is 11 in Spanish alone. Of a language without
 *   known words digits are read. Absent: words of all languages, as windows are ranked
 */
export function numbersOf(content: string, language?: string): number[] {
  const {
    one,
    units,
    tens: ofTens,
    powers,
    partsOf,
    shares,
  } = language === undefined ? IN_ALL : (IN_EACH.get(language) ?? IN_NONE);
  const found: number[] = [];
  let before: "tens" | "word" | "digits" | null = null;
  const folded = apart(content)
    .normalize("NFKC")
    .replaceAll("\u2044", "/")
    .replace(OTHER_DIGITS, asciiDigit)
    .toLowerCase();
  for (const [part] of folded.matchAll(PARTS)) {
    const last = found.length - 1;
    const valueIn = (words: NumberWords) => (Object.hasOwn(words, part) ? words[part] : undefined);
    const [unit, tens, power, share] = [valueIn(units), valueIn(ofTens), valueIn(powers), valueIn(shares)];
    if (DIGIT.test(part.charAt(0))) found.push(numberIn(part));
    else if (unit !== undefined && before === "tens") found[last]! += unit;
    else if (power !== undefined && before !== null) found[last]! *= power;
    else if (share !== undefined && before === "word" && Object.hasOwn(partsOf, part)) found[last]! *= share;
    else if (unit ?? tens ?? share ?? power) found.push((unit ?? tens ?? share ?? power)!);
    else if (unit === 0) found.push(0);
    else {
      before = Object.hasOwn(one, part) ? "word" : null;
      if (before !== null) found.push(1);
      continue;
    }
    before = DIGIT.test(part.charAt(0)) ? "digits" : tens === undefined ? "word" : "tens";
  }
  return found
    .map((value) => Math.round(value * 10_000) / 10_000)
    .filter((value) => value !== 1 && Number.isFinite(value));
}

/** Digits of other scripts stand in tens, from zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** 1,200 and 1.200.000 are grouped; 1.5 and 1,5 are not. */
function numberIn(part: string): number {
  const isPercent = part.endsWith("%");
  const [whole, divisor] = part.replace(/[\s%]/g, "").split("/") as [string, string?];
  const isGrouped = /^\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,15})?$/.test(whole);
  const isGroupedByPoints = /^\d{1,3}(?:\.\d{3}){2,6}$/.test(whole);
  const plain = isGrouped ? whole.replaceAll(",", "") : isGroupedByPoints ? whole.replaceAll(".", "") : whole;
  const value = Number.parseFloat(plain.replace(",", "."));
  const under = divisor === undefined ? 1 : Number(divisor) || 1;
  return value / under / (isPercent ? 100 : 1);
}

/** Quarters of a bit that a number tells: small whole ones and simple shares stand everywhere. */
function numberUnits(value: number): number {
  if (!Number.isInteger(value)) return SHARE_UNITS;
  return UNITS_PER_BIT + log2Units(Math.min(Math.abs(value), LARGE) + 1);
}

/** Share of what the numbers of two texts tell in which they agree, of at least so much; 0 where none is named. */
export function agreementOf(a: ReadonlySet<number>, b: ReadonlySet<number>, unitsMin: number): number {
  let [same, all] = [0, 0];
  for (const value of a) {
    const units = numberUnits(value);
    all += units;
    if (b.has(value)) same += units;
  }
  for (const value of b) if (!a.has(value)) all += numberUnits(value);
  return same === 0 ? 0 : same / Math.max(all, unitsMin);
}

export interface NumbersCompared {
  /** Numbers that both texts name, ascending. */
  both: number[];
  onlyA: number[];
  onlyB: number[];
}

export function compareNumbers(mine: ReadonlySet<number>, theirs: ReadonlySet<number>): NumbersCompared {
  const ascending = (values: Iterable<number>) => [...values].sort((x, y) => x - y);
  return {
    both: ascending([...mine].filter((value) => theirs.has(value))),
    onlyA: ascending([...mine].filter((value) => !theirs.has(value))),
    onlyB: ascending([...theirs].filter((value) => !mine.has(value))),
  };
}
