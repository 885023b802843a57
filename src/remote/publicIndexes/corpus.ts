/** A public index as a corpus: opened by its name, and asked only by requests that name it. */
import { type ArgumentCheck, checkArguments, isRecord, optionsChecks } from "../../base/arguments.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import { didYouMean } from "../../base/closest.ts";
import type { CorpusInfo, Progress } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Fetch, PlatformAbortSignal } from "../../base/platform.ts";
import { counted } from "../../base/plural.ts";
import { wait } from "../../base/queues/within.ts";
import type { SearchIndex } from "../../catalogue/ledger/references.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import { shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { indexShingles, type ShingleIndex, usingIndex } from "../../core/passages/shingleIndex.ts";
import { FOLD_VERSION, readText } from "../../core/text/text.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import { closed } from "../../corpus/search/open.ts";
import type { IndexFindings, SearchResult } from "../../corpus/search/search.ts";
import { createMemoryStorage } from "../../corpus/storage/memory.ts";
import type { Unanswered } from "../../models/connectors/ask.ts";
import { NO_JOURNAL } from "../../models/connectors/asked.ts";
import type { Journal, OpenJournal } from "../../models/connectors/journal.ts";
import { openJournal } from "../../models/connectors/journal.ts";
import { type AskSettings, IndexClient } from "./client.ts";
import { type IndexName, isAddress, parseIndexName, recordOf, type SearchMode } from "./names.ts";
import { AnswerRecord, type IndexAnswers, journalOf, parseAnswers, revisionOfAnswers } from "./record.ts";
import { type FoundInIndex, planFor, probedStrings, searchIndex } from "./search.ts";

export interface PublicCorpusOptions extends KernelOptions {
  /** Address of a service of your own. Default: that of the public service. */
  address?: string | undefined;
  /** The dataset of an index of your own, by its id in the catalogue. Default: what the catalogue says of the index. */
  dataset?: string | undefined;
  /** Words of an index of your own, for the chance of a match. Default: the catalogue's tokens, or 10^13. */
  words?: number | undefined;
  /** `private` sends eight windows of 12 words, and compares the documents around them here. Default `full`. */
  mode?: SearchMode | undefined;
  /** Most requests of one search, repeated ones included; default 1,000. With 0, only kept answers are used. */
  requests?: number | undefined;
  /** Requests a second. Default: 2, and no limit at an address of your own. */
  requestsPerSecond?: number | undefined;
  /** Requests in flight, 1 to 64. Default: 4, and 8 at an address of your own. */
  atOnce?: number | undefined;
  /** Seconds for one request, 1 to 600; default 30. */
  timeoutSeconds?: number | undefined;
  /** Repetitions of a request after a failure that may pass, 0 to 20; default 4. */
  retries?: number | undefined;
  /** Where answers are kept, so that no string is sent twice: `fileJournal(path)` of `spolia/models`. */
  journal?: Journal | undefined;
  /** Recorded answers: the index is not asked, and these are all that is known of it. */
  answers?: unknown;
  /**
   * Called with the answers behind each result, and with their hash, before the result is given: to keep them where
   * results are kept.
   */
  onAnswers?: ((revision: string, answers: IndexAnswers) => void) | undefined;
  fetch?: Fetch | undefined;
  now?: (() => number) | undefined;
  sleep?: AskSettings["sleep"] | undefined;
}

/** What a search would send. */
export interface PlannedRequests {
  /** Where it would be sent. */
  address: string;
  /** `private`: these strings are all that is sent. */
  mode: SearchMode;
  /** Windows of the text, in each spelling: a search sends these at most, since one answer may settle others. */
  strings: string[];
  /** Most requests: where a string is found, further parts of the text around it are sent. */
  requests_max: number;
}

/** A corpus that is searched by asking a service. */
export interface PublicCorpus extends Corpus {
  readonly sendsText: true;
  /** What a search for this text would send; nothing is sent. */
  plan(content: string): PlannedRequests;
  /** The answers behind a result, by the `revision` in its `method`; `null` where this object did not search for it. */
  answers(revision: string): IndexAnswers | null;
}

