/** Which texts are searched and which are foreign: works cut into documents of a size that text alignment is usually given. */
import { Random } from "../../harness/random.ts";
import type { SharedDocument } from "../../harness/shared.ts";
import { type Halves, runsMet } from "../search/cases.ts";
import { runsOf, type Words, wordsOf } from "../words.ts";

export interface TextSet {
  name: string;
  kind: string;
  language: string;
}

export const SETS: readonly TextSet[] = [
  { name: "eltec-eng", kind: "English novels", language: "English" },
  { name: "eltec-fra", kind: "French novels", language: "French" },
  { name: "de-gesetze", kind: "German law", language: "German" },
  { name: "ruslit", kind: "Russian literature", language: "Russian" },
  { name: "chinese-poetry", kind: "Chinese poems", language: "Chinese" },
];

/** A document of the searched side: a work, or where it is long a part of one. */
export interface Part {
  id: string;
  work: string;
  /** UTF-16 index of the part in the work. */
  start: number;
  words: Words;
}

/** A part before its words are looked for. */
export type Piece = Omit<Part, "words"> & { text: string };

/** About 10,000 English words. */
const PART_CHARACTERS = 60_000;
/** About a million English words: what is held in memory by every contender of a set. */
const INDEX_CHARACTERS = 6_000_000;
export const HOST_WORDS = 500;
const HOSTS_PER_WORK_MAX = 20;

/** Parts of the indexed half: those with a wanted place first, then others by chance up to the size of the index. */
export function indexedParts(name: string, { indexed }: Halves, isWanted: (piece: Piece) => boolean): Part[] {
  const pieces = indexed.flatMap(cut);
  const wanted = new Set(pieces.filter(isWanted));
  const others = new Random(`${name} index`).shuffled(pieces.filter((piece) => !wanted.has(piece)));
  let characters = 0;
  return [...wanted, ...others]
    .filter(({ text }) => {
      const fits = characters + text.length <= INDEX_CHARACTERS;
      if (fits) characters += text.length;
      return fits;
    })
    .map(({ id, work, start, text }) => ({ id, work, start, words: wordsOf(text) }));
}

function cut({ id, text }: SharedDocument): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length; ) {
    const line = text.length - start > 1.2 * PART_CHARACTERS ? text.indexOf("\n", start + PART_CHARACTERS) : -1;
    const end = line < 0 ? text.length : line + 1;
    pieces.push({ id: `${id}#${pieces.length}`, work: id, start, text: text.slice(start, end) });
    start = end;
  }
  return pieces;
}

/**
 * Excerpts of works that are not indexed, none of which shares a run of 12 words with what is: short works are joined to make one.
 */
export function foreignHosts(name: string, { held }: Halves, indexed: readonly Part[], count: number): Words[] {
  const random = new Random(`${name} hosts`);
  const hosts: Words[] = [];
  let short = "";
  for (const { text } of random.shuffled(held)) {
    if (hosts.length >= 2 * count) break;
    const from = random.below(Math.max(1, text.length - PART_CHARACTERS));
    const words = wordsOf(`${short}${text.slice(from, from + PART_CHARACTERS)}`);
    const places = excerpts(words, HOST_WORDS);
    hosts.push(...random.shuffled(places).slice(0, HOSTS_PER_WORK_MAX));
    short = places.length === 0 ? `${words.text}\n\n` : "";
  }
  const met = runsMet(
    hosts,
    indexed.map(({ words }) => words),
  );
  return random.shuffled(hosts.filter((host) => ![...runsOf(host)].some((run) => met.has(run)))).slice(0, count);
}

/** Excerpts of so many words, one behind the other. */
export function excerpts({ text, starts, ends }: Words, lengthWords: number): Words[] {
  return Array.from({ length: Math.floor(starts.length / lengthWords) }, (_, i) =>
    wordsOf(text.slice(starts[i * lengthWords]!, ends[(i + 1) * lengthWords - 1]!)),
  );
}
