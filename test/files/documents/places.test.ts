/** A match says on which page, under which heading and in which paragraph it stands, whatever the format of content and document. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TextPlace } from "../../../src/base/contract/common.ts";
import type { Match } from "../../../src/base/contract/operations/analyze.ts";
import { paragraphStarts } from "../../../src/core/text/paragraphs.ts";
import { countParagraphs, paragraphsIn, paragraphsOfStretch } from "../../../src/corpus/format/paragraphs.ts";
import { packSections, unpackSections } from "../../../src/corpus/format/sections.ts";
import type { FileContent } from "../../../src/files/documents/content.ts";
import { readBytes, readDocuments, readers } from "../../../src/files/index.ts";
import { buildCorpus, type Corpus, createEngine, type OpenEngine } from "../../../src/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { NO_SHARED, sharedText } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { latexOf } from "./latex/latexs.ts";
import {
  archiveOf,
  type Chapter,
  chapterMarkup,
  epubParts,
  openDocumentOf,
  openDocumentParts,
  teiOf,
  wordHeading,
  wordParagraph,
  wordParts,
} from "./office/archives.ts";
import { rtfOf } from "./office/rtfs.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const beginnings = (text: string) => paragraphStarts(utf8(text)).map((start) => text.slice(start, start + 3));

describe("paragraphs", () => {
  test.each([
    ["one", ["one"]],
    ["", []],
    ["  \n\n ", []],
    ["\n\n  one\n\ntwo", ["one", "two"]],
    ["one\ntwo\n three", ["one"]],
    ["one\n \t\ntwo", ["one", "two"]],
    ["one\r\ntwo\r\n\r\nthree", ["one", "thr"]],
    ["one\rtwo\r\rthree", ["one", "thr"]],
    ["one\n\u00a0\n\u3000two\n\u2003\nthree", ["one", "two", "thr"]],
    ["𝔬ne\n\nтwo\n\n人人生", ["𝔬n", "тwo", "人人生"]],
    ["\ufeff\n\none", ["one"]],
  ])("%j begin at %j", (text, expected) => expect(beginnings(text)).toEqual(expected));

  test("are those between blank lines, by another count", () => {
    const piece = fc.constantFrom("a", "é", "𝔘", " ", "\t", "\n", "\n\n", "\r\n", "\u00a0", "\u200b", "人");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        const blocks = text.split(/\s*(?:\r\n|\n)\s*?(?:\r\n|\n)\s*/u).filter((block) => block.trim() !== "");
        expect(paragraphStarts(utf8(text))).toHaveLength(blocks.length);
      }),
    );
  });

  test("have the same numbers in a part of a text, by its counts, as in the whole", () => {
    const random = seeded(7);
    const words = fc.array(fc.constantFrom("word ", "w\n\n", "longer\n", "人人\n\n", "𝔘 \r\n\r\n"), {
      minLength: 500,
      maxLength: 3_000,
    });
    let checked = 0;
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join("").repeat(4);
        const starts = paragraphStarts(utf8(text));
        const counts = countParagraphs(utf8(text));
        for (let tries = 0; tries < 20; tries++) {
          const from = Math.floor(random() * (text.length - 2_048));
          if (text.length <= 2_048 || /[\udc00-\udfff]/.test(text[from]!)) continue;
          const isEnd = random() < 0.5;
          const part = isEnd ? text.slice(from) : text.slice(from, from + 2_048 + Math.floor(random() * 3_000));
          const start = from + Math.floor(random() * part.length);
          const expected = starts.filter((one) => one <= start).length;
          if (expected === 0 || /\s/.test(text[start]!)) continue;
          const read = paragraphsOfStretch(utf8(part), from, isEnd || from + part.length >= text.length);
          expect(paragraphsIn(read, counts, { start, end: start + 1 })).toEqual({ first: expected, last: expected });
          checked += 1;
        }
      }),
      { numRuns: 60 },
    );
    expect(checked).toBeGreaterThan(300);
  });
});

