/** The rules between facts and conclusions, at their borders. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributionSource, DisguisedCharacters } from "../../../src/base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../../src/base/contract/resources/corpus.ts";
import { loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { noConfidence } from "../../../src/engine/evidence/confidence/confidence.ts";
import { eventWords } from "../../../src/engine/evidence/confidence/event.ts";
import { type ContentHit, coverageOf } from "../../../src/engine/evidence/findings.ts";
import { reservationsIn } from "../../../src/engine/evidence/reservations.ts";
import { assessRisk } from "../../../src/engine/evidence/risk/risk.ts";
import { tellingRunWords } from "../../../src/engine/evidence/verdict/telling.ts";
import {
  commonplaceOf,
  isSignificant,
  tooShortToJudge,
  verdictOf,
} from "../../../src/engine/evidence/verdict/verdict.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const NOTHING_COMMON = {
  ...{ lists: "", spans: [], mask: new Uint8Array(60), keyOf: (word: number) => word },
  areProvisions: () => false,
  numbersIn: () => 0,
};

function finding(start: number, end: number, more: Partial<ContentHit["passage"]> = {}): ContentHit {
  const document = { id: "d", words: 100_000, copies: 1 };
  return {
    corpus: { name: "c", dataset: "d" } as CorpusInfo,
    content: { start, end },
    quotation: null,
    isProvision: false,
    passage: {
      ...{
        documentNumber: 0,
        document,
        textHash: "0",
        kind: "verbatim",
        content: { start, end },
        source: { start, end, snippet: "", place: {} },
      },
      ...{
        agreeingWords: end - start,
        longestRunWords: end - start,
        identity: 1,
        rarityBits: 100,
        documentFrequency: 1,
        agreeing: [{ a: start, b: start, lengthWords: end - start }],
        sourceWords: end - start,
        rightsNotice: null,
        surprise: { kindOf: new Uint32Array(end), bits: Float64Array.of(100 / (end - start)) },
      },
      ...more,
    },
  };
}
const content = (lengthWords: number, distinctShingles = lengthWords) => ({
  lengthWords,
  distinctShingles,
  metadata: {},
});

describe("verdict", () => {
  const judged = { hasSignificant: true, hasCarriedText: false, log10Lr: 0, isQuotation: false, isBelowEvent: false };
  test.each([
    ["as probable as before", {}, "match"],
    ["less probable than before", { log10Lr: -0.001 }, "partial"],
    ["a quotation, however probable", { log10Lr: 6, isQuotation: true }, "partial"],
    ["fewer words than any event, however probable", { log10Lr: 6, isBelowEvent: true }, "partial"],
    ["a licence alone", { hasSignificant: false, hasCarriedText: true }, "partial"],
    ["nothing to rest on", { hasSignificant: false, log10Lr: 3 }, "none_found"],
  ])("%s", (_, change, verdict) => {
    expect(verdictOf({ ...judged, ...change })).toBe(verdict);
  });

  test.each([
    [49, 7],
    [49, 100],
    [500, 7],
  ])("%i words and %i distinct shingles are too few", (lengthWords, distinctShingles) => {
    expect(tooShortToJudge(content(lengthWords, distinctShingles))).not.toBeNull();
    expect(tooShortToJudge(content(50, 8))).toBeNull();
  });

  test.each([
    [50, 50],
    [250, 50],
    [251, 50.2],
    [4_000, 800],
    [4_001, 800],
    [200_000, 800],
  ])("of %i words the event has %d", (lengthWords, words) => {
    expect(eventWords(lengthWords)).toBeCloseTo(words, 9);
  });
});

describe("what a verdict rests on", () => {
  const weak = (longestRunWords: number, rarityBits: number) => {
    const { passage, ...found } = finding(0, 60);
    return { ...found, passage: { ...passage, longestRunWords, rarityBits } };
  };

  test("a telling run, however common", () => {
    const run = fc.integer({ min: 12, max: 60 });
    fc.assert(
      fc.property(run, fc.nat(200), fc.nat(200_000), fc.nat(), (runWords, bits, lengthWords, searchedWords) => {
        const least = tellingRunWords({ contentWords: lengthWords, searchedWords, language: null });
        expect(isSignificant(weak(runWords, bits), { lengthWords }, searchedWords, null)).toBe(runWords >= least);
      }),
    );
    expect(isSignificant(weak(12, 100), content(300), 1e6, null)).toBe(true);
    expect(isSignificant(weak(12, 100), content(1_000), 1e6, null)).toBe(false);
    expect(isSignificant(weak(13, 100), content(1_000), 1e6, null)).toBe(true);
    expect(isSignificant(weak(15, 100), content(300), 6e7, null)).toBe(false);
    expect(isSignificant(weak(16, 100), content(300), 6e7, null)).toBe(true);
  });

  test("without one, more surprise than 200 bits beyond the places among all searched words", () => {
    expect(isSignificant(weak(11, 220), content(300), 2 ** 20, null)).toBe(true);
    expect(isSignificant(weak(11, 219.9), content(300), 2 ** 20, null)).toBe(false);
    expect(isSignificant(weak(11, 220), content(300), 2 ** 21, null)).toBe(false);
    expect(isSignificant(weak(11, 200), content(300), 0, null)).toBe(true);
  });

  test("words that everybody writes count for neither", () => {
    const mask = new Uint8Array(60).fill(1, 12);
    const common = { ...NOTHING_COMMON, mask };
    expect(isSignificant(finding(0, 60), content(60), 0, common)).toBe(true);
    mask[11] = 1;
    expect(isSignificant(finding(0, 60), content(60), 0, common)).toBe(false);
    // 11 words of 60 keep 11 of 60 parts of the bits.
    const rare = (rarityBits: number) =>
      finding(0, 60, { rarityBits, surprise: { kindOf: new Uint32Array(60), bits: Float64Array.of(rarityBits / 60) } });
    expect(isSignificant(rare(1_091), content(60), 0, common)).toBe(true);
    expect(isSignificant(rare(1_090), content(60), 0, common)).toBe(false);
  });

  test("words of phrases that the corpus repeats lengthen no run, and keep their bits", () => {
    const framed = (from: number, bits = 100) =>
      finding(0, 30, { rarityBits: bits, frames: new Uint8Array(60).fill(1, from, 30) });
    for (const common of [null, NOTHING_COMMON]) {
      expect(isSignificant(framed(12), content(300), 1e6, common)).toBe(true);
      expect(isSignificant(framed(11), content(300), 1e6, common)).toBe(false);
      expect(isSignificant(framed(11, 220), content(300), 1e6, common)).toBe(true);
    }
    // A word that everybody writes and that stands in a frame is one word less.
    const mask = new Uint8Array(60).fill(1, 10, 20);
    expect(isSignificant(framed(22), content(300), 1e6, { ...NOTHING_COMMON, mask })).toBe(true);
    expect(isSignificant(framed(21), content(300), 1e6, { ...NOTHING_COMMON, mask })).toBe(false);
  });

  test("a table with other figures counts for nothing, and one with the same figures counts", () => {
    // Every third word is a number.
    const numbersIn = ({ start, end }: { start: number; end: number }) => Math.floor(end / 3) - Math.floor(start / 3);
    const table = { ...NOTHING_COMMON, numbersIn };
    const sharing = (lengthWords: number, sourceWords = 60) =>
      finding(0, 60, { rarityBits: 900, sourceWords, agreeing: [{ a: 0, b: 0, lengthWords }] });
    expect(isSignificant(sharing(60), content(60), 0, table)).toBe(true);
    expect(isSignificant(sharing(33), content(60), 0, table)).toBe(true);
    expect(isSignificant(sharing(32), content(60), 0, table)).toBe(false);
    // Subtitles put numbers between the words of a book.
    expect(isSignificant(sharing(32, 53), content(60), 0, table)).toBe(true);
    expect(commonplaceOf(sharing(20), content(60), 0, table)).toEqual({
      kind: "enumeration",
      name: "table with other figures",
      words: 60,
    });
    expect(isSignificant(sharing(20), content(60), 0, NOTHING_COMMON)).toBe(true);
  });

  test("in numbered provisions no run tells, and more bits are asked; many works share a formula", () => {
    const provision: typeof finding = (...of) => ({ ...finding(...of), isProvision: true });
    const passage = (rarityBits: number, documentFrequency: number) =>
      provision(0, 60, { longestRunWords: 60, rarityBits, documentFrequency });
    for (const works of [1, 3, 15]) {
      expect(isSignificant(passage(320, works), content(60), 2 ** 20, NOTHING_COMMON)).toBe(true);
      expect(isSignificant(passage(319.9, works), content(60), 2 ** 20, NOTHING_COMMON)).toBe(false);
    }
    expect(isSignificant(passage(16 * 320, 16), content(60), 2 ** 20, NOTHING_COMMON)).toBe(true);
    expect(isSignificant(passage(16 * 319.9, 16), content(60), 2 ** 20, NOTHING_COMMON)).toBe(false);
    expect(commonplaceOf(passage(319.9, 1), content(60), 2 ** 20, NOTHING_COMMON)).toEqual({
      kind: "formula",
      name: "numbered provisions",
      words: 60,
    });
    // The second run repeats words of the first: half of the bits are left.
    const repeating = (rarityBits: number) =>
      provision(0, 60, {
        ...{ longestRunWords: 30, rarityBits, agreeing: [0, 30].map((a) => ({ a, b: a, lengthWords: 30 })) },
        surprise: { kindOf: new Uint32Array(60), bits: Float64Array.of(rarityBits / 60) },
      });
    // Words of a frame have no bits there, and words that everybody writes as well are left out once.
    const framed = (rarityBits: number) =>
      provision(0, 60, {
        ...{ rarityBits, frames: new Uint8Array(60).fill(1, 20, 40) },
        surprise: { kindOf: new Uint32Array(60), bits: Float64Array.of(rarityBits / 60) },
      });
    const some = { ...NOTHING_COMMON, mask: new Uint8Array(60).fill(1, 30, 50) };
    expect(isSignificant(framed(480.1), content(60), 2 ** 20, NOTHING_COMMON)).toBe(true);
    expect(isSignificant(framed(479.9), content(60), 2 ** 20, NOTHING_COMMON)).toBe(false);
    expect(isSignificant(framed(640.1), content(60), 2 ** 20, some)).toBe(true);
    expect(isSignificant(framed(639.9), content(60), 2 ** 20, some)).toBe(false);
    const twice = { ...NOTHING_COMMON, keyOf: (word: number) => word % 30 };
    expect(isSignificant(repeating(320.1), content(60), 2 ** 20, NOTHING_COMMON)).toBe(true);
    expect(isSignificant(repeating(640.1), content(60), 2 ** 20, twice)).toBe(true);
    expect(isSignificant(repeating(639.9), content(60), 2 ** 20, twice)).toBe(false);
    const later = provision(40, 100, { longestRunWords: 60, rarityBits: 100, documentFrequency: 1 });
    expect(commonplaceOf(later, content(100), 2 ** 20, NOTHING_COMMON)?.words).toBe(60);
    expect(commonplaceOf(finding(0, 11), content(60), 2 ** 20, NOTHING_COMMON)).toBeNull();
  });
});

test("coverage counts each word once", () => {
  const spans = fc.array(
    fc.tuple(fc.nat(99), fc.nat(40)).map(([start, length]) => ({ start, end: Math.min(100, start + length) })),
  );
  fc.assert(
    fc.property(spans, (all) => {
      const words = new Set(all.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
      const found = all.map((content) => ({ passage: { content, longestRunWords: 7 } }) as ContentHit);
      expect(coverageOf(100, found)).toEqual({
        words: 100,
        matched_words: words.size,
        share: words.size / 100,
        longest_run_words: all.length === 0 ? 0 : 7,
      });
    }),
  );
  expect(coverageOf(0, []).share).toBe(0);
});

describe("risk", () => {
  const LEVELS = ["none", "low", "medium", "high", "critical"];
  const source = { model_id: "lab/m", sources: ["s"] } as AttributionSource;
  const facts = {
    catalogue: null,
    relation: null,
    attributed: [] as AttributionSource[],
    disguised: { total: 0, kinds: [] } as DisguisedCharacters,
    lengthWords: 1000,
    metadata: {},
  };
  const level = (risk: ReturnType<typeof assessRisk>) => LEVELS.indexOf(risk.level);

  test("nothing met is no risk; every factor explains itself by its rule", () => {
    expect(assessRisk({ ...facts, verdict: "none_found", findings: [] })).toEqual({
      level: "none",
      factors: [],
      explanations: [],
    });
    const risk = assessRisk({ ...facts, verdict: "match", findings: [finding(0, 800)], attributed: [source] });
    expect(risk.factors).toEqual(["long_verbatim_run", "documented_training_use", "large_part_used"]);
    expect(risk.explanations.map(({ factor }) => factor)).toEqual(risk.factors);
    for (const { rule, because } of notEmpty(risk.explanations))
      expect(rule.length * because.length).toBeGreaterThan(0);
    expect(risk.level).toBe("high");
  });

  test("documented use raises the level of 800 words and more, and not of less, though it is a whole document", () => {
    const risk = (one: ContentHit, attributed = [source]) =>
      assessRisk({ ...facts, verdict: "match", findings: [one], attributed }).level;
    const poem = finding(0, 60);
    const whole = { ...poem, passage: { ...poem.passage, document: { ...poem.passage.document, words: 60 } } };
    expect([risk(finding(0, 799)), risk(finding(0, 800))]).toEqual(["medium", "high"]);
    expect(risk(whole)).toBe("medium");
    expect(risk(finding(0, 800), [])).toBe("medium");
  });

  test("reserved rights raise it further, where a large part was used and not elsewhere", () => {
    const risk = (one: ContentHit) =>
      assessRisk({ ...facts, verdict: "match", findings: [one], attributed: [source], metadata: { opt_out: true } });
    expect(risk(finding(0, 800)).level).toBe("critical");
    expect(risk(finding(0, 799))).toMatchObject({ level: "medium", factors: expect.arrayContaining(["use_reserved"]) });
  });

  test("there is no level where the evidence allows no conclusion; a quotation from a free work is none", () => {
    const free = finding(0, 30);
    const freed = {
      ...free,
      passage: { ...free.passage, document: { ...free.passage.document, licence: "public domain" } },
    };
    const risk = (verdict: "insufficient_evidence" | "partial", one: ContentHit) =>
      assessRisk({ ...facts, verdict, findings: [one], attributed: [source] }).level;
    expect(risk("insufficient_evidence", finding(0, 48))).toBe("none");
    expect(risk("partial", finding(0, 48))).toBe("low");
    expect(risk("partial", freed)).toBe("none");
  });

  test("a run of 199 words is not long, one of 200 is", () => {
    const factors = (words: number) =>
      assessRisk({ ...facts, verdict: "match", findings: [finding(0, words)] }).factors;
    expect(factors(199)).not.toContain("long_verbatim_run");
    expect(factors(200)).toContain("long_verbatim_run");
  });

  test("disguise counts from five characters on, one in 100 words, and points to where it stands", () => {
    const spans = [{ start: 3, end: 9 }];
    const risk = (total: number, lengthWords: number, findings = [finding(0, 60)]) => {
      const disguised: DisguisedCharacters = {
        total,
        kinds: [{ kind: "look_alike_letters", characters: total, spans }],
      };
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
    const risk = (findings: ContentHit[]) =>
      level(assessRisk({ ...facts, verdict: "match", findings, attributed: [source] }));
    expect(risk([shared])).toBeLessThan(risk([lone]));
    expect(risk([free])).toBeLessThan(risk([lone]));
    expect(risk([shared, lone])).toBe(risk([lone]));
    expect(risk([free, lone])).toBe(risk([lone]));
  });
});

describe("risk, rule by rule", () => {
  const portion = { kind: "all", epochs: null, size_tokens: null, seen_tokens: null, share: null };
  const catalogue = loadCatalogue(
    parseLedger({
      models: [{ id: "eleutherai/rumoured", provider: "eleutherai", name: "R", scope: "release", sources: ["pile"] }],
      edges: [
        {
          ...{ model: "eleutherai/rumoured", dataset: "wikipedia", evidence: "reported", portion, sources: ["pile"] },
          ...{ contested: true, note: "Alleged in a complaint; denied." },
        },
      ],
    }),
  );
  const at = (dataset: string, one: ContentHit): ContentHit => ({
    ...one,
    corpus: { ...one.corpus, dataset, revision: dataset },
  });
  const of = (words: number, one: ContentHit): ContentHit => ({
    ...one,
    passage: { ...one.passage, document: { ...one.passage.document, words } },
  });
  const licensed = (licence: string) => {
    const one = finding(0, 60);
    return { ...one, passage: { ...one.passage, document: { ...one.passage.document, licence } } };
  };
  const attributedTo = (model_id: string) => [{ model_id, sources: ["s"] } as AttributionSource];
  const long = finding(0, 60);
  const quoted = (one: ContentHit): ContentHit => ({ ...one, quotation: "quotation" });

  const answered = (one: ContentHit): ContentHit => ({ ...one, quotation: "answer" });

  type Case = [factor: string, holds: boolean, what: string, facts: Partial<Parameters<typeof assessRisk>[0]>];
  test.each<Case>([
    ["long_verbatim_run", true, "200 words", { findings: [finding(0, 200)] }],
    ["long_verbatim_run", false, "199 words", { findings: [finding(0, 199)] }],
    ["share_of_a_work", true, "5 %", { findings: [of(1_200, long)] }],
    ["share_of_a_work", false, "less than 5 %", { findings: [of(1_201, long)] }],
    [
      "share_of_a_work",
      true,
      "two passages together",
      { findings: [of(1_200, finding(0, 30)), of(1_200, finding(40, 70))] },
    ],
    [
      "share_of_a_work",
      false,
      "the same words twice",
      { findings: [of(1_200, finding(0, 30)), of(1_200, finding(0, 30))] },
    ],
    ["share_of_a_work", false, "49 words, though all of it", { findings: [of(49, finding(0, 49))] }],
    ["rights_notice", true, "in the text", { findings: [finding(0, 60, { rightsNotice: "Tous droits réservés" })] }],
    ["rights_notice", true, "in the record", { findings: [licensed("© 2019 The Author. All rights reserved.")] }],
    ["rights_notice", false, "neither", { findings: [licensed("CC BY 4.0")] }],
    ["use_reserved", true, "TDMRep of the content", { findings: [long], metadata: { "tdm-reservation": 1 } }],
    ["use_reserved", false, "TDMRep, not reserved", { findings: [long], metadata: { tdm_reservation: "0" } }],
    ["use_reserved", true, "in the document's licence", { findings: [licensed("Text and data mining is reserved.")] }],
    [
      "use_reserved",
      false,
      "nothing said",
      { findings: [licensed("All rights reserved")], metadata: { title: "No AI training" } },
    ],
    ["documented_training_use", true, "an edge", { findings: [long], attributed: attributedTo("openai/gpt-4") }],
    ["large_part_used", true, "800 words", { findings: [finding(0, 800)], attributed: attributedTo("openai/gpt-4") }],
    ["large_part_used", false, "799", { findings: [finding(0, 799)], attributed: attributedTo("openai/gpt-4") }],
    ["large_part_used", false, "no model", { findings: [finding(0, 800)] }],
    ["old_work", true, "1895", { findings: [long], metadata: { published: "1895-12-31" } }],
    ["old_work", false, "1896", { findings: [long], metadata: { published: "1896" } }],
    ["old_work", false, "no date", { findings: [long] }],
    ["open_weights", true, "of Pythia", { findings: [long], attributed: attributedTo("eleutherai/pythia") }],
    ["open_weights", false, "of GPT-4", { findings: [long], attributed: attributedTo("openai/gpt-4") }],
    ["withdrawn_dataset", true, "Books3", { findings: [at("books3", long)] }],
    ["withdrawn_dataset", false, "Wikipedia", { findings: [at("wikipedia", long)] }],
    ["disputed_dataset", true, "an edge that parties dispute", { findings: [at("wikipedia", long)] }],
    ["disputed_dataset", false, "no such edge", { findings: [at("arxiv", long)] }],
    ["documented_memorisation", true, "GPT-J", { findings: [long], attributed: attributedTo("eleutherai/gpt-j-6b") }],
    [
      "documented_memorisation",
      false,
      "a mitigation is none",
      { findings: [long], attributed: attributedTo("swiss-ai/apertus") },
    ],
    [
      "documented_memorisation",
      false,
      "nor an upper bound",
      { findings: [long], attributed: attributedTo("google/gemma-2") },
    ],
    ["widely_shared_text", true, "five works", { findings: [finding(0, 60, { documentFrequency: 5 })] }],
    ["widely_shared_text", false, "four works", { findings: [finding(0, 60, { documentFrequency: 4 })] }],
    ["quotations_only", true, "199 words", { relation: "quotes", findings: [quoted(finding(0, 199))] }],
    ["quotations_only", false, "200 words", { relation: "quotes", findings: [quoted(finding(0, 200))] }],
    ["quotations_only", false, "without marks", { relation: "quotes", findings: [finding(0, 40)] }],
    ["quotations_only", true, "shared", { relation: "quotes", findings: [finding(0, 40, { documentFrequency: 5 })] }],
    ["quotations_only", false, "a whole poem", { relation: "quotes", findings: [of(100, quoted(finding(0, 90)))] }],
    ["quotations_only", true, "a message", { relation: "quotes", findings: [of(100, answered(finding(0, 90)))] }],
    [
      "quotations_only",
      false,
      "a whole poem in parts",
      { relation: "quotes", findings: [of(100, answered(finding(0, 45))), of(100, quoted(finding(45, 90)))] },
    ],
    ["quotations_only", false, "a shared passage", { relation: "shares_passages", findings: [quoted(finding(0, 60))] }],
    ["provisions_only", true, "an act", { findings: [{ ...long, isProvision: true }] }],
    ["provisions_only", false, "an act and a novel", { findings: [{ ...long, isProvision: true }, long] }],
    ["public_domain_source", true, "CC0", { findings: [licensed("CC0 1.0")] }],
    ["public_domain_source", false, "CC BY", { findings: [licensed("CC BY 4.0")] }],
  ])("%s: %s with %s", async (factor, holds, _, more) => {
    const known = await catalogue;
    const risk = assessRisk({
      ...{ verdict: "match", catalogue: known, attributed: [], disguised: { total: 0, kinds: [] }, findings: [long] },
      ...{ relation: null, lengthWords: 1_000, metadata: {} },
      ...more,
    });
    expect(risk.factors.includes(factor)).toBe(holds);
    expect(risk.explanations.filter(({ because, rule }) => Math.min(because.length, rule.length) <= 10)).toEqual([]);
    const cited = risk.explanations.flatMap(({ sources }) => sources);
    expect(cited.filter((id) => id !== "s" && known.source(id) === undefined)).toEqual([]);
    const own = risk.explanations.find((one) => one.factor === factor);
    const restsOnRecords = ![
      ...["rights_notice", "use_reserved", "widely_shared_text"],
      ...["public_domain_source", "old_work", "quotations_only", "provisions_only"],
    ].includes(factor);
    if (own !== undefined && restsOnRecords) expect(own.sources.length).toBeGreaterThan(0);
  });
});

describe("reservations", () => {
  test.each<[Record<string, unknown>, kind: string | null, regime?: string]>([
    [{ "tdm-reservation": 1 }, "reservation", "tdmrep"],
    [{ "tdm:reservation": "1" }, "reservation", "tdmrep"],
    [{ tdm_reservation: 2 }, null],
    [{ "Content-Usage": "search=y, train-ai=n" }, "reservation", "aipref"],
    [{ "content-usage": "train-ai=y" }, null],
    [{ "content-usage": "Train-AI=n" }, null],
    [{ opt_out: true }, "reservation"],
    [{ opt_out: "none" }, null],
    [{ "cawg.ai_generative_training": "notAllowed" }, "reservation", "cawg-tdm"],
    [{ "cawg.ai_training": "allowed" }, null],
    [{ licence: '<prohibits type="usage">ai-train</prohibits>' }, "reservation", "rsl-1.0"],
    [{ terms: "Use for the training of AI models is prohibited." }, "reservation"],
    [{ terms: "No AI training without a licence." }, "reservation"],
    [{ rights: "Alle Rechte vorbehalten" }, "notice"],
    [{ rights: "No rights reserved" }, null],
    [{ title: "All rights reserved" }, null],
    [{ licence: null, rights: 7, terms: ["All rights reserved"] }, null],
  ])("%j", (fields, kind, regime) => {
    const [found] = reservationsIn(fields);
    expect(found?.kind ?? null).toBe(kind);
    expect(found?.regime ?? undefined).toBe(regime);
  });
});

test("what cannot be given is not given", () => {
  const given = noConfidence();
  expect(given).toMatchObject({ confidence: 0, confidence_ci_95: [0, 100], log10_lr: null });
  expect(
    given.confidence_at_priors.every(
      ({ confidence, confidence_ci_95: [lo, hi] }) => confidence === 0 && lo === 0 && hi === 100,
    ),
  ).toBe(true);
});
