/** What reports say of numbers and levels reads right whatever the number. */
import { describe, expect, test } from "vitest";
import type { CanaryTestResult } from "../../src/base/contract/operations/canary.ts";
import { weightOf } from "../../src/engine/evidence/risk/levels.ts";
import { RULES } from "../../src/engine/evidence/risk/rules.ts";
import { buildCorpus, createEngine } from "../../src/index.ts";
import * as report from "../../src/report/index.ts";
import { htmlAnalysis, NO_COLOURS, plainAnalysis } from "../../src/report/index.ts";
import { seeded } from "../support/texts.ts";
import { analysis, comparison, comparisonOfPrints, corpusInfo, duplicates, nothing, score } from "./results.ts";

const plain = { colours: NO_COLOURS, columns: 120 };

/** The same document with every whole number from 1 on as 1. */
function withOnes<Value>(value: Value): Value {
  if (typeof value === "number") return (Number.isInteger(value) && value > 1 ? 1 : value) as Value;
  if (Array.isArray(value)) return value.map(withOnes) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withOnes(one)])) as Value;
}

const damages = [{ file: "segment", part: "keys", message: "checksum differs" }];
const verification = { is_sound: false, revision: "r", segments: 3, bytes: 1_000, damages, unread: [] } as never;
const canaries = {
  canaries: [{ commitment: "sha256:0", rank: 4, controls: 9, p: 0.4, p_randomised: 0.4, exposure_bits: 2 }],
  combined: { p: 0.4, tests: 3, smallest_p: 0.1, e_value: 2 },
  power: { hits: 4, of: 5 },
  likelihood_ratio: { estimate: 2, ci_95: [1, 4] },
} as unknown as CanaryTestResult;

/** Each with its document, so that the numbers in it can be changed. */
const PAGES: [name: string, of: unknown, write: (of: never) => string][] = [
  ["analysis", analysis, (of) => plainAnalysis(of, plain)],
  ["nothing", nothing, (of) => plainAnalysis(of, plain)],
  ["score", score, (of) => report.plainScore(of, plain)],
  ["comparison", comparison, (of) => report.plainComparison(of, plain)],
  ["comparison of fingerprints", comparisonOfPrints, (of) => report.plainComparison(of, plain)],
  ["corpus", corpusInfo, (of) => report.plainCorpusInfo(of, plain)],
  ["duplicates", duplicates, (of) => report.plainDuplicates(of, plain)],
  ["verification", verification, (of) => report.plainVerification("books.spolia", of, plain)],
  ["canary", canaries, (of) => report.plainCanaryTest(of, plain)],
];

// "1 words", and not "1 is", "1 across" or the end of a decimal; names of columns follow their number by another sign.
const ONE_OF_MANY = /(?<![\d.,])1 (?!(?:is|was|has|this|across|pass|repeats)\b)[a-z]+s\b/g;

test.each(PAGES)("%s counts one as one, and several as several", (_, document, write) => {
  expect(write(withOnes(document) as never).match(ONE_OF_MANY)).toBeNull();
  expect(write(document as never)).not.toMatch(
    /(?<![\d.,])(?:0|[2-9]|\d{2,}) (?:word|document|segment|damage|cluster|string)\b/,
  );
});

test("a damage stands apart from its file, and is one", () => {
  const page = report.plainVerification("books.spolia", verification, plain);
  expect(page).toContain("DAMAGED: 1 damage found. ");
  expect(page).toMatch(/^ {2}segment {2}keys: checksum differs$/m);
});

