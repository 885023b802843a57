/**
 * Which documents hold these texts? The items are indexed in memory, and documents are streamed past them:
 *
 *   items ─▶ words that are their own ─▶ table of their shingles
 *                                             │
 *   document ─▶ fold ─▶ shingles ─────────────┴─▶ stretches with seeds ─▶ aligned word by word ─▶ findings
 *
 * or each item is searched for in corpora by their index. Either way memory does not grow with the documents.
 */
import {
  checkArguments,
  hasMethods,
  isIterable,
  isPositive,
  isRecord,
  type OptionNames,
  optionsChecks,
} from "../../base/arguments.ts";
import type { Stage } from "../../base/contract/common.ts";
import type { AuditFinding, AuditItem, AuditResult } from "../../base/contract/operations/audit.ts";
import type { CorpusDocument, Progress } from "../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { givenCheck, shinglesOfTexts } from "../../core/uncounted/given.ts";
import { checkedEncoder, identityOf } from "../../core/vectors/checked.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import { readDocumentsOf } from "../../corpus/search/texts.ts";
import { type Items, readItems } from "./items.ts";
import type { ItemFinding } from "./match/align.ts";
import { isShort } from "./match/shortItems.ts";
import { countVerdicts, type RewordedItem, RewordedSearch } from "./reworded/reworded.ts";
import { searchItems } from "./search.ts";
import { AuditTally } from "./tally.ts";
import { type LookedAt, Watch } from "./watch.ts";

export interface AuditOptions extends KernelOptions {
  /** Documents listed for each item, those with the largest shares; all are counted. Default 100, at most 10,000. */
  findings?: number | undefined;
  /** Texts that do not count, such as the frame of the questions: runs of eight of their words are no item's own. */
  ignore?: readonly string[] | undefined;
  signal?: PlatformAbortSignal | undefined;
  /** Reports the documents that were read, or the items that were searched for as `cases`. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface AuditDocumentsOptions extends AuditOptions {
  /**
   * Also finds documents that say in other words what items say, rewritten or translated: with this encoder. Without
   * one, `completeness` says that nobody looked.
   */
  reworded?: { encoder?: Encoder | undefined } | undefined;
}

export interface AuditCorporaOptions extends AuditDocumentsOptions {
  /**
   * `searched`: each item by the index of the corpora. `streamed`: the text of the corpora past all items, which finds
   * more of what was edited, counts every occurrence, and is faster for thousands of items. By default searched, unless
   * an item has fewer than 12 words, which no index finds.
   */
  way?: AuditResult["way"] | undefined;
}

export const AUDIT_OPTIONS: OptionNames<AuditOptions> = {
  wasm: true,
  findings: true,
  ignore: true,
  signal: true,
  onProgress: true,
};
export const FINDINGS_DEFAULT = 100;
const FINDINGS_MAX = 10_000;
const PROGRESS_EVERY = 256;

/**
 * Finds which of the documents hold which of the items.
 *
 * @param documents each is read once, and not kept
 * @throws invalid_request, no_documents where there is no item, content_too_large where the items have over 16 million
 *   words, aborted
 * @since 0.2.0
 */
export async function auditDocuments(
  items: Iterable<AuditItem>,
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: AuditDocumentsOptions = {},
): Promise<AuditResult> {
  checkArguments("auditDocuments", [
    ["/documents", isIterable(documents), "an array or another (async) iterable of documents"],
    ...optionChecks<AuditDocumentsOptions>(options, { ...AUDIT_OPTIONS, reworded: true }),
    rewordedCheck(options),
  ]);
  return auditOf(items, () => documents, options);
}

/**
 * The same of documents that other threads may look at before it is their turn: `LookedAt.ahead`.
 *
 * @param documentsOf called once the items were read, which these threads need too
 * @throws the errors of `auditDocuments`
 */
export async function auditOf(
  items: Iterable<AuditItem>,
  documentsOf: (items: Items) => Iterable<LookedAt> | AsyncIterable<LookedAt>,
  options: AuditDocumentsOptions,
): Promise<AuditResult> {
  const kernels = await loadKernels(options.wasm);
  const read = await readItems(kernels, items, shinglesOfTexts(kernels, options.ignore ?? []));
  return streamed(kernels, read, documentsOf(read), options);
}

