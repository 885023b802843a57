/** Captures of an address, asked of a local index and archive. */
import { afterEach, expect, test } from "vitest";
import { type CapturesOptions, findCaptures, planCaptures } from "../../../../src/remote/publicIndexes/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { excerpt } from "../world.ts";
import { commonCrawl, type Fault, LocalService } from "./services.ts";

const random = seeded(12);
const TEXT = zipfText(random, 300);
const PART = excerpt(TEXT, 50, 120);
const PAGE = "https://example.org/essay";
const page = (text: string) =>
  `<!doctype html><html><body><nav hidden>no</nav><article><p>${text}</p></article></body></html>`;
const CRAWLS = ["CC-MAIN-2025-30", "CC-MAIN-2025-05", "CC-MAIN-2024-10", "CC-MAIN-2021-04", "CC-MAIN-2014-10"];
const PAGES = [
  { crawl: "CC-MAIN-2025-05", url: PAGE, timestamp: "20250117120000", html: page(`${zipfText(random, 60)} ${PART}`) },
  { crawl: "CC-MAIN-2024-10", url: PAGE, timestamp: "20240301080910", html: page(zipfText(random, 200)) },
  {
    crawl: "CC-MAIN-2024-10",
    url: "https://www.example.org/essay/",
    timestamp: "20240302000000",
    html: "",
    status: "301",
  },
  { crawl: "CC-MAIN-2014-10", url: PAGE, timestamp: "20140301080910", html: page("old") },
];

let service: LocalService | undefined;
afterEach(() => service?.[Symbol.asyncDispose]());

async function found(options: CapturesOptions = {}, fault?: (number: number) => Fault | undefined, pages = PAGES) {
  service = await LocalService.start(commonCrawl(pages, CRAWLS), fault);
  const sleep = () => Promise.resolve();
  return findCaptures(PAGE, { address: service.url, dataAddress: `${service.url}/data`, sleep, ...options });
}

test("lists captures of the newest crawls, and sends nothing but the address", async () => {
  const result = await found();
  expect(result.found.map(({ crawl, timestamp, status }) => [crawl, timestamp, status])).toEqual([
    ["CC-MAIN-2025-05", "20250117120000", "200"],
    ["CC-MAIN-2024-10", "20240302000000", "301"],
    ["CC-MAIN-2024-10", "20240301080910", "200"],
  ]);
  expect(result.requests).toBe(5);
  expect(result.sent).toEqual(service!.received.map(({ url }) => `${service!.url}${url}`).sort());
  expect(result.completeness.stages[0]).toEqual({
    ...{ name: "crawls", status: "bounded" },
    reason: "The newest 4 of 5 crawls were looked in; name others.",
  });
});

test("reads single records by range, checks them, and compares them with a text that is not sent", async () => {
  const result = await found({ crawls: ["CC-MAIN-2025-05", "CC-MAIN-2024-10"], records: 5, content: TEXT });
  const [newest, redirect, older] = result.found;
  expect(newest!.record).toMatchObject({
    date: "2025-01-17T12:00:00Z",
    shared: { words: 120, longest_run_words: 120 },
  });
  expect(newest!.record!.digest).toBe(newest!.digest);
  expect(redirect!.record).toBe(null);
  expect(older!.record!.shared).toMatchObject({ words: 0, passages: [] });
  const ranges = service!.received.filter(({ url }) => url.startsWith("/data/")).map(({ headers }) => headers.range);
  expect(ranges).toEqual([newest, older].map((one) => `bytes=${one!.offset}-${one!.offset + one!.length - 1}`));
  for (const { url } of notEmpty(service!.received)) expect(decodeURIComponent(url)).not.toContain(PART.slice(0, 30));
  expect(result.sent.some((one) => one.endsWith(ranges[0]!))).toBe(true);
  expect(result.completeness).toEqual({
    complete: true,
    stages: [
      { name: "captures:CC-MAIN-2025-05", status: "done" },
      { name: "captures:CC-MAIN-2024-10", status: "done" },
    ],
  });
});

test("no capture is an answer; an index that is not there is a failure", async () => {
  const none = await found({ crawls: ["CC-MAIN-2021-04"] });
  expect(none).toMatchObject({ found: [], completeness: { complete: true } });
  await service![Symbol.asyncDispose]();
  const gone = await found({ crawls: ["CC-MAIN-1999-01"] });
  expect(gone.completeness.stages).toEqual([
    { name: "captures:CC-MAIN-1999-01", status: "failed", reason: "The index does not know this crawl." },
  ]);
});

