/** Confidence: what a reader can recompute, what never happens, and when none is given. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult, ConfidenceFeatures, Match } from "../../../src/base/contract/operations/analyze.ts";
import { type Calibration, outsideOf } from "../../../src/engine/evidence/calibration/calibration.ts";
import { parseCalibration } from "../../../src/engine/evidence/calibration/parse.ts";
import { stepsOf } from "../../../src/engine/evidence/calibration/recalibrate.ts";
import { SHIPPED, SHIPPED_OF_INDEXES, SHIPPED_WITHOUT_TEXT } from "../../../src/engine/evidence/calibration/shipped.ts";
import { NOT_COVERED, SLOPES_COVERED } from "../../../src/engine/evidence/calibration/tested.ts";
import { confidenceOf, logOddsOfFeatures } from "../../../src/engine/evidence/confidence/confidence.ts";
import { eventWords } from "../../../src/engine/evidence/confidence/event.ts";
import { buildCorpus, createEngine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { type Fixture, FOREIGN, openFixture, SHELF, words } from "../fixtures.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => {
  for (const corpus of fixture.corpora) await corpus.close();
});

const LONG = SHELF[0]!.text;
const CONTENTS = {
  "a long passage": `${words(FOREIGN, 0, 80)} ${words(LONG, 4_000, 4_120)} ${words(FOREIGN, 80, 160)}`,
  "two passages of one work": `${words(LONG, 100, 150)} ${words(FOREIGN, 0, 200)} ${words(LONG, 5_000, 5_030)}`,
  "a short one in much": `${words(FOREIGN, 0, 900)} ${words(LONG, 700, 730)}`,
  nothing: words(FOREIGN, 0, 300),
};

/** The worked example of bench/quality/evidence/cases/README.md, for any result: nothing of the engine but its JSON and the shipped numbers. */
function byHand(json: string, calibration: Calibration) {
  const { confidence_features: f, method } = JSON.parse(json) as AnalyzeResult;
  if (f === null) return null;
  const unquoted = f.passage_words === 0 ? 1 : 1 - f.quoted_words / f.passage_words;
  const [words, own, bits] = [f.passage_words * unquoted, f.own_words * unquoted, f.own_bits * unquoted];
  const reach = Math.log(words / Math.max(50, Math.min(f.content_words / 5, 800)));
  const within = (value: number, [least, most]: [number, number]) => Math.min(Math.max(value, least), most);
  const terms: Record<string, number> = {
    below_event: reach < 0 ? reach : 0,
    beyond_event: reach > 0 ? reach : 0,
    ln_passage_words: Math.log(words),
    ln_passage_words_squared: Math.log(words) ** 2,
    ln_longest_run: Math.log(f.longest_run_words),
    identity: f.identity,
    ln_own_surprise: Math.log(1 + Math.max(0, bits - Math.log2(f.searched_words))),
    shared_share: 1 - own / words,
    shared_share_uncovered: (1 - own / words) * (1 - words / f.content_words),
    ln_searched_words: Math.log(within(f.searched_words, calibration.strata.searched_words)),
    ln_content_words: Math.log(within(f.content_words, calibration.strata.content_words)),
  };
  let sum = words === 0 ? -Infinity : calibration.intercept;
  if (words > 0) for (const [name, term] of Object.entries(terms)) sum += calibration.coefficients[name]! * term;
  const steps =
    calibration.by_length?.findLast(({ content_words: [least] }) => least <= f.content_words)?.steps ??
    calibration.steps;
  let row = steps[0]!;
  for (const step of steps) if (step.from !== null && step.from <= sum) row = step;
  const most = calibration.largest!.findLast(({ content_words: [least] }) => least <= f.content_words)!.log10_lr;
  const at = (log10Lr: number) => 100 / (1 + (10 ** -log10Lr * (1 - method.prior)) / method.prior);
  const [ratio, lo] = [Math.min(row.log10_lr, most), Math.min(row.lo, most)];
  return { sum, confidence: at(ratio), lo: lo === -6 ? 0 : at(lo), hi: row.hi === 6 ? 100 : at(row.hi) };
}