const ADDRESSES = {
  "infini-gram": "https://api.infini-gram.io/",
  "infini-gram-mini": "https://api.infini-gram-mini.io/",
} as const;
/** As many words as the largest of the known indexes have tokens, and twice as many again. */
const UNKNOWN_WORDS = 1e13;
/** Bytes of a token, of the two indexes of The Pile: 1.308e12 bytes and 3.833e11 tokens. A word has one or more. */
const BYTES_PER_TOKEN = 3.41;
const REQUESTS_MAX = 1_000;
/** Searches of which the answers can be had afterwards. */
const SEARCHES_KEPT = 100;

/**
 * Opens an index of infini-gram or infini-gram mini as a corpus. Opening sends nothing.
 *
 * @param name `infini-gram:NAME` or `infini-gram-mini:NAME`
 * @throws invalid_request; unknown_dataset where neither the catalogue nor `dataset` says what the index holds;
 *   journal_mismatch; report_invalid where `answers` is no record
 */
export async function openPublicCorpus(name: string, options: PublicCorpusOptions = {}): Promise<PublicCorpus> {
  const parsed = parseIndexName(name);
  checkOptions(options);
  const { SHIPPED_RECORDS } = await import("../../catalogue/ledger/shipped.ts");
  const record = recordOf(SHIPPED_RECORDS.indexes, parsed);
  const answers = options.answers === undefined ? null : parseAnswers(options.answers);
  const dataset = answers?.dataset ?? options.dataset ?? record?.dataset;
  if (dataset === undefined) {
    const names = SHIPPED_RECORDS.indexes.map(({ kind, name: index }) => `${kind}:${index}`);
    throw new SpoliaError("unknown_dataset", `The catalogue does not know ${name}${didYouMean(name, names)}.`, {
      hint: "`spolia catalogue datasets --searchable` lists the public ones; of an index of your own, state its dataset (--index-dataset).",
      fields: [{ pointer: "/options/dataset", detail: "must name the dataset of the index" }],
    });
  }
  if (answers !== null && answers.index !== name) {
    throw new SpoliaError("report_invalid", "The recorded answers are of another index.", {
      fields: [{ pointer: "/index", detail: `must be ${name}` }],
    });
  }
  const address = answers?.address ?? options.address ?? ADDRESSES[parsed.kind];
  const journal = answers !== null ? await journalOf(answers) : await journalFrom(options.journal, name, address);
  const revision = answers === null ? NOT_ASKED : await revisionOfAnswers(answers);
  const mode = answers?.mode ?? options.mode ?? "full";
  const kernels = await loadKernels(options.wasm);
  const info = infoOf(parsed, { dataset, record, words: answers?.words ?? options.words, address, revision });
  return new AskedCorpus({
    kernels,
    info,
    journal,
    settings: settingsOf(parsed, address, options),
    record,
    answers,
    mode,
    onAnswers: options.onAnswers,
  });
}

/** The state of an index is known by its answers only. */
const NOT_ASKED = "0".repeat(64);

function checkOptions(options: PublicCorpusOptions): void {
  checkArguments("openPublicCorpus", [
    ...optionsChecks<PublicCorpusOptions>(options, {
      wasm: true,
      address: true,
      dataset: true,
      words: true,
      mode: true,
      requests: true,
      requestsPerSecond: true,
      atOnce: true,
      timeoutSeconds: true,
      retries: true,
      journal: true,
      answers: true,
      onAnswers: true,
      fetch: true,
      now: true,
      sleep: true,
    }),
  ]);
  const { address, dataset, words, mode, requests, requestsPerSecond, atOnce, timeoutSeconds, retries } = options;
  const within = (name: string, value: unknown, least: number, most: number): ArgumentCheck => [
    `/options/${name}`,
    value === undefined || (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most),
    `a whole number from ${least} to ${most}`,
  ];
  checkArguments("openPublicCorpus", [
    [
      "/options/address",
      address === undefined || isAddress(address),
      "an http or https address without a user and a query",
    ],
    ["/options/dataset", dataset === undefined || (typeof dataset === "string" && dataset !== ""), "a name"],
    ["/options/words", words === undefined || (Number.isFinite(words) && words >= 1), "a number of words"],
    ["/options/mode", mode === undefined || mode === "full" || mode === "private", '"full" or "private"'],
    ["/options/journal", options.journal === undefined || isRecord(options.journal), "a journal: fileJournal(path)"],
    ["/options/onAnswers", options.onAnswers === undefined || typeof options.onAnswers === "function", "a function"],
    ["/options/requestsPerSecond", requestsPerSecond === undefined || requestsPerSecond > 0, "a number above 0"],
    within("requests", requests, 0, 1_000_000),
    within("atOnce", atOnce, 1, 64),
    within("timeoutSeconds", timeoutSeconds, 1, 600),
    within("retries", retries, 0, 20),
  ]);
}

