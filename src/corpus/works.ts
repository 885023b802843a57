/**
 * Which of the documents with a passage are the same work? Copies, editions and scans of one work do not show how
 * widely a passage is shared. A passage in many different works points to none of them.
 */
import { STANDS_IN_SHARE } from "../passages/agreement.ts";
import type { WordRange } from "../text/text.ts";

/** A passage, and the document that contains it. */
export interface Carrier {
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
/** Most passages of a document that are compared. */
const PASSAGES_COMPARED_MAX = 4;

/**
 * The number of the work of each document. Documents are one work where their lengths are similar, their authors do not
 * contradict each other, and the surroundings of a common passage are similar. Each document is compared with the first
 * document of a work.
 *
 * Boilerplate has similar surroundings in many works, but rarely in works of equal length; those count as one.
 */
export function worksOf(carriers: readonly Carrier[]): Map<number, number> {
  const byDocument = new Map<number, Carrier[]>();
  for (const one of carriers) {
    const known = byDocument.get(one.documentNumber);
    if (known === undefined) byDocument.set(one.documentNumber, [one]);
    else if (known.length < PASSAGES_COMPARED_MAX) known.push(one);
  }
  const firsts: Carrier[][] = [];
  const works = new Map<number, number>();
  for (const [document, passages] of byDocument) {
    const known = firsts.slice(0, WORKS_COMPARED_MAX).findIndex((first) => areOneWork(first, passages));
    works.set(document, known < 0 ? firsts.length : known);
    if (known < 0) firsts.push(passages);
  }
  return works;
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
  const names = (author: string) => author.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
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

/** For each word of the content, the number of works that have a passage over it. */
export function worksPerWord(lengthWords: number, carriers: readonly Carrier[]): Uint32Array {
  const works = worksOf(carriers);
  const byWork = [...carriers].sort((x, y) => works.get(x.documentNumber)! - works.get(y.documentNumber)!);
  const count = new Uint32Array(lengthWords);
  const lastWork = new Int32Array(lengthWords).fill(-1);
  for (const { content, documentNumber } of byWork) {
    const work = works.get(documentNumber)!;
    for (let word = content.start; word < content.end; word++) {
      if (lastWork[word] !== work) count[word]!++;
      lastWork[word] = work;
    }
  }
  return count;
}
