/** Do texts, or runs of words, stand in a content? The work is bounded, whatever content and observation say. */
import { contentDigest } from "../../../base/bytes/digest.ts";
import type { AskedText } from "../../../base/contract/operations/custody.ts";
import { throwIfAborted } from "../../../base/errors.ts";
import type { Hashes, Kernels } from "../../../core/kernels/kernels.ts";
import { readText } from "../../../core/text/text.ts";
import { HEAD_UNITS, headsIn } from "../../../models/canaries/custody.ts";

/**
 * Characters that may be hashed to find the texts of one observation: about a second's work. Texts with beginnings of
 * their own need their length once; those that begin with the same words, such as records, need it once for each other.
 */
const BUDGET_MIN = 2 ** 28;
/** The same for each character of the content, so that long texts which overlap are found in a long content. */
const BUDGET_PER_CHARACTER = 16;
/** A call costs as much as hashing so many characters. */
const CHARACTERS_PER_CALL = 4_096;
/** Words that are compared before other work gets its turn: some milliseconds. */
const WORDS_PER_TURN = 1_000_000;

/** What a search for texts came to. */
interface FoundTexts {
  /** Texts that were not found. */
  missing: number;
  /** Whether the budget ended before all places were looked at. */
  isCut: boolean;
}

/** Looks for texts byte for byte: in the first content, and for those that do not stand in it in the next. */
export async function findTexts(
  contents: Iterable<string>,
  texts: readonly AskedText[],
  signal: AbortSignal | undefined,
): Promise<FoundTexts> {
  let left = [...texts].sort((a, b) => a.length - b.length);
  const found = new Set<AskedText>();
  let budget = BUDGET_MIN;
  for (const content of contents) {
    budget += BUDGET_PER_CHARACTER * content.length;
    for (const width of new Set(left.map(widthOf))) {
      await pause(signal);
      const wanted = byHead(left.filter((one) => one.length > 0 && widthOf(one) === width));
      for (const { at, ofLength } of placesOf(content, width, wanted))
        for (const [length, ofHash] of ofLength) {
          if (at + length > content.length) break; // those that follow are longer
          budget -= length + CHARACTERS_PER_CALL;
          if (budget < 0) return { missing: texts.length - found.size, isCut: true };
          throwIfAborted(signal);
          const hash = await contentDigest(content.slice(at, at + length));
          for (const one of ofHash.get(hash) ?? []) found.add(one);
          if (ofHash.delete(hash) && ofHash.size === 0) ofLength.delete(length);
        }
    }
    left = left.filter((one) => !found.has(one));
    if (left.length === 0) break;
  }
  return { missing: left.length, isCut: false };
}

const widthOf = ({ length }: AskedText) => Math.min(length, HEAD_UNITS);

/** Texts of one head, by length and hash, so that a place is hashed once for all texts of a length. */
type OfLength = Map<number, Map<string, AskedText[]>>;

/** @param texts the shortest first */
function byHead(texts: readonly AskedText[]): Map<number, OfLength> {
  const all = new Map<number, OfLength>();
  for (const one of texts) {
    const ofLength = getOrAdd(all, one.head, (): OfLength => new Map());
    const ofHash = getOrAdd(ofLength, one.length, () => new Map<string, AskedText[]>());
    getOrAdd(ofHash, one.sha256, (): AskedText[] => []).push(one);
  }
  return all;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Places of a content at which texts may begin, until none is left to be found. */
function* placesOf(content: string, width: number, wanted: Map<number, OfLength>) {
  let at = 0;
  for (const head of wanted.size === 0 ? [] : headsIn(content, width)) {
    const ofLength = wanted.get(head);
    if (ofLength !== undefined) {
      yield { at, ofLength };
      if (ofLength.size === 0) wanted.delete(head);
      if (wanted.size === 0) return;
    }
    at++;
  }
}

/** Whether runs of words stand in a text: anywhere, or each after the one before. */
export async function standInTurn(
  kernels: Kernels,
  words: Hashes,
  runs: readonly string[],
  isOrdered: boolean,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let from = 0;
  let sought = 0;
  let compared = 0;
  for (const run of runs) {
    throwIfAborted(signal);
    const wanted = readText(kernels, run).words;
    if (wanted.low.length === 0) continue;
    sought++;
    const at = placeOf(words, wanted, from);
    if (at < 0) return false;
    const end = at + wanted.low.length;
    compared += end - from;
    if (isOrdered) from = end;
    if (compared < WORDS_PER_TURN) continue;
    compared = 0;
    await pause(signal);
  }
  return sought > 0;
}

/** Lets the rest of the program run, in which the caller may abort. */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  throwIfAborted(signal);
}

/** The first place of a run of words, in time linear in both (Knuth, Morris and Pratt). */
function placeOf(words: Hashes, wanted: Hashes, from: number): number {
  const borders = new Uint32Array(wanted.low.length);
  /** How much of the run ends at a word, if `matched` words of it ended at the one before. */
  const next = (inside: Hashes, place: number, matched: number): number => {
    const fits = (i: number) => inside.low[place] === wanted.low[i] && inside.high[place] === wanted.high[i];
    let length = matched;
    while (length > 0 && !fits(length)) length = borders[length - 1]!;
    return fits(length) ? length + 1 : 0;
  };
  for (let i = 1; i < borders.length; i++) borders[i] = next(wanted, i, borders[i - 1]!);
  let matched = 0;
  for (let place = from; place < words.low.length; place++) {
    matched = next(words, place, matched);
    if (matched === borders.length) return place + 1 - matched;
  }
  return -1;
}
