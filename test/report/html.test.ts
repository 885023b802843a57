/** Reports as one file: the same words, nothing that acts, whatever stands in them. */
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { htmlAnalysis, htmlScore, NO_COLOURS, plainAnalysis, plainScore } from "../../src/report/index.ts";
import { analysis, CONTENT, match, nothing, score } from "./results.ts";

interface Read {
  tags: string[];
  text: string;
  json: string;
}

/** What a browser would make of it: elements with their attributes, and text. */
function read(html: string): Read {
  const found: Read = { tags: [], text: "", json: "" };
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      found.tags.push(`${name} ${Object.entries(attributes).flat().join(" ")}`);
    },
    onclosetag: () => open.pop(),
    ontext(text) {
      if (open.at(-1) === "style") return;
      if (open.at(-1) === "pre") found.json += text;
      else found.text += text;
    },
    onprocessinginstruction: (name) => found.tags.push(name),
    oncomment: () => found.tags.push("comment"),
  });
  parser.end(html);
  return found;
}

const ALLOWED = /^(?:!doctype|html|head|meta|title|style|body|h1|h2|span|p|b|blockquote|mark|details|summary|pre)(?: |$)/;
const ACTING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;
const HOSTILE = [
  "<script>alert(1)</script>",
  "</p></body><img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "' onmouseover='x",
  "<!--",
  "]]>",
  "&lt;b&gt;",
  "\u202e",
  "\u0000",
  "\ud800",
  "</pre></details><script>",
  "</title>",
  "</style>",
];

describe("a report as HTML", () => {
  it.each([
    [
      "a match",
      htmlAnalysis(analysis, { content: CONTENT }),
      plainAnalysis(analysis, { colours: NO_COLOURS, columns: 80, content: CONTENT }),
    ],
    [
      "nothing",
      htmlAnalysis(nothing, { content: CONTENT }),
      plainAnalysis(nothing, { colours: NO_COLOURS, columns: 80, content: CONTENT }),
    ],
    ["a score", htmlScore(score), plainScore(score, { colours: NO_COLOURS, columns: 80 })],
  ])("says of %s what the terminal says", (_, html, plain) => {
    const { tags, text } = read(html);
    const words = (page: string) => page.match(/[\p{L}\p{N}]+/gu)!.join(" ");
    const [title = "", rest = ""] = [words(/<title>(.*)<\/title>/.exec(html)![1]!), words(text)];
    expect(rest).toBe(`${title} ${words(plain)} The result as a document`);
    for (const tag of tags) expect(tag).toMatch(ALLOWED);
  });

  it("runs nothing and loads nothing: no script, no link, no address in an attribute, and a policy that forbids them", () => {
    const html = htmlAnalysis(analysis, { content: CONTENT });
    expect(html).toContain("default-src 'none'");
    expect(read(html).tags.join(" ")).not.toMatch(/script|link|(?<!default-|style-)src|href|https?:|url\(/);
  });

  it("has one structure, and holds the whole result, whatever strangers wrote", () => {
    const part = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE));
    const hostile = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    const made = (text: string) => {
      const document = { id: text, title: text, author: text, url: text, licence: text };
      const risk = { factor: text, rule: text, because: text, spans: [], sources: [text] };
      return {
        ...analysis,
        matches: [{ ...match, document, corpus: text, dataset: text, content: { start: 0, end: text.length } }],
        attribution_sources: analysis.attribution_sources.slice(0, 1).map((one) => ({ ...one, model: text, caveats: [text] })),
        unattributed_datasets: [{ dataset: text, corpus: text, because: text }],
        risk_assessment: { level: "high" as const, factors: [text], explanations: [risk] },
      };
    };
    const structure = read(htmlAnalysis(made("harmless"), { content: "harmless" })).tags;
    fc.assert(
      fc.property(hostile, (text) => {
        const result = made(text);
        const html = htmlAnalysis(result, { content: text });
        const found = read(html);
        expect(found.tags).toEqual(structure);
        expect(JSON.parse(found.json)).toEqual(JSON.parse(JSON.stringify(result)));
        expect(html).not.toMatch(ACTING);
      }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const changed = { ...score, caveats: [text], jurisdiction: { ...score.jurisdiction, rule: text, name: text } };
        expect(read(htmlScore(changed)).tags).toEqual(read(htmlScore({ ...score, caveats: ["one"] })).tags);
      }),
    );
  });
});