test("sections come back as they were packed; a page that follows the one before takes no label", () => {
  const section = fc.record({
    kind: fc.constantFrom("heading" as const, "page" as const),
    start: fc.nat(1_000_000),
    label: fc.oneof(fc.integer({ min: 0, max: 20 }).map(String), fc.string({ unit: "grapheme", minLength: 1 })),
  });
  fc.assert(
    fc.property(fc.array(section), (any) => {
      const sections = any.sort((x, y) => x.start - y.start);
      expect(unpackSections(packSections(sections))).toEqual(sections);
    }),
  );
  const pages = Array.from({ length: 300 }, (_, i) => ({ kind: "page" as const, start: i, label: String(i + 1) }));
  expect(packSections(pages).filter((item) => typeof item === "string")).toEqual(["1"]);
  for (const damaged of [[1], [-2, "a"], [0.5, "a"], [0, null], [1, 7], ["a", "a"]] as never[])
    expect(() => unpackSections(damaged)).toThrow(/damaged/);
});

/** A book of chapters with titles of their own, as every format holds it. */
const FORMATS: Readonly<Record<string, (book: readonly Chapter[]) => Uint8Array>> = {
  "book.epub": (book) => archiveOf(epubParts(book.map(chapterMarkup))),
  "book.docx": (book) =>
    archiveOf(
      wordParts(
        book.map(({ title, paragraphs }) => wordHeading(title) + paragraphs.map(wordParagraph).join("")).join(""),
      ),
    ),
  "book.odt": (book) => archiveOf(openDocumentParts(book.map(openDocumentOf).join(""))),
  "book.xml": (book) => utf8(teiOf(book)),
  "book.rtf": (book) => utf8(rtfOf(book)),
  "book.tex": (book) => utf8(latexOf(book)),
  "book.html": (book) => utf8(`<html><body>${book.map(chapterMarkup).join("")}</body></html>`),
  "book.md": (book) =>
    utf8(book.map(({ title, paragraphs }) => `# ${title}\n\n${paragraphs.join("\n\n")}`).join("\n\n")),
  "book.txt": (book) =>
    utf8(book.map(({ title, paragraphs }) => `${title}\n\n${paragraphs.join("\n\n")}`).join("\n\n")),
};
const NAMES = Object.keys(FORMATS);

/** Numbers of chapter and paragraph, and the words of one paragraph, at the beginning, in the middle and at the end. */
interface Excerpt {
  chapter: number;
  paragraph: number;
  words: string;
}

/** Long paragraphs, spread over the book. */
function excerptsOf(book: readonly Chapter[]): Excerpt[] {
  let paragraph = 0;
  const all = book.flatMap(({ paragraphs }, chapter) => {
    paragraph += 1;
    return paragraphs.map((words) => ({ chapter, paragraph: ++paragraph, words }));
  });
  const long = all.filter(({ words }) => words.split(/\s+/).length > 60);
  return [0.001, 0.2, 0.45, 0.7, 0.93, 0.999].map((share) => long[Math.floor(share * long.length)]!);
}

function madeUp(words: number): Chapter[] {
  const random = seeded(13);
  return Array.from({ length: 60 }, (_, i) => ({
    title: `Chapter ${i + 1}`,
    paragraphs: zipfText(random, words / 60)
      .trim()
      .split("\n\n"),
  }));
}

