/** Of records, what is cut goes and nothing else, wherever it stands in its file. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { cutOf } from "../../../src/files/cleaning/cuts.ts";
import { without } from "../../../src/files/cleaning/fieldsToCut.ts";
import { isDocument } from "../../../src/files/documents/datasets/jsonLines.ts";
import type { SkippedInput } from "../../../src/files/documents/folders/files.ts";
import { cleanDataset, type Decide, restoreDataset } from "../../../src/files/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const CUT = "CUT ME OUT";
const PROSE = "Six words that nobody has read.";
const root = mkdtempSync(join(tmpdir(), "records-"));
const at = (name: string) => join(root, name);
const skipped: SkippedInput[] = [];
const decide: Decide = ({ text }) => {
  const start = text.indexOf(CUT);
  return start < 0 ? null : { rule: "cut", found: [], spans: [{ start, end: start + CUT.length }] };
};

function empty(): void {
  for (const name of readdirSync(root)) rmSync(at(name), { recursive: true });
  skipped.splice(0);
  mkdirSync(at("data"));
}

/** What a file becomes; `undefined` where it goes as a whole. It comes back to the byte. */
async function cleaned(name: string, bytes: string | Uint8Array, options = {}): Promise<string | undefined> {
  empty();
  writeFileSync(at(`data/${name}`), bytes);
  const onSkip = (one: SkippedInput) => skipped.push(one);
  await cleanDataset([at("data")], at("clean"), at("ledger"), decide, { by: "test", onSkip, ...options });
  await restoreDataset(at("ledger"), at("clean"), at("back"));
  expect(readFileSync(at(`back/${name}`))).toEqual(Buffer.from(bytes));
  const [left] = readdirSync(at("clean"));
  return left === undefined ? undefined : readFileSync(at(`clean/${left}`), "latin1");
}

beforeEach(empty);
afterAll(() => rmSync(root, { recursive: true }));

const gone = `{"text":"${CUT}"}`;

test("a record behind those of which the fields were found is cut by its own names", async () => {
  const before = `{"body":"${PROSE}"}\n`.repeat(1_000);
  expect(await cleaned("a.jsonl", `${before}{"text":"A. ${CUT}"}\n`)).toBe(`${before}{"text":"A."}\n`);
});

