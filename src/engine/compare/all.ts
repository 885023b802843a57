/** `compareAll`: which of many texts share something? Pairs that may are found by an index, and compared in full. */
import type { Completeness } from "../../base/contract/common.ts";
import type { CompareAllRequest, CompareAllResult, ComparedPair } from "../../base/contract/operations/compareAll.ts";
import type { HostOptions } from "../../base/contract/resources/host.ts";
import { compareAllRequestSchema } from "../../base/contract/schemas/operations/compareAll.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { counted } from "../../base/plural.ts";
import { breathing } from "../../base/queues/yieldToEvents.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import {
  inOrder,
  type SharingPair,
  type SharingPairs,
  sharingPairs,
  strongest,
  strongestFirst,
} from "../../core/passages/sharingPairs.ts";
import { SPELLINGS } from "../../core/text/spellings/spellings.ts";
import { shinglesOfTexts } from "../../core/uncounted/given.ts";
import { completenessOf, stageOf } from "../steps/completeness.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "../steps/context.ts";
import { areForThreads, measuredBy, measuredHere } from "./pairs.ts";
import { type ComparedSide, comparedText, REPEATED, RESPELLED_SHARE_MIN, readingOf, readSide } from "./sides.ts";

export const compareAllOperation: OperationCode<"compareAll"> = { schema: compareAllRequestSchema, answer: compareAll };

/** So few pairs are all compared. */
const PAIRS_ALL_MAX = 1_000;
/** Most pairs that are compared: those that share most. An alignment takes about a millisecond. */
const PAIRS_MAX = 50_000;
/** Least share of the runs of a text in other letters; those of code are the rule of `compare` itself. */
const SHARED_IN_LETTERS_MIN = 0.2;
/** A run that more texts have links each of them to the next alone: as many, or one in so many. */
const HOLDERS_MAX = 100;
const HOLDERS_ONE_IN = 20;
/** Share of a text in another that links them. */
const LINKED_SHARE_MIN = 0.5;
/** Words that are aligned at most, of both texts of each pair: a minute or two. */
const WORDS_ALIGNED_MAX = 2e9;
const WORDS_A_BREATH = 100_000;

async function compareAll(
  context: EngineContext,
  { texts, references = [], options }: CompareAllRequest,
  host: HostOptions,
): Promise<CompareAllResult> {
  const { kernels } = context;
  const ignore = options?.ignore ?? [];
  const given = ignore.length === 0 ? null : shinglesOfTexts(kernels, ignore);
  const breathe = breathing(WORDS_A_BREATH, host.signal);
  throwIfAborted(host.signal);
  const named = [...texts, ...references];
  const sides: ComparedSide[] = [];
  for (const text of named) {
    const side = readSide(context, text, given);
    sides.push(side);
    await breathe(side.whole.lengthWords);
  }
  const { pairs, ...bounds } = candidates(kernels, sides, texts.length, given === null);
  const found: ComparedPair[] = [];
  let isBounded = false;
  const order = pairs.map(({ one, other }) => [one, other] as const);
  const work = { texts: named, ignore };
  const isInThreads = context.comparePairs !== null && areForThreads(work, order, sides);
  const measured = isInThreads
    ? measuredBy(context.comparePairs!(work), order, sides, host.signal)
    : measuredHere(kernels, order, sides, given === null, host.signal);
  let done = 0;
  for await (const { found: shared, isBounded: isCut } of measured) {
    const [one, other] = order[done++]!;
    isBounded ||= isCut;
    if (shared !== null) found.push({ a: named[one]!.id, b: named[other]!.id, ...shared });
    host.onProgress?.({ stage: "compare", done: one, total: texts.length, unit: "texts" });
  }
  host.onProgress?.({ stage: "compare", done: texts.length, total: texts.length, unit: "texts" });
  const members = sides.map((side, i) => ({ id: named[i]!.id, ...comparedText(side, given !== null) }));
  const method = methodOf(context, []);
  return {
    comparisons_id: await resultId("cmps", method, [
      members.map(({ id, fingerprint }, i) => [id, fingerprint, named[i]!.content_type ?? "text"]),
      // Code is read by signs that no fingerprint holds.
      found.map(({ a, b, relation, spelling = null }) => [a, b, relation, spelling]),
      references.length,
      ignore,
    ]),
    texts: members,
    references: references.length,
    pairs: found.sort(byStrength),
    clusters: clustersOf(
      named.map(({ id }) => id),
      found,
    ),
    aligned_pairs: pairs.length,
    offset_unit: "utf16",
    method,
    completeness: completenessOfPairs(bounds, isBounded, named.length),
  };
}

interface PairsToAlign extends SharingPairs {
  /** Texts that stand there too often for each two of them to be compared. */
  commonTexts: number;
}

