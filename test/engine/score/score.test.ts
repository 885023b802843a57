/** A score: each channel apart, and no more support than documents and measured error rates carry. */

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScoreChannel, ScoreResult } from "../../../src/base/contract/operations/score.ts";
import { shapeFaults } from "../../../src/base/contract/shapes.ts";
import { SHIPPED } from "../../../src/engine/evidence/calibration/shipped.ts";
import { type ChannelObservation, createEngine, fingerprint, type ScoreRequest } from "../../../src/index.ts";
import { sealed } from "../../../src/models/canaries/custody.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { type Fixture, FOREIGN, openFixture, SHELF, words } from "../fixtures.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => {
  for (const corpus of fixture.corpora) await corpus.close();
});
const content = words(SHELF[0]!.text, 0, 200);
const channelOf = ({ channels }: ScoreResult, name: ScoreChannel["name"]) => channels.find((one) => one.name === name)!;
/** log10 with the decimals that an analysis has. */
const log10Of = (ratio: number) => Number(Math.log10(ratio).toFixed(4));
const statedBy = ({ lr, ci_95 }: ScoreChannel) =>
  lr === null ? null : { estimate: log10Of(lr), lo: log10Of(ci_95![0]), hi: log10Of(ci_95![1]) };
const score = (more: Partial<ScoreRequest> = {}) =>
  fixture.engine.score({ content, target_model: "lab/whole", jurisdiction: "EU-DSM", ...more });

test("documentary evidence supports a score, as far as the match and the documents allow", async () => {
  const result = await score();
  const { lr, ci_95 } = result.channels.find(({ name }) => name === "provenance")!;
  expect(result).toMatchObject({ tier: "weak", direction: "for", basis: "documentary", clipped: false });
  expect(result.range_basis).toBe("sensitivity");
  expect(10 ** result.log10_lr!.estimate).toBeCloseTo(lr!, 3);
  expect(result.score).toBeCloseTo((100 * Math.log10(lr!)) / 6, 3);
  const logs = ci_95!.map((end) => expect.closeTo((100 * Math.log10(end)) / 6, 3));
  expect(result.ci_95).toEqual(logs);
});

test("the ratio of the match is that of an analysis over the same corpora", async () => {
  const contents = [
    ...[60, 120, 400].map((length) => words(SHELF[0]!.text, 0, length)),
    ...[words(FOREIGN, 0, 300), `${words(FOREIGN, 0, 100)} ${words(SHELF[0]!.text, 50, 90)}`],
    ...["Too short to judge.", `${SHELF[0]!.text} ${words(FOREIGN, 0, 480)} `.repeat(4)],
  ];
  for (const text of notEmpty(contents)) {
    const scored = await score({ content: text });
    const ratio = channelOf(scored, "match");
    // Datasets of the model: shelf and attic.
    const { log10_lr: over } = await fixture.engine.analyze({ content: text });
    expect(statedBy(ratio)).toEqual(over);
    const { statistic } = channelOf(scored, "provenance");
    if (statistic["match_lr"] === undefined) continue;
    const { log10_lr: inShelf } = await fixture.engine.analyze({ content: text, options: { corpora: ["shelf"] } });
    expect(log10Of(statistic["match_lr"] as number)).toBe(inShelf!.estimate);
  }
});

test("the score takes the prior odds of use to the odds that an analysis states of the source", async () => {
  const { attribution_sources: sources } = await fixture.engine.analyze({ content });
  const { confidence, inclusion } = sources.find(({ model_id }) => model_id === "lab/whole")!;
  const odds = (probability: number) => probability / (1 - probability);
  const { lr } = channelOf(await score(), "provenance");
  // An analysis has a prior of .5 for the match, as the line has for the share of such works in the dataset.
  expect(odds(inclusion.lo * 0.5) * lr!).toBeCloseTo(odds(confidence / 100), 3);
});

test("a text that quotes has no score: what was met is the quoted passage", async () => {
  const quoting = `${words(FOREIGN, 0, 300)} ${words(SHELF[0]!.text, 50, 90)}`;
  const result = await score({ content: quoting });
  expect(result.in_dataset.datasets[0]).toMatchObject({ dataset: "shelf", verdict: "partial" });
  expect(result).toMatchObject({ tier: "insufficient_evidence", basis: null });
  expect(channelOf(result, "provenance")).toMatchObject({ lr: null, reason: expect.stringMatching(/quoted passage/) });
});

test("error rates stand beside the score, by kind of case", async () => {
  const { error_rates: rates } = await score();
  expect(rates).toHaveLength(SHIPPED.provenance.rates.length);
  expect((await score({ content: "Too short to judge." })).error_rates).toEqual([]);
});

