/** One text through every surface that this Node has: library, command line, service and client give the same answer. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnalyzeResult } from "../../src/base/contract/operations/analyze.ts";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { createFileStorage } from "../../src/corpus/storage/file.ts";
import { Spolia } from "../../src/faces/client/typescript/index.ts";
import { readers } from "../../src/files/index.ts";
import { createEngine, openCorpus } from "../../src/index.ts";
import { htmlAnalysis } from "../../src/report/index.ts";
import { type RunningService, spolia, startService } from "../service/process/process.ts";
import { temporaryFolder } from "../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../support/texts.ts";

const folder = temporaryFolder();
let content: string;
let service: RunningService;
let expected: AnalyzeResult;

/** A result without its id, which is one of the request as well, and without what an answer of the service has around it. */
function found(result: object): object {
  const { analysis_id: id, success, next_steps: next, ...rest } = result as Record<string, unknown>;
  expect(id).toMatch(/^an_/);
  return rest;
}

beforeAll(async () => {
  const draw = seeded(7);
  const novel = zipfText(draw, 900);
  mkdirSync(join(folder, "books"));
  writeFileSync(join(folder, "books/novel.txt"), novel);
  writeFileSync(join(folder, "books/other.txt"), zipfText(draw, 900));
  content = `${zipfText(draw, 60)} ${novel.split(" ").slice(200, 500).join(" ")} ${zipfText(draw, 60)}`;
  writeFileSync(join(folder, "mine.txt"), content);
  const built = await spolia(
    folder,
    "corpus",
    "build",
    "-o",
    "c.spolia",
    "--dataset",
    "novels",
    "books",
    "--jobs",
    "1",
  );
  expect(built.code, built.stderr).toBe(0);
  service = await startService(folder, "--corpus", "c.spolia", "--threads", "1", "--log", "none");
  await using corpus = await openCorpus(createFileStorage(join(folder, "c.spolia")));
  const engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue(), readers });
  expected = await engine.analyze({ content });
});
afterAll(() => service?.stop("SIGTERM"));

test("the library finds the passage", () => {
  expect(expected).toMatchObject({ verdict: "match" });
  expect(expected.matches.map(({ document }) => document.id)).toEqual(["novel.txt"]);
});

test("the command line", async () => {
  const { code, stdout, stderr } = await spolia(folder, "analyze", "mine.txt", "--corpus", "c.spolia", "--json");
  expect(code, stderr).toBe(0);
  expect(found(JSON.parse(stdout))).toEqual(found(expected));
});

test("the service", async () => {
  const response = await fetch(`${service.url}/api/v1/attribution/analyze`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content }),
  });
  expect(response.status).toBe(200);
  expect(found(await response.json())).toEqual(found(expected));
});

test("the client", async () => {
  const client = new Spolia({ baseURL: service.url });
  expect(found(await client.analyze({ content }))).toEqual(found(expected));
});

test("the report", () => {
  expect(htmlAnalysis(expected)).toContain("novel");
});
