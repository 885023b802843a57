/** Bytes to text: every encoding, wrong bytes, what is no text, and the hints. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SpoliaError } from "../../../../src/base/errors.ts";
import { decodeText, ESCAPES, NUL_BYTES, SEVEN_BITS } from "../../../../src/files/documents/bytes/decode.ts";
import { encodingOf } from "../../../../src/files/documents/bytes/labels.ts";
import { NotRead } from "../../../../src/files/documents/bytes/notRead.ts";
import { contentOfBytes, type FileContent, isEncoding } from "../../../../src/files/documents/content.ts";
import { readBytes } from "../../../../src/files/documents/readBytes.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { skippable } from "../../../support/skippable.ts";
import { LABELS, OTHER_SAMPLES, SAMPLES } from "./encodings.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesIn = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0));
const why = (bytes: Uint8Array, hints = {}) => {
  try {
    return decodeText(bytes, hints);
  } catch (error) {
    return error instanceof NotRead ? error.reason : error;
  }
};
/** Text in UTF-16 or UTF-32. */
const wide = (text: string, unit: 2 | 4, isLittle: boolean) => {
  const units =
    unit === 2
      ? Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
      : Array.from(text, (one) => one.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(unit * units.length));
  for (const [at, code] of units.entries())
    unit === 2 ? view.setUint16(2 * at, code, isLittle) : view.setUint32(4 * at, code, isLittle);
  return new Uint8Array(view.buffer);
};
const WIDE = [
  ["utf-16le", 2, true],
  ["utf-16be", 2, false],
  ["utf-32le", 4, true],
  ["utf-32be", 4, false],
] as const;

describe("the labels of the Encoding Standard", () => {
  const known = LABELS.filter(([label]) => {
    try {
      return new TextDecoder(label) !== undefined;
    } catch {
      return false;
    }
  });

  test("all that the runtime knows are known, others are not", () => {
    expect(known.length).toBeGreaterThan(180);
    for (const [label, name] of notEmpty(known)) expect([label, encodingOf(label)?.name]).toEqual([label, name]);
    for (const label of ["replacement", "hz-gb-2312", "iso-2022-kr", "utf-7", "cp037", "", "x"])
      expect(isEncoding(label)).toBe(false);
    for (const label of [
      "Latin-1",
      "latin-9",
      "x-ansi",
      "cp932",
      "CP949",
      "euc_jp",
      "utf_8",
      "UTF-32BE",
      "MacCyrillic",
      "cp850",
      "IBM855",
    ])
      expect(isEncoding(label)).toBe(true);
  });

  test.each(SAMPLES)("%s: stated, and declared in HTML, XML and by HTTP", (name, hex, text) => {
    const sample = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
    for (const [label] of notEmpty(LABELS.filter(([, of]) => of === name))) {
      expect(contentOfBytes(sample, { encoding: label })).toMatchObject({ content: text });
      expect(contentOfBytes(sample, { charset: label })).toMatchObject({ content: text });
      const html = contentOfBytes(bytesIn(`<meta charset="${label}"><p>${String.fromCharCode(...sample)}`), {
        name: "a.html",
      });
      expect((html as FileContent).content).toContain(text);
      const xml = contentOfBytes(
        bytesIn(`<?xml version='1.0' encoding='${label}'?><p>${String.fromCharCode(...sample)}</p>`),
        { name: "a.xml" },
      );
      expect((xml as FileContent).content.trim()).toBe(text);
    }
  });
});

const bytesOfHex = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));