describe("of a JSON document or JSON Lines", () => {
  test.each([
    [
      "the field that gave the text, with equal copies",
      "a.jsonl",
      '{"raw":"A. #","text":"A. #"}\n',
      '{"raw":"A.","text":"A."}\n',
    ],
    [
      "an object whose name is its text",
      "a.json",
      '{"A. #":{"text":"A. #"},"b":{"text":"B"}}',
      '{"A. #":{"text":"A."},"b":{"text":"B"}}',
    ],
    [
      "lists under names that are numbers",
      "a.json",
      '{"b":[{"text":"A. #"},{"text":"B. #"}],"1":[@,{"text":"C"}]}',
      '{"b":[{"text":"A."},{"text":"B."}],"1":[{"text":"C"}]}',
    ],
    ["entries between others", "a.json", '[@, 5, ["keep"], {"text":"A"}]', '[5, ["keep"], {"text":"A"}]'],
    ["entries before one that is no record", "a.json", "[5, @, @, 7]", "[5, 7]"],
    ["the last entries behind one that is no record", "a.json", "[5, @, @]", "[5]"],
    [
      "the one record of a short document",
      "a.json",
      '{"version":"1.1","licence":"CC0","data":[@]}',
      '{"version":"1.1","licence":"CC0","data":[]}',
    ],
    ["a field that its prose tells", "a.jsonl", `{"n":1,"body":"${PROSE} #"}\n`, `{"n":1,"body":"${PROSE}"}\n`],
    ["a line that is a text", "a.jsonl", '"A. #"\n{"text":"B"}\n', '"A."\n{"text":"B"}\n'],
    ["a document behind another", "a.json", '{"text":"A. #"}@\n{\n"text":"B"}', '{"text":"A."}\n{\n"text":"B"}'],
    ["the one record of a list and nothing else", "a.json", "[ @ ]\n", undefined],
  ])("%s", async (_, name, before, after) => {
    const filled = before.replaceAll("#", `${CUT}.`).replaceAll("@", gone);
    expect(await cleaned(name, filled)).toBe(after?.replaceAll("#", `${CUT}.`));
  });

  test("of several fields the passage goes alone, and a field of nothing else is empty", async () => {
    const other = "Another six words that nobody has read.";
    for (const [before, after] of notEmpty([
      [
        [other, `${PROSE} ${CUT}.`],
        [other, PROSE],
      ],
      [
        [`${CUT}.`, PROSE],
        ["", PROSE],
      ],
    ] as const)) {
      const written = ([intro, outro]: readonly [string, string]) => ({ n: 1, question: intro, answer: outro });
      const line = (one: readonly [string, string]) => `${JSON.stringify(written(one))}\n`;
      expect(await cleaned("a.jsonl", line(before) + line([other, PROSE]))).toBe(line(after) + line([other, PROSE]));
      expect(await cleaned("a.json", JSON.stringify([written(before)]))).toBe(JSON.stringify([written(after)]));
      const table = ([intro, outro]: readonly [string, string]) => `id,question,answer\n1,"${intro}","${outro}"\n`;
      expect((await cleaned("a.csv", table(before)))?.replaceAll('"', "")).toBe(table(after).replaceAll('"', ""));
    }
    const found = { headline: other, story: `${PROSE} ${CUT}.` };
    expect(await cleaned("a.json", JSON.stringify(found))).toBe(JSON.stringify({ headline: other, story: PROSE }));
  });

  test("a text within a field, and copies of it", async () => {
    const record = (text: string) => `{"raw":"A.${text}","meta":{"text":"A.${text}"}}\n{"meta":{"text":"B"}}\n`;
    expect(await cleaned("a.jsonl", record(` ${CUT}`), { textField: "meta.text" })).toBe(record(""));
  });

  const calls = (text: string) => [{ function: { name: "write", arguments: JSON.stringify({ to: "a", body: text }) } }];
  test.each([
    [
      "a turn",
      (text: string) => ({
        messages: [
          { role: "user", content: PROSE },
          { role: "assistant", content: text },
        ],
      }),
    ],
    [
      "a conversation by itself",
      (text: string) => [
        { role: "user", content: PROSE },
        { role: "user", content: text },
      ],
    ],
    [
      "a part of a turn",
      (text: string) => ({
        messages: [{ content: [{ type: "image" }, { type: "text", text }, { type: "text", text: PROSE }] }],
      }),
    ],
    [
      "arguments of a call",
      (text: string) => ({ messages: [{ content: PROSE }, { content: null, tool_calls: calls(text) }] }),
    ],
    [
      "what a tool is given",
      (text: string) => ({ messages: [{ content: [{ type: "tool_use", input: { a: 1, b: text } }] }] }),
    ],
    ["one of several answers", (text: string) => ({ prompt: PROSE, completions: [{ text: PROSE }, { text }] })],
    ["a list of texts", (text: string) => ({ instruction: PROSE, responses: [PROSE, text] })],
    ["an answer of an interface", (text: string) => ({ id: 12, choices: [{ index: 0, message: { content: text } }] })],
    ["objects within", (text: string) => ({ page: { body: { story: `${PROSE} ${text}` } } })],
  ])("%s loses the passage and nothing else", async (_, make) => {
    const [before, after] = [`The "keeper" left. ${CUT}.`, 'The "keeper" left.'].map((text) =>
      JSON.stringify(make(text)),
    );
    expect(await cleaned("a.jsonl", `${before}\n${before}\n`)).toBe(`${after}\n${after}\n`);
    expect(await cleaned("a.json", before!)).toBe(after);
    expect(await cleaned("b.json", `[ ${before},\n ${before} ]`)).toBe(`[ ${after},\n ${after} ]`);
  });

  test("behind bytes that are wrong", async () => {
    for (const wrong of notEmpty([
      "\xc3",
      "\xe2\x82",
      "\xe2\x82\xe2\x82",
      "\xf0\x90\x80",
      "\xff",
      "\xe0\x80",
      "\xef\xbf\xbd",
    ]))
      for (const name of notEmpty(["a.json", "a.jsonl"])) {
        const file = (text: string) =>
          Buffer.from(
            `[{"text":"Some words that are kept, caf${wrong}${text}"},{"text":"B"}]`.slice(
              ...(name === "a.json" ? [0] : [1, -14]),
            ),
            "latin1",
          );
        expect(await cleaned(name, file(`${CUT} and so on`))).toBe(file(" and so on").toString("latin1"));
      }
  });

  test("no file stays open that was looked at", async () => {
    let isEnded = false;
    const line = new TextEncoder().encode('{"text":"A"}\n{"text":"B"}\n');
    const chunks = (async function* () {
      try {
        for (;;) yield new Uint8Array(Buffer.concat(Array(400).fill(line)));
      } finally {
        isEnded = true;
      }
    })();
    expect([await isDocument(chunks, { fields: {} }), isEnded]).toEqual([false, true]);
  });
});