test("a list that was cut says so, and a plan names what is sent", async () => {
  const many = Array.from({ length: 5 }, (_, i) => ({ ...PAGES[0]!, timestamp: `2025011712000${i}` }));
  const cut = await found({ crawls: ["CC-MAIN-2025-05"], captures: 4 }, undefined, many);
  expect(cut.found).toHaveLength(4);
  expect(cut.completeness.stages[0]).toMatchObject({
    status: "bounded",
    reason: "4 captures are listed; there are more.",
  });
  const plan = planCaptures(PAGE, { crawls: ["CC-MAIN-2025-05"], captures: 4, address: service!.url });
  expect(plan.sent).toEqual(cut.sent);
  await service![Symbol.asyncDispose]();
  expect((await found({ crawls: ["CC-MAIN-2025-05"], captures: 5 }, undefined, many)).completeness.complete).toBe(true);
});

test("asks again when the index is busy, and ends where it stays so", async () => {
  const busy = await found({ crawls: ["CC-MAIN-2025-05"] }, (number) => (number < 3 ? { status: 503 } : undefined));
  expect(busy.found).toHaveLength(1);
  expect(busy.requests).toBe(4);
  await service![Symbol.asyncDispose]();
  const always = await found({ crawls: ["CC-MAIN-2025-05"], retries: 2 }, () => ({ status: 503 }));
  expect(always.requests).toBe(3);
  expect(always.completeness.stages[0]).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("status 503"),
  });
});

const WRONG_RECORDS: [string, Fault, string][] = [
  ["the whole file", { status: 200, body: "x".repeat(50) }, "it sends whole files and no ranges"],
  ["fewer bytes", { status: 206, body: "x" }, "not the range"],
  ["no longer there", { status: 404 }, "status 404"],
];
test.each(WRONG_RECORDS)("a record that is %s is not read, with the reason", async (_, fault, reason) => {
  const result = await found({ crawls: ["CC-MAIN-2025-05"], records: 1, retries: 1 }, (number) =>
    number > 0 ? fault : undefined,
  );
  expect(result.found[0]).toMatchObject({ record: null, not_read: expect.stringContaining(reason) });
  expect(result.completeness.complete).toBe(false);
});

test("another record at the place is not taken for the page", async () => {
  const other = LocalService.start(commonCrawl([{ ...PAGES[0]!, url: "https://example.org/other" }], CRAWLS));
  await using archive = await other;
  const [listed] = (await found({ crawls: ["CC-MAIN-2025-05"] })).found;
  await service![Symbol.asyncDispose]();
  // The index of one, and the archive of the other: the length is made to fit.
  service = await LocalService.start((url) => ({
    status: 200,
    body: `${JSON.stringify({ ...strings(listed!), url: PAGE, offset: "0", length: String(lengthOf) })}\n${url.hash}`,
  }));
  const lengthOf = Number(
    JSON.parse(await (await fetch(`${archive.url}/CC-MAIN-2025-05-index?url=example.org/other`)).text()).length,
  );
  const result = await findCaptures(PAGE, {
    address: service.url,
    dataAddress: `${archive.url}/data`,
    crawls: ["CC-MAIN-2025-05"],
    records: 1,
  });
  expect(result.found[0]).toMatchObject({ record: null, not_read: "The record at this place is of another address." });
});

const strings = (capture: object) =>
  Object.fromEntries(Object.entries(capture).map(([name, value]) => [name, String(value)]));

const WRONG_LINES = [
  "[]",
  "7",
  "{}",
  '{"url":"x"}',
  `{"url":"x","status":"200","timestamp":"2025","filename":"a","offset":"0","length":"1"}`,
  `{"url":"x","status":"200","timestamp":"20250117120000","filename":"../a","offset":"0","length":"1"}`,
  `{"url":"x","status":"200","timestamp":"20250117120000","filename":"a","offset":"-1","length":"1"}`,
  `{"url":"x","status":"200","timestamp":"20250117120000","filename":"a","offset":"0","length":"0"}`,
  "<html>",
];
test.each(WRONG_LINES)("an index that answers %s is not believed", async (line) => {
  const result = await found({ crawls: ["CC-MAIN-2025-05"] }, () => ({ status: 200, body: `${line}\n` }));
  expect(result).toMatchObject({
    found: [],
    completeness: { complete: false, stages: [{ status: "failed", reason: "The index answered in another form." }] },
  });
});

test("what is no address of a page is refused by name", async () => {
  for (const url of notEmpty([
    "",
    "essay",
    "http://",
    "https://user:word@example.org",
    "two words.org",
    `https://example.org/${"a".repeat(70_000)}`,
  ]))
    await expect(findCaptures(url), url.slice(0, 40)).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/url" }],
    });
  await expect(findCaptures(PAGE, { crawls: ["2025"] })).rejects.toMatchObject({
    fields: [{ pointer: "/options/crawls" }],
  });
  for (const url of notEmpty(["example.org", "https://example.org/*", "example.org/a?b=c"]))
    expect(planCaptures(url).sent.length).toBe(2);
});