describe("what some runtimes decode otherwise than the Encoding Standard", () => {
  test.each([
    ["euc-kr", "94ee8c63c16420bc8420b4c3", "뷁똠햏 펲 늘"],
    ["euc-kr", "c922ff80", '\ufffd"\ufffd\ufffd'],
    ["big5", "9def9df89df69df7c94ea4a4", "嘅啲喺咗冇中"],
    ["big5", "8862ff", "\u00ca\u0304\ufffd"],
    ["koi8-u", "aebe", "ўЎ"],
    ["gbk", "a2e380", "€€"],
  ])("%s %s", (label, hex, text) => {
    const { decode, open } = encodingOf(label)!;
    const bytes = bytesOfHex(hex);
    expect(decode(bytes)).toBe(text);
    const stream = open();
    const parts = Array.from(bytes, (byte) => stream.decode(Uint8Array.of(byte), { stream: true }));
    expect(parts.join("") + stream.decode()).toBe(text);
  });
});

test("the order of UTF-16 that only `utf-16` names is told without NULs", () => {
  const text = "山あいの小さな町に住む時計職人は毎朝夜明け前に起きて工房の窓を開けた。";
  for (const isLittle of [true, false])
    expect(decodeText(wide(text, 2, isLittle), { declared: ["utf-16"] }).text).toBe(text);
});

test("UTF-7 that is declared, and what only looks like a declaration", () => {
  expect(why(bytesIn("+BCEEQgQwBEAESwQ5 +BDwENQQ7BEwEPQQ4BDo, 1"), { declared: ["utf-7"] })).toBe(SEVEN_BITS);
  const prose =
    '<meta name="description" content="the charset=koi8-r page"><meta charset="windows-1251"><p>\xcc\xe8\xf0';
  expect((contentOfBytes(bytesIn(prose), { name: "a.html" }) as FileContent).content).toContain("Мир");
});

test.each(OTHER_SAMPLES)("%s, which runtimes lack", (name, hex, text) => {
  const sample = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  for (const label of notEmpty([name, name.toUpperCase(), name.replace("ibm", "cp")]))
    expect(decodeText(sample, { stated: label })).toEqual({ text, replaced: 0, encoding: name });
});

describe("what a document declares", () => {
  const latin = "<p>d\xe9j\xe0 vu</p>";

  test.each([
    [
      "a.html",
      `<!-- <meta charset=utf-8> --><META content='text/html; charset = iso-8859-1' http-equiv=Content-Type>${latin}`,
    ],
    ["a.html", `<?xml version="1.0" encoding="iso-8859-1"?><html>${latin}`],
    ["a.html", `<title>${"long ".repeat(1000)}</title><meta charset=latin1>${latin}`],
    ["a.xhtml", `<?xml version="1.0" encoding="ISO-8859-1"?><meta charset="koi8-r"/>${latin}`],
    [
      "a.html",
      `<meta charset="x-unknown"><meta charset="latin1">${latin.replaceAll(/[^ -~]/g, "")}d\xc3\xa9j\xc3\xa0 vu`,
    ],
  ])("%s counts: %.60s", (name, binary) =>
    expect((contentOfBytes(bytesIn(binary), { name }) as FileContent).content).toContain("déjà vu"),
  );

  test("a mark comes before it, and UTF-8 that shows itself; UTF-16 is none that can be read byte by byte", () => {
    expect(decodeText(bytesIn("\xef\xbb\xbfcaf\xc3\xa9"), { declared: ["latin1"] }).text).toBe("café");
    expect(decodeText(bytesIn("\xff\xfeh\0i\0"), { declared: ["utf-8"] }).text).toBe("hi");
    expect(decodeText(utf8("déjà vu"), { declared: ["latin1"] }).text).toBe("déjà vu");
    expect(contentOfBytes(utf8("<meta charset=utf-16le>déjà vu"), { name: "a.html" })).toMatchObject({
      content: expect.stringContaining("déjà vu"),
    });
    expect(
      contentOfBytes(bytesIn("<meta charset=utf-16le>d\xe9j\xe0 vu, d\xe9j\xe0 vu"), { name: "a.html" }),
    ).toMatchObject({ code: "not_utf8" });
    const narrow = bytesIn("It was the best of times in the caf\xe9, it was the worst of times there.");
    for (const declared of ["utf-16le", "utf-16be"])
      expect(decodeText(narrow, { declared: [declared], stated: "latin1" })).toMatchObject({
        text: "It was the best of times in the café, it was the worst of times there.",
        encoding: "windows-1252",
      });
    // Two characters of GBK that are one of UTF-8 too.
    expect(decodeText(bytesIn("\xc4\xa3\xca\xbd"), { declared: ["gbk"] }).text).toBe("模式");
  });

  test("what it declares counts before what the caller states, which counts where its bytes are not of that", () => {
    expect(decodeText(bytesIn("caf\xe9"), { declared: ["iso-8859-7"], stated: "latin1" }).text).toBe("cafι");
    expect(decodeText(bytesIn("\xe9\xe9\xe9\xe9\xe9"), { declared: ["utf-8"], stated: "latin1" }).text).toBe("ééééé");
    expect(why(bytesIn("\xe9\xe9\xe9\xe9\xe9"), { declared: ["utf-8"] })).toBe("not UTF-8");
    expect(why(bytesIn("\x81\x20\x81\x20\x81\x20"), { declared: ["shift_jis"] })).toContain("it declares shift_jis");
  });
});

