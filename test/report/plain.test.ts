import fc from "fast-check";
import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { isSpoliaError } from "../../src/base/errors.ts";
import { SHIPPED } from "../../src/engine/evidence/calibration/shipped.ts";
import { matchRatesByKind } from "../../src/engine/evidence/confidence/errorRates.ts";
import {
  htmlAnalysis,
  htmlComparison,
  htmlExtraction,
  htmlProbe,
  htmlReport,
  htmlScore,
  loadDifferences,
  NO_COLOURS,
  plainAnalysis,
  plainAssessment,
  plainAudit,
  plainComparison,
  plainCorpusInfo,
  plainDataset,
  plainDatasets,
  plainDuplicates,
  plainExtraction,
  plainModel,
  plainModels,
  plainProbe,
  plainReport,
  plainScore,
} from "../../src/report/index.ts";
import { percent } from "../../src/report/layout/page.ts";
import { columnsOf, elide, firstUnits, lastUnits, printable, wrap } from "../../src/report/layout/terminal.ts";
import { notAlwaysEmpty } from "../support/notAlwaysEmpty.ts";
import { notEmpty } from "../support/notEmpty.ts";
import {
  analysis,
  CONTENT,
  comparison,
  comparisonOfPrints,
  corpusInfo,
  duplicates,
  match,
  nothing,
  score,
} from "./results.ts";

