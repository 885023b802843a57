/**
 * Storages that only a browser shows at work: the Origin Private File System in a page and in workers, a web host through the
 * browser's own `fetch` and cache. The page starts the workers, and posts what all of them found.
 */
import { readingSuite, storageSuite } from "../../../support/suites/corpus/storage.suite.ts";
import * as library from "./library.js";
import { documents } from "./samples.js";
import { codeOf, factsIn, Run, same } from "./suite.js";
import { expect, runCollected } from "./vitest.js";

const { openHttpStorage, openOpfsStorage } = library.storage;
const { buildCorpus, createEngine, openCorpus } = library.index;
const isPage = "document" in globalThis;
const run = new Run();
let made = 0;

const httpPlace = {
  name: `HTTP in a ${isPage ? "page" : "worker"}`,
  make() {
    const folder = new URL(`/files/${isPage ? "page" : "worker"} ${++made}/`, location.href);
    const put = async (name, ...parts) => {
      await fetch(folder + name.split("/").map(encodeURIComponent).join("/"), { method: "PUT", body: new Blob(parts) });
    };
    return { put, reader: () => openHttpStorage(folder) };
  },
};

const opfsPlace = (place) => ({
  name: `OPFS ${place}`,
  make() {
    const name = `Überlieferung ${place} ${++made}.spolia`;
    const again = () => openOpfsStorage(name);
    return { storage: again(), again, everything: () => everythingIn(name) };
  },
});

const root = () => navigator.storage.getDirectory();

/** The folder and all entries in it, whatever they are called. */
async function everythingIn(name) {
  const folder = await (await root()).getDirectoryHandle(encodeURIComponent(name)).catch(() => undefined);
  return folder === undefined ? [] : [name, ...(await Array.fromAsync(folder.keys()))].sort();
}

const commands = {
  async suites() {
    storageSuite(opfsPlace("by name"));
    storageSuite({
      ...opfsPlace("by name, read as a page does"),
      make: () => withoutReadHandles(opfsPlace("snapshots").make()),
    });
    readingSuite(httpPlace);
    await runCollected(run);
    await run.check("a folder of the caller's is kept when the last file goes", async () => {
      const folder = await (await root()).getDirectoryHandle("own", { create: true });
      const storage = openOpfsStorage(folder);
      const file = await storage.create();
      await file.write(new Uint8Array(3));
      await file.finish("text/a");
      const names = String(await openOpfsStorage("own").list());
      await storage.remove("text/a");
      return same(`${names} ${await everythingIn("own")}`, "text/a own");
    });
    await run.check(
      "a crash before the replaced entry went: the new file counts, and the old one never comes back",
      async () => {
        const name = "crashed.spolia";
        const storage = openOpfsStorage(name);
        const file = await storage.create();
        await file.write(Uint8Array.of(1, 2, 3));
        await file.finish("a");
        const folder = await (await root()).getDirectoryHandle(name);
        for (const entry of [".data-2", "2 a"]) await folder.getFileHandle(entry, { create: true });
        const opened = await openOpfsStorage(name).open("a");
        const seen = `${opened.sizeBytes} ${await storage.list()}`;
        await opened.close();
        await storage.remove("a");
        return same(`${seen} ${await storage.list()}${await everythingIn(name)}`, "0 a ");
      },
    );
    return run.finish();
  },
  async build(name) {
    const options = { name: "made", dataset: "the-pile", storage: openOpfsStorage(name) };
    await (await buildCorpus(documents(), options)).close();
  },
  /** Leaves a file of each kind behind: finished, replaced and being read, unfinished. */
  async hold(name) {
    const storage = openOpfsStorage(name);
    for (const value of [1, 2]) {
      const file = await storage.create();
      await file.write(Uint8Array.of(value));
      await file.finish("a");
      if (value === 1) globalThis.reading = await storage.open("a");
    }
    await (await storage.create()).write(new Uint8Array(100));
    await storage.lock();
    return [...(await globalThis.reading.read(0, 1))];
  },
  async finishOne(name) {
    const file = await openOpfsStorage(name).create();
    await file.finish("b");
  },
};

/** Other browsers' workers have no handles for reading; a page has none either. */
function withoutReadHandles({ storage, again, everything }) {
  const kind = globalThis.FileSystemSyncAccessHandle;
  const opened = (of) => ({
    ...of,
    async open(name) {
      globalThis.FileSystemSyncAccessHandle = undefined;
      try {
        return await of.open(name);
      } finally {
        globalThis.FileSystemSyncAccessHandle = kind;
      }
    },
  });
  return { storage: opened(storage), again: () => opened(again()), everything };
}

