/** Steps that find duplicates: the keys of documents, wherever they are, and the decision over those that share one. */
import { fromBase64, toBase64 } from "../../../base/bytes/bytes.ts";
import { bandsOf, type DeduplicatorOptions, type DuplicatePart } from "../../../corpus/index.ts";
import { documentOf, type PipeStep, readAs, refused } from "./step.ts";

interface UnitLine {
  part: DuplicatePart;
  id: string;
  /** The 256 places, four bytes each, little-endian, in base64; `null` where only the words count. */
  signature: string | null;
}

const deduplicator = async (settings: unknown) => {
  const { openStreamDeduplicator } = await import("../../../core/sketch/deduplicator.ts");
  return openStreamDeduplicator(settings as DeduplicatorOptions);
};

/** Answers each document with its units; units that share no key with another one repeat nothing. */
export const keys: PipeStep = async (settings, records, write) => {
  const stream = await deduplicator(settings);
  for await (const record of records) {
    const units = stream.keysOf(documentOf(record)).map(({ part, id, signature }) => {
      const places = signature?.() ?? null;
      const bands = places === null || stream.bands === null ? [] : [...bandsOf(places, stream.bands)];
      return { part, id, signature: places === null ? null : bytesOf(places), bands };
    });
    write({ units });
  }
  return {};
};

/** Answers each unit with the pair in which it repeats an earlier one, or with `null`. */
export const decide: PipeStep = async (settings, records, write) => {
  const stream = await deduplicator(settings);
  for await (const { part, id, signature } of records as AsyncIterable<unknown> as AsyncIterable<UnitLine>) {
    const isUnit = typeof part === "object" && part !== null && typeof id === "string";
    if (!isUnit || (signature !== null && typeof signature !== "string")) throw refused(NO_UNIT);
    const places = signature === null ? null : await readAs(NO_UNIT, () => placesOf(signature));
    if (places !== null && places.length !== 256) throw refused(NO_UNIT);
    write({ pair: stream.decide({ part, id, signature: places && (() => places) }) });
  }
  return {};
};

const NO_UNIT = "A record needs `part`, `id` and `signature`, as `dedup keys` has written them";

function bytesOf(places: Uint32Array): string {
  const view = new DataView(new ArrayBuffer(4 * places.length));
  for (const [i, place] of places.entries()) view.setUint32(4 * i, place, true);
  return toBase64(new Uint8Array(view.buffer));
}

function placesOf(text: string): Uint32Array {
  const view = new DataView(fromBase64(text).buffer);
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
}
