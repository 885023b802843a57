/**
 * Decisions through every door: written by the command line, sent or registered over HTTP, watched by monitors, and
 * replayed by `spolia evidence verify`.
 */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { main } from "../../../src/cli/program.ts";
import { readers } from "../../../src/files/index.ts";
import { type AnalyzeResult, type Corpus, createEngine, type Decision, openCorpus } from "../../../src/index.ts";
import {
  createHandler,
  createRegistry,
  openSqliteStore,
  type RecordStore,
  type Registry,
  Scheduler,
  workResolver,
} from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const here = process.cwd();
const random = seeded(11);
const BOOKS = Array.from({ length: 2 }, () => zipfText(random, 700));
const words = (text: string, from: number, to: number) => text.split(/\s+/).slice(from, to).join(" ");
const CONTENT = `${words(BOOKS[0]!, 100, 220)} ${zipfText(random, 60)} ${words(BOOKS[1]!, 300, 400)}`;

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err(), json: () => JSON.parse(terminal.out()) };
}
const SAID = ["--reason", "It is so.", "--author", "A. Lind", "--date", "2026-11-23"];
const decide = (file: string, ...more: string[]) =>
  spolia("decide", "analysis.json", "--decisions", file, ...SAID, ...more);
const decisionsIn = (file: string): Decision[] => JSON.parse(readFileSync(file, "utf8")).decisions;
const analyze = async (...more: string[]): Promise<AnalyzeResult> =>
  (await spolia("analyze", "work.txt", "--corpus", "books.spolia", "--json", ...more)).json();

let corpus: Corpus;
let store: RecordStore;
let registry: Registry;
let scheduler: Scheduler;
let key: string;
interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at field by field
  body: any;
}
let ask: (method: string, path: string, body?: object, more?: Record<string, string>) => Promise<Answer>;

