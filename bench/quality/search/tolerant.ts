/**
 * Would a second key that bears errors of recognition or other endings pay for itself? Kinds of keys are simulated, each at the density that
 * .3 bytes a token allow, beside the keys that a corpus has: how often is the block of a damaged passage among those with most evidence?
 *
 *   text ─▶ words or letters ─▶ runs of n ─▶ those that a window keeps ─▶ blocks            (what is stored)
 *   passage ─▶ all runs of n ─▶ blocks that have them, by the sum of log2(blocks / blocks with the run) ─▶ the first `BLOCKS`
 */
import { hasSharedData, sharedCorpus, sharedOcrPairs, sharedRecords } from "../../harness/shared.ts";
import { grouped, type Proportion, percentWithInterval, proportion } from "../figures.ts";
import type { Question } from "../question.ts";

const BLOCK_WORDS = 2048;
/** As many likely blocks as a query of 260 words has read, and twice as many. */
const BLOCKS = 16;
/**
 * A posting without context takes 3.7 bytes in a page, and a word is one and a third of a token: of the keys that a corpus has, each with
 * 16 bits of context, .222 a word take .9 bytes a token.
 */
const POSTINGS_PER_WORD = (0.3 * 4) / 3 / 3.7;

interface KeyKind {
  name: string;
  unitsOf: (text: string) => string[];
  run: number;
  /** Kept runs for each word; `null`: as a corpus has them, beyond what a second key may take. */
  perWord: number | null;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const stemsIn = (text: string): string[] => wordsIn(text).map((word) => word.slice(0, 4));
const lettersIn = (text: string): string[] => [...wordsIn(text).join("")];

const KINDS: readonly KeyKind[] = [
  { name: "5 words, as a corpus has them", unitsOf: wordsIn, run: 5, perWord: null },
  { name: "2 words", unitsOf: wordsIn, run: 2, perWord: POSTINGS_PER_WORD },
  { name: "3 words", unitsOf: wordsIn, run: 3, perWord: POSTINGS_PER_WORD },
  { name: "2 stems of 4 letters", unitsOf: stemsIn, run: 2, perWord: POSTINGS_PER_WORD },
  { name: "3 stems of 4 letters", unitsOf: stemsIn, run: 3, perWord: POSTINGS_PER_WORD },
  ...[6, 8, 10, 12, 16].map((run) => ({
    ...{ name: `${run} letters`, unitsOf: lettersIn, run, perWord: POSTINGS_PER_WORD },
  })),
  // What they would give with as much space as the keys that there are.
  ...[8, 12].map((run) => ({
    name: `${run} letters, .9 bytes a token`,
    unitsOf: lettersIn,
    run,
    perWord: 0.222 * 1.5,
  })),
];

interface Passage {
  condition: string;
  content: string;
  /** As it stands in what is searched. */
  source: string;
}

interface KeyRow {
  searched: string;
  condition: string;
  keys: string;
  found: Proportion;
  /** Postings for each word of what is searched. */
  postings: number;
}

export const tolerant: Question = {
  name: "tolerant",
  question: "Would a second key that bears errors find what the first one does not, within .3 bytes a token?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample = Number.POSITIVE_INFINITY, onProgress }) => {
    const rows: KeyRow[] = [];
    for (const { searched, texts, passages } of [germanLaw(), scripture()]) {
      onProgress(searched);
      const sources = blocksOf(texts, passages);
      const known = passages.filter(({ source }) => sources.has(source));
      const taken = grouped(known, ({ condition }) => condition).flatMap(([, some]) => some.slice(0, sample));
      for (const kind of KINDS) {
        const { lists, blocks, postings } = indexOf(kind, texts);
        const conditions = grouped(taken, ({ condition }) => condition);
        for (const [condition, some] of conditions) {
          const found = some.filter(({ content, source }) => {
            const best = bestBlocks(kind, lists, blocks, content);
            return best.some((block) => Math.abs(block - sources.get(source)!) <= 1);
          });
          rows.push({ searched, condition, keys: kind.name, found: proportion(found.length, some.length), postings });
        }
      }
    }
    const table = rows.map((row) => [
      ...[row.searched, row.condition, row.keys, row.postings.toFixed(3)],
      ...[row.found.of, percentWithInterval(row.found)],
    ]);
    const head = ["searched", "passages", "keys", "postings a word", "of", `in the first ${BLOCKS} blocks %`];
    return { tables: [{ title: "a second key", head, rows: table }], worst: [], record: { rows } };
  },
};

function germanLaw() {
  const documents = sharedCorpus("de-gesetze");
  const passages = sharedOcrPairs()
    .filter(({ corpus, rate }) => corpus === "de-gesetze" && rate >= 0.15)
    .map(({ rate, ocr, gold }) => ({
      ...{ condition: `${100 * rate} % of characters wrong`, content: ocr, source: gold },
    }));
  return { searched: "German law", texts: documents.map(({ text }) => text), passages };
}

