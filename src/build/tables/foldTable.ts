/**
 * Generates the fold table of `spolia1` from the Unicode data of the runtime it runs in, and writes
 * `foldTable.generated.ts`. The table is frozen: run this again only to make `spolia2`. Corpora name the version they
 * were built with.
 *
 *   node src/build/tables/foldTable.ts
 *
 * What a code point becomes, in this order:
 *   1. invisible (default ignorable, format characters, tatweel, soft hyphen): dropped
 *   2. compatibility decomposition (NFKD) and case folding by upper, then lower case, until nothing changes
 *   3. marks: dropped where they are diacritics or optional vowel points (script Inherited, Latin, Greek, Cyrillic, Arabic, Hebrew,
 *      Syriac), kept where they spell the word (Indic vowel signs, Thai, kana voicing)
 *   4. letters that Unicode does not decompose but printers and keyboards exchange: œ æ ø ł đ ð þ ħ ŧ ı, Arabic yeh and kaf
 *   5. decimal digits of every script: 0 to 9
 *   6. superscript digits, which mark footnotes: dropped; fractions are separated from the characters around them
 *   7. everything that is neither letter, number nor kept mark: a separator
 *
 * The table also lists which folded letters look like which ASCII letters, for words of mixed scripts
 * (`assembly/text/words/lookalikes.ts`).
 * A letter of a script written without spaces is a word of its own. Marks keep their order: in scripts whose marks are
 * kept, text that is not in canonical order may fold differently from text that is.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { toBase64 } from "../../base/bytes/bytes.ts";
import { compressFoldTable, ENTRY_CLASS, type FoldTable } from "../../core/kernels/text/foldTable.ts";

const CODE_POINTS = 0x110000;
const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;

const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\u0640\u07fa]$/u;
const LETTER_OR_NUMBER = /^[\p{L}\p{N}]$/u;
const MARK = /^\p{M}$/u;
const VOICING = /^[\u3099\u309a]$/u;
const OPTIONAL_MARK =
  /^[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Common}]$/u;
const WITHOUT_SPACES = new RegExp(
  `^[${[
    "Han",
    "Hiragana",
    "Katakana",
    "Bopomofo",
    "Thai",
    "Lao",
    "Khmer",
    "Myanmar",
    "Tai_Tham",
    "New_Tai_Lue",
    "Tai_Le",
  ]
    .concat(["Javanese", "Balinese", "Yi", "Nushu", "Tangut", "Khitan_Small_Script"])
    .map((script) => `\\p{scx=${script}}`)
    .join("")}]$`,
  "u",
);
// Apostrophes that Unicode counts as letters, and signs whose decomposition would append letters to the preceding word.
const SEPARATORS = new Set("ʹʺʻʼʽʾʿˈˊˋ™℠");
const SUPERSCRIPT_DIGIT = /^[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]$/;
const FRACTION_SLASH = "\u2044";
const EXCHANGED: Record<string, string> = {
  œ: "oe",
  æ: "ae",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  "\u0649": "\u064a",
  "\u06cc": "\u064a",
  "\u06a9": "\u0643",
  "\u0671": "\u0627",
};

/**
 * ASCII letters, and the letters of other scripts that look like them in either case, one script per line. Source:
 * confusables.txt of Unicode Technical Standard 39, version 17. Where the capital and the small letter resemble
 * different ASCII letters (Ν is N, ν is v), the small letter decides, because folding ignores case. The list omits
 * letters of which only one case resembles an ASCII letter, and only weakly (г, ь, γ, σ), and the unit sign μ: these
 * letters show which script a word is in. It omits further Latin letters (ɑ, ɡ, ɪ), which are phonetic notation.
 */
const LOOK_ALIKES = [
  "aа bв cс dԁ eе gԍ hнһ iі jј kк lӏ mм oо pр qԛ sѕ tт vѵ wԝ xх yуү",
  "aα bβ eε hη iι jϳ kκ oο pρ tτ uυ vν xχ zζ",
  "gց hհ nո oօ qզ sտ uս",
  "aᎪ bᏴᏏ cᏟ dᎠᏧ eᎬ gᏀᏳ hᎻᏂ iᎥ jᎫ kᏦ lᏞ mᎷ pᏢ rᎡᏒ sᏕᏚ tᎢ vᏙ wᎳᏔ yᎩᎽ zᏃ",
  "bⲂ cⲤ hⲎ iⲒ kⲔ mⲘ nⲚ oⲞ pⲢ tⲦ xⲬ yⲨ",
  "aꓮ bꓐ cꓚ dꓓꓒ eꓰ fꓝ gꓖ hꓧ iꓲ jꓙ kꓗ lꓡ mꓟ nꓠ oꓳ pꓑ rꓣ sꓢ tꓔ uꓴ vꓦ wꓪ xꓫ yꓬ zꓜ",
];

type BuiltFoldPiece = { kind: number; codePoint: number };

function decomposed(character: string): string {
  let before = "";
  let now = character;
  while (now !== before) {
    before = now;
    now = [...now.normalize("NFKD")].map((one) => [...one.toUpperCase()].map((c) => c.toLowerCase()).join("")).join("");
  }
  return now;
}

