/** A registry whose time and chance a test decides. */
import { createEngine } from "../../src/engine/engine.ts";
import { createMemoryStore } from "../../src/service/store/memory.ts";
import { createRegistry, type RegistryOptions } from "../../src/service/registry.ts";
import type { RecordStore, Records } from "../../src/service/store/store.ts";
import { seeded } from "../suites/texts.ts";

/** Noon. */
export const START = Date.UTC(2026, 0, 2, 12);

export function seededBytes(seed: number): (length: number) => Uint8Array {
  const random = seeded(seed);
  return (length) => Uint8Array.from({ length }, () => Math.floor(256 * random()));
}

/** `store` with the transactions on it counted. */
export function counted(store: RecordStore) {
  const counts = { reads: 0, writes: 0 };
  const counting: RecordStore = {
    read(work) {
      counts.reads++;
      return store.read(work);
    },
    write(work) {
      counts.writes++;
      return store.write(work);
    },
    check: () => store.check(),
    waiting: () => store.waiting(),
    close: () => store.close(),
  };
  return { store: counting, counts };
}

/** `store` with every step on its records written down, and how much it gave: what was asked takes as long as these do. */
export function traced(store: RecordStore) {
  const steps: string[] = [];
  const given = (value: unknown) =>
    value instanceof Uint8Array || Array.isArray(value)
      ? value.length
      : value === null || typeof value === "boolean"
        ? value
        : "1";
  const watched = (records: Records): Records => {
    const collections = Object.entries(records).map(([name, collection]) => {
      const methods = Object.entries(collection as Record<string, (...words: unknown[]) => Promise<unknown>>);
      const watchedMethods = methods.map(([method, run]) => [
        method,
        async (...words: unknown[]) => {
          const result = await run(...words);
          steps.push(`${name}.${method}: ${given(result)}`);
          return result;
        },
      ]);
      return [name, Object.fromEntries(watchedMethods)];
    });
    return Object.fromEntries(collections);
  };
  const tracing: RecordStore = {
    read(work) {
      steps.push("read");
      return store.read((records) => work(watched(records)));
    },
    write(work) {
      steps.push("write");
      return store.write((records) => work(watched(records)));
    },
    check: () => store.check(),
    waiting: () => store.waiting(),
    close: () => store.close(),
  };
  return { store: tracing, steps };
}

export async function openRegistry(options: RegistryOptions & { store?: RecordStore } = {}) {
  const clock = { now: START };
  const { store = createMemoryStore(), ...rest } = options;
  const engine = await createEngine({ corpora: [] });
  const registry = await createRegistry(engine, store, { now: () => clock.now, random: seededBytes(1), ...rest });
  return { registry, clock, store };
}
