/** A confidence of 0 stands beside `insufficient_evidence` only: 2,000 generated requests (`npm test`: 400), near, far, and cut short. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { AnalyzeResult, Verdict } from "../../../src/base/contract/operations/analyze.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { buildCorpus, createEngine, type Engine, openCorpus } from "../../../src/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { ATTIC, LEDGER, SHELF } from "../fixtures.ts";

const REQUESTS = fewOrAll(400, 2_000);
const random = seeded(2_000);
const below = (count: number) => Math.floor(count * random());
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;

const gutenberg = readFileSync(
  new URL("../../../src/core/uncounted/listed/texts/gutenberg.txt", import.meta.url),
  "utf8",
);
const LICENCE = gutenberg.split(/\s+/).slice(0, 400).join(" ");
const ACT = Array.from({ length: 20 }, (_, i) => `(${i + 1}) ${zipfText(random, 30)}`).join("\n");
/** Repeats itself, so that a search in it ends early. */
const REFRAIN = `${zipfText(random, 12)}\n`.repeat(400);
const DOCUMENTS = [...SHELF, ...ATTIC].map(({ text }) => text);
const NUMBERS = Array.from({ length: 200 }, (_, i) => i + 1).join(" ");

let engines: Engine[];
beforeAll(async () => {
  const catalogue = await loadCatalogue(LEDGER);
  const shelf = await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" });
  const common = [LICENCE, ACT, NUMBERS].map((text, i) => ({ id: `common-${i}`, text }));
  const attic = await buildCorpus([...ATTIC, ...common], { name: "attic", dataset: "attic" });
  const refrains = Array.from({ length: 60 }, (_, i) => ({ id: `refrain-${i}`, text: REFRAIN }));
  const periodic = await buildCorpus(refrains, { name: "periodic", dataset: "library" });
  const { label, open } = shelf.storage;
  const far = await openCorpus({
    label,
    open: async (name) => {
      const { sizeBytes, read, close } = await open(name);
      return { sizeBytes, gapBytes: 1 << 16, isFar: true, read, close };
    },
  });
  engines = await Promise.all(
    [[shelf, attic], [far], [attic, periodic], [periodic]].map((corpora) => createEngine({ corpora, catalogue })),
  );
});

function piece(): string {
  const text = pick([
    ...[() => pick(DOCUMENTS), () => pick(DOCUMENTS), () => zipfText(random, 300), () => LICENCE],
    ...[() => ACT, () => NUMBERS, () => REFRAIN],
  ])();
  const words = text.split(/\s+/);
  const start = below(words.length);
  const some = words.slice(start, start + pick([1, 5, 12, 20, 49, 50, 60, 100, 300, 2_000]));
  if (random() < 0.3) for (let at = below(10); at < some.length; at += 2 + below(12)) some[at] = pick(words);
  return random() < 0.2 ? `“${some.join(" ")}”` : some.join(pick([" ", " ", "\n"]));
}

function expectConsistent(result: AnalyzeResult): void {
  const { verdict, confidence, confidence_ci_95: ends, log10_lr, passage_confidence: passage } = result;
  const isGiven = verdict !== "insufficient_evidence";
  expect(log10_lr !== null).toBe(isGiven);
  expect(confidence > 0).toBe(isGiven);
  expect(passage > 0).toBe(isGiven);
  expect(passage).toBeGreaterThanOrEqual(confidence);
  expect(confidence).toBeLessThan(100);
  expect(ends[0]).toBeLessThanOrEqual(confidence);
  expect(ends[1]).toBeGreaterThanOrEqual(confidence);
  for (const { confidence: one } of notEmpty(result.confidence_at_priors)) expect(one > 0).toBe(isGiven);
  for (const source of notAlwaysEmpty(result.attribution_sources)) {
    expect(isGiven).toBe(true);
    expect(source.confidence).toBeGreaterThan(0);
    expect(source.confidence_ci_95[1]).toBeGreaterThanOrEqual(source.confidence);
  }
}

test("each has a confidence above 0, unless there is too little to judge", async () => {
  const verdicts: Partial<Record<Verdict, number>> = {};
  let bounded = 0;
  for (let i = 0; i < REQUESTS; i++) {
    const content = Array.from({ length: 1 + below(3) }, piece).join("\n\n");
    const options = { prior: pick([0.0001, 0.01, 0.5, 0.99]), max_matches: pick([1, 10, 50]) };
    const result = await pick(engines).analyze({ content, options });
    expectConsistent(result);
    verdicts[result.verdict] = (verdicts[result.verdict] ?? 0) + 1;
    bounded += Number(
      result.completeness.stages.some(({ name, status }) => /^search/.test(name) && status === "bounded"),
    );
  }
  expect(Object.keys(verdicts).sort()).toEqual(["insufficient_evidence", "match", "none_found", "partial"]);
  expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(REQUESTS / 40);
  expect(bounded).toBeGreaterThan(REQUESTS / 100);
});
