/** Records of JSON documents and tables: each is a document, or the file says why it has none. */
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SAMPLES } from "../../../../build/generated/samples.ts";
import { bytesInMemory, chunksOf } from "../../../../src/files/documents/bytes/byteSource.ts";
import { readDataset } from "../../../../src/files/documents/datasets/dataset.ts";
import type { RecordFields } from "../../../../src/files/documents/datasets/fields.ts";
import type { DatasetItem } from "../../../../src/files/documents/datasets/reading.ts";
import { tableOfCsv } from "../../../../src/files/documents/datasets/records/csv.ts";
import { cellText, rowsOfCsv } from "../../../../src/files/documents/datasets/records/csvCells.ts";
import { recordsOfJson } from "../../../../src/files/documents/datasets/records/jsonDocument.ts";
import { rowsOfTable } from "../../../../src/files/documents/datasets/records/jsonTable.ts";
import { isDataset, kindOf, packingOf } from "../../../../src/files/documents/kinds.ts";
import { notEmpty } from "../../../support/notEmpty.ts";

/** The time that nothing else took a part of: ten times as much takes ten times it, and a hundred where it is squared. */
function leastMs(work: () => void): number {
  const runs = Array.from({ length: 5 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...runs);
}

async function itemsOf(name: string, content: string | Uint8Array, fields: RecordFields = {}): Promise<DatasetItem[]> {
  const kind = kindOf(name);
  if (!isDataset(kind)) throw new Error(`${name} is no dataset`);
  const source = bytesInMemory(typeof content === "string" ? new TextEncoder().encode(content) : content);
  const how = { source, stream: () => chunksOf(source), packing: packingOf(name), name, onBytes: () => {} };
  const items: DatasetItem[] = [];
  for await (const item of readDataset(kind, { ...how, fields, after: 0, record: 0 })) items.push(item);
  return items;
}
const shown = (items: readonly DatasetItem[]) =>
  items.map((item) => ("text" in item ? `${item.id}: ${item.text}` : item.reason));

describe("JSON", () => {
  const list = [{ text: "Старый мельник" }, { id: "b", messages: [{ content: "asked" }, { content: "answered" }] }];
  const right = ["a.json#1: Старый мельник", "b: asked\n\nanswered"];

  test.each([
    ["a list in one line", JSON.stringify(list)],
    ["a list over several lines", JSON.stringify(list, null, 2)],
    ["with escapes", JSON.stringify(list).replace(/[а-яС]/g, (sign) => `\\u0${sign.charCodeAt(0).toString(16)}`)],
    ["one list in an object", JSON.stringify({ version: "1", data: list, more: [1, 2] })],
    ["a list in an object in an object", JSON.stringify({ result: { of: 2, hits: list } }, null, "\t")],
    ["lines of JSON", `${list.map((one) => JSON.stringify(one)).join("\n")}\n`],
    ["with a mark and NaN", `\ufeff${JSON.stringify(list).replace('"b"', '"b","n":NaN')}`],
  ])("%s", async (_, json) => expect(shown(await itemsOf("a.json", json))).toEqual(right));

  test("packed, in UTF-16, texts, objects by name, and one object", async () => {
    const json = JSON.stringify(list, null, 1);
    expect(shown(await itemsOf("a.json.gz", gzipSync(json)))).toEqual(
      right.map((one) => one.replace("a.json", "a.json.gz")),
    );
    expect(shown(await itemsOf("a.json", new Uint8Array(Buffer.from(`\ufeff${json}`, "utf16le"))))).toEqual(right);
    expect(shown(await itemsOf("a.json", '["one text", "two\\n texts"]'))).toEqual([
      "a.json#1: one text",
      "a.json#2: two\n texts",
    ]);
    expect(shown(await itemsOf("a.json", '{"p": {"text": "x y"}, "q": {"id": 7, "text": "z"}}'))).toEqual([
      "p: x y",
      "7: z",
    ]);
    expect(shown(await itemsOf("a.json", '{\n"text": "\\u0441 x"\n}'))).toEqual(["a.json#1: с x"]);
  });

  test("what has no text is refused once, with its fields", async () => {
    const refused = async (json: string, fields?: RecordFields) => shown(await itemsOf("a.json", json, fields));
    expect(await refused('[{"a": {"b": "x"}}, {"c": [{"d": 1}]}]')).toEqual([
      "none of its 2 records has text; the fields are a.b, c[].d. Name those that hold text: --text-field (option textField)",
    ]);
    expect(await refused('[{"a": {"b": "x"}}, {"c": [{"d": 1}]}]', { textField: "a.b" })).toEqual([
      "a.json#1: x",
      "no `a.b` string",
    ]);
    expect(await refused('{"name": "x", "scripts": {"build": "y"}}')).toEqual([
      expect.stringContaining("name, scripts.build"),
    ]);
    expect(await refused("[1, 2]")).toEqual(["JSON document without records"]);
    expect(await refused('{"text": "cut')).toEqual(["damaged: it is not JSON"]);
    expect(await refused('{"analysis_id": "an_1", "matches": [{"text": "found"}]}')).toEqual([
      "the result of an analysis, which spolia has written, is no text",
    ]);
    expect(shown(await itemsOf("a.jsonl", '{"a":"x"}\n{"a":"y"}\nno\n'))).toEqual([
      "not JSON",
      expect.stringMatching(/^none of its 2 records/),
    ]);
  });

  test("exports of chats, and pairs of answers, are conversations", async () => {
    const turn = (text: string) => ({ message: { content: { parts: [text] } } });
    const records = [
      { mapping: { a: { message: null }, b: turn("asked"), c: turn("answered") } },
      { chat_messages: [{ text: "asked" }, { text: "answered", content: [{ type: "text", text: "answered" }] }] },
      {
        chat_messages: [{ text: "", content: [{ type: "text", text: "asked" }] }, { content: [{ text: "answered" }] }],
      },
      { messages: [{ text: "asked" }, { text: ["ans", { type: "bold", text: "wered" }] }, { text: "" }] },
      { contents: [{ parts: [{ text: "asked" }] }, { parts: [{ text: "answered" }] }] },
      { prompt: "asked", chosen: "answered" },
      { prompt: [{ content: "asked" }], chosen: [{ content: "answered" }] },
      { chosen: [{ content: "asked" }], rejected: "answered" },
      { dialog: ["asked", "answered"] },
      { messages: [{ content: "asked", tool_calls: [{ function: { arguments: '{"a":"answered","n":1}' } }] }] },
      { messages: [{ content: [{ type: "tool_result", content: [{ text: "asked" }] }, { text: "answered" }] }] },
      [
        { role: "user", content: "asked" },
        { role: "assistant", content: "answered" },
      ],
    ];
    for (const record of notEmpty(records)) {
      const read = shown(await itemsOf("a.json", JSON.stringify(record)));
      expect(read.join().replace("ans\n\nwered", "answered")).toBe("a.json#1: asked\n\nanswered");
    }
  });

  test("fields with prose that no document has are told once", async () => {
    const prose = "six words that nobody has read";
    const record = { text: "t", title: prose, n: { note: [prose, prose] }, of: "few words", copy: "t" };
    const lines = Array.from({ length: 200 }, () => JSON.stringify(record)).join("\n");
    const read = shown(await itemsOf("a.jsonl", lines));
    expect([read[0], read.length]).toEqual([
      "fields that hold text too are not read: n.note[] (1200 words) in the first 100 records. To read all of it: --text-field 'text,n.note[]' (option textField)",
      201,
    ]);
    expect(shown(await itemsOf("a.jsonl", lines, { textField: "text" }))).toHaveLength(200);
  });

  test("documents one after another are records, and sequences read", async () => {
    const texts = (name: string) => [`${name}#1: a b`, `${name}#2: c d`];
    for (const written of notEmpty(['{\n"text": "a b"\n}\n{\n"text": "c d"\n}\n', '{"text":"a b"}{"text":"c d"}']))
      expect(shown(await itemsOf("a.jsonl", written))).toEqual(texts("a.jsonl"));
    expect(shown(await itemsOf("a.json", '[\n{"text":"a b",},{"text":"c d"},\n]\n'))).toEqual(texts("a.json"));
    expect(shown(await itemsOf("a.json", '[1][{"text": "a"}]'))).toEqual(["damaged: it is not JSON"]);
    expect(shown(await itemsOf("a.json", '\u001e{"text": "a b"}\n\u001e{"text": "c d"}\n'))).toEqual([
      "a.json#1: a b",
      "a.json#2: c d",
    ]);
    expect(shown(await itemsOf("a.json", '{"data": {"body": "x"}}\n'))).toEqual([
      expect.stringMatching(/; the fields are data.body\./),
    ]);
  });

  test("the fields with prose are read where no name tells them, and told", async () => {
    const prose = (word: string) => `six words that ${word} has read`;
    const url = "https://a.example/six-words-that-nobody-has-read";
    for (const [record, path] of notEmpty([
      [{ body: { messages: [{ role: "user", content: prose("nobody") }] } }, "body.messages[].content"],
      [{ response: { choices: [{ message: { content: prose("nobody") } }] } }, "response.choices[].message.content"],
      [{ url, ids: ["1 2 3 4 5 6 7"], turns: [prose("nobody")], template: `${prose("x")} {{ y }}` }, "turns[]"],
      [{ selftext: prose("nobody"), html: `<p class="x">${prose("nobody")}</p>` }, "selftext"],
      [{ prompt: { text: "few", replies: [{ text: prose("nobody"), replies: [{ text: "few" }] }] } }, "prompt.**.text"],
      [{ in: [{ content: "few" }, { content: [{ text: prose("nobody") }] }] }, "in[].content"],
    ] as const)) {
      const read = shown(await itemsOf("a.jsonl", `${JSON.stringify(record)}\n`.repeat(3)));
      expect([read[0], read.length]).toEqual([READ(path), 4]);
      expect(read[3]).toMatch(/^a\.jsonl#3: (few\s+)?six words that nobody has read(\s+few)?$/);
    }
    const two = { inputs: prose("nobody"), "a, b": prose("anybody"), few: "two words" };
    expect(shown(await itemsOf("a.jsonl", JSON.stringify(two)))).toEqual([
      READ("inputs, a\\, b").replace("it:", "them:"),
      `a.jsonl#1: ${prose("nobody")}\n\n${prose("anybody")}`,
    ]);
  });

  test("a record behind those of which the fields were found is read by its names", async () => {
    const first = '{"body":"six words that nobody has read"}\n'.repeat(1_000);
    const read = shown(
      await itemsOf("a.jsonl", `${first}{"text":"few"}\n{"messages":[{"content":"asked"}]}\n{"n":1}\n`),
    );
    expect(read.slice(-3)).toEqual(["a.jsonl#1001: few", "a.jsonl#1002: asked", "no `body` string"]);
  });

  test("a resumed reading finds the same fields", async () => {
    const json = Array.from({ length: 3 }, (_, i) => `{"body":"six words that nobody has read ${i}"}\n`).join("");
    const source = bytesInMemory(new TextEncoder().encode(json));
    const how = {
      source,
      stream: () => chunksOf(source),
      packing: "none",
      name: "a.jsonl",
      onBytes: () => {},
    } as const;
    const items: DatasetItem[] = [];
    for await (const item of readDataset("jsonl", { ...how, fields: {}, after: 2, record: 0 })) items.push(item);
    expect(shown(items)).toEqual(["a.jsonl#3: six words that nobody has read 2"]);
  });

  test("a name that stands twice, and prose beside the records, are told", async () => {
    expect(shown(await itemsOf("a.jsonl", '{"text":"a","text":"b"}\n{"text":"c"}\n'))).toEqual([
      "a record has `text` twice, of which the last is read",
      "a.jsonl#1: b",
      "a.jsonl#2: c",
    ]);
    const about = "a note of some length, which says where all of these records are from";
    expect(shown(await itemsOf("a.json", JSON.stringify({ info: { about }, data: [{ text: "a" }] })))).toEqual([
      "text beside the records is not read: info.about (14 words). To read it in the place of the records: --text-field info.about (option textField)",
      "a.json#1: a",
    ]);
  });

  test("lines that are texts are records, and others are told", async () => {
    expect(shown(await itemsOf("a.jsonl", '"a b"\n"c d"\n'))).toEqual(["a.jsonl#1: a b", "a.jsonl#2: c d"]);
    expect(shown(await itemsOf("a.jsonl", '[1,"a b"]\n[2,"c d"]\n'))).toEqual(Array(2).fill("not a JSON object"));
  });

  test("tables by columns are rows, and objects of one form records", async () => {
    const prose = "six words that nobody has read";
    for (const table of notEmpty([
      { columns: ["id", "text"], index: [0, 1], data: ["ab", "cd"].map((id) => [id, `${id} ${prose}`]) },
      { id: { 0: "ab", 1: "cd" }, text: { 0: `ab ${prose}`, 1: `cd ${prose}` } },
      { id: ["ab", "cd"], text: [`ab ${prose}`, `cd ${prose}`] },
      { ab: { text: `ab ${prose}` }, cd: { text: `cd ${prose}` } },
    ]))
      expect(shown(await itemsOf("a.json", JSON.stringify(table)))).toEqual([`ab: ab ${prose}`, `cd: cd ${prose}`]);
    const named = { ab: { body: `ab ${prose}`, n: 1 }, cd: { body: `cd ${prose}`, n: 2 } };
    expect(shown(await itemsOf("a.json", JSON.stringify(named)))).toEqual([
      READ("body"),
      `ab: ab ${prose}`,
      `cd: cd ${prose}`,
    ]);
  });

  test("books by chapters and chapters by verses are no tables; rows may lack cells, and begin anywhere", async () => {
    const prose = (book: string, chapter = 1) => `six words that ${book} has read ${"again ".repeat(chapter)}`;
    const chapters = (book: string, ...numbers: number[]) =>
      Object.fromEntries(numbers.map((one) => [one, prose(book, one)]));
    const textsOf = async (value: unknown) =>
      (await itemsOf("a.json", JSON.stringify(value))).flatMap((one) => ("text" in one ? [one.text] : []));
    const [ruth, jonah] = [prose("Ruth"), prose("Jonah")];
    const both = chapters("Ruth", 1, 2);
    const whole = `${ruth}\n\n${prose("Ruth", 2)}\n\n${jonah}`;
    for (const [value, texts] of notEmpty([
      [{ 1: both, 2: chapters("Jonah", 1) }, [whole]],
      [{ Ruth: both, Jonah: chapters("Jonah", 1) }, [whole]],
      [{ Ruth: chapters("Ruth", 1), Jonah: chapters("Jonah", 1) }, [ruth, jonah]],
      [{ Ruth: { 1: both }, Jonah: { 1: chapters("Jonah", 1) } }, [`${ruth}\n\n${prose("Ruth", 2)}`, jonah]],
      [{ body: both, n: { 1: 5, 2: 6 } }, [ruth, prose("Ruth", 2)]],
      [{ head: chapters("Ruth", 2, 5), n: { 2: 1, 5: 1 } }, [prose("Ruth", 2), prose("Ruth", 5)]],
      [{ text: both, title: { 2: "A title" } }, [ruth, prose("Ruth", 2)]],
    ] as const))
      expect(await textsOf(value)).toEqual(texts);
  });

  test("a table takes as much as its cells", () => {
    const names = Array.from({ length: 2_000 }, (_, i) => `c${i}`);
    const rows = (value: object) => rowsOfTable(value)?.flatMap((row) => Object.keys(row)).length;
    expect(rows({ columns: names, data: names.map((name) => [name]) })).toBe(2_000);
    expect(rows(Object.fromEntries(names.map((name, i) => [name, { [i]: "x y" }])))).toBeUndefined();
    const sparse = Object.fromEntries(names.map((name, i) => [name, i < 1_500 ? { 0: "x" } : { 0: "x", [i]: "y" }]));
    expect(rows({ ...sparse, text: { 0: "x" } })).toBeUndefined();
  });

  test("lists within lists are read in any depth, and what cannot be kept of them is told with its record", async () => {
    const nested = (inner: string) => `${"[".repeat(100_000)}${inner}${"]".repeat(100_000)}`;
    const lines = [
      `{"text":${nested("")}}`,
      `{"text":${nested('"deep"')},"id":"b"}`,
      `{"text":"c","x":${nested("1")}}`,
    ];
    expect(shown(await itemsOf("a.jsonl", lines.join("\n")))).toEqual([
      "`text` is a list, not text",
      "b: deep",
      "a.jsonl#3: c",
    ]);
    expect(shown(await itemsOf("a.jsonl", lines[2]!, { fields: ["x"] }))).toEqual([
      "`x` is nested too deep to be kept",
    ]);
  });

  test("lists that no document is made of are told with their fields", async () => {
    const some = [{ text: "a b" }];
    for (const space of notEmpty([0, 1]))
      for (const [value, texts, told] of notEmpty([
        [
          { content: "note", data: some },
          ["note"],
          /^the lists data are not read, since the document has a text itself; .* data\[\]\.text\./,
        ],
        [{ text: "note", a: { b: some } }, ["note"], /^the lists a\.b are not read/],
        [
          { train: some, test: [{ body: "x" }] },
          ["a b"],
          /^the lists test are not read, since none .* test\[\]\.body\./,
        ],
        [
          { labels: [{ name: "x" }], data: some },
          ["a b"],
          /^the lists labels are not read, since none .* labels\[\]\.name\./,
        ],
        [{ messages: [{ content: "asked" }] }, ["asked"], null],
        [{ chosen: [{ content: "asked" }], rejected: [{ content: "answered" }] }, ["asked\n\nanswered"], null],
        [{ train: some, test: some }, ["a b", "a b"], null],
      ] as const)) {
        const items = await itemsOf("a.json", JSON.stringify(value, null, space));
        expect(items.flatMap((one) => ("text" in one ? [one.text] : []))).toEqual(texts);
        expect(items.flatMap((one) => ("reason" in one ? [one.reason] : []))).toEqual(
          told === null ? [] : [expect.stringMatching(told)],
        );
      }
  });

  test("fields with prose take time in proportion to them and to the text", async () => {
    const written = (fields: number) => {
      const prose = Array.from({ length: fields }, (_, i) => [`k${i}`, `six words that nobody has read ${i}`]);
      return JSON.stringify({
        text: "six words that nobody has read x".repeat(7 * fields),
        ...Object.fromEntries(prose),
      });
    };
    const timeOf = async (fields: number) => {
      const began = performance.now();
      const [told] = shown(await itemsOf("a.jsonl", written(fields)));
      expect(told).toMatch(/^fields that hold text too are not read: k0 \(7 words\), .* …\. To read/);
      return performance.now() - began;
    };
    await timeOf(1_000);
    const few = Math.max(1, Math.min(await timeOf(1_000), await timeOf(1_000)));
    expect(await timeOf(10_000)).toBeLessThan(50 * few);
  });

  test.each([
    ["a file of sentences by their names", (_: number, prose: string) => prose],
    ["trees of names of their own", (i: number, prose: string) => [{ [`k${i}`]: [{ [`t${i}`]: prose }] }]],
  ])("%s is read in proportion to their number", async (_, of) => {
    const timeOf = async (fields: number) => {
      const written = Array.from({ length: fields }, (_, i) => [`k${i}`, of(i, `six words that nobody has read ${i}`)]);
      const began = performance.now();
      const line = JSON.stringify(Object.fromEntries(written));
      const [, read] = await itemsOf("a.jsonl", `${line}\n${line}\n`);
      expect("text" in read! && read.text.split("\n\n")).toHaveLength(fields);
      return performance.now() - began;
    };
    await timeOf(1_000);
    const few = Math.max(1, Math.min(await timeOf(1_000), await timeOf(1_000)));
    expect(Math.min(await timeOf(10_000), await timeOf(10_000))).toBeLessThan(60 * few);
  });

  test("many values of a field that are in the text are no prose beside it", async () => {
    const parts = Array.from({ length: 9 }, (_, i) =>
      Array.from({ length: 9 }, (_, j) => `part ${i} of the nine, line ${j}.`),
    );
    const read = await itemsOf("a.jsonl", JSON.stringify({ text: parts.flat().join(" "), parts }));
    expect(read).toHaveLength(1);
  });

  test("a document of many lists is looked through once", async () => {
    const written = (lists: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: lists }, (_, i) => [`k${i}`, [{ text: `x ${i}` }]])));
    const timeOf = (lists: number) => leastMs(() => expect(recordsOfJson(written(lists))).toHaveLength(lists));
    const few = Math.max(1, timeOf(400));
    expect(timeOf(4_000)).toBeLessThan(50 * few);
  });

  test("a document with an id such as those of spolia is a text; what spolia writes is none", async () => {
    for (const id of notEmpty(["report_id", "analysis_id", "score_id", "assess_id", "extract_id", "probe_id"]))
      expect(shown(await itemsOf("a.json", JSON.stringify({ [id]: "R-17", text: "a letter" }, null, 1)))).toEqual([
        "a.json#1: a letter",
      ]);
    const { identify: _, ...results } = SAMPLES;
    for (const result of notEmpty(Object.values(results)))
      expect(shown(await itemsOf("a.json", JSON.stringify(result)))).toEqual([
        expect.stringMatching(/^the result of .*, which spolia has written, is no text$/),
      ]);
    const report = { format: "spolia-report-1", report_id: "rp_0", bundle: { text: "x" } };
    expect(shown(await itemsOf("a.json", JSON.stringify(report)))).toEqual([
      "a report, which spolia has written, is no text",
    ]);
  });

  test("any records, written in any way", async () => {
    const text = fc
      .string({ unit: "binary", minLength: 1 })
      .filter((one) => one.trim() !== "" && !/[\p{Cc}\p{Cs}\ufffd]/u.test(one));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1 }),
        fc.constantFrom(0, 1, "\t"),
        fc.boolean(),
        async (texts, space, isInObject) => {
          const records = texts.map((one) => ({ text: one, "}": "[{\\" }));
          const json = JSON.stringify(isInObject ? { a: {}, '"': records } : records, null, space);
          expect((await itemsOf("a.json", json)).map((item) => ("text" in item ? item.text : item.reason))).toEqual(
            texts,
          );
        },
      ),
    );
  });
});

