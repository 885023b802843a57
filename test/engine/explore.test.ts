/** An analysis that a reader goes through: the same as `analyze`, and conclusions from a part of what was found. */
import { beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeRequest } from "../../src/base/contract/operations/analyze.ts";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { loadKernels } from "../../src/core/kernels/load.ts";
import { contextOf } from "../../src/engine/engine.ts";
import { type Exploration, explore } from "../../src/engine/explore.ts";
import { perform } from "../../src/engine/requests.ts";
import type { EngineContext } from "../../src/engine/steps/context.ts";
import { differingWords } from "../../src/engine/steps/decisions/differences.ts";
import { buildCorpus } from "../../src/index.ts";
import { notAlwaysEmpty } from "../support/notAlwaysEmpty.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { LEDGER, SHELF } from "./fixtures.ts";

const words = (text: string, from: number, to: number): string => text.split(" ").slice(from, to).join(" ");
const [first, second] = [SHELF[1]!, SHELF[2]!];
const changed = words(second.text, 300, 420)
  .split(" ")
  .map((word, i) => (i % 20 === 10 ? "otherwise" : word))
  .join(" ");
const content = `${words(first.text, 100, 320)}\n\n${changed}`;
const request: AnalyzeRequest = { content, options: { max_matches: 1_000, max_sources: 50 } };

let context: EngineContext;
let exploration: Exploration;
beforeAll(async () => {
  const corpora = [await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" })];
  context = await contextOf({ corpora, catalogue: await loadCatalogue(LEDGER) });
  exploration = await explore(context, request);
});

describe("exploring", () => {
  test("answers as analyze does, at every prior", async () => {
    expect(exploration.result).toEqual(await perform(context, "analyze", request, {}));
    for (const prior of notEmpty([0.01, 0.5, 0.9])) {
      const asked = { ...request, options: { ...request.options, prior } };
      expect(await exploration.conclude({ prior })).toEqual(await perform(context, "analyze", asked, {}));
    }
  });

  test("keeping everything is the whole result", async () => {
    expect(await exploration.conclude({ keep: () => true })).toEqual(exploration.result);
  });

  test("concludes from the passages of one document as if only these had been found", async () => {
    const kept = await exploration.conclude({ keep: ({ document }) => document.id === second.id });
    expect(kept.documents.map(({ document }) => document.id)).toEqual([second.id]);
    expect(kept.coverage.matched_words).toBeLessThan(exploration.result.coverage.matched_words);
    expect(kept.log10_lr!.estimate).toBeLessThanOrEqual(exploration.result.log10_lr!.estimate);
    expect(kept.analysis_id).not.toBe(exploration.result.analysis_id);
    expect(kept.completeness.stages).toContainEqual({
      name: "selection",
      status: "bounded",
      reason: expect.stringMatching(/^The reader left out \d+ of \d+ passages\.$/),
    });
    expect(kept.attribution_sources.map(({ model_id }) => model_id)).toEqual(
      exploration.result.attribution_sources.map(({ model_id }) => model_id),
    );
  });

  test("concludes nothing from nothing, and then from everything again", async () => {
    const none = await exploration.conclude({ keep: () => false });
    expect(none).toMatchObject({ verdict: "none_found", matches: [], documents: [], attribution_sources: [] });
    expect(none.coverage).toMatchObject({ matched_words: 0, words: exploration.result.coverage.words });
    const all = await exploration.conclude({});
    expect([all.verdict, all.matches]).toEqual([exploration.result.verdict, exploration.result.matches]);
  });

  test("shows each passage in its source, and only the words that differ as differing", async () => {
    for (const [place, { document, content: span, source }] of notEmpty([...exploration.result.matches.entries()])) {
      const { text, start, passage, differing } = await exploration.beside(place);
      const whole = SHELF.find(({ id }) => id === document.id)!.text;
      expect(whole.slice(start, start + text.length)).toBe(text);
      expect(text.slice(passage.start, passage.end)).toBe(whole.slice(source.start, source.end));
      expect(span.end - span.start).toBeGreaterThan(0);
      for (const one of notAlwaysEmpty(differing.content)) expect(content.slice(one.start, one.end)).toBe("otherwise");
      expect(differing.text).toHaveLength(differing.content.length);
      expect(differing.content.length > 0).toBe(document.id === second.id);
    }
  });
});

test("texts that share no passage differ in all words; equal texts in none", async () => {
  const kernels = await loadKernels();
  const text = words(first.text, 0, 60);
  expect(differingWords(kernels, text, text)).toEqual({ a: [], b: [] });
  const other = words(second.text, 500, 560);
  expect(differingWords(kernels, text, other)).toEqual({
    a: [{ start: 0, end: text.length, kind: "replaced" }],
    b: [{ start: 0, end: other.length, kind: "replaced" }],
  });
  expect(differingWords(kernels, "", text).a).toEqual([]);
});
