/** `spolia admin node`: nodes on free ports have folders of their own, and two nodes do not share one. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { fakeTerminal } from "../terminal.ts";

const SPOLIA_CLUSTER_SECRET = "a secret of the test";

async function corpus(): Promise<string> {
  const folder = join(temporaryFolder(), "books.spolia");
  const texts = [{ id: "one", text: "A lantern burned above seven rivers while nobody looked at it for a year." }];
  await (await buildCorpus(texts, { ...NAMES, storage: createFileStorage(folder) })).close();
  return folder;
}

test("copies of nodes on free ports are kept apart", async () => {
  const [where, XDG_CACHE_HOME] = [await corpus(), temporaryFolder()];
  const ends = [new AbortController(), new AbortController()];
  const env = { SPOLIA_CLUSTER_SECRET, XDG_CACHE_HOME };
  const terminals = ends.map(({ signal }) => fakeTerminal({ signal, env }));
  const running = terminals.map((terminal) => main(["node", "--corpus", where, "--port", "0"], terminal));
  const ports = terminals.map((terminal) => () => /:(\d+);/.exec(terminal.out())?.[1]);
  for (const port of ports) await expect.poll(port).toBeDefined();
  const folders = ports.map((port) => join(XDG_CACHE_HOME, "spolia", `node-${port()}`));
  expect(new Set(folders).size).toBe(2);
  for (const folder of folders) expect(existsSync(folder), folder).toBe(true);
  expect(readdirSync(join(XDG_CACHE_HOME, "spolia"))).toHaveLength(2);
  for (const one of ends) one.abort();
  expect(await Promise.all(running)).toEqual([0, 0]);
});

test("a folder of copies that another node uses is refused, and says what to do", async () => {
  const [where, cache] = [await corpus(), temporaryFolder()];
  const end = new AbortController();
  const terminal = fakeTerminal({ signal: end.signal, env: { SPOLIA_CLUSTER_SECRET } });
  const node = ["node", "--corpus", where, "--cache", cache, "--port", "0"];
  const running = main(node, terminal);
  await expect.poll(() => terminal.out()).toContain("Listening");
  const second = fakeTerminal({ env: { SPOLIA_CLUSTER_SECRET } });
  expect(await main(node, second)).not.toBe(0);
  expect(second.err()).toContain("Give each node a folder of its own with --cache.");
  end.abort();
  expect(await running).toBe(0);
});

test("a corpus that is not there is named when a node starts", async () => {
  const end = new AbortController();
  const env = { SPOLIA_CLUSTER_SECRET, XDG_CACHE_HOME: temporaryFolder() };
  const terminal = fakeTerminal({ signal: end.signal, env });
  const where = join(temporaryFolder(), "boks.spolia");
  const running = main(["node", "--corpus", where, "--port", "0"], terminal);
  await expect.poll(() => terminal.out()).toContain("Listening");
  expect(terminal.err()).toContain(`${where} does not exist.`);
  end.abort();
  expect(await running).toBe(0);
});