describe("recomputed by hand", () => {
  test.each(Object.entries(CONTENTS))(
    "%s: the confidence follows from the JSON and the shipped numbers",
    async (_, content) => {
      for (const prior of [undefined, 0.02, 0.9]) {
        const result = await fixture.engine.analyze({ content, content_type: "text", options: { prior } });
        expect(result.method.calibration).toBe(SHIPPED.name);
        const hand = byHand(JSON.stringify(result), SHIPPED)!;
        expect(result.confidence).toBeCloseTo(hand.confidence, 3);
        expect(result.confidence_ci_95[0]).toBeCloseTo(hand.lo, 3);
        expect(result.confidence_ci_95[1]).toBeCloseTo(hand.hi, 3);
      }
    },
  );

  test.each(Object.entries(CONTENTS))("%s: the features follow from the documents", async (_, content) => {
    const result = await fixture.engine.analyze({ content, content_type: "text" });
    const { documents, matches, coverage, method, confidence_features: features } = result;
    const [best] = documents;
    const passages = matches.filter(({ document }) => document.id === best?.document.id);
    const sumOf = (of: (match: Match) => number) => passages.reduce((sum, match) => sum + of(match), 0);
    expect(features).toEqual({
      content_words: coverage.words,
      searched_words: method.corpora.reduce((sum, corpus) => sum + corpus.words, 0),
      passage_words: sumOf(({ words }) => words),
      own_words: best?.own_words ?? 0,
      longest_run_words: coverage.longest_run_words,
      identity: best === undefined ? 0 : expect.closeTo(sumOf((m) => m.words * m.identity) / best.words, 5),
      rarity_bits: expect.closeTo(
        sumOf((m) => m.rarity_bits),
        4,
      ),
      own_bits: expect.closeTo(
        sumOf((m) => m.rarity_bits),
        4,
      ),
      documents: best === undefined ? 0 : 1,
      quoted_words: 0,
      formula_words: 0,
    });
  });
});

/** The largest ratio differs by length, so that only below it more log-odds are more confidence. */
const WITHOUT_CAPS: Calibration = { ...SHIPPED, largest: [], by_length: [] };

describe("tables by length", () => {
  const table = (log10_lr: number) => [{ from: null, log10_lr, lo: log10_lr - 0.3, hi: log10_lr + 0.3 }];
  const byLength: Calibration = {
    ...SHIPPED,
    by_length: [
      { content_words: [50, 200], steps: table(-0.25) },
      { content_words: [201, 5_000], steps: table(-1) },
    ],
  };
  const none = { own_words: 0, longest_run_words: 0, identity: 0, rarity_bits: 0, own_bits: 0, documents: 0 };
  const features = (content_words: number): ConfidenceFeatures => ({
    ...{ content_words, searched_words: 1e6, passage_words: 0, ...none, quoted_words: 0, formula_words: 0 },
  });

  test("the table of the content's length says it, outside of all the nearest one", () => {
    for (const [words, log10Lr] of notEmpty([
      ...[[30, -0.25] as const, [50, -0.25] as const, [200, -0.25] as const],
      ...[[201, -1] as const, [90_000, -1] as const],
    ])) {
      const { log10_lr } = confidenceOf(byLength, features(words), 0.5);
      expect(log10_lr, `${words} words`).toEqual({ estimate: log10Lr, lo: log10Lr - 0.3, hi: log10Lr + 0.3 });
    }
  });

  test("a step begins where it says, and not after it", () => {
    const found = { ...features(1_000), passage_words: 100, own_words: 100, longest_run_words: 100, identity: 1 };
    const { by_length: _, largest: __, ...plain } = SHIPPED;
    const at = logOddsOfFeatures(plain, plain, found, eventWords(1_000))!;
    const stepsFrom = (from: number) => [...table(-1), { ...table(2)[0]!, from }];
    const ratioFrom = (from: number) =>
      confidenceOf({ ...plain, steps: stepsFrom(from) }, found, 0.5).log10_lr!.estimate;
    expect([ratioFrom(at), ratioFrom(at + 1e-9)]).toEqual([2, -1]);
  });

  test("they are a calibration's, and checked with it", () => {
    expect(parseCalibration({ ...byLength }).by_length).toEqual(byLength.by_length);
    const falling = [...table(-0.25), { ...table(-1)[0]!, from: 3 }];
    for (const by_length of notEmpty([
      [],
      [{ content_words: [9, 3], steps: table(0) }],
      [{ content_words: [50, 200], steps: falling }],
    ]))
      expect(() => parseCalibration({ ...byLength, by_length })).toThrow(
        expect.objectContaining({ code: "calibration_invalid" }),
      );
  });
});