test("a whole book has a score, and so has one that is longer than any that was calibrated", async () => {
  const book = `${SHELF[0]!.text} ${words(FOREIGN, 0, 480)} `;
  const [, most] = SHIPPED.strata.content_words;
  for (const content of notEmpty([book.repeat(4), book.repeat(Math.ceil(most / 9_000))])) {
    const result = await score({ content });
    expect(result.score).toBeGreaterThan(0);
    expect(result.channels.find(({ name }) => name === "provenance")).toMatchObject({ status: "measured" });
  }
});

test("for a text without a confidence, the interval is the whole range, with the reason", async () => {
  const result = await score({ content: "Too short to judge." });
  expect(result).toMatchObject({
    score: 0,
    tier: "insufficient_evidence",
    ci_95: [0, 100],
    log10_lr: null,
    direction: "neutral",
  });
});

test("the result states the calibration of the match, and its id depends on it", async () => {
  const own = await createEngine({
    corpora: fixture.corpora,
    catalogue: fixture.catalogue,
    calibration: { ...SHIPPED, name: "my own" },
  });
  const [shipped, mine] = [
    await score(),
    await own.score({ content, target_model: "lab/whole", jurisdiction: "EU-DSM" }),
  ];
  expect([shipped.method.calibration, mine.method.calibration]).toEqual([SHIPPED.name, "my own"]);
  expect(mine.score_id).not.toBe(shipped.score_id);
  expect((await score({ content: "Too short to judge." })).method.calibration).toBeNull();
});

test("score accepts the model name that an analysis writes, in upper and lower case", async () => {
  const { attribution_sources: sources } = await fixture.engine.analyze({ content, content_type: "text" });
  for (const { provider, model, model_id } of notEmpty(sources)) {
    const asked = await score({ target_model: `${provider}/${model}`.toUpperCase() });
    expect(asked.model_id).toBe(model_id);
  }
  expect(sources.length).toBeGreaterThan(2);
});

test("in_dataset covers the datasets of this model and no others", async () => {
  const { in_dataset, channels } = await score();
  expect(in_dataset).toMatchObject({
    status: "measured",
    datasets: [
      { dataset: "shelf", matched_words: 200, documents: 1 },
      { dataset: "attic", matched_words: 0 },
    ],
  });
  expect(channels.find(({ name }) => name === "match")).toMatchObject({
    status: "measured",
    statistic: { matched_words: 200 },
  });
  expect(channels.find(({ name }) => name === "provenance")).toMatchObject({
    status: "measured",
    basis: "documentary",
  });
  const guessed = await score({ target_model: "lab/container" });
  expect(guessed.channels.find(({ name }) => name === "provenance")).toMatchObject({
    lr: 1,
    ci_95: [1, 1],
    reason: expect.stringMatching(/by rule/),
  });
});

test("a clean text and a model without catalogue data", async () => {
  const clean = await score({ content: words(FOREIGN, 0, 200) });
  expect(clean.in_dataset.datasets.every(({ matched_words }) => matched_words === 0)).toBe(true);
  expect(clean.channels.find(({ name }) => name === "provenance")).toMatchObject({ status: "not_measured", lr: null });
  expect((await score({ target_model: "openai/gpt-4" })).in_dataset).toMatchObject({
    status: "not_measured",
    datasets: [],
  });
});

test("every channel is listed once, and unmeasured channels state this", async () => {
  const { channels } = await score();
  expect(channels.map(({ name }) => name)).toEqual([
    "match",
    "provenance",
    "extraction",
    "canary",
    "order",
    "dataset_inference",
    "membership",
  ]);
  for (const { status, reason, lr } of notEmpty(channels))
    expect(status === "not_measured" ? reason !== null && lr === null : true).toBe(true);
});

test("the jurisdiction changes the wording, never a number", async () => {
  const [here, there] = [await score(), await score({ jurisdiction: "US-TX" })];
  const numbers = ({ score: value, ci_95, tier, channels }: typeof here) =>
    JSON.stringify([value, ci_95, tier, channels]);
  expect(numbers(here)).toBe(numbers(there));
  expect(there.jurisdiction).toMatchObject({ code: "US-TX", applied: "US" });
  expect(there.caveats.length).toBeGreaterThan(here.caveats.length);
});

