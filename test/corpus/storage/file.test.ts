import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFileStorage, openFileStorage } from "../../../src/corpus/storage/file.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { expectSame } from "../../support/same.ts";
import { skippable } from "../../support/skippable.ts";
import { filePlace, temporaryFolder } from "../../support/suites/corpus/places.ts";
import { put, storageSuite } from "../../support/suites/corpus/storage.suite.ts";

storageSuite(filePlace());

const root = temporaryFolder();

test("bytes are read to their place in memory of the caller, and nowhere else", async () => {
  const storage = createFileStorage(join(root, "into"));
  const whole = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 2_654_435_761) >>> 24);
  await put(storage, "a", whole);
  const file = await storage.open("a");
  const memory = new WebAssembly.Memory({ initial: 2 });
  const target = new Uint8Array(memory.buffer).fill(7);
  file.readInto!(target, 5, 3, 69_997);
  expectSame(target.subarray(5, 70_002), whole.subarray(3));
  expect([...target.subarray(0, 5), ...target.subarray(70_002, 70_100)].every((byte) => byte === 7)).toBe(true);
  for (const [offset, length] of notEmpty([
    ...[[0, 70_001] as const, [70_000, 1] as const, [-1, 1] as const, [0, Number.NaN] as const],
  ]))
    expect(() => file.readInto!(target, 0, offset, length)).toThrow(
      expect.objectContaining({ code: "corpus_corrupt" }),
    );
  await file.close();
  expect(() => file.readInto!(target, 0, 0, 1)).toThrow(expect.objectContaining({ code: "closed" }));
});

describe("a path that cannot be a folder", () => {
  const file = join(root, "file");
  writeFileSync(file, "kept");

  test.each([
    ["the file itself", file],
    ["a path below it", join(file, "below")],
  ])("%s is corpus_exists to writers", async (_, path) => {
    await expect(createFileStorage(path).create()).rejects.toMatchObject({ code: "corpus_exists" });
  });

  test("and corpus_not_found to readers", async () => {
    await expect(openFileStorage(file).open("manifest.json")).rejects.toMatchObject({ code: "corpus_not_found" });
  });

  test("listing it is corpus_exists", async () => {
    await expect(createFileStorage(file).list()).rejects.toMatchObject({ code: "corpus_exists" });
  });
});

describe("a folder that was there before", () => {
  test("stays when what was put in it goes", async () => {
    const folder = join(root, "mine");
    mkdirSync(folder);
    const storage = createFileStorage(folder);
    await (await storage.create()).discard();
    await put(storage, "text/a", new Uint8Array(1));
    await storage.remove("text/a");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("keeps what others put in it", async () => {
    const folder = join(root, "made", "here");
    const storage = createFileStorage(folder);
    await put(storage, "a", new Uint8Array(1));
    writeFileSync(join(root, "made", "other"), "");
    await storage.remove("a");
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(join(root, "made"))).toEqual(["other"]);
  });

  test("a file that a crash left unfinished is not listed and not written over", async () => {
    const folder = join(root, "crashed");
    mkdirSync(folder);
    writeFileSync(join(folder, ".new-1"), "half");
    const storage = createFileStorage(folder);
    expect(await storage.list()).toEqual([]);
    await put(storage, "a", new Uint8Array(1));
    expect(readdirSync(folder).sort()).toEqual([".new-1", "a"]);
  });

  test("what killed writers left unfinished goes when the next one takes the lock, and nothing else does", async () => {
    const folder = join(root, "killed");
    mkdirSync(join(folder, "text"), { recursive: true });
    const others = [".new", ".new-x", ".new-1.txt", ".hidden", "new-1", "text/.new-1"];
    for (const name of [".new-1", ".new-2", ".new-107", ...others]) writeFileSync(join(folder, name), "half");
    const lock = await createFileStorage(folder).lock();
    await lock.release();
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual([...others, "text"].sort());
    const refused = await createFileStorage(folder).lock();
    const underWay = await createFileStorage(folder).create();
    await underWay.write(new Uint8Array(1));
    await expect(createFileStorage(folder).lock()).rejects.toMatchObject({ code: "corpus_locked" });
    await underWay.finish("a"); // who was refused has removed nothing
    await refused.release();
  });
});

/**
 * Permissions mean nothing to the superuser: as root, the test takes on another user's rights for its time, which a main thread of
 * a POSIX system can. Where neither works the tests are skipped, and the name says so.
 */
const isRoot = process.getuid?.() === 0;
const canRefuse = process.platform !== "win32" && (!isRoot || typeof process.seteuid === "function");
const NOBODY = 65_534;

function asOrdinaryUser(): void {
  if (!isRoot) return;
  process.seteuid!(NOBODY);
  onTestFinished(() => process.seteuid!(0));
}

describe.skipIf(!canRefuse)(
  skippable("a folder without permission", !canRefuse, "nothing is refused to this user"),
  () => {
    function guarded(mode: number): string {
      asOrdinaryUser();
      const folder = mkdtempSync(join(tmpdir(), "spolia-guarded-"));
      writeFileSync(join(folder, "manifest.json"), "{}");
      chmodSync(folder, mode);
      onTestFinished(() => {
        chmodSync(folder, 0o700);
        rmSync(folder, { recursive: true });
      });
      return folder;
    }

    test("unreadable: opening and listing are storage_failed, not an empty answer", async () => {
      const folder = guarded(0o000);
      await expect(openFileStorage(folder).open("manifest.json")).rejects.toMatchObject({ code: "storage_failed" });
      await expect(createFileStorage(folder).list()).rejects.toMatchObject({ code: "storage_failed" });
    });

    test("read-only: writing is storage_failed, and nothing changes", async () => {
      const folder = guarded(0o500);
      await expect(createFileStorage(folder).create()).rejects.toMatchObject({ code: "storage_failed" });
      await expect(createFileStorage(join(folder, "new")).create()).rejects.toMatchObject({ code: "storage_failed" });
      await expect(createFileStorage(folder).remove("manifest.json")).rejects.toMatchObject({ code: "storage_failed" });
      expect(readdirSync(folder)).toEqual(["manifest.json"]);
    });

    test("it turns read-only while a file is under way: finishing is storage_failed", async () => {
      const folder = guarded(0o700);
      const file = await createFileStorage(folder).create();
      await file.write(new Uint8Array(10));
      chmodSync(folder, 0o500);
      await expect(file.finish("a")).rejects.toMatchObject({ code: "storage_failed" });
      await expect(file.discard()).rejects.toMatchObject({ code: "storage_failed" });
      chmodSync(folder, 0o700);
      await file.discard();
      expect(readdirSync(folder)).toEqual(["manifest.json"]);
    });
  },
);
