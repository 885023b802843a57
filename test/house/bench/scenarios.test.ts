/** The scenarios are well formed, their recipes make what they say, and their sentences are recognised; not yet what is answered. */
import { describe, expect, test } from "vitest";
import { hasSharedData } from "../../../bench/harness/shared.ts";
import { CORPORA } from "../../../bench/quality/scenarios/corpora.ts";
import { RECIPES } from "../../../bench/quality/scenarios/recipes/all.ts";
import { type Heard, READERS, RELATIONS, readScenarios } from "../../../bench/quality/scenarios/scenario.ts";
import {
  ANY_SUM,
  CALIBRATED,
  CONFIDENCE_0,
  found,
  HIGH,
  MANY_CARRY,
  MATCH,
  NOT_USED,
  QUOTED,
  SUM_FOR_ALL,
  TEXT_USED,
  TOO_SHORT,
} from "../../../bench/quality/scenarios/sentences.ts";
import { runsOf, type Words, wordsOf } from "../../../bench/quality/words.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";

const { scenarios, corpora } = readScenarios();
const VERDICTS = ["match", "partial", "none_found", "insufficient_evidence"];
const LEVELS = ["none", "low", "medium", "high", "critical"];

test("there are 32 given scenarios, forty more and sixty blind ones, each with an id of its own", () => {
  expect(scenarios.length).toBe(132);
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(132);
});

test("each judgement is one of the allowed values", () => {
  for (const { id, verdict, relation, risk, corpus } of notEmpty(scenarios)) {
    expect(VERDICTS, id).toContain(verdict);
    expect([null, ...RELATIONS], id).toContain(relation);
    expect(relation === null, id).toBe(verdict === "none_found" || verdict === "insufficient_evidence");
    expect(Object.keys(risk), id).toEqual([...READERS]);
    for (const reader of READERS) expect(LEVELS, id).toContain(risk[reader]);
    for (const name of notEmpty(corpus.split(","))) expect(Object.keys(corpora), id).toContain(name);
  }
});

test("each scenario has a recipe, and each recipe a scenario", () =>
  expect(Object.keys(RECIPES).sort()).toEqual(scenarios.map(({ id }) => id).sort()));

test("each sentence of a scenario has a pattern, and each pattern a sentence", () => {
  for (const { id, must_say, must_not_say } of notEmpty(scenarios))
    expect(Object.keys(RECIPES[id]!.sentences).sort(), id).toEqual([...must_say, ...must_not_say].sort());
});

test("each corpus can be built", () => {
  const named = scenarios.flatMap(({ id, corpus }) => RECIPES[id]!.corpora ?? corpus.split(","));
  expect(Object.keys(CORPORA).sort()).toEqual([...new Set(named)].sort());
});

const isSkipped = !hasSharedData();
describe.skipIf(isSkipped)(skippable("with the development data", isSkipped, "no ../shared"), () => {
  const madeAgain = (id: string) => RECIPES[id]!.text();
  const known = new Map<string, string>();
  const textOf = (id: string) => {
    const text = known.get(id) ?? madeAgain(id);
    known.set(id, text);
    return text;
  };
  /** Texts are made of whole corpora: `npm test` looks at one of so many. */
  const EVERY = fewOrAll(4, 1);
  const wordsIn = (id: string) => wordsOf(textOf(id)).words.length;

  test("the same recipe makes the same text again", () => {
    for (const id of notEmpty(["edited-300-30", "essay-quotes", "subtitles", "names", "scan-errors", "code-copied"]))
      expect(madeAgain(id), id).toBe(textOf(id));
    const editions = () => [...CORPORA["editions"]!.documents()];
    expect(editions()).toEqual(editions());
  });

  test("texts have 50 words or more, except those that are too short to judge", () => {
    for (const { id, verdict } of notEmpty(scenarios.filter((_, i) => i % EVERY === 0)))
      expect(wordsIn(id) < 50, id).toBe(verdict === "insufficient_evidence");
  });

  test("texts have the lengths that their scenarios state", () => {
    const counts = { "chapter-4500": 4_500, "page-500": 500, "tweet-13": 13, "verbatim-48": 48, unpublished: 4_000 };
    for (const [id, count] of notEmpty(Object.entries(counts))) expect(wordsIn(id), id).toBe(count);
  });

  test("what a corpus does not have shares no run of 16 words with it, unless everybody writes it", () => {
    const everybodys = ["numbers", "dates", "alphabet"];
    const absent = scenarios
      .filter(({ id, verdict }) => verdict === "none_found" && !everybodys.includes(id))
      .filter((_, i) => i % EVERY === 0);
    for (const name of notEmpty([...new Set(absent.map(({ corpus }) => corpus))])) {
      const texts = absent.filter(({ corpus }) => corpus === name).map(({ id }) => wordsOf(textOf(id)));
      expect(sharedRuns(texts, CORPORA[name]!.documents(), 16), name).toEqual([]);
    }
  });
});