beforeAll(async () => {
  process.chdir(mkdtempSync(join(tmpdir(), "spolia-decisions-")));
  mkdirSync("books");
  for (const [i, text] of BOOKS.entries()) writeFileSync(`books/${i}.txt`, text);
  writeFileSync("work.txt", CONTENT);
  await spolia("corpus", "build", "-o", "books.spolia", "--dataset", "my-books", "books");
  writeFileSync("analysis.json", JSON.stringify(await analyze()));
  store = await openSqliteStore("registry.sqlite");
  corpus = await openCorpus("books.spolia");
  const catalogue = await loadCatalogue();
  const engine = await createEngine({ corpora: [corpus], catalogue, readers, resolveWork: workResolver(store) });
  registry = await createRegistry(engine, store);
  scheduler = new Scheduler({ registry, engine });
  for (const id of ["one", "two"]) await registry.createTenant({ id, plan: "pro" });
  key = (await registry.createKey("one")).key;
  const handler = createHandler({ engine, registry, auth: {} });
  ask = async (method, path, body, more = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", ...more };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await handler(new Request(`http://localhost/api/v1/${path}`, init));
    return { status: response.status, body: await response.json() };
  };
});
afterAll(async () => {
  await scheduler.stop();
  await corpus.close();
  await store.close();
  const folder = process.cwd();
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

describe("spolia evidence decide", () => {
  test("writes a file that analyze shows, and adds to it", async () => {
    expect((await decide("first.json", "--as", "quoted", "--passage", "1")).out).toBe(
      "first.json now has 1 decision.\n",
    );
    expect((await decide("first.json", "--as", "quoted", "--passage", "1")).out).toBe(
      "first.json already has this decision.\n",
    );
    expect((await decide("first.json", "--as", "licensed", "--document", "1.txt", "--text")).code).toBe(0);
    const [first, second] = decisionsIn("first.json");
    expect(first).toMatchObject({ decision: "quoted", author: "A. Lind", date: "2026-11-23" });
    expect(Object.keys(first!.about)).toEqual(["passage_id"]);
    expect(Object.keys(second!.about)).toEqual(["work_hash", "document"]);
    const { decisions, verdict } = await analyze("--decisions", "first.json");
    expect([decisions!.applied.map(({ about }) => about), decisions!.undecided_words]).toEqual([
      ["passage", "document"],
      0,
    ]);
    expect(verdict).toBe((await analyze()).verdict);
    const { out } = await spolia(
      "analyze",
      "work.txt",
      "--full",
      "--corpus",
      "books.spolia",
      "--decisions",
      "first.json",
    );
    const page = out.replace(/\s+/g, " ");
    expect(page).toContain("Nothing above or below was changed or left out because of them.");
    expect(page).toContain("a quotation About: a passage: 120 words found, in passage 1 Reason: It is so. By: A. Lind");
    expect(page).toContain("not signed, so anybody may have written it");
  });

  test("signs with an Ed25519 key in PEM, and a file that was changed afterwards is refused", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    writeFileSync("key.pem", privateKey.export({ type: "pkcs8", format: "pem" }));
    await decide("signed.json", "--as", "mine", "--text", "--sign", "key.pem");
    const { applied } = (await analyze("--decisions", "signed.json")).decisions!;
    expect(applied[0]!.signed_by).toBe(publicKey.export({ format: "jwk" }).x);
    writeFileSync("forged.json", readFileSync("signed.json", "utf8").replace("It is so.", "It is not so."));
    const forged = await spolia("analyze", "work.txt", "--corpus", "books.spolia", "--decisions", "forged.json");
    expect([forged.code, forged.err]).toEqual([
      3,
      expect.stringContaining("decisions[0].signature must be the signature"),
    ]);
  });

  test.each<[string, string[], number, string]>([
    ["nothing to decide about", [], 2, "--passage, --document or --text"],
    ["a passage that is not listed", ["--passage", "9"], 2, "lists 2 passages"],
    ["a document that was not found", ["--document", "7.txt"], 2, "lists no document 7.txt"],
    ["a key that is none", ["--text", "--sign", "work.txt"], 3, "is not an Ed25519 key"],
    ["a key that is not there", ["--text", "--sign", "no.pem"], 3, "is not an Ed25519 key"],
    ["a day that does not exist", ["--text", "--date", "2026-13-01"], 3, "must be a day written YYYY-MM-DD"],
    ["no reason", ["--text", "--reason", ""], 3, "must not be empty"],
  ])("refuses %s, and writes no file", async (_, more, code, message) => {
    const { err, ...refused } = await decide("never.json", "--as", "mine", ...more);
    expect([refused.code, err]).toEqual([code, expect.stringContaining(message)]);
    expect(() => readFileSync("never.json")).toThrow(/ENOENT/);
  });

  test.each(["{}", "[]", "no JSON", '{"format":"spolia-decisions-2","decisions":[]}'])(
    "a file that holds none is refused by its name: %s",
    async (text) => {
      writeFileSync("none.json", text);
      const refused = await spolia("analyze", "work.txt", "--corpus", "books.spolia", "--decisions", "none.json");
      expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("none.json is not")]);
      expect((await decide("none.json", "--as", "mine", "--text")).code).toBe(3);
      expect(readFileSync("none.json", "utf8")).toBe(text);
    },
  );
});

