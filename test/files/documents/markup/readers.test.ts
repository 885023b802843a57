import { readFileSync } from "node:fs";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import type { ReadText } from "../../../../src/base/contract/engine.ts";
import { toOriginal } from "../../../../src/engine/steps/content.ts";
import { TextPieces } from "../../../../src/files/documents/markup/pieces.ts";
import { readSubtitles } from "../../../../src/files/documents/markup/subtitles.ts";
import { htmlTitleSource } from "../../../../src/files/documents/markup/titles.ts";
import { readers } from "../../../../src/files/documents/readers.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { HOSTILE } from "../hostile.ts";
import { documentOfWords } from "./wordy.ts";

const markdown = (content: string) => readers.markdown(content).text;
const html = (content: string) => readers.html(content).text;
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Few enough pieces that random input goes beyond them. */
const FINE_MAX = 3;

/** Text made of what the formats are made of: random strings hardly ever hold a link. */
const marked = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."*_`[]()<>&!#\\|\"'-+ \t\n\r=:;~.".split("")),
      fc.constantFrom(
        "word",
        "b",
        "http://x.y/z",
        "1. ",
        "- ",
        "> ",
        "    ",
        "```",
        "~~~",
        "<!--",
        "-->",
        "<script>",
        "</script>",
      ),
      fc.constantFrom(
        "<p>",
        "</p>",
        "<b>",
        "<title>",
        "<?",
        "?>",
        "&amp;",
        "&nGt;",
        "&#233;",
        "&#0;",
        "[^1]",
        "[a]: /b\n",
        "\n\n",
      ),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

/** Every piece leads to where it came from: equally long ones unit by unit, in order, without overlap, over the whole text. */
function expectPiecesToHold(content: string, { text, pieces }: ReadText): void {
  expect(pieces).toBeDefined();
  let sourceEnd = 0;
  let textEnd = 0;
  for (const [number, piece] of notAlwaysEmpty(pieces!.entries())) {
    const end = pieces![number + 1]?.textStart ?? text.length;
    expect(piece.textStart).toBe(textEnd);
    expect(end).toBeGreaterThan(piece.textStart);
    expect(piece.sourceStart).toBeGreaterThanOrEqual(sourceEnd);
    expect(piece.sourceEnd).toBeLessThanOrEqual(content.length);
    if (end - piece.textStart === piece.sourceEnd - piece.sourceStart) {
      expect(text.slice(piece.textStart, end)).toBe(content.slice(piece.sourceStart, piece.sourceEnd));
    }
    sourceEnd = piece.sourceEnd;
    textEnd = end;
  }
  expect(textEnd).toBe(text.length);
}

/** Every word of the text leads to a span of the document that lies in it, goes on from the last, and spells the word. */
function expectWordsToMap(content: string, read: ReadText): void {
  let last = { start: 0, end: 0 };
  for (const word of notAlwaysEmpty(read.text.matchAll(/[\p{L}\p{N}]+/gu))) {
    const span = toOriginal(read, { start: word.index, end: word.index + word[0].length });
    expect(span.start).toBeGreaterThanOrEqual(last.start);
    expect(span.end).toBeGreaterThanOrEqual(last.end);
    expect(span.end).toBeGreaterThan(span.start);
    expect(span.end).toBeLessThanOrEqual(content.length);
    last = span;
    const source = content.slice(span.start, span.end);
    if (!source.includes("&")) expect(isSpelledIn(word[0], source), `${word[0]} in ${source}`).toBe(true);
  }
}

/** Whether `source` is `word` with, at most, marks and tags between its units. */
function isSpelledIn(word: string, source: string): boolean {
  let at = -1;
  for (let unit = 0; unit < word.length; unit += 1) {
    at = source.indexOf(word[unit]!, at + 1);
    if (at === -1) return false;
  }
  return source[0] === word[0] && source.at(-1) === word.at(-1);
}

