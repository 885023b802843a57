/**
 * Signatures with their ids, as bytes: the same for the same signatures in the same order, in every runtime.
 *
 *   "sketch", version, 0 · bands, rows, places, signatures, bytes of ids · ids as JSON · signatures · CRC-32 of all before
 *
 * Numbers are of four bytes, the least first.
 */
import { crc32 } from "../../base/bytes/crc32.ts";
import { SpoliaError } from "../../base/errors.ts";
import { type Bands, bandsCheck } from "./bands.ts";
import { placesCheck, type Signature } from "./signature.ts";

export type NamedSignature = readonly [id: string, signature: Signature];

interface StoredSketches {
  bands: Bands;
  entries: NamedSignature[];
}

const MARK = [..."sketch"].map((letter) => letter.charCodeAt(0));
const VERSION = 1;
const HEAD_BYTES = 28;

export function sketchBytes({ bands, rows }: Bands, entries: readonly NamedSignature[]): Uint8Array {
  const ids = new TextEncoder().encode(JSON.stringify(entries.map(([id]) => id)));
  const places = entries[0]?.[1].length ?? 0;
  const bytes = new Uint8Array(HEAD_BYTES + ids.length + 4 * places * entries.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set([...MARK, VERSION, 0]);
  for (const [i, number] of [bands, rows, places, entries.length, ids.length].entries())
    view.setUint32(8 + 4 * i, number, true);
  bytes.set(ids, HEAD_BYTES);
  let at = HEAD_BYTES + ids.length;
  for (const [, signature] of entries)
    for (const value of signature) {
      view.setUint32(at, value, true);
      at += 4;
    }
  view.setUint32(at, crc32(bytes.subarray(0, at)), true);
  return bytes;
}

/** @throws invalid_request where the bytes are no such signatures, of another version, or damaged */
export function parseSketches(bytes: Uint8Array): StoredSketches {
  const isMarked = bytes.length >= HEAD_BYTES + 4 && MARK.every((byte, i) => bytes[i] === byte);
  if (!isMarked) throw refused("must be what `toBytes` gave");
  if (bytes[MARK.length] !== VERSION) throw refused(`must be of version ${VERSION}: make the index anew`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [bands = 0, rows = 0, places = 0, count = 0, idBytes = 0] = Array.from({ length: 5 }, (_, i) =>
    view.getUint32(8 + 4 * i, true),
  );
  const start = HEAD_BYTES + idBytes;
  const end = start + 4 * places * count;
  const isWhole = end + 4 === bytes.length && view.getUint32(end, true) === crc32(bytes.subarray(0, end));
  if (!isWhole) throw refused("must be whole: they are cut or changed");
  const ids = idsIn(bytes.subarray(HEAD_BYTES, start));
  const isFit = count === 0 ? places === 0 : placesCheck(places)[1] && bands * rows <= places;
  if (ids?.length !== count || !isFit || !bandsCheck({ bands, rows })[1]) throw refused("must be what `toBytes` gave");
  const entries = ids.map((id, i): NamedSignature => {
    const from = start + 4 * places * i;
    return [id, Uint32Array.from({ length: places }, (_, place) => view.getUint32(from + 4 * place, true))];
  });
  return { bands: { bands, rows }, entries };
}

/** Different names; `undefined` where they are anything else. */
function idsIn(bytes: Uint8Array): string[] | undefined {
  try {
    const ids: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const areNames = Array.isArray(ids) && ids.every((id) => typeof id === "string" && id !== "");
    return areNames && new Set(ids).size === ids.length ? ids : undefined;
  } catch {
    return undefined;
  }
}

function refused(detail: string): SpoliaError {
  return new SpoliaError("invalid_request", "The bytes are no stored index of signatures.", {
    fields: [{ pointer: "/bytes", detail }],
  });
}
