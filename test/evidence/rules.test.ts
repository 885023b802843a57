/** The rules between facts and conclusions, at their borders. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributionSource, DisguisedCharacters } from "../../src/contract/analyze.ts";
import type { CorpusInfo } from "../../src/contract/corpus.ts";
import { confidenceNotGiven } from "../../src/evidence/confidence.ts";
import { coverageOf, type Finding } from "../../src/evidence/findings.ts";
import { estimateRevenue } from "../../src/evidence/revenue.ts";
import { assessRisk } from "../../src/evidence/risk.ts";
import { verdictOf } from "../../src/evidence/verdict.ts";

function finding(start: number, end: number, more: Partial<Finding["passage"]> = {}): Finding {
  const document = { id: "d", firstBlock: 0, blocks: 1, offsetBytes: 0, lengthBytes: 0, words: 0, copies: 1 };
  return {
    corpus: { name: "c", dataset: "d" } as CorpusInfo,
    content: { start, end },
    passage: {
      ...{ documentNumber: 0, document, kind: "verbatim", content: { start, end }, source: { start, end, snippet: "" } },
      ...{ agreeingWords: end - start, longestRunWords: end - start, identity: 1, rarityBits: 100, documentFrequency: 1 },
      ...more,
    },
  };
}
const content = (lengthWords: number, distinctShingles = lengthWords) => ({ lengthWords, distinctShingles, metadata: {} });

describe("verdict", () => {
  test.each([
    ["49 words are too few", content(49), [finding(0, 49)], true, "insufficient_evidence"],
    ["50 words suffice", content(50), [finding(0, 50)], true, "match"],
    ["seven distinct shingles are too few", content(500, 7), [finding(0, 400)], true, "insufficient_evidence"],
    ["a passage of 49 words", content(100), [finding(0, 49)], true, "partial"],
    ["50 words in 250 are a fifth", content(250), [finding(0, 50)], true, "match"],
    ["50 words in 251 are less", content(251), [finding(0, 50)], true, "partial"],
    ["two short passages do not add up", content(100), [finding(0, 40), finding(50, 90)], true, "partial"],
    ["nothing, searched completely", content(100), [], true, "none_found"],
    ["nothing, not searched completely", content(100), [], false, "insufficient_evidence"],
    ["found, though not searched completely", content(100), [finding(0, 60)], false, "match"],
  ] as const)("%s", (_, facts, findings, complete, verdict) => {
    expect(verdictOf(facts, findings, complete)).toBe(verdict);
  });
});

test("coverage counts each word once", () => {
  const ranges = fc.array(
    fc.tuple(fc.nat(99), fc.nat(40)).map(([start, length]) => ({ start, end: Math.min(100, start + length) })),
  );
  fc.assert(
    fc.property(ranges, (all) => {
      const words = new Set(all.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
      expect(coverageOf(100, all, 7)).toEqual({
        words: 100,
        matched_words: words.size,
        share: words.size / 100,
        longest_run_words: 7,
      });
    }),
  );
  expect(coverageOf(0, [], 0).share).toBe(0);
});

describe("risk", () => {
  const LEVELS = ["none", "low", "medium", "high", "critical"];
  const source = { model_id: "lab/m", sources: ["s"] } as AttributionSource;
  const facts = {
    catalogue: null,
    attributed: [] as AttributionSource[],
    disguised: { total: 0, kinds: [] } as DisguisedCharacters,
    lengthWords: 1000,
  };
  const level = (risk: ReturnType<typeof assessRisk>) => LEVELS.indexOf(risk.level);

  test("nothing met is no risk; every factor explains itself by its rule", () => {
    expect(assessRisk({ ...facts, verdict: "none_found", findings: [] })).toEqual({
      level: "none",
      factors: [],
      explanations: [],
    });
    const risk = assessRisk({ ...facts, verdict: "match", findings: [finding(0, 300)], attributed: [source] });
    expect(risk.factors).toEqual(["long_verbatim_run", "documented_training_use"]);
    expect(risk.explanations.map(({ factor }) => factor)).toEqual(risk.factors);
    for (const { rule, because } of risk.explanations) expect(rule.length * because.length).toBeGreaterThan(0);
    expect(risk.level).toBe("critical");
  });

  test("a run of 199 words is not long, one of 200 is", () => {
    const factors = (words: number) => assessRisk({ ...facts, verdict: "match", findings: [finding(0, words)] }).factors;
    expect(factors(199)).not.toContain("long_verbatim_run");
    expect(factors(200)).toContain("long_verbatim_run");
  });

  test("disguise counts from five characters on, one in 100 words, and points to where it stands", () => {
    const spans = [{ start: 3, end: 9 }];
    const risk = (total: number, lengthWords: number, findings = [finding(0, 60)]) => {
      const disguised: DisguisedCharacters = { total, kinds: [{ kind: "look_alike_letters", characters: total, spans }] };
      return assessRisk({ ...facts, verdict: "match", findings, disguised, lengthWords });
    };
    expect(risk(5, 500)).toMatchObject({ level: "high", factors: ["disguised_characters"], explanations: [{ spans }] });
    expect(risk(4, 60).factors).toEqual([]);
    expect(risk(5, 501).factors).toEqual([]);
    expect(risk(50, 500, []).level).toBe("none");
  });

  test("widely shared text and a public domain lower the level, but only where all passages are so", () => {
    const lone = finding(0, 60);
    const shared = finding(0, 60, { documentFrequency: 5 });
    const free = finding(0, 60, { document: { ...lone.passage.document, licence: "Public Domain" } });
    const risk = (findings: Finding[]) => level(assessRisk({ ...facts, verdict: "match", findings, attributed: [source] }));
    expect(risk([shared])).toBeLessThan(risk([lone]));
    expect(risk([free])).toBeLessThan(risk([lone]));
    expect(risk([shared, lone])).toBe(risk([lone]));
    expect(risk([free, lone])).toBe(risk([lone]));
  });
});

test("what cannot be given is not given: no confidence, no money", () => {
  const given = confidenceNotGiven();
  expect(given).toMatchObject({ confidence: 0, confidence_ci_95: [0, 100], log10_lr: null });
  expect(
    given.confidence_at_priors.every(
      ({ confidence, confidence_ci_95: [lo, hi] }) => confidence === 0 && lo === 0 && hi === 100,
    ),
  ).toBe(true);
  for (const verdict of ["match", "none_found"] as const) {
    expect(estimateRevenue(verdict)).toMatchObject({
      monthly: 0,
      low: 0,
      high: 0,
      basis: [],
      note: expect.stringMatching(/^No figure/),
    });
  }
});
