/** Removes from a corpus every document that shares text with works, searches again, and certifies it. */

import { checkArguments, isIterable, isPositive, optionsChecks } from "../../base/arguments.ts";
import { contentDigest } from "../../base/bytes/digest.ts";
import type { AuditFinding, AuditItem, AuditResult } from "../../base/contract/operations/audit.ts";
import type { CorpusInfo, Progress } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import { JUDGED_WORDS_MIN, PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { checkStorage } from "../../corpus/build/options.ts";
import { deleteDocuments, purgeCorpus } from "../../corpus/change/change.ts";
import { openStorage } from "../../corpus/search/corpus.ts";
import type { WritableStorage } from "../../corpus/storage/storage.ts";
import { auditCorpora } from "../../files/audit/audit.ts";
import {
  CERTIFICATE_FORMAT,
  type CorpusState,
  type OverlappingDocument,
  type PrivateJwk,
  sealed,
  type TakedownCertificate,
  type TakedownStatement,
} from "./certificate.ts";
import { fileHash } from "./files.ts";

export interface TakeDownOptions extends KernelOptions {
  /** Time that the certificate states, in ISO 8601, UTC. */
  createdAt: string;
  /** Documents that share at least so many words with a work are removed, and those that hold it. Default 50. */
  wordsMin?: number | undefined;
  /** An Ed25519 key with its private part that signs the certificate, as JSON Web Key. */
  key?: PrivateJwk | undefined;
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Documents of one round; identical documents of a corpus are found one after the other. */
const FINDINGS_MAX = 10_000;

/**
 * Removes the documents of a corpus that share text with works, and their text from its files. Readers of the corpus
 * have to open it again.
 *
 * @throws invalid_request; the errors of audits, of deletions and of `purgeCorpus`. Until the certificate is returned a
 *   call can be repeated; it then certifies what it removed itself
 * @since 0.2.0
 */
export async function takeDown(
  storage: WritableStorage,
  works: Iterable<AuditItem>,
  options: TakeDownOptions,
): Promise<TakedownCertificate> {
  checkStorage("takeDown", storage);
  checkArguments("takeDown", [
    ["/works", isIterable(works), "an array or another iterable of works"],
    ...optionsChecks<TakeDownOptions>(options, {
      wasm: true,
      createdAt: true,
      wordsMin: true,
      key: true,
      signal: true,
      onProgress: true,
    }),
    ["/options/createdAt", isTime(options?.createdAt), "a time in ISO 8601, UTC"],
    ["/options/wordsMin", isWords(options?.wordsMin), "absent, or a whole number from 12 on"],
  ]);
  const given = [...works];
  const { wordsMin = JUDGED_WORDS_MIN, key, wasm, signal, onProgress } = options;
  const changing = { wasm, signal, onProgress };
  const removed = new Map<string, OverlappingDocument>();
  let round = await searched(storage, given, options);
  const before = round.state;
  for (; ; round = await searched(storage, given, options)) {
    const found = overlapping(round.result, wordsMin);
    if (found.size === 0) break;
    for (const [id, document] of found) removed.set(id, document);
    await deleteDocuments(storage, [...found.keys()], changing);
    await purgeCorpus(storage, changing);
  }
  const { documents, words } = round.result.summary;
  const statement: TakedownStatement = {
    format: CERTIFICATE_FORMAT,
    engine: ENGINE_VERSION,
    created_at: options.createdAt,
    works: await Promise.all(
      round.result.items.map(async ({ id, words: ofWork }, i) => {
        return { work: id, sha256: await contentDigest(given[i]!.text), words: ofWork };
      }),
    ),
    overlapping_words_min: wordsMin,
    before,
    removed: [...removed.values()],
    after: round.state,
    searched_again: { documents, words, overlapping_documents: 0 },
    files: await filesOf(storage),
  };
  return sealed(statement, key);
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
}

const isWords = (value: unknown): boolean =>
  value === undefined || (isPositive(value) && Number.isInteger(value) && value >= PASSAGE_WORDS_MIN);

/** Every document of the corpus past the works. */
async function searched(
  storage: WritableStorage,
  works: readonly AuditItem[],
  { wasm, signal, onProgress }: TakeDownOptions,
): Promise<{ state: CorpusState; result: AuditResult }> {
  const corpus = await openStorage(await loadKernels(wasm), storage);
  try {
    const result = await auditCorpora(works, [corpus], {
      way: "streamed",
      findings: FINDINGS_MAX,
      wasm,
      signal,
      onProgress,
    });
    const short = result.items.findIndex(({ judged_by }) => judged_by !== "passages");
    checkArguments("takeDown", [[`/works/${short}/text`, short < 0, `of at least ${PASSAGE_WORDS_MIN} words`]]);
    if (!result.completeness.complete) throw incomplete();
    return { state: stateOf(corpus.info), result };
  } finally {
    await corpus.close();
  }
}

function incomplete(): SpoliaError {
  return new SpoliaError("content_too_large", "A text repeats itself so often that not all of it could be compared.", {
    hint: "Give the works in parts, so that each of them can be compared in full.",
  });
}

const stateOf = ({ name, dataset, revision, documents, words }: CorpusInfo): CorpusState => {
  return { name, dataset, revision, documents, words };
};

function overlapping({ items }: AuditResult, wordsMin: number): Map<string, OverlappingDocument> {
  const found = new Map<string, OverlappingDocument>();
  for (const { id, findings } of items) {
    for (const finding of findings) {
      const agreeing_words = agreeingWords(finding);
      if (!finding.holds && agreeing_words < wordsMin) continue;
      const { document, title, share, edits } = finding;
      const known = found.get(document) ?? { document, ...(title === undefined ? {} : { title }), works: [] };
      known.works.push({ work: id, share, agreeing_words, edits });
      found.set(document, known);
    }
  }
  return found;
}

const agreeingWords = ({ passages }: AuditFinding): number => sum(passages, ({ agreeing_words }) => agreeing_words);

async function filesOf(storage: WritableStorage): Promise<TakedownStatement["files"]> {
  const files: TakedownStatement["files"] = [];
  for (const name of await storage.list()) files.push({ name, ...(await fileHash(storage, name)) });
  return files;
}