describe("over HTTP", () => {
  const registeredAll = async () => {
    await decide("all.json", "--as", "quoted", "--passage", "1");
    await decide("all.json", "--as", "licensed", "--document", "1.txt");
    const answers = [];
    for (const decision of decisionsIn("all.json")) answers.push(await ask("POST", "decisions", decision));
    return answers;
  };
  const withoutId = ({ analysis_id: _, success: __, next_steps: ___, ...result }: Record<string, unknown>) => result;

  test("the same decisions by file, in the request and registered give the same answer", async () => {
    const answers = await registeredAll();
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await ask("POST", "decisions", decisionsIn("all.json")[0])).body).toEqual(answers[0]!.body);
    const byFile = await analyze("--decisions", "all.json");
    const sent = await ask("POST", "attribution/analyze", { content: CONTENT, decisions: decisionsIn("all.json") });
    const kept = await ask("POST", "attribution/analyze?decisions=registered", { content: CONTENT });
    const { work_id } = (await ask("POST", "content/register", { content: CONTENT })).body;
    const ofWork = await ask("POST", `works/${work_id}/analyze?decisions=registered`, {});
    for (const { status, body } of notEmpty([sent, kept, ofWork])) {
      expect(status).toBe(200);
      expect(withoutId(body)).toEqual(withoutId(byFile as never));
    }
    const batch = await ask("POST", "attribution/analyze/batch?decisions=registered", {
      requests: [{ content: CONTENT }],
    });
    expect(withoutId(batch.body.result)).toEqual(withoutId(byFile as never));
    expect((await ask("POST", "attribution/analyze?decisions=all", { content: CONTENT })).body).toMatchObject({
      status: 400,
      errors: [{ pointer: "/decisions" }],
    });
  });

  test("a repeated key with another query is refused, not answered as before", async () => {
    const once = (query: string) =>
      ask("POST", `attribution/analyze${query}`, { content: CONTENT }, { "idempotency-key": "with-a-query" });
    expect((await once("")).body.decisions).toBeNull();
    expect((await once("?decisions=registered")).body).toMatchObject({ code: "idempotency_mismatch" });
    expect((await once("")).status).toBe(200);
  });

  test("as many as the interface says fit into a request", async () => {
    const [first] = decisionsIn("all.json");
    const many = (length: number) =>
      Array.from({ length }, (_, i): Decision => ({ ...first!, reason: `Reason ${i}.` }));
    const { status, body } = await ask("POST", "attribution/analyze", { content: CONTENT, decisions: many(700) });
    expect([status, body.decisions.given, body.decisions.applied.length]).toEqual([200, 700, 100]);
    expect((await ask("POST", "attribution/analyze", { content: CONTENT, decisions: many(20_000) })).status).toBe(413);
  });

  test("they are listed, found and deleted, by their tenant only", async () => {
    const [first] = await registeredAll();
    const { decision_id } = first!.body;
    expect((await ask("GET", "decisions")).body.items).toHaveLength(2);
    expect((await ask("GET", `decisions/${decision_id}`)).body.decision).toEqual(decisionsIn("all.json")[0]);
    await expect(registry.decisions.find("two", decision_id)).rejects.toMatchObject({ code: "not_found" });
    await expect(registry.decisions.remove("two", decision_id)).rejects.toMatchObject({ code: "not_found" });
    expect(await registry.decisions.all("two")).toEqual([]);
    expect((await ask("DELETE", `decisions/${decision_id}`)).body).toMatchObject({ deleted: true });
    expect((await ask("GET", `decisions/${decision_id}`)).status).toBe(404);
    expect((await ask("POST", "decisions", { ...first!.body.decision, reason: "" })).status).toBe(400);
  });

  test("a report of the service holds them, and is replayed with them", async () => {
    await registeredAll();
    const { work_id } = (await ask("POST", "content/register", { content: CONTENT })).body;
    await ask("POST", `works/${work_id}/analyze?decisions=registered`, {});
    const { body } = await ask("POST", "report", { work_id, include_content: true });
    writeFileSync("report.json", JSON.stringify(body));
    const verified = await spolia("verify", "report.json", "--replay", "--corpus", "books.spolia", "--json");
    const replayed = verified.json().replay ?? verified.json().replayed;
    expect(replayed.map(({ outcome }: { outcome: string }) => outcome)).toEqual(replayed.map(() => "same"));
    expect(replayed.length).toBeGreaterThan(0);
    expect((await spolia("report", "report.json")).out).toContain("Decisions of people");
  });

  test("a monitor tells which hold and which no longer do, and hides no finding", async () => {
    await registeredAll();
    const { work_id } = (await ask("POST", "content/register", { content: CONTENT })).body;
    const run = async (id: string) => {
      await scheduler.round();
      return (await ask("GET", `monitors/${id}/runs`)).body.items[0];
    };
    const { monitor_id } = (await ask("POST", "monitors", { work_id, schedule: null, on: [] })).body;
    const first = await run(monitor_id);
    const found = (type: string) => first.added.filter((one: { type: string }) => one.type === type);
    expect(
      found("decision")
        .map(({ decision, state }: { decision: string; state: string }) => [decision, state])
        .sort(),
    ).toEqual([
      ["licensed", "holds"],
      ["quoted", "holds"],
    ]);
    expect(found("document")).toHaveLength(2);
    mkdirSync("changed");
    writeFileSync("changed/1.txt", `${BOOKS[1]} And more.`);
    await spolia("corpus", "delete", "books.spolia", "1.txt");
    await spolia("corpus", "append", "books.spolia", "changed");
    await corpus.refresh();
    await ask("POST", `monitors/${monitor_id}/run`);
    const second = await run(monitor_id);
    expect(second.added).toMatchObject([{ type: "decision", decision: "licensed", state: "document_changed" }]);
    expect(second.removed).toMatchObject([{ type: "decision", decision: "licensed", state: "holds" }]);
  });
});
