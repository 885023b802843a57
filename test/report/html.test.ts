/** Reports as one file: the same words, nothing that acts, whatever stands in them. */
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { createEngine } from "../../src/index.ts";
import {
  htmlAnalysis,
  htmlAssessment,
  htmlComparison,
  htmlResult,
  htmlScore,
  NO_COLOURS,
  parseResult,
  plainAnalysis,
  plainAssessment,
  plainComparison,
  plainResult,
  plainScore,
} from "../../src/report/index.ts";
import { notAlwaysEmpty } from "../support/notAlwaysEmpty.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { fewOrAll } from "../support/scale.ts";
import { hostileText } from "./given/hostile.ts";
import { analysis, CONTENT, comparison, comparisonOfPrints, match, nothing, score } from "./results.ts";

interface Read {
  tags: string[];
  text: string;
  json: string;
}

/**
 * What a browser would make of it: elements with their attributes, and text. A cell's column is said before it, as on a terminal and on a
 * phone; what a page has beside the words of a terminal is left out: captions, the source's own words, pictures, heads of tables.
 */
function read(html: string): Read {
  const found: Read = { tags: [], text: "", json: "" };
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(attributes["class"] === "source" ? "beside" : name);
      found.tags.push(`${name} ${Object.entries(attributes).flat().join(" ")}`);
      if (attributes["data-label"] !== undefined) found.text += ` ${attributes["data-label"]} `;
    },
    onclosetag: () => open.pop(),
    ontext(text) {
      if (open.at(-1) === "pre") found.json += text;
      else if (!open.some((name) => BESIDE.has(name))) found.text += `${text} `;
    },
    onprocessinginstruction: (name) => found.tags.push(name),
    oncomment: () => found.tags.push("comment"),
  });
  parser.end(html);
  return found;
}

const BESIDE = new Set(["style", "beside", "figcaption", "svg", "thead"]);
const ALLOWED =
  /^(?:!doctype|html|head|header|main|meta|title|style|body|section|article|div|h1|h2|h3|span|p|b|ul|li|dl|dt|dd|figure|figcaption|blockquote|mark|details|summary|pre|table|thead|tbody|tr|th|td|svg|rect|line|circle|text)(?: |$)/;
const ACTING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;
const plain = { colours: NO_COLOURS, columns: 80 };

