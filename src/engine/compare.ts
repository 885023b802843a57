/** `compare`: what two texts share, from the texts or from fingerprint data alone. */

import type { Completeness } from "../contract/common.ts";
import type { ComparedPassage, CompareRequest, CompareResult, CompareSide, Relation, Share } from "../contract/compare.ts";
import type { HostOptions } from "../contract/engine.ts";
import { compareRequestSchema } from "../contract/schemas/compare.ts";
import { parseRequest } from "../contract/schemas/parse.ts";
import { SpoliaError, throwIfAborted } from "../errors.ts";
import { coverageOf } from "../evidence/findings.ts";
import { type Fingerprint, fingerprintWith, parseFingerprint } from "../fingerprint/fingerprint.ts";
import { PASSAGE } from "../fingerprint/profile.ts";
import { distinctHashes } from "../fingerprint/shingles.ts";
import { fromBase64 } from "../kernels/base64.ts";
import { PASSAGE_WORDS_MIN } from "../limits.ts";
import { indexShingles } from "../passages/anchors.ts";
import { findPassages, type Passages } from "../passages/passages.ts";
import { type Content, readContent } from "./content.ts";
import { methodOf, resultId, rounded, type Wiring } from "./wiring.ts";

/** Share of a side's words that must agree for it to stand in the other, or for both to be near duplicates. A definition. */
const STANDS_IN_SHARE = 0.8;

interface Side {
  print: Fingerprint;
  /** `null` where the side came as fingerprint data. */
  content: Content | null;
  /** Keys of the distinct shingles: all of them, or those that winnowing kept. */
  shingles: ReadonlySet<number>;
}

export async function compare(wiring: Wiring, asked: CompareRequest, host: HostOptions = {}): Promise<CompareResult> {
  const request = parseRequest(compareRequestSchema, asked);
  throwIfAborted(host.signal);
  let [a, b] = [await readSide(wiring, request.a, "/a"), await readSide(wiring, request.b, "/b")];
  const isExact = a.content !== null && b.content !== null;
  if (!isExact) [a, b] = [keptOnly(a), keptOnly(b)];
  const found = a.content && b.content ? findPassages(indexShingles(a.content.shingled), b.content.shingled) : null;
  const shared = [...a.shingles].filter((key) => b.shingles.has(key)).length;
  const shares = {
    jaccard: shareOf(shared, a.shingles.size + b.shingles.size - shared, isExact),
    containment_a_in_b: shareOf(shared, a.shingles.size, isExact),
    containment_b_in_a: shareOf(shared, b.shingles.size, isExact),
  };
  const method = methodOf(wiring, []);
  return {
    comparison_id: await resultId("cmp", method, [a.print.id, b.print.id, isExact]),
    relation: relationOf(a, b, found, shares),
    ...shares,
    longest_run_words: found ? longestRun(found) : null,
    passages: found && passagesOf(found, a.content!, b.content!),
    a: { fingerprint: a.print.id, words: a.print.lengthWords },
    b: { fingerprint: b.print.id, words: b.print.lengthWords },
    offset_unit: "utf16",
    method,
    completeness: completenessOf(found),
  };
}

async function readSide({ kernels, readers }: Wiring, side: CompareSide, pointer: string): Promise<Side> {
  if (side.content !== undefined) {
    const content = readContent(kernels, readers, side.content, side.content_type ?? "text", PASSAGE);
    const print = fingerprintWith(kernels, [content.shingled.text.bytes])[0]!;
    return { print, content, shingles: distinctHashes(content.shingled.shingles) };
  }
  if (side.fingerprint_data !== undefined) {
    const print = parseFingerprint(fingerprintBytes(side.fingerprint_data));
    return { print, content: null, shingles: distinctHashes(print.kept) };
  }
  throw unknownWork(pointer);
}

