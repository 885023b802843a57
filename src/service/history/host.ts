/** The clock, random source and store that a host supplies. Tests replace them. */
import { SpoliaError } from "../../base/errors.ts";
import type { RecordStore } from "../store/store.ts";

export interface Host {
  readonly store: RecordStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns `length` cryptographically random bytes. */
  readonly random: (length: number) => Uint8Array;
}

/** The system's clock and random source. */
export const SYSTEM: Omit<Host, "store"> = {
  now: () => Date.now(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

export const isoTime = (ms: number): string => new Date(ms).toISOString();
export const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 in a byte: larger bytes are skipped, so that all characters are equally likely. */
const FAIR_BELOW = 248;
/** 131 random bits. */
const ID_CHARACTERS = 22;

/** Random digits and letters, all equally likely. */
export function randomBase62(random: Host["random"], length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length - text.length)) if (byte < FAIR_BELOW) text += BASE62[byte % 62];
  }
  return text;
}

export function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text;
}

/** A random id that reveals nothing and cannot be guessed. */
export const newId = (random: Host["random"], prefix: string): string =>
  `${prefix}_${randomBase62(random, ID_CHARACTERS)}`;

/**
 * An unknown id and an id of another tenant give the same answer.
 *
 * @param pointer the field of the request that has the id; absent where its address has it
 */
export const notFound = (pointer?: string) =>
  new SpoliaError("not_found", "There is nothing under this id.", {
    hint: "Check the id: the list of its kind has all that this key may see.",
    fields: pointer === undefined ? [] : [{ pointer, detail: "names nothing that this key may see" }],
  });

/** What was found or removed. @throws not_found where there is nothing */
export async function existing<Found>(lookup: Promise<Found | null | false>, pointer?: string): Promise<Found> {
  const found = await lookup;
  if (found === null || found === false) throw notFound(pointer);
  return found;
}
