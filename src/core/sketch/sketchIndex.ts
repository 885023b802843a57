/** Finds similar sets: an index in memory over the bands of their signatures. */

import { checkArguments, isName, optionsChecks } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import { addTo } from "../../base/lists/groups.ts";
import { type Bands, bandKey, bandsCheck } from "./bands.ts";
import { estimated, type JaccardEstimate, signatureCheck } from "./estimate.ts";
import type { Signature } from "./signature.ts";
import { type NamedSignature, parseSketches, sketchBytes } from "./storedSketches.ts";

export interface Candidate extends JaccardEstimate {
  id: string;
}

export interface CandidatePair extends JaccardEstimate {
  /** The two ids, in the order in which they were added. */
  pair: [one: string, other: string];
}

/** Which candidates are wanted. */
export interface CandidatesOptions {
  /** Least estimated Jaccard similarity, 0 to 1; default 0: all that share a band. */
  threshold?: number | undefined;
}

/**
 * Signatures indexed by their bands. A pair that agrees in no band is never found; `probabilityFound` gives the
 * probability that a pair is found. A candidate need not be similar: check its estimate.
 *
 * Memory: the signatures, and about 110 bytes for each band of each signature.
 */
export class SketchIndex {
  readonly #bands: Bands;
  /** By their numbers, ascending. */
  readonly #entries = new Map<number, NamedSignature>();
  readonly #numbers = new Map<string, number>();
  /** For each band, the numbers of the signatures by their key, ascending. */
  readonly #buckets: Map<number, number[]>[];
  #next = 0;

  /**
   * @param bands the result of `bandsFor`
   * @throws invalid_request if the bands are invalid
   */
  constructor(bands: Bands) {
    checkArguments("SketchIndex", [bandsCheck(bands)]);
    this.#bands = { bands: bands.bands, rows: bands.rows };
    this.#buckets = Array.from({ length: bands.bands }, () => new Map<number, number[]>());
  }

  /**
   * The index that gave these bytes.
   *
   * @throws invalid_request if the bytes are not those of an index, of another version, cut or changed
   * @since 0.2.0
   */
  static open(bytes: Uint8Array): SketchIndex {
    checkArguments("open", [["/bytes", bytes instanceof Uint8Array, "a Uint8Array that `toBytes` gave"]]);
    const { bands, entries } = parseSketches(bytes);
    const index = new SketchIndex(bands);
    for (const entry of entries) index.#put(entry);
    return index;
  }

  /** Number of signatures in the index. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * @throws invalid_request if the id is empty or already in the index, or the signature has fewer places than the
   * bands need, or a different number of places than earlier signatures
   */
  add(id: string, signature: Signature): void {
    checkArguments("add", [
      ["/id", isName(id) && !this.#numbers.has(id), "a string that is not empty and not in the index yet"],
    ]);
    this.#check("add", signature);
    this.#put([id, signature.slice()]);
  }

  /**
   * Takes a signature out: nothing finds it any more, and its id may be added again.
   *
   * @returns whether it was there
   * @since 0.2.0
   */
  remove(id: string): boolean {
    const number = this.#numbers.get(id);
    if (number === undefined) return false;
    const [, signature] = this.#entries.get(number)!;
    this.#buckets.forEach((bucket, band) => {
      const key = this.#key(signature, band);
      const rest = bucket.get(key)!.filter((one) => one !== number);
      if (rest.length === 0) bucket.delete(key);
      else bucket.set(key, rest);
    });
    this.#entries.delete(number);
    return this.#numbers.delete(id);
  }

  /**
   * Adds all signatures of another index, in their order.
   *
   * @throws invalid_request if its bands or places differ, or an id is in both; then nothing is added
   * @since 0.2.0
   */
  merge(other: SketchIndex): void {
    checkArguments("merge", [["/other", other instanceof SketchIndex, "a SketchIndex"]]);
    const [{ bands, rows }, added] = [this.#bands, [...other.#entries.values()]];
    checkArguments("merge", [
      ["/other", other.#bands.bands === bands && other.#bands.rows === rows, "of the same bands"],
      ["/other", added.every(([id]) => !this.#numbers.has(id)), "without ids of this index"],
    ]);
    if (added.length > 0) this.#check("merge", added[0]![1], "/other");
    for (const entry of added) this.#put(entry);
  }

  /**
   * Signatures that share a band with this one, the most similar first; ties in the order in which they were added.
   *
   * @throws invalid_request if the signature does not fit into the index, or the threshold is outside 0 to 1
   */
  candidates(signature: Signature, options: CandidatesOptions = {}): Candidate[] {
    this.#check("candidates", signature);
    checkArguments("candidates", optionsChecks<CandidatesOptions>(options, { threshold: true }));
    const { threshold = 0 } = options;
    const isShare = typeof threshold === "number" && threshold >= 0 && threshold <= 1;
    checkArguments("candidates", [["/options/threshold", isShare, "a number from 0 to 1"]]);
    const numbers = new Set(this.#buckets.flatMap((bucket, band) => bucket.get(this.#key(signature, band)) ?? []));
    return [...numbers]
      .sort((x, y) => x - y)
      .map((number) => {
        const [id, other] = this.#entries.get(number)!;
        return { id, ...estimated(signature, other) };
      })
      .filter(({ jaccard }) => jaccard >= threshold)
      .sort((x, y) => y.jaccard - x.jaccard);
  }

  /**
   * Every pair of signatures that share a band, once: up to n (n - 1) / 2 pairs for n signatures. One that is removed
   * meanwhile is in no further pair.
   */
  *pairs(): Generator<CandidatePair> {
    for (const [number, [id, signature]] of this.#entries) {
      const others = new Set<number>();
      this.#buckets.forEach((bucket, band) => {
        for (const other of bucket.get(this.#key(signature, band))!) if (other > number) others.add(other);
      });
      for (const other of [...others].sort((x, y) => x - y)) {
        const entry = this.#entries.has(number) ? this.#entries.get(other) : undefined;
        if (entry !== undefined) yield { pair: [id, entry[0]], ...estimated(signature, entry[1]) };
      }
    }
  }

  /**
   * The index as bytes, for `SketchIndex.open`: the same for the same signatures in the same order. They hold the ids
   * and the signatures, 1 kB for 256 places; bands are made anew.
   *
   * @since 0.2.0
   */
  toBytes(): Uint8Array {
    return sketchBytes(this.#bands, [...this.#entries.values()]);
  }

  #put(entry: NamedSignature): void {
    const number = this.#next++;
    this.#entries.set(number, entry);
    this.#numbers.set(entry[0], number);
    this.#buckets.forEach((bucket, band) => {
      addTo(bucket, this.#key(entry[1], band), number);
    });
  }

  #key(signature: Signature, band: number): number {
    return bandKey(signature, band * this.#bands.rows, this.#bands.rows);
  }

  #check(name: string, signature: Signature, pointer = "/signature"): void {
    checkArguments(name, [signatureCheck(pointer, signature)]);
    const [first] = this.#entries.values();
    const places = first?.[1].length;
    const needed = this.#bands.bands * this.#bands.rows;
    if (signature.length >= needed && (places === undefined || places === signature.length)) return;
    const must =
      places === undefined ? `must have at least ${needed} places` : `must have ${places} places, as the others have`;
    throw new SpoliaError("invalid_request", "The signature does not fit into this index.", {
      fields: [{ pointer, detail: must }],
    });
  }
}