/** A side whose text is known, seen as the other must be seen: through the shingles that winnowing keeps. */
function keptOnly(side: Side): Side {
  return { print: side.print, content: null, shingles: distinctHashes(side.print.kept) };
}

/** @throws fingerprint_invalid */
export function fingerprintBytes(data: string | Uint8Array): Uint8Array {
  if (typeof data !== "string") return data;
  try {
    return fromBase64(data);
  } catch (cause) {
    throw new SpoliaError("fingerprint_invalid", "The fingerprint data is not base64.", {
      hint: "In JSON, send the bytes of fingerprint() as base64.",
      cause,
    });
  }
}

export function unknownWork(pointer: string): SpoliaError {
  return new SpoliaError("unknown_work", "No work of this hash is registered here.", {
    hint: "Send its content, or the bytes of its fingerprint.",
    fields: [{ pointer: `${pointer}/work_hash`, detail: "must be the hash of a registered work" }],
  });
}

/**
 * A share of distinct shingles. Where all were counted it is exact. Where only the kept ones are known it is an estimate, and no
 * interval for it has been tested, so its interval is the whole range.
 */
function shareOf(part: number, whole: number, isExact: boolean): Share {
  const value = whole === 0 ? 0 : rounded(part / whole);
  return { value, ci_95: isExact && whole > 0 ? [value, value] : [0, 1] };
}

type Shares = Pick<CompareResult, "containment_a_in_b" | "containment_b_in_a">;

function relationOf(a: Side, b: Side, found: Passages | null, shares: Shares): Relation {
  if (Math.min(a.print.lengthWords, b.print.lengthWords) === 0) return "insufficient_evidence";
  if (a.print.id === b.print.id) return "identical";
  if (Math.min(a.print.lengthWords, b.print.lengthWords) < PASSAGE_WORDS_MIN) return "insufficient_evidence";
  const [ofA, ofB] = found
    ? agreeingShares(found, a.print.lengthWords, b.print.lengthWords)
    : [shares.containment_a_in_b.value, shares.containment_b_in_a.value];
  if (ofA >= STANDS_IN_SHARE && ofB >= STANDS_IN_SHARE) return "near_duplicate";
  if (ofB >= STANDS_IN_SHARE) return "contains";
  if (ofA >= STANDS_IN_SHARE) return "excerpt";
  return ofA > 0 || ofB > 0 ? "partial" : "unrelated";
}

/** Shares of the words of each side that agree with the other. */
function agreeingShares({ passages }: Passages, wordsA: number, wordsB: number): [number, number] {
  const runs = passages.flatMap(({ agreeing }) => agreeing);
  const ranges = (side: "a" | "b") => runs.map((run) => ({ start: run[side], end: run[side] + run.lengthWords }));
  return [coverageOf(wordsA, ranges("a"), 0).share, coverageOf(wordsB, ranges("b"), 0).share];
}

function passagesOf({ passages }: Passages, a: Content, b: Content): ComparedPassage[] {
  const spansA = a.spans(passages.map((passage) => passage.a));
  const spansB = b.spans(passages.map((passage) => passage.b));
  return passages.map(({ kind, identity, a: range }, i) => ({
    kind,
    a: spansA[i]!,
    b: spansB[i]!,
    words: range.end - range.start,
    identity: rounded(identity),
  }));
}

function longestRun({ passages }: Passages): number {
  return passages.reduce((longest, { longestRunWords }) => Math.max(longest, longestRunWords), 0);
}

function completenessOf(found: Passages | null): Completeness {
  if (found === null) {
    const reason = "A side came as fingerprint data: shares are estimates from kept shingles, and there are no passages.";
    return { complete: false, stages: [{ name: "passages", status: "skipped", reason }] };
  }
  if (found.bounded) {
    const reason = "A text repeats itself so often that not every repetition was followed up.";
    return { complete: false, stages: [{ name: "passages", status: "bounded", reason }] };
  }
  return { complete: true, stages: [{ name: "passages", status: "done" }] };
}