test("XML that declares nothing is UTF-8, or what the caller states", () => {
  const xml = bytesIn("<p>A long enough caf\xe9 in XML</p>");
  expect(contentOfBytes(xml, { name: "a.xml" })).toMatchObject({ content: "A long enough caf\ufffd in XML\n\n" });
  expect(contentOfBytes(xml, { name: "a.xml", encoding: "latin1" })).toMatchObject({
    content: "A long enough café in XML\n\n",
  });
});

describe("UTF-16 and UTF-32", () => {
  const texts = [
    "It was the best of times, it was the worst of times.",
    "Всё смешалось в доме Облонских.\nЖена узнала",
    "吾輩は猫である。名前はまだ無い。\n一体どこで生れたか、とんと見当がつかぬ。一一",
    "道可道，非常道。\r\n名可名，非常名。",
    "모든 국가는 평등하다.",
  ];

  test.each(WIDE)("%s with a mark and without", (name, unit, isLittle) => {
    for (const text of texts) {
      expect(decodeText(wide(text, unit, isLittle))).toEqual({ text, replaced: 0, encoding: name });
      expect(decodeText(wide(`\ufeff${text}`, unit, isLittle), { declared: ["latin1"], stated: "koi8-r" })).toEqual({
        text,
        replaced: 0,
        encoding: name,
      });
      expect(decodeText(wide(text, unit, isLittle), { declared: ["utf-8"] }).text).toBe(text);
    }
  });

  test("beyond 64 KiB, cut inside a character, and with a half of a pair", () => {
    const long = `${"ab \u{1f600}c".repeat(20_000)}`;
    for (const [, unit, isLittle] of notEmpty(WIDE)) expect(decodeText(wide(long, unit, isLittle)).text).toBe(long);
    expect(decodeText(wide("It was the best", 2, true).subarray(0, -1))).toMatchObject({
      text: "It was the bes\ufffd",
      replaced: 1,
    });
    expect(decodeText(wide(`\ufeffIt was the \ud800 best`, 2, true))).toMatchObject({
      text: "It was the \ufffd best",
      replaced: 1,
    });
  });

  test.each([
    ["one NUL in ASCII", "It was the best\0 of times, it was the worst of times"],
    ["one NUL in UTF-8", "\xd0\x92\xd1\x81\xd1\x91\0 \xd1\x81\xd0\xbc\xd0\xb5"],
    ["one NUL in Latin-1", "d\xe9j\xe0 vu\0, d\xe9j\xe0 vu, d\xe9j\xe0 vu, d\xe9j\xe0 vu, d\xe9j\xe0 vu"],
    ["only NULs", "\0\0\0\0\0\0\0\0"],
    ["numbers of four bytes", "\x01\0\0\0\x7f\0\0\0\x30\x01\0\0\xff\xff\xff\xff\x02\0\0\0"],
    ["NUL after a mark", "\xef\xbb\xbfa\0b"],
    ["UTF-16 with a NUL", "\xff\xfea\0\0\0b\0"],
  ])("are not %s", (_, binary) => expect(why(bytesIn(binary))).toBe(NUL_BYTES));
});