describe("readers", () => {
  it.each(["markdown", "html"] as const)("%s: never throws, and every piece and word maps back", (type) => {
    fc.assert(
      fc.property(fc.oneof(marked, fc.string({ unit: "binary" })), (content) => {
        const read = readers[type](content);
        expectPiecesToHold(content, read);
        expectWordsToMap(content, read);
      }),
      { numRuns: fewOrAll(150, 1_500) },
    );
  });

  it.each(["markdown", "html"] as const)("%s: plain prose is its own text", (type) => {
    const prose = fc.array(fc.stringMatching(/^[a-zà-öA-Z,.?]{1,9}$/), { minLength: 1 }).map((list) => list.join(" "));
    fc.assert(
      fc.property(prose, (content) => {
        expect(readers[type](content).text).toBe(content);
      }),
    );
  });

  it("tells many small pieces as one, never as unit by unit", () => {
    const steps = fc.array(fc.tuple(fc.constantFrom("keep", "put", "drop"), fc.integer({ min: 2, max: 5 })));
    fc.assert(
      fc.property(steps, (list) => {
        const content = Array.from({ length: 5 * list.length }, (_, at) => String.fromCharCode(97 + (at % 26))).join(
          "",
        );
        const pieces = new TextPieces(content, FINE_MAX);
        let at = 0;
        let text = "";
        for (const [kind, length] of list) {
          if (kind === "keep") pieces.keep(at, at + length);
          if (kind === "put") pieces.put("-", at, at + length);
          text += kind === "keep" ? content.slice(at, at + length) : kind === "put" ? "-" : "";
          at += length;
        }
        const result = pieces.finish();
        expect(result.text).toBe(text);
        expect(result.pieces!.length).toBeLessThanOrEqual(FINE_MAX);
        expectPiecesToHold(content, result);
      }),
    );
  });

  it("text and code are taken as they are", () => {
    expect(readers.text("a *b* &amp;")).toEqual({ text: "a *b* &amp;" });
    expect(readers.code("x = a_b_c # <p>")).toEqual({ text: "x = a_b_c # <p>" });
  });
});

describe("html", () => {
  it.each([
    ["wo<b>r</b>d <i>next</i>", "word next"],
    ["<p>one<p>two<br>three<td>four", "\none\ntwo\nthree\nfour"],
    ["a&amp;b &eacute;t&#233; &nGt; &unknown; 5 &lt 6", "a&b été \u226b\u20d2 &unknown; 5 < 6"],
    ["<head><title>no</title><style>p{}</style></head>yes<script>no()</script>", "yes"],
    ["a<!-- no -->b<template><p>no</p><template>no</template>no</template>c", "abc"],
  ])("%s", (content, text) => expect(html(content).replace(/^\n(?=yes)|^\n\n(?=yes)/, "")).toBe(text));

  it("names by their namespace, whatever the prefix: of XHTML, not of others", () => {
    const page = (prefix: string, namespace = "http://www.w3.org/1999/xhtml") =>
      `<h:html xmlns:${prefix}="${namespace}"><h:title>T</h:title><h:script>no()</h:script><h:p>o<h:b>n</h:b>e</h:p><h:p>two</h:p></h:html>`;
    expect(words(html(page("h")))).toEqual(["one", "two"]);
    expect(htmlTitleSource(page("h"))).toBe("T");
    for (const other of notEmpty([page("x"), page("h", "urn:h")])) {
      expect(words(html(other))).toEqual(["Tno", "onetwo"]);
      expect(htmlTitleSource(other)).toBeUndefined();
    }
  });
});