describe("what a confidence is", () => {
  const count = (max: number) => fc.integer({ min: 1, max });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const features: fc.Arbitrary<ConfidenceFeatures> = fc
    .record({
      ...{ content_words: fc.integer({ min: 50, max: 400_000 }), searched_words: count(600_000_000) },
      ...{ covered: share, works: count(500), quoted: share, longest_run_words: count(4_000) },
      ...{ identity: fc.double({ min: 0.5, max: 1, noNaN: true }) },
      rarity_bits: fc.double({ min: 0, max: 50_000, noNaN: true }),
    })
    .map(({ covered, works, quoted, ...one }) => {
      const passage_words = Math.floor(covered * one.content_words);
      return {
        ...{ ...one, passage_words, own_words: passage_words / works, own_bits: one.rarity_bits / works },
        ...{ documents: works, quoted_words: Math.floor(quoted * passage_words), formula_words: 0 },
      };
    });
  const prior = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

  test("never 0 nor 100, inside its interval, and rising with the prior", () => {
    fc.assert(
      fc.property(features, prior, prior, (one, some, other) => {
        const given = confidenceOf(SHIPPED, one, Math.min(some, other));
        const [lo, hi] = given.confidence_ci_95;
        expect(given.confidence).toBeGreaterThan(0);
        expect(given.confidence).toBeLessThan(100);
        expect(lo).toBeLessThanOrEqual(given.confidence);
        expect(hi).toBeGreaterThanOrEqual(given.confidence);
        expect(confidenceOf(SHIPPED, one, Math.max(some, other)).confidence).toBeGreaterThanOrEqual(given.confidence);
        expect(given.passage_confidence).toBeGreaterThanOrEqual(given.confidence);
        expect(given.confidence_at_priors.map((at) => at.prior)).toEqual([0.01, 0.1, 0.5]);
      }),
    );
  });

  test("more log-odds are never less confidence", () => {
    fc.assert(
      fc.property(features, features, (one, other) => {
        const unquoted = [one, other].map((each) => ({ ...each, quoted_words: 0 }));
        const [a, b] = unquoted.map((each) => ({
          logOdds: logOddsOfFeatures(WITHOUT_CAPS, SHIPPED, each, eventWords(each.content_words)) ?? -Infinity,
          confidence: confidenceOf(WITHOUT_CAPS, each, 0.5).confidence,
        })) as [{ logOdds: number; confidence: number }, { logOdds: number; confidence: number }];
        if (a.logOdds <= b.logOdds) expect(a.confidence).toBeLessThanOrEqual(b.confidence);
      }),
    );
  });
});

