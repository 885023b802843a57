/** The operation as a user meets it: verdicts, places, names, limits, and what is said of what was not done. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AnalyzeRequest, buildCorpus, createEngine, isccTextCode, type Progress } from "../../src/index.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { ATTIC, type Fixture, FOREIGN, openFixture, SHELF, words } from "./fixtures.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => {
  for (const corpus of fixture.corpora) await corpus.close();
});
const analyze = (content: string, more: Partial<AnalyzeRequest> = {}) =>
  fixture.engine.analyze({ content, content_type: "text", ...more });

const LONG = SHELF[0]!.text;
const borrowed = words(LONG, 4_000, 4_120);

describe("verdicts", () => {
  test("match: a long passage, with spans that slice to it on both sides", async () => {
    const content = `${words(FOREIGN, 0, 80)} ${borrowed} ${words(FOREIGN, 80, 160)}`;
    const result = await analyze(content);
    expect(result).toMatchObject({
      verdict: "match",
      potential_matches: 1,
      offset_unit: "utf16",
      completeness: { complete: true },
    });
    const [match] = result.matches;
    expect(match).toMatchObject({
      corpus: "shelf",
      document: { id: "shelf-0", title: "Volume 0" },
      kind: "verbatim",
      words: 120,
      identity: 1,
    });
    expect(content.slice(match!.content.start, match!.content.end)).toBe(borrowed.replace(/[.\s]+$/, ""));
    expect(LONG.slice(match!.source.start, match!.source.end).split(/\s+/)).toEqual(
      borrowed.replace(/[.\s]+$/, "").split(/\s+/),
    );
    expect(result.coverage).toMatchObject({ words: 280, matched_words: 120, longest_run_words: 120 });
  });

  test("partial: passages below max(50 words, 20 % of the content)", async () => {
    const short = await analyze(`${words(FOREIGN, 0, 100)} ${words(LONG, 4_000, 4_040)}`);
    expect(short).toMatchObject({ verdict: "partial", coverage: { matched_words: 40 } });
    const lostInMuch = await analyze(`${words(FOREIGN, 0, 600)} ${borrowed}`);
    expect(lostInMuch).toMatchObject({ verdict: "partial", coverage: { matched_words: 120 } });
  });

  test("none found: only after a complete search", async () => {
    expect(await analyze(words(FOREIGN, 0, 300))).toMatchObject({
      verdict: "none_found",
      matches: [],
      potential_matches: 0,
    });
    const nothingToSearch = await createEngine({ corpora: [] });
    const result = await nothingToSearch.analyze({ content: words(FOREIGN, 0, 300), content_type: "text" });
    expect(result).toMatchObject({ verdict: "insufficient_evidence", completeness: { complete: false } });
  });

  test("a run of phrases that the corpus repeats around other words is listed, and no verdict rests on it", async () => {
    const [one, other] = [words(FOREIGN, 300, 308), words(FOREIGN, 400, 408)];
    const text = (from: number) => words(LONG, 200 * from, 200 * from + 150);
    const askedOf = async (repeated: number) => {
      const repeating = Array.from({ length: 30 }, (_, i) => {
        const phrases = i < repeated ? [one, text(i + 1), other] : [];
        // A document for each block of 2,048 words.
        return { id: `${i}`, text: [text(i), ...phrases, words(LONG, 7_000 - 10 * i, 9_000)].join(" ") };
      });
      const both = { id: "both", text: `${words(SHELF[1]!.text, 0, 400)} ${one} ${other}` };
      const corpus = await buildCorpus([...repeating, both], { name: "acts", dataset: "shelf" });
      const engine = await createEngine({ corpora: [corpus] });
      const content = `${words(FOREIGN, 0, 100)} ${one} ${other} ${words(FOREIGN, 100, 200)}`;
      return engine.analyze({ content, content_type: "text" });
    };
    const found = { potential_matches: 1, coverage: { longest_run_words: 16 } };
    expect(await askedOf(4)).toMatchObject({ verdict: "partial", ...found });
    expect(await askedOf(30)).toMatchObject({ verdict: "none_found", ...found });
  });

  test("a short reworded passage is listed but does not affect the verdict", async () => {
    const changed = (every: number) =>
      words(LONG, 4_000, 4_020)
        .split(" ")
        .map((word, i) => (i % every === every - 1 ? `unlike${i}` : word))
        .join(" ");
    const around = (middle: string) => `${words(FOREIGN, 0, 140)} ${middle} ${words(FOREIGN, 140, 280)}`;
    const reworded = await analyze(around(changed(8)));
    expect(reworded).toMatchObject({ verdict: "none_found", matches: { length: 1 }, potential_matches: 1 });
    expect(reworded).toMatchObject({
      attribution_sources: [],
      possible_sources: [],
      risk_assessment: { level: "none" },
    });
    // One run of 12 words more, and it is evidence.
    expect(await analyze(around(changed(13)))).toMatchObject({ verdict: "partial", matches: { length: 1 } });
  });

  test.each([
    ["empty", ""],
    ["one word", "word"],
    ["49 words", words(FOREIGN, 0, 49)],
    ["only punctuation", "?!… — ".repeat(500)],
    ["NUL bytes", "\0".repeat(5_000)],
    ["lone surrogates", "\ud800\udc00\udfff ".repeat(900)],
    ["one word many times", "again ".repeat(5_000)],
  ])("insufficient evidence: %s", async (_, content) => {
    const result = await analyze(content);
    expect(result).toMatchObject({ verdict: "insufficient_evidence", confidence: 0, confidence_ci_95: [0, 100] });
    expect(result.completeness.stages.find(({ name }) => name === "confidence")?.reason).toMatch(/ (word|shingle)/);
  });

  test("right-to-left text is judged like any other", async () => {
    const hebrew = Array.from(
      { length: 120 },
      (_, i) => `שלום${String.fromCodePoint(0x5d0 + (i % 27))}${"אבגדה"[i % 5]}${"וזחט"[i % 4]}`,
    ).join(" ");
    expect(await analyze(hebrew)).toMatchObject({ verdict: "none_found" });
  });

  test("short content keeps its passages but names no model", async () => {
    const result = await analyze(words(LONG, 100, 130));
    expect(result).toMatchObject({ verdict: "insufficient_evidence", attribution_sources: [], possible_sources: [] });
    expect(result.matches).toHaveLength(1);
  });
});

describe("attribution", () => {
  test("only documented edges are attributions; reported and inferred edges are possible sources", async () => {
    const result = await analyze(borrowed);
    const attributed = result.attribution_sources.map(({ model_id, via, inclusion }) => [
      model_id,
      via,
      inclusion.lo,
      inclusion.hi,
    ]);
    expect(attributed).toEqual([
      ["lab/old", [], 0.95, 0.99],
      ["lab/whole", [], 0.95, 0.99],
      ["lab/tuned", ["lab/whole"], 0.95, 0.99],
    ]);
    for (const source of notEmpty(result.attribution_sources)) {
      expect(source).toMatchObject({
        provider: "Lab",
        evidence: "documented",
        corpus: "shelf",
        confidence_of: "used_from_dataset",
        match_confidence: result.confidence,
        match_confidence_ci_95: result.confidence_ci_95,
      });
      expect(source.confidence).toBeCloseTo(0.95 * result.confidence, 3);
      expect(source.confidence_ci_95[0]).toBeCloseTo(0.95 * result.confidence_ci_95[0], 3);
      expect(source.confidence_ci_95[1]).toBeCloseTo(source.inclusion.hi * result.confidence_ci_95[1], 3);
      expect(source.sources).toContain("a-test-source");
    }
    expect(result.possible_sources.map(({ model_id, reason }) => [model_id, reason])).toEqual([
      ["lab/container", "inclusion_unknown"],
      ["lab/rumoured", "reported"],
      ["lab/guessed", "inferred"],
    ]);
  });

  test("a work published after the cutoff excludes the edge, with its reason", async () => {
    const result = await analyze(borrowed, { metadata: { published: "2010" } });
    expect(result.attribution_sources.map(({ model_id }) => model_id)).not.toContain("lab/old");
    expect(result.possible_sources).toContainEqual(
      expect.objectContaining({ model_id: "lab/old", reason: "excluded_by_date" }),
    );
    const sameYear = await analyze(borrowed, { metadata: { published: "2005" } });
    expect(sameYear.attribution_sources.map(({ model_id }) => model_id)).toContain("lab/old");
  });

  test("the language that the caller states takes the place of the detected one; code has none", async () => {
    const detected = await analyze(borrowed);
    expect(detected.method.parameters).toHaveProperty("language_detector");
    const stated = await analyze(borrowed, { metadata: { language: "de-CH" } });
    expect(stated.content_language).toBe("de");
    expect(stated.method.parameters).not.toHaveProperty("language_detector");
    expect(stated.analysis_id).not.toBe(detected.analysis_id);
    expect((await analyze(borrowed, { content_type: "code" })).content_language).toBe("und");
    await expect(analyze(borrowed, { metadata: { language: "German" } })).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/metadata/language" }],
    });
  });

  test("one entry per model, also if several corpora lead to it", async () => {
    const both = await analyze(`${borrowed} ${words(ATTIC[0]!.text, 0, 120)}`);
    const ids = both.attribution_sources.map(({ model_id }) => model_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(both.matches.map(({ corpus }) => corpus))).toEqual(new Set(["shelf", "attic"]));
  });

  test("without a catalogue no model is attributed, and the result states this", async () => {
    const engine = await createEngine({ corpora: fixture.corpora });
    const result = await engine.analyze({ content: borrowed, content_type: "text" });
    expect(result).toMatchObject({ verdict: "match", attribution_sources: [], method: { catalogue: null } });
    expect(result.completeness.stages).toContainEqual(
      expect.objectContaining({ name: "provenance", status: "skipped" }),
    );
  });
});

describe("requests", () => {
  test("only the requested corpora are searched; an unknown corpus is an error with its name", async () => {
    const result = await analyze(borrowed, { options: { corpora: ["attic"] } });
    expect(result).toMatchObject({ verdict: "none_found", method: { corpora: [{ name: "attic" }] } });
    await expect(analyze(borrowed, { options: { corpora: ["cellar"] } })).rejects.toMatchObject({
      code: "corpus_not_found",
      hint: expect.stringContaining("shelf, attic"),
    });
  });

  test("limits shorten the lists but not the counts", async () => {
    const content = SHELF.slice(1, 7)
      .map(({ text }) => words(text, 100, 160))
      .join(" ");
    const result = await analyze(content, { options: { max_matches: 2, max_sources: 1 } });
    expect(result).toMatchObject({ matches: { length: 2 }, attribution_sources: { length: 1 }, potential_matches: 6 });
  });

  test("HTML: offsets refer to the content as sent", async () => {
    const html = `<html><head><title>No</title><style>p{}</style></head><body><p>${words(FOREIGN, 0, 60)}</p><p>${borrowed
      .split(" ")
      .map((word, i) => (i % 9 === 4 ? `<b>${word}</b>` : word))
      .join(" &nbsp;")}</p></body></html>`;
    const result = await analyze(html, { content_type: "html" });
    expect(result).toMatchObject({ verdict: "match", matches: [{ kind: "verbatim", words: 120 }] });
    const { start, end } = result.matches[0]!.content;
    const visible = html
      .slice(start, end)
      .replaceAll(/<[^>]+>|&nbsp;/g, "")
      .split(/\s+/);
    expect(visible).toEqual(borrowed.replace(/[.\s]+$/, "").split(/\s+/));
  });

  test("a content type without a reader is rejected by name", async () => {
    const engine = await createEngine({ corpora: fixture.corpora });
    await expect(engine.analyze({ content: "<p>", content_type: "html" })).rejects.toMatchObject({
      code: "unsupported_content_type",
    });
  });

  test("the same request has the same result, byte for byte; another request has another id", async () => {
    const [one, two] = [await analyze(borrowed), await analyze(borrowed)];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
    const others = await Promise.all([
      analyze(`${borrowed} and`),
      analyze(borrowed, { content_type: "code" }),
      analyze(borrowed, { options: { prior: 0.1 } }),
      analyze(borrowed, { metadata: { title: "T" } }),
      analyze(borrowed, { options: { corpora: ["shelf"] } }),
    ]);
    const ids = [one, ...others].map(({ analysis_id }) => analysis_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^an_[0-9a-f]{32}$/.test(id))).toBe(true);
  });

  test("analyzeMany returns results in order, stops at the signal, and rejects on failure", async () => {
    const requests = [borrowed, words(FOREIGN, 0, 100), ""].map((content) => ({
      content,
      content_type: "text" as const,
    }));
    const verdicts: string[] = [];
    const done: number[] = [];
    const onProgress = (progress: Progress) => done.push(progress.done);
    for await (const { verdict } of fixture.engine.analyzeMany(requests, { onProgress })) verdicts.push(verdict);
    expect(done).toEqual([1, 2, 3]);
    expect(verdicts).toEqual(["match", "none_found", "insufficient_evidence"]);
    const stop = new AbortController();
    const stopped = (async () => {
      for await (const _ of fixture.engine.analyzeMany(requests, { signal: stop.signal })) stop.abort();
    })();
    await expect(stopped).rejects.toMatchObject({ code: "aborted" });
    const broken = [{ content: 1, content_type: "text" }] as unknown as AnalyzeRequest[];
    await expect(fixture.engine.analyzeMany(broken).next()).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("two corpora with the same name are rejected", async () => {
    const twin = await buildCorpus(ATTIC, { name: "shelf", dataset: "attic" });
    await expect(createEngine({ corpora: [...fixture.corpora, twin] })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

test("the default content type is text: every operation gives the same result and id", async () => {
  const content = words(SHELF[0]!.text, 0, 120);
  const target = { content, target_model: "lab/whole" };
  const { engine } = fixture;
  expect(await engine.analyze({ content })).toEqual(await engine.analyze({ content, content_type: "text" }));
  expect(await engine.assess(target)).toEqual(await engine.assess({ ...target, content_type: "text" }));
  const score = { ...target, jurisdiction: "EU-DSM" };
  expect(await engine.score(score)).toEqual(await engine.score({ ...score, content_type: "text" }));
  expect(await engine.identify({ content })).toEqual(await engine.identify({ content, content_type: "text" }));
});

test("a result has an ISCC only on request, and otherwise differs only in its id", async () => {
  const content = `${borrowed} and a little more`;
  const { analysis_id: plainId, ...plain } = await analyze(content);
  expect(plain).not.toHaveProperty("iscc");
  const { analysis_id, iscc, ...rest } = await analyze(content, { options: { iscc: true } });
  expect(iscc).toBe(await isccTextCode(content));
  expect(rest).toEqual(plain);
  expect(analysis_id).not.toBe(plainId);
  expect(await analyze(content, { options: { iscc: false } })).not.toHaveProperty("iscc");
});