describe("subtitles", () => {
  it.each([
    [
      "SRT",
      "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>one</i>\r\n2 two\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n10\r\n",
      "one\n2 two\n10",
    ],
    [
      "WebVTT",
      "WEBVTT\nKind: captions\n\nNOTE\nno one\n\nname\n00:01.000 --> 00:02.000 align:start\n<v Ann>one</v> &amp; <00:01.500><c.x>two</c>\n",
      "one & two",
    ],
    ["MicroDVD", "{1}{20}{y:i}one|two\n{21}{40}three", "one\ntwo\nthree"],
    [
      "SSA",
      "[Events]\nFormat: Layer, Start, Style, Text\nDialogue: 0,0:00:01.00,Default,one, {\\i1}two\\Nthree\n",
      "one, two\nthree",
    ],
    ["LRC", "[ti:no]\n[00:01.00]one\n[00:02.00][00:09.00]two\n[00:03.00]one", "one\ntwo\none"],
    ["SBV", "0:00:01.000,0:00:02.000\none\n", "one"],
    [
      "SRT that says a word of SSA",
      "1\n00:00:01,000 --> 00:00:02,000\nDialogue: coaching, and more\n",
      "Dialogue: coaching, and more",
    ],
    ["SSA without a head", "Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,one, two\n", "one, two"],
    ["a word of SSA alone", "Dialogue: coaching is what we do", "Dialogue: coaching is what we do"],
    [
      "SubViewer, with signs that are no tags",
      "00:00:01.00,00:00:02.00\nI <3 you so much,[br]but 2 > 1 always\n",
      "I <3 you so much,\nbut 2 > 1 always",
    ],
    ["none", "no, times\n1:2", "no, times\n1:2"],
  ])("%s", (_, content, text) => expect(readSubtitles(content).text).toBe(text));

  it("a line that rolls is read once, a short one as often as it is said", () => {
    const cues = (...all: string[]) => all.map((cue, i) => `00:0${i}:00.000 --> 00:0${i}:09.000\n${cue}\n`).join("\n");
    expect(readSubtitles(cues("a b c", "a b c\nd e f", "d e f\nNo.", "No.")).text).toBe("a b c\nd e f\nNo.\nNo.");
  });
});

describe("markdown", () => {
  it.each([
    ["# Title\n\ntext", "Title\n\ntext"],
    ["foo*bar*baz 5*3 snake_case_name **bold**", "foobarbaz 5*3 snake_case_name bold"],
    ['[link](http://a.b "title") ![image](c.png) [ref][r] [gone]\n\n[r]: /d "e"\n', "link image ref [gone]\n\n"],
    ["1. one\n2. two\n", "one\ntwo\n"],
    ["born in\n1986. A year", "born in\n1986. A year"],
    ["```js\na *b*\n```\nafter", "a *b*\nafter"],
    ["`a *b* c` &eacute; \\*plain\\*", "a *b* c é *plain*"],
    ["one <b>t</b>wo<br>three <!-- four\n\nfive --> six", "one two\nthree  six"],
    ["if x <y then z", "if x <y then z"],
    ["> - quoted *item*\n> more", "quoted item\nmore"],
    ["- a `b\n- c` d\n\n# e `f\ng` h", "a `b\nc` d\n\ne `f\ng` h"],
    ["- `a\n  b` [c\n  d](e\n  'f') <b\n  class=g>h</b>", "a\n  b c\nd h"],
    ["seen[^n] here\n\n[^n]: The note.", "seen here\n\nThe note."],
  ])("%s", (content, text) => expect(markdown(content)).toBe(text));

  it.each([
    ["Title\n=====\ntext", ["Title"]],
    ["text\n\nTitle\n-----\n\n## Part\ntext", ["Title", "Part"]],
    ["---\ntitle: T\n---\ntext", []],
    ["text\n\n---\n\ntext", []],
    ["- item\n---\ntext", []],
  ])("headings of %j", (content, labels) =>
    expect(readers.markdown(content).sections?.map(({ label }) => label) ?? []).toEqual(labels),
  );

  it("gives each word that is shown once, in order, from its place, and no word of an address, title, tag or comment", () => {
    fc.assert(
      fc.property(documentOfWords, ({ content, shown }) => {
        const read = readers.markdown(content);
        expectPiecesToHold(content, read);
        const found = [...read.text.matchAll(/[vh]\d+/g)];
        expect(found.map(([word]) => word)).toEqual(shown);
        for (const { 0: word, index } of notAlwaysEmpty(found)) {
          const { start, end } = toOriginal(read, { start: index, end: index + word.length });
          expect(content.slice(start, end)).toBe(word);
        }
      }),
      { numRuns: fewOrAll(150, 1_000) },
    );
  });

  it("gives the words that a full CommonMark parser gives, on real documents", () => {
    const documents = ["fast-check", "hono", "valibot", "htmlparser2", "fflate"].map((name) =>
      readFileSync(new URL(`../../../../node_modules/${name}/README.md`, import.meta.url), "utf8"),
    );
    for (const content of documents)
      expect(words(markdown(content))).toEqual(words(visible(fromMarkdown(content) as Node)));
  });
});