/** Pairs that may share a passage, ascending. */
function candidates(
  kernels: Kernels,
  sides: readonly ComparedSide[],
  firsts: number,
  isRespelled: boolean,
): PairsToAlign {
  const others = sides.length - firsts;
  if ((firsts * (firsts - 1)) / 2 + firsts * others <= PAIRS_ALL_MAX)
    return { ...withinWords(allPairs(firsts, sides.length), sides), commonRuns: 0, commonTexts: 0 };
  const holdersMax = holdersOf(sides.length);
  const runsOf = (side: ComparedSide | null) => side?.content?.shingled.shingles.low ?? new Uint32Array();
  const bounds = { firsts, holdersMax, pairsMax: PAIRS_MAX };
  const plain = sharingPairs(sides.map(runsOf), { ...bounds, isEnough: () => true });
  // Short texts have no runs, but may be the same.
  const same = sharingPairs(sides.map(identityOf), { ...bounds, isEnough: () => true });
  const changing = SPELLINGS.filter((spelling) =>
    sides.some((side) => ![null, side].includes(readingOf(kernels, side, spelling))),
  );
  const respelled = (isRespelled ? changing : []).map((spelling) => {
    const isCode = spelling.name === "names_in_code";
    const least = isCode ? RESPELLED_SHARE_MIN : SHARED_IN_LETTERS_MIN;
    return sharingPairs(
      sides.map((side) => runsOf(readingOf(kernels, side, spelling))),
      {
        ...bounds,
        // Most runs of code stand in many programs.
        holdersMax: isCode ? sides.length : holdersMax,
        isEnough: (shared, ofOne, ofOther) => shared >= least * Math.min(ofOne, ofOther),
      },
    );
  });
  const all = new Map<number, SharingPair>();
  for (const { pairs } of [plain, same, ...respelled])
    for (const pair of pairs) {
      const key = pair.one * sides.length + pair.other;
      if ((all.get(key)?.shared ?? 0) < pair.shared) all.set(key, pair);
    }
  const searches = [plain, ...respelled];
  const most = strongest([...all.values()].sort(inOrder), PAIRS_MAX);
  const { pairs, left } = withinWords(most, sides);
  return {
    pairs,
    commonRuns: Math.max(...searches.map(({ commonRuns }) => commonRuns)),
    commonTexts: same.commonRuns,
    // Pairs that two searches left out are not known to be the same: so many at least.
    left: left + all.size - most.length + Math.max(...searches.map(({ left }) => left)),
  };
}

/** The pairs that share most, of so many words together: an alignment reads both texts. */
function withinWords(pairs: SharingPair[], sides: readonly ComparedSide[]): Pick<PairsToAlign, "pairs" | "left"> {
  let words = 0;
  const taken = strongestFirst(pairs).filter(({ one, other }) => {
    words += sides[one]!.whole.lengthWords + sides[other]!.whole.lengthWords;
    return words <= WORDS_ALIGNED_MAX;
  });
  return { pairs: taken.sort(inOrder), left: pairs.length - taken.length };
}

const holdersOf = (texts: number): number => Math.max(HOLDERS_MAX, Math.floor(texts / HOLDERS_ONE_IN));

function allPairs(firsts: number, texts: number): SharingPair[] {
  const pairs: SharingPair[] = [];
  for (let one = 0; one < firsts; one++)
    for (let other = one + 1; other < texts; other++) pairs.push({ one, other, shared: 0 });
  return pairs;
}

/** A number that texts of the same words share. */
const identityOf = ({ print }: ComparedSide): Uint32Array =>
  print.lengthWords === 0 ? new Uint32Array() : Uint32Array.of(Number.parseInt(print.id.slice(-8), 16));

const strength = ({ containment_a_in_b: one, containment_b_in_a: other }: ComparedPair): number =>
  Math.max(one.value, other.value);

const byStrength = (x: ComparedPair, y: ComparedPair): number =>
  strength(y) - strength(x) ||
  y.jaccard.value - x.jaccard.value ||
  (y.longest_run_words ?? 0) - (x.longest_run_words ?? 0);

/** Groups of ids that are linked, each in the order of the texts. */
function clustersOf(ids: readonly string[], pairs: readonly ComparedPair[]): string[][] {
  const links = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = links.get(root); next !== undefined; next = links.get(root)) root = next;
    if (root !== id) links.set(id, root);
    return root;
  };
  for (const pair of pairs) {
    const [one, other] = [rootOf(pair.a), rootOf(pair.b)];
    if (one !== other && strength(pair) >= LINKED_SHARE_MIN) links.set(other, one);
  }
  const groups = [...groupBy(ids, rootOf).values()].filter(({ length }) => length > 1);
  return groups.sort((x, y) => y.length - x.length);
}

type PairBounds = Omit<PairsToAlign, "pairs">;

function completenessOfPairs(
  { commonRuns, commonTexts, left }: PairBounds,
  isBounded: boolean,
  texts: number,
): Completeness {
  const chained = `more than ${holdersOf(texts)} texts, of which each was compared with the next alone`;
  const reasons = [
    left > 0 && `${counted(left, "pair")} that share less, or whose texts are long, were not compared.`,
    commonRuns > 0 &&
      `${counted(commonRuns, "sequence")} of five words stand in ${chained}: name what so many share as texts that do not count.`,
    commonTexts > 0 && `${counted(commonTexts, "text")} stand there in ${chained}.`,
  ].filter((reason) => reason !== false);
  return completenessOf([
    stageOf("pairs", "bounded", reasons.length === 0 ? null : reasons.join(" ")),
    stageOf("passages", "bounded", isBounded ? REPEATED : null),
  ]);
}
