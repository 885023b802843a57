/**
 * 10,000 questions to three nodes: every field of every answer is that of one engine over the whole corpus. Quotations
 * stand in several segments, documents are deleted, and one phrase stands in more blocks than are read.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { askedBothWays, type EqualAnswers } from "../../support/suites/cluster/equal.ts";
import { library, questions } from "../../support/suites/cluster/library.ts";

const PARTS = 100;
const QUESTIONS_A_PART = 100;

let both: Awaited<ReturnType<typeof askedBothWays>>;
let contents: Generator<string>;
const all: EqualAnswers[] = [];
beforeAll(async () => {
  const books = await library(60);
  both = await askedBothWays(books);
  contents = questions(books, PARTS * QUESTIONS_A_PART);
});
afterAll(() => both.close());

test.each(Array.from({ length: PARTS }, (_, part) => part))("part %d of 100: 100 questions", async (part) => {
  const own = Array.from({ length: QUESTIONS_A_PART }, () => contents.next().value as string);
  all.push(await both.expectEqual(own));
  expect(all.length).toBe(part + 1);
});

test("quotations in several segments, budgets that bind, all verdicts and all nodes were among them", () => {
  const sum = (of: (one: EqualAnswers) => number) => all.reduce((total, one) => total + of(one), 0);
  const verdicts: Record<string, number> = {};
  for (const one of all)
    for (const [verdict, times] of Object.entries(one.verdicts)) verdicts[verdict] = (verdicts[verdict] ?? 0) + times;
  const told = {
    questions: sum((one) => one.questions),
    frequent: sum((one) => one.frequent),
    bounded: sum((one) => one.bounded),
  };
  console.log(JSON.stringify({ ...told, verdicts, requestsMin: all.at(-1)?.requestsMin }));
  expect(told.questions).toBe(PARTS * QUESTIONS_A_PART);
  expect(Object.keys(verdicts).length).toBeGreaterThan(2);
  expect(told.frequent).toBeGreaterThan(1_000);
  expect(told.bounded).toBeGreaterThan(500);
  expect(all.at(-1)!.requestsMin).toBeGreaterThan(1_000);
});