describe("time is linear on hostile input", () => {
  const UNITS = 1 << 18;
  /** Linear time is a tenth of a second at most; the parsers that were measured, and an error in ours, took half a minute. */
  const MEASURABLE_MS = 200;
  const BLOCKS = [
    "",
    "- ",
    "-\t",
    "1. ",
    "> ",
    "> - ",
    "# ",
    "    ",
    "| ",
    "[a]: ",
    "[^a]: ",
    "```",
    "<p>",
    "\n",
    "\n- ",
  ];
  const INLINES = [
    "`a`",
    "`a",
    "`a``b",
    "[a](",
    '[a](b "',
    "[a][",
    "![a",
    "*a",
    "**a *b**",
    "<a ",
    "<!--",
    "<!-- -->",
    "<?",
    "&amp;",
  ];

  /** Processor time, the least of some runs: what else the machine does is not in it. */
  function leastMs(type: "markdown" | "html", content: string, runs: number): number {
    const times = Array.from({ length: runs }, () => {
      const start = process.cpuUsage();
      const { text } = readers[type](content);
      const { user, system } = process.cpuUsage(start);
      expect(text.length).toBeLessThanOrEqual(content.length);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  }

  /** Of four times the content it is four times the time; where it were the square, sixteen times. Short times are told by no clock. */
  function expectLinear(type: "markdown" | "html", content: (units: number) => string): void {
    if (leastMs(type, content(UNITS), 1) < MEASURABLE_MS) return;
    const [whole, quarter] = [leastMs(type, content(UNITS), 3), leastMs(type, content(UNITS / 4), 3)];
    expect(whole / Math.max(quarter, MEASURABLE_MS / 16), JSON.stringify(content(40).slice(0, 40))).toBeLessThan(10);
  }

  const repeat = (unit: string, units: number) => unit.repeat(Math.ceil(units / unit.length));

  it.each(Object.keys(HOSTILE))("%j", (name) => {
    expectLinear("markdown", HOSTILE[name]!);
    expectLinear("html", HOSTILE[name]!);
  });

  it.each(BLOCKS)("lines of %j and anything inline", (block) => {
    for (const inline of INLINES) expectLinear("markdown", (units) => repeat(`${block}${inline}\n`, units / 2));
  });

  it("any few of them together", () => {
    const part = fc.oneof(
      fc.constantFrom("\n", ...BLOCKS),
      fc.constantFrom(...INLINES),
      fc.constantFrom(...Object.keys(HOSTILE)),
    );
    const unit = fc
      .array(part, { minLength: 2, maxLength: 6 })
      .map((parts) => parts.map((name) => HOSTILE[name]?.(8) ?? name).join(""));
    fc.assert(
      fc.property(unit, (text) => expectLinear("markdown", (units) => repeat(`${text} `, units))),
      { numRuns: 40 },
    );
  });
});

type Node = { type: string; value?: string; alt?: string | null; children?: Node[] };

/** Visible text of a syntax tree: what `readers.markdown` is to find without one. */
function visible(node: Node): string {
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? "";
  if (node.type === "html") return html(node.value ?? "");
  if (node.value !== undefined) return node.type === "code" ? `\n${node.value}\n` : node.value;
  const text = (node.children ?? []).map(visible).join("");
  return ["root", "emphasis", "strong", "link", "linkReference"].includes(node.type) ? text : `\n${text}\n`;
}
