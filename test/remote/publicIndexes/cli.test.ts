/** Public indexes on the command line and over HTTP: what is sent, what is kept, and what is replayed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { main } from "../../../src/cli/program.ts";
import { createEngine } from "../../../src/index.ts";
import { openPublicCorpus } from "../../../src/remote/publicIndexes/index.ts";
import { evidenceBundle, replayBundle } from "../../../src/report/index.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { NaiveServer } from "./naive/server.ts";
import { DOCUMENTS, HALF_COPIED, INDEX, indexOf } from "./world.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-index-cli-"));
const file = (name: string) => join(folder, name);
const NAME = `infini-gram:${INDEX}`;
let server: NaiveServer;

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}
const asked = (...more: string[]) =>
  spolia(
    "analyze",
    file("text.txt"),
    "--corpus",
    NAME,
    "--index-address",
    server.url,
    "--index-dataset",
    "the-pile",
    ...more,
  );

beforeAll(async () => {
  server = await NaiveServer.start({ [INDEX]: indexOf("infini-gram", DOCUMENTS) });
  writeFileSync(file("text.txt"), HALF_COPIED);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe("spolia analyze", () => {
  test("--dry-run prints what would be sent and to whom, and sends nothing", async () => {
    const { code, out } = await asked("--dry-run", "--no-index-cache");
    expect(code).toBe(0);
    const words = out.replaceAll(/\s+/g, " ");
    expect(words).toContain(`would be sent to ${server.url}`);
    expect(words).toContain("at most 1,000 requests");
    expect(server.received).toEqual([]);
    const { out: json } = await asked("--dry-run", "--no-index-cache", "--json");
    const { indexes } = JSON.parse(json);
    for (const string of notEmpty(indexes[0].strings as string[]))
      expect(HALF_COPIED.replaceAll(/\s+/g, " ")).toContain(string.replaceAll(/\s+/g, " "));
    expect(server.received).toEqual([]);
  });

  test("--private sends no string that its dry run did not print", async () => {
    const dry = await asked("--dry-run", "--private", "--no-index-cache", "--json");
    const [{ mode, strings }] = JSON.parse(dry.out).indexes;
    expect(mode).toBe("private");
    const { out } = await asked("--dry-run", "--private", "--no-index-cache");
    expect(out.replaceAll(/\s+/g, " ")).toContain("and no other");
    expect(server.received).toEqual([]);
    const before = server.queries.length;
    const { code, out: found } = await asked("--private", "--no-index-cache", "--json");
    expect(code).toBe(0);
    for (const string of notEmpty(server.queries.slice(before))) expect(strings).toContain(string);
    for (const string of notEmpty<string>(JSON.parse(found).method.corpora[0].index.sent))
      expect(strings).toContain(string);
    server.received.length = 0;
  });

  test("says to whom parts of the text go, keeps the answers for its owner, and sends none twice", async () => {
    const first = await asked("--index-cache", file("cache"), "--answers", file("answers.json"), "--json");
    expect(first.code).toBe(0);
    expect(first.err).toContain(`Parts of the text are sent to ${server.url}`);
    const result = JSON.parse(first.out);
    expect(result.method.corpora[0].index.sent.length).toBe(new Set(server.queries).size);
    const sent = server.received.length;
    const second = await asked("--index-cache", file("cache"), "--json");
    expect(JSON.parse(second.out)).toEqual(result);
    expect(server.received.length).toBe(sent);
    const [kept] = readdirSync(file("cache"));
    expect(statSync(join(file("cache"), kept!)).mode & 0o777).toBe(0o600);
    expect(statSync(file("answers.json")).mode & 0o777).toBe(0o600);
  });

  test("the result in words names the index and what was sent", async () => {
    const { out } = await asked("--full", "--index-cache", file("cache"));
    const words = out.replaceAll(/\s+/g, " ");
    expect(words).toContain(`${NAME}: `);
    expect(words).toMatch(/\d+ strings of the text were sent to http:\/\/127/);
    expect(words).toContain("A run of 150 words stands there in 1 place.");
  });

  test("an index that cannot be reached ends with 3 and no answer, as a corpus by URL does, and says so", async () => {
    const ask = [
      ...["analyze", file("text.txt"), "--corpus", NAME, "--index-address", "http://127.0.0.1:1"],
      ...["--index-dataset", "the-pile", "--no-index-cache"],
    ];
    const refused = await spolia(...ask);
    expect([refused.code, refused.out]).toEqual([3, ""]);
    expect(refused.err).toContain(NAME);
    const unreached = await spolia(...ask, "--partial");
    expect(unreached.code).toBe(3);
    expect(unreached.out).toContain("Failed: ");
    expect(unreached.out).not.toContain("NONE FOUND");
    expect(unreached.err).toContain("nothing was searched");
  });

  test("a wrong name is refused and says how to write it", async () => {
    const { code, err } = await spolia("analyze", file("text.txt"), "--corpus", "infini-gram:");
    expect(code).not.toBe(0);
    expect(err).toContain("infini-gram:NAME");
  });
});

test("a bundle is replayed offline from recorded answers, and says what it rests on", async () => {
  const request = { content: HALF_COPIED, options: { corpora: [NAME] } };
  const options = { address: server.url, dataset: "the-pile" };
  const catalogue = await loadCatalogue();
  const corpus = await openPublicCorpus(NAME, options);
  const engine = await createEngine({ corpora: [corpus], catalogue });
  const result = await engine.analyze(request);
  const bundle = await evidenceBundle({
    results: [{ kind: "analysis", request, result }],
    contents: [HALF_COPIED],
    includeContent: true,
    calibrations: await engine.calibrations(),
  });
  const [answers] = JSON.parse(readFileSync(file("answers.json"), "utf8"));
  const recorded = await openPublicCorpus(NAME, { answers });
  const offline = await createEngine({ corpora: [recorded], catalogue });
  const before = server.received.length;
  const [replayed] = await replayBundle(bundle, offline);
  expect(replayed).toMatchObject({ outcome: "same", rests_on: [`recorded answers of ${NAME}`] });
  expect(server.received.length).toBe(before);
  // Without the record, the state that was searched cannot be had again.
  const [without] = await replayBundle(
    bundle,
    await createEngine({ corpora: [await openPublicCorpus(NAME, options)], catalogue }),
  );
  expect(without).toMatchObject({ outcome: "cannot", missing_corpora: [{ name: NAME }] });
});

test("spolia catalogue datasets --searchable lists what can be searched where, with coverage and age", async () => {
  const { out, code } = await spolia("datasets", "--searchable");
  expect(code).toBe(0);
  expect(out).toContain("infini-gram:v4_piletrain_llama");
  expect(out).toMatch(/infini-gram-mini:v2_cc_2025-05.*part/s);
  const { out: json } = await spolia("datasets", "--searchable", "--json");
  const { searchable } = JSON.parse(json);
  expect(searchable.length).toBeGreaterThan(20);
  expect(searchable[0]).toHaveProperty("checked");
});
