/** Rows of a dataset as its viewer shows them, asked of a local viewer. */
import { afterEach, expect, test } from "vitest";
import { findRows, planRows, type RowsOptions } from "../../../../src/remote/publicIndexes/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { excerpt } from "../world.ts";
import { datasetViewer, type Fault, LocalService, type ViewedSplit } from "./services.ts";

const random = seeded(11);
const TEXT = zipfText(random, 400);
const OTHERS = Array.from({ length: 30 }, () => zipfText(random, 120));
const PART = excerpt(TEXT, 100, 150);
const DATASET = "someone/web-pages";
const ROWS = OTHERS.map((text, i) => ({
  text: i === 7 ? `${text} ${PART} ${OTHERS[0]}` : text,
  url: `https://example.org/${i}`,
}));
const TRAIN: ViewedSplit = { config: "en", split: "train", rows: ROWS };

let service: LocalService | undefined;
afterEach(() => service?.[Symbol.asyncDispose]());

async function found(
  splits: readonly ViewedSplit[],
  options: RowsOptions = {},
  fault?: (number: number) => Fault | undefined,
) {
  service = await LocalService.start(datasetViewer(DATASET, splits), fault);
  const sleep = () => Promise.resolve();
  return findRows(TEXT, DATASET, { address: service.url, sleep, ...options });
}

test("finds the row with the passage, says where it stands, and lists all that was sent", async () => {
  const result = await found([TRAIN]);
  const [row, ...others] = result.found;
  expect(row).toMatchObject({
    config: "en",
    split: "train",
    row: 7,
    column: "text",
    words: 150,
    longest_run_words: 150,
    is_cut: false,
  });
  expect(others).toEqual([]);
  const [{ content, text }] = row!.passages as [(typeof row & object)["passages"][number]];
  expect(TEXT.slice(content.start, content.end)).toBe(PART);
  expect(ROWS[7]!.text.slice(text.start, text.end)).toBe(PART);
  expect(result.sent).toEqual(service!.received.map(({ url }) => `${service!.url}${url}`).sort());
  expect(result.requests).toBe(5);
  expect(result.completeness.stages).toEqual([
    {
      name: "search:en/train",
      status: "bounded",
      reason: "The viewer ranks rows by words: rows with the text may be missing.",
    },
  ]);
});

test("a plan sends nothing and names what the search sends", async () => {
  service = await LocalService.start(datasetViewer(DATASET, [TRAIN]));
  const options = { address: service.url, config: "en", split: "train", queries: 3 };
  const plan = await planRows(TEXT, DATASET, options);
  expect(service.received).toEqual([]);
  expect(plan).toMatchObject({ addresses: [service.url], requests_max: 100 });
  const result = await findRows(TEXT, DATASET, options);
  expect(result.sent).toEqual([...plan.sent].sort());
  expect(result.requests).toBe(3);
});

test("reads a cell that a search shows in part from its row, and parts of cells with parts", async () => {
  const cutShort = await found([{ ...TRAIN, cellCharacters: ROWS[7]!.text.indexOf(PART) + 400 }]);
  expect(cutShort.found).toMatchObject([{ row: 7, words: 150, is_cut: false }]);
  expect(service!.received.some(({ url }) => url.startsWith("/rows?") && url.includes("offset=7&length=1"))).toBe(true);
  await service![Symbol.asyncDispose]();
  const chats = [
    {
      messages: [
        { role: "user", content: "Go on." },
        { role: "assistant", content: PART },
      ],
    },
  ];
  const inParts = await found([{ config: "default", split: "train", rows: chats }]);
  expect(inParts.found).toMatchObject([{ row: 0, column: "messages/1/content", words: 150 }]);
});

