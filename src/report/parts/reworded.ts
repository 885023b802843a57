/** What two texts say in other words: corresponding sentences side by side, with what they name. */
import type { Span } from "../../base/contract/common.ts";
import type { ContentRewording, ContentRewordings } from "../../base/contract/operations/analyze.ts";
import type { ComparedRewording } from "../../base/contract/operations/compare.ts";
import type {
  ComparedFacts,
  CorrespondingSentences,
  RewordedVerdict,
} from "../../base/contract/operations/rewording.ts";
import { numbersOf } from "../../core/vectors/numbers.ts";
import { count, percent } from "../layout/page.ts";
import { placeOf } from "../layout/places.ts";
import type { DifferingSpan, Sheet } from "../layout/sheet.ts";
import type { ReportedText } from "../layout/shownText.ts";
import { PASSAGES_SHOWN, passageOf } from "./passages.ts";

const WORDS: Readonly<Record<RewordedVerdict, string>> = {
  likely: "likely",
  possible: "possible",
  none_found: "none found",
  not_searched: "not searched",
};

/**
 * By `npm run quality -- reworded` and `-- translated`, 2026-11-30, MiniLM and e5-small: contested pairs that this
 * project has written, translations beside what follows their originals, and excerpts of other novels.
 */
export const CONTESTED =
  "of 40 pairs on one matter or in one form, which set the limits, 0 likely (at most 8.8 %) and 4 possible; of 583 passages beside what follows in the same work 3 possible; of 980 excerpts among novels of others 0.";

/** The answer in a sentence or two. */
export function rewordedInWords({
  verdict,
  kind,
  share_a: a,
  share_b: b,
  meaning,
  ...facts
}: ComparedRewording): string {
  const said = `${WORDS[verdict]}${kind === null ? "" : ` ${kind}`}`;
  if (kind === null) return `${said}. ${meaning}`;
  const shares = `${percent(a)} of the sentences and clauses of the first, ${percent(b)} of the second`;
  return [`${said}, ${shares}${namedIn(facts, OF_TWO)}.`, meaning].join(" ");
}

/** @param texts as the page has them, of which some may be absent */
export function writeReworded(
  page: Sheet,
  reworded: ComparedRewording,
  texts: { a: ReportedText | undefined; b: ReportedText | undefined },
  numberedFrom: number,
): void {
  page.heading("In other words");
  page.text(rewordedInWords(reworded));
  const { sentences, encoder } = reworded;
  if (sentences.length === 0) return;
  page.text(`Error rate: ${CONTESTED} Read by ${encoder.name}.`, { dim: true });
  const read = {
    own: (pair: CorrespondingSentences) => wordsOf(texts.a, pair.a),
    source: (pair: CorrespondingSentences) => wordsOf(texts.b, pair.b),
  };
  writeSentences(page, sentences, read, OF_TWO, numberedFrom);
}

/** What documents say in other words, each with the sentences that correspond. */
export function writeContentRewordings(
  page: Sheet,
  { found, verdict, encoder }: ContentRewordings,
  content: ReportedText | undefined,
  numberedFrom: number,
): void {
  page.heading("In other words");
  if (found.length === 0) {
    page.text(`${WORDS[verdict]}. ${verdict === "none_found" ? NONE_FOUND : "The limits below say why."}`);
    return;
  }
  page.text(`Error rate: ${CONTESTED} Read by ${encoder.name}.`, { dim: true });
  let number = numberedFrom;
  for (const one of found.slice(0, REWORDINGS_SHOWN)) {
    page.text(`${rewordingInWords(one)}${namedIn(one, IN_DOCUMENT)}. ${one.meaning}`);
    const { start, snippet, text = snippet } = one.source;
    const read = {
      own: (pair: CorrespondingSentences) => wordsOf(content, pair.a),
      source: ({ b }: CorrespondingSentences) => excerptOf(text, b.start - start, b.end - start),
    };
    writeSentences(page, one.sentences, read, IN_DOCUMENT, number);
    number += Math.min(PASSAGES_SHOWN, one.sentences.length);
  }
  const rest = found.length - REWORDINGS_SHOWN;
  if (rest > 0) page.text(`${count(rest, "more document")}: the result document lists them.`, { dim: true });
}

/** What the two texts are called. */
type Sides = readonly [own: string, source: string];
const OF_TWO: Sides = ["First", "Second"];
const IN_DOCUMENT: Sides = ["Text", "Document"];

const sentencesOf = (number: number): string =>
  `${number.toLocaleString("en")} ${number === 1 ? "sentence or clause" : "sentences or clauses"}`;

const NONE_FOUND = "Of the stretches that were nearest by their words, none says the same in the same order.";
const REWORDINGS_SHOWN = 5;

