/** Leads over HTTP, against local services: what is sent, to whom, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEngine } from "../../../../src/index.ts";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import {
  commonCrawl,
  datasetViewer,
  LocalService,
  leadServices,
} from "../../../remote/publicIndexes/leads/services.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { bodyOf, postJson } from "../requests.ts";

const TEXT = zipfText(seeded(31), 300).replaceAll(/\s+/g, " ");
const PART_WORDS = 120;
const PART = TEXT.split(" ")
  .slice(100, 100 + PART_WORDS)
  .join(" ");
const OTHER = zipfText(seeded(32), 100);
const LEADS = "/api/v1/leads";
const [ROWS, CAPTURES, TITLES] = ["rows", "captures", "titles"] as const;
const LIST = { name: "books", text: "title,author,isbn\nA Tale,J. Doe,978-0-14-143954-9\n", format: "csv" };

let others: LocalService;
let fault: "silence" | { status: number; headers?: Record<string, string> } | undefined;
let handler: Handler;

beforeAll(async () => {
  const viewer = datasetViewer("someone/pages", [
    { config: "en", split: "train", rows: [{ text: OTHER }, { text: `${OTHER} ${PART}` }] },
  ]);
  const html = `<html><body><p>${PART}</p></body></html>`;
  const crawl = "CC-MAIN-2025-05";
  const pages = [{ crawl, url: "https://example.org/essay", timestamp: "20250120101010", html }];
  const crawls = commonCrawl(pages, [crawl], "");
  others = await LocalService.start(
    (url, headers) => (/^\/(?:splits|search|rows)$/.test(url.pathname) ? viewer(url) : crawls(url, headers)),
    () => fault,
  );
  handler = createHandler({ engine: await createEngine({ corpora: [] }), leads: { address: others.url } });
});
afterAll(() => others[Symbol.asyncDispose]());
beforeEach(() => {
  fault = undefined;
  others.received.length = 0;
});

// biome-ignore lint/suspicious/noExplicitAny: documents as they come over the wire
type Answer = Record<string, any>;

async function ask(kind: string, body: object) {
  const response = await handler(postJson(LEADS, { kind, ...body }));
  return { status: response.status, document: await bodyOf<Answer>(response as Response) };
}

test("rows of a dataset, with all that was sent", async () => {
  const { status, document } = await ask(ROWS, { content: TEXT, dataset: "someone/pages" });
  expect(status).toBe(200);
  expect(document).toMatchObject({ success: true, kind: "rows", found: [{ row: 1, column: "text" }] });
  expect(document["found"][0].longest_run_words).toBeGreaterThanOrEqual(PART_WORDS);
  expect(document["sent"]).toEqual(others.received.map(({ url }) => `${others.url}${url}`).sort());
});

test("one subset and split of it, and as many parts of the text and rows as were asked for", async () => {
  const { document } = await ask(ROWS, {
    ...{ content: TEXT, dataset: "someone/pages", config: "en", split: "train", queries: 2, rows: 1 },
  });
  expect(document["sent"]).toHaveLength(2);
  for (const url of notEmpty<string>(document["sent"])) {
    const { pathname, searchParams } = new URL(url);
    expect([pathname, ...["config", "split", "length"].map((name) => searchParams.get(name))]).toEqual([
      ...["/search", "en", "train", "1"],
    ]);
  }
  const none = await ask(ROWS, { content: TEXT, dataset: "someone/pages", config: "de", split: "test" });
  expect(none.document).toMatchObject({ found: [], completeness: { complete: false } });
});

test("as many captures of a crawl as were asked for", async () => {
  const { document } = await ask(CAPTURES, { url: "example.org/essay", captures: 7 });
  expect(document["sent"].filter((url: string) => url.includes("limit=8"))).toHaveLength(1);
});

test("captures of an address, with records that are compared here", async () => {
  const { document } = await ask(CAPTURES, { url: "example.org/essay", records: 1, content: TEXT });
  expect(document).toMatchObject({ kind: "captures", found: [{ not_read: null }] });
  expect(document["found"][0].record.shared.longest_run_words).toBeGreaterThanOrEqual(PART_WORDS);
  expect(others.received.some(({ url }) => url.includes(TEXT.slice(0, 20)))).toBe(false);
});

test("entries of lists, for which nothing is sent", async () => {
  const { document } = await ask(TITLES, { isbns: ["9780141439549"], lists: [LIST] });
  expect(document).toMatchObject({ kind: "titles", found: [{ list: "books", entry: 1, by: "isbn" }] });
  const reason = "1 of 1 entries name the work; 0 have neither title nor ISBN.";
  expect(document["completeness"].stages).toEqual([{ name: "list:books", status: "done", reason }]);
  expect(others.received).toEqual([]);
});

test("a dry run sends nothing and lists what is sent first", async () => {
  const body = { content: TEXT, dataset: "someone/pages" };
  const { document: dry } = await ask(ROWS, { ...body, dry_run: true });
  expect(others.received).toEqual([]);
  expect(dry).toMatchObject({ found: [], completeness: { complete: false } });
  const { document } = await ask(ROWS, body);
  // Which splits there are is known when they were asked for.
  expect(document["sent"]).toContain(dry["sent"][0]);
  expect(dry["sent"].length).toBe(document["sent"].length);
  const captures = await ask(CAPTURES, { url: "https://example.org/essay", dry_run: true });
  expect(captures.document).toMatchObject({ sent: [`${others.url}/collinfo.json`, expect.any(String)] });
});

describe("a service that names nobody to ask", () => {
  test("answers about titles alone, and says who may allow the rest", async () => {
    const bare = createHandler({ engine: await createEngine({ corpora: [] }) });
    for (const asked of notEmpty([
      { kind: ROWS, content: TEXT, dataset: "a/b" },
      { kind: CAPTURES, url: "example.org" },
    ])) {
      const refused = await bare(postJson(LEADS, asked));
      expect(refused.status).toBe(400);
      expect(await bodyOf(refused as Response)).toMatchObject({ errors: [{ pointer: "/kind" }] });
    }
    const titles = { kind: TITLES, title: "A Tale", lists: [LIST] };
    expect((await bare(postJson(LEADS, titles))).status).toBe(200);
  });

  test("is made only with an address", async () => {
    const engine = await createEngine({ corpora: [] });
    for (const leads of notEmpty([{ address: "file:///etc" }, { address: "http://u:p@host" }, { address: 7 }, "all"]))
      expect(() => createHandler({ engine, leads: leads as never })).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
  });
});

test.each([
  [ROWS, { dataset: "someone/pages" }, { content: 7 }, "/content"],
  [ROWS, { content: "A text." }, { dataset: "../../secret" }, "/dataset"],
  [ROWS, { content: "A text." }, { dataset: "http://127.0.0.1/" }, "/dataset"],
  [ROWS, { content: "A text.", dataset: "a/b" }, { address: "http://169.254.169.254/" }, "/address"],
  [ROWS, { content: "A text.", dataset: "a/b" }, { token: "hf_secret" }, "/token"],
  [CAPTURES, {}, { url: "localhost" }, "/url"],
  [CAPTURES, {}, { url: "http://user:word@example.org/" }, "/url"],
  [CAPTURES, { url: "example.org" }, { crawls: ["../collinfo"] }, "/crawls/0"],
  [ROWS, { content: "A text.", dataset: "a/b" }, { queries: 21 }, "/queries"],
  [ROWS, { content: "A text.", dataset: "a/b" }, { rows: 101 }, "/rows"],
  [ROWS, { content: "A text.", dataset: "a/b" }, { config: "" }, "/config"],
  [ROWS, { content: "A text.", dataset: "a/b" }, { captures: 1 }, "/captures"],
  [CAPTURES, { url: "example.org" }, { captures: 101 }, "/captures"],
  [CAPTURES, { url: "example.org" }, { split: "train" }, "/split"],
  [CAPTURES, { url: "example.org" }, { crawls: [] }, "/crawls"],
  [CAPTURES, { url: "example.org" }, { records: 21 }, "/records"],
  [CAPTURES, { url: "example.org" }, { dataAddress: "http://127.0.0.1/" }, "/dataAddress"],
  [CAPTURES, { url: "example.org" }, { dry_run: "yes" }, "/dry_run"],
  [TITLES, { lists: [LIST] }, {}, ""],
  [TITLES, { title: "A" }, {}, "/lists"],
  [ROWS, { dataset: "a/b" }, {}, "/content"],
  [ROWS, { content: "A text.", dataset: "a/b" }, { url: "example.org" }, "/url"],
  ["websites", {}, {}, "/kind"],
  [TITLES, { lists: [LIST] }, { isbns: ["9780141439540"] }, "/isbns/0"],
  [TITLES, { title: "A" }, { lists: [] }, "/lists"],
  [TITLES, { title: "A" }, { lists: [LIST, LIST] }, "/lists"],
  [TITLES, { title: "A" }, { lists: [{ ...LIST, format: "xml" }] }, "/lists/0/format"],
])("%s with %j refuses %j at %s", async (path, valid, wrong, pointer) => {
  const { status, document } = await ask(path, { ...valid, ...wrong });
  expect(status).toBe(400);
  expect(document).toMatchObject({ code: "invalid_request" });
  expect(document["errors"].map((one: { pointer: string }) => one.pointer)).toContain(pointer);
  expect(others.received).toEqual([]);
});

test("the largest valid requests are accepted", async () => {
  const wide = { config: "c".repeat(256), split: "s".repeat(256), queries: 20, rows: 100 };
  expect((await ask(ROWS, { content: TEXT, dataset: "a/b", ...wide, dry_run: true })).status).toBe(200);
  const crawls = Array.from({ length: 20 }, () => "CC-MAIN-2025-05");
  expect(
    (await ask(CAPTURES, { url: "example.org/*", records: 20, captures: 100, crawls, dry_run: true })).status,
  ).toBe(200);
  const lists = Array.from({ length: 100 }, (_, i) => ({ ...LIST, name: `${i}` }));
  expect((await ask(TITLES, { title: "A", lists })).status).toBe(200);
});

test("a list of another form is refused, and a list without entries is none that names the work", async () => {
  const title = "A Tale";
  const { status, document } = await ask(TITLES, { title, lists: [{ ...LIST, text: "one,two\nA Tale,x\n" }] });
  expect([status, document["errors"][0].pointer]).toEqual([400, "/lists"]);
  const empty = await ask(TITLES, { title, lists: [{ name: "none", text: "", format: "lines" }] });
  expect(empty.document).toMatchObject({ found: [], completeness: { complete: true } });
});

test("a service that refuses, or wants a long wait, ends the search with what it said", async () => {
  fault = { status: 403 };
  const refused = await ask(ROWS, { content: TEXT, dataset: "someone/pages" });
  expect(refused.document).toMatchObject({ found: [], completeness: { complete: false } });
  expect(others.received).toHaveLength(1);
  fault = { status: 503, headers: { "retry-after": "120" } };
  const slow = await ask(CAPTURES, { url: "example.org/essay" });
  expect(slow.status).toBe(200);
  expect(others.received).toHaveLength(2);
  expect(JSON.stringify(slow.document["completeness"])).toContain("The time of 80 seconds was used up");
});

test("searches beyond two at once are told to come back", async () => {
  fault = "silence";
  const leaving = new AbortController();
  const body = JSON.stringify({ kind: CAPTURES, url: "example.org/essay" });
  const request = () =>
    new Request(`http://spolia.test${LEADS}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal: leaving.signal,
    });
  const first = [handler(request()), handler(request())];
  while (others.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const third = await handler(request());
  expect(third.status).toBe(503);
  expect(third.headers.get("retry-after")).not.toBeNull();
  leaving.abort();
  for (const one of notEmpty(await Promise.all(first))) expect(one.status).toBe(503);
  fault = undefined;
  expect((await ask(CAPTURES, { url: "example.org/essay" })).status).toBe(200);
});

test("both services may be one", async () => {
  const both = await LocalService.start(leadServices());
  const service = createHandler({ engine: await createEngine({ corpora: [] }), leads: { address: both.url } });
  const response = await service(postJson(LEADS, { kind: CAPTURES, url: "https://example.org/essay", records: 1 }));
  expect(await bodyOf(response as Response)).toMatchObject({ found: [{ record: { digest: expect.any(String) } }] });
  await both[Symbol.asyncDispose]();
});