const plain = { colours: NO_COLOURS, columns: 80 };
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
const ESCAPES = /\u001b\[[0-9;]*m/g;

describe("pages", () => {
  it.each([
    ["analysis-match", plainAnalysis(analysis, { ...plain, content: CONTENT })],
    ["analysis-nothing", plainAnalysis(nothing, { ...plain, content: CONTENT })],
    ["comparison", plainComparison(comparison, { ...plain, a: CONTENT })],
    ["comparison-fingerprints", plainComparison(comparisonOfPrints, { ...plain, a: CONTENT })],
    ["score", plainScore(score, plain)],
    ["corpus", plainCorpusInfo(corpusInfo, plain)],
    ["duplicates", plainDuplicates(duplicates, plain)],
    [
      "duplicates-none",
      plainDuplicates({ ...duplicates, clusters: [], clustered_documents: 0, surplus_documents: 0 }, plain),
    ],
  ])("%s reads as it should", async (name, page) => {
    await expect(page).toMatchFileSnapshot(`pages/${name}.txt`);
    expect(Math.max(...page.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
  });

  it("says the same with colours and without", () => {
    const coloured = plainAnalysis(analysis, { colours: picocolors.createColors(true), columns: 80, content: CONTENT });
    expect(coloured).toMatch(ESCAPES);
    expect(coloured.replace(ESCAPES, "")).toBe(plainAnalysis(analysis, { ...plain, content: CONTENT }));
  });

  it("lets no text of strangers act on the terminal", () => {
    const hostile = fc.array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom("\u001b[2J", "\u009b31m", "\u202e", "\u2066", "\r", "\u0007", "\u0001"),
      ),
    );
    fc.assert(
      fc.property(
        hostile,
        fc.nat(60),
        fc.nat(60),
        fc.integer({ min: 1, max: 200 }),
        (parts, start, length, columns) => {
          const text = parts.join("");
          const document = { ...match.document, title: text, author: text, id: text, url: text };
          const place = { page: text, heading: text, last_heading: text };
          const span = { start: Math.min(start, text.length), end: Math.min(start + length, text.length), place };
          const result = { ...analysis, matches: [{ ...match, document, content: span }] };
          const page = plainAnalysis(result, { colours: NO_COLOURS, columns, content: text });
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
          const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;
          expect(page).not.toMatch(controls);
          expect(page).not.toMatch(/\p{Surrogate}/u);
        },
      ),
    );
  });

  it("says in a short answer why a text found in what the model read gives no score", () => {
    const reason = "Likelihood ratio 1 by rule, since the document may not have been used.";
    const channels = score.channels.map((one) =>
      one.name === "provenance" ? { ...one, lr: 1, range_basis: "rule" as const, reason } : one,
    );
    const options = { ...plain, columns: 200, detail: "short" as const };
    expect(plainScore({ ...score, tier: "no_support", channels }, options)).toContain(`Why: ${reason}`);
    expect(plainScore({ ...score, channels }, options)).not.toContain("Why:");
    const none = { ...score, tier: "insufficient_evidence" as const, caveats: ["A score of 0 means nothing."] };
    expect(plainScore(none, options)).not.toContain("A score of 0");
  });

  it("gives short answers of at most 15 lines at any width, and a verdict of one", () => {
    const many = Array.from({ length: 40 }, (_, i) => ({
      ...match,
      content: { start: 400 - 10 * i, end: 405 - 10 * i, place: {} },
      document: { ...match.document, title: `${"A long title of a long book ".repeat(8)}${i}` },
    }));
    const stages = Array.from({ length: 9 }, (_, i) => ({
      name: `search:corpus ${i}`,
      status: "failed" as const,
      reason: "It did not answer. ".repeat(20),
    }));
    const long = { ...analysis, matches: many, completeness: { complete: false, stages } };
    for (const columns of notEmpty([20, 40, 60, 80, 200])) {
      const options = { colours: NO_COLOURS, columns, content: CONTENT };
      for (const result of notEmpty([analysis, nothing, long])) {
        const lines = plainAnalysis(result, { ...options, detail: "short" })
          .trimEnd()
          .split("\n");
        expect(lines.length).toBeLessThanOrEqual(15);
        expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(Math.max(40, columns));
        expect(plainAnalysis(result, { ...options, detail: "line" }).split("\n")).toHaveLength(2);
      }
      for (const page of [
        plainScore(score, { ...options, detail: "short" }),
        plainComparison(comparison, { ...options, a: CONTENT, detail: "short" }),
      ])
        expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
    }
    expect(() => plainAnalysis(analysis, { ...plain, detail: "brief" as "short" })).toThrow(/detail/);
    expect(plainAnalysis(analysis, { ...plain, detail: "full" })).toBe(plainAnalysis(analysis, plain));
  });

  it("numbers passages in the order of the text", () => {
    const places = [300, 20, 150];
    const matches = places.map((start) => ({ ...match, content: { start, end: start + 5, place: {} } }));
    const page = plainAnalysis({ ...analysis, matches }, { ...plain, columns: 120 }).replaceAll(/\s+/g, " ");
    const at = [...page.matchAll(/In this text: characters (\d+)/g)].map(([, start]) => Number(start));
    expect(at).toEqual([20, 150, 300]);
  });

  it("tells error rates where they are those of the calibration that was used", () => {
    const pageOf = (calibration: string | null) =>
      plainAnalysis({ ...analysis, method: { ...analysis.method, calibration } }, { ...plain, columns: 2_000 });
    const rates = matchRatesByKind(SHIPPED);
    const page = pageOf(SHIPPED.name).replace(/\s+/g, " ");
    expect(rates.filter(({ is_event }) => is_event).length).toBeGreaterThan(5);
    expect(rates.filter(({ is_event }) => !is_event).length).toBeGreaterThan(5);
    for (const { kind, match, ci_95: ends } of notEmpty(rates))
      expect(page).toContain(`${kind}: ${percent(match)} (${ends.map(percent).join(" to ")})`);
    expect(pageOf("my own")).not.toContain("labelled cases");
    expect(pageOf(null)).not.toContain("labelled cases");
  });

  it("shows ten passages and counts the others", () => {
    const places = Array.from({ length: 25 }, (_, start) => ({ start, end: start + 5, place: {} }));
    const many = { ...analysis, matches: places.map((content) => ({ ...match, content })) };
    const page = plainAnalysis(many, { ...plain, content: CONTENT });
    expect(page).toContain("  10. A Tale");
    expect(page).not.toContain("  11. A Tale");
    expect(page).toContain("15 more passages");
  });

  it("shows a passage that many documents carry once, and names the first of the others", () => {
    const ids = Array.from({ length: 8 }, (_, i) => `copy-${i}`);
    const copies = ids.map((id) => ({ ...match, document: { ...match.document, id } }));
    const page = plainAnalysis({ ...analysis, matches: copies }, { ...plain, content: CONTENT });
    expect(page).not.toContain("  2. A Tale");
    expect(page.replaceAll(/\s+/g, " ")).toContain(
      "7 more documents: copy-1, copy-2, copy-3, copy-4, copy-5, and 2 more",
    );
  });

  it("marks on both sides each word that differs, and cuts no word at the ends of what stands around", async () => {
    const passage = "a keeper wrote in the evening that no ship had passed, and that the lamp was low";
    const before = "Nobody remembers who it was that first told us of it, though many say they do: ";
    const after = ". What came of it is not known, and whoever asks is told of another winter.";
    const own = passage.replace("no ship", "one ship").replace("the lamp", "his lamp");
    const content = { start: before.length, end: before.length + own.length };
    const source = { ...match.source, text: { before: "once ", passage, after: "" } };
    const page = plainAnalysis(
      { ...analysis, matches: [{ ...match, content: { ...match.content, ...content }, source }] },
      { ...plain, content: before + own + after, differing: await loadDifferences() },
    ).replaceAll(/\s+/g, " ");
    expect(page).toContain("that ‹one› ship had passed, and that ‹his› lamp was low»");
    expect(page).toContain("that ‹no› ship had passed, and that ‹the› lamp was low»");
    expect(page).toContain("… it was that first told us of it, though many say they do: «a keeper");
    expect(page).toContain("low». What came of it is not known, and whoever asks is told of …");
  });

  it("says which corpus another copy is from where it is another one", () => {
    const page = plainAnalysis(
      { ...analysis, matches: [match, { ...match, corpus: "web" }] },
      { ...plain, content: CONTENT },
    );
    expect(page).toContain("1 more document: tale-of-two-cities in corpus web.");
  });

  it("does not say that nobody is documented where nobody was looked up", () => {
    const found = { ...analysis, attribution_sources: [], possible_sources: [] };
    const short = plainAnalysis({ ...found, verdict: "insufficient_evidence" }, { ...plain, content: CONTENT });
    expect(short).toContain("Risk: not known");
    expect(short).toContain("None, because the passages do not allow a conclusion");
    expect(short).not.toContain("no source documents");
    expect(plainAnalysis(found, { ...plain, content: CONTENT })).toContain("no source documents");
  });
});

describe("terminal", () => {
  it("wraps without losing anything and keeps to the width", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const clean = printable(text).trim();
        const lines = wrap(clean, columns);
        expect(lines.join("").replaceAll(" ", "")).toBe(clean.replaceAll(" ", ""));
        for (const line of notAlwaysEmpty(lines)) {
          const wide = columnsOf(line) > columns;
          expect(wide && Array.from(new Intl.Segmenter().segment(line)).length > 1).toBe(false);
        }
      }),
    );
  });

  it("keeps a per cent sign with its number", () => {
    expect(wrap("used with 95 % to 100 % of it", 14)).toEqual(["used with 95 %", "to 100 % of it"]);
    expect(wrap("used with 95 % to 100 % of it", 13)).toEqual(["used with", "95 % to 100 %", "of it"]);
    expect(wrap("signs % of % itself", 5)).toEqual(["signs", "% of", "%", "itsel", "f"]);
  });

  it("cuts between graphemes", () => {
    const family = "👨‍👩‍👧";
    expect(firstUnits(`ab${family}cd`, 5)).toBe("ab");
    expect(lastUnits(`ab${family}cd`, 5)).toBe("cd");
    expect(elide(`${"word ".repeat(100)}end`, 50)).toBe("word word word word word word […] word word word end");
    expect(elide("short", 50)).toBe("short");
  });
});

