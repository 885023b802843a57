/** Texts that are timed: real ones where the shared data lies beside the repository, generated ones elsewhere. */
import { Random } from "./random.ts";
import { hasSharedData, type SharedDocument, sharedCorpus } from "./shared.ts";

export type Script = "ASCII" | "typographic" | "Cyrillic" | "Arabic" | "Han";

const SHARED: Partial<Record<Script, string>> = {
  ...{ ASCII: "eltec-eng", typographic: "eltec-eng", Cyrillic: "ruslit", Han: "chinese-poetry" },
};
const LETTERS: Record<Script, [first: number, count: number, wordLength: number]> = {
  ASCII: [0x61, 26, 5],
  typographic: [0x61, 26, 5],
  Arabic: [0x627, 36, 5],
  Cyrillic: [0x430, 32, 6],
  Han: [0x4e00, 3_000, 7],
};

/** At least so many UTF-16 units of one script. */
export function textOf(script: Script, length: number): string {
  const shared = SHARED[script];
  if (!hasSharedData() || shared === undefined) return typeset(script, generated(script, length));
  let text = "";
  for (const document of sharedCorpus(shared)) {
    text += typeset(script, `${document.text}\n\n`);
    if (text.length >= length) break;
  }
  return text.slice(0, length);
}

/** English as a typewriter has it, or as a printer: curly quotes and apostrophes, dashes; six or seven in a thousand characters. */
function typeset(script: Script, text: string): string {
  if (script === "ASCII") return text.normalize("NFKD").replace(/[^\0-\x7f]/g, "");
  if (script !== "typographic") return text;
  return text
    .replace(/[´`]/g, "’")
    .replace(/'/g, "’")
    .replace(/"([^"]*)"/g, "“$1”")
    .replace(/--/g, "—");
}

/** Documents to index, about so many words in all. */
export function documentsOf(words: number): SharedDocument[] {
  if (!hasSharedData()) {
    const count = Math.ceil(words / 50_000);
    return Array.from({ length: count }, (_, i) => ({
      id: `${i}`,
      title: `${i}`,
      text: generated("ASCII", 300_000, `document ${i}`),
    }));
  }
  let sum = 0;
  return sharedCorpus("eltec-eng").filter(({ text }) => {
    const isWanted = sum < words;
    sum += text.length / 5.6;
    return isWanted;
  });
}

/** Words of a small vocabulary whose frequency falls with their rank. */
function generated(script: Script, length: number, name: string = script): string {
  const random = new Random(`text ${name}`);
  const [first, letters, wordLength] = LETTERS[script];
  const vocabulary = Array.from({ length: 8_000 }, () =>
    Array.from({ length: 1 + random.below(2 * wordLength) }, () =>
      String.fromCodePoint(first + random.below(letters)),
    ).join(""),
  );
  const words: string[] = [];
  for (let sum = 0; sum < length; sum += words.at(-1)!.length + 1) {
    words.push(vocabulary[Math.floor(vocabulary.length ** random.next()) - 1]!);
  }
  return words.join(" ").slice(0, length);
}