function startWorker() {
  const worker = new Worker(import.meta.url, { type: "module" });
  const ask = (command, argument) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => ("failed" in data ? reject(new Error(data.failed)) : resolve(data.result));
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ command, argument });
    });
  return { ask, terminate: () => worker.terminate() };
}

/** What stands in for vitest sees a fault. */
async function seesFaults() {
  const verdicts = [];
  for (const wrong of [
    () => expect(1).toBe(2),
    () => expect(Uint8Array.of(1)).toEqual(Uint8Array.of(2)),
    () => expect([1]).toEqual([1, 2]),
    () => expect([false]).not.toContain(false),
    () => expect(Promise.resolve()).rejects.toMatchObject({ code: "closed" }),
    () => expect(Promise.reject(new Error("a"))).rejects.toMatchObject({ message: expect.stringContaining("b") }),
    () => expect(Promise.reject(new Error("a"))).resolves.toEqual(1),
  ]) {
    verdicts.push(await codeOf(wrong));
  }
  return verdicts.every((code) => code.startsWith("Error: ")) || verdicts;
}

async function inPage() {
  await run.check("the suites see faults", seesFaults);
  const worker = startWorker();
  const suites = await worker.ask("suites");
  run.checks.push(...suites.checks);
  readingSuite(httpPlace);
  await runCollected(run);

  const analysed = (corpus) => factsIn(createEngine, corpus);
  const memory = library.storage.createMemoryStorage();
  const expected = await analysed(
    await buildCorpus(documents(), { name: "made", dataset: "the-pile", storage: memory }),
  );
  await run.check("a corpus that a worker built is searched by the page", async () => {
    await worker.ask("build", "made.spolia");
    return same(await analysed(await openCorpus(openOpfsStorage("made.spolia"))), expected);
  });
  await run.check("a corpus on a web host is opened by its URL", async () => {
    const { put, reader } = httpPlace.make();
    for (const name of await memory.list()) {
      const file = await memory.open(name);
      await put(name, await file.read(0, file.sizeBytes));
    }
    return same(await analysed(await openCorpus(reader().label)), expected);
  });
  await run.check("six ranges of one file are asked for at once, and no more", async () => {
    const { put, reader } = httpPlace.make();
    await put("text/a", new Uint8Array(1 << 20));
    const file = await openHttpStorage(`${reader().label}?slow`).open("text/a");
    await Promise.all(Array.from({ length: 14 }, (_, i) => file.read((i + 1) * 40_000, 1)));
    return same(await (await fetch("/most-at-once")).text(), "6");
  });
  await run.check("a page does not write", async () => {
    const code = await codeOf(() => openOpfsStorage("page").create());
    return same(`${code} ${await everythingIn("page")}`, "unsupported_runtime ");
  });
  await run.check(
    "a worker's lock holds against the page, and ends with the worker; so does what it had open",
    async () => {
      const name = "held.spolia";
      const holder = startWorker();
      const read = await holder.ask("hold", name);
      const storage = openOpfsStorage(name);
      const while_ = [await codeOf(() => storage.lock()), await codeOf(() => storage.open("a"))];
      const held = (await everythingIn(name)).filter((entry) => entry.startsWith(".data-")).length;
      holder.terminate();
      for (
        let tries = 0;
        tries < 100 && (await codeOf(async () => (await storage.lock()).release())) !== "none";
        tries++
      ) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const after = await codeOf(async () => (await storage.lock()).release());
      await worker.ask("finishOne", name); // which sweeps
      const left = (await everythingIn(name)).filter((entry) => entry.startsWith(".data-")).length;
      return same(
        JSON.stringify({ read, while_, held, after, left }),
        JSON.stringify({ read: [1], while_: ["corpus_locked", "none"], held: 3, after: "none", left: 2 }),
      );
    },
  );
  worker.terminate();
  return run.finish();
}

const failureOf = (error) => ({ failed: String(error?.stack ?? error) });

if (isPage) {
  const result = await inPage().catch(failureOf);
  await fetch("/result/storage", { method: "POST", body: JSON.stringify(result) });
} else {
  globalThis.onmessage = async ({ data: { command, argument } }) => {
    postMessage(await commands[command](argument).then((result) => ({ result }), failureOf));
  };
}