/** A novel with its own chapters, or `null` without the shared data. */
function novel(): Chapter[] | null {
  const lines = sharedText("data/corpora/eltec-eng/eltec-eng-000.jsonl.gz")?.split("\n") ?? [];
  const texts = lines.filter((line) => line !== "").map((line) => (JSON.parse(line) as { text: string }).text);
  const text = texts.find((one) => (one.match(/^CHAPTER [IVXL]+\.$/gm)?.length ?? 0) > 20);
  if (text === undefined) return null;
  return (
    text
      .split(/^(?=CHAPTER [IVXL]+\.$)/m)
      .map((chapter) => chapter.trim().split(/\s*\n\s*\n\s*/))
      // A line that begins as a mark of Markdown is another text there.
      .map(([title, ...paragraphs]) => ({
        title: title!,
        paragraphs: paragraphs.map((one) => one.replace(/[\s*_#>`\\[\]<&]+/g, " ").replace(/^[-+\d.) ]+/, "")),
      }))
  );
}

const NOVEL = novel();

const WORDS = fewOrAll(60_000, 180_000);

describe.each([
  [`a made-up book of ${WORDS} words`, madeUp(WORDS), null],
  ["a novel", NOVEL, NO_SHARED],
] as const)("%s in every format", (what, book, missing) => {
  const only = test.skipIf(book === null);
  const named = (name: string) => skippable(name, book === null, missing ?? "");
  const folder = mkdtempSync(join(tmpdir(), "spolia-places-"));
  const contents = new Map<string, FileContent>();
  const corpora: Corpus[] = [];
  let engine: OpenEngine;

  beforeAll(async () => {
    if (book === null) return;
    for (const name of NAMES) {
      const bytes = FORMATS[name]!(book);
      writeFileSync(join(folder, name), bytes);
      contents.set(name, await readBytes(bytes, { name }));
      corpora.push(await buildCorpus(readDocuments([join(folder, name)]), { name, dataset: "books" }));
    }
    engine = await createEngine({ corpora, readers });
  });
  afterAll(async () => {
    for (const corpus of corpora) await corpus.close();
    rmSync(folder, { recursive: true });
  });

  const textOf = (name: string): string => {
    const { content, content_type: type } = contents.get(name)!;
    return type === "markdown" || type === "html" ? readers[type](content).text : content;
  };
  /** The place that a paragraph of the book has in a file. Text has no headings; only TEI has pages here. */
  const placeIn = (name: string, { chapter, paragraph }: Excerpt): TextPlace => ({
    ...(name === "book.xml" && { page: String(chapter + 1) }),
    ...(name !== "book.txt" && { heading: book![chapter]!.title }),
    paragraph,
  });
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

  only(named("an excerpt is found in each file, at its page, heading and paragraph"), async () => {
    for (const excerpt of notEmpty(excerptsOf(book!))) {
      const { matches } = await engine.analyze({ content: excerpt.words });
      const whole = matches.filter(({ words: count }) => count > 55);
      expect(whole.map(({ document }) => document.id).sort()).toEqual([...NAMES].sort());
      for (const { document, source, content } of notEmpty(whole)) {
        const slice = textOf(document.id).slice(source.start, source.end);
        expect(words(slice)).toEqual(words(excerpt.words.slice(content.start, content.end)));
        expect(source.place, document.id).toEqual(placeIn(document.id, excerpt));
        expect(content.place).toEqual({ paragraph: 1 });
      }
    }
  });

  only(named("a file as content says where in it the passage stands"), async () => {
    const excerpt = excerptsOf(book!)[3]!;
    const one = await buildCorpus([{ id: "excerpt", text: excerpt.words }], { name: "one", dataset: "one" });
    const asked = await createEngine({ corpora: [one], readers });
    for (const name of notEmpty(NAMES)) {
      const { content, content_type, sections } = contents.get(name)!;
      const found: Match[] = (await asked.analyze({ content, content_type, sections })).matches;
      const match = found.find(({ words: count }) => count > 55)!;
      expect(match.content.place, name).toEqual(placeIn(name, excerpt));
      const compared = await asked.compare({ a: { content, content_type, sections }, b: excerpt.words });
      expect(compared.passages!.find(({ words: count }) => count > 55)!.a, name).toEqual(match.content);
    }
    await one.close();
  });

  only(named("counts of paragraphs take at most .0031 bytes a word, headings and pages .03"), async () => {
    const text = textOf("book.xml");
    const { sections } = contents.get("book.xml")!;
    const bytesOf = async (more: object) => {
      await using made = await buildCorpus([{ id: "a", text, ...more }], { name: "a", dataset: "a" });
      return { stored: made.info.stored_bytes, words: made.info.words };
    };
    const [without, sectioned] = [await bytesOf({}), await bytesOf({ sections })];
    const packed = (sectioned.stored - without.stored) / without.words;
    const counts = (4 + countParagraphs(utf8(text)).length) / without.words;
    console.log(
      `${what}: ${packed.toFixed(4)} bytes a word for ${sections!.length} sections, ${counts.toFixed(4)} for counts`,
    );
    expect(packed).toBeLessThan(0.03);
    expect(counts).toBeLessThan(0.0031);
  });
});

describe("sections of a request", () => {
  const content = "word ".repeat(100);
  const section = { kind: "page" as const, start: 5, label: "7" };
  const asking = async (request: object) =>
    (await createEngine({ corpora: [], readers })).analyze({ content, ...request });

  test.each([
    ["absent", {}],
    ["empty", { sections: [] }],
    ["of one place", { sections: [section, section] }],
    ["at the end", { sections: [{ ...section, start: content.length }] }],
    ["of the longest label", { sections: [{ ...section, label: "x".repeat(200) }] }],
    ["of code", { content_type: "code", sections: [section] }],
    ["of the largest number", { sections: Array.from({ length: 100_000 }, () => section) }],
  ])("may be %s", async (_, request) => {
    await expect(asking(request)).resolves.toBeDefined();
  });

  test.each([
    ["beyond the end", { sections: [section, { ...section, start: content.length + 1 }] }, "/sections/1/start"],
    ["in another order", { sections: [section, { ...section, start: 4 }] }, "/sections/1/start"],
    ["of no kind", { sections: [{ ...section, kind: "line" }] }, "/sections/0/kind"],
    ["without a place", { sections: [{ kind: "page", label: "1" }] }, "/sections/0/start"],
    ["at half a unit", { sections: [{ ...section, start: 0.5 }] }, "/sections/0/start"],
    ["before the beginning", { sections: [{ ...section, start: -1 }] }, "/sections/0/start"],
    ["without a label", { sections: [{ ...section, label: "" }] }, "/sections/0/label"],
    ["of two lines", { sections: [{ ...section, label: "a\nb" }] }, "/sections/0/label"],
    ["of a longer label", { sections: [{ ...section, label: "x".repeat(201) }] }, "/sections/0/label"],
    ["of more fields", { sections: [{ ...section, end: 9 }] }, "/sections/0/end"],
    ["of a larger number", { sections: Array.from({ length: 100_001 }, () => section) }, "/sections"],
    ["no list", { sections: "page 1" }, "/sections"],
    ["of HTML, which has its own", { content_type: "html", sections: [section] }, "/sections"],
    ["of a registered work", { content: undefined, work_hash: `sha256:${"0".repeat(64)}`, sections: [section] }, ""],
  ])("may not be %s", async (_, request, pointer) => {
    await expect(asking(request)).rejects.toMatchObject({ code: "invalid_request", fields: [{ pointer }] });
  });

  test("of a document are held to the same rules, with its number", async () => {
    const build = (sections: never) =>
      buildCorpus(
        [
          { id: "a", text: content },
          { id: "b", text: content, sections },
        ],
        { name: "a", dataset: "a" },
      );
    await expect(build([{ ...section, start: 9_999 }] as never)).rejects.toMatchObject({
      code: "document_invalid",
      fields: [{ pointer: "/documents/1/sections/0/start" }],
    });
    await (await build([section] as never)).close();
  });
});

test("the readers give no section that a request would refuse", () => {
  const part = fc.constantFrom(
    "<h1>",
    "</h1>",
    "<h2> </h2>",
    "a",
    "\u0000",
    "\ud800",
    "# ",
    "\n",
    "===\n",
    "&#10;",
    '<span role="doc-pagebreak" title="\n"/>',
    '<i epub:type="pagebreak" id="p9"/>',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      for (const type of ["html", "markdown"] as const) {
        const { text, sections = [] } = readers[type](parts.join(""));
        let before = 0;
        for (const { start, label } of notAlwaysEmpty(sections)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(start).toBeLessThanOrEqual(text.length);
          expect(label).toMatch(/^[^\n\r]{1,200}$/);
          before = start;
        }
      }
    }),
  );
});
