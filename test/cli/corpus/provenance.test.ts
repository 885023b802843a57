/** Where a corpus came from, on the command line and over HTTP: recorded, shown, compared with published hashes. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createEngine } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const here = process.cwd();
const random = seeded(7);

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  const json = () => JSON.parse(terminal.out());
  return { code, stdout: terminal.out(), stderr: terminal.err(), json };
}

const sha = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const build = (output: string, ...more: string[]) =>
  spolia("corpus", "build", "-o", output, "--dataset", "mine", "books", "--jobs", "1", "--json", ...more);

beforeAll(() => {
  process.chdir(mkdtempSync(join(tmpdir(), "spolia-provenance-")));
  mkdirSync("books");
  mkdirSync("own");
  for (const name of ["one", "two"]) writeFileSync(`books/${name}.txt`, zipfText(random, 300));
  writeFileSync("own/mine.txt", zipfText(random, 300));
  writeFileSync("SHA256SUMS", ["one", "two"].map((name) => `${sha(`books/${name}.txt`)}  data/${name}.txt\n`).join(""));
  writeFileSync("one.jsonl", JSON.stringify({ path: "one.txt", size: 1, sha256: "0".repeat(64) }));
});
afterAll(() => {
  const folder = process.cwd();
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

test("a build records its files; info and HTTP show them, HTTP without names", async () => {
  const before = new Date().toISOString().slice(0, 10);
  const { provenance } = (await build("said.spolia", "--declared-by", "A. Builder")).json().corpus;
  expect([before, new Date().toISOString().slice(0, 10)]).toContain(provenance.declared.on);
  expect(provenance).toMatchObject({ declared: { by: "A. Builder" }, unrecorded: 0, sources: { files: 2 } });
  expect(new Set(provenance.sources.listed.map(({ name }: { name: string }) => name))).toEqual(
    new Set(["one.txt", "two.txt"]),
  );
  const { stdout } = await spolia("corpus", "info", "said.spolia");
  expect(stdout.replace(/\s+/g, " ")).toMatch(
    /made from 2 files of [\d.]+ kB their hashes [0-9a-f]{64} label mine, declared by A. Builder on [\d-]+, compared with no published hashes/,
  );
  await using corpus = await openCorpus("said.spolia");
  const handler = createHandler({ engine: await createEngine({ corpora: [corpus] }) });
  const { listed: _, ...sources } = provenance.sources;
  for (const path of notEmpty(["corpora/said", "corpora"])) {
    const answer = await (await handler(new Request(`http://localhost/api/v1/${path}`))).json();
    expect((answer.corpus ?? answer.items[0]).provenance).toEqual({ ...provenance, sources });
  }
});

test("a build with --manifest says what is in the listing; an append of own files does not fit it", async () => {
  const built = (await build("listed.spolia", "--manifest", "SHA256SUMS")).json().corpus.provenance;
  expect(built.listings).toEqual([{ sha256: `sha256:${sha("SHA256SUMS")}`, entries: 2, files: 2 }]);
  const fitting = await spolia("corpus", "check", "listed.spolia", "--manifest", "SHA256SUMS");
  expect(fitting.code).toBe(0);
  expect(fitting.stdout).toMatch(/^FITS: Every source file is in the listing\./);
  const searched = ["analyze", "own/mine.txt", "--corpus", "listed.spolia", "--json"] as const;
  expect((await spolia(...searched)).json().method.corpora[0]).toMatchObject({
    dataset_basis: "manifest",
    listings: [`sha256:${sha("SHA256SUMS")}`],
  });

  const append = ["corpus", "append", "listed.spolia", "own", "--jobs", "1", "--manifest", "SHA256SUMS"] as const;
  expect((await spolia(...append)).code).toBe(0);
  const info = (await spolia("corpus", "info", "listed.spolia")).stdout.replace(/\s+/g, " ");
  expect(info).toContain(`listing ${sha("SHA256SUMS")} 2 of 3 files stand in it`);
  const strange = await spolia("corpus", "check", "listed.spolia", "--manifest", "SHA256SUMS");
  expect(strange.code).toBe(1);
  expect(strange.stdout).toMatch(/^DOES NOT FIT[\s\S]*not in it +1: mine\.txt/);
  const { dataset_basis, listings } = (await spolia(...searched)).json().method.corpora[0];
  expect([dataset_basis, listings]).toEqual(["declared", []]);
});

test("check compares a corpus that was built without a listing, and names what the listing has besides", async () => {
  await build("later.spolia");
  const fits = (await spolia("corpus", "check", "later.spolia", "--manifest", "SHA256SUMS", "--json")).json();
  expect(fits).toMatchObject({ fits: "yes", files: 2, compared: 2, absent: [] });
  const { code, stdout } = await spolia("corpus", "check", "later.spolia", "--manifest", "one.jsonl");
  expect(code).toBe(1);
  expect(stdout.replace(/\s+/g, " ")).toMatch(/not in it 2: \w+\.txt, \w+\.txt not here 1: one\.txt/);
});

test("a listing that is none is refused, and nothing is built", async () => {
  writeFileSync("prose.txt", "Files of this dataset");
  const { code, stderr } = await build("none.spolia", "--manifest", "prose.txt");
  expect(code).toBe(3);
  expect(stderr).toContain("Line 1 of the listing names no file with its hash");
  expect((await spolia("corpus", "info", "none.spolia")).code).not.toBe(0);
  expect((await spolia("corpus", "check", "said.spolia")).code).toBe(2);
});