async function streamed(
  kernels: Kernels,
  read: Items,
  documents: Iterable<LookedAt> | AsyncIterable<LookedAt>,
  options: AuditDocumentsOptions,
): Promise<AuditResult> {
  const { signal, onProgress } = options;
  const audit = begin(kernels, read, options);
  const search = rewordedSearch(kernels, read, options);
  let seen = 0;
  for await (const document of documents) {
    throwIfAborted(signal);
    const held = idsHeld(audit.look(document));
    await search?.look(document, held);
    seen += 1;
    if (seen % PROGRESS_EVERY === 0) onProgress?.({ stage: "audit", done: seen, total: null, unit: "documents" });
  }
  return withReworded(audit.finish(), read, options, await search?.finish(options.findings ?? FINDINGS_DEFAULT));
}

function rewordedSearch(kernels: Kernels, { distinct }: Items, options: AuditDocumentsOptions) {
  const encoder = options.reworded?.encoder;
  return encoder === undefined ? undefined : new RewordedSearch(kernels, distinct, checkedEncoder(encoder), options);
}

/** Items of which a document holds the words: nobody looks there for other words. */
const idsHeld = (found: ReturnType<OpenAudit["look"]>): ReadonlySet<string> =>
  new Set(found.flatMap(({ item, finding }) => (finding.holds ? [item] : [])));

/** The result with what was found of each distinct item in other words, or why nobody looked. */
function withReworded(
  result: AuditResult,
  { given }: Items,
  { reworded }: AuditDocumentsOptions,
  found: readonly RewordedItem[] | undefined,
): AuditResult {
  if (reworded === undefined) return result;
  const nothing: RewordedItem = { reworded_verdict: "not_searched", rewordings: [] };
  const items = result.items.map((item, i) => ({ ...item, ...(found?.[given[i]!.distinct] ?? nothing) }));
  const stage: Stage =
    found === undefined
      ? { name: "reworded", status: "skipped", reason: NO_ENCODER }
      : { name: "reworded", status: "done" };
  const stages = [...result.completeness.stages, stage];
  const { encoder } = reworded;
  return {
    ...result,
    summary: { ...result.summary, reworded: countVerdicts(items) },
    items,
    ...(encoder === undefined ? {} : { encoder: identityOf(encoder) }),
    completeness: { complete: stages.every(({ status }) => status === "done"), stages },
  };
}

const NO_ENCODER = "There is no encoder, so that nobody looked for what says the same in other words.";

function rewordedCheck(options: AuditDocumentsOptions | undefined) {
  const reworded = options?.reworded;
  const isOptions = reworded === undefined || isRecord(reworded);
  const encoder = isOptions ? reworded?.encoder : undefined;
  const isEncoder = isOptions && (encoder === undefined || hasMethods(encoder, "encode"));
  return [
    "/options/reworded",
    isEncoder,
    "absent, or an object whose `encoder` is one, as httpEncoder gives it",
  ] as const;
}

/** An audit of documents that the caller hands over one by one. */
export interface OpenAudit {
  /** What a document shares with the items, by the id of the item. Short items are judged only at the end. */
  look(document: LookedAt): { item: string; isShort: boolean; finding: AuditFinding }[];
  /** The result over all documents. */
  finish(): AuditResult;
  /**
   * The same audit from the beginning, with the frames that the documents have shown, where `look` said of one of them
   * that it holds an item, and later ones told that it has only a frame; otherwise `null`.
   */
  again(): OpenAudit | null;
}

/**
 * Begins an audit whose documents the caller reads.
 *
 * @throws the errors of `auditDocuments`
 * @since 0.2.0
 */
export async function openAudit(items: Iterable<AuditItem>, options: AuditOptions = {}): Promise<OpenAudit> {
  checkArguments("openAudit", optionChecks(options, AUDIT_OPTIONS));
  const kernels = await loadKernels(options.wasm);
  return begin(kernels, await readItems(kernels, items, shinglesOfTexts(kernels, options.ignore ?? [])), options);
}

function begin(kernels: Kernels, read: Items, options: AuditOptions): OpenAudit {
  const watch = new Watch(kernels, read);
  const tally = new AuditTally(read, options.findings ?? FINDINGS_DEFAULT);
  let documents = 0;
  return {
    look(document) {
      const found = tally.noteDocument(watch.look(document));
      documents += 1;
      return found.map((one) => documentFinding(read, one));
    },
    finish() {
      const looked = { documents, words: watch.words };
      return tally.result(looked, "streamed", [alignmentStage(watch.isBounded)], (item) => watch.short.expected(item));
    },
    again: () => (tally.isRevised ? begin(kernels, read, options) : null),
  };
}

/** What `look` says of a document. */
export function documentFinding({ distinct }: Items, { item, finding }: ItemFinding) {
  return { item: distinct[item]!.id, isShort: isShort(distinct[item]!), finding };
}

/**
 * Finds which documents of the corpora hold which of the items.
 *
 * @throws the errors of `auditDocuments`, and of searches: corpus_corrupt, storage_failed, closed
 * @since 0.2.0
 */
