/**
 * MinHash (Broder 1997) over windows of 50 words, found by banding (Indyk and Motwani 1998) and held by the agreeing share of the
 * signature. The set of a window is that of its words: of shingles less would survive an edit.
 */
import type { Words } from "../words.ts";
import { type Detector, mergedByGap, type Reported, reported, type Seed } from "./detector.ts";

const PERMUTATIONS = 128;
const WINDOW_WORDS = 50;
const SOURCE_STEP = 25;
/** The query is cut more finely, so that one of its windows stands nearly as one of the document's does. */
const QUERY_STEP = 10;
const SIMILARITY_MIN = 0.5;
/** 32 bands of 4: two windows alike by .5 meet with a probability of .87, by .6 of .99. */
const BAND_ROWS = 4;

interface Window {
  document: number;
  at: number;
  end: number;
  signature: Uint32Array;
}

export const minhash: Detector = {
  name: "MinHash",
  rule: "windows of 50 words (sets of words), 128 permutations, 32 bands of 4, similarity .5 or more; windows that touch are merged",
  skip: () => null,
  async open(documents) {
    const buckets = Array.from({ length: PERMUTATIONS / BAND_ROWS }, () => new Map<number, Window[]>());
    documents.forEach(({ words }, document) => {
      for (const window of windowsOf(words.words, SOURCE_STEP, document)) {
        bandsOf(window.signature).forEach((key, band) => {
          const known = buckets[band]!.get(key);
          if (known === undefined) buckets[band]!.set(key, [window]);
          else known.push(window);
        });
      }
    });
    const passages = (query: Words) => {
      const seeds = new Map<number, Seed[]>();
      for (const window of windowsOf(query.words, QUERY_STEP, -1)) {
        const candidates = new Set(bandsOf(window.signature).flatMap((key, band) => buckets[band]!.get(key) ?? []));
        for (const candidate of candidates) {
          if (similarity(window, candidate) < SIMILARITY_MIN) continue;
          const seed = {
            content: { start: window.at, end: window.end },
            source: { start: candidate.at, end: candidate.end },
          };
          seeds.set(candidate.document, [...(seeds.get(candidate.document) ?? []), seed]);
        }
      }
      return [...seeds].flatMap(([document, some]) =>
        reported(documents[document]!.id, query, documents[document]!.words, mergedByGap(some, 0, 1)),
      );
    };
    const known = new WeakMap<Words, Reported[]>();
    const search = (query: Words) => {
      const found = known.get(query) ?? passages(query);
      known.set(query, found);
      return found;
    };
    return { pair: (query, document) => search(query).filter((one) => one.document === document), search };
  },
};

function windowsOf(words: readonly string[], step: number, document: number): Window[] {
  const hashes = Uint32Array.from(words, hashOf);
  const last = Math.max(0, words.length - WINDOW_WORDS);
  const windows: Window[] = [];
  for (let at = 0; ; at = Math.min(at + step, last)) {
    const end = Math.min(words.length, at + WINDOW_WORDS);
    windows.push({ document, at, end, signature: signatureOf(hashes.subarray(at, end)) });
    if (at >= last) return windows;
  }
}

/** Odd multipliers of an affine map over 32 bits, by the golden ratio's Weyl sequence through a mixer. */
const MULTIPLIERS = Uint32Array.from({ length: PERMUTATIONS }, (_, i) => mixed(2 * i + 1) | 1);
const ADDENDS = Uint32Array.from({ length: PERMUTATIONS }, (_, i) => mixed(2 * i + 2));

function signatureOf(hashes: Uint32Array): Uint32Array {
  const signature = new Uint32Array(PERMUTATIONS).fill(0xffffffff);
  for (const hash of hashes) {
    for (let i = 0; i < PERMUTATIONS; i++) {
      const value = (Math.imul(hash, MULTIPLIERS[i]!) + ADDENDS[i]!) >>> 0;
      if (value < signature[i]!) signature[i] = value;
    }
  }
  return signature;
}

function bandsOf(signature: Uint32Array): number[] {
  const keys: number[] = [];
  for (let at = 0; at < PERMUTATIONS; at += BAND_ROWS) {
    let key = 0;
    for (let row = at; row < at + BAND_ROWS; row++) key = mixed((key ^ signature[row]!) >>> 0);
    keys.push(key);
  }
  return keys;
}

function similarity(one: Window, other: Window): number {
  let equal = 0;
  for (let i = 0; i < PERMUTATIONS; i++) if (one.signature[i] === other.signature[i]) equal++;
  return equal / PERMUTATIONS;
}

/** FNV-1a with a finish, since minima of neighbouring values would not be independent. */
function hashOf(word: string): number {
  let state = 2166136261;
  for (let i = 0; i < word.length; i++) state = Math.imul(state ^ word.charCodeAt(i), 16777619);
  return mixed(state >>> 0);
}

/** The finish of MurmurHash3. */
function mixed(value: number): number {
  let state = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
