/** What the registry takes from its host, so that tests can say what time it is and what chance draws. */
import { SpoliaError } from "../errors.ts";
import type { RecordStore } from "./store.ts";

export interface Host {
  readonly store: RecordStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** So many bytes that nobody can guess. */
  readonly random: (length: number) => Uint8Array;
}

/** The system's clock and its source of chance. */
export const SYSTEM: Omit<Host, "store"> = {
  now: () => Date.now(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
};

export const isoTime = (ms: number): string => new Date(ms).toISOString();

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 in a byte: what is above would come more often than the rest. */
const FAIR_BELOW = 248;
/** 131 bits. */
const ID_CHARACTERS = 22;

/** Digits and letters, each as likely as any other. */
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

/** An id that tells nothing and that nobody guesses. */
export const newId = (random: Host["random"], prefix: string): string => `${prefix}_${randomBase62(random, ID_CHARACTERS)}`;

/** Unknown and another's are one answer. */
export const notFound = () => new SpoliaError("not_found", "There is nothing under this id.");
