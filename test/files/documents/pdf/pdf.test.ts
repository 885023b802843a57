/** What is read of PDF: the words that a page shows, in the order in which a reader takes them. */
import { describe, expect, test } from "vitest";
import { contentOfFile, type FileContent, type UnreadContent } from "../../../../src/files/documents/content.ts";
import { readBytes } from "../../../../src/files/documents/readBytes.ts";
import { column, type PdfOptions, type PlacedText, pdfOf, streamOf } from "./pdfs.ts";

type Pages = Parameters<typeof pdfOf>[0];

async function read(pages: Pages, options?: PdfOptions): Promise<FileContent> {
  const content = await contentOfFile(pdfOf(pages, options), { name: "a.pdf" });
  if ("reason" in content) throw new Error(content.reason);
  return content;
}

const refusal = async (pages: Pages, options?: PdfOptions) =>
  (await contentOfFile(pdfOf(pages, options), { name: "a.pdf" })) as UnreadContent;

const NAMES = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Lines of prose that begin with their name and number, so that their order shows. */
const prose = (name: string, lines: number) =>
  Array.from({ length: lines }, (_, at) => `${name} line ${at} has as many words as it`);

/** An image of one pixel, drawn over the whole page. */
const IMAGE =
  "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>\nstream\n\x80\nendstream";
const PICTURE = "q 612 0 0 792 0 0 cm /X0 Do Q";

