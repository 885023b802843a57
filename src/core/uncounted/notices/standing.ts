/**
 * Which words are standing notices: what whoever sends a mail, keeps a site or publishes a text puts there in the same
 * words, be it about secrecy, cookies, subscriptions, rights, liability or applicants? They are known by signs of their
 * kind, sentence by sentence. A text about such a subject says few of them at once, so it stays what it is.
 */
import { sum } from "../../../base/lists/numbers.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import type { Text, WordRange } from "../../text/text.ts";
import { Marks } from "../enumerations/marks.ts";
import { mailLinesOf } from "./mailLines.ts";
import { beginningsOf, type Phrase, type Phrases, phraseEnd, phrasesAt, phrasesOf, WEIGHTS } from "./phrases.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import type { NoticeSigns } from "./signs/noticeSigns.ts";

/** Least weight of the signs of a sentence that is a notice alone, of each of two in a row, and of one beside those. */
const ALONE_WEIGHT_MIN = WEIGHTS.sure + WEIGHTS.likely;
const PAIR_WEIGHT_MIN = WEIGHTS.sure;
const BESIDE_WEIGHT_MIN = WEIGHTS.likely;
/** Most words for one weight in a paragraph that is a notice whole; hints weigh nothing there. */
const PARAGRAPH_WORDS_PER_WEIGHT_MAX = 10;
/** Most words for one weight: long sentences have signs by chance. */
const WORDS_PER_WEIGHT_MAX = 15;
/** Most words between two sentences of a notice that have no sign. */
const BETWEEN_WORDS_MAX = 24;
/** Least share of words in labels, in a line of a frame. */
const LABELS_SHARE_MIN = 0.75;
/** Fewest labels in lines, one after the other, with so many other words between them. */
const LABELS_MIN = 5;
const LABELS_APART_WORDS_MAX = 5;

/** A sentence with what it has of signs. */
interface SignedSentence extends WordRange {
  weight: number;
  /** The same without hints. */
  weightOfOthers: number;
  /** The kind that most of the weight is of. */
  kind: string;
  /** How many labels it consists of; 0 where it has other words. */
  labels: number;
  isNotice: boolean;
  /** Whether the paragraph goes on with it. */
  isInParagraph: boolean;
}

/** Ascending and apart, each with the name of its kind. */
export function standingNoticesOf(
  kernels: Kernels,
  signs: readonly NoticeSigns[],
  text: Text,
): (WordRange & { name: string })[] {
  const phrases = phrasesOf(kernels, signs);
  const words = phrases.words.find(text.words);
  const places = beginningsOf(phrases, words);
  let next = 0;
  const sentences = sentencesOf(text).map((sentence) => {
    const signs: Sign[] = [];
    for (; next < places.length && places[next]! < sentence.end; next++)
      addSigns(signs, phrases, words, places[next]!, sentence.end);
    return signed(signs, sentence);
  });
  markPairs(sentences);
  markParagraphs(sentences);
  markFrames(sentences);
  const marks = new Marks<string>(text.lengthWords);
  for (const { start, end } of mailLinesOf(text)) marks.mark(start, end, "line of a mail program");
  let last = -1;
  for (const [i, { start, end, kind, isNotice }] of sentences.entries()) {
    if (!isNotice) continue;
    const before = sentences[i - 1];
    if (before !== undefined && weighs(before, BESIDE_WEIGHT_MIN)) marks.mark(before.start, before.end, kind);
    const between = last === -1 ? Number.POSITIVE_INFINITY : start - last;
    if (between <= BETWEEN_WORDS_MAX) marks.mark(last, start, kind);
    marks.mark(start, end, kind);
    const after = sentences[i + 1];
    if (after !== undefined && weighs(after, BESIDE_WEIGHT_MIN)) marks.mark(after.start, after.end, kind);
    last = end;
  }
  return marks.ranges();
}

const weighs = ({ start, end, weight }: SignedSentence, weightMin: number): boolean =>
  weight >= weightMin && end - start <= weight * WORDS_PER_WEIGHT_MAX;

/** A sign where it stands. */
interface Sign extends WordRange {
  phrase: Phrase;
}

/** Adds those that begin with a word. */
function addSigns(signs: Sign[], phrases: Phrases, words: Uint16Array, word: number, limit: number): void {
  const some = phrasesAt(phrases, words, word);
  for (let i = 0; i < some.length; i++) {
    const end = phraseEnd(words, word, limit, some[i]!);
    if (end > word) signs.push({ phrase: some[i]!, start: word, end });
  }
}