function digitOf(character: string): string {
  if (!/^\p{Nd}$/u.test(character)) return character;
  // Unicode keeps decimal digits in runs of ten from zero to nine.
  let first = character.codePointAt(0)!;
  const last = first;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first--;
  return String((last - first) % 10);
}

function pieceOf(character: string): BuiltFoldPiece | null {
  const codePoint = character.codePointAt(0)!;
  if (INVISIBLE.test(character)) return null;
  if (SEPARATORS.has(character)) return { kind: ENTRY_CLASS.separator, codePoint };
  if (MARK.test(character)) {
    if (OPTIONAL_MARK.test(character) && !VOICING.test(character)) return null;
    return { kind: ENTRY_CLASS.extend, codePoint };
  }
  if (!LETTER_OR_NUMBER.test(character)) return { kind: ENTRY_CLASS.separator, codePoint };
  const kind = WITHOUT_SPACES.test(character) ? ENTRY_CLASS.solo : ENTRY_CLASS.letter;
  return { kind, codePoint };
}

/** What a code point becomes: nothing (dropped) or pieces. */
function fold(codePoint: number): BuiltFoldPiece[] {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return [{ kind: ENTRY_CLASS.separator, codePoint }];
  const character = String.fromCodePoint(codePoint);
  if (SEPARATORS.has(character)) return [{ kind: ENTRY_CLASS.separator, codePoint }];
  if (SUPERSCRIPT_DIGIT.test(character)) return [];
  const read = decomposed(character);
  const isFraction = codePoint !== FRACTION_SLASH.codePointAt(0) && read.includes(FRACTION_SLASH);
  const letters = [...(isFraction ? ` ${read} ` : read)].flatMap((one) => [...(EXCHANGED[one] ?? digitOf(one))]);
  const pieces = letters.map(pieceOf).filter((piece) => piece !== null);
  const folded = pieces.filter(
    (piece, i) => !(piece.kind === ENTRY_CLASS.separator && pieces[i - 1]?.kind === piece.kind),
  );
  const separator = folded.slice(1, -1).find(({ kind }) => kind === ENTRY_CLASS.separator);
  // A character that folds to several words does not extend the preceding word. Otherwise, in a chain of such
  // characters, every word would depend on the one before it.
  return separator !== undefined && folded[0]!.kind !== separator.kind ? [separator, ...folded] : folded;
}

/** Folded letters, ascending, each packed with the ASCII letter that it looks like, in the format of the pool. */
const LOOKS_LIKE = LOOK_ALIKES.flatMap((script) => script.split(" "))
  .flatMap(([like, ...letters]) =>
    letters.map((letter) => (fold(letter.codePointAt(0)!)[0]!.codePoint << 8) | like!.codePointAt(0)!),
  )
  .sort((one, other) => one - other);

/** The table of this runtime's Unicode version. */
export function generateFoldTable(): FoldTable {
  const stage1 = new Uint16Array(CODE_POINTS >> 6);
  const blocks = new Map<string, number>();
  const stage2: number[] = [];
  const pool = [LOOKS_LIKE.length, ...LOOKS_LIKE];
  const expansions = new Map<string, number>();

  const poolIndex = (pieces: BuiltFoldPiece[]): number => {
    const packed = pieces.map(({ kind, codePoint }) => (codePoint << 4) | kind);
    const known = expansions.get(packed.join());
    if (known !== undefined) return known;
    const index = pool.push(packed.length, ...packed) - packed.length - 1;
    expansions.set(packed.join(), index);
    return index;
  };
  const entryOf = (codePoint: number): number => {
    if (codePoint >= HANGUL_FIRST && codePoint <= HANGUL_LAST) return ENTRY_CLASS.hangul;
    const pieces = fold(codePoint);
    if (pieces.length === 0) return ENTRY_CLASS.drop;
    if (pieces.length > 1) return ((poolIndex(pieces) << 4) | ENTRY_CLASS.isExpansion) >>> 0;
    const { kind, codePoint: folded } = pieces[0]!;
    if (kind === ENTRY_CLASS.separator) return kind;
    return (((folded - codePoint) << 4) | kind) >>> 0;
  };
  for (let first = 0; first < CODE_POINTS; first += 64) {
    const block = Array.from({ length: 64 }, (_, i) => entryOf(first + i));
    const key = block.join();
    if (!blocks.has(key)) {
      blocks.set(key, stage2.length >> 6);
      stage2.push(...block);
    }
    stage1[first >> 6] = blocks.get(key)!;
  }
  return { stage1, stage2: Uint32Array.from(stage2), pool: Uint32Array.from(pool) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packed = compressFoldTable(generateFoldTable());
  const lines = [
    "// Generated by src/build/tables/foldTable.ts and frozen: the fold table of spolia1, as runs.",
    `export const FOLD_UNICODE = "${process.versions.unicode}";`,
    `export const FOLD_TABLE_BASE64 =\n  "${toBase64(packed)}";`,
    "",
  ];
  writeFileSync(new URL("../../core/kernels/text/foldTable.generated.ts", import.meta.url), lines.join("\n"));
  console.log(`fold table: ${packed.length} bytes, Unicode ${process.versions.unicode}`);
}
