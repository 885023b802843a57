/** One writer to a folder, between processes and threads. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { put } from "../../support/suites/corpus/storage.suite.ts";

const root = temporaryFolder();
const STORAGE = JSON.stringify(new URL("../../../src/corpus/storage/file.ts", import.meta.url).href);
let made = 0;
const newFolder = (): string => join(root, `${++made}`);

/** A process that takes the lock, says so, and stays until it is ended. */
async function lockingProcess(folder: string): Promise<ChildProcess & { pid: number }> {
  const script = `
    const { createFileStorage } = await import(${STORAGE});
    await createFileStorage(${JSON.stringify(folder)}).lock();
    console.log("locked");
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", () => reject(new Error("the process ended without the lock")));
  });
  return child as ChildProcess & { pid: number };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

describe("another process", () => {
  test("that lives keeps the lock, and the error names it and its host", async () => {
    const folder = newFolder();
    const child = await lockingProcess(folder);
    const refused = createFileStorage(folder).lock();
    await expect(refused).rejects.toMatchObject({
      code: "corpus_locked",
      message: `${folder} is being written to by process ${child.pid} on ${hostname()}.`,
      hint: expect.stringContaining(`.lock-${child.pid}-0-${hostname()}`),
    });
    expect(readdirSync(folder)).toEqual([`.lock-${child.pid}-0-${hostname()}`]);
  });

  test("that was killed loses it to the next", async () => {
    const folder = newFolder();
    await put(createFileStorage(folder), "a", new Uint8Array(1));
    await kill(await lockingProcess(folder));
    expect(readdirSync(folder)).toHaveLength(2);
    const lock = await createFileStorage(folder).lock();
    await expect(createFileStorage(folder).lock()).rejects.toMatchObject({ code: "corpus_locked" });
    await lock.release();
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test.each([
    ["a folder with a dead one's claim", true],
    ["a folder that comes and goes with them", false],
  ])("ten that come at once to %s: never two have it", async (_, isMade) => {
    const folder = newFolder();
    const script = `
      const { createFileStorage } = await import(${STORAGE});
      const { openSync, closeSync, rmSync, mkdirSync } = await import("node:fs");
      const inside = ${JSON.stringify(join(root, "inside"))};
      let taken = 0;
      for (let i = 0; i < 400; i++) {
        const lock = await createFileStorage(${JSON.stringify(folder)}).lock().catch((error) => {
          if (error.code !== "corpus_locked") throw error;
        });
        if (lock === undefined) continue;
        closeSync(openSync(inside, "wx")); // there is one already where two have the lock
        rmSync(inside);
        await lock.release();
        taken++;
      }
      console.log(taken);`;
    if (isMade) await kill(await lockingProcess(folder));
    const takers = Array.from({ length: 10 }, async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
      expect(Buffer.concat(err).toString()).toBe("");
      return Number(Buffer.concat(out).toString());
    });
    const taken = await Promise.all(takers);
    expect(taken.reduce((sum, one) => sum + one)).toBeGreaterThan(10);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });
});

describe("a claim in the folder", () => {
  test("of this process's number, made before its time, is taken over", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, `.lock-${process.pid}-${threadOfTests()}-${hostname()}`), "");
    await (await createFileStorage(folder).lock()).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["another host", ".lock-1-0-elsewhere", "process 1 on elsewhere"],
    ["a host without a name", ".lock-1-0-unknown", "process 1 on unknown"],
  ])("of %s stands", async (_, name, holder) => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, name), "");
    const refused = createFileStorage(folder).lock();
    await expect(refused).rejects.toMatchObject({ code: "corpus_locked", message: expect.stringContaining(holder) });
    expect(readdirSync(folder)).toEqual([name]);
  });

  test("of another thread of this process stands while the thread has it", async () => {
    const folder = newFolder();
    const script = `
      const { parentPort } = require("node:worker_threads");
      import(${STORAGE}).then(async ({ createFileStorage }) => {
        const lock = await createFileStorage(${JSON.stringify(folder)}).lock();
        parentPort.once("message", async () => parentPort.postMessage(await lock.release()));
        parentPort.postMessage("locked");
      });`;
    const worker = new Worker(script, { eval: true });
    onTestFinished(() => void worker.terminate());
    const answer = () => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    await answer();
    await expect(createFileStorage(folder).lock()).rejects.toMatchObject({ code: "corpus_locked" });
    const released = answer();
    worker.postMessage("release");
    await released;
    await (await createFileStorage(folder).lock()).release();
  });
});

const isWindows = process.platform === "win32";
test.skipIf(isWindows)(
  skippable("a folder under two names is one folder", isWindows, "Windows links no folders to ordinary users"),
  async () => {
    const folder = newFolder();
    mkdirSync(folder);
    symlinkSync(folder, `${folder}-link`);
    const lock = await createFileStorage(folder).lock();
    await expect(createFileStorage(`${folder}-link`).lock()).rejects.toMatchObject({ code: "corpus_locked" });
    await lock.release();
  },
);

/** Vitest may run a test file in a thread. */
function threadOfTests(): number {
  return process.getBuiltinModule("node:worker_threads").threadId;
}
