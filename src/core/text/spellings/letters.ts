/** Spellings of other times and scripts: letters that stand for each other are read as one. */
import { SIMPLIFIED } from "./chinese.ts";
import { type RespelledText, Respelling } from "./respelled.ts";

/** What each letter, small and without marks where it can be, is read as. */
type Letters = ReadonlyMap<string, string>;

/**
 * Early print in Latin letters, and programs that read it: long s is taken for f; u and v, i and j, i and y, w and uu
 * are one; ligatures and umlauts are two letters.
 */
export const EARLY_PRINT: Letters = new Map(
  "f s, ſ s, v u, w uu, j i, y i, ß ss, ä ae, ö oe, ü ue, æ ae, œ oe, ﬁ si, ﬂ sl, ﬀ ss, ﬅ st, ﬆ st, a\u0308 ae, o\u0308 oe, u\u0308 ue"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** Russian before the reform of 1918. */
export const BEFORE_REFORM: Letters = new Map(
  Object.entries({ ѣ: "е", і: "и", ї: "и", ѵ: "и", ѳ: "ф", ъ: "", ё: "е", "е\u0308": "е" }),
);

/** Arabic and Persian: seats of hamza, final ya and ta marbuta, Persian forms, and marks that are mostly left out. */
export const ARABIC: Letters = new Map([
  ...[..."أإآٱ"].map((letter) => [letter, "ا"] as const),
  ...[..."ىئی"].map((letter) => [letter, "ي"] as const),
  ...(["ؤو", "ةه", "ۀه", "کك"] as const).map(([from, to]) => [from!, to!] as const),
  // Tatweel, marks of vowels, and the small alif.
  ...[..."ـًٌٍَُِّْٰ"].map((mark) => [mark, ""] as const),
]);

/** Chinese in simplified characters. */
export const SIMPLIFIED_CHINESE: Letters = SIMPLIFIED;

/** The text with these letters, or `null` where it has none of them. */
export function withLetters(text: string, letters: Letters): RespelledText | null {
  const respelling = new Respelling(text);
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!.toLowerCase();
    const marked = at + 1 < text.length ? letters.get(letter + text[at + 1]) : undefined;
    const read = marked ?? letters.get(letter);
    if (read === undefined) continue;
    const end = at + (marked === undefined ? 1 : 2);
    respelling.replace(at, end, read);
    at = end - 1;
  }
  return respelling.finish();
}
