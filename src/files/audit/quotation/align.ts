/** Aligns the words of a quotation with a stretch of a document, at the place that differs least. */
import { lettersOf, type MarkedWord } from "./tokens.ts";

/** A step: words of either side, as half-open ranges; both may be empty, not at once. */
export interface AlignedStep {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
  /** `free`: words that may be absent, or that stand for others. */
  is: "same" | "differs" | "free";
}

export interface QuotationAlignment {
  /** From the first to the last word of the quotation. */
  steps: readonly AlignedStep[];
  /** Words that differ. */
  distance: number;
}

/** Costs: a word that differs outweighs any number of preferences among free words. */
const WORD = 1 << 20;
const COST = {
  same: 0,
  changed: WORD,
  /** Rather another word in its place: a reader wants to see the author's. */
  leftOut: WORD + 1,
  absent: 2,
  passedOver: 1,
  replaced: 4,
  /** Words of the author between two that agree, in one sentence: a reader wants to see these, not others. */
  omitted: 2 * WORD - 64,
} as const;
/** Words that may be left out at one place, as `he told his wife` is; more are two quotations. */
const OMITTED_WORDS_MAX = 12;
const UNREACHED = 0x7fff_ffff;
/** What ends a sentence, behind a word that is no abbreviation. */
const SENTENCE_END = /^[”’"')\]»]*[.!?…]|\n\s*\n/u;
const ABBREVIATION_LETTERS_MAX = 3;

interface MarkedText {
  text: string;
  tokens: readonly MarkedWord[];
}

export function align(quotation: MarkedText, document: MarkedText): QuotationAlignment {
  const [a, b] = [quotation.tokens, document.tokens];
  const width = b.length + 1;
  const costs = new Int32Array((a.length + 1) * width);
  const isSame = sameness(quotation, document);
  for (let i = 1; i <= a.length; i++)
    for (let j = 0; j <= b.length; j++)
      costs[i * width + j] = bestStep(costs, { i, j, width, a, b, isSame, document }).cost;
  let end = 0;
  for (let j = 0; j <= b.length; j++) if (costs[a.length * width + j]! < costs[a.length * width + end]!) end = j;
  const steps: AlignedStep[] = [];
  for (let [i, j] = [a.length, end]; i > 0; ) {
    const { di, dj, is, omitted = 0 } = bestStep(costs, { i, j, width, a, b, isSame, document });
    steps.push({ a: i - di, aEnd: i, b: j - dj + omitted, bEnd: j, is });
    [i, j] = [i - di, j - dj];
    if (omitted > 0) steps.push({ a: i, aEnd: i, b: j, bEnd: j + omitted, is: "differs" });
  }
  const inOrder = withinSentence(quotation, document, steps.reverse());
  return { steps: inOrder, distance: Math.round(costs[a.length * width + end]! / WORD) };
}

interface AlignedCell {
  i: number;
  j: number;
  width: number;
  a: readonly MarkedWord[];
  b: readonly MarkedWord[];
  isSame: (one: MarkedWord, other: MarkedWord) => boolean;
  document: MarkedText;
}

interface Move {
  cost: number;
  di: number;
  dj: number;
  is: AlignedStep["is"];
  /** Words of the document that the step passes over before the last one, which agrees. */
  omitted?: number;
}

/** The cheapest way to a cell: the words before it are aligned. */
function bestStep(costs: Int32Array, { i, j, width, a, b, isSame, document }: AlignedCell): Move {
  const [one, other] = [a[i - 1]!, b[j - 1]];
  let best: Move = { cost: UNREACHED, di: 1, dj: 0, is: "differs" };
  const consider = (di: number, dj: number, cost: number, is: AlignedStep["is"], omitted = 0) => {
    const all = costs[(i - di) * width + j - dj]! + cost;
    if (all < best.cost) best = { cost: all, di, dj, is, ...(omitted > 0 && { omitted }) };
  };
  if (other !== undefined) {
    if (isSame(one, other)) {
      consider(1, 1, COST.same, "same");
      const words = i > 1 ? omissible(document, j - 1) : 0;
      for (let omitted = 2; omitted <= words; omitted++)
        if (isSame(a[i - 2]!, b[j - omitted - 2]!)) consider(1, 1 + omitted, COST.omitted + omitted, "same", omitted);
    } else if (one.replaces && other.mark === null) consider(1, 1, COST.replaced, "free");
    else if (one.mark === null && other.mark === null) consider(1, 1, COST.changed, "differs");
    if (i > 1 && a[i - 2]!.joined !== null && a[i - 2]!.joined === other.hash) consider(2, 1, COST.same, "same");
    if (j > 1 && b[j - 2]!.joined !== null && b[j - 2]!.joined === one.hash) consider(1, 2, COST.same, "same");
    if (other.mark === null) consider(0, 1, COST.leftOut, "differs");
    else consider(0, 1, COST.passedOver, "free");
  }
  if (one.mark === null) consider(1, 0, COST.leftOut, "differs");
  else consider(1, 0, one.hash === "" ? 0 : COST.absent, "free");
  return best;
}

/** How many words before this one stand in its sentence and count, behind the first of it. */
function omissible(document: MarkedText, at: number): number {
  let words = 0;
  while (words < OMITTED_WORDS_MAX && words + 1 < at) {
    if (endsBefore(document, at - words) || document.tokens[at - words - 1]!.mark !== null) break;
    words++;
  }
  return endsBefore(document, at - words) ? words - 1 : words;
}

function sameness(quotation: MarkedText, document: MarkedText): AlignedCell["isSame"] {
  const stems = quotation.tokens.some(({ stem }) => stem !== null) || document.tokens.some(({ stem }) => stem !== null);
  const letters = ({ text }: MarkedText, { start, end }: MarkedWord) => lettersOf(text.slice(start, end));
  return (one, other) => {
    // Words of which both bear digits differ by these; superscripts have been taken for notes.
    if (one.withDigits !== null && other.withDigits !== null) return one.withDigits === other.withDigits;
    if (one.hash === other.hash) return one.hash !== "";
    if (one.withDigits === other.hash || one.hash === other.withDigits) return true;
    if (one.bare === other.hash || one.hash === other.bare) return true;
    if (!stems) return false;
    return (
      (one.stem !== null && letters(document, other).startsWith(one.stem)) ||
      (other.stem !== null && letters(quotation, one).startsWith(other.stem))
    );
  };
}

/** A word that was added behind a sentence, or before it, replaces none of the next sentence. */
function withinSentence(quotation: MarkedText, document: MarkedText, steps: AlignedStep[]): AlignedStep[] {
  const isChanged = ({ a, aEnd, b, bEnd, is }: AlignedStep) => is === "differs" && aEnd > a && bEnd > b;
  const first = steps.findIndex((step) => !isChanged(step));
  if (first === -1) return steps;
  const last = steps.findLastIndex((step) => !isChanged(step));
  let [from, to] = [0, steps.length];
  for (let i = last + 1; i < to; i++)
    if (endsBefore(document, steps[i]!.b) && !endsBefore(quotation, steps[i]!.a)) to = i;
  for (let i = first - 1; i >= from; i--)
    if (endsBefore(document, steps[i]!.bEnd) && !endsBefore(quotation, steps[i]!.aEnd)) from = i + 1;
  return steps.map((step, i) => {
    if (i >= from && i < to) return step;
    const at = i < from ? steps[from]!.b : steps[to - 1]!.bEnd;
    return { ...step, b: at, bEnd: at };
  });
}

/** Whether a sentence ends between a word and the one before it. */
function endsBefore({ text, tokens }: MarkedText, at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at]];
  if (before === undefined || after === undefined) return false;
  const between = text.slice(before.end, after.start);
  const isAbbreviation = between.startsWith(".") && before.end - before.start <= ABBREVIATION_LETTERS_MAX;
  return SENTENCE_END.test(between) && !isAbbreviation;
}