describe("a report as HTML", () => {
  it.each([
    ["a match", htmlAnalysis(analysis, { content: CONTENT }), plainAnalysis(analysis, { ...plain, content: CONTENT })],
    ["nothing", htmlAnalysis(nothing, { content: CONTENT }), plainAnalysis(nothing, { ...plain, content: CONTENT })],
    ["a score", htmlScore(score), plainScore(score, plain)],
    ["a comparison", htmlComparison(comparison, { a: CONTENT }), plainComparison(comparison, { ...plain, a: CONTENT })],
    ["fingerprints", htmlComparison(comparisonOfPrints), plainComparison(comparisonOfPrints, plain)],
  ])("says of %s what the terminal says", (_, html, page) => {
    const { tags, text } = read(html);
    const words = (some: string) => some.match(/[\p{L}\p{N}]+/gu)!.join(" ");
    const title = words(/<title>(.*)<\/title>/.exec(html)![1]!);
    expect(words(text)).toBe(`${title} ${title} ${words(page)} The result document`);
    for (const tag of notEmpty(tags)) expect(tag).toMatch(ALLOWED);
  });

  it("cites sources in full where a catalogue is at hand", () => {
    const citations = (ids: Iterable<string>) =>
      [...ids].filter((id) => id !== "gptj").map((id) => ({ id, citation: `Cited ${id}.` }));
    const { text } = read(htmlAnalysis(analysis, { content: CONTENT, citations }));
    expect(text).toContain("Cited pile.");
    expect(text.match(/Cited pythia\./g)).toHaveLength(1);
    expect(text).toMatch(/gptj\s+This catalogue does not contain the source/);
  });

  it("runs nothing and loads nothing: no script, no link, no address in an attribute, and a policy that forbids them", () => {
    const html = htmlAnalysis(analysis, { content: CONTENT });
    expect(html).toContain("default-src 'none'");
    expect(read(html).tags.join(" ")).not.toMatch(/script|link|(?<!default-|style-)src|href|https?:|url\(/);
  });

  it("has one structure, and holds the whole result, whatever strangers wrote", () => {
    const made = (text: string) => {
      const document = { id: text, title: text, author: text, url: text, licence: text, text_digest: "" };
      const risk = { factor: text, rule: text, because: text, spans: [], sources: [text] };
      return {
        ...analysis,
        matches: [
          {
            ...match,
            document,
            corpus: text,
            dataset: text,
            content: { start: 0, end: text.length, place: { page: text, heading: text } },
          },
        ],
        attribution_sources: analysis.attribution_sources
          .slice(0, 1)
          .map((one) => ({ ...one, model: text, caveats: [text] })),
        unattributed_datasets: [{ dataset: text, corpus: text, because: text }],
        risk_assessment: { level: "high" as const, factors: [text], explanations: [risk] },
      };
    };
    const structure = read(htmlAnalysis(made("harmless"), { content: "harmless" })).tags;
    fc.assert(
      fc.property(hostileText, (text) => {
        const result = made(text);
        const html = htmlAnalysis(result, { content: text });
        const found = read(html);
        expect(found.tags).toEqual(structure);
        expect(JSON.parse(found.json)).toEqual(JSON.parse(JSON.stringify(result)));
        expect(html).not.toMatch(ACTING);
      }),
    );
    fc.assert(
      fc.property(hostileText, (text) => {
        const changed = { ...score, caveats: [text], jurisdiction: { ...score.jurisdiction, rule: text, name: text } };
        expect(read(htmlScore(changed)).tags).toEqual(read(htmlScore({ ...score, caveats: ["one"] })).tags);
      }),
    );
  });

  it("lists what is too much to be written out", () => {
    const places = Array.from({ length: 60 }, (_, start) => ({ start, end: start + 5, place: {} }));
    const many = { ...analysis, matches: places.map((content) => ({ ...match, content })) };
    const { tags } = read(htmlAnalysis(many, { content: CONTENT }));
    expect(tags.filter((tag) => tag.startsWith("article"))).toHaveLength(10);
    expect(tags.filter((tag) => tag.startsWith("rect class span"))).toHaveLength(60);
    const cells = tags.filter((tag) => tag.includes("data-label Place in the text"));
    expect(cells).toHaveLength(50);
  });
});

describe("a result that was kept", () => {
  const kept = (result: object) => parseResult(JSON.parse(JSON.stringify(result)));

  it("is told by its shape, and reads as it did", () => {
    for (const [result, page] of [
      [analysis, plainAnalysis(analysis, plain)],
      [score, plainScore(score, plain)],
      [comparison, plainComparison(comparison, plain)],
      [comparisonOfPrints, plainComparison(comparisonOfPrints, plain)],
    ] as const) {
      expect(kept(result).result).toEqual(result);
      expect(plainResult(kept(result), plain)).toBe(page);
    }
    expect(htmlResult(kept(score))).toBe(htmlScore(score));
  });

  it("of an assessment is told and shown as well, and cites its sources", async () => {
    const catalogue = await loadCatalogue();
    const engine = await createEngine({ corpora: [], catalogue });
    const content = "It is a truth universally acknowledged. ".repeat(20);
    const assessed = await engine.assess({ content, target_model: "eleutherai/pythia-12b" });
    expect(kept(assessed)).toEqual({ of: "assess", result: assessed });
    expect(plainResult(kept(assessed), plain)).toBe(plainAssessment(assessed, plain));
    const page = htmlResult(kept(assessed), { citations: catalogue.citations });
    expect(page).toBe(htmlAssessment(assessed, { citations: catalogue.citations }));
    expect(page).toContain(`Assessment ${assessed.assess_id}`);
    const cited = assessed.factors.flatMap(({ sources }) => sources);
    expect(cited.length).toBeGreaterThan(0);
    for (const { id } of notEmpty(catalogue.citations(cited))) expect(page).toContain(id);
  });

  it("is shown as its source has it, without the text", () => {
    const page = plainResult(kept(analysis), plain);
    expect(page).toContain("«It was the best of times,");
    expect(page).not.toContain("line of one's own");
  });

  it.each([
    [null],
    [7],
    ["analysis_id"],
    [[]],
    [{}],
    [{ analysis_id: "an_1" }],
    [{ ...score, score: 101 }],
    [{ ...analysis, more: 1 }],
  ])("%# is refused where it is none", (value) => {
    expect(() => parseResult(value)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it("is answered or refused with a typed error, and never repeats or runs what stands in it", () => {
    const results = fc.constantFrom<object>(analysis, nothing, score, comparison, comparisonOfPrints);
    const value = fc.oneof(fc.jsonValue(), hostileText, fc.constantFrom(-1, 0, 0.5, 1e308, -1e308, 1e15));
    let answered = 0;
    fc.assert(
      fc.property(results, fc.array(fc.tuple(fc.nat(), value), { maxLength: 4 }), (result, changes) => {
        let document: unknown = JSON.parse(JSON.stringify(result));
        for (const [number, other] of changes) document = changedAt(document, number, other);
        let html: string;
        try {
          const parsed = parseResult(document);
          plainResult(parsed, plain);
          html = htmlResult(parsed);
        } catch (error) {
          expect(error).toMatchObject({ name: "SpoliaError", code: "invalid_request" });
          return;
        }
        answered++;
        for (const tag of notAlwaysEmpty(read(html).tags)) expect(tag).toMatch(ALLOWED);
        expect(html).not.toMatch(ACTING);
      }),
      { numRuns: fewOrAll(200, 2_000) },
    );
    expect(answered).toBeGreaterThan(fewOrAll(20, 200));
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        expect(() => parseResult(document)).toThrow(expect.objectContaining({ code: "invalid_request" }));
      }),
    );
  });
});

/** A document with another value at one of its places. */
function changedAt(document: unknown, number: number, other: unknown): unknown {
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const walk = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push([value as Record<string, unknown>, key]);
      walk(inner);
    }
  };
  walk(document);
  const place = places[number % Math.max(1, places.length)];
  if (place === undefined) return other;
  place[0][place[1]] = other;
  return document;
}