describe("the order of reading", () => {
  test("two columns are read one after the other, below what runs across them", async () => {
    const page = [
      { x: 72, y: 80, text: "A title that runs across both of the columns of this page", size: 16 },
      ...column(prose("Left", 20), 72, 120),
      ...column(prose("Right", 20), 320, 120),
      {
        x: 72,
        y: 400,
        text: "A row across the page in the middle, such as the caption of a wide figure, has its place",
        size: 10,
      },
      ...column(prose("Lower left", 10), 72, 430),
      ...column(prose("Lower right", 10), 320, 430),
    ];
    const { content } = await read([page]);
    const order = ["A title", "Left line 0", "Left line 19", "Right line 0", "Right line 19", "A row across"];
    const places = [...order, "Lower left line 9", "Lower right line 0"].map((text) => content.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test("three columns, drawn row by row", async () => {
    const columns = [60, 230, 400].map((x, at) =>
      column(
        prose(`Col${at}`, 12).map((text) => text.slice(0, 24)),
        x,
        100,
      ),
    );
    const page = Array.from({ length: 12 }, (_, row) => columns.map((lines) => lines[row]!)).flat();
    const { content } = await read([page]);
    expect(content.match(/Col\d line \d+/g)).toEqual(
      [0, 1, 2].flatMap((at) => prose(`Col${at}`, 12).map((text) => /Col\d line \d+/.exec(text)![0])),
    );
  });

  test("a table is read by rows", async () => {
    const cells = Array.from({ length: 12 }, (_, row) =>
      [72, 200, 300].map((x, at) => ({ x, y: 100 + 14 * row, text: `r${row}c${at}` })),
    );
    expect((await read([cells.flat()])).content.split(/\s+/).slice(0, 6)).toEqual([
      "r0c0",
      "r0c1",
      "r0c2",
      "r1c0",
      "r1c1",
      "r1c2",
    ]);
  });

  test("a large initial begins its word", async () => {
    const page = [
      { x: 72, y: 130, text: "C", size: 42 },
      ...column(
        ["all me Ishmael. Some years ago, never mind how long", "precisely, having little or no money in my purse,"],
        106,
        104,
      ),
      ...column(["and nothing particular to interest me on shore, I thought"], 72, 128 + 12),
    ];
    expect((await read([page])).content).toMatch(/^Call me Ishmael\. Some years .*\s+precisely, .*\s+and nothing/);
  });
});

describe("lines", () => {
  const joined = async (lines: readonly string[]) => (await read([column(lines, 72, 100)])).content.trim();

  test.each([
    [["The reading of a docu-", "ment is easy, and it is"], "The reading of a document is easy, and it is"],
    [
      ["It is well-known, and a well-", "known thing is easy, and"],
      "It is well-known, and a well-known thing is easy, and",
    ],
    [["He spoke of the Anglo-", "Saxon kings and their laws"], "He spoke of the Anglo-Saxon kings and their laws"],
    [["in the years 1914–", "1918 there was a war and a"], "in the years 1914–1918 there was a war and a"],
    [
      ["He came – or so they say –", "and left again in the night"],
      "He came – or so they say – and left again in the night",
    ],
  ])("%j", async (lines, text) => expect(await joined(lines)).toBe(text));

  test("spaced letters are a word, and text drawn twice to look bold stands once", async () => {
    const page: PlacedText[] = [
      { x: 72, y: 100, text: "KAPITEL", state: "4 Tc" },
      { x: 72, y: 130, text: "bold words", state: "0 Tc" },
      { x: 72.3, y: 130, text: "bold words", state: "0 Tc" },
    ];
    expect((await read([page])).content.trim()).toBe("KAPITEL bold words");
  });

  test("a line whose letters stand apart has its short words too, and single letters stay", async () => {
    const spaced = ["The keeper of a lamp", "and he, too, is in it,"];
    const page = column(spaced, 72, 100).map((line) => ({ ...line, state: "2.5 Tc" }));
    const plain = column(["either a or b", "A B C D E F"], 72, 200);
    const { content } = await read([[...page, ...plain]]);
    expect(content.replace(/\s+/g, " ").trim()).toBe(`${spaced.join(" ")} either a or b A B C D E F`);
  });

  test.each([0.7, 1.2, 1.5, 1.8])("letters that stand %d points apart leave words apart", async (gap) => {
    const lines = ["The keeper of the lamp wrote", "a second book, and hid it, too."];
    const page = column(lines, 72, 100).map((line) => ({ ...line, state: `${gap} Tc` }));
    expect((await read([page])).content.replace(/\s+/g, " ").trim()).toBe(lines.join(" "));
  });

  test("text drawn several times, letter by letter or page by page, stands once; letters that are double by themselves stay", async () => {
    const text = "The Mississippi book keeper";
    // Widths of Helvetica.
    const widths: Record<string, number> = { M: 833, T: 611, " ": 278, i: 222, r: 333, s: 500, k: 500 };
    for (const shifts of [
      [0, 0.3],
      [0, 0.3, 0.6],
      [0, 0.2, 0.4, 0.6],
    ]) {
      let x = 72;
      const letters = Array.from(text).flatMap((letter) => {
        const at = x;
        x += (11 * (widths[letter] ?? 556)) / 1_000;
        return letter === " " ? [] : shifts.map((shift) => ({ x: at + shift, y: 100, text: letter, size: 11 }));
      });
      expect((await read([letters])).content.trim()).toBe(text);
    }
    const lines = column([...prose("Left", 12), "1100 2200 3300 5500"], 72, 120);
    const again = lines.map((line) => ({ ...line, x: line.x + 0.3 }));
    expect((await read([[...lines, ...again]])).content).toBe((await read([lines])).content);
  });

  test("marks of notes are left out, exponents stay, and a note comes after the paragraph that ends on the next page", async () => {
    const body = column(prose("Body", 30), 72, 100);
    const one = [
      ...body,
      { x: 72, y: 460, text: "the last word" },
      { x: 129, y: 456, text: "1", size: 6 },
      { x: 135, y: 460, text: "of 5 cm" },
      { x: 168, y: 456, text: "2", size: 6 },
      { x: 175, y: 460, text: "is not the end" },
      { x: 72, y: 700, text: "1 A note in small letters.", size: 8 },
    ];
    const two = column(["of the sentence.", "Another sentence follows it here."], 72, 100);
    const { content } = await read([one, two]);
    expect(content).toMatch(/the last word of 5 cm ?2 is not the end of the sentence\./);
    expect(content.trimEnd()).toMatch(/A note in small letters\.(\n\nAnother sentence.*)?$/s);
    expect(content.indexOf("A note")).toBeGreaterThan(content.indexOf("of the sentence"));
  });
});

/** A font whose bytes, or pairs of bytes, are these characters; the map is the sixth object. */
function fontOf(ranges: string, isDownwards = false) {
  const bytes = isDownwards ? "<0000><ffff>" : "<00><ff>";
  const map = `/CIDInit begincmap 1 begincodespacerange ${bytes} endcodespacerange ${ranges} endcmap`;
  const descendant =
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000" +
    "/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>>>";
  const font = isDownwards
    ? `<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-V/DescendantFonts[${descendant}]/ToUnicode 6 0 R>>`
    : "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>";
  return { font, more: [new TextDecoder("latin1").decode(streamOf(map))] };
}

describe("text that runs to the left, or downwards", () => {
  /** A is alef, and so on; other signs are themselves. */
  const hebrew = fontOf("2 beginbfrange <41><5b><05d0> <20><40><0020> endbfrange");

  test("Hebrew, drawn from the left as it looks, and word by word", async () => {
    const drawn = [
      { x: 100, y: 100, text: "FED 1984 CBA" },
      { x: 300, y: 114, text: "IHG" },
      { x: 240, y: 114, text: "12" },
      { x: 180, y: 114, text: "LKJ" },
    ];
    expect((await read([drawn], hebrew)).content.trim().split(/\s+/).join(" ")).toBe("אבג 1984 דהו זחט 12 יךכ");
  });

  test("of two columns of Hebrew the right one is first", async () => {
    const lines = (x: number, letter: string) =>
      Array.from({ length: 12 }, (_, i) => ({ x, y: 100 + 14 * i, text: `${letter}ED CBA FED CBA GHI JKL MNO PQRS` }));
    const { content } = await read([[...lines(60, "Y"), ...lines(330, "Z")]], hebrew);
    expect(content.replace(/[^רש]/g, "")).toBe("ש".repeat(12) + "ר".repeat(12));
  });

  test("a ligature of Arabic is its letters in order", async () => {
    const arabic = fontOf("5 beginbfchar <41> <0627> <42> <fccb> <43> <fec4> <44> <feee> <45> <0637> endbfchar");
    expect((await read([[{ x: 100, y: 100, text: "EDCBA" }]], arabic)).content.trim()).toBe("الخطوط");
  });

  test("lines that run downwards follow each other to the left", async () => {
    const codes = (first: number) =>
      Array.from({ length: 10 }, (_, i) => (first + i).toString(16).padStart(4, "0")).join("");
    const lineAt = (x: number, first: number) => `BT /F 12 Tf ${x} 700 Td <${codes(first)}> Tj ET`;
    const japanese = fontOf("1 beginbfrange <0001><0050><3042> endbfrange", true);
    const letters = String.fromCharCode(...Array.from({ length: 30 }, (_, i) => 0x3042 + i));
    const page = [lineAt(460, 21), lineAt(500, 1), lineAt(480, 11)].join(" ");
    expect((await read([page], japanese)).content.trim()).toBe(letters);
  });
});

describe("pages", () => {
  const book = Array.from({ length: 6 }, (_, page) => [
    { x: 72, y: 40, text: page % 2 === 0 ? "THE WHALE" : `Chapter ${page}` },
    { x: 540, y: 40, text: String(page + 11) },
    ...column(prose(`The ${NAMES[page]}`, 30), 72, 80),
    { x: 290, y: 760, text: `– ${page + 11} –` },
  ]);
  const LABELS = "/PageLabels<</Nums[0<</S/D/St 11>>]>>";

  test("running heads and page numbers are left out and named", async () => {
    const { content, running_lines: running } = await read(book);
    expect(content).not.toMatch(/WHALE|– \d+ –/);
    expect(content).toMatch(/^The first line 0/);
    expect(running!.map(({ text }) => text)).toEqual(["– 11 –", "THE WHALE 11", "Chapter 1 12"]);
  });

  test("what stands on two pages only is text", async () => {
    const twice = [0, 1].map((page) => [
      { x: 72, y: 40, text: "A line of a poem" },
      ...column(prose(`P${page}`, 9), 72, 80),
    ]);
    expect((await read(twice)).content.match(/A line of a poem/g)).toHaveLength(2);
  });

  test("sections are the pages by their labels, and the headings of the outline", async () => {
    const outline = [
      { title: "Loomings", page: 1, y: 70 },
      { title: "The fourth line 4 has as many words as it", page: 3, y: 120 },
    ];
    const { content, sections } = await read(book, { catalogue: LABELS, outline });
    const shown = sections!.map(({ kind, label, start }) => [
      kind,
      label,
      content.slice(start).trimStart().slice(0, 13),
    ]);
    expect(shown).toEqual([
      ["page", "11", "The first lin"],
      ["page", "12", "The second li"],
      ["heading", "Loomings", "The second li"],
      ["page", "13", "The third lin"],
      ["page", "14", "The fourth li"],
      ["heading", "The fourth line 4 has as many words as it", "The fourth li"],
      ["page", "15", "The fifth lin"],
      ["page", "16", "The sixth lin"],
    ]);
  });

  test("title, author and language are those of the document", async () => {
    const info = "/Title(Moby-Dick)/Author(Herman Melville)";
    expect(await read(book, { info, catalogue: "/Lang(en-US)" })).toMatchObject({
      title: "Moby-Dick",
      author: "Herman Melville",
      lang: "en-US",
    });
    expect(await read(book, { info: "/Title(Microsoft Word - a.doc)" })).not.toHaveProperty("title");
  });
});

describe("what cannot be read is named", () => {
  const text = column(prose("Text", 20), 72, 100);

  test("a scan, also with a stamp on each page; a blank page is none", async () => {
    expect(await refusal([PICTURE, PICTURE], { images: [IMAGE] })).toMatchObject({ code: "scanned" });
    const stamp = (page: number) => `${PICTURE} BT /F 8 Tf 200 20 Td (Downloaded by reader ${page}) Tj ET`;
    expect(await refusal([0, 1, 2, 3].map(stamp), { images: [IMAGE] })).toMatchObject({ code: "scanned" });
    expect(await read([text, "", text])).not.toHaveProperty("unread_pages");
    expect((await read([""])).content).toBe("");
  });

  test("pages of which some are scanned are read, and the others listed; strict reading refuses them", async () => {
    const [one, two, three, four] = NAMES.map((name) => column(prose(`Text ${name}`, 20), 72, 100));
    const pages = [one!, PICTURE, two!, PICTURE, PICTURE, three!, four!];
    const content = await read(pages, { images: [IMAGE] });
    expect(content.content.match(/Text \w+ line 0/g)).toHaveLength(4);
    expect(content.unread_pages).toMatchObject([{ code: "scanned", pages: ["2", "4", "5"] }]);
    const bytes = pdfOf(pages, { images: [IMAGE] });
    await expect(readBytes(bytes, { name: "a.pdf", strict: true })).rejects.toMatchObject({
      code: "document_invalid",
      message: expect.stringContaining("pages 2, 4–5: pictures"),
    });
    await expect(readBytes(pdfOf([text]), { strict: true })).resolves.toMatchObject({ content_type: "text" });
  });

  test("prose beside a listing of abbreviations is read", async () => {
    const listing = Array.from({ length: 30 }, () => "mov ldr str bl cmp bne strb ldrb rsb mvn tst lsl lsr ror");
    const { content } = await read([[...column(prose("Some", 9), 72, 100), ...column(listing, 72, 300)]]);
    expect(content).toContain("Some line 8 has as many words as it");
  });

  test("signs that stand for text given elsewhere are told, and leaders of dots between words are read", async () => {
    const signs = column(
      Array.from({ length: 20 }, () => "#".repeat(60)),
      72,
      100,
    );
    expect(await refusal([signs])).toMatchObject({ code: "not_unicode" });
    const content = await read([column(prose("Page", 20), 72, 100), signs]);
    expect(content.unread_pages).toMatchObject([{ code: "not_unicode", pages: ["2"] }]);
    const contents = Array.from({ length: 20 }, (_, i) => `Of mills ${".".repeat(90)} ${i + 1}`);
    expect((await read([column(contents, 72, 100)])).content).toContain("Of mills");
  });

  test("notes, text boxes and filled fields are told with their words, links and short notes are not", async () => {
    const note = (subtype: string, text: string, more = "") =>
      `<</Type/Annot/Subtype/${subtype}/Rect[9 9 99 99]/Contents(${text})${more}>>`;
    const long = "This note says in twelve words or more what its writer thought.";
    const field = `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(A keeper)/Rect[9 9 99 99]>>`;
    const page = column(prose("Page", 20), 72, 120);
    const told = await read([page, page], {
      page: `/Annots[${note("FreeText", long)}${note("Text", "Well.")}${field}${note("Link", long)}]`,
    });
    expect(told.unread_pages).toEqual([
      { code: "format_not_read", pages: ["1", "2"], reason: "its notes, text boxes and form fields (30 words)" },
    ]);
    expect(told.content).not.toContain("writer");
    const quiet = await read([page], { page: `/Annots[${note("Text", "Well seen.")}${note("Link", long)}]` });
    expect(quiet.unread_pages).toBeUndefined();
  });

  test("attached files and forms of XML are told", async () => {
    const more = [
      "<</Type/EmbeddedFile/Length 3>>stream\nabc\nendstream",
      "<</Type/Filespec/F(a.txt)/EF<</F 6 0 R>>>>",
      "<</Length 4>>stream\n<a/>\nendstream",
    ];
    const told = async (catalogue: string, page = "") =>
      (await read([column(prose("Page", 20), 72, 120)], { more, catalogue, page })).unread_pages;
    const file = [{ code: "format_not_read", pages: [], reason: "its attachment a.txt" }];
    expect(await told("/Names<</EmbeddedFiles<</Names[(a.txt) 7 0 R]>>>>")).toEqual(file);
    expect(await told("", "/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[1 1 9 9]/FS 7 0 R>>]")).toEqual(file);
    expect(await told("/AcroForm<</XFA 8 0 R/Fields[]>>")).toMatchObject([{ reason: "its form of XML (XFA)" }]);
  });

  test("a font without characters", async () => {
    const toUnicode =
      "/CIDInit begincmap 1 begincodespacerange <00><ff> endcodespacerange 1 beginbfrange <00><ff><e000> endbfrange endcmap";
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>";
    expect(
      await refusal([text], { font, more: [new TextDecoder("latin1").decode(streamOf(toUnicode))] }),
    ).toMatchObject({ code: "not_unicode" });
    const shifted = text.map((one) => ({
      ...one,
      text: one.text.replace(/[A-Za-z ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 29)),
    }));
    expect(await refusal([shifted])).toMatchObject({ code: "not_unicode" });
  });

  test("a file that was cut, and one that is none", async () => {
    const bytes = pdfOf([text, text]);
    expect(await contentOfFile(bytes.subarray(0, bytes.length - 20), { name: "a.pdf" })).toMatchObject({
      unread_pages: [{ code: "damaged", pages: [] }],
    });
    expect(await contentOfFile(bytes.subarray(0, 60), { name: "a.pdf" })).toMatchObject({ code: "damaged" });
    const changed = new TextEncoder().encode("7 0 obj <</Length 90>> stream");
    expect(await contentOfFile(Uint8Array.from([...bytes, ...changed]), { name: "a.pdf" })).toMatchObject({
      unread_pages: [{ code: "damaged", pages: [] }],
    });
    expect(await contentOfFile(new TextEncoder().encode("no PDF"), { name: "a.pdf" })).toMatchObject({
      code: "damaged",
    });
  });
});

test("bytes behind the end of a file cost nothing, and blanks before it do not hide what it is", async () => {
  const bytes = pdfOf([column(prose("The", 20), 72, 100)]);
  const page = new TextEncoder().encode(`<html>${"<p>sent by a server</p>".repeat(200)}</html>`);
  const whole = await contentOfFile(bytes, { name: "a.pdf" });
  expect(await contentOfFile(Uint8Array.from([...bytes, ...page]), { name: "a.pdf" })).toEqual(whole);
  expect(await contentOfFile(Uint8Array.from([0xef, 0xbb, 0xbf, 10, ...bytes]), { name: "a" })).toMatchObject({
    content: "content" in whole ? whole.content : "",
  });
});

test("the same bytes give the same text, and reading leaves them as they are", async () => {
  const bytes = pdfOf([column(prose("Text", 20), 72, 100)], { isPacked: true });
  const before = bytes.slice();
  const [one, two] = await Promise.all([contentOfFile(bytes, {}), contentOfFile(bytes, {})]);
  expect(one).toEqual(two);
  expect(bytes).toEqual(before);
});