async function journalFrom(journal: Journal | undefined, name: string, address: string): Promise<OpenJournal> {
  if (journal === undefined) return { ...NO_JOURNAL, ...kept() };
  return openJournal(journal, await sha256(`${name} ${address}`), name);
}

/** Answers that are held as long as the corpus is open. */
function kept(): OpenJournal {
  const answers = new Map<string, string>();
  return {
    answerTo: (id) => answers.get(id),
    async write({ id, response }, isAnswer) {
      if (isAnswer) answers.set(id, response!.body);
    },
  };
}

function settingsOf(name: IndexName, address: string, options: PublicCorpusOptions): AskSettings {
  const isPublic = address === ADDRESSES[name.kind];
  return {
    name,
    address,
    requestsPerSecond: options.requestsPerSecond ?? (isPublic ? 2 : Number.POSITIVE_INFINITY),
    atOnce: options.atOnce ?? (isPublic ? 4 : 8),
    timeoutMs: 1_000 * (options.timeoutSeconds ?? 30),
    retriesMax: options.retries ?? 4,
    requestsMax: options.answers === undefined ? (options.requests ?? REQUESTS_MAX) : 0,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    now: options.now ?? Date.now,
    sleep: options.sleep ?? wait,
  };
}

interface DescribedIndex {
  dataset: string;
  record: SearchIndex | undefined;
  words: number | undefined;
  address: string;
  revision: string;
}

function infoOf({ kind, index }: IndexName, { dataset, record, words, address, revision }: DescribedIndex): CorpusInfo {
  const bytes = record?.bytes ?? null;
  const known = record?.tokens ?? (bytes === null ? UNKNOWN_WORDS : Math.round(bytes / BYTES_PER_TOKEN));
  return {
    name: `${kind}:${index}`,
    dataset,
    revision,
    fold: FOLD_VERSION,
    profile: { name: PASSAGE.name, shingle_words: PASSAGE.shingleWords, window_shingles: PASSAGE.windowShingles },
    documents: record?.documents ?? 0,
    identical_documents: 0,
    words: Math.round(words ?? known),
    fingerprints: 0,
    text_bytes: bytes ?? 0,
    stored_bytes: 0,
    segments: 0,
    // The text of the documents is read and compared.
    has_text: true,
    unread: null,
    provenance: { declared: { by: `the service at ${address}`, on: null }, sources: null, unrecorded: 0, listings: [] },
  };
}

interface AskedParts {
  kernels: Kernels;
  info: CorpusInfo;
  journal: OpenJournal;
  settings: AskSettings;
  record: SearchIndex | undefined;
  /** What is known of the index, where it is not asked. */
  answers: IndexAnswers | null;
  mode: SearchMode;
  onAnswers: PublicCorpusOptions["onAnswers"];
}

class AskedCorpus implements PublicCorpus {
  readonly sendsText = true;
  readonly lookups = "runs";
  readonly info: CorpusInfo;
  /** An index has no files that could be verified. */
  readonly storage = createMemoryStorage();
  readonly #parts: AskedParts;
  readonly #kept = new Map<string, IndexAnswers>();
  #isOpen = true;

  constructor(parts: AskedParts) {
    this.#parts = parts;
    this.info = parts.info;
  }

