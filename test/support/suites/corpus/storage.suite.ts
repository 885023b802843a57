/** Tests of every storage, for readers and for writers. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Storage, WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import { notEmpty } from "../../notEmpty.ts";
import type { Place } from "./places.ts";

export async function put(storage: WritableStorage, name: string, ...parts: Uint8Array[]): Promise<void> {
  const file = await storage.create();
  for (const part of parts) await file.write(part);
  await file.finish(name);
}

export async function readAll(storage: Storage, name: string): Promise<Uint8Array> {
  const file = await storage.open(name);
  try {
    return await file.read(0, file.sizeBytes);
  } finally {
    await file.close();
  }
}

const NAMES = ["z", "text/b", "a b", "segments/ä 書 😀", "text/a", "B", "text/A/x", "100%25 #1&+;='", "a%2Fb"];
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** A place in which files can be written in one way and read in another. */
export interface ReadablePlace {
  name: string;
  make(): {
    put(name: string, ...parts: Uint8Array[]): Promise<void>;
    /** A storage that has read nothing yet. */
    reader(): Storage;
  };
}

/** Tests of every storage for readers. */
export function readingSuite(place: ReadablePlace): void {
  describe(`reading: ${place.name}`, () => {
    test("written bytes read back at any offset", async () => {
      const { put, reader } = place.make();
      const contents = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(contents, fc.nat(), fc.nat(), async (parts, start, length) => {
          const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
          await put("segments/x.bin", ...parts);
          const file = await reader().open("segments/x.bin");
          expect(file.sizeBytes).toBe(whole.length);
          const from = start % (whole.length + 1);
          const count = length % (whole.length - from + 1);
          expect(await file.read(from, count)).toEqual(whole.slice(from, from + count));
          await file.close();
        }),
        { numRuns: 60 },
      );
    });

    test("a long file reads back in any order, also with simultaneous reads", async () => {
      const { put, reader } = place.make();
      const whole = Uint8Array.from({ length: 150_001 }, (_, i) => (i * 2_654_435_761) >>> 24);
      await put("text/long", whole);
      const file = await reader().open("text/long");
      const isRead = async ([from, to]: readonly [number, number]) => {
        const read = await file.read(from, to - from);
        return read.length === to - from && read.every((byte, i) => byte === whole[from + i]);
      };
      const ends = [0, 1, 16_383, 16_384, 16_385, 32_768, 65_536, 100_000, 150_000, 150_001];
      const ranges = ends.flatMap((from) => ends.filter((to) => to >= from).map((to) => [from, to] as const));
      expect(await Promise.all(ranges.map(isRead))).not.toContain(false);
      for (const range of notEmpty(ranges.reverse())) expect(await isRead(range)).toBe(true);
      await file.close();
    });

    test("the caller owns the bytes that it read", async () => {
      const { put, reader } = place.make();
      await put("a", bytes(1, 2, 3));
      const file = await reader().open("a");
      const both = await Promise.all([file.read(0, 3), file.read(0, 3)]);
      both[0].fill(9);
      expect(both[1]).toEqual(bytes(1, 2, 3));
      expect(await file.read(0, 3)).toEqual(bytes(1, 2, 3));
      await file.close();
    });

    test.each([
      [0, 4],
      [3, 1],
      [4, 0],
      [-1, 1],
      [1, -1],
      [2 ** 40, 1],
      [0, 2 ** 53],
      [Number.NaN, 1],
      [0, Number.NaN],
      [0.5, 1],
    ])("reading %d + %d of 3 bytes is corpus_corrupt", async (offset, length) => {
      const { put, reader } = place.make();
      await put("a", bytes(1, 2, 3));
      const file = await reader().open("a");
      await expect(file.read(offset, length)).rejects.toMatchObject({ code: "corpus_corrupt" });
      await expect(file.read(0, 3)).resolves.toEqual(bytes(1, 2, 3));
      await file.close();
    });

    test("a missing name is corpus_not_found, in an empty storage and among other files", async () => {
      const { put, reader } = place.make();
      await expect(reader().open("a")).rejects.toMatchObject({ code: "corpus_not_found" });
      await expect(reader().open("text/a")).rejects.toMatchObject({ code: "corpus_not_found" });
      await put("b", bytes(1));
      await expect(reader().open("a")).rejects.toMatchObject({ code: "corpus_not_found" });
      await expect(reader().open("b/a")).rejects.toMatchObject({ code: "corpus_not_found" });
    });

    test("reading after close is `closed`; closing twice is allowed", async () => {
      const { put, reader } = place.make();
      await put("a", bytes(1));
      const file = await reader().open("a");
      await file.close();
      await file.close();
      await expect(file.read(0, 1)).rejects.toMatchObject({ code: "closed" });
      await expect(file.read(0, 9)).rejects.toMatchObject({ code: "closed" });
    });

    test("names are used unchanged for reading", async () => {
      const { put, reader } = place.make();
      for (const name of NAMES) await put(name, new TextEncoder().encode(name));
      for (const name of NAMES) expect(new TextDecoder().decode(await readAll(reader(), name))).toBe(name);
    });
  });
}

