/** What is taken out takes its separators along, and nothing else of a file changes. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { SchemaElement } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { withoutSpans } from "../../../src/files/cleaning/recordBytes.ts";
import { withSeparators } from "../../../src/files/cleaning/separators.ts";
import type { SkippedInput } from "../../../src/files/documents/folders/files.ts";
import { cleanDataset, type Decide, restoreDataset } from "../../../src/files/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const CUT = "CUT ME OUT";
const cutOf = (text: string): string => {
  const start = text.indexOf(CUT);
  return withSeparators(text, [{ start, end: start + CUT.length }]).reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
};

describe("a cut takes along what only separated it", () => {
  test.each([
    ["in a line", "one CUT ME OUT two", "one two"],
    ["with its full stop", "One. CUT ME OUT. Two.", "One. Two."],
    ["with its quotation marks", "One “CUT ME OUT,” two", "One two"],
    ["at the end of a line", "one CUT ME OUT\ntwo", "one\ntwo"],
    ["at the beginning of a line", "one\nCUT ME OUT two", "one\ntwo"],
    ["within a word, nothing", "aCUT ME OUTb c", "ab c"],
    ["before an apostrophe or a decimal, nothing", "one CUT ME OUT's two", "one 's two"],
    ["behind an apostrophe, nothing", "l'CUT ME OUT two", "l' two"],
    ["its line", "one\nCUT ME OUT.\ntwo\n", "one\ntwo\n"],
    ["the mark of its list", "- one\n- CUT ME OUT.\n- two\n", "- one\n- two\n"],
    [
      "the mark of a quotation in a list of numbers",
      "1. one\r\n  > 2) CUT ME OUT\r\n3. two\r\n",
      "1. one\r\n3. two\r\n",
    ],
    ["not a mark that more stands behind", "- CUT ME OUT, they say.\n", "- they say.\n"],
    ["not a word before it", "said - CUT ME OUT\n", "said -\n"],
    ["its line of CRLF", "one\r\nCUT ME OUT\r\ntwo\r\n", "one\r\ntwo\r\n"],
    ["its paragraph, with one blank line", "one\n\n  CUT ME OUT  \n\ntwo\n", "one\n\ntwo\n"],
    ["its paragraph of CRLF", "one\r\n\r\nCUT ME OUT\r\n\r\ntwo", "one\r\n\r\ntwo"],
    ["its paragraph, with the blank lines of one side", "one\n\n\nCUT ME OUT\n\n\ntwo\n", "one\n\n\ntwo\n"],
    ["no more blank lines than stood before", "one\n\nCUT ME OUT\n\n\n\ntwo\n", "one\n\n\n\ntwo\n"],
    ["its paragraph of CR", "one\r\rCUT ME OUT\r\rtwo\r", "one\r\rtwo\r"],
    ["its line of CR", "one\r- CUT ME OUT.\rtwo\r", "one\rtwo\r"],
    ["the first paragraph and all blank lines behind it", "CUT ME OUT\n\n\n\ntwo\n", "two\n"],
    ["the first paragraph", "CUT ME OUT\n\ntwo\n", "two\n"],
    ["the last paragraph", "one\n\nCUT ME OUT\n", "one\n"],
    ["the last line without an end", "one\ntwo\nCUT ME OUT", "one\ntwo"],
    ["a line in a paragraph, which stays one", "one\nCUT ME OUT\ntwo\n\nthree", "one\ntwo\n\nthree"],
    ["all", "CUT ME OUT.\n", ""],
  ])("%s", (_, text, rest) => expect(cutOf(text)).toBe(rest));

  test("and never a letter, of any text", () => {
    const part = fc.stringMatching(/^[ab .,\n\r"”(]{0,8}$/);
    fc.assert(
      fc.property(part, part, (before, after) => {
        const letters = (text: string) => text.replace(/[^ab]/g, "");
        expect(letters(cutOf(`${before}${CUT}${after}`))).toBe(letters(before) + letters(after));
      }),
    );
  });
});

describe("a record is edited in its bytes", () => {
  const encoder = new TextEncoder();
  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  test("whatever its strings have in them", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 });
    const escaped = (value: string) =>
      JSON.stringify(value).replace(/[aeiou]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (before, cut, after, isEscaped) => {
        const write = isEscaped ? escaped : (value: string) => JSON.stringify(value);
        const line = (value: string) =>
          `{"a":{"text":"no"}, "big":12345678901234567890 ,"n":1.0,"text": ${write(value)},"2":[{"text":1}],"1":"x"}`;
        const spans = [{ start: before.length, end: before.length + cut.length }];
        const rest = withoutSpans(encoder.encode(line(before + cut + after)), "utf-8", [{ steps: ["text"], spans }]);
        expect(new TextDecoder().decode(rest)).toBe(line(before + after));
      }),
    );
  });

  test("in other encodings, with a mark, and where bytes are wrong", () => {
    const line = '{"text":"caf\u00e9 CUT ol\u00e9"}';
    const spans = [{ start: 5, end: 9 }];
    expect(withoutSpans(latin(line), "windows-1252", [{ steps: ["text"], spans }])).toEqual(
      latin(line.replace("CUT ", "")),
    );
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...encoder.encode(line)]);
    expect(withoutSpans(marked, "utf-8", [{ steps: ["text"], spans }])).toEqual(
      new Uint8Array([0xef, 0xbb, 0xbf, ...encoder.encode(line.replace("CUT ", ""))]),
    );
    expect(withoutSpans(latin(line), "utf-8", [{ steps: ["text"], spans }])).toEqual(latin(line.replace("CUT ", "")));
    const japanese = Uint8Array.of(0x7b, 0x22, 0x74, 0x22, 0x3a, 0x22, 0x93, 0xfa, 0x96, 0x7b, 0x22, 0x7d);
    expect(withoutSpans(japanese, "shift_jis", [{ steps: ["t"], spans: [{ start: 1, end: 2 }] }])).toEqual(
      Uint8Array.of(0x7b, 0x22, 0x74, 0x22, 0x3a, 0x22, 0x93, 0xfa, 0x22, 0x7d),
    );
  });
});

const root = mkdtempSync(join(tmpdir(), "cleaned-"));
const at = (name: string) => join(root, name);
const write = (name: string, bytes: string | Uint8Array) => writeFileSync(at(`data/${name}`), bytes);
const read = (name: string) => readFileSync(at(`clean/${name}`), "utf8");
const decide: Decide = ({ text }) => {
  const start = text.indexOf(CUT);
  return start < 0 ? null : { rule: "cut", found: [], spans: [{ start, end: start + CUT.length }] };
};
const skipped: SkippedInput[] = [];
const clean = (options = {}) =>
  cleanDataset([at("data")], at("clean"), at("ledger"), decide, {
    by: "test",
    onSkip: (one) => skipped.push(one),
    ...options,
  });

async function expectRestored(): Promise<void> {
  await restoreDataset(at("ledger"), at("clean"), at("back"));
  const names = readdirSync(at("data"));
  expect(readdirSync(at("back")).sort()).toEqual(names.sort());
  for (const name of notEmpty(names))
    expect(readFileSync(at(`back/${name}`))).toEqual(readFileSync(at(`data/${name}`)));
}

beforeEach(() => {
  for (const name of readdirSync(root)) rmSync(at(name), { recursive: true });
  skipped.splice(0);
  mkdirSync(at("data"));
});
afterAll(() => rmSync(root, { recursive: true }));

describe("a cleaned dataset has all that stood beside the text", () => {
  const lines = `{"id": 12345678901234567890, "text": "Kept. ${CUT}.", "score": 1.0}\n\n{"id":2,"text":"${CUT}!"}\n{"no":"text"}\n`;
  const rest = '{"id": 12345678901234567890, "text": "Kept.", "score": 1.0}\n\n{"no":"text"}\n';

  test("of JSON Lines, also packed, and in UTF-16", async () => {
    write("a.jsonl", lines);
    expect(await clean()).toMatchObject({ documents_removed: 1, documents_cut: 1 });
    expect(read("a.jsonl")).toBe(rest);
    await expectRestored();
    for (const name of ["clean", "ledger", "back"]) rmSync(at(name), { recursive: true });
    write("b.jsonl.gz", gzipSync(lines));
    write("c.jsonl", Buffer.from(`\ufeff${lines}`, "utf16le"));
    await clean({ convert: true });
    expect([read("b.jsonl.gz.jsonl"), read("c.jsonl.jsonl")]).toEqual([rest, rest]);
    await expectRestored();
  });

  test("of conversations and instructions, of which a turn loses its text", async () => {
    const turns = (text: string) => JSON.stringify({ id: "c", messages: [{ content: "Asked." }, { content: text }] });
    write("a.jsonl", `${turns("Kept.")}\n${turns(CUT)}\n{"content":"Kept. ${CUT}"}\n`);
    expect(await clean()).toMatchObject({ documents: 3, documents_removed: 0, documents_cut: 2 });
    expect(read("a.jsonl")).toBe(`${turns("Kept.")}\n${turns("")}\n{"content":"Kept."}\n`);
    await expectRestored();
  });

  test.each([false, true])("of a JSON document, in UTF-16: %s", async (isWide) => {
    const document = (records: string) => `\ufeff{\n  "n": 1.0, "rows": [${records}]\n}\n`;
    const encoded = (json: string) => (isWide ? Buffer.from(json, "utf16le") : Buffer.from(json));
    const big = (text: string) => `\n    { "big": 12345678901234567890, "text": "${text}" }`;
    const bad = (i: number) => `\n    {"i": ${i}, "messages": [{"content": "${CUT}"}]}`;
    for (const [records, rest] of [
      [
        `${big(`K\\u00e9pt. ${CUT}.`)},${bad(1)},${big("Other")},${bad(2)},${bad(3)}`,
        `${big("K\\u00e9pt.")},${big("Other")}`,
      ],
      [`${bad(1)},${bad(2)},${big("Other")}`, big("Other")],
      [`${bad(1)},${bad(2)}`, "\n    "],
    ] as const) {
      for (const name of ["clean", "ledger", "back"]) rmSync(at(name), { recursive: true, force: true });
      write("a.json", encoded(document(records)));
      await clean();
      const cleaned = readFileSync(at("clean/a.json"));
      expect(cleaned.toString(isWide ? "utf16le" : "utf8").replace(/\s+\]/, "]")).toBe(
        document(rest).replace(/\s+\]/, "]"),
      );
      await expectRestored();
    }
  });

  test("of one record that is the document, and of packed documents", async () => {
    write("a.json", `{\n"text": "${CUT}"}\n`);
    write("b.json", `{\n"text": "Kept. ${CUT}"}\n`);
    write("c.json.gz", gzipSync(`[\n{"text": "Kept. ${CUT}",\n"n": 1.0}, {"text": "${CUT}"}]`));
    write("d.csv.gz", gzipSync(`id,text\n1,Kept. ${CUT}\n2,${CUT}\n`));
    expect(await clean({ convert: true })).toMatchObject({ documents_removed: 3, documents_cut: 3 });
    expect(readdirSync(at("clean")).sort()).toEqual(["b.json", "c.json.gz.jsonl", "d.csv.gz.jsonl"]);
    expect([read("b.json"), read("c.json.gz.jsonl"), read("d.csv.gz.jsonl")]).toEqual([
      '{\n"text": "Kept."}\n',
      '{"text": "Kept.", "n": 1.0}\n',
      '{"id":"1","text":"Kept."}\n',
    ]);
    await expectRestored();
  });

  test.each([
    ["windows-1251", [0xcc, 0xe8, 0xf0]],
    ["shift_jis", [0x93, 0xfa, 0x96, 0x7b]],
    ["euc-kr", [0x94, 0xee, 0x41]],
    ["utf-16le", [0x65, 0x67]],
  ])("of text in %s", async (encoding, own) => {
    const encode = (text: string) => Buffer.from(text, encoding === "utf-16le" ? "utf16le" : "latin1");
    const mark = encoding === "utf-16le" ? [0xff, 0xfe] : [];
    const file = (middle: string) => Buffer.from([...mark, ...own, ...encode(`\r\n\r\n${middle}More.\r\n`), ...own]);
    write("a.txt", file(`${CUT}.\r\n\r\n`));
    expect(await clean({ encoding })).toMatchObject({ documents_cut: 1, documents_removed: 0 });
    expect(readFileSync(at("clean/a.txt"))).toEqual(file(""));
    await expectRestored();
  });

  test("of text with wrong bytes, which stay as they are", async () => {
    const file = (middle: string) => Buffer.from(`${"Some text. ".repeat(20)}\xff\n${middle}More.\n`, "latin1");
    write("a.txt", file(`${CUT}.\n`));
    await clean();
    expect(readFileSync(at("clean/a.txt"))).toEqual(file(""));
    await expectRestored();
  });

  test("of tables, in any encoding, and by a named column", async () => {
    const table = (kept: string) => `id;text;n\r\n1;"Caf\u00e9 ""k"".${kept}";1,0\r\n`;
    write("a.csv", Buffer.from(`${table(` ${CUT}.`)}2;${CUT};\r\n3;Other;\r\n`, "latin1"));
    await clean({ encoding: "windows-1252" });
    expect(readFileSync(at("clean/a.csv"), "latin1")).toBe(`${table("")}3;Other;\r\n`);
    await expectRestored();
    for (const name of ["clean", "ledger", "back"]) rmSync(at(name), { recursive: true });
    write("a.csv", `note,text\n${CUT},a\nb,${CUT}\n`);
    expect(await clean({ textField: "note" })).toMatchObject({ documents: 2, documents_removed: 1 });
    expect(read("a.csv")).toBe(`note,text\nb,${CUT}\n`);
    await expectRestored();
  });

  test("of Parquet all columns, and rows without text", async () => {
    const columnData = [
      { name: "text", data: [`Kept. ${CUT}`, null, "Other"], type: "STRING" as const },
      { name: "label", data: [1n, 9007199254740993n, 3n], type: "INT64" as const },
      { name: "part", data: ["train", "test", "train"], type: "STRING" as const },
    ];
    write("a.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    expect(await clean({ convert: true })).toMatchObject({ documents_cut: 1 });
    expect(read("a.parquet.jsonl").split("\n")).toEqual([
      '{"text":"Kept.","label":1,"part":"train"}',
      '{"text":null,"label":9007199254740993,"part":"test"}',
      '{"text":"Other","label":3,"part":"train"}',
      "",
    ]);
    await expectRestored();
  });

  test("of Parquet every value as it is: none rounded, left out or made to text", async () => {
    const optional = { repetition_type: "OPTIONAL" } as const;
    const columnData = [
      { name: "text", data: [CUT, "Kept", "Kept"] },
      { name: "price", data: [0n, 57n, -57n] },
      { name: "time", data: [0n, 1577934245678901234n, -1n] },
      { name: "day", data: [0, -1, null] },
      { name: "bytes", data: [new Uint8Array(), Uint8Array.of(0, 255), Uint8Array.of(97)] },
      { name: "list", data: [[], ["a", null], null] },
    ];
    const nanos = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "NANOS" } as const;
    const schema: SchemaElement[] = [
      { name: "root", num_children: 6 },
      { name: "text", type: "BYTE_ARRAY", converted_type: "UTF8", ...optional },
      { name: "price", type: "INT64", converted_type: "DECIMAL", scale: 2, precision: 9, ...optional },
      { name: "time", type: "INT64", logical_type: nanos, ...optional },
      { name: "day", type: "INT32", converted_type: "DATE", ...optional },
      { name: "bytes", type: "BYTE_ARRAY", ...optional },
      { name: "list", converted_type: "LIST", num_children: 1, ...optional },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", ...optional },
    ];
    write("a.parquet", new Uint8Array(parquetWriteBuffer({ columnData: columnData as never, schema })));
    await clean({ convert: true });
    expect(read("a.parquet.jsonl").split("\n")).toEqual([
      '{"text":"Kept","price":0.57,"time":"2020-01-02T03:04:05.678901234Z","day":"1969-12-31","bytes":"AP8=","list":["a",null]}',
      '{"text":"Kept","price":-0.57,"time":"1969-12-31T23:59:59.999999999Z","day":null,"bytes":"YQ==","list":null}',
      "",
    ]);
    await expectRestored();
  });

  /** What Parquet becomes of which the first document goes. */
  async function ofParquet(schema: SchemaElement[], data: Record<string, unknown[]>): Promise<string[]> {
    const columnData = Object.entries(data).map(([name, values]) => ({ name, data: values }));
    const text = { name: "text", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" } as const;
    const given = {
      columnData: [
        { name: "text", data: [CUT, ...(columnData[0]?.data ?? []).slice(1).map(() => "Kept")] },
        ...columnData,
      ],
      schema: [{ name: "root", num_children: columnData.length + 1 }, text, ...schema],
    };
    write("a.parquet", new Uint8Array(parquetWriteBuffer(given as never)));
    await clean({ convert: true });
    const lines = read("a.parquet.jsonl").trimEnd().split("\n");
    await expectRestored();
    return lines.map((line) => line.replace('{"text":"Kept",', "{"));
  }
  const optional = { repetition_type: "OPTIONAL" } as const;
  const required = { repetition_type: "REQUIRED" } as const;
  const repeated = { repetition_type: "REPEATED" } as const;

  test("of Parquet lists, groups and maps at any depth, under any name", async () => {
    const decimal = { type: "FIXED_LEN_BYTE_ARRAY", type_length: 16, converted_type: "DECIMAL", scale: 2 } as const;
    const text = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
    const map = (name: string, key: object): SchemaElement[] => [
      { name, converted_type: "MAP", num_children: 1, ...optional },
      { name: "key_value", num_children: 2, ...repeated },
      { name: "key", ...required, ...key },
      { name: "value", ...text, ...optional },
    ];
    const exact = 1234567890123456789012345678n;
    const lines = await ofParquet(
      [
        { name: "prices", converted_type: "LIST", num_children: 1, ...optional },
        { name: "list", num_children: 1, ...repeated },
        { name: "element", precision: 30, ...decimal, ...optional },
        { name: "of", num_children: 2, ...optional },
        { name: "price", precision: 30, ...decimal, ...optional },
        { name: "__proto__", ...text, ...optional },
        ...map("named", text),
        ...map("numbered", { type: "INT32" }),
      ],
      {
        prices: [[], [exact, null], null, []],
        of: [null, { price: -exact, ["__proto__"]: "x" }, { price: null, ["__proto__"]: null }, null],
        named: [null, [{ key: "__proto__", value: "1" }], [], null],
        numbered: [
          null,
          [
            { key: 1, value: "x" },
            { key: 1, value: null },
          ],
          [{ key: 2, value: "z" }],
          [],
        ],
      },
    );
    expect(lines).toEqual([
      '{"prices":[12345678901234567890123456.78,null],"of":{"price":-12345678901234567890123456.78,"__proto__":"x"},"named":{"__proto__":"1"},"numbered":[[1,"x"],[1,null]]}',
      '{"prices":null,"of":{"price":null,"__proto__":null},"named":{},"numbered":{"2":"z"}}',
      '{"prices":[],"of":null,"named":null,"numbered":{}}',
    ]);
  });

  test("of Parquet numbers that are none, far days, and one form of bytes in a column", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const days = { type: "INT32", logical_type: { type: "DATE" } } as const;
    const local = { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MICROS" } as const;
    const nothing = Uint8Array.of(0xff);
    const lines = await ofParquet(
      [
        { name: "float", type: "DOUBLE", ...optional },
        { name: "day", ...days, ...optional },
        { name: "time", type: "INT64", logical_type: local, ...optional },
        { name: "some", type: "BYTE_ARRAY", ...optional },
        { name: "all", type: "BYTE_ARRAY", ...optional },
        { name: "wrong", type: "BYTE_ARRAY", logical_type: { type: "STRING" }, ...optional },
      ],
      {
        float: [0, Number.NaN, Number.NEGATIVE_INFINITY, -0],
        day: [0, 4_000_000, -719_529, -719_528],
        time: [0n, 1n, 2n ** 62n, -1n],
        some: [bytes("a"), bytes("b"), nothing, bytes("c")],
        all: [bytes("a"), bytes("b"), bytes("é"), null],
        wrong: [bytes("a"), bytes("b"), bytes("é"), nothing],
      },
    );
    expect(lines).toEqual([
      '{"float":NaN,"day":4000000,"time":"1970-01-01T00:00:00.000001","some":"Yg==","all":"b","wrong":"b"}',
      '{"float":-Infinity,"day":-719529,"time":4611686018427387904,"some":"/w==","all":"é","wrong":"é"}',
      '{"float":-0.0,"day":"0000-01-01","time":"1969-12-31T23:59:59.999999","some":"Yw==","all":null,"wrong":"\ufffd"}',
    ]);
    expect(skipped).toMatchObject([
      { name: "a.parquet", partly: true, reason: expect.stringMatching(/keeps: wrong$/) },
    ]);
  });

  test("of Parquet columns of JSON as they are, also of what is none, and columns that are not known", async () => {
    const json = ['{"id":12345678901234567890,"x":1.50,"x":2}', '{"id":', "null"];
    const interval = { type: "FIXED_LEN_BYTE_ARRAY", type_length: 12, converted_type: "INTERVAL" } as const;
    const lines = await ofParquet(
      [
        { name: "json", type: "BYTE_ARRAY", logical_type: { type: "JSON" }, ...optional },
        { name: "older", type: "BYTE_ARRAY", converted_type: "JSON", ...optional },
        { name: "span", ...interval, ...optional },
      ],
      {
        json: ["", ...json].map((one) => new TextEncoder().encode(one)),
        older: [{}, { a: 1 }, { a: 1 }, { a: 1 }],
        span: Array.from({ length: 4 }, () => new Uint8Array(12).fill(1)),
      },
    );
    expect(lines).toEqual(
      json.map((one) => `{"json":${JSON.stringify(one)},"older":"{\\"a\\":1}","span":"AQEBAQEBAQEBAQEB"}`),
    );
  });

  test("also of two folders with files of one name", async () => {
    for (const folder of ["one", "two"]) {
      mkdirSync(at(`data/${folder}`));
      write(`${folder}/a.txt`, `Kept in ${folder}. ${CUT}`);
      write(`${folder}/labels.csv`, `of,${folder}\n`);
    }
    const paths = [at("data/one"), at("data/two")];
    await cleanDataset(paths, at("clean"), at("ledger"), decide, { by: "test" });
    const names = ["a.txt", "labels.csv", "two/a.txt", "two/labels.csv"];
    expect(readdirSync(at("clean"), { recursive: true }).sort()).toEqual([...names, "two"].sort());
    expect([read("labels.csv"), read("two/labels.csv")]).toEqual(["of,one\n", "of,two\n"]);
    await restoreDataset(at("ledger"), at("clean"), at("back"));
    expect(readFileSync(at("back/two/labels.csv"), "utf8")).toBe("of,two\n");
  });

  test("and the files that are not read, which are told", async () => {
    write("a.txt", `Kept.\n${CUT}\n`);
    write("labels.csv", `id,label\n1,2\n`);
    write("picture.png", Uint8Array.of(0x89, 0x50));
    await clean();
    expect(readdirSync(at("clean")).sort()).toEqual(["a.txt", "labels.csv", "picture.png"]);
    expect(read("a.txt")).toBe("Kept.\n");
    expect(skipped.map(({ name }) => name)).toEqual(["labels.csv", "picture.png"]);
    await expectRestored();
  });
});