describe("wrong bytes", () => {
  const prose =
    "The lighthouse keeper kept a second logbook under the floorboards, and wrote down what he heard. ".repeat(3);

  test.each([
    ["a stray byte", `${prose}\xff${prose}`, 1],
    ["a cut character", `${prose}\xe2\x80`, 1],
    ["one in 1,000", `${prose.repeat(4)}\x92`.repeat(3), 3],
    ["a cut character of a script", `${"\xd0\x9f".repeat(10)}\xd0`, 1],
    ["U+FFFD that stands there", `${prose}\xef\xbf\xbd`, 0],
    ["the same with a stray byte", `${prose}\xef\xbf\xbd\xff`, 1],
  ])("%s: replaced and counted", (_, binary, replaced) => {
    const decoded = decodeText(bytesIn(binary));
    expect(decoded).toEqual({ text: new TextDecoder().decode(bytesIn(binary)), replaced, encoding: "utf-8" });
    const { unread_pages } = contentOfBytes(bytesIn(binary), {}) as FileContent;
    const places = replaced === 1 ? "1 place" : `${replaced} places`;
    const told = { code: "not_utf8", pages: [], reason: `wrong bytes of UTF-8 at ${places}: U+FFFD stands there` };
    expect(unread_pages).toEqual(replaced === 0 ? undefined : [told]);
  });

  test.each([
    ["a NUL in a long text", `${prose}\0${prose}`, 1],
    ["a NUL in a script", `${"\xd0\x9f".repeat(10)}\0`, 1],
    ["half of a pair of UTF-16 as UTF-8", `${prose}\xed\xa0\x80`, 1],
  ])("%s: replaced and counted once", (_, binary, replaced) => {
    const decoded = decodeText(bytesIn(binary));
    const text = new TextDecoder().decode(bytesIn(binary)).replaceAll("\0", "\ufffd");
    expect(decoded).toEqual({ text, replaced, encoding: "utf-8" });
  });

  test.each([
    ["Latin-1", "Sch\xf6ne Gr\xfc\xdfe aus M\xfcnchen".repeat(20)],
    ["Windows-1251", "\xc2\xf1\xb8 \xf1\xec\xe5\xf8\xe0\xeb\xee\xf1\xfc"],
    ["Shift_JIS", "\x8c\xe1\x94y\x82\xcd\x94L\x82\xc5\x82\xa0\x82\xe9"],
    ["three of a text of 300 characters", `${prose}\x92\x93\x94`],
    ["a short text", "caf\xe9"],
  ])("%s: not read without its encoding", (_, binary) => expect(why(bytesIn(binary))).toBe("not UTF-8"));

  test("some, where the encoding is declared; and in every declared encoding", () => {
    expect(decodeText(bytesIn("some \xff w\xffrong \xff bytes"), { declared: ["utf-8"] }).replaced).toBe(3);
    expect(decodeText(bytesIn(`${prose}\x81\x20`), { declared: ["shift_jis"] })).toMatchObject({
      replaced: 1,
      encoding: "shift_jis",
    });
    expect(why(bytesIn("caf\xe9"), { declared: ["utf-8"] })).toMatchObject({ text: "caf\ufffd" });
  });
});