/** `likely paraphrase of “Emma” in books: 5 sentences or clauses, 68 words`. */
function rewordingInWords({ verdict, kind, document, corpus, sentences, words }: ContentRewording): string {
  const title = document.title ?? document.id;
  return `${WORDS[verdict]} ${kind} of “${title}” in ${corpus}: ${sentencesOf(sentences.length)}, ${count(words, "word")}`;
}

/** The answer in a line. */
export function shortRewordings({ found, verdict }: ContentRewordings): string {
  const [first, ...others] = found;
  if (first === undefined) return `${WORDS[verdict]}.`;
  const more = others.length === 0 ? "" : `, and ${count(others.length, "other document")}`;
  return `${rewordingInWords(first)}${more}. ${first.meaning}`;
}

interface SentenceWords {
  own(pair: CorrespondingSentences): string | null;
  source(pair: CorrespondingSentences): string | null;
}

function writeSentences(
  page: Sheet,
  sentences: readonly CorrespondingSentences[],
  read: SentenceWords,
  sides: Sides,
  numberedFrom: number,
): void {
  for (const [i, pair] of sentences.slice(0, PASSAGES_SHOWN).entries()) {
    const own = read.own(pair);
    const source = read.source(pair);
    page.passage({
      number: numberedFrom + i,
      title: `${sides[0]}: ${placeOf(pair.a)}. ${sides[1]}: ${placeOf(pair.b)}`,
      facts: factsOf(pair, sides),
      own: own === null ? null : { before: "", words: own, after: "" },
      source: source === null ? null : { before: "", words: source, after: "" },
      isWhole: true,
      differing: { own: marksIn(own, pair, "a_only"), source: marksIn(source, pair, "b_only") },
    });
  }
  const rest = sentences.length - PASSAGES_SHOWN;
  if (rest > 0) page.text(`${sentencesOf(rest)} more: the result document lists them.`, { dim: true });
}

/** Of a sentence that ends behind the excerpt its beginning; `null` where none of it is there. */
function excerptOf(text: string, start: number, end: number): string | null {
  if (start >= text.length) return null;
  return `${text.slice(start, end)}${end > text.length ? "…" : ""}`;
}

const wordsOf = (text: ReportedText | undefined, span: CorrespondingSentences["a"]): string | null =>
  text === undefined ? null : passageOf(text.text, text.spanOf(span));

function factsOf({ margin, ...facts }: CorrespondingSentences, sides: Sides): string {
  const others = margin === 0 ? "another sentence is as near" : "another sentence is nearer";
  const nearest = margin > 0 ? "nearer to each other than to any other sentence" : others;
  return `${nearest}${namedIn(facts, sides)}`;
}

/** What both name, and what one alone does. */
function namedIn({ numbers, names }: ComparedFacts, sides: Sides): string {
  const [own, source] = sides.map((side) => side.toLowerCase());
  const listed = (field: keyof ComparedFacts["names"]) => [...numbers[field], ...names[field]].join(", ");
  const [agree, first, second] = [listed("agree"), listed("a_only"), listed("b_only")];
  return [
    ...(agree === "" ? [] : [`; both name ${agree}`]),
    ...(first === "" ? [] : [`; only the ${own} names ${first}`]),
    ...(second === "" ? [] : [`; only the ${source} names ${second}`]),
  ].join("");
}

/** Names and numbers in figures: which agree, and which stand on this side alone. */
function marksIn(words: string | null, { numbers, names }: ComparedFacts, only: "a_only" | "b_only"): DifferingSpan[] {
  if (words === null) return [];
  const spans = (names.agree.concat(names[only]) as string[]).flatMap((name) =>
    placesOf(words, name).map((span) => ({ ...span, isOnly: names[only].includes(name) })),
  );
  for (const { 0: figures, index } of words.matchAll(/\d+(?:[.,]\d{1,15}){0,6}/g)) {
    const [value] = numbersOf(figures);
    if (value === undefined) continue;
    const isOnly = numbers[only].includes(value);
    if (isOnly || numbers.agree.includes(value)) spans.push({ start: index, end: index + figures.length, isOnly });
  }
  spans.sort((x, y) => x.start - y.start);
  const apart = spans.filter(({ start }, i) => i === 0 || start >= spans[i - 1]!.end);
  return apart.map(({ start, end, isOnly }) => ({ start, end, ...(!isOnly && { kind: "agrees" as const }) }));
}

/** Where a name stands as a word of its own. */
function placesOf(words: string, name: string): Span[] {
  const places: Span[] = [];
  for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (!LETTER.test(words.charAt(at - 1)) && !LETTER.test(words.charAt(end))) places.push({ start: at, end });
  }
  return places;
}

const LETTER = /\p{L}/u;
