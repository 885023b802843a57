/** `spolia corpus build --shard i/n`: parts of one input, built apart and merged, are the corpus of the whole input. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { documentsOf } from "../../../src/cli/inputs/builds/shards.ts";
import { main } from "../../../src/cli/program.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-shards-"));
afterAll(() => rmSync(folder, { recursive: true }));
const random = seeded(2_604);

async function spolia(...words: string[]): Promise<number> {
  return main(words, fakeTerminal({}));
}

test("three parts hold each document once, and merged they answer as one build", async () => {
  const texts = Array.from({ length: 40 }, () => `${zipfText(random, 150)}`);
  const shared = zipfText(random, 40);
  mkdirSync(join(folder, "texts"));
  for (const [i, text] of texts.entries()) {
    writeFileSync(join(folder, "texts", `${i}.txt`), i % 7 === 0 ? `${text} ${shared}` : text);
  }
  const at = (name: string) => join(folder, `${name}.spolia`);
  const build = (name: string, ...more: string[]) =>
    spolia("corpus", "build", "-o", at(name), "--dataset", "mine", "--jobs", "1", join(folder, "texts"), ...more);
  expect(await build("whole")).toBe(0);
  for (const part of [1, 2, 3]) expect(await build(`part-${part}`, "--shard", `${part}/3`)).toBe(0);
  const parts = ["part-1", "part-2", "part-3"].map(at);
  expect(await spolia("corpus", "merge", ...parts, "-o", at("merged"), "--dataset", "mine")).toBe(0);
  const [whole, merged] = await Promise.all([openCorpus(at("whole")), openCorpus(at("merged"))]);
  const { documents, words, fingerprints } = whole.info;
  expect(merged.info).toMatchObject({ documents, words, fingerprints, segments: 1 });
  const told = async (corpus: typeof whole, content: string) =>
    (await corpus.search(queryOf(content))).passages
      .map(({ document, content, rarityBits, documentFrequency }) => ({
        id: document.id,
        content,
        rarityBits,
        documentFrequency,
      }))
      .sort((x, y) => (x.id < y.id ? -1 : 1));
  for (const content of notEmpty([shared, ...texts.slice(0, 12).map((text) => text.slice(20, 300))])) {
    const expected = await told(whole, content);
    expect(expected.length).toBeGreaterThan(0);
    expect(await told(merged, content)).toEqual(expected);
  }
  await Promise.all([whole.close(), merged.close()]);
});

test("which shard has a document follows from its id, in every version", async () => {
  const ids = Array.from({ length: 12 }, (_, i) => `book ${i}`);
  const documents = async function* () {
    for (const id of ids) yield { id, text: "" };
  };
  const shards: string[][] = [];
  for (const number of [1, 2, 3, 4]) {
    const some: string[] = [];
    for await (const { id } of documentsOf({ number, of: 4 }, documents())) some.push(id);
    shards.push(some);
  }
  const placed = shards.map((some) => some.map((id) => Number(id.slice("book ".length))));
  expect(placed).toEqual([
    [4, 6, 8],
    [5, 9],
    [0, 2, 7, 10, 11],
    [1, 3],
  ]);
  expect(shards.flat().sort()).toEqual(ids.sort());
});

test.each(["0/3", "4/3", "1/0", "1/4097", "a/b", "1"])("%s is no shard", async (shard) => {
  expect(await spolia("corpus", "build", "-o", join(folder, "no"), "--dataset", "mine", "--shard", shard, folder)).toBe(
    2,
  );
});

test("4096/4096 is one, with --resume is none", async () => {
  const build = (...more: string[]) =>
    spolia(
      "corpus",
      "build",
      "-o",
      join(folder, "none.spolia"),
      "--dataset",
      "mine",
      "--jobs",
      "1",
      join(folder, "texts"),
      ...more,
    );
  expect(await build("--shard", "4096/4096")).not.toBe(2); // refused because nothing is in it
  expect(await build("--shard", "1/1", "--resume")).toBe(2);
});
