/** One question asked of the command line, of a service and of the library has one answer, to the last field and its id. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import type { Corpus } from "../../../src/corpus/search/corpus.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { readers } from "../../../src/files/index.ts";
import { createEngine, type OpenEngine, openCorpus } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { endedHere } from "../here.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-answer-"));
const at = (name: string) => join(folder, name);
const random = seeded(71);
const [BOOK, OTHER] = [zipfText(random, 400), zipfText(random, 200)];
const TEXT = `${zipfText(random, 60)} ${BOOK.split(" ").slice(40, 200).join(" ")}`;
let engine: OpenEngine;
let corpus: Corpus;

beforeAll(async () => {
  for (const [name, text] of Object.entries({ "book.txt": BOOK, "text.txt": TEXT, "other.txt": OTHER }))
    writeFileSync(at(name), text);
  await endedHere(
    ["corpus", "build", "-o", at("c.spolia"), "--dataset", "the-pile", at("book.txt"), "--jobs", "1"],
    "",
    {},
  );
  corpus = await openCorpus(createFileStorage(at("c.spolia")));
  engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue(), readers });
});
afterAll(async () => {
  await corpus.close();
  rmSync(folder, { recursive: true, force: true });
});

const MODEL = "eleutherai/pythia";
/** An operation, its line, where it stands in the service, and its request. */
const QUESTIONS = [
  ["analyze", [at("text.txt"), "--corpus", at("c.spolia")], "attribution/analyze", { content: TEXT }],
  [
    "score",
    [at("text.txt"), "--corpus", at("c.spolia"), "--model", MODEL, "--jurisdiction", "NL"],
    "attribution/score",
    { content: TEXT, target_model: MODEL, jurisdiction: "NL" },
  ],
  [
    "assess",
    [at("text.txt"), "--corpus", at("c.spolia"), "--model", MODEL],
    "assess",
    { content: TEXT, target_model: MODEL },
  ],
  ["compare", [at("text.txt"), at("book.txt")], "compare", { a: TEXT, b: BOOK }],
] as const;

test.each(QUESTIONS)("%s", async (operation, line, path, request) => {
  const printed = await endedHere([operation, ...line, "--json"], "", {});
  const told = JSON.parse(printed.stdout);
  const handler = createHandler({ engine });
  const post = async (body: object) => {
    const headers = { "content-type": "application/json" };
    const asked = new Request(`http://spolia.test/api/v1/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const { success: _, next_steps: __, ...answer } = (await (await handler(asked)).json()) as Record<string, unknown>;
    return answer;
  };
  const result = await (engine[operation] as (request: object) => Promise<object>)(request);
  expect(await post(request)).toEqual(JSON.parse(JSON.stringify(result)));
  // Comparisons are made without the corpora and the catalogue of a service.
  if (operation === "compare")
    expect({ ...told, comparison_id: "", method: "" }).toEqual({ ...result, comparison_id: "", method: "" });
  else expect(told).toEqual(JSON.parse(JSON.stringify(result)));
  // What says nothing changes nothing.
  const idle = operation === "compare" ? { options: {} } : { options: {}, metadata: {}, content_type: "text" };
  expect(await post({ ...request, ...idle })).toEqual(JSON.parse(JSON.stringify(result)));
});