test("fingerprint data cannot be verified, and the result states this", async () => {
  const { bytes } = await fingerprint(content);
  const { in_dataset } = await fixture.engine.score({
    fingerprint_data: bytes,
    target_model: "lab/whole",
    jurisdiction: "US",
  });
  expect(in_dataset).toMatchObject({ status: "not_measured", reason: expect.stringMatching(/no text/) });
});

test.each([
  ["unknown_model", { target_model: "lab/hole" }],
  ["unknown_jurisdiction", { jurisdiction: "ZZ" }],
  ["invalid_request", { content: undefined }],
  ["unknown_work", { content: undefined, work_hash: `sha256:${"a".repeat(64)}` }],
])("%s", async (code, more) => {
  await expect(score(more)).rejects.toMatchObject({ code });
});

test("without a catalogue there is no model to score", async () => {
  const engine = await createEngine({ corpora: [] });
  await expect(engine.score({ content, target_model: "lab/whole", jurisdiction: "US" })).rejects.toMatchObject({
    code: "unknown_model",
  });
});

const canary = (more: Partial<ChannelObservation> = {}): ChannelObservation => ({
  ...{ channel: "canary", model: "lab/whole", p: 0.001, exactness: "exact", tests: 1, controls: 999, power: null },
  ...{ gate: "not_needed", rates: null, retrieval: "absent", statistic: { name: "loss" }, reason: null },
  ...more,
});

test("observations of the model take precedence over documents, and state their basis", async () => {
  const share = { value: 0.6, ci_95: [0.5, 0.7] as [number, number], hits: 60, of: 100 };
  const rates = { work: share, control: { value: 0, ci_95: [0, 0.1] as [number, number], hits: 0, of: 100 } };
  const asked = { connector: "own", texts: [content], controls: ["another text"], answersSha256: "0".repeat(64) };
  const extraction = canary({ channel: "extraction", exactness: "conditional", rates });
  const probe = canary({ channel: "membership", exactness: "exploratory", gate: "passed", retrieval: "possible" });
  const result = await score({ observations: [await sealed(probe, asked), await sealed(extraction, asked)] });
  expect(result).toMatchObject({ basis: "statistical", tier: "moderate", direction: "for" });
  expect(result.reproduced).toMatchObject({ status: "measured", rate: 0.6, ci_95: [0.5, 0.7] });
  expect(result.caveats.join(" ")).toMatch(/does not prove that they are valid for this model.*without retrieval/);
  expect(result.completeness.stages.at(-1)).toEqual({ name: "model_probing", status: "done" });
  expect(result.score_id).not.toBe((await score()).score_id);
  expect(shapeFaults("ScoreResult", result)).toEqual([]);
});

test.each<[string, unknown, string]>([
  ["of another model", [canary({ model: "lab/tuned" })], "/observations/0/model"],
  ["of a model that nobody knows", [canary({ model: "lab/hole" })], "/observations/0/model"],
  ["a p of 0", [canary({ p: 0 })], "/observations/0/p"],
  ["a p above 1", [canary({ p: 1.1 })], "/observations/0/p"],
  ["a p that is no number", [canary({ p: Number.NaN })], "/observations/0/p"],
  ["fewer controls than none", [canary({ controls: -1 })], "/observations/0/controls"],
  ["no tests", [canary({ tests: 0 })], "/observations/0/tests"],
  ["an infinite statistic", [canary({ statistic: { loss: Infinity } })], "/observations/0/statistic/loss"],
  ["an unknown field", [{ ...canary(), lr: 1e6 }], "/observations/0/lr"],
  [
    "a rate outside its interval",
    [canary({ power: { rank: 1, rate: { value: 0.9, ci_95: [0, 0.5], hits: 9, of: 10 } } })],
    "/observations/0/power/rate",
  ],
  ["no list", canary(), "/observations"],
])("observations are refused: %s", async (_, observations, pointer) => {
  await expect(score({ observations: observations as ChannelObservation[] })).rejects.toMatchObject({
    code: "invalid_request",
    fields: [{ pointer }],
  });
});

test("any observations are scored or rejected with a message of the engine", async () => {
  const loose = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(Number.NaN, Infinity, -1, 5e-324, undefined));
  const fields = Object.entries(canary()).map(([name, value]) => [
    name,
    fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, loose),
  ]);
  const any = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const list = fc.oneof(loose, fc.array(fc.oneof(any, loose), { maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(list, async (observations) => {
      const request = {
        content: "a",
        target_model: "openai/gpt-4",
        observations: observations as ChannelObservation[],
      };
      const error = await score(request).then(
        () => null,
        (thrown) => thrown,
      );
      expect(error === null || error.code === "invalid_request").toBe(true);
    }),
    { numRuns: 300 },
  );
});
