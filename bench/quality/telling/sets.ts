/** Which works are asked and indexed, by whom they are, and in which blocks their authors stand. One work of each text is kept. */
import { createHash } from "node:crypto";
import { sharedCorpus } from "../../harness/shared.ts";
import { wordsOf } from "../words.ts";
import { sameWorks } from "./same.ts";
import { BLOCKS, type ScannedWork } from "./scan.ts";

export interface TellingSet {
  kind: string;
  /** ISO 639-1, or `null` for sets of several languages. */
  language: string | null;
  genre: "prose" | "verse" | "law";
  /** Asked and indexed. */
  corpora: readonly string[];
  /** Indexed only: other genres of the language. */
  beside?: readonly string[];
}

export const TELLING_SETS: readonly TellingSet[] = [
  { kind: "English novels", language: "en", genre: "prose", corpora: ["eltec-eng"] },
  { kind: "French novels", language: "fr", genre: "prose", corpora: ["eltec-fra"] },
  { kind: "Russian literature", language: "ru", genre: "prose", corpora: ["ruslit"] },
  { kind: "Chinese poems", language: "zh", genre: "verse", corpora: ["chinese-poetry"] },
  { kind: "German law", language: "de", genre: "law", corpora: ["de-gesetze"] },
  { kind: "D.C. law", language: "en", genre: "law", corpora: ["dc-law/code-sections"] },
  {
    ...{ kind: "English novels in all English", language: "en", genre: "prose", corpora: ["eltec-eng"] },
    beside: ["bible-en", "dc-law/code-sections"],
  },
  {
    ...{ kind: "Prose of three languages", language: null, genre: "prose" },
    corpora: ["eltec-eng", "eltec-fra", "ruslit"],
  },
];

/** Of several languages, or beside other genres: only looked at, not shipped. */
export const isPooled = ({ language, beside }: TellingSet): boolean => language === null || beside !== undefined;

/** One translation: eight of one text are one work. */
const TRANSLATION = /BSB/;

export interface Works {
  works: ScannedWork[];
  /** The word of each number. */
  vocabulary: string[];
  /** Pairs of ids that are one work, the second left out. */
  left_out: [kept: string, left: string][];
}

export function worksOf({ corpora, beside = [] }: TellingSet): Works {
  const numbers = new Map<string, number>();
  const authors = new Map<string, number>();
  const all = [...corpora, ...beside].flatMap((name) =>
    sharedCorpus(name)
      .filter(({ id }) => name !== "bible-en" || TRANSLATION.test(id))
      .map(({ id, author, text }) => ({
        ...{ id, asks: corpora.includes(name), block: 0 },
        author: numberOf(authors, `${name} ${name === "bible-en" ? "" : (author ?? id)}`),
        words: Int32Array.from(wordsOf(text).words, (word) => numberOf(numbers, word)),
      })),
  );
  const left_out = sameWorks(all);
  const left = new Set(left_out.map(([, id]) => id));
  const works = all.filter(({ id }) => !left.has(id));
  const blocks = blocksOf(works, [...authors.keys()]);
  return {
    works: works.map((work) => ({ ...work, block: blocks[work.author]! })),
    vocabulary: [...numbers.keys()],
    left_out,
  };
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}

/** Authors in the order of the hashes of their names, each to the block with the fewest words. */
function blocksOf(works: readonly ScannedWork[], names: readonly string[]): number[] {
  const words = names.map(() => 0);
  for (const work of works) words[work.author]! += work.words.length;
  const hashes = names.map((name) => createHash("sha256").update(name).digest("hex"));
  const filled = Array.from({ length: BLOCKS }, () => 0);
  const blocks = names.map(() => 0);
  for (const author of [...names.keys()].sort((a, b) => (hashes[a]! < hashes[b]! ? -1 : 1))) {
    blocks[author] = filled.indexOf(Math.min(...filled));
    filled[blocks[author]!]! += words[author]!;
  }
  return blocks;
}
