/**
 * Which of the documents with a passage are the same work? Copies, editions and scans of one work do not show how
 * widely a passage is shared. A passage in many different works points to none of them.
 */
import { groupBy } from "../../base/lists/groups.ts";
import type { Hashes } from "../../core/kernels/kernels.ts";
import { coveredWords, STANDS_IN_SHARE } from "../../core/passages/agreement.ts";
import type { WordRange } from "../../core/text/text.ts";

/** A passage, and the document that contains it. */
export interface Carrier {
  /** Number of the document; documents of different corpora have different numbers. */
  documentNumber: number;
  /** Words of the document. */
  lengthWords: number;
  content: WordRange;
  surroundings: Uint32Array;
  author?: string | undefined;
}

/**
 * Share of the pairs of neighbouring words around a passage that two documents of one work have in common. A
 * definition: half remain even where one word in four was changed; texts that only share the passage have almost none
 * in common.
 */
const SURROUNDINGS_SHARE = 0.5;
/**
 * Most works that a document is compared with. Beyond, each document counts as another work, which no longer affects
 * any decision.
 */
const WORKS_COMPARED_MAX = 64;
/**
 * Longest quotation. Documents that contain most of a shorter content may all quote a third work, and count as the
 * works that they are. A definition: 200 words are what a reported licence lets a model repeat.
 */
const QUOTED_WORDS_MAX = 200;
/** Most passages of a document that are compared. */
const PASSAGES_COMPARED_MAX = 4;

/**
 * The number of the work of each document. Documents are one work where their lengths are similar, their authors do not
 * contradict each other, and the surroundings of a common passage are similar. Each document is compared with the first
 * document of a work, in the order of the corpus. Documents that contain most of a long content are one work, whatever
 * surrounds it: copies of it.
 *
 * Boilerplate has similar surroundings in many works, but rarely in works of equal length; those count as one.
 */
export function worksOf(lengthWords: number, carriers: readonly Carrier[]): Map<number, number> {
  // Blocks are read in another order after a merge.
  const inOrder = [...carriers].sort(
    (x, y) => x.documentNumber - y.documentNumber || x.content.start - y.content.start || x.content.end - y.content.end,
  );
  const byDocument = groupBy(inOrder, ({ documentNumber }) => documentNumber);
  const firsts: Carrier[][] = [];
  const works = new Map<number, number>();
  let copies: number | undefined;
  for (const [document, all] of byDocument) {
    const passages = all.slice(0, PASSAGES_COMPARED_MAX);
    if (isCopy(lengthWords, all)) {
      copies ??= firsts.push(passages) - 1;
      works.set(document, copies);
      continue;
    }
    const known = firsts.slice(0, WORKS_COMPARED_MAX).findIndex((first) => areOneWork(first, passages));
    works.set(document, known < 0 ? firsts.length : known);
    if (known < 0) firsts.push(passages);
  }
  return works;
}

/** Whether a document contains most of a content that is too long for a quotation. */
function isCopy(lengthWords: number, passages: readonly Carrier[]): boolean {
  if (lengthWords <= QUOTED_WORDS_MAX) return false;
  return coveredWords(passages.map(({ content }) => content)) >= STANDS_IN_SHARE * lengthWords;
}

function areOneWork(left: readonly Carrier[], right: readonly Carrier[]): boolean {
  const [one, other] = [left[0]!, right[0]!];
  const lengths = [one.lengthWords, other.lengthWords];
  if (Math.min(...lengths) < STANDS_IN_SHARE * Math.max(...lengths)) return false;
  if (one.author !== undefined && other.author !== undefined && !haveCommonName(one.author, other.author)) return false;
  return left.some((x) =>
    right.some(
      (y) =>
        x.content.start < y.content.end && y.content.start < x.content.end && areAlike(x.surroundings, y.surroundings),
    ),
  );
}

function haveCommonName(one: string, other: string): boolean {
  const names = (author: string) => author.toLowerCase().match(/\p{L}{2,1000}/gu) ?? [];
  const others = new Set(names(other));
  return others.size === 0 || names(one).length === 0 || names(one).some((name) => others.has(name));
}

/** Passages that cover whole documents have no surroundings; then only the lengths count. */
function areAlike(left: Uint32Array, right: Uint32Array): boolean {
  let [i, j, common] = [0, 0, 0];
  while (i < left.length && j < right.length) {
    const difference = left[i]! - right[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common >= SURROUNDINGS_SHARE * Math.max(left.length, right.length);
}

/**
 * Number of works over a range, in the harmonic mean over its words, rounded: a work that shares a few words of a long
 * passage counts little.
 */
export function worksOver(works: Uint32Array, { start, end }: WordRange): number {
  let own = 0;
  for (let word = start; word < end; word++) own += 1 / works[word]!;
  return Math.round((end - start) / own);
}

/** For each word of the content, the number of works that have a passage over it. */
export function worksPerWord(lengthWords: number, carriers: readonly Carrier[]): Uint32Array {
  const works = worksOf(lengthWords, carriers);
  const workOf = ({ documentNumber }: Carrier) => works.get(documentNumber)!;
  const byWork = [...carriers].sort((x, y) => workOf(x) - workOf(y) || x.content.start - y.content.start);
  const count = new Uint32Array(lengthWords);
  let [lastWork, countedTo] = [-1, 0];
  for (const carrier of byWork) {
    const { start, end } = carrier.content;
    const work = workOf(carrier);
    if (work !== lastWork) [lastWork, countedTo] = [work, 0];
    for (let word = Math.max(start, countedTo); word < end; word++) count[word]!++;
    countedTo = Math.max(countedTo, end);
  }
  return count;
}

/** Words before and after a passage that are compared: words farther away may not have been read. */
const SURROUNDING_WORDS = 32;

/** Hashes of the pairs of neighbouring words around a passage, ascending and distinct. */
export function surroundingsOf({ low }: Hashes, { start, end }: WordRange): Uint32Array {
  const pairs = new Uint32Array(2 * SURROUNDING_WORDS);
  let count = 0;
  const between = (from: number, to: number) => {
    for (let word = from; word + 1 < to; word++) pairs[count++] = Math.imul(low[word]!, 0x9e3779b1) + low[word + 1]!;
  };
  between(Math.max(0, start - SURROUNDING_WORDS), start);
  between(end, Math.min(low.length, end + SURROUNDING_WORDS));
  return pairs
    .subarray(0, count)
    .sort()
    .filter((pair, i, sorted) => i === 0 || pair !== sorted[i - 1]);
}
