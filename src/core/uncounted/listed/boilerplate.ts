/**
 * Which words are boilerplate: licences and other texts that many works carry, known by their fingerprints? A licence
 * with another holder, year or clause is still that licence.
 */
import { inflateSync } from "fflate";
import { inflated } from "../../../base/bytes/inflated.ts";
import { loadedOnce } from "../../../base/queues/remembered.ts";
import type { ShingledText } from "../../fingerprint/shingles.ts";
import type { WordRange } from "../../text/text.ts";
import type { NoticeSigns } from "../notices/signs/noticeSigns.ts";
import { KeyClasses } from "./keyClasses.ts";
import { KEY_SHIFT_BITS, LIST_WINDOWS, type Listed, unpacked } from "./packing.ts";

/** Fewest words of boilerplate: the length of a telling run. */
const WORDS_MIN = 12;
/** Fewest shingles of one listed text in it, */
const SHINGLES_MIN = 3;
/** and such a share of that text's, or so many in so many words: laws have phrases of the long licences too. */
const SHARE_MIN = 0.05;
const SURE = { words: 40, shingles: 5 };
/** Words between two stretches of one text that are filled in or changed: a holder, a name of software, a clause. */
const FILLED_WORDS_MAX = 24;

type Boilerplate = WordRange & { name: string };

/** Words with listed shingles, at most one changed word apart. */
interface ListedStretch {
  /** Places of the first and of the last listed shingle. */
  first: number;
  last: number;
  /** Its listed shingles, with their classes: one that is repeated tells nothing more. */
  classOfKey: ReadonlyMap<number, number>;
  isTelling: boolean;
}

/** The list, with the names and sizes of its texts. */
interface BoilerplateList extends Pick<Listed, "textsOfClass"> {
  classOfKey: KeyClasses;
  lists: string;
  /** Of each text. */
  names: readonly string[];
  sizes: readonly number[];
  /** Of standing notices. */
  signs: readonly NoticeSigns[];
}

/** Loads the list, which is large and in a file of its own. */
export const loadBoilerplate = loadedOnce(readList);

async function readList(): Promise<BoilerplateList> {
  const { KEYS, LISTS, NAMES, SIGNS, SIZES, TEXTS } = await import("./boilerplate.generated.ts");
  const names = TEXTS.map((name) => inWords(NAMES[name]!));
  const signs: NoticeSigns[] = JSON.parse(new TextDecoder().decode(inflated(SIGNS, inflateSync)));
  const { textsOfClass, ...listed } = unpacked(KEYS);
  return { textsOfClass, classOfKey: new KeyClasses(listed), lists: LISTS, names, sizes: SIZES, signs };
}

/** What a result calls a text of the list: ids are of licences, or of exceptions to them. */
const inWords = (name: string): string => (/ |exception/i.test(name) ? name : `${name} licence`);

/** The boilerplate of a text, ascending and apart. */
export function boilerplateOf(list: BoilerplateList, { shingles, profile }: ShingledText): Boilerplate[] {
  const stretches = stretchesOf(list, shingles.high, profile.shingleWords);
  return joined(list, stretches, profile.shingleWords).map(({ first, last, classOfKey }) => ({
    start: first,
    end: last + profile.shingleWords,
    name: list.names[bestOf(list, classOfKey).text]!,
  }));
}

function stretchesOf(list: BoilerplateList, high: Uint32Array, shingleWords: number): ListedStretch[] {
  // One changed word changes all shingles with it.
  const apartMax = LIST_WINDOWS.long + shingleWords;
  const stretches: ListedStretch[] = [];
  let open: (ListedStretch & { classOfKey: Map<number, number> }) | null = null;
  for (let at = 0; at < high.length; at++) {
    const key = high[at]! >>> KEY_SHIFT_BITS;
    const found = list.classOfKey.of(key);
    if (found < 0) continue;
    if (open === null || at - open.last > apartMax) {
      open = { first: at, last: at, classOfKey: new Map(), isTelling: false };
      stretches.push(open);
    }
    open.last = at;
    open.classOfKey.set(key, found);
  }
  for (const stretch of stretches) {
    const words = stretch.last + shingleWords - stretch.first;
    const { text, shingles } = bestOf(list, stretch.classOfKey);
    const isSure = words >= SURE.words && shingles >= SURE.shingles;
    const isPart = isSure || shingles >= SHARE_MIN * list.sizes[text]!;
    stretch.isTelling = words >= WORDS_MIN && shingles >= SHINGLES_MIN && isPart;
  }
  return stretches;
}

/** Telling stretches, each with its neighbours of the same text. */
function joined(list: BoilerplateList, stretches: readonly ListedStretch[], shingleWords: number): ListedStretch[] {
  const runs: ListedStretch[] = [];
  for (const stretch of stretches) {
    const before = runs.at(-1);
    const gap = before === undefined ? Number.POSITIVE_INFINITY : stretch.first - before.last - shingleWords;
    if (before !== undefined && gap <= FILLED_WORDS_MAX && haveOneText(list, before, stretch)) {
      before.last = stretch.last;
      before.isTelling ||= stretch.isTelling;
      before.classOfKey = together(before, stretch);
    } else runs.push({ ...stretch });
  }
  return runs.filter(({ isTelling }) => isTelling);
}

/** Whether the text that both together are most like has words in each. */
function haveOneText(list: BoilerplateList, one: ListedStretch, other: ListedStretch): boolean {
  const { text } = bestOf(list, together(one, other));
  const isOfText = (found: number) => list.textsOfClass[found]!.includes(text);
  return [one, other].every(({ classOfKey }) => [...classOfKey.values()].some(isOfText));
}

const together = (one: ListedStretch, other: ListedStretch): ReadonlyMap<number, number> =>
  new Map([...one.classOfKey, ...other.classOfKey]);

/**
 * The text that a stretch is most like, by the Dice coefficient of listed shingles; of equal ones the first of the
 * list. So a part of a licence is named by it, and a short licence by itself, not by a long one that contains it.
 */
function bestOf(
  { textsOfClass, sizes }: BoilerplateList,
  classOfKey: ReadonlyMap<number, number>,
): { text: number; shingles: number } {
  const counts = new Map<number, number>();
  for (const found of classOfKey.values())
    for (const text of textsOfClass[found]!) counts.set(text, (counts.get(text) ?? 0) + 1);
  let best = { text: -1, shingles: 0, likeness: 0 };
  for (const [text, shingles] of counts) {
    const likeness = (2 * shingles) / (classOfKey.size + sizes[text]!);
    if (likeness > best.likeness || (likeness === best.likeness && text < best.text))
      best = { text, shingles, likeness };
  }
  return best;
}