  async search(
    query: ShingleIndex,
    signal?: PlatformAbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<SearchResult> {
    if (!this.#isOpen) throw closed(this.info.name);
    const { kernels, settings, journal } = this.#parts;
    const record = new AnswerRecord();
    const client = new IndexClient(settings, journal, record);
    const search = { ...this.#scope, kernels, client, signal, onProgress };
    const found = await usingIndex(kernels, query, () => searchIndex(query, search));
    const { name: index, dataset, words } = this.info;
    const { stage, ended } = this.#stageOf(found);
    const { mode } = this.#parts;
    const answers = record.document({ index, address: settings.address, dataset, words, mode, ended });
    const revision = await revisionOfAnswers(answers);
    this.#keep(revision, answers);
    this.#parts.onAnswers?.(revision, answers);
    const { runs, probes: _, unanswered: __, ...result } = found;
    return {
      ...result,
      index: {
        stage,
        coverage: coverageOf(this.#parts.record, this.info.dataset),
        revision,
        use: { address: settings.address, sent: record.strings(), answers: record.size },
        runs: runs.map(({ words, places, documents, run }) => {
          return { words, places, documents_read: documents, joined: run.isJoined };
        }),
      },
    };
  }

  plan(content: string): PlannedRequests {
    const { kernels, settings } = this.#parts;
    const query = indexShingles(shingle(kernels, readText(kernels, content), PASSAGE));
    const strings = probedStrings(planFor(query, this.#scope), this.#scope.mode);
    return { address: settings.address, mode: this.#scope.mode, strings, requests_max: settings.requestsMax };
  }

  answers(revision: string): IndexAnswers | null {
    return this.#kept.get(revision) ?? null;
  }

  async document(): Promise<null> {
    return null;
  }

  async refresh(): Promise<boolean> {
    return false;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #scope() {
    const { settings, mode } = this.#parts;
    const { kind } = settings.name;
    const { name, words } = this.info;
    return { kind, name, words, atOnce: settings.atOnce, mode } as const;
  }

  #keep(revision: string, answers: IndexAnswers): void {
    this.#kept.delete(revision);
    this.#kept.set(revision, answers);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > SEARCHES_KEPT) this.#kept.delete(oldest!);
  }

  /** The state of the search, and how it ended where that was before its end. */
  #stageOf({ bounded, certainFromWords, unanswered, probes }: FoundInIndex): {
    stage: IndexFindings["stage"];
    ended: IndexAnswers["ended"];
  } {
    const { mode, answers } = this.#parts;
    if (unanswered !== null) {
      const ended = answers?.ended ?? this.#endedBy(unanswered);
      return { stage: ended, ended };
    }
    const of = (status: "bounded" | "done", reason: string) => ({ stage: { status, reason }, ended: null });
    if (mode === "private") {
      const sent = `Of ${counted(probes.all, "window")} of the text, ${probes.asked} were sent`;
      return of("bounded", `${sent}; what stands elsewhere may have been missed.`);
    }
    if (bounded) return of("bounded", "Parts of the text cannot be asked for: no space divides them.");
    const alike = "in the same spelling, case and punctuation, and with spaces between its words";
    return of("done", `Any run of ${certainFromWords} words, ${alike}, was found.`);
  }

  #endedBy({ reason, detail }: Unanswered): NonNullable<IndexAnswers["ended"]> {
    const { settings, answers } = this.#parts;
    const more = "there may be more than was found";
    if (answers !== null)
      return { status: "bounded", reason: `The recorded answers do not answer all requests; ${more}.` };
    if (reason === "budget") {
      const budget = counted(settings.requestsMax, "request");
      return { status: "bounded", reason: `The budget of ${budget} was used up; ${more}. Answers so far are kept.` };
    }
    return { status: "failed", reason: `No answer: ${detail}; ${more}. Check the network and the address.` };
  }
}

/** What the index holds of its dataset, where that is not all of it and nothing else. */
function coverageOf(record: SearchIndex | undefined, dataset: string): string | null {
  if (record === undefined) return `How much of ${dataset} the index holds is not known.`;
  const note = record.note === null ? "" : ` ${record.note}`;
  switch (record.coverage) {
    case "full":
      return null;
    case "superset":
      return `The index holds more than ${dataset}: a match may stand in the rest of it.${note}`;
    default:
      return `The index holds part of ${dataset} (${record.coverage}): what is not found may stand in the rest.${note}`;
  }
}