interface Rewording {
  grade?: string;
  a: { work: string; text: string };
  b: { text: string };
}

/** One translation is searched for passages of others. */
function scripture() {
  const pairs = sharedRecords<Rewording>("pairs/bible-rewording/*.jsonl.gz").filter(
    ({ grade = "", a }) => ["moderate", "heavy", "extreme"].includes(grade) && a.work === "Anderson",
  );
  const documents = sharedCorpus("bible-en");
  const passages = pairs.map(({ grade, a, b }) => ({
    condition: `${grade} rewording`,
    content: b.text,
    source: a.text,
  }));
  return {
    searched: "Bibles",
    texts: documents
      .filter(({ id }) => id.startsWith("Anderson/") || /^[^/]+\/(Genesis|Psalms|Isaiah|Exodus|Job)/.test(id))
      .map(({ text }) => text),
    passages: passages.filter((_, i) => i % 3 === 0) as Passage[],
  };
}

/** The block of each passage, of one text after the other in blocks of `BLOCK_WORDS` words. */
function blocksOf(texts: readonly string[], passages: readonly Passage[]): Map<string, number> {
  const all = ` ${texts.map((text) => wordsIn(text).join(" ")).join(" ")} `;
  const places = passages.map(({ source }) => ({
    source,
    at: all.indexOf(` ${wordsIn(source).slice(0, 12).join(" ")} `),
  }));
  const blocks = new Map<string, number>();
  let [words, to] = [0, 0];
  for (const { source, at } of places.sort((x, y) => x.at - y.at)) {
    if (at < 0) continue;
    for (; to < at; to++) if (all.charCodeAt(to) === 0x20) words++;
    blocks.set(source, Math.floor(words / BLOCK_WORDS));
  }
  return blocks;
}

function indexOf(kind: KeyKind, texts: readonly string[]) {
  const lists = new Map<number, number[]>();
  let [words, postings] = [0, 0];
  for (const text of texts) {
    const here = wordsIn(text);
    const units = kind.unitsOf(text);
    const perUnit = units.length / Math.max(1, here.length);
    const window = kind.perWord === null ? 8 : Math.max(1, Math.round((2 * perUnit) / kind.perWord - 1));
    const hashes = hashesOf(units, kind.run);
    for (const at of keptBy(hashes, window)) {
      const block = Math.floor((words + at / perUnit) / BLOCK_WORDS);
      const list = lists.get(hashes[at]!) ?? [];
      if (list.at(-1) !== block) {
        list.push(block);
        postings++;
      }
      lists.set(hashes[at]!, list);
    }
    words += here.length;
  }
  return { lists, blocks: Math.ceil(words / BLOCK_WORDS), postings: postings / words };
}

function bestBlocks(kind: KeyKind, lists: ReadonlyMap<number, number[]>, blocks: number, content: string): number[] {
  const votes = new Map<number, number>();
  for (const key of new Set(hashesOf(kind.unitsOf(content), kind.run))) {
    const list = lists.get(key) ?? [];
    const bits = Math.log2((blocks + 1) / list.length);
    for (const block of list) votes.set(block, (votes.get(block) ?? 0) + bits);
  }
  const ranked = [...votes].sort(([x, bits], [y, more]) => more - bits || x - y);
  return ranked.slice(0, BLOCKS).map(([block]) => block);
}

function hashesOf(units: readonly string[], run: number): Uint32Array {
  const each = Uint32Array.from(units, (unit) => {
    let hash = 0x811c9dc5;
    for (let i = 0; i < unit.length; i++) hash = Math.imul(hash ^ unit.charCodeAt(i), 0x01000193);
    return hash;
  });
  return Uint32Array.from({ length: Math.max(0, units.length - run + 1) }, (_, at) => {
    let hash = 0;
    for (let i = at; i < at + run; i++) hash = Math.imul(hash ^ each[i]!, 0x9e3779b1) ^ (hash >>> 15);
    return Math.imul(hash ^ (hash >>> 13), 0x85ebca77) ^ (hash >>> 16);
  });
}

/** Places of the smallest hash of each window, the last of equal ones. */
function keptBy(hashes: Uint32Array, window: number): number[] {
  const kept: number[] = [];
  const queue: number[] = [];
  let first = 0;
  for (let at = 0; at < hashes.length; at++) {
    while (queue.length > first && hashes[queue.at(-1)!]! >= hashes[at]!) queue.pop();
    queue.push(at);
    if (queue[first]! <= at - window) first++;
    if (at >= window - 1 && kept.at(-1) !== queue[first]) kept.push(queue[first]!);
  }
  return kept;
}