describe("a document that is not whole", () => {
  const refusal = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      if (isSpoliaError(error)) return { code: error.code, pointers: error.fields.map(({ pointer }) => pointer) };
      throw error;
    }
    return expect.unreachable();
  };

  it.each<[id: string, read: (result: never) => unknown]>([
    ["analysis_id", (result) => plainAnalysis(result, plain)],
    ["analysis_id", (result) => htmlAnalysis(result)],
    ["score_id", (result) => plainScore(result, plain)],
    ["score_id", (result) => htmlScore(result)],
    ["comparison_id", (result) => plainComparison(result, plain)],
    ["comparison_id", (result) => htmlComparison(result)],
    ["assess_id", (result) => plainAssessment(result, plain)],
    ["extract_id", (result) => plainExtraction(result, plain)],
    ["extract_id", (result) => htmlExtraction(result)],
    ["probe_id", (result) => plainProbe(result, plain)],
    ["probe_id", (result) => htmlProbe(result)],
    ["format", (result) => htmlReport(result)],
    ["format", (result) => plainReport(result, plain)],
  ])("with nothing but `%s` is refused, with the fields that it lacks", (id, read) => {
    const { code, pointers } = refusal(() => read({ [id]: "x" } as never));
    expect(code).toBe("invalid_request");
    expect(pointers.length).toBeGreaterThan(2);
  });

  it.each<[name: string, show: () => unknown]>([
    ["plainModels", () => plainModels({} as never, plain)],
    ["plainModel", () => plainModel({ models: [] } as never, {} as never, plain)],
    ["plainDatasets", () => plainDatasets({} as never, plain)],
    ["plainDataset", () => plainDataset({ models: [] } as never, {} as never, plain)],
  ])("%s is named where it was given something else", (name, show) => {
    expect(show).toThrow(new RegExp(`\\b${name}\\b(?!_)`));
  });

  it("is refused where something deep in it is damaged, and not where a later version has more", () => {
    const damaged = { ...analysis, coverage: { ...analysis.coverage, words: "many" } } as never;
    expect(refusal(() => plainAnalysis(damaged, plain))).toEqual({
      code: "invalid_request",
      pointers: ["/coverage/words"],
    });
    const more = { ...analysis, of_a_later_version: 1 };
    expect(plainAnalysis(more, plain)).toBe(plainAnalysis(analysis, plain));
  });
});

it.each([
  ["plainAudit", () => plainAudit({ summary: {} } as never, undefined as never)],
  ["plainDuplicates", () => plainDuplicates(duplicates, { columns: 80 } as never)],
  ["plainCorpusInfo", () => plainCorpusInfo(corpusInfo, {} as never)],
])("%s names what it lacks where it is not told how to write", (_, write) => {
  expect(write).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ pointer: "/options" })] }));
});
