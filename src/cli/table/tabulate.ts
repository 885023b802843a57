/**
 * Answers about many texts with a table: a row a text, in the order of the texts, whatever thread ends first. At most a
 * window of texts is in memory.
 */

import { availableParallelism } from "node:os";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { contentDigest } from "../../base/bytes/digest.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { ContentMetadata, ContentType } from "../../base/contract/common.ts";
import type { RequestOf } from "../../base/contract/operations.ts";
import { type ErrorCode, isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import type { Catalogue } from "../../catalogue/index.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import type { FoundContent, SkippedInput } from "../../files/index.ts";
import {
  type Cell,
  cellsOf,
  outcomeColumn,
  type RowError,
  type RowText,
  type TableOperation,
  type TableResults,
  tableColumns,
} from "../../report/layout/table.ts";
import { type EngineInputs, type ReadingFlags, readText, withEngine } from "../inputs/inputs.ts";
import type { Context } from "../terminal/run.ts";
import { SkippedInputs } from "../terminal/skipped.ts";
import { type ThreadedEngine, threadedEngine } from "../threads/engines.ts";

/** Where rows go, in order. */
export interface TableSink {
  /** Whether an earlier run has written the row of this digest. */
  has(inputDigest: string): boolean;
  /** Takes over such a row. @returns its outcome */
  takeOver(inputDigest: string): string;
  /** `outcome` is the row's word, such as the verdict; empty where there is an error. */
  add(cells: readonly Cell[], outcome: string): void;
}

export interface TableJob<Name extends TableOperation> {
  readonly operation: Name;
  readonly paths: readonly string[];
  readonly inputs: EngineInputs & ReadingFlags;
  /** Called once before the first text: everything of a request but the text. @throws if an option is invalid */
  prepare(catalogue: Catalogue): (text: TableText) => RequestOf<Name>;
}

/** What a request takes from its text. */
export interface TableText {
  readonly content: string;
  readonly content_type: ContentType;
  /** When it was published and its language, where a line of JSON Lines says so. */
  readonly metadata: ContentMetadata;
}

/** What a table says in total. */
export interface Tabulated {
  /** Number of texts by outcome, such as the verdict. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Number of texts that were read and have no result, by the code of the error. */
  readonly errors: ReadonlyMap<string, number>;
  readonly skipped: SkippedInputs;
  /** Rows that an earlier run had. */
  readonly reused: number;
  /** The error that there is no text at all, where all inputs are unread; else `null`. */
  readonly withoutText: SpoliaError | null;
}

/** Texts that are worked on at once for each thread, so that none waits while a long text is read. */
const TEXTS_PER_THREAD = 16;
/** UTF-16 length of the first texts, which take as long as threads take to start: they are answered without. */
const FIRST_UNITS = 256 * 1024;
/** UTF-16 length of the texts that are worked on at once; a longer text is alone. */
const WINDOW_UNITS_MAX = 32 * 1024 * 1024;

/** Errors that concern one text: it gets a row that says so. Others end the run. */
const OF_ONE_TEXT: ReadonlySet<ErrorCode> = new Set(["content_too_large", "document_invalid", "too_deep", "internal"]);

/** Writes the rows to `sink` as they become known. */
export async function tabulate<Name extends TableOperation>(
  job: TableJob<Name>,
  sink: TableSink,
  context: Context,
): Promise<Tabulated> {
  const { corpus, ledger, calibration, depth } = job.inputs;
  const inputs: EngineInputs = { corpus, ledger, calibration, depth };
  return withEngine(inputs, async (engine, catalogue) => {
    const requestOf = job.prepare(catalogue);
    const threads = threadedEngine(engine, inputs, { count: availableParallelism() });
    try {
      const basis = await basisOf(job, engine, catalogue, context);
      return await new Tabulation(job, engine, threads, basis, requestOf, sink, context).run();
    } finally {
      await threads.close();
    }
  });
}

/** What every row of a run follows from. */
async function basisOf<Name extends TableOperation>(
  { operation, inputs: { calibration, depth } }: TableJob<Name>,
  engine: OpenEngine,
  catalogue: Catalogue,
  { terminal }: Context,
): Promise<object> {
  const calibrated = typeof calibration === "string" ? await sha256(await readText(calibration, terminal)) : null;
  const corpora = engine.corpora.map(({ name, dataset, revision }) => [name, dataset, revision]);
  const columns = tableColumns(operation);
  return {
    engine: ENGINE_VERSION,
    columns,
    corpora,
    catalogue: catalogue.revision,
    calibrated,
    depth: depth ?? "full",
  };
}

/** A row in the making. */
interface UnfinishedRow {
  readonly units: number;
  readonly row: Promise<Finished>;
}

/** A row, or the digest of a row that the sink has already. */
type Finished = { readonly known: string } | { readonly cells: readonly Cell[]; readonly outcome: string };

class Tabulation<Name extends TableOperation> {
  readonly #job: TableJob<Name>;
  readonly #engine: OpenEngine;
  readonly #threads: ThreadedEngine;
  readonly #basis: object;
  readonly #requestOf: (text: TableText) => RequestOf<Name>;
  readonly #sink: TableSink;
  readonly #context: Context;
  readonly #outcomeAt: number;
  readonly #pending: UnfinishedRow[] = [];
  #pendingUnits = 0;
  #askedUnits = 0;
  readonly #outcomes = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #skipped = new SkippedInputs();
  readonly #unread: Cell[][] = [];
  #texts = 0;
  #reused = 0;

  constructor(
    job: TableJob<Name>,
    engine: OpenEngine,
    threads: ThreadedEngine,
    basis: object,
    requestOf: (text: TableText) => RequestOf<Name>,
    sink: TableSink,
    context: Context,
  ) {
    this.#job = job;
    this.#engine = engine;
    this.#threads = threads;
    this.#basis = basis;
    this.#requestOf = requestOf;
    this.#sink = sink;
    this.#context = context;
    this.#outcomeAt = tableColumns(job.operation).indexOf(outcomeColumn(job.operation));
  }

  async run(): Promise<Tabulated> {
    try {
      const withoutText = await this.#readAll();
      while (this.#pending.length > 0) await this.#writeFirst();
      for (const cells of this.#unread) this.#sink.add(cells, "");
      if (withoutText !== null && this.#unread.length === 0) throw withoutText;
      const [outcomes, errors, skipped, reused] = [this.#outcomes, this.#errors, this.#skipped, this.#reused];
      return { outcomes, errors, skipped, reused, withoutText };
    } catch (error) {
      // Rows that are still computed are awaited, so that their errors are heard by nobody else.
      await Promise.allSettled(this.#pending.map(({ row }) => row));
      throw error;
    }
  }

  /** @returns the error that there was no text at all */
  async #readAll(): Promise<SpoliaError | null> {
    const { readContents } = await import("../../files/index.ts");
    const { paths, inputs } = this.#job;
    const { signal, host } = this.#context;
    const { strict, encoding, textField } = inputs;
    const onSkip = (skipped: SkippedInput) => this.#skip(skipped);
    try {
      for await (const found of readContents(paths, {
        strict,
        encoding,
        textField,
        signal,
        onSkip,
        onProgress: host.onProgress,
      })) {
        await this.#begin(found);
      }
    } catch (error) {
      if (isSpoliaError(error) && error.code === "no_documents") return error;
      throw error;
    }
    return null;
  }

  #skip(skipped: SkippedInput): void {
    this.#skipped.add(skipped);
    if (skipped.note) return;
    const { name, line, code, reason } = skipped;
    const text: RowText = { id: name, file: name, line: line ?? null, ...UNKNOWN };
    this.#unread.push(cellsOf(this.#job.operation, text, { error: { code, message: reason } }));
  }

  async #begin(found: FoundContent): Promise<void> {
    const units = found.content.length;
    const most = TEXTS_PER_THREAD * this.#threads.load.threads;
    while (this.#pending.length >= most || (this.#pendingUnits > 0 && this.#pendingUnits + units > WINDOW_UNITS_MAX))
      await this.#writeFirst();
    const row = this.#row(found);
    // Its error is thrown when it is its turn.
    row.catch(() => {});
    this.#pending.push({ units, row });
    this.#pendingUnits += units;
  }

  async #writeFirst(): Promise<void> {
    const { units, row } = this.#pending[0]!;
    const finished = await row;
    throwIfAborted(this.#context.signal);
    this.#pending.shift();
    this.#pendingUnits -= units;
    if ("known" in finished) {
      this.#reused += 1;
      count(this.#outcomes, this.#sink.takeOver(finished.known));
    } else {
      this.#sink.add(finished.cells, finished.outcome);
      if (finished.outcome !== "") count(this.#outcomes, finished.outcome);
    }
    this.#texts += 1;
    this.#context.progress.show({ stage: this.#job.operation, done: this.#texts, total: null, unit: "texts" });
  }

  async #row(found: FoundContent): Promise<Finished> {
    const { id, file, line, title, content, content_type } = found;
    const work_hash = await contentDigest(content);
    const request = this.#requestOf({ content, content_type, metadata: metadataOf(found) });
    const text = { id, file, line: line ?? null, title: title ?? null, work_hash };
    const { operation } = this.#job;
    const input = [this.#basis, operation, { ...request, content: work_hash }, text];
    const input_digest = await sha256(canonicalJson(JSON.parse(JSON.stringify(input))));
    if (this.#sink.has(input_digest)) return { known: input_digest };
    const outcome = await this.#answer(request, found);
    const cells = cellsOf(operation, { ...text, input_digest }, outcome);
    if ("error" in outcome) count(this.#errors, outcome.error.code);
    return { cells, outcome: "error" in outcome ? "" : String(cells[this.#outcomeAt]) };
  }

  async #answer(
    request: RequestOf<Name>,
    { id, content: { length: units } }: FoundContent,
  ): Promise<{ result: TableResults[Name] } | { error: RowError }> {
    const { signal } = this.#context;
    this.#askedUnits += units;
    const engine = this.#askedUnits <= FIRST_UNITS ? this.#engine : this.#threads;
    const method = engine[this.#job.operation] as unknown as (
      request: RequestOf<Name>,
      host: { signal: AbortSignal },
    ) => Promise<TableResults[Name]>;
    for (let isAgain = false; ; isAgain = true) {
      try {
        return { result: await method(request, { signal }) };
      } catch (error) {
        throwIfAborted(signal);
        if (!isSpoliaError(error) || !OF_ONE_TEXT.has(error.code)) throw error;
        // A thread that dies of one text takes others with it: each is asked for once more.
        if (error.code === "internal" && !isAgain) continue;
        if (this.#job.inputs.strict !== true) return { error: { code: error.code, message: error.message } };
        throw new SpoliaError(error.code, `${id}: ${error.message}`, { hint: STRICT_HINT, cause: error });
      }
    }
  }
}

const UNKNOWN = { title: null, work_hash: null, input_digest: null };
const STRICT_HINT = "Leave out --strict: the text then gets a row that says so.";

/**
 * What a line of JSON Lines says of its text. Words that a request may not have are left out: the caller did not write
 * them. A whole file is taken as the command takes it alone.
 */
function metadataOf({ line, year, lang }: FoundContent): ContentMetadata {
  const metadata: ContentMetadata = {};
  if (line === undefined) return metadata;
  if (year !== undefined && year >= 1000 && year <= 9999) metadata.published = String(year);
  if (lang !== undefined && /^[A-Za-z]{2}(-[A-Za-z0-9]{2,8})*$/.test(lang)) metadata.language = lang;
  return metadata;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
