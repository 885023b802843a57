/** The last line of a run, and that no test is skipped without a reason. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reasonOf, summary } from "../support/run/plainSummary.ts";
import { skippable } from "../support/skippable.ts";

const TESTS = join(import.meta.dirname, "..");

test("says how many tests were skipped for each reason", () => {
  expect(summary(7, 0, [])).toBe("7 passed, 0 failed, 0 skipped");
  expect(summary(7, 1, ["there is no ../shared", "bun needs glibc", "there is no ../shared"])).toBe(
    "7 passed, 1 failed, 3 skipped: 2 because there is no ../shared, 1 because bun needs glibc",
  );
});

test("finds the reason in the note, in the name, or in that of a group", () => {
  expect(reasonOf("runs under bun", "bun needs glibc")).toBe("bun needs glibc");
  const group = skippable("real novels", true, "there is no ../shared");
  expect(reasonOf(`corpus > ${group} > finds all`, undefined)).toBe("there is no ../shared");
  expect(reasonOf(skippable("real novels", false, "there is no ../shared"), undefined)).toBe("no reason is given");
});

test("every test that may be skipped has a reason", () => {
  const files = globSync("**/*.ts", { cwd: TESTS, exclude: ["**/node_modules/**", "**/summary.test.ts"] });
  const skips = files.flatMap((file) => {
    const source = readFileSync(join(TESTS, file), "utf8");
    const found = source.matchAll(/(?:\.(?:skipIf|runIf|todo)|\b(?:test|describe|it|context)\.skip)\([\s\S]{0,200}/g);
    return [...found].map(([text]) => ({ file, text }));
  });
  expect(skips.length).toBeGreaterThan(10);
  const isGiven = (text: string) => /\b(?:skippable|withS3)\(/.test(text) || /^context\.skip\((?!\))/.test(text);
  expect(skips.filter(({ text }) => !isGiven(text)).map(({ file, text }) => `${file}: ${text.slice(0, 60)}`)).toEqual(
    [],
  );
});
