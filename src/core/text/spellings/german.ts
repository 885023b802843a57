/**
 * German before the reforms of 1901 and 1996: Thür, seyn, giebt, Aeltern, Classe, todt, Waare, Wol, daß. What either
 * time writes is read as one, over the letters of early print, which such texts have too.
 */
import { EARLY_PRINT } from "./letters.ts";
import { type RespelledText, Respelling } from "./respelled.ts";

const GROUPS: ReadonlyMap<string, string> = new Map(
  "a\u0308 e, ae e, ä e, ö oe, ü ue, th t, ph s, dt t, ck k, ie i, ye i, ß s"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** Groups first; then a silent h, doubled letters, and single letters. */
const READ_AS_ONE = new RegExp(
  [
    ...["a\u0308", "o\u0308", "u\u0308", "ae", "th", "ph", "dt", "ck", "[iy]e", "c(?!h)"],
    ...[
      "(?<=[aeiouäöü\u0308])h(?=[lmnr])",
      "(\\p{L})\\1+",
      `[${[...EARLY_PRINT.keys()].filter((key) => key.length === 1).join("")}]`,
    ],
  ].join("|"),
  "giu",
);

const WORDS = /(?<!\p{L})(?:der|die|das|und|vnd|nicht|ist|ein|eine|den|von|mit)(?!\p{L})/giu;
/** Different words of German that a text has. */
const WORDS_MIN = 3;
const LOOKED_AT = 20_000;

export function isGerman(text: string): boolean {
  const met = new Set(Array.from(text.slice(0, LOOKED_AT).matchAll(WORDS), ([word]) => word.toLowerCase()));
  return met.size >= WORDS_MIN;
}

/** The text so, or `null` where it is that already. */
export function asOldGerman(text: string): RespelledText | null {
  const respelling = new Respelling(text);
  for (const { 0: found, 1: doubled, index } of text.matchAll(READ_AS_ONE)) {
    const letters = found.toLowerCase();
    const next = text.slice(index + 1, index + 2);
    respelling.replace(index, index + found.length, readAs(doubled === undefined ? letters : letters[0]!, next));
  }
  return respelling.finish();
}

function readAs(letters: string, next: string): string {
  if (letters === "c") return /[eiyäö]/i.test(next) ? "z" : "k";
  if (letters === "h") return "";
  return GROUPS.get(letters) ?? EARLY_PRINT.get(letters) ?? letters;
}
