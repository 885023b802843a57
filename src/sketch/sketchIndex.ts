/** Which of many sets are alike? An index over the bands of their signatures, in memory. */
import { checkArguments, isName } from "../arguments.ts";
import { SpoliaError } from "../errors.ts";
import { type Bands, bandKey, bandsCheck } from "./bands.ts";
import { estimated, type JaccardEstimate, signatureCheck } from "./estimate.ts";
import type { Signature } from "./signature.ts";

export interface Candidate extends JaccardEstimate {
  id: string;
}

export interface CandidatePair extends JaccardEstimate {
  /** Ids, in the order in which they were added. */
  pair: [one: string, other: string];
}

/**
 * Signatures by their bands. A pair that agrees in no band is never looked at: how probable that is at a similarity
 * says `probabilityFound`. A candidate need not be alike: its estimate says how much it is.
 *
 * Memory is that of the signatures, and about 110 bytes for each band of each.
 */
export class SketchIndex {
  readonly #bands: Bands;
  readonly #ids: string[] = [];
  readonly #known = new Set<string>();
  readonly #signatures: Signature[] = [];
  /** For each band, the numbers of the signatures that have a key. */
  readonly #buckets: Map<number, number[]>[];

  /**
   * @param bands as `bandsFor` gives them, for a threshold
   * @throws invalid_request
   */
  constructor(bands: Bands) {
    checkArguments("SketchIndex", [bandsCheck(bands)]);
    this.#bands = { ...bands };
    this.#buckets = Array.from({ length: bands.bands }, () => new Map<number, number[]>());
  }

  /** Signatures that are in it. */
  get size(): number {
    return this.#ids.length;
  }

  /**
   * @throws invalid_request where the id is empty or there already, or the signature has other places than those before
   * it, or too few
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
      const key = this.#key(signature, band);
      const members = bucket.get(key);
      if (members === undefined) bucket.set(key, [number]);
      else members.push(number);
    });
  }

  /** What shares a band with a signature, the most alike first, equals in the order in which they were added. */
  candidates(signature: Signature): Candidate[] {
    this.#check("candidates", signature);
    const numbers = new Set(this.#buckets.flatMap((bucket, band) => bucket.get(this.#key(signature, band)) ?? []));
    return [...numbers]
      .sort((x, y) => x - y)
      .map((number) => ({ id: this.#ids[number]!, ...estimated(signature, this.#signatures[number]!) }))
      .sort((x, y) => y.jaccard - x.jaccard);
  }

  /** Every pair of signatures that share a band, once. Of n signatures that are all alike there are n (n - 1) / 2. */
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
        ? `must have ${needed} places at least`
        : `must have ${first.length} places, as the others have`;
    throw new SpoliaError("invalid_request", "The signature does not fit into this index.", {
      fields: [{ pointer: "/signature", detail: must }],
    });
  }
}