/** Tests of every writable storage. */
export function storageSuite(place: Place): void {
  readingSuite({
    name: place.name,
    make() {
      const { storage, again } = place.make();
      return { put: (name, ...parts) => put(storage, name, ...parts), reader: again };
    },
  });

  describe(`storage: ${place.name}`, () => {
    test("the caller owns the bytes that it passed for writing", async () => {
      const { storage } = place.make();
      const given = bytes(1, 2, 3);
      const file = await storage.create();
      await file.write(given);
      given.fill(9);
      await file.finish("a");
      expect(await readAll(storage, "a")).toEqual(bytes(1, 2, 3));
    });

    test("a file is invisible until it is finished", async () => {
      const { storage, again } = place.make();
      const file = await storage.create();
      await file.write(bytes(1, 2));
      expect(await again().list()).toEqual([]);
      await expect(again().open("a")).rejects.toMatchObject({ code: "corpus_not_found" });
      await file.finish("a");
      expect(await again().list()).toEqual(["a"]);
    });

    test("a discarded file leaves nothing, not even its folders", async () => {
      const { storage, everything } = place.make();
      const [one, two] = [await storage.create(), await storage.create()];
      await one.write(bytes(1));
      await one.discard();
      await two.write(bytes(2));
      await two.discard();
      expect(await everything()).toEqual([]);
    });

    test("discarding a finished file changes nothing, also if others use the file", async () => {
      const { storage, again } = place.make();
      const finished = await storage.create();
      await finished.finish("a");
      const underWay = await again().create();
      await underWay.write(bytes(7));
      await finished.discard();
      await underWay.finish("b");
      expect(await storage.list()).toEqual(["a", "b"]);
      expect(await readAll(storage, "b")).toEqual(bytes(7));
    });

    test("finishing replaces a file atomically, and readers of the old file continue to read it", async () => {
      const { storage } = place.make();
      await put(storage, "a", bytes(1, 2, 3));
      const old = await storage.open("a");
      await put(storage, "a", bytes(4));
      expect(await readAll(storage, "a")).toEqual(bytes(4));
      expect(await old.read(0, 3)).toEqual(bytes(1, 2, 3));
      await old.close();
      expect(await storage.list()).toEqual(["a"]);
    });

    test("removing the last file leaves nothing; removing a missing file is allowed", async () => {
      const { storage, everything } = place.make();
      await storage.remove("text/none");
      await put(storage, "text/deep/a", bytes(1));
      await put(storage, "b", bytes(1));
      await storage.remove("text/none");
      await storage.remove("text/deep/a");
      expect(await storage.list()).toEqual(["b"]);
      await storage.remove("b");
      expect(await everything()).toEqual([]);
      await put(storage, "b", bytes(2)); // and it can be written to again
      expect(await readAll(storage, "b")).toEqual(bytes(2));
    });

    test("the list is sorted and complete, with unchanged names", async () => {
      const { storage, again } = place.make();
      for (const name of NAMES) await put(storage, name, new TextEncoder().encode(name));
      expect(await again().list()).toEqual([...NAMES].sort());
    });

    test("two simultaneous writers do not interfere", async () => {
      const { storage, again } = place.make();
      const writers = [storage, again(), again()].flatMap((one, w) =>
        [0, 1, 2, 3].map((n) => ({ one, value: 4 * w + n })),
      );
      await Promise.all(
        writers.map(async ({ one, value }) => {
          const file = await one.create();
          for (let part = 0; part < 5; part++) await file.write(bytes(value, part));
          if (value % 3 === 0) await file.discard();
          else await file.finish(`text/${value}`);
        }),
      );
      const kept = writers.filter(({ value }) => value % 3 !== 0);
      expect(await storage.list()).toEqual(kept.map(({ value }) => `text/${value}`).sort());
      for (const { value } of notEmpty(kept)) {
        expect(await readAll(again(), `text/${value}`)).toEqual(
          Uint8Array.from([0, 1, 2, 3, 4].flatMap((part) => [value, part])),
        );
      }
    });

    test("a second lock is corpus_locked until the first is released, and no file is left", async () => {
      const { storage, again, everything } = place.make();
      const first = await storage.lock();
      const refused = { code: "corpus_locked", message: expect.stringContaining("is being written to by") };
      await expect(again().lock()).rejects.toMatchObject(refused);
      await expect(storage.lock()).rejects.toMatchObject(refused);
      expect(await again().list()).toEqual([]);
      await first.release();
      const second = await again().lock();
      await first.release(); // twice, and it is another's by now
      await expect(storage.lock()).rejects.toMatchObject(refused);
      await put(storage, "a", bytes(1));
      await second.release();
      expect(await storage.list()).toEqual(["a"]);
      await storage.remove("a");
      expect(await everything()).toEqual([]);
    });
  });
}