describe("of a table", () => {
  test.each([
    [
      "a cell with marks that are escaped otherwise",
      'id,text\n1,"A \\"b\\" c ""d"" #"\n',
      'id,text\n1,"A \\"b\\" c ""d"""\n',
    ],
    [
      "of columns of one name the last that the row has",
      "text,id,text\nA. #,1\nB,2,C. #\n",
      "text,id,text\nA.,1\nB,2,C.\n",
    ],
    ["equal cells of columns of one name", 'id,text,text\n1,"A. #","A. #"\n', 'id,text,text\n1,"A.","A."\n'],
    ["a row with too many cells", 'by,text\nRoe, J.,A, b. #\nRoe, J,"B"\n', 'by,text\nRoe, J.,A, b.\nRoe, J,"B"\n'],
    ["an equal cell beyond the columns", 'id,text\n1,"A. #","A. #"\n', 'id,text\n1,"A.","A."\n'],
    [
      "JSON of a conversation in a cell, with its numbers and escapes",
      String.raw`id,messages
1,"[{""content"": ""A \u00e9 \""b\""""}, {""n"": 1.0, ""content"": [{""type"": ""text"", ""text"": ""C\n#""}]}]"
2,"[{""content"":""A"",""tool_calls"":[{""function"":{""arguments"":""{\""n\"":1.0,\""q\"":\""B, #\""}""}}]}]"
`,
      String.raw`id,messages
1,"[{""content"": ""A \u00e9 \""b\""""}, {""n"": 1.0, ""content"": [{""type"": ""text"", ""text"": ""C""}]}]"
2,"[{""content"":""A"",""tool_calls"":[{""function"":{""arguments"":""{\""n\"":1.0,\""q\"":\""B,\""}""}}]}]"
`,
    ],
    ["of columns that have invented names", "text.1,text,text\nA. #,A. #,A. #\n", "text.1,text,text\nA.,A.,A.\n"],
  ])("%s", async (_, before, after) => {
    expect(await cleaned("a.csv", before.replaceAll("#", `${CUT}.`))).toBe(after);
  });
});

describe("of packed files, which become JSON Lines", () => {
  test("a row with too many cells keeps all of them", async () => {
    const table = `id,text,n\n1,A. ${CUT}.,x\n2,B, C ${CUT},x\n3,"D",x,y\n4,E,x,,\n`;
    expect(await cleaned("a.csv.gz", gzipSync(table), { convert: true })).toBe(
      '{"id":"1","text":"A.","n":"x"}\n{"id":"2","text":"B, C","n":"x"}\n{"id":"3","text":"D","n":"x","column 4":"y"}\n{"id":"4","text":"E","n":"x"}\n',
    );
    expect(await cleaned("a.csv", table)).toBe('id,text,n\n1,A.,x\n2,B, C,x\n3,"D",x,y\n4,E,x,,\n');
  });

  test("a table by columns, which becomes rows", async () => {
    const table = `{"id":["1","2"],"text":["A. ${CUT}.","B"]}`;
    expect(await cleaned("a.json", table, { convert: true })).toBe('{"id":"1","text":"A."}\n{"id":"2","text":"B"}\n');
    await expect(cleaned("a.json", table)).rejects.toThrow("of a format that is not written");
  });

  test("a row has no name twice", async () => {
    for (const [table, left] of notEmpty([
      ["a,a.1,a,text\n1,2,3,#\n", '{"a.2":"1","a.1":"2","a":"3","text":"A."}\n'],
      ['column 3,text\n1,"#",2\n', '{"column 3":"1","text":"A.","column 3.1":"2"}\n'],
    ] as const))
      expect(await cleaned("a.csv.gz", gzipSync(table.replace("#", `A. ${CUT}.`)), { convert: true })).toBe(left);
  });

  test("what a document has beside its records is told, where something is cut", async () => {
    const written = (text: string, beside: string) =>
      gzipSync(`{${beside}\n"data":[{"text":"A. ${text}"},{"text":"B"}]}`);
    const beside = '"version":"9","labels":["a"],"none":[],';
    expect(await cleaned("a.json.gz", written(CUT, beside), { convert: true, strict: true })).toBe(
      '{"text":"A."}\n{"text":"B"}\n',
    );
    expect(skipped).toMatchObject([
      { name: "a.json.gz", partly: true, reason: expect.stringMatching(/version, labels$/) },
    ]);
    for (const [text, fields] of notEmpty([
      ["C", beside],
      [CUT, ""],
    ] as const)) {
      await cleaned("a.json.gz", written(text, fields), { convert: true });
      expect(skipped).toEqual([]);
    }
  });
});