describe("what the host knows, and what a reader chooses", () => {
  const differing = (own: string, source: string) => ({
    a: [{ start: 0, end: own.indexOf(" ") }],
    b: [{ start: 0, end: source.indexOf(" ") }],
  });

  it("the name of the file, the day, changed words and the whole text are on the page", () => {
    const page = htmlAnalysis(analysis, {
      content: CONTENT,
      file: "<b>chapter.txt",
      date: "2026-11-25",
      differing,
      wholeText: true,
    });
    expect(page).toMatch(/<header>Analysis an_\w+ · &lt;b&gt;chapter\.txt · 2026-11-25<\/header>/);
    expect(page.match(/<u>/g)).toHaveLength(2);
    const [, whole = ""] = /<div class="reading">(.*?)<\/div>/s.exec(page)!;
    expect(whole).toContain("<sup>1</sup>");
    expect(withoutTags(whole.replaceAll(/<sup>\d+<\/sup>/g, ""))).toBe(CONTENT);
    expect(htmlAnalysis(analysis, { content: CONTENT })).not.toMatch(/<u>|class="reading"/);
  });

  it("sources lead to where they can be read, and nowhere else", () => {
    const cited = (url: string | null) =>
      htmlAnalysis(analysis, { citations: (ids) => [...ids].map((id) => ({ id, citation: "A <paper>", url })) });
    expect(cited("https://example.org/a?b&c")).toContain(
      '<a href="https://example.org/a?b&amp;c" rel="noreferrer noopener">A &lt;paper&gt;</a>',
    );
    for (const url of notEmpty([null, "javascript:alert(1)", "https://a.b/\"onclick='x", "http://a.b/"]))
      expect(cited(url)).not.toContain("<a ");
  });
});

const withoutTags = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
