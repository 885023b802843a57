/**
 * Public samples of other tools, by their figures: the folder that SPOLIA_SAMPLES names holds clones of dodona-edu/dolos
 * (as `dolos`) and of jplag/JPlag (as `JPlag`). They are no part of the project.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { rankCorrelation } from "../../../bench/quality/passages/code/ranks.ts";
import type { ComparedPair } from "../../../src/base/contract/operations/compareAll.ts";
import { createEngine, type Engine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";

const SAMPLES = process.env["SPOLIA_SAMPLES"] ?? "";
const isMissing = (name: string) => !existsSync(join(SAMPLES, name)) || SAMPLES === "";
const reason = (name: string) => `no clone of ${name} in the folder SPOLIA_SAMPLES`;
const REASONS = { dolos: reason("dodona-edu/dolos"), JPlag: reason("jplag/JPlag") };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ corpora: [] });
});

async function pairsIn(
  folder: string,
  ending: string,
): Promise<(one: string, other: string) => ComparedPair | undefined> {
  const names = readdirSync(join(SAMPLES, folder)).filter((name) => name.endsWith(ending));
  const texts = names.map((name) => ({
    ...{ id: name.slice(0, -ending.length), content_type: "code" as const },
    content: readFileSync(join(SAMPLES, folder, name), "utf8"),
  }));
  const { pairs } = await engine.compareAll({ texts });
  return (one, other) => pairs.find(({ a, b }) => [a, b].includes(one) && [a, b].includes(other));
}

const shareOf = (pair: ComparedPair | undefined): number =>
  pair === undefined ? 0 : Math.max(pair.containment_a_in_b.value, pair.containment_b_in_a.value);

describe.skipIf(isMissing("dolos"))(skippable("samples of Dolos", isMissing("dolos"), REASONS.dolos), () => {
  test("the copy is nearest, then the modified program, then the different one", async () => {
    const pair = await pairsIn("dolos/samples/elm", ".elm");
    const [copy, modified, different] = ["Copy", "Modified", "Different"].map((name) => pair("Caesar", name));
    expect([copy?.relation, modified?.relation, different?.relation]).toEqual([
      ...["near_duplicate", "near_duplicate", "partial"],
    ]);
    expect(shareOf(copy)).toBeGreaterThan(shareOf(modified));
    expect(shareOf(modified)).toBeGreaterThan(shareOf(different));
  });

  test("what was moved, renamed or in part copied is nearer than another student's solution", async () => {
    const pair = await pairsIn("dolos/samples/python/benchmark_files", ".py");
    const others = shareOf(pair("UPGMA_A", "UPGMA_B"));
    expect(pair("UPGMA_A", "UPGMA_A_copy")?.relation).toBe("near_duplicate");
    for (const kind of notEmpty(["functionsmoved", "linesmoved", "variablenames", "functioncopied"])) {
      const copy = pair("UPGMA_A", `UPGMA_A_${kind}`);
      expect(copy?.relation, kind).toBe("near_duplicate");
      expect(shareOf(copy), kind).toBeGreaterThan(5 * others);
    }
    for (const student of notEmpty(["UPGMA_A", "UPGMA_B"]))
      expect(shareOf(pair("UPGMA_A_B_combined", student))).toBeGreaterThan(3 * others);
  });
});

const JPLAG = "JPlag/endtoend-testing/src/test/resources";
const PARTS = "JPlag/core/src/test/resources/de/jplag/samples";

describe.skipIf(isMissing("JPlag"))(skippable("samples of JPlag", isMissing("JPlag"), REASONS.JPlag), () => {
  test("19 variants of a program are in an order like that of JPlag's own figures", async () => {
    const pair = await pairsIn(`${JPLAG}/data/sortAlgo`, ".java");
    const runs = JSON.parse(readFileSync(join(SAMPLES, JPLAG, "results/sortAlgo.json"), "utf8")) as {
      tests: Record<string, { minimal_similarity: number; maximum_similarity: number }>;
    }[];
    for (const { tests } of notEmpty(runs)) {
      const all = Object.entries(tests).map(([name, theirs]) => {
        const ours = pair(...(name.split("-") as [string, string]));
        return [theirs.maximum_similarity, shareOf(ours)] as const;
      });
      expect(all.length).toBe(171);
      expect(rankCorrelation(all)).toBeGreaterThan(0.79);
    }
  });

  test.each([
    ["SimpleDuplicate", "near_duplicate"],
    ["NoDuplicate", undefined],
  ])("%s: %s", async (set, relation) => {
    const folder = join(SAMPLES, PARTS, set);
    const texts = readdirSync(folder).map((id) => ({
      ...{ id, content_type: "code" as const },
      content: readdirSync(join(folder, id))
        .map((name) => readFileSync(join(folder, id, name), "utf8"))
        .join("\n"),
    }));
    const { pairs } = await engine.compareAll({ texts });
    expect(pairs.map((pair) => pair.relation)).toEqual(relation === undefined ? [] : [relation]);
  });
});
