/** The commands of the README run as they stand, one after another, as a reader would run them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { blocksOf, runPage } from "./pages.ts";

const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const SAMPLES = fileURLToPath(new URL("../../../src/faces/site/samples", import.meta.url));

/** What needs more than this machine has, and the test that runs it elsewhere. */
const ELSEWHERE: readonly (readonly [line: RegExp, where: string])[] = [
  [/^npm ci &&/, "the run of all tests, and of the demo"],
  [/infini-gram/, "test/remote/publicIndexes: an index on loopback"],
];

const commands = blocksOf(README).filter(({ language }) => language === "sh");
const lines = commands.flatMap(({ text }) => text.split("\n").filter((line) => line !== ""));
const isElsewhere = (line: string): boolean => ELSEWHERE.some(([pattern]) => pattern.test(line));

test("each reason why a line is not run is one of a line that is there", () => {
  for (const [pattern] of notEmpty(ELSEWHERE))
    expect(
      lines.some((line) => pattern.test(line)),
      String(pattern),
    ).toBe(true);
});

test("the commands run, and answer what stands below them", async () => {
  const run = lines.filter((line) => !isElsewhere(line));
  expect(run.length).toBe(3);
  const { text: answer } = blocksOf(README).find(({ language }) => language === "text")!;
  const page = [...run.flatMap((line) => ["```sh", line, "```"]), "```text", answer.trimEnd(), "```"].join("\n");
  const outcomes = await runPage(page, SAMPLES);
  expect(outcomes.flatMap(({ block, failure }) => (failure === null ? [] : [`${block.text}: ${failure}`]))).toEqual([]);
  expect(outcomes.length).toBeGreaterThanOrEqual(run.length);
});

test("the program runs", async () => {
  const program = blocksOf(README).find(({ language }) => language === "ts")!.text;
  const page = [
    "```ts",
    `${program}\nconsole.log(found.verdict, found.matches.length);`,
    "```",
    "```text",
    "match 1",
    "```",
  ].join("\n");
  const outcomes = await runPage(page, SAMPLES);
  expect(outcomes.flatMap(({ failure }) => failure ?? [])).toEqual([]);
});
