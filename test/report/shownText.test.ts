import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readers } from "../../src/files/documents/readers.ts";
import { buildCorpus, createEngine } from "../../src/index.ts";
import { htmlAnalysis, htmlComparison, NO_COLOURS, plainAnalysis, plainComparison } from "../../src/report/index.ts";
import { shownText } from "../../src/report/layout/shownText.ts";

const plain = { colours: NO_COLOURS, columns: 100 };
const WORDS =
  "the miller keeps an honest ledger of every bushel that the river carried past his wheel last winter".split(" ");

/** The words, each behind markup that is no text. */
const markedUp = (words: readonly string[], between: readonly string[]) =>
  `<nav hidden>menu</nav><p>${words.map((word, i) => between[i % between.length]!.replace("WORD", word)).join(" ")}</p>`;

describe("a text with markup, as a report shows it", () => {
  it("is its own text where nothing was read", () => {
    const { text, spanOf } = shownText("plain <b>text</b>");
    expect(text).toBe("plain <b>text</b>");
    expect(spanOf({ start: 2, end: 5 })).toEqual({ start: 2, end: 5 });
  });

  it("shows the words of each span of the page", () => {
    const tags = fc.constantFrom(
      "WORD",
      "<b>WORD</b>",
      "<script>var x = 1;</script>WORD",
      "<!-- no -->WORD",
      "<p>WORD",
      "&amp; WORD",
    );
    let compared = 0;
    fc.assert(
      fc.property(fc.array(tags, { minLength: 1, maxLength: 6 }), fc.nat(16), fc.nat(16), (between, one, other) => {
        const page = markedUp(WORDS, between);
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const places = WORDS.map((word, i) => placeOfWord(page, WORDS, i, word));
        const { text, spanOf } = shownText(readers.html(page));
        const { start, end } = spanOf({ start: places[first]!.start, end: places[last]!.end });
        const words = text
          .slice(start, end)
          .split(/[\s&]+/u)
          .filter((word) => word !== "");
        expect(words).toEqual(WORDS.slice(first, last + 1));
        compared++;
      }),
    );
    expect(compared).toBeGreaterThan(20);
  });

  it("takes a character reference as a whole, and what is before and behind all pieces as its ends", () => {
    const page = "<p>a &eacute; b</p><br>";
    const { text, spanOf } = shownText(readers.html(page));
    const reference = page.indexOf("&");
    const cut = (span: { start: number; end: number }) => text.slice(spanOf(span).start, spanOf(span).end);
    expect(cut({ start: reference, end: reference + 8 })).toBe("é");
    expect(cut({ start: reference + 2, end: reference + 4 })).toBe("é");
    expect(cut({ start: 0, end: page.length }).trim()).toBe("a é b");
  });

  it("stands in reports of analyses and comparisons without a tag", async () => {
    const story = Array.from({ length: 12 }, (_, i) =>
      WORDS.map((word, k) => `${word}${(i * 7 + k) % 5 === 0 ? i : ""}`).join(" "),
    ).join(". ");
    const page = `<h1>Ledger</h1><script>let tracked = "by nobody";</script>${story
      .split(" ")
      .map((word, i) => (i % 9 === 0 ? `<em class="odd">${word}</em>` : word))
      .join(" ")}`;
    const corpus = await buildCorpus([{ id: "mill", title: "On Mills", text: story }], {
      name: "books",
      dataset: "books",
    });
    const engine = await createEngine({ corpora: [corpus], readers });
    const result = await engine.analyze({ content: page, content_type: "html" });
    expect(result.matches).toHaveLength(1);
    const content = readers.html(page);
    for (const report of [
      plainAnalysis(result, { ...plain, content }),
      htmlAnalysis(result, { content, wholeText: true }),
    ]) {
      expect(report).toContain("honest ledger of");
      expect(report).not.toMatch(/tracked|class="odd"|&lt;em|<em class/);
    }
    expect(plainAnalysis(result, { ...plain, content: page })).toContain('<em class="odd">');
    const compared = await engine.compare({ a: { content: page, content_type: "html" }, b: { content: story } });
    expect(compared.passages!.length).toBeGreaterThan(0);
    for (const report of [
      plainComparison(compared, { ...plain, a: content, b: story }),
      htmlComparison(compared, { a: content, b: story }),
    ]) {
      expect(report).toContain("honest ledger of");
      expect(report).not.toMatch(/class="odd"|&lt;em/);
    }
  });
});

/** Where the n-th word stands in the page. */
function placeOfWord(page: string, words: readonly string[], n: number, word: string) {
  let at = page.indexOf("<p>");
  for (const before of words.slice(0, n)) at = page.indexOf(before, nextText(page, at)) + before.length;
  const start = page.indexOf(word, nextText(page, at));
  return { start, end: start + word.length };
}

/** Behind scripts and comments, whose words are none. */
function nextText(page: string, from: number): number {
  const skipped = /^(?:\s|<script>.*?<\/script>|<!--.*?-->|<\/?[bp]>|&amp;)*/s.exec(page.slice(from))!;
  return from + skipped[0].length;
}
