/** `spolia leads`: what is sent is said and listed, a dry run sends nothing, and no lead is called a match. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../../src/cli/program.ts";
import { fakeTerminal } from "../../../cli/terminal.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { commonCrawl, datasetViewer, LocalService } from "./services.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-leads-"));
const file = (name: string) => join(folder, name);
const TEXT = zipfText(seeded(5), 200);
const CRAWL = "CC-MAIN-2025-05";
let viewer: LocalService;
let crawl: LocalService;

beforeAll(async () => {
  const rows = [{ text: "Nothing of it." }, { text: `Before. ${TEXT} Behind.` }];
  viewer = await LocalService.start(datasetViewer("a/b", [{ config: "c", split: "train", rows }]));
  const page = { crawl: CRAWL, url: "https://example.org/", timestamp: "20250117120000", html: `<p>${TEXT}</p>` };
  crawl = await LocalService.start(commonCrawl([page], [CRAWL]));
  writeFileSync(file("text.txt"), TEXT);
  writeFileSync(file("list.csv.gz"), gzipSync("title,author\nMiddlemarch,George Eliot\n"));
});
afterAll(async () => {
  await viewer[Symbol.asyncDispose]();
  await crawl[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function leads(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(["leads", ...argv], terminal);
  return { code, out: terminal.out().replaceAll(/\s+/g, " "), err: terminal.err() };
}

test("rows: a dry run sends nothing; the search says to whom parts go and lists them", async () => {
  const asked = ["rows", file("text.txt"), "--dataset", "a/b", "--address", viewer.url];
  const dry = await leads(...asked, "--dry-run");
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining(`would be asked for at ${viewer.url}`) });
  expect(viewer.received).toEqual([]);
  const found = await leads(...asked);
  expect(found.code).toBe(0);
  expect(found.err).toContain(`Parts of the text are sent to ${viewer.url}`);
  expect(found.out).toContain("LEADS: 1 cell of rows of a/b");
  expect(found.out).toContain("c/train, row 1, text: 200 words");
  expect(found.out).toContain("It is in no verdict");
  const result = JSON.parse((await leads(...asked, "--json")).out);
  expect(result).toMatchObject({ kind: "rows", requests: 5, found: [{ row: 1, words: 200 }] });
  expect(result.sent).toHaveLength(5);
});

test("captures: the address is sent, the text is compared here", async () => {
  const local = ["--address", crawl.url, "--data-address", `${crawl.url}/data`];
  const asked = ["captures", "https://example.org/", "--crawl", CRAWL, ...local, "--records", "1"];
  const dry = await leads(...asked, "--dry-run", "--json");
  expect(JSON.parse(dry.out)).toMatchObject({ dry_run: true, addresses: [crawl.url] });
  expect(crawl.received).toEqual([]);
  const { code, out, err } = await leads(...asked, "--content", file("text.txt"));
  expect(code).toBe(0);
  expect(err).toContain(`The address is sent to ${crawl.url}`);
  expect(out).toContain(`${CRAWL}: https://example.org/, 2025-01-17, status 200`);
  expect(out).toContain("200 words of the text in common passages");
  expect(out).toContain("It does not show that a dataset or a model used it.");
});

test("titles: a packed list is read, nothing is sent, and a list of no known format is refused", async () => {
  const { code, out, err } = await leads(
    "titles",
    file("list.csv.gz"),
    "--title",
    "Middlemarch",
    "--author",
    "G. Eliot",
  );
  expect(code).toBe(0);
  expect(out).toContain("list.csv.gz, entry 1: Middlemarch, George Eliot");
  expect(out).toContain("Nothing was sent.");
  expect(err).toBe("");
  expect((await leads("titles", file("text.pdf"), "--title", "x")).code).toBe(2);
  const absent = await leads("titles", file("absent.csv"), "--title", "x");
  expect(absent.code).not.toBe(0);
  expect(absent.err).toContain("absent.csv");
});