test("says where the viewer has indexed a part, and which splits were left out", async () => {
  const partial = await found([{ ...TRAIN, partial: true }]);
  expect(partial.completeness.stages[0]).toMatchObject({
    status: "bounded",
    reason: "The viewer has indexed a part of the split only.",
  });
  await service![Symbol.asyncDispose]();
  const many = Array.from({ length: 10 }, (_, i) => ({ config: `c${i}`, split: "train", rows: ROWS.slice(0, 2) }));
  const some = await found(many, { queries: 1 });
  expect(some.completeness.stages[0]).toMatchObject({
    name: "splits",
    status: "bounded",
    reason: "8 of 10 splits were searched; name one.",
  });
  expect(some.requests).toBe(9);
});

const REFUSALS: [string, Fault][] = [
  ["429", { status: 429, headers: { "retry-after": "1" } }],
  ["503", { status: 503 }],
  ["500 in JSON", { status: 500, body: '{"error":"Internal"}' }],
  ["a broken connection", "hang up"],
];
test.each(REFUSALS)("asks again after %s, within its budget", async (_, fault) => {
  const result = await found([TRAIN], {}, (number) => (number < 2 ? fault : undefined));
  expect(result.found).toHaveLength(1);
  expect(result.requests).toBe(7);
  await service![Symbol.asyncDispose]();
  const spent = await found([TRAIN], { requests: 3 }, (number) => (number < 2 ? fault : undefined));
  expect(service!.received).toHaveLength(3);
  expect(spent.completeness).toMatchObject({ complete: false });
  expect(spent.completeness.stages[0]).toMatchObject({
    status: "failed",
    reason: "The budget of 3 requests was used up.",
  });
});

const ENDS: [string, Fault, string][] = [
  ["gated", { status: 401, body: '{"error":"The dataset is gated."}' }, "status 401: The dataset is gated."],
  ["not JSON", { status: 200, body: "<html>" }, "in another form"],
  ["another shape", { status: 200, body: '{"rows":{}}' }, "in another form"],
  ["a row without a number", { status: 200, body: '{"rows":[{"row":{}}]}' }, "row_idx is not a whole number"],
  ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:9/" } }, "status 302"],
];
test.each(ENDS)("ends with a failed stage where the answer is %s", async (_, fault, reason) => {
  const result = await found([TRAIN], { config: "en", split: "train" }, () => fault);
  expect(result.found).toEqual([]);
  expect(result.completeness.complete).toBe(false);
  for (const stage of notEmpty(result.completeness.stages))
    expect(stage).toMatchObject({ status: "failed", reason: expect.stringContaining(reason) });
});

test("a silent viewer ends the search in time, and an end from outside ends it at once", async () => {
  const silent = await found([TRAIN], { timeoutSeconds: 1, retries: 0 }, () => "silence");
  expect(silent.completeness.stages[0]!.reason).toContain("did not answer in time");
  await service![Symbol.asyncDispose]();
  const ended = AbortSignal.abort();
  await expect(found([TRAIN], { signal: ended })).rejects.toMatchObject({ code: "aborted" });
});

test("a token is sent to the service and stands in no result", async () => {
  const result = await found([TRAIN], { token: "hf_secretsecret" });
  for (const { headers } of notEmpty(service!.received)) expect(headers.authorization).toBe("Bearer hf_secretsecret");
  expect(JSON.stringify(result)).not.toContain("secretsecret");
});

test("wrong arguments are refused by name, the largest right ones taken", async () => {
  for (const options of notEmpty([
    { queries: 0 },
    { queries: 51 },
    { rows: 101 },
    { requests: 10_001 },
    { retries: 21 },
    { address: "ftp://x" },
    { config: "" },
  ]))
    await expect(findRows(TEXT, DATASET, options as RowsOptions)).rejects.toMatchObject({ code: "invalid_request" });
  await expect(findRows(TEXT, "no dataset", {})).rejects.toMatchObject({ fields: [{ pointer: "/dataset" }] });
  const most = { queries: 50, rows: 100, requests: 10_000, retries: 20, timeoutSeconds: 600 };
  expect((await found([TRAIN], most)).found).toHaveLength(1);
});
