/** Records of many shapes have their texts, in the order of the turns, without any being named. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { bytesInMemory, chunksOf } from "../../../../src/files/documents/bytes/byteSource.ts";
import { readDataset } from "../../../../src/files/documents/datasets/dataset.ts";
import type { DatasetItem } from "../../../../src/files/documents/datasets/reading.ts";
import { isDataset, kindOf } from "../../../../src/files/documents/kinds.ts";

async function itemsOf(name: string, bytes: Uint8Array): Promise<DatasetItem[]> {
  const kind = kindOf(name);
  if (!isDataset(kind)) throw new Error(`${name} is no dataset`);
  const source = bytesInMemory(bytes);
  const how = { source, stream: () => chunksOf(source), packing: "none", name, onBytes: () => {} } as const;
  const items: DatasetItem[] = [];
  for await (const item of readDataset(kind, { ...how, fields: {}, after: 0, record: 0 })) items.push(item);
  return items;
}

const [ASKED, SAID, AGAIN] = ["Who keeps the lamp?", "Nobody keeps it.", "It keeps itself."];
const given = JSON.stringify({ path: "a.txt", body: SAID });
const inTurns = [
  { role: "user", content: ASKED },
  { role: "assistant", content: null, tool_calls: [{ type: "function", function: { name: "f", arguments: given } }] },
  { role: "tool", content: AGAIN },
];

const SHAPES: [string, object, string[]][] = [
  ["completions", { prompt: ASKED, completions: [{ text: SAID }, { text: AGAIN }] }, [ASKED, SAID, AGAIN]],
  ["completions that are texts", { prompt: ASKED, completions: [SAID, AGAIN] }, [ASKED, SAID, AGAIN]],
  ["choices of a chat", { id: "a", choices: [{ message: { role: "assistant", content: SAID } }] }, [SAID]],
  ["choices of a completion", { prompt: ASKED, choices: [{ text: SAID }] }, [ASKED, SAID]],
  [
    "what was sent and came back",
    { messages: [{ content: ASKED }], choices: [{ message: { content: SAID } }] },
    [ASKED, SAID],
  ],
  ["answers", { question: ASKED, answers: [{ text: SAID }, { text: AGAIN }] }, [ASKED, SAID, AGAIN]],
  ["answers by columns", { question: ASKED, answers: { text: [SAID], answer_start: [1] } }, [ASKED, SAID]],
  ["responses", { instruction: ASKED, responses: [{ response: SAID }, { response: AGAIN }] }, [ASKED, SAID, AGAIN]],
  ["calls in their turns", { messages: inTurns }, [ASKED, "a.txt", SAID, AGAIN]],
  [
    "uses of tools in their turns",
    {
      messages: [
        { role: "user", content: ASKED },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "t", name: "f", input: { path: "a.txt", body: SAID } }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: AGAIN }] }],
        },
      ],
    },
    [ASKED, "a.txt", SAID, AGAIN],
  ],
];

describe("JSON", () => {
  test.each(SHAPES)("%s", async (_, record, texts) => {
    const line = new TextEncoder().encode(`${JSON.stringify(record)}\n`.repeat(2));
    const list = new TextEncoder().encode(JSON.stringify([record, record]));
    const expected = [{ text: texts.join("\n\n") }, { text: texts.join("\n\n") }];
    expect(await itemsOf("a.jsonl", line)).toMatchObject(expected);
    expect(await itemsOf("a.json", list)).toMatchObject(expected);
  });
});

test.each([
  [
    "a list of short fields",
    { a: [{ say: "The keeper of the lamp wrote of ships" }], b: [{ x: "yes it is" }] },
    /^the lists b are not read/,
  ],
  ["entries that are lists", [{ text: ASKED }, ["one two"], ["three"]], /^2 entries of its lists.*\(3 words\)/],
])("%s beside the records are told", async (_, value, reason) => {
  const items = await itemsOf("a.json", new TextEncoder().encode(JSON.stringify(value)));
  expect(items.filter((item) => "text" in item)).toHaveLength(1);
  expect(items.filter((item) => "reason" in item && reason.test(item.reason))).toHaveLength(1);
});

test("conversations in a list are a document each", async () => {
  const turns = [
    { role: "user", content: ASKED },
    { role: "assistant", content: SAID },
  ];
  const items = await itemsOf("a.json", new TextEncoder().encode(JSON.stringify([turns, turns])));
  expect(items).toMatchObject([{ text: `${ASKED}\n\n${SAID}` }, { text: `${ASKED}\n\n${SAID}` }]);
});

describe("Parquet", () => {
  const table = (columns: Record<string, unknown[]>) =>
    new Uint8Array(
      parquetWriteBuffer({ columnData: Object.entries(columns).map(([name, data]) => ({ name, data })) as never }),
    );

  test("columns beside the text are told with their words", async () => {
    const prose = "The keeper of the lamp wrote of all the ships";
    const items = await itemsOf("a.parquet", table({ text: ["A short one", "B"], notes: [prose, prose] }));
    expect(items[0]).toMatchObject({ note: true, reason: expect.stringContaining("notes (20 words)") });
    expect(items.slice(1)).toMatchObject([{ text: "A short one" }, { text: "B" }]);
  });
});
