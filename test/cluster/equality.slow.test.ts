/**
 * 10,000 questions to three nodes: every field of every answer is that of one engine over the whole corpus. Quotations
 * stand in several segments, documents are deleted, and one phrase stands in more blocks than are listed.
 */
import { expect, test } from "vitest";
import { expectEqualAnswers } from "../suites/cluster.equal.ts";
import { library } from "../suites/cluster.library.ts";

const QUESTIONS = 10_000;

test(`${QUESTIONS} answers of three nodes equal those of one engine`, async () => {
  const told = await expectEqualAnswers(await library(60), QUESTIONS);
  console.log(JSON.stringify(told));
  expect(told.questions).toBe(QUESTIONS);
  expect(Object.keys(told.verdicts).length).toBeGreaterThan(2);
  expect(told.frequent).toBeGreaterThan(1_000);
  expect(told.bounded).toBeGreaterThan(500);
  expect(told.requestsMin).toBeGreaterThan(1_000);
});
