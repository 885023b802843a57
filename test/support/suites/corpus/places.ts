/** The storages in which suites run, and the files that they leave. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createFileStorage } from "../../../../src/corpus/storage/file.ts";
import { openHttpStorage } from "../../../../src/corpus/storage/http/http.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import { createS3Storage } from "../../../../src/corpus/storage/s3/s3.ts";
import type { WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import { startS3Server } from "../../servers/s3.ts";
import { startStaticServer } from "../../servers/static.ts";

/** One empty storage. */
export interface Made {
  storage: WritableStorage;
  /** Another object over the same bytes. */
  again(): WritableStorage;
  /** All existing entries, including unfinished files and folders; empty if nothing was left. */
  everything(): Promise<string[]>;
}

/** A kind of storage. */
export interface Place {
  name: string;
  make(): Made;
}

export const memoryPlace: Place = {
  name: "memory",
  make() {
    const storage = createMemoryStorage();
    return { storage, again: () => storage, everything: () => storage.list() };
  },
};

/** Written into memory, and read from a static host on a loopback port. */
export function httpPlace(): Place {
  const host = startStaticServer();
  afterAll(async () => (await host).close());
  let made = 0;
  return {
    name: "HTTP",
    make() {
      const folder = `${++made} with space/Überlieferung 書.spolia`;
      const storage = createMemoryStorage();
      const published: WritableStorage = {
        ...storage,
        async create() {
          const file = await storage.create();
          const finish = async (name: string) => {
            await file.finish(name);
            const stored = await storage.open(name);
            (await host).files.set(`${folder}/${name}`, await stored.read(0, stored.sizeBytes));
          };
          return { ...file, finish };
        },
      };
      const again = () => {
        const reader = host.then(({ url }) => openHttpStorage(`${url}/${folder}`));
        return { ...published, open: async (name: string) => (await reader).open(name) };
      };
      return { storage: published, again, everything: () => storage.list() };
    },
  };
}

/** Folders in a temporary folder, which is removed after the test file. A folder does not exist before it is written to. */
export function filePlace(): Place {
  const root = temporaryFolder();
  let made = 0;
  return {
    name: "file",
    make() {
      const directory = join(root, `${++made}`, "with space", "Überlieferung 書.spolia");
      return {
        storage: createFileStorage(directory),
        again: () => createFileStorage(directory),
        async everything() {
          const top = join(root, directory.slice(root.length + 1).split(/[\\/]/)[0]!);
          return existsSync(top) ? [top, ...(readdirSync(top, { recursive: true }) as string[])].sort() : [];
        },
      };
    },
  };
}

/** Prefixes of a bucket of a real server. */
export function s3Place(): Place {
  const server = startS3Server();
  server.catch(() => {}); // each test shows it
  afterAll(async () => (await server).close());
  let made = 0;
  return {
    name: "S3",
    make() {
      const prefix = `${++made}/with space/Überlieferung 書.spolia`;
      const opened = () => {
        const storage = server.then(({ bucket, options }) => createS3Storage(`s3://${bucket}/${prefix}`, options));
        const place: WritableStorage = {
          label: prefix,
          open: async (...given) => (await storage).open(...given),
          create: async () => (await storage).create(),
          remove: async (name) => (await storage).remove(name),
          list: async () => (await storage).list(),
          lock: async () => (await storage).lock(),
        };
        return place;
      };
      return { storage: opened(), again: opened, everything: async () => (await server).everything(`${prefix}/`) };
    },
  };
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "spolia-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