describe("outside of what was calibrated", () => {
  const stageIn = ({ completeness }: AnalyzeResult) => completeness.stages.find(({ name }) => name === "confidence");

  test("a content beyond the longest has the confidence of the longest, and says so", async () => {
    const [, most] = SHIPPED.strata.content_words;
    const text = `${words(LONG, 0, 6_000)} ${words(FOREIGN, 0, 2_000).repeat(1 + Math.ceil(most / 2_000))}`;
    const result = await fixture.engine.analyze({ content: text, content_type: "text" });
    expect(result).toMatchObject({ verdict: "match", method: { calibration: SHIPPED.name } });
    expect(result.confidence).toBeGreaterThan(50);
    expect(stageIn(result)).toMatchObject({ status: "bounded", reason: expect.stringContaining("The content has") });
  });

  test("so does a search of fewer words than any that was calibrated", async () => {
    const few = SHIPPED.strata.searched_words[0] - 1;
    await using corpus = await buildCorpus([{ id: "few", text: words(LONG, 0, few) }], { name: "few", dataset: "d" });
    const engine = await createEngine({ corpora: [corpus] });
    const result = await engine.analyze({ content: words(LONG, 0, 300), content_type: "text" });
    expect(result.verdict).toBe("match");
    expect(result.confidence).toBeGreaterThan(50);
    expect(stageIn(result)?.reason).toContain("The searched corpora have");
  });

  test("corpora of ten million fingerprints, some 45 million words, are within what was calibrated", () => {
    const features = { content_words: 500, searched_words: 45_000_000 };
    expect(outsideOf(SHIPPED, features, [])).toBeNull();
    expect(outsideOf(SHIPPED, { ...features, searched_words: 1_000_000_000 }, [])).toContain(
      "The searched corpora have",
    );
  });

  test("contents of a length at which the test found confidences wrong, and they are those of the figures", () => {
    const features = { content_words: 1_001, searched_words: 45_000_000 };
    const reason = "contents of 1001 to 4000 words got confidences nearer to 50 than is right (slope 1.44";
    for (const content_words of notEmpty([1_001, 4_000]))
      expect(outsideOf(SHIPPED, { ...features, content_words }, [])).toContain(reason);
    for (const content_words of notEmpty([1_000, 4_001]))
      expect(outsideOf(SHIPPED, { ...features, content_words }, [])).toBeNull();
  });

  test.each([
    [SHIPPED, "evidence"],
    [SHIPPED_WITHOUT_TEXT, "unverified"],
  ])("what is named as not covered is what the newest test says: %#", ({ name, strata }, kind) => {
    const records = notEmpty(readdirSync("bench/records").filter((file) => file.endsWith(`-${kind}.json`)));
    const record = JSON.parse(readFileSync(`bench/records/${[...records].sort().at(-1)}`, "utf8")).questions[0].result;
    expect(record.name).toBe(name);
    const groups: { group: string; slope: number | null }[] = record.calibration;
    const tested = groups.filter(({ group, slope }) => /^(?:\d+ to \d+|over \d+) words$/.test(group) && slope !== null);
    const [least, most] = SLOPES_COVERED;
    const wrong = notEmpty(tested).filter(({ slope }) => slope! < least || slope! > most);
    const named = ({ content_words: [from, to] }: { content_words: readonly [number, number] }) =>
      to >= strata.content_words[1] ? `over ${from - 1} words` : `${from} to ${to} words`;
    expect(notEmpty(NOT_COVERED[name]!).map(named)).toEqual(wrong.map(({ group }) => group));
  });

  test("outside of the profile, the folding and the lookups that were calibrated", () => {
    const corpus = {
      info: {
        name: "c",
        fold: SHIPPED.fitted_for.fold,
        profile: { name: "passage", shingle_words: 5, window_shingles: 8 },
        has_text: true,
      },
      lookups: "all" as const,
    };
    const within = { content_words: 100, searched_words: SHIPPED.strata.searched_words[0] };
    expect(outsideOf(SHIPPED, within, [corpus])).toBeNull();
    expect(outsideOf(SHIPPED, within, [{ ...corpus, lookups: "kept" }])).toBeNull();
    for (const other of [
      { ...corpus, lookups: "coarse" as const },
      { ...corpus, info: { ...corpus.info, fold: "other" } },
      { ...corpus, info: { ...corpus.info, has_text: false } },
      { ...corpus, info: { ...corpus.info, profile: { ...corpus.info.profile, name: "sparse" } } },
    ])
      expect(outsideOf(SHIPPED, within, [corpus, other])).toContain("c is not");
  });

  test("none is given where nothing was searched", async () => {
    const engine = await createEngine({ corpora: [] });
    const result = await engine.analyze({ content: words(FOREIGN, 0, 300), content_type: "text" });
    expect(result).toMatchObject({
      ...{ verdict: "insufficient_evidence", confidence: 0, confidence_ci_95: [0, 100] },
      ...{ confidence_features: null, log10_lr: null, relation: null },
    });
    expect(stageIn(result)).toMatchObject({ status: "skipped", reason: expect.stringContaining("not complete") });
  });
});

