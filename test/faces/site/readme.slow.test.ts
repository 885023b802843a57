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
  [/example\.org/, "test/corpus/search/far.test.ts: a corpus on a web host"],
  [/--models? (NAME|…)/, "test/cli/models/asking.test.ts: a model that answers"],
  [/calibrate books/, "test/engine/calibrate.test.ts: more works than the samples have"],
  [/verify report\.json/, "test/service/process/service.test.ts: a report of a service"],
  [/npx spolia serve/, "test/service: services, which do not end"],
];
/** Files that lines name, made of the samples. */
const SETUP = [
  "mkdir manuscripts more-books texts web",
  "cp chapter.txt unrelated.txt manuscripts/",
  "cp unrelated.txt more-books/; cp books/*.txt texts/; cp books/*.txt web/; cp chapter.txt book.txt",
  `printf '{"id":"q","text":"its oars were shipped and dry, and that a loaf of bread lay on the thwart"}\\n' > questions.jsonl`,
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

test("the commands run", async () => {
  const run = lines.filter((line) => !isElsewhere(line));
  expect(run.length).toBeGreaterThan(12);
  const page = ["```sh", ...SETUP, "```", ...notEmpty(run).flatMap((line) => ["```sh", line, "```"])].join("\n");
  const outcomes = await runPage(page, SAMPLES);
  expect(outcomes.flatMap(({ block, failure }) => (failure === null ? [] : [`${block.text}: ${failure}`]))).toEqual([]);
  expect(outcomes).toHaveLength(run.length + 1);
});

test("the program runs", async () => {
  const program = blocksOf(README).find(({ language }) => language === "ts")!.text;
  const page = [
    "```ts",
    `${program}\nconsole.log(found.verdict, found.matches.length);`,
    "```",
    "```text",
    "… 1",
    "```",
  ].join("\n");
  const outcomes = await runPage(page, SAMPLES);
  expect(outcomes.flatMap(({ failure }) => failure ?? [])).toEqual([]);
});
