/** Merges several corpora into one. */
import { checkArguments } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { PlatformUrl } from "../../base/platform.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { asWriter, clearAway, refuseExisting } from "../build/commit.ts";
import { type BuildOptions, checkOptions } from "../build/options.ts";
import { provenanceOfMerge } from "../build/provenance.ts";
import { unreadTogether } from "../build/unread.ts";
import { noDocuments } from "../build/write.ts";
import { MANIFEST_NAME, type Manifest, manifestOf } from "../format/manifest.ts";
import { type Corpus, openStorage, storageAt } from "../search/corpus.ts";
import { closeSegments, openSnapshot, type Snapshot } from "../search/open.ts";
import { idPlaces } from "../search/places.ts";
import { carriedTogether, packTexts } from "../segment/carried.ts";
import type { Storage } from "../storage/storage.ts";
import { mergeInto } from "./change.ts";

/**
 * Merges several corpora into one, which gives the same results as one built from all their documents in this order.
 *
 * @param sources places of corpora of one profile
 * @throws incompatible_fingerprints where their profiles differ; document_invalid where two documents have the same id;
 *   the errors of `buildCorpus` and `openCorpus`
 */
export async function mergeCorpora(
  sources: readonly (string | PlatformUrl | Storage)[],
  options: BuildOptions,
): Promise<Corpus> {
  checkArguments("mergeCorpora", [["/sources", Array.isArray(sources), "an array of places of corpora"]]);
  checkOptions("mergeCorpora", options);
  if (options.storage === undefined) throw new SpoliaError("invalid_request", "The merged corpus needs a storage.");
  const { storage } = options;
  const kernels = await loadKernels(options.wasm);
  const opened: Snapshot[] = [];
  await refuseExisting(storage);
  try {
    for (const source of sources) opened.push(await openSnapshot(kernels, await storageAt(source)));
    checkAlike(opened, options);
    await checkDistinctIds(opened);
    await asWriter(storage, async () => {
      await refuseExisting(storage);
      await clearAway(storage, null);
      try {
        await mergeInto(
          kernels,
          storage,
          await recordOfMerge(
            opened.map(({ manifest }) => manifest),
            options,
          ),
          opened.flatMap(({ segments }) => segments),
          [],
          options,
        );
      } catch (error) {
        await storage.remove(MANIFEST_NAME).catch(() => {});
        await clearAway(storage, null);
        throw error;
      }
    });
  } finally {
    for (const { segments } of opened) await closeSegments(segments);
  }
  return openStorage(kernels, storage);
}

/** What a corpus that is merged from others records of them, before it has segments. */
export async function recordOfMerge(all: readonly Manifest[], options: BuildOptions): Promise<Manifest> {
  const { name, dataset } = options;
  const { profile, revision } = all[0]!;
  const manifests = onePerSource(all);
  const unread = unreadTogether(manifests.map((manifest) => manifest.unread));
  const provenance = await provenanceOfMerge(manifests, options);
  const own = packTexts(await loadKernels(options.wasm), options.ignore ?? []);
  const ignore = carriedTogether([own, ...all.map((manifest) => manifest.ignore)]);
  const nothing = { generation: 0, name, dataset, revision, profile, segments: [], superseded: [] };
  const carried = { ...(ignore && { ignore }) };
  const recorded = { ...nothing, ...(unread && { unread }), ...(provenance && { provenance }), ...carried };
  return manifestOf(options.text !== false ? recorded : { ...recorded, text: "none" });
}

/** Shards of one build read the same files, each for its own documents: these are recorded once. */
function onePerSource(all: readonly Manifest[]): Manifest[] {
  const digestOf = ({ provenance }: Manifest) => provenance?.sources?.digest;
  return all.filter(
    (one, i) => digestOf(one) === undefined || all.findIndex((other) => digestOf(other) === digestOf(one)) === i,
  );
}

export function checkAlike(opened: readonly Snapshot[], { text = true }: BuildOptions): void {
  if (opened.length === 0) throw noDocuments();
  if (text && opened.some(({ manifest }) => manifest.text === "none")) {
    throw new SpoliaError(
      "corpus_without_text",
      "One of the corpora has no text, which the merged corpus would need.",
      {
        hint: "Merge into a corpus without text (--no-text, option `text: false`), or search them side by side.",
      },
    );
  }
  if (opened.every(({ profile }) => profile === opened[0]!.profile)) return;
  throw new SpoliaError("incompatible_fingerprints", "These corpora were made with different profiles.", {
    hint: "Only corpora of one profile can be merged; build the others again, or search them side by side.",
  });
}

async function checkDistinctIds(opened: readonly Snapshot[]): Promise<void> {
  const places = await idPlaces(opened.flatMap(({ segments }) => segments));
  for (const same of places.values()) {
    const ids = new Set<string>();
    for (const { open, document } of same.length < 2 ? [] : same) {
      if (open.deletions.documents.has(document)) continue;
      const { id } = await open.segment.record(document);
      if (ids.has(id)) {
        throw new SpoliaError("document_invalid", `Two of the corpora have a document “${id}”.`, {
          hint: "Ids are unique within a corpus: delete one of the two, or build with other ids.",
        });
      }
      ids.add(id);
    }
  }
}