export async function auditCorpora(
  items: Iterable<AuditItem>,
  corpora: readonly Corpus[],
  options: AuditCorporaOptions = {},
): Promise<AuditResult> {
  checkArguments("auditCorpora", [
    [
      "/corpora",
      Array.isArray(corpora) && corpora.length > 0 && corpora.every((one) => hasMethods(one, "search", "refresh")),
      "an array of open corpora, at least one",
    ],
    ...optionChecks<AuditCorporaOptions>(options, { ...AUDIT_OPTIONS, reworded: true, way: true }),
    rewordedCheck(options),
    ["/options/way", [undefined, "searched", "streamed"].includes(options?.way), 'absent, "searched" or "streamed"'],
  ]);
  const kernels = await loadKernels(options.wasm);
  const carried = corpora.flatMap(({ ignore }) => ignore ?? []);
  const read = await readItems(kernels, items, [...shinglesOfTexts(kernels, options.ignore ?? []), ...carried]);
  const hasShort = read.distinct.some(isShort);
  if (options.way === "streamed" || (options.way === undefined && hasShort))
    return streamed(kernels, read, documentsOf(corpora), options);
  const { findings = FINDINGS_DEFAULT, signal, onProgress } = options;
  const tally = new AuditTally(read, findings);
  let [done, isBounded] = [0, false];
  const holding = new Map<string, Set<string>>();
  await searchItems(kernels, corpora, read.distinct, signal, (found: readonly ItemFinding[], bounded) => {
    tally.noteItem(found);
    // All of them, not only those that the result lists.
    if (options.reworded !== undefined) noteHolding(holding, read, found);
    isBounded ||= bounded;
    done += 1;
    onProgress?.({ stage: "audit", done, total: read.distinct.length, unit: "cases" });
  });
  const looked = {
    documents: sum(corpora, ({ info }) => info.documents),
    words: sum(corpora, ({ info }) => info.words),
  };
  const stages = [alignmentStage(isBounded), ...(hasShort ? [SHORT_SKIPPED] : [])];
  return withRewordedOf(
    kernels,
    corpora,
    read,
    options,
    tally.result(looked, "searched", stages, () => null),
    holding,
  );
}

const keyOf = (corpus: string | undefined, document: string): string => JSON.stringify([corpus, document]);

/** Ids of the items that each document holds. */
function noteHolding(holding: Map<string, Set<string>>, { distinct }: Items, found: readonly ItemFinding[]): void {
  for (const { item, finding } of found)
    if (finding.holds) {
      const key = keyOf(finding.corpus, finding.document);
      holding.set(key, (holding.get(key) ?? new Set()).add(distinct[item]!.id));
    }
}

/** Other words have no index: the text of the corpora is read once. */
async function withRewordedOf(
  kernels: Kernels,
  corpora: readonly Corpus[],
  read: Items,
  options: AuditCorporaOptions,
  result: AuditResult,
  holding: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<AuditResult> {
  const search = rewordedSearch(kernels, read, options);
  if (search === undefined) return withReworded(result, read, options, undefined);
  for await (const document of documentsOf(corpora)) {
    throwIfAborted(options.signal);
    await search.look(document, holding.get(keyOf(document.corpus, document.id)) ?? new Set());
  }
  return withReworded(result, read, options, await search.finish(options.findings ?? FINDINGS_DEFAULT));
}

async function* documentsOf(corpora: readonly Corpus[]): AsyncGenerator<LookedAt & CorpusDocument> {
  for (const corpus of corpora)
    for await (const document of readDocumentsOf(corpus)) yield { ...document, corpus: corpus.info.name };
}

export const SHORT_SKIPPED: Stage = {
  name: "short_items",
  status: "skipped",
  reason: "The index of a corpus does not find runs of fewer than 12 words: let the corpus be streamed past them.",
};

export function alignmentStage(isBounded: boolean): Stage {
  if (!isBounded) return { name: "alignment", status: "done" };
  const reason =
    "A budget ended the search for an item, or in a text that repeats itself; there may be more than was found.";
  return { name: "alignment", status: "bounded", reason };
}

/** @param names the names of all options of the function that was called */
export function optionChecks<Options extends AuditOptions>(options: Options, names: OptionNames<Options>) {
  const { findings, ignore } = options ?? {};
  const isNumber =
    findings === undefined || (Number.isInteger(findings) && isPositive(findings) && findings <= FINDINGS_MAX);
  return [
    ...optionsChecks<Options>(options, names),
    givenCheck(ignore),
    ["/options/findings", isNumber, `absent, or a whole number from 1 to ${FINDINGS_MAX}`] as const,
  ];
}
