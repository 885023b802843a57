/** Finds similar sets: an index in memory over the bands of their signatures. */

import { checkArguments, isName } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import { addTo } from "../../base/lists/groups.ts";
import { type Bands, bandKey, bandsCheck } from "./bands.ts";
import { estimated, type JaccardEstimate, signatureCheck } from "./estimate.ts";
import type { Signature } from "./signature.ts";

export interface Candidate extends JaccardEstimate {
  id: string;
}

export interface CandidatePair extends JaccardEstimate {
  /** The two ids, in the order in which they were added. */
  pair: [one: string, other: string];
}

/**
 * Signatures indexed by their bands. A pair that agrees in no band is never found; `probabilityFound` gives the
 * probability that a pair is found. A candidate need not be similar: check its estimate.
 *
 * Memory: the signatures, and about 110 bytes for each band of each signature.
 */
export class SketchIndex {
  readonly #bands: Bands;
  readonly #ids: string[] = [];
  readonly #known = new Set<string>();
  readonly #signatures: Signature[] = [];
  /** For each band, the numbers of the signatures by their key. */
  readonly #buckets: Map<number, number[]>[];

  /**
   * @param bands the result of `bandsFor`
   * @throws invalid_request if the bands are invalid
   */
  constructor(bands: Bands) {
    checkArguments("SketchIndex", [bandsCheck(bands)]);
    this.#bands = { ...bands };
    this.#buckets = Array.from({ length: bands.bands }, () => new Map<number, number[]>());
  }

  /** Number of signatures in the index. */
  get size(): number {
    return this.#ids.length;
  }

  /**
   * @throws invalid_request if the id is empty or already in the index, or the signature has fewer places than the
   * bands need, or a different number of places than earlier signatures
   */
  add(id: string, signature: Signature): void {
    checkArguments("add", [
      ["/id", isName(id) && !this.#known.has(id), "a string that is not empty and not in the index yet"],
    ]);
    this.#check("add", signature);
    const number = this.#ids.length;
    this.#ids.push(id);
    this.#known.add(id);
    this.#signatures.push(signature.slice());
    this.#buckets.forEach((bucket, band) => {
      addTo(bucket, this.#key(signature, band), number);
    });
  }

  /** Signatures that share a band with this one, the most similar first; ties in the order in which they were added. */
  candidates(signature: Signature): Candidate[] {
    this.#check("candidates", signature);
    const numbers = new Set(this.#buckets.flatMap((bucket, band) => bucket.get(this.#key(signature, band)) ?? []));
    return [...numbers]
      .sort((x, y) => x - y)
      .map((number) => ({ id: this.#ids[number]!, ...estimated(signature, this.#signatures[number]!) }))
      .sort((x, y) => y.jaccard - x.jaccard);
  }

  /** Every pair of signatures that share a band, once: up to n (n - 1) / 2 pairs for n signatures. */
  *pairs(): Generator<CandidatePair> {
    for (const [number, signature] of this.#signatures.entries()) {
      const others = new Set<number>();
      this.#buckets.forEach((bucket, band) => {
        for (const other of bucket.get(this.#key(signature, band))!) if (other > number) others.add(other);
      });
      for (const other of [...others].sort((x, y) => x - y)) {
        yield { pair: [this.#ids[number]!, this.#ids[other]!], ...estimated(signature, this.#signatures[other]!) };
      }
    }
  }

  #key(signature: Signature, band: number): number {
    return bandKey(signature, band * this.#bands.rows, this.#bands.rows);
  }

  #check(name: string, signature: Signature): void {
    checkArguments(name, [signatureCheck("/signature", signature)]);
    const [first] = this.#signatures;
    const needed = this.#bands.bands * this.#bands.rows;
    if (signature.length >= needed && (first === undefined || first.length === signature.length)) return;
    const must =
      first === undefined
        ? `must have at least ${needed} places`
        : `must have ${first.length} places, as the others have`;
    throw new SpoliaError("invalid_request", "The signature does not fit into this index.", {
      fields: [{ pointer: "/signature", detail: must }],
    });
  }
}
