/** `spolia evidence verify` and `spolia admin keys`, on what a service with records in a folder gave. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "@msgpack/msgpack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReportDocument } from "../../../src/base/contract/resources/report.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { main } from "../../../src/cli/program.ts";
import { createEngine, openCorpus } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/http/serve/handler.ts";
import { createRegistry, openSqliteStore, workResolver } from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-verify-"));
const file = (name: string) => join(folder, name);
const data = file("records");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = seeded(7);
const BOOKS = Array.from({ length: 3 }, () => zipfText(random, 600));
const CONTENT = `${BOOKS[0]!.slice(200, 1_200)} ${zipfText(random, 80)}`;

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}
const json = async (...argv: string[]) => {
  const { code, out } = await spolia(...argv, "--json");
  return { code, ...JSON.parse(out) };
};

let key: { key: string; key_id: string };
let report: ReportDocument;

beforeAll(async () => {
  mkdirSync(file("books"));
  for (const [i, text] of BOOKS.entries()) writeFileSync(file(`books/${i}.txt`), text);
  await spolia("corpus", "build", "-o", file("books.spolia"), "--dataset", "my-books", file("books"));
  await spolia("corpus", "build", "-o", file("other.spolia"), "--dataset", "my-books", file("books/0.txt"));
  key = await json("keys", "create", "--data", data, "--tenant", "archive");
  const store = openSqliteStore(join(data, "registry.sqlite"));
  const corpus = await openCorpus(file("books.spolia"));
  const catalogue = await loadCatalogue();
  const engine = await createEngine({ corpora: [corpus], catalogue, resolveWork: workResolver(await store) });
  const handler = createHandler({ engine, registry: await createRegistry(engine, await store), auth: {} });
  const ask = async (path: string, body: object, accept = "application/json") =>
    handler(
      new Request(`http://spolia.test/api/v1/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json", accept },
        body: JSON.stringify(body),
      }),
    );
  const registered = await (await ask("content/register", { content: CONTENT, title: "A work" })).json();
  await ask(`works/${registered.work_id}/analyze`, {});
  const answered = await ask("report", { work_id: registered.work_id, include_content: true });
  const text = await answered.text();
  report = JSON.parse(text);
  writeFileSync(file("receipt.json"), JSON.stringify(registered));
  writeFileSync(file("report.json"), text);
  const packed = await ask("report", { work_id: registered.work_id, include_content: true }, "application/msgpack");
  writeFileSync(file("report.msgpack"), new Uint8Array(await packed.arrayBuffer()));
  writeFileSync(file("bare.json"), await (await ask("report", { work_id: registered.work_id })).text());
  writeFileSync(file("work.txt"), CONTENT);
  writeFileSync(file("forged.json"), text.replace('"verdict":"match"', '"verdict":"partial"'));
  await corpus.close();
  await (await store).close();
});

describe("spolia evidence verify", () => {
  test("finds a match for the fixture, so that the other tests can change it", () => {
    expect(report.bundle.results[0]!.result).toMatchObject({ verdict: "match" });
  });

  test.each([
    ["report.json", "report"],
    ["report.msgpack", "report"],
    ["receipt.json", "history"],
  ])("%s, whose key is trusted", async (name, kind) => {
    const verified = await json("verify", file(name), "--key", report.key);
    expect(verified).toMatchObject({
      code: 0,
      verified: true,
      verification: { kind, is_trusted: true, keys: [report.key] },
    });
    const { out, err } = await spolia("verify", file(name));
    expect(out).toContain("VERIFIED");
    expect(err).toContain("give the service's key with --key");
  });

  test("a foreign key and a changed report are rejected with exit code 1 and the position", async () => {
    expect(await json("verify", file("report.json"), "--key", "another")).toMatchObject({
      code: 1,
      verified: false,
      fault: { pointer: "/key" },
    });
    expect(await json("verify", file("forged.json"))).toMatchObject({
      code: 1,
      verified: false,
      fault: { pointer: "/bundle/results/0/result" },
    });
    expect((await spolia("verify", file("forged.json"))).out).toContain("DOES NOT HOLD");
    expect((await spolia("verify", file("work.txt"))).code).toBe(3);
    expect((await spolia("verify", file("nothing.json"))).code).toBe(3);
    writeFileSync(file("rest.msgpack"), encode({ format: "spolia-report-1" }).subarray(0, 9));
    expect((await spolia("verify", file("rest.msgpack"))).code).toBe(3);
  });

  test("a key that is given twice does not hold, since readers disagree about which of two counts", async () => {
    const shown = JSON.stringify(report).replace('"verdict":"match"', '"verdict":"none_found","verdict":"match"');
    expect(JSON.parse(shown)).toEqual(report);
    writeFileSync(file("twice.json"), shown);
    expect(await json("verify", file("twice.json"))).toMatchObject({
      code: 1,
      fault: { pointer: "/bundle/results/0/result/verdict" },
    });
  });

  test("only a document that says it is signed can fail to hold", async () => {
    const { format, ...bare } = report as typeof report & { format: string };
    const order = { order_id: 5, receipt: "R-1", history: ["made", "paid"] };
    const cases: readonly [string, unknown, number][] = [
      ["without its format", bare, 1],
      ["of a later version", { ...report, format: format.replace("1", "2") }, 3],
      ["a receipt without its seal", { receipt: { format: "spolia-history-1" } }, 1],
      ["a deal without its seal", { format: "spolia-deal-1" }, 1],
      ["another program's", order, 3],
    ];
    for (const [name, document, code] of notEmpty(cases)) {
      writeFileSync(file("other.json"), JSON.stringify(document));
      const verified = await spolia("verify", file("other.json"));
      expect([name, verified.code, verified.out.includes("DOES NOT HOLD")]).toEqual([name, code, code === 1]);
    }
  });

  test("replays the requests with the same results", async () => {
    const corpus = ["--corpus", file("books.spolia")];
    for (const more of [["report.json"], ["report.msgpack"], ["bare.json", "--content", file("work.txt")]]) {
      const [name, ...flags] = more;
      const verified = await json("verify", file(name!), "--replay", ...corpus, ...flags);
      expect(verified).toMatchObject({ code: 0, verified: true, replayed: [{ kind: "analysis", outcome: "same" }] });
    }
    const { out } = await spolia("verify", file("report.json"), "--replay", ...corpus);
    expect(out).toContain("every result is the same");
  });

  test("names the missing corpus and text", async () => {
    const revision = report.bundle.method.corpora[0]!.revision;
    expect(await json("verify", file("report.json"), "--replay", "--corpus", file("other.spolia"))).toMatchObject({
      code: 1,
      verified: false,
      replayed: [{ outcome: "cannot", missing_corpora: [{ name: "books", revision }] }],
    });
    const { code, out } = await spolia("verify", file("bare.json"), "--replay", "--corpus", file("books.spolia"));
    expect(code).toBe(1);
    expect(out).toContain("NOT REPLAYED");
    // Nothing was computed, so nothing differs.
    expect(out).toContain("No result was computed again");
    expect(out).not.toContain("differ");
    expect((await spolia("verify", file("receipt.json"), "--replay")).code).toBe(2);
  });

  test("accepts a corpus by its folder", async () => {
    expect(await json("verify", file("books.spolia"))).toMatchObject({ code: 0, is_sound: true });
  });
});

test("spolia evidence report shows a report of a service, as text and as a page", async () => {
  const { code, out } = await spolia("report", file("report.json"), "--html", file("report.html"));
  expect(code).toBe(0);
  const order = ["EVIDENCE REPORT", "Propositions", "MATCH", "Error rates", "Limits", "To verify and replay"];
  const places = order.map((words) => out.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBe(0);
  const broken = { ...report, bundle: { ...report.bundle, results: [{ ...report.bundle.results[0], result: {} }] } };
  writeFileSync(file("broken.json"), JSON.stringify(broken));
  expect((await spolia("report", file("broken.json"))).code).toBe(3);
});

describe("spolia admin keys", () => {
  test("creates keys that are shown once, lists and revokes them", async () => {
    const made = await spolia(
      "keys",
      "create",
      "--data",
      data,
      "--tenant",
      "library",
      "--scope",
      "read",
      "--label",
      "nightly",
      "--test",
    );
    expect(made.out).toMatch(/^sp_test_[0-9A-Za-z]{36}\n$/);
    const listed = await spolia("keys", "list", "--data", data, "--tenant", "library");
    expect(listed.out).toContain("nightly");
    expect(listed.out).not.toContain(made.out.trim());
    const { keys } = await json("keys", "list", "--data", data, "--tenant", "library");
    expect(keys).toMatchObject([{ scopes: ["read"], revoked_at: null, last_four: made.out.trim().slice(-4) }]);
    expect((await spolia("keys", "revoke", keys[0].key_id, "--data", data)).code).toBe(3);
    expect((await spolia("keys", "revoke", keys[0].key_id, "--data", data, "--tenant", "library")).code).toBe(0);
    const after = await json("keys", "list", "--data", data, "--tenant", "library");
    expect(after.keys[0].revoked_at).not.toBeNull();
  });

  test("rejects folders without records, and invalid plans and times", async () => {
    expect((await spolia("keys", "list", "--data", file("nowhere"))).code).toBe(3);
    expect((await spolia("keys", "create", "--data", data, "--expires", "soon")).code).toBe(2);
    expect((await spolia("keys", "create", "--data", data, "--tenant", "new", "--plan", "none")).code).toBe(3);
    expect((await spolia("keys", "create", "--data", data, "--tenant", "archive", "--plan", "pro")).code).toBe(2);
    expect((await spolia("keys", "create", "--data", data, "--scope", "everything")).code).toBe(3);
    expect((await spolia("keys")).out).toContain("create");
  });
});
