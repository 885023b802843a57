/** The worker's last analysis, which the page shows until there is another one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { AnalysisAsked } from "../../../src/faces/web/messages.ts";
import { analyze, conclude } from "../../../src/faces/web/work/session.ts";
import { type StaticServer, startStaticServer } from "../../support/servers/static.ts";

const TEXT =
  "The fulling mills were louder. Their hammers fell all day upon wet cloth with a sound like a crowd. ".repeat(4);
let host: StaticServer;

beforeAll(async () => {
  host = await startStaticServer();
  const storage = createMemoryStorage();
  await (await buildCorpus([{ id: "mills", text: TEXT }], { name: "mills", dataset: "mills", storage })).close();
  for (const name of await storage.list()) {
    const file = await storage.open(name);
    host.files.set(`mills/${name}`, await file.read(0, file.sizeBytes));
    await file.close();
  }
});
afterAll(() => host.close());

function run(address: string, ignore: string[] = []) {
  const asked: AnalysisAsked = {
    text: TEXT,
    sections: [],
    where: { own: [], addresses: [address], indexes: [], service: null },
    prior: 0.5,
    published: "",
    ignore,
    decisions: [],
    encoder: null,
  };
  return analyze(asked, { signal: new AbortController().signal, onProgress: () => {} });
}

test("an analysis that fails leaves the last one open, from which conclusions are drawn", async () => {
  const { result } = await run(`${host.url}/mills`);
  expect(result.matches.length).toBeGreaterThan(0);
  await expect(run(`${host.url}/nothing`)).rejects.toMatchObject({ code: "corpus_not_found" });
  expect((await conclude(null, 0.5)).result).toEqual(result);
});

test("passages of texts that do not count are told as such, with their reason, and nothing rests on them", async () => {
  const counted = await run(`${host.url}/mills`);
  expect(counted.passages.map(({ given }) => given)).toEqual(counted.passages.map(() => null));
  const shown = await run(`${host.url}/mills`, ["Another text.", TEXT]);
  expect(shown.result.verdict).not.toBe("match");
  expect(shown.passages.length).toBeGreaterThan(0);
  expect(new Set(shown.passages.map(({ given }) => given))).toEqual(new Set(["text 2 of those that do not count"]));
});
