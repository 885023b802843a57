/** Repeated runs from disk: the same as those in memory, to the byte; nothing is left behind. */
import fs, { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Hashes } from "../../../src/core/kernels/kernels.ts";
import { RepeatedRuns } from "../../../src/core/sketch/repeatedRuns.ts";
import { deduplicateSubstrings } from "../../../src/corpus/duplicates/bounded.ts";
import { SpilledRuns } from "../../../src/corpus/duplicates/spilledRuns.ts";
import type { Deduplicator } from "../../../src/corpus/index.ts";
import { fewOrAll } from "../../support/scale.ts";

const WORDS = 5;
const folder = mkdtempSync(join(tmpdir(), "spilled-"));

beforeAll(() => {
  vi.stubEnv("TMPDIR", folder);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function hashesOf(words: readonly number[]): Hashes {
  const low = Uint32Array.from(words, (word) => Math.imul(word + 1, 0x9e3779b1));
  return { low, high: low.map((hash) => Math.imul(hash, 0x85ebca6b)) };
}

async function spilled(all: readonly Hashes[]) {
  const runs = new SpilledRuns(WORDS);
  try {
    for (const words of all) expect(runs.cut(words)).toEqual([]);
    await runs.settle();
    return all.map((words) => runs.cut(words));
  } finally {
    runs.close();
  }
}

function inMemory(all: readonly Hashes[]) {
  const runs = new RepeatedRuns(WORDS);
  return all.map((words) => runs.cut(words));
}

/** Texts of few words; and of pieces that recur among others, so that cuts join what stands elsewhere. */
const few = fc.array(fc.array(fc.nat(1), { maxLength: 40 }), { maxLength: 6 });
const pieces = fc
  .tuple(
    fc.array(fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
    fc.array(fc.array(fc.nat(9), { maxLength: 8 }), { maxLength: 8 }),
  )
  .map(([parts, picks]) => picks.map((pick) => pick.flatMap((i) => parts[i % parts.length]!)));

describe("repeated runs from disk", () => {
  test("are those in memory", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(few, pieces), async (texts) => {
        const all = texts.map(hashesOf);
        expect(await spilled(all)).toEqual(inMemory(all));
      }),
      { numRuns: fewOrAll(20, 1_000) },
    );
  });

  test("are those in memory where a cut joins a run that stands elsewhere, and that makes a cut", async () => {
    const body = Array.from({ length: 20 }, (_, i) => 10 + i);
    const [head, foot, next] = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ] as const;
    const texts = [body, [...head, ...body, ...foot], [...head, ...foot], [...head, ...body, ...foot, ...next]];
    const all = [...texts, [...foot, ...next], [50, ...body, ...head, ...foot, 51]].map(hashesOf);
    const cut = inMemory(all);
    expect(cut[2]).toEqual([{ start: 0, end: 6 }]);
    expect(await spilled(all)).toEqual(cut);
  });

  test("are those in memory where two cuts join the same run", async () => {
    const [one, other] = [10, 40].map((from) => Array.from({ length: 20 }, (_, i) => from + i));
    const all = [one!, other!, [1, 2, 3, ...one!, 4, 5, 6], [1, 2, 3, ...other!, 4, 5, 6]].map(hashesOf);
    const cut = inMemory(all);
    expect(cut[3]).toEqual([{ start: 0, end: 25 }]);
    expect(await spilled(all)).toEqual(cut);
  });

  test("are refused to a text that is not the one before, and leave no file", async () => {
    const [one, other] = [hashesOf([1, 2, 3, 4, 5, 6]), hashesOf([1, 2, 3, 4, 5, 7])];
    const runs = new SpilledRuns(WORDS);
    runs.cut(one);
    await runs.settle();
    expect(() => runs.cut(other)).toThrow(expect.objectContaining({ code: "conflict" }));
    runs.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("substrings of documents", () => {
  const options = { level: "substring", wordsMin: WORDS } as const;
  const documents = ["a b c d e f", "x a b c d e y", "a b c d e"].map((text, i) => ({ id: `${i}`, text }));

  test("are looked for in memory up to the bound, then by way of the disk, with one answer", async () => {
    const answers = [];
    for (const [keysMax, passes] of [
      [9, ["memory"]],
      [8, ["memory", "survey", "memory"]],
    ] as const) {
      const seen: string[] = [];
      let pairs: unknown[] = [];
      const read = async (deduplicator: Deduplicator, isSurvey: boolean) => {
        seen.push(isSurvey ? "survey" : "memory");
        pairs = documents.flatMap((document) => deduplicator.look(document));
      };
      await deduplicateSubstrings(options, read, undefined, keysMax);
      expect(seen).toEqual(passes);
      answers.push(pairs);
    }
    expect(answers[0]).toHaveLength(2);
    expect(answers[1]).toEqual(answers[0]);
  });

  test("leave no file where reading fails or is stopped", async () => {
    const read = async (deduplicator: Deduplicator, isSurvey: boolean) => {
      for (const document of documents) deduplicator.look(document);
      expect(readdirSync(folder)).toHaveLength(isSurvey ? 1 : 0);
      throw new Error("stopped");
    };
    await expect(deduplicateSubstrings(options, read, undefined, 1)).rejects.toThrow("stopped");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("say where there is no room", async () => {
    const read = async (deduplicator: Deduplicator) => {
      for (const document of documents) deduplicator.look(document);
    };
    const write = vi.spyOn(fs, "writeSync").mockImplementation(() => {
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    });
    try {
      await expect(deduplicateSubstrings(options, read, undefined, 1)).rejects.toMatchObject({
        code: "storage_failed",
        message: expect.stringMatching(/spolia-dedup-.* cannot be written: there is no room left/),
        hint: expect.stringContaining("TMPDIR"),
      });
    } finally {
      write.mockRestore();
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