describe("a calibration that a caller brings", () => {
  const damaged = (change: (copy: Record<string, unknown>) => void): unknown => {
    const copy = structuredClone(SHIPPED) as unknown as Record<string, unknown>;
    change(copy);
    return copy;
  };

  test("the shipped ones are such; results name the one that was given", async () => {
    for (const shipped of [SHIPPED, SHIPPED_WITHOUT_TEXT, SHIPPED_OF_INDEXES])
      expect(parseCalibration(JSON.parse(JSON.stringify(shipped)))).toEqual(shipped);
    const named = damaged((copy) =>
      Object.assign(copy, { provenance: { ...SHIPPED.provenance, weights: { constructor: 0.5 } } }),
    );
    expect(parseCalibration(named)).toEqual(named);
    const engine = await createEngine({ corpora: fixture.corpora, calibration: { ...SHIPPED, name: "my own" } });
    const result = await engine.analyze({ content: CONTENTS["a long passage"], content_type: "text" });
    expect(result.method.calibration).toBe("my own");
  });

  test.each([
    ["nothing", null],
    ["a step too low", damaged((copy) => Object.assign((copy["steps"] as object[]).at(-1)!, { log10_lr: -5, lo: -6 }))],
    [
      "an interval beside its estimate",
      damaged((copy) => Object.assign((copy["steps"] as object[])[0]!, { lo: 5, hi: 6 })),
    ],
    ["steps out of order", damaged((copy) => (copy["steps"] as object[]).reverse())],
    ["no number", damaged((copy) => Object.assign(copy, { intercept: "secret" }))],
    ["a coefficient too many", damaged((copy) => Object.assign(copy["coefficients"] as object, { more: 1 }))],
  ])("refused: %s", async (_, calibration) => {
    const refused = createEngine({ corpora: [], calibration });
    await expect(refused).rejects.toMatchObject({ code: "calibration_invalid" });
    await expect(refused).rejects.not.toThrow(/secret/);
  });
});

test("steps never fall, hold their estimates, and say nothing beyond the end of the scale", () => {
  const scored = fc.record({ logOdds: fc.option(fc.double({ min: -9, max: 9, noNaN: true })), isEvent: fc.boolean() });
  const both = fc
    .array(scored, { minLength: 2, maxLength: 60 })
    .filter((all) => new Set(all.map((one) => one.isEvent)).size === 2);
  fc.assert(
    fc.property(both, both, (cases, independent) => {
      const steps = stepsOf([-6, -2, 0, 3], cases, independent);
      expect(steps[0]!.from).toBeNull();
      steps.forEach(({ log10_lr, lo, hi }, i) => {
        expect(-6 <= lo && lo <= log10_lr && log10_lr <= hi && hi <= 6).toBe(true);
        const before = steps[i - 1];
        if (before !== undefined) expect(before.log10_lr <= log10_lr && before.lo <= lo && before.hi <= hi).toBe(true);
      });
    }),
  );
});

test("the worked example of the README is what its JSON and the shipped numbers make", () => {
  const readme = readFileSync(new URL("../../../bench/quality/evidence/cases/README.md", import.meta.url), "utf8");
  const json = /```json\n(.*)\n```/.exec(readme)![1]!;
  const { confidence, confidence_ci_95 } = JSON.parse(json) as AnalyzeResult;
  const hand = byHand(json, SHIPPED)!;
  expect(confidence).toBeCloseTo(hand.confidence, 3);
  expect(confidence_ci_95[0]).toBeCloseTo(hand.lo, 3);
  expect(confidence_ci_95[1]).toBeCloseTo(hand.hi, 3);
  expect(readme).toContain(`**${hand.sum.toFixed(6)}**`);
});