test("what many works share is told as that, and as a quotation where the text marks it", async () => {
  const prose = (seed: number) => {
    const random = seeded(seed);
    return Array.from({ length: 300 }, () => `w${Math.floor(random() * 50_000).toString(36)}`).join(" ");
  };
  const menu = `${prose(1).split(" ").slice(0, 34).join(" ")}`;
  const documents = Array.from({ length: 8 }, (_, i) => ({ id: `page ${i}`, text: `${menu}\n\n${prose(10 + i)}` }));
  const corpus = await buildCorpus(documents, { name: "site", dataset: "site" });
  const engine = await createEngine({ corpora: [corpus] });
  const openingOf = async (content: string) => {
    const result = await engine.analyze({ content });
    expect([result.verdict, result.relation]).toEqual(["partial", "quotes"]);
    return plainAnalysis(result, { ...plain, content })
      .split("\n\n")[0]!
      .replace(/\s+/g, " ");
  };
  expect(await openingOf(`${menu}\n\n${prose(99)}`)).toMatch(
    /^PARTIAL: .*The text itself was not found: wording that many works share was, at most 34 words of one document/,
  );
  expect(await openingOf(`He says: “${menu}”\n\n${prose(99)}`)).toContain(
    "The text itself was not found: quoted passages were, at most 34 words of one document",
  );
});

describe("a level of risk says where it comes from", () => {
  const riskOf = (verdict: "match" | "partial", level: string, factors: string[]) => {
    const explanations = factors.map((factor) => ({ factor, rule: "r", because: "b", spans: [], sources: [] }));
    const result = { ...analysis, verdict, risk_assessment: { level, factors, explanations } } as typeof analysis;
    return plainAnalysis(result, plain).split("Risk: ")[1]!.split("\n\n")[0]!;
  };

  test.each([
    ["match", "medium", [], "A match begins at medium, and no rule moves it."],
    ["partial", "low", [], "Passages that make no match begin at low, and no rule moves it."],
    ["match", "medium", ["long_verbatim_run"], "A match begins at medium, and no rule moves it."],
    ["match", "high", ["large_part_used"], "A match begins at medium; rules raise it by 1 step."],
    [
      "match",
      "critical",
      ["large_part_used", "rights_notice", "use_reserved"],
      "A match begins at medium; rules raise it by 2 steps.",
    ],
    [
      "match",
      "low",
      ["large_part_used", "open_weights", "public_domain_source"],
      "A match begins at medium; rules raise it by 1 step, and rules lower it by 2 steps.",
    ],
    [
      "partial",
      "none",
      ["widely_shared_text", "public_domain_source"],
      "Passages that make no match begin at low; rules lower it by 3 steps, and none is the end of the scale.",
    ],
    // A stored result of version 0.1.0.
    ["match", "critical", ["long_verbatim_run"], "A match begins at medium; the rules that were tripped move it."],
  ] as const)("%s, %s, by %j", (verdict, level, factors, sentence) => {
    expect(riskOf(verdict, level, [...factors])).toContain(sentence);
  });

  test("each rule says which way it weighs", () => {
    for (const { factor } of RULES) {
      const page = riskOf("match", "medium", [factor]);
      const way = { up: ", raises", down: ", lowers", frees: ", lowers", with_use: "", informs: "" }[weightOf(factor)!];
      expect(page).toContain(`- ${factor.replaceAll("_", " ")}${way}\n`);
    }
    expect(RULES.length).toBeGreaterThan(5);
  });

  test("nowhere is it said that no rule was tripped", () => {
    for (const result of [analysis, nothing]) {
      expect(plainAnalysis(result, plain)).not.toContain("No rule was tripped");
      expect(htmlAnalysis(result)).not.toContain("No rule was tripped");
    }
  });
});

test.each([
  ["enumeration", "table with other figures", "Only the form of a table was found, with other figures."],
  ["enumeration", "numbers in order", "All that was found is a sequence that everybody writes"],
  ["formula", "numbered provisions", "Only formulas that many acts share were found"],
] as const)("%s, %s: the report names what was found that leads to no source", (kind, name, sentence) => {
  const [match] = analysis.matches;
  const found = { ...nothing, matches: [{ ...match!, commonplace: { kind, name, words: match!.words } }] };
  const folded = plainAnalysis(found as never, plain).replaceAll(/\s+/g, " ");
  expect(folded).toContain(sentence);
  expect(folded).toContain("It is listed below and does not point to a source.");
});
