/**
 * Each regular expression of the sources takes a time that is proportional to its text, and has room on the stack, with
 * the worst of 8 MB that can be made of its parts; or with the longest text that it meets, where that is short.
 */
import { join } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { filesUnder, patternsIn } from "./collect.ts";
import { SHORT } from "./short.ts";
import { unbearable } from "./worst.ts";

const ROOT = join(import.meta.dirname, "../../..");
const ROOMS = ["base", "core", "corpus", "catalogue", "files", "models", "engine", "report", "remote", "service"];
const TEXT_UNITS = 8 * 1024 * 1024;

const found = ROOMS.flatMap((room) => filesUnder(ROOT, `src/${room}`).flatMap((file) => patternsIn(ROOT, file)));

describe.each(ROOMS)("%s", (room) => {
  test("bears the worst text that its patterns meet", async () => {
    const failing: string[] = [];
    for (const { file, line, pattern } of notEmpty(found.filter((one) => one.file.startsWith(`src/${room}/`)))) {
      const short = SHORT.get(`${file} ${pattern}`);
      const failure = unbearable(pattern, short?.units ?? TEXT_UNITS, short !== undefined);
      if (failure !== null) failing.push(`${file}:${line} ${pattern} ${failure}`);
      // Hundreds of patterns take minutes, and each is short.
      await pause();
    }
    expect(failing).toEqual([]);
  });
});

test("what is said to be short is a pattern of the sources", () => {
  const all = new Set(found.map(({ file, pattern }) => `${file} ${pattern}`));
  expect(notEmpty([...SHORT.keys()]).filter((key) => !all.has(key))).toEqual([]);
});