function signed(signs: readonly Sign[], { start, end, isInParagraph }: Sentence): SignedSentence {
  if (signs.length === 0)
    return { start, end, weight: 0, weightOfOthers: 0, kind: "", labels: 0, isNotice: false, isInParagraph };
  if (signs.length === 1) return signedOnce(signs[0]!, { start, end, isInParagraph });
  const labels = apart(signs.toSorted((one, other) => other.end - other.start - (one.end - one.start)));
  const inLabels = sum(labels, (one) => one.end - one.start);
  const weighty = apart(signs.filter(({ phrase }) => phrase.weight > 0).sort(byWeight));
  const weights = new Map<string, number>();
  let weight = 0;
  let weightOfOthers = 0;
  for (const { kind, weight: one } of new Set(weighty.map(({ phrase }) => phrase))) {
    weight += one;
    if (one > WEIGHTS.hints) weightOfOthers += one;
    weights.set(kind, (weights.get(kind) ?? 0) + one);
  }
  const kind = [...weights].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0] as [string, number])[0];
  return {
    start,
    end,
    weight,
    weightOfOthers,
    kind: kind === "" ? labels[0]!.phrase.kind : kind,
    labels: inLabels >= LABELS_SHARE_MIN * (end - start) ? labels.length : 0,
    isNotice: false,
    isInParagraph,
  };
}

/** The same with one sign, as most sentences that have any. */
function signedOnce({ phrase: { kind, weight }, ...sign }: Sign, sentence: Sentence): SignedSentence {
  const isLabel = sign.end - sign.start >= LABELS_SHARE_MIN * (sentence.end - sentence.start);
  const weightOfOthers = weight > WEIGHTS.hints ? weight : 0;
  return { ...sentence, weight, weightOfOthers, kind, labels: Number(isLabel), isNotice: false };
}

const byWeight = (one: Sign, other: Sign): number =>
  other.phrase.weight - one.phrase.weight || other.end - other.start - (one.end - one.start);

/** Those of the signs, the first ones first, that share no word. */
function apart(signs: readonly Sign[]): Sign[] {
  const taken = new Set<number>();
  return signs.filter(({ start, end }) => {
    for (let word = start; word < end; word++) if (taken.has(word)) return false;
    for (let word = start; word < end; word++) taken.add(word);
    return true;
  });
}

/** A sentence says enough alone, or with the one before it: whoever tells of a notice quotes less of it. */
function markPairs(sentences: readonly SignedSentence[]): void {
  for (const [i, sentence] of sentences.entries()) {
    sentence.isNotice ||= weighs(sentence, ALONE_WEIGHT_MIN);
    const before = sentences[i - 1];
    if (before === undefined || !weighs(before, PAIR_WEIGHT_MIN) || !weighs(sentence, PAIR_WEIGHT_MIN)) continue;
    before.isNotice = true;
    sentence.isNotice = true;
  }
}

/** A paragraph that says hardly anything else is a notice whole, be it of one sentence. */
function markParagraphs(sentences: readonly SignedSentence[]): void {
  let paragraph: SignedSentence[] = [];
  for (const [i, sentence] of sentences.entries()) {
    paragraph.push(sentence);
    if (sentences[i + 1]?.isInParagraph) continue;
    if (isNoticeWhole(paragraph)) {
      const { kind } = paragraph.reduce((most, one) => (one.weight > most.weight ? one : most));
      for (const one of paragraph) {
        one.isNotice = true;
        if (one.weight === 0) one.kind = kind;
      }
    }
    paragraph = [];
  }
}

function isNoticeWhole(paragraph: readonly SignedSentence[]): boolean {
  const wordsOf = ({ start, end }: SignedSentence) => end - start;
  const words = sum(paragraph, wordsOf);
  const weight = sum(paragraph, ({ weightOfOthers }) => weightOfOthers);
  const without = paragraph.filter(({ weightOfOthers }) => weightOfOthers === 0);
  return (
    paragraph.some((one) => one.weight >= PAIR_WEIGHT_MIN) &&
    words <= weight * PARAGRAPH_WORDS_PER_WEIGHT_MAX &&
    sum(without, wordsOf) <= BETWEEN_WORDS_MAX
  );
}

/** Lines of labels, one after the other, are the frame of a page: menus, forms, footers. */
function markFrames(sentences: SignedSentence[]): void {
  let run: SignedSentence[] = [];
  const close = () => {
    const labels = sum(run, (one) => one.labels);
    if (labels >= LABELS_MIN) for (const one of run) one.isNotice = true;
    run = [];
  };
  for (const sentence of sentences) {
    if (sentence.labels === 0) continue;
    const before = run.at(-1);
    if (before !== undefined && sentence.start - before.end > LABELS_APART_WORDS_MAX) close();
    run.push(sentence);
  }
  close();
}
