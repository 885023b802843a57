/** `spolia audit --reworded`, `compare` and `serve` with a server of embeddings on loopback; `spolia encoder` over it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { withEngine } from "../../../src/cli/inputs/inputs.ts";
import { main } from "../../../src/cli/program.ts";
import { threadedEngine } from "../../../src/cli/threads/engines.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { buildCorpus } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/http/serve/handler.ts";
import { A, B, CONCEPTS } from "../../engine/compare/inOtherWords.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { ANALYZE, bodyOf, postJson } from "../../service/http/requests.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "reworded-"));
const at = (name: string) => join(folder, name);
const encoder = conceptEncoder([
  ...CONCEPTS,
  "buys acquires",
  "apples fruits",
  "friend companion",
  "gives hands",
  "market bazaar",
  "eats consumes",
]);
const item =
  "Lena buys 48 apples at the market. She gives a third of them to her friend and eats 5 of the others with bread.";
const other =
  "With bread she consumes five of the others. At the bazaar Lena acquires 48 fruits, and a third of them she hands to her companion.";
const fillers = Array.from({ length: 12 }, (_, i) => ({
  id: `f${i}`,
  text: `Nobody ${["slept", "sang", "met", "rose"][i % 4]} in the ${["garden", "office", "village"][i % 3]} for ${i + 60} long hours while it rained.`,
}));
let server: Server;
let where = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", async () => {
      const vectors = await encoder.encode((JSON.parse(body) as { input: string[] }).input);
      const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  where = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#concepts`;
  writeFileSync(at("items.jsonl"), `${JSON.stringify({ id: "apples", text: item })}\n`);
  const rows = [...fillers, { id: "r", text: other }];
  writeFileSync(at("web.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}

const asked = () => ["audit", "--items", at("items.jsonl"), "--dataset", at("web.jsonl")];

test("the answer names what is in other words, in words, in JSON and as a page", async () => {
  const short = await spolia(...asked(), "--reworded", "--encoder", where);
  expect(short.stdout).toContain("REWORDED");
  const full = await spolia(...asked(), "--reworded", "--encoder", where, "--full", "--html", at("audit.html"));
  expect(full.stdout).toContain("In other words");
  for (const part of notEmpty(["acquires 48 fruits", "buys 48 apples", "numbers in both"]))
    expect(readFileSync(at("audit.html"), "utf8")).toContain(part);
  const json = await spolia(...asked(), "--reworded", "--encoder", where, "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    items: [
      { status: "not_found", reworded_verdict: "likely", rewordings: [{ document: expect.stringContaining("r") }] },
    ],
  });
});

test("without an encoder nothing is cleaned of other words, and nothing is written", async () => {
  const { code, stderr } = await spolia(...asked(), "--reworded", "likely", "--clean", at("none"));
  expect([code, stderr]).toEqual([2, expect.stringContaining("--encoder")]);
  expect(existsSync(at("none"))).toBe(false);
});

test("only --reworded likely takes documents out and is told by the exit code, and everything can be put back", async () => {
  const kept = await spolia(...asked(), "--reworded", "--encoder", where, "--clean", at("kept"), "--exit-code");
  expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining("0 of 13 documents")]);
  const taken = await spolia(
    ...asked(),
    "--reworded",
    "likely",
    "--encoder",
    where,
    "--clean",
    at("clean"),
    "--exit-code",
  );
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("1 of 13 documents")]);
  expect(readFileSync(at("clean/web.jsonl"), "utf8")).not.toContain("bazaar");
  const ledger = readFileSync(at("clean.ledger.jsonl"), "utf8");
  expect(ledger).toContain('"rule":"says_item_in_other_words"');
  await spolia("audit", "--restore", at("clean.ledger.jsonl"));
  expect(readFileSync(at("clean.restored/web.jsonl"))).toEqual(readFileSync(at("web.jsonl")));
});

test("without an encoder the answer says so, and a wrong one is refused", async () => {
  const without = await spolia(...asked(), "--reworded", "--full");
  expect(without.stdout).toContain("There is no encoder");
  for (const wrong of notEmpty(["http://127.0.0.1:9/v1", "http://example.org/v1#m", at("nothing")])) {
    const { code, stderr } = await spolia(...asked(), "--reworded", "--encoder", wrong);
    expect([code === 0, stderr === ""]).toEqual([false, false]);
  }
  expect((await spolia(...asked(), "--encoder", where)).stderr).toContain("--reworded");
});

test("spolia encoder lists, checks, and installs nothing that cannot be had", async () => {
  expect((await spolia("encoder", "list")).stdout).toContain("minilm-l6-int8");
  const checked = await spolia("encoder", "check", where, "--json");
  expect(JSON.parse(checked.stdout)).toMatchObject({ name: "concepts", dimensions: 64 });
  const to = at("installed");
  const failed = await spolia("encoder", "install", "minilm-l6-int8", "--from", "http://127.0.0.1:9/", "--to", to);
  expect([failed.code === 0, existsSync(to), existsSync(`${to}.partial`)]).toEqual([false, false, false]);
  expect((await spolia("encoder", "install", "none")).stderr).toContain("minilm-l6-int8");
});

test("compare tells it by --encoder, in words, in JSON and as a page with two columns", async () => {
  writeFileSync(at("a.txt"), A.join(" "));
  writeFileSync(at("b.txt"), B.join(" "));
  const compared = (...words: string[]) => spolia("compare", at("a.txt"), at("b.txt"), ...words);
  expect((await compared("--encoder", where)).stdout).toMatch(
    /^IN OTHER WORDS: .+\n(?:.*\n)*.*both\s+name 14, 300, 1782/,
  );
  const page = await compared("--encoder", where, "--json", "--html", at("compare.html"));
  expect(JSON.parse(page.stdout)).toMatchObject({ relation: "unrelated", reworded: { verdict: "likely" } });
  expect(readFileSync(at("compare.html"), "utf8")).toContain("<b>Grau</b>, a mason");
  expect(JSON.parse((await compared("--json")).stdout)).not.toHaveProperty("reworded");
  expect((await compared("--encoder", at("nothing"))).stderr).toContain("spolia encoder install");
});

test("a service with --encoder tells it to whoever compares, from a thread", async () => {
  const stop = new AbortController();
  const terminal = fakeTerminal({ signal: stop.signal });
  const listening = new Promise<string>((resolve) => {
    terminal.stdout.write = ((written: string) => {
      const [url] = /http:\/\/[\d.]+:\d+/.exec(written) ?? [];
      if (url !== undefined) resolve(url);
      return true;
    }) as typeof terminal.stdout.write;
  });
  const ended = main(["serve", "--port", "0", "--threads", "1", "--log", "none", "--encoder", where], terminal);
  const url = await Promise.race([listening, ended.then((code) => Promise.reject(new Error(`ended with ${code}`)))]);
  const response = await fetch(`${url}/api/v1/compare`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ a: A.join(" "), b: B.join(" ") }),
  });
  expect(await response.json()).toMatchObject({ relation: "unrelated", reworded: { verdict: "likely" } });
  stop.abort();
  expect(await ended).toBe(0);
});

test("the threads of a service take vectors that spolia corpus encode makes while it serves", async () => {
  const corpus = at("served.spolia");
  const documents = [{ id: "same", text: B.join(" ") }, ...fillers];
  await (await buildCorpus(documents, { name: "c", dataset: "c", storage: createFileStorage(corpus) })).close();
  const inputs = { corpus: [corpus], encoder: where };
  await withEngine(inputs, async (engine) => {
    const threaded = threadedEngine(engine, inputs, { count: 2 });
    const handler = createHandler({ engine: threaded });
    // Several at once, so that both threads answer.
    const answers = () =>
      Promise.all(
        Array.from({ length: 6 }, async (_, i) => {
          const content = `${A.join(" ")} This is number ${i}.`;
          return bodyOf<AnalyzeResult>(await handler(postJson(ANALYZE, { content, content_type: "text" })));
        }),
      );
    try {
      const before = await answers();
      expect(new Set(before.map(({ reworded }) => reworded!.verdict))).toEqual(new Set(["not_searched"]));
      expect((await spolia("corpus", "encode", corpus, "--encoder", where)).code).toBe(0);
      expect(await threaded.refresh()).toBe(true);
      const { revision } = threaded.corpora[0]!.vectors!;
      for (const { reworded, method } of notEmpty(await answers())) {
        expect(reworded).toMatchObject({ verdict: "likely", found: [{ document: { id: "same" } }] });
        expect(method.corpora[0]!.vectors).toBe(revision);
      }
    } finally {
      await threaded.close();
    }
  });
});
