/** `spolia serve --cache`: a replica copies the indexes of a far corpus once, its threads read them, and answers are the same. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { startStaticServer } from "../../support/servers/static.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { readAll } from "../../support/suites/corpus/storage.suite.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const texts = Array.from({ length: 20 }, (_, i) => ({ id: `t${i}`, text: zipfText(seeded(i), 300) }));

async function hosted() {
  const storage = createMemoryStorage();
  await (await buildCorpus(texts, { ...NAMES, storage })).close();
  const host = await startStaticServer();
  onTestFinished(() => host.close());
  for (const name of await storage.list()) host.files.set(`books.spolia/${name}`, await readAll(storage, name));
  return { host, storage };
}

async function serving(...words: string[]) {
  const end = new AbortController();
  const terminal = fakeTerminal({ signal: end.signal });
  const running = main(["serve", "--port", "0", "--threads", "2", "--json", ...words], terminal);
  await expect.poll(() => /^{.*}$/s.test(terminal.out().trim()) || terminal.err()).toBe(true);
  const { url } = JSON.parse(terminal.out());
  const stop = async () => {
    end.abort();
    expect(await running).toBe(0);
  };
  return { url: url as string, stop };
}

async function answerOf(url: string, content: string) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ content, content_type: "text" });
  return (await fetch(`${url}/api/v1/attribution/analyze`, { method: "POST", headers, body })).json();
}

test("threads read the copies of their process, and the next process those of the last", async () => {
  const { host, storage } = await hosted();
  const where = `${host.url}/books.spolia`;
  const cache = temporaryFolder();
  await using whole = await openCorpus(storage);
  const engine = await createEngine({ corpora: [whole] });
  const indexReads = () => host.asked.filter(({ path }) => path.includes("/segments/")).length;
  for (const isFirst of notEmpty([true, false])) {
    host.asked.length = 0;
    const { url, stop } = await serving("--corpus", where, "--cache", cache, "--cache-mb", "64");
    const atStart = indexReads();
    expect(atStart > 0).toBe(isFirst);
    for (const { text } of notEmpty(texts.slice(0, 6))) {
      const { matches, verdict } = await engine.analyze({ content: text, content_type: "text" });
      expect(await answerOf(url, text)).toMatchObject({ matches, verdict });
    }
    expect(indexReads()).toBe(atStart);
    await stop();
  }
  expect(readdirSync(cache).length).toBe(1); // a folder for the corpus
});

test("two processes do not share a folder", async () => {
  const { host } = await hosted();
  const where = `${host.url}/books.spolia`;
  const cache = temporaryFolder();
  const { stop } = await serving("--corpus", where, "--cache", cache);
  const terminal = fakeTerminal();
  expect(await main(["serve", "--port", "0", "--corpus", where, "--cache", cache], terminal)).not.toBe(0);
  expect(terminal.err()).toContain("--cache");
  await stop();
});

test("a file is no folder of copies, and a corpus that is given twice is told so before it is copied", async () => {
  const { host } = await hosted();
  const where = `${host.url}/books.spolia`;
  const refused = async (...words: string[]) => {
    const terminal = fakeTerminal();
    expect(await main(["serve", "--port", "0", "--corpus", where, ...words], terminal)).toBe(2);
    return terminal.err();
  };
  const folder = temporaryFolder();
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(await refused("--cache", file)).toContain(`--cache ${file} is a file.`);
  expect(await refused("--cache", folder, "--corpus", where)).toContain(`${where} is given twice.`);
  expect(readdirSync(folder)).toEqual(["file"]);
});