describe("a sentence is recognised where it is said, and only there", () => {
  const heard = (report: string): Heard => ({
    result: { confidence: 50, estimated_revenue: { monthly: 0 } } as Heard["result"],
    report,
  });
  const isSaid = (sentence: RegExp | ((heard: Heard) => boolean), report: string) =>
    sentence instanceof RegExp ? sentence.test(report) : sentence(heard(report));

  test.each([
    ["a calibrated confidence", CALIBRATED, "Confidence at a prior of 50 %: 99.94 of 100 (95 % interval 99 to 100)"],
    ["confidence 0", CONFIDENCE_0, "Confidence at a prior of 50 %: 0 of 100 (95 % interval 0 to 100)"],
    ["confidence 0", CONFIDENCE_0, "The confidence is 0.0"],
    ["a document and its place", found("Rachel Gray", "ENG1", "pile"), "1. Rachel Gray, Kavanagh ENG1 in corpus pile"],
    ["high", HIGH, "Risk: high The level ranks cases"],
    ["many works", MANY_CARRY, "verbatim, 92 words, widely shared (35 works)"],
    ["match", MATCH, "MATCH: The searched corpora contain"],
    ["was not used", NOT_USED, "So the text was not used."],
    ["quoted", QUOTED, "The passage is quoted: it stands between quotation marks."],
    ["quoted", QUOTED, "The text itself was not found: quoted passages were."],
    ["the text was used", TEXT_USED, "These models were trained on a dataset in which the text was found:"],
    ["a sum", SUM_FOR_ALL, "138.89 USD a month (5 to 500)."],
    ["a sum", ANY_SUM, "0.02 USD a month for this passage."],
    ["too short", TOO_SHORT, "There is too little for a verdict."],
  ])("%s is said", (_, sentence, report) => expect(isSaid(sentence, report)).toBe(true));

  test.each([
    ["a calibrated confidence", CALIBRATED, "No confidence is stated: 105,606 words."],
    ["confidence 0", CONFIDENCE_0, "Confidence at a prior of 0.1 %: 3 of 100 (95 % interval 0 to 9)"],
    ["confidence 0", CONFIDENCE_0, "Confidence at a prior of 50 %: 0.4 of 100"],
    ["a document and its place", found("Rachel Gray", "ENG1", "pile"), "Rachel Gray ENG1 in corpus pile2"],
    ["high", HIGH, "Risk: low The level is not high."],
    ["many works", MANY_CARRY, "No other document has it."],
    ["match", MATCH, "NONE FOUND: the verdict was match in 97 % of the cases"],
    ["was not used", NOT_USED, "That does not mean that it was not used: it does not show that the text was not used."],
    ["quoted", QUOTED, "A quotation from a third work in both does not count."],
    ["quoted", QUOTED, "It is not marked as a quotation."],
    ["the text was used", TEXT_USED, "Nothing here shows whether a model was trained on the text."],
    ["a sum", SUM_FOR_ALL, "0.02 USD a month for this passage."],
    ["a sum", ANY_SUM, "No amount is stated."],
    ["too short", TOO_SHORT, "a derived passage of at least 50 words"],
  ])("%s is not said", (_, sentence, report) => expect(isSaid(sentence, report)).toBe(false));
});

/** Runs of so many words that a document shares with one of the texts. */
function sharedRuns(texts: readonly Words[], documents: Iterable<{ text: string }>, length: number): string[] {
  const known = new Set(texts.flatMap(({ words }) => words));
  const runs = new Set(texts.flatMap((text) => [...runsOf(text, length)]));
  const shared: string[] = [];
  for (const { text } of documents) {
    const { words } = wordsOf(text);
    // Runs are compared only where all of their words are known, which is rare: these are millions of words.
    let knownWords = 0;
    for (const [at, word] of words.entries()) {
      knownWords = known.has(word) ? knownWords + 1 : 0;
      if (knownWords < length) continue;
      const run = words.slice(at + 1 - length, at + 1).join(" ");
      if (runs.has(run)) shared.push(run);
    }
  }
  return shared;
}
