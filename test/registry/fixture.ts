/** A registry whose time and chance a test decides. */
import { createEngine } from "../../src/engine/engine.ts";
import { createMemoryStore } from "../../src/registry/memory.ts";
import { createRegistry, type RegistryOptions } from "../../src/registry/registry.ts";
import type { RecordStore } from "../../src/registry/store.ts";
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
    close: () => store.close(),
  };
  return { store: counting, counts };
}

export async function openRegistry(options: RegistryOptions & { store?: RecordStore } = {}) {
  const clock = { now: START };
  const { store = createMemoryStore(), ...rest } = options;
  const engine = await createEngine({ corpora: [] });
  const registry = await createRegistry(engine, store, { now: () => clock.now, random: seededBytes(1), ...rest });
  return { registry, clock, store };
}