const READ = (names: string) =>
  `read as the text, since prose is in ${names.includes(", ") && !names.includes("\\,") ? "them" : "it"}: ${names}. To read others: --text-field (option textField)`;

describe("tables", () => {
  test.each([
    ["a.csv", 'id,text\n1,"one, ""two""\nthree"\n2,four\n'],
    ["a.csv", '\ufeffid;text\r\n1;"one, ""two""\nthree"\r\n2;four'],
    ["a.tsv", 'id\ttext\n1\t"one, ""two""\nthree"\n\n2\tfour\n'],
    ["a.csv", 'sep=;\r\nid;text\r\n1;"one, ""two""\nthree"\r\n2;four\r\n'],
    ["a.csv", 'text,other,id\n"one, ""two""\nthree",,1\nfour,,2\n'],
  ])("%s %j", async (name, csv) =>
    expect(shown(await itemsOf(name, csv))).toEqual(['1: one, "two"\nthree', "2: four"]),
  );

  test("the column of the text is found, or named, several are joined", async () => {
    const csv = 'key,label,review\na,1,"The keeper kept a second logbook under the floorboards"\nb,0,\n';
    expect(shown(await itemsOf("a.csv", csv))).toEqual([
      READ("review"),
      "a.csv#1: The keeper kept a second logbook under the floorboards",
      "empty text",
    ]);
    expect(shown(await itemsOf("a.csv", csv, { textField: "key,label", idField: "key" }))).toEqual([
      "a: a\n\n1",
      "b: b\n\n0",
    ]);
    expect(shown(await itemsOf("a.csv", "instruction,output\nask,answer\n"))).toEqual(["a.csv#1: ask\n\nanswer"]);
    expect(shown(await itemsOf("a.csv", 'messages\n"[{""content"":""asked""}]"\n'))).toEqual(["a.csv#1: asked"]);
    await expect(itemsOf("a.csv", csv, { textField: "body" })).rejects.toMatchObject({
      code: "invalid_request",
      hint: "Its fields are key, label, review.",
    });
  });

  test("without one it is refused with its columns; rows of another length are told", async () => {
    expect(shown(await itemsOf("a.csv", "id,label\n1,2\n"))).toEqual([
      "no column of it holds text; its columns are id, label. Name those that hold the text: --text-field (option textField)",
    ]);
    expect(shown(await itemsOf("a.csv", 'id,text\n1,one, two\n2,"a" b\n3,\'quoted"\n'))).toEqual([
      "it has 3 cells, and the table 2 columns: those from 2 to 3 are read as text",
      "1: one, two",
      '2: "a" b',
      "3: 'quoted\"",
    ]);
    expect(shown(await itemsOf("a.csv", 'id,text\n1,"never closed\n2,two\n'))).toEqual(['1: "never closed', "2: two"]);
  });

  test("cells beyond the columns are told, and none of the text is lost", async () => {
    const lines = ["id,text,n", "1,a, b, c,x", '2,"d",x,y', "3,e,x,,", '4,f "g", "h",x'];
    const more = (cells: number, what: string) => `it has ${cells} cells, and the table 3 columns: ${what}`;
    expect(shown(await itemsOf("a.csv", lines.join("\r\n")))).toEqual([
      more(5, "those from 2 to 4 are read as text"),
      "1: a, b, c",
      more(4, "the others are not read"),
      "2: d",
      "3: e",
      more(4, "those from 2 to 3 are read as text"),
      '4: f "g", "h"',
    ]);
    expect(shown(await itemsOf("a.csv", "text,label,text\none two three four five six,x,seven\n"))).toEqual([
      "columns that hold text too are not read: text.1 (6 words). To read all of it: --text-field text,text.1 (option textField)",
      "a.csv#1: seven",
    ]);
  });

  test("separators in the sentences of other columns are none", async () => {
    const read = async (csv: string) =>
      (await itemsOf("a.csv", csv, { fields: ["by"] })).map((item) =>
        "text" in item ? [item.fields?.["by"], item.text] : item.reason.replace(/.*: those/, "those"),
      );
    expect(
      await read('by,text\nSmith, John,one\nRoe, J.,"two"\nSmith, John,three, four,five\nSmith,John,six\n'),
    ).toEqual([
      "those from 1 to 2 are read as by",
      ["Smith, John", "one"],
      "those from 1 to 2 are read as by",
      ["Roe, J.", "two"],
      expect.stringMatching(
        /^those from 1 to 2 are read as by, those from 3 to 5 are read as text, which is not certain/,
      ),
      ["Smith, John", "three, four,five"],
      expect.stringMatching(/^those from 2 to 3 are read as text, which is not certain/),
      ["Smith", "John,six"],
    ]);
    expect((await read("by,text\n1,ann,one\n2,bob,two\n")).slice(1)).toEqual([
      ["ann", "one"],
      ["bob", "two"],
    ]);
  });

  test("a first row of values is no header", async () => {
    const none = "its first row names no columns, and is read as the others";
    const prose = "one two three, four five six";
    expect(shown(await itemsOf("a.csv", `1,"${prose}",x\n2,"seven ${prose}",y`))).toEqual([
      none,
      READ("column 2"),
      `a.csv#1: ${prose}`,
      `a.csv#2: seven ${prose}`,
    ]);
    expect(shown(await itemsOf("a.csv", `1,${"word ".repeat(30)},x\n`))).toEqual([
      none,
      READ("column 2"),
      expect.stringMatching(/word $/),
    ]);
    expect(shown(await itemsOf("a.csv", `id,"what do you think, in six words"\n1,"${prose}"\n`))).toEqual([
      READ("what do you think\\, in six words"),
      `1: ${prose}`,
    ]);
  });

  test("a first row with a name that is asked for, or known, is a header", async () => {
    const asked = "How many books did you read last year?";
    const prose = "one two three four five six";
    const rows = `${prose},9,9\n${prose},8,8\n`;
    for (const [name, fields] of notEmpty([
      ["answer", {}],
      ["answer", { textField: "answer" }],
      ["reply", { textField: "reply" }],
      ["title", { textField: "title" }],
    ] as const))
      expect(shown(await itemsOf("a.csv", `${name},${asked},2019\n${rows}`, fields))).toEqual([
        ...("textField" in fields ? [] : [READ("answer")]),
        `a.csv#1: ${prose}`,
        `a.csv#2: ${prose}`,
      ]);
  });

  test.each(["\\", '"'])("a line that names %s as the separator takes no time for it", (mark) => {
    const written = (cells: number) => `sep=${mark}\n${'\\"x'.repeat(cells)}z"z`;
    const timeOf = (cells: number) => leastMs(() => expect([...rowsOfCsv(written(cells))]).toHaveLength(1));
    const few = Math.max(1, timeOf(4_000));
    expect(timeOf(40_000)).toBeLessThan(50 * few);
  });

  test("short rows of a wide table take time in proportion to their cells", () => {
    const timeOf = (columns: number) => {
      const names = Array.from({ length: columns }, (_, i) => `c${i}`);
      const csv = `text,${names}\n${"x\nx,x\n".repeat(columns / 2)}`;
      return leastMs(() => {
        const { rows, recordOf } = tableOfCsv(csv, { name: "a.csv", fields: {} });
        expect(rows.map(recordOf)).toHaveLength(columns);
      });
    };
    const few = Math.max(1, timeOf(500));
    expect(timeOf(10_000)).toBeLessThan(80 * few);
  });

  test.each([
    ["of many names", (i: number) => `c${i}`],
    ["of one name", () => "c"],
    ["with names that others are given", (i: number) => (i % 2 ? "c" : `c.${i / 2}`)],
  ])("columns %s take time in proportion to them", (_, nameOf) => {
    const timeOf = (columns: number) => {
      const names = Array.from({ length: columns }, (_, i) => nameOf(i));
      const csv = `text,${names}\n${"x,".repeat(columns)}x\n${"x,".repeat(columns)}x,x\n`;
      return leastMs(() => {
        const { rows, recordOf } = tableOfCsv(csv, { name: "a.csv", fields: {} });
        expect(rows.map(recordOf)).toHaveLength(2);
      });
    };
    const few = Math.max(1, timeOf(1_000));
    expect(timeOf(10_000)).toBeLessThan(50 * few);
  });

  test("columns of text beside those that are found by their names are told", async () => {
    const prose = "The keeper kept a second logbook under the floorboards";
    const told = async (csv: string, fields?: RecordFields) =>
      (await itemsOf("a.csv", csv, fields)).flatMap((one) => ("reason" in one ? [one.reason] : []));
    const table = `question,source,title\nwhat,${prose},${prose}\n`;
    expect(await told(table)).toEqual([
      "columns that hold text too are not read: source (9 words). To read all of it: --text-field question,source (option textField)",
    ]);
    expect(await told(table.replace("question", "text"))).toHaveLength(1);
    expect(await told(table.replace("source", "answer"))).toEqual([]);
    expect(await told(table, { textField: "question" })).toEqual([]);
  });

  test.each([",", ";", "\t"])("blanks behind a closing mark end the cell, parted by %j", async (mark) => {
    const csv = [`"id" ${mark}"text"  `, `"1"  ${mark}"a${mark} ""b"" \n c"   `, `2${mark}"say "d" e"`].join("\r\n");
    expect(shown(await itemsOf("a.csv", csv))).toEqual([`1: a${mark} "b" \n c`, '2: "say "d" e"']);
  });

  test("escaped marks before separators close no cell where marks are escaped", async () => {
    const csv = 'id,text\n1,"say \\"no\\", and \\"go\\""\n2,"b"\n';
    expect(shown(await itemsOf("a.csv", csv))).toEqual(['1: say \\"no\\", and \\"go\\"', "2: b"]);
    expect(shown(await itemsOf("a.csv", 'id,text\n1,"C:\\"\n2,"b"\n'))).toEqual(["1: C:\\", "2: b"]);
  });

  test("any cells", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", " ", "é") });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), fc.constantFrom(",", ";", "\t"), (rows, mark) => {
        const written = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(mark)).join("\r\n");
        const read = [...rowsOfCsv(written, mark)].map(({ cells }) => cells.map((one) => cellText(written, one)));
        expect(read).toEqual(rows);
      }),
    );
  });
});