describe("text that declares its encoding for editors and compilers", () => {
  test.each([
    ["a.py", "# -*- coding: koi8-r -*-\n", "koi8-r"],
    ["a.py", "#!/bin/python\n# vim: set fileencoding=cp1251 :\n", "windows-1251"],
    ["a.rb", "# encoding: windows-1251\r\n", "windows-1251"],
    ["a.el", ";; -*- mode: lisp; coding: cp866-dos -*-\n", "ibm866"],
    ["a.css", '@charset "koi8-r";\n', "koi8-r"],
    ["a.org", "# -*- coding: iso-8859-5 -*-\n", "iso-8859-5"],
    ["a.tex", "% !TEX encoding = koi8-r\n\n", "koi8-r"],
  ])("%s: %s", (name, head, label) => {
    const letters = Array.from({ length: 64 }, (_, i) => 0xc0 + i);
    const bytes = Uint8Array.from([...bytesIn(head), ...letters]);
    const expected = new TextDecoder(label).decode(Uint8Array.from(letters));
    const read = contentOfBytes(bytes, { name });
    expect("content" in read && read.content).toContain(/\p{L}{20}/u.exec(expected)![0]);
    expect(contentOfBytes(bytes.subarray(head.length), { name })).toMatchObject({ code: "not_utf8" });
  });

  test("at the end, too; a word in prose is none", () => {
    const bytes = (tail: string) => bytesIn(`${"\xc1\xc2 a\n".repeat(200)}${tail}`);
    expect(contentOfBytes(bytes("# vim: fenc=koi8-r\n"), { name: "a.txt" })).toMatchObject({ content_type: "text" });
    expect(contentOfBytes(bytes("The coding: koi8-r\n"), { name: "a.txt" })).toMatchObject({ code: "not_utf8" });
  });
});

describe("what is no text", () => {
  test.each([
    ["ISO-2022-JP", '\x1b$B8cGZ$OG-$G$"$k\x1b(B', ESCAPES],
    ["ISO-2022-KR", "\x1b$)C\x0e\x30!\x0f", ESCAPES],
    ["a part of ISO-2022-KR", "\x0e\x30!\x0f", ESCAPES],
    ["a terminal", "\x1b[31mred\x1b[0m", ESCAPES],
    ["HZ", "This is ~{<:Ky2;VB#,NpJ)l6HK!#~}.", SEVEN_BITS],
    ["UTF-7", "Hi Mom -+Jjo--! and +ZeVnLIqe-", SEVEN_BITS],
  ])("%s", (_, binary, reason) => expect(why(bytesIn(binary))).toBe(reason));

  test("HZ and UTF-7 that declare themselves, beside what a format says", () => {
    for (const [text, label] of [
      ["~{<:Ky2;VB#,NpJ)l6HK!#~}", "hz-gb-2312"],
      ["Hi Mom +Jjo-", "utf-7"],
    ] as const)
      expect(why(bytesIn(text), { declared: [label, "utf-8"] })).toBe(SEVEN_BITS);
    expect(why(bytesIn("caf\xe9".repeat(9)), { declared: ["x-none", "utf-8"] })).toBe(
      "not UTF-8; it declares an encoding that is not known",
    );
  });

  test.each(["1 + 1 = 2, a+b-c, C++-", "+44-20-7946, +123-456", "see~{\\it so}~and~{more}", "\x1b alone", "a+ABC-b"])(
    "%s is text",
    (text) => expect(decodeText(utf8(text)).text).toBe(text),
  );

  test("any bytes give a text without NULs, or a typed error, and no more places than bytes", () => {
    const label = fc.constantFrom(
      undefined,
      "utf-8",
      "utf-16",
      "utf-32be",
      "shift_jis",
      "gb18030",
      "iso-2022-jp",
      "windows-1252",
      "unknown",
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), label, label, (bytes, declared, other) => {
        const stated = other === "unknown" ? undefined : other;
        const decoded = why(bytes, { declared: [declared], stated });
        if (typeof decoded === "string") return;
        const { text, replaced } = decoded as ReturnType<typeof decodeText>;
        expect(text).not.toContain("\0");
        expect(text).toBe(new TextDecoder().decode(utf8(text)));
        expect(replaced).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });

  test("UTF-8 is what it is, whatever is stated", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom(undefined, "windows-1252", "utf-16le"),
        (text, stated) => {
          if (text.includes("\0") || SEVEN_BITS === why(utf8(text))) return;
          expect(decodeText(utf8(text), { stated }).text).toBe(text);
        },
      ),
    );
  });
});

