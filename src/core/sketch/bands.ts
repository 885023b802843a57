/**
 * Locality-sensitive hashing: sets whose signatures agree in all places of some band are candidates. Two sets with
 * Jaccard similarity s become candidates with probability 1 - (1 - s^r)^b for b bands of r places (Leskovec, Rajaraman
 * and Ullman, Mining of Massive Datasets, chapter 3.4).
 */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { signatureCheck } from "./estimate.ts";
import { isWholeBetween, placesCheck, SIGNATURE_PLACES, type Signature } from "./signature.ts";

export interface Bands {
  /** Number of bands. */
  bands: number;
  /** Places in each band. */
  rows: number;
}

export interface BandsRequest {
  /** Find pairs of at least this Jaccard similarity: above 0, at most 1. */
  threshold: number;
  /** Places of the signatures; default 256. */
  places?: number | undefined;
  /** Maximum probability that a pair at the threshold is not found, above 0 and below 1; default .01. */
  missedMax?: number | undefined;
}

/** With few places, longer bands would miss pairs well above the threshold. */
const BAND_ROWS_MAX = 16;
const MISSED_MAX = 0.01;

/**
 * The longest bands (at most 16 places), and so the fewest candidates, that miss a pair at the threshold with a
 * probability of at most `missedMax`. If even bands of one place miss more, as for a similarity below .018 with 256
 * places, it returns those; `probabilityFound` gives their probability.
 *
 * @throws invalid_request if a field is out of range
 */
export function bandsFor(request: BandsRequest): Bands {
  checkArguments("bandsFor", [["/request", isRecord(request), "an object with `threshold`"]]);
  const { threshold, places = SIGNATURE_PLACES, missedMax = MISSED_MAX } = request;
  checkArguments("bandsFor", [
    ["/threshold", typeof threshold === "number" && threshold > 0 && threshold <= 1, "a number above 0, at most 1"],
    placesCheck(places),
    ["/missedMax", typeof missedMax === "number" && missedMax > 0 && missedMax < 1, "a number between 0 and 1"],
  ]);
  return longestBands(threshold, places, missedMax);
}

export function longestBands(threshold: number, places: number, missedMax: number): Bands {
  const ofRows = (rows: number): Bands => ({ bands: Math.floor(places / rows), rows });
  let rows = 1;
  while (rows < BAND_ROWS_MAX && missedShare(threshold, ofRows(rows + 1)) <= missedMax) rows++;
  return ofRows(rows);
}

/**
 * Probability that two sets of this Jaccard similarity agree in at least one band, and so are candidates.
 *
 * @throws invalid_request if the similarity is outside 0 to 1 or the bands are invalid
 */
export function probabilityFound(jaccard: number, bands: Bands): number {
  checkArguments("probabilityFound", [
    ["/jaccard", typeof jaccard === "number" && jaccard >= 0 && jaccard <= 1, "a number from 0 to 1"],
    bandsCheck(bands),
  ]);
  return 1 - missedShare(jaccard, bands);
}

/** Probability that two sets of this Jaccard similarity agree in no band. */
export function missedShare(jaccard: number, { bands, rows }: Bands): number {
  return power(1 - power(jaccard, rows), bands);
}

/**
 * A key for each band of a signature. Equal bands have equal keys; different bands have equal keys once in 2^32.
 *
 * @throws invalid_request if the signature is invalid or has fewer places than the bands need
 */
export function bandsOf(signature: Signature, bands: Bands): Uint32Array {
  checkArguments("bandsOf", [signatureCheck("/signature", signature), bandsCheck(bands)]);
  const needed = bands.bands * bands.rows;
  checkArguments("bandsOf", [["/bands", needed <= signature.length, `of ${signature.length} places together at most`]]);
  return Uint32Array.from({ length: bands.bands }, (_, band) => bandKey(signature, band * bands.rows, bands.rows));
}

export function bandsCheck(bands: unknown): readonly [string, boolean, string] {
  const isRight = isRecord(bands) && isWholeBetween(bands["bands"], 1, 4096) && isWholeBetween(bands["rows"], 1, 4096);
  return ["/bands", isRight, "{ bands, rows }, both whole numbers from 1 to 4096, as `bandsFor` gives them"];
}

/**
 * A band of 32 bits is its own key; a longer band is hashed (FNV-1a by values). A false match costs one comparison.
 */
export function bandKey(values: Uint32Array | Uint16Array, at: number, rows: number): number {
  if (rows === 1) return values[at]!;
  if (rows === 2 && values.BYTES_PER_ELEMENT === 2) return ((values[at]! << 16) | values[at + 1]!) >>> 0;
  let key = 0x811c9dc5;
  for (let i = 0; i < rows; i++) key = Math.imul(key ^ values[at + i]!, 0x01000193);
  return (key ^ (key >>> 15)) >>> 0;
}

/** Multiplies repeatedly, because `**` may differ between runtimes. */
export function power(base: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product *= base;
  return product;
}
