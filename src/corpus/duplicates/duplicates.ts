/**
 * Which documents of a corpus are nearly the same?
 *
 *   texts ─▶ signatures ─▶ bands ─▶ candidates ─▶ compared in full ─▶ clusters around representatives
 *
 * Memory holds the signatures and buckets, 1 to 2 kB for each distinct text of any length, and the two texts being
 * compared.
 */
import { checkArguments, optionsChecks } from "../../base/arguments.ts";
import type { Completeness, Stage } from "../../base/contract/common.ts";
import type { CorpusDuplicates, Progress } from "../../base/contract/resources/corpus.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import type { PlatformAbortSignal, PlatformUrl } from "../../base/platform.ts";
import { counted, plural } from "../../base/plural.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { STANDS_IN_SHARE } from "../../core/passages/agreement.ts";
import { missedShare } from "../../core/sketch/bands.ts";
import { SIGNATURE_PLACES, SIGNATURE_SHINGLE_WORDS } from "../../core/sketch/signature.ts";
import { FOLD_VERSION } from "../../core/text/text.ts";
import { withoutText } from "../format/layout.ts";
import { infoOf, storageAt } from "../search/corpus.ts";
import { closeSegments, openSnapshot, type Snapshot } from "../search/open.ts";
import type { Storage } from "../storage/storage.ts";
import { bucketsOf, type DuplicateBands, duplicateBandsFor, jaccardOfAgreement } from "./bands.ts";
import { type Clusters, clustersOf } from "./clusters.ts";
import { Comparer } from "./compare.ts";
import { describeClusters } from "./describe.ts";
import { type DistinctText, sketchTexts } from "./sketch.ts";

export interface DuplicatesOptions extends KernelOptions {
  /** Share of both texts' words that must agree, from .8 (the default, and the threshold of `compare`) to 1. */
  threshold?: number | undefined;
  signal?: PlatformAbortSignal | undefined;
  /** Reports bytes of text read, then texts compared. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Agreeing shares for which the result reports the probability of a missed pair. */
const REPORTED_SHARES = [0.8, 0.85, 0.9, 0.95];

/**
 * Finds near duplicates among the documents of a corpus, in clusters: each member is a near duplicate of its cluster's
 * representative, and no two texts that represent a cluster or belong to none were found to be near duplicates. The
 * result does not depend on the order of the documents or their division into segments. A text that is part of a much
 * longer one is not a near duplicate of it; `analyze` finds that.
 *
 * @param where as for `openCorpus`
 * @throws invalid_request where the threshold is out of range; corpus_not_found, corpus_corrupt, corpus_version,
 *   storage_failed, aborted
 */
export async function findDuplicates(
  where: string | PlatformUrl | Storage,
  options: DuplicatesOptions = {},
): Promise<CorpusDuplicates> {
  checkArguments("findDuplicates", [
    ...optionsChecks<DuplicatesOptions>(options, { wasm: true, threshold: true, signal: true, onProgress: true }),
  ]);
  const { threshold = STANDS_IN_SHARE } = options;
  if (!(threshold >= STANDS_IN_SHARE && threshold <= 1)) throw thresholdOutOfRange();
  const kernels = await loadKernels(options.wasm);
  const snapshot = await openSnapshot(kernels, await storageAt(where));
  try {
    if (snapshot.manifest.text === "none") throw withoutText("The comparison of documents");
    return await duplicatesOf(kernels, snapshot, threshold, options);
  } finally {
    await closeSegments(snapshot.segments);
  }
}

function thresholdOutOfRange(): SpoliaError {
  return new SpoliaError("invalid_request", `The threshold is a number from ${STANDS_IN_SHARE} to 1.`, {
    hint: "Texts that agree in a smaller share of their words are not near duplicates.",
    fields: [{ pointer: "/threshold", detail: `must be a number from ${STANDS_IN_SHARE} to 1` }],
  });
}

async function duplicatesOf(
  kernels: Kernels,
  { manifest, manifestBytes, segments }: Snapshot,
  threshold: number,
  { signal, onProgress }: DuplicatesOptions,
): Promise<CorpusDuplicates> {
  const total = sum(manifest.segments, ({ text }) => text?.bytes ?? 0);
  let done = 0;
  const { texts, signatures } = await sketchTexts(kernels, segments, (bytes) => {
    throwIfAborted(signal);
    done += bytes;
    onProgress?.({ stage: "sketch", done, total, unit: "bytes" });
  });
  const bands = duplicateBandsFor(threshold);
  const long = Uint32Array.from(texts.keys()).filter((text) => texts[text]!.words >= PASSAGE_WORDS_MIN);
  const buckets = bucketsOf(kernels, signatures, long, bands);
  const comparer = new Comparer(kernels, texts, threshold, signal);
  const onText = (done: number) => {
    throwIfAborted(signal);
    onProgress?.({ stage: "compare", done, total: texts.length, unit: "texts" });
  };
  const input = { texts, signatures, buckets, bands, onText };
  const found = await clustersOf({ ...input, measureAgainst: (text, work) => comparer.against(text, work) });
  const described = await describeClusters(texts, found.clusters, signal);
  const { name, dataset, revision, documents } = infoOf(manifest, manifestBytes);
  return {
    corpus: { name, dataset, revision },
    threshold,
    documents,
    texts: texts.length,
    short_texts: texts.length - long.length,
    clustered_documents: sum(described.clusters, ({ documents }) => documents),
    surplus_documents: sum(described.clusters, ({ documents }) => documents - 1),
    clusters: described.clusters,
    missed: missedAt(bands),
    method: { engine: ENGINE_VERSION, fold: FOLD_VERSION, parameters: parametersOf(bands, found) },
    completeness: completenessOf(texts, found, comparer, described.isListBounded),
  };
}

function missedAt(bands: DuplicateBands): CorpusDuplicates["missed"] {
  return REPORTED_SHARES.map((agreeing_share) => {
    const jaccard = jaccardOfAgreement(agreeing_share);
    return { jaccard: rounded(jaccard), agreeing_share, probability: rounded(missedShare(jaccard, bands)) };
  });
}

function parametersOf(
  { rows, bands, estimateMin }: DuplicateBands,
  { compared }: Clusters,
): Record<string, number | string> {
  return {
    measure: "share of words that agree, the lesser of both sides",
    shingle_words: SIGNATURE_SHINGLE_WORDS,
    minhash_values: SIGNATURE_PLACES,
    bands,
    rows,
    estimated_jaccard_min: rounded(estimateMin),
    pairs_compared: compared,
  };
}

function completenessOf(
  texts: readonly DistinctText[],
  { bounded }: Clusters,
  comparer: Comparer,
  isListBounded: boolean,
): Completeness {
  const stage = (name: string, reason: string | null): Stage =>
    reason === null ? { name, status: "done" } : { name, status: "bounded", reason };
  const stages = [
    stage(
      "candidates",
      bounded === 0
        ? null
        : `${bounded} of ${counted(texts.length, "text")} ${plural(bounded, "shares", "share")} wording with so many that not all were looked at.`,
    ),
    stage("comparison", comparer.shortfall),
    stage("listing", isListBounded ? "More documents are in clusters than are listed; all are counted." : null),
  ];
  return { complete: stages.every(({ status }) => status === "done"), stages };
}