describe("the hints, followed", () => {
  const hintOf = async (bytes: Uint8Array) => {
    const error: SpoliaError = await readBytes(bytes, { name: "a.txt" }).then(
      () => expect.fail("It was read."),
      (thrown) => thrown,
    );
    return error.hint!;
  };
  const labelsIn = (hint: string) => hint.match(/[a-z][a-z0-9_-]*\d[a-z0-9_-]*|koi8-r|shift_jis/g)!.filter(isEncoding);
  const through = (command: string, args: readonly string[], input: Uint8Array) =>
    new Uint8Array(spawnSync(command, args, { input }).stdout);
  const has = (command: string) => spawnSync(command, ["--version"]).status === 0;

  test("name labels that are known, and each is read as what it names", async () => {
    const hint = await hintOf(bytesIn("\xf0\xd2\xc9\xd7\xc5\xd4"));
    expect(hint).toContain("--encoding LABEL");
    expect(labelsIn(hint)).toEqual(["windows-1252", "koi8-r", "shift_jis", "gb18030"]);
    expect((await readBytes(bytesIn("\xf0\xd2\xc9\xd7\xc5\xd4"), { encoding: "koi8-r" })).content).toBe("Привет");
    const declared = contentOfBytes(bytesIn("<meta charset=cp037>caf\xe9"), { name: "a.html", encoding: "latin1" });
    expect(declared).toMatchObject({ content: "<meta charset=cp037>café" });
  });

  test("to take NULs out", async () => {
    const [, argument] = /tr -d "(.+)"/.exec(await hintOf(bytesIn("one\0 stray NUL")))!;
    expect(spawnSync("tr", ["-d", argument!], { input: "one\0 stray NUL" }).stdout.toString()).toBe("one stray NUL");
  });

  test("of NULs, escape sequences and HZ", async () => {
    // No space and no line end: it may be anything.
    const unmarked = wide("道".repeat(150).concat("\u4e00"), 2, true);
    expect(await hintOf(unmarked)).toContain("--encoding utf-16le");
    expect((await readBytes(unmarked, { encoding: "utf-16le" })).content).toMatch(/^道+一$/);
    const japanese = bytesIn('\x1b$B8cGZ$OG-$G$"$k\x1b(B');
    expect(await hintOf(japanese)).toContain("--encoding iso-2022-jp");
    expect((await readBytes(japanese, { encoding: "iso-2022-jp" })).content).toBe("吾輩は猫である");
    const chinese = bytesIn("Hi ~{VPND~} there");
    expect(await hintOf(chinese)).toContain("--encoding us-ascii");
    expect((await readBytes(chinese, { encoding: "us-ascii" })).content).toBe("Hi ~{VPND~} there");
  });

  test.skipIf(!has("iconv"))(skippable("iconv converts what is named", !has("iconv"), "no iconv here"), async () => {
    const mac = bytesIn("\x8a\x8e");
    expect(await hintOf(mac)).toContain("iconv -f NAME -t UTF-8");
    expect((await readBytes(through("iconv", ["-f", "CP850", "-t", "UTF-8"], bytesIn("caf\x82")))).content).toBe(
      "café",
    );
  });

  test.skipIf(!has("perl"))(
    skippable("the escapes of a terminal are taken out", !has("perl"), "no perl here"),
    async () => {
      const log = bytesIn("\x1b[1;31mred\x1b[0m and \x1b[38;5;1mmore\x1b[K");
      const [, script] = /perl -pe '([^']+)'/.exec(await hintOf(log))!;
      expect((await readBytes(through("perl", ["-pe", script!], log))).content).toBe("red and more");
    },
  );
});

test("the tables of the tests are those of the standard", () => {
  expect(readFileSync(new URL("encodings.ts", import.meta.url), "utf8")).toContain("encoding.spec.whatwg.org");
  expect(new Set(LABELS.map(([label]) => label)).size).toBe(LABELS.length);
});