describe("of any records all bytes stay that were not cut", () => {
  const part = fc.stringMatching(/^[ab "\\,;.\n[{é]{0,6}$/).map((text) => `x${text}y `);
  const text = fc.oneof(
    fc.tuple(part, fc.constantFrom("", CUT), part).map(([before, cut, after]) => `${before}${cut} ${after}`),
    fc.constantFrom(CUT, `${CUT}.`),
  );
  /** What a text becomes; `undefined` where nothing is left of it. */
  const left = (whole: string): string | undefined => {
    const cut = decide({ id: "", text: whole });
    const spans = cut === null ? [] : cutOf(whole, cut.spans);
    return spans === "document" ? undefined : without(whole, spans);
  };
  /** An entry of a list as it is written, before and after. */
  type Entry = readonly [before: string, after: string | undefined];
  const record = fc.tuple(fc.option(text), fc.nat(), text).map(([raw, id, given]): Entry => {
    const write = (rawText: string | null, own: string) =>
      `{${rawText === null ? "" : `"raw":${JSON.stringify(rawText)}, `}"id": ${id}, "n":1.0,"text":${JSON.stringify(own)}}`;
    const rest = left(given);
    return [write(raw, given), rest === undefined ? undefined : write(raw === given ? rest : raw, rest)];
  });
  const other = fc.constantFrom("5", "null", '["keep"]').map((json): Entry => [json, json]);
  const list = fc.array(fc.oneof({ weight: 3, arbitrary: record }, other), { minLength: 1, maxLength: 6 });
  const expectCleaned = async (name: string, before: string, after: string): Promise<void> => {
    const found = await cleaned(name, before);
    // One record and nothing else goes with its file.
    if (found !== undefined || !/^[[\]{}]*$/.test(after))
      expect(Buffer.from(found ?? "", "latin1").toString()).toBe(after);
  };
  const joined = (entries: readonly Entry[], mark: string): [string, string] => [
    entries.map(([before]) => before).join(mark),
    entries.flatMap(([, after]) => (after === undefined ? [] : [after])).join(mark),
  ];

  test("of JSON documents", async () => {
    const lists = fc.uniqueArray(fc.tuple(fc.constantFrom("b", "1", "z", "0"), list), {
      minLength: 1,
      selector: ([name]) => name,
    });
    await fc.assert(
      fc.asyncProperty(list, async (entries) => {
        const [before, after] = joined(entries, ", ");
        await expectCleaned("a.json", `[${before}]`, `[${after}]`);
      }),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(lists, async (named) => {
        const both = named.map(([name, entries]) => joined(entries, ", ").map((one) => `"${name}": [${one}]`));
        const written = (i: number) => `{"v": "of words", ${both.map((one) => one[i]).join(", ")}}`;
        await expectCleaned("a.json", written(0), written(1));
      }),
      { numRuns: 60 },
    );
  });

  test("of JSON Lines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 2, maxLength: 6 }), async (entries) => {
        const [before, after] = joined(
          entries.map(([one, rest]): Entry => [`${one}\n`, rest === undefined ? undefined : `${rest}\n`]),
          "",
        );
        await expectCleaned("a.jsonl", before, after);
      }),
      { numRuns: 60 },
    );
  });

  test("of tables, with marks that are doubled or escaped, and rows that are short", async () => {
    const row = fc.tuple(text, fc.nat(), fc.option(text)).map(([first, id, last]): Entry => {
      const cell = (own: string) => `"${own.replaceAll('"', '""')}"`;
      const escaped = `"z \\"q ${"w"}`;
      const write = (own: string) =>
        last === null ? `${cell(own)},${id}\n` : `${cell(first)},${id},${escaped}${cell(own).slice(1)}\n`;
      const given = last ?? first;
      if (last === null) return [write(given), left(given) === undefined ? undefined : write(left(given)!)];
      const rest = left(`z \\"q w${given}`)!.slice(`z \\"q w`.length);
      return [write(given), write(rest)];
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const [before, after] = joined(rows, "");
        await expectCleaned("a.csv", `text,id,text\n${before}`, `text,id,text\n${after}`);
      }),
      { numRuns: 60 },
    );
  });
});
