/**
 * Rows of a dataset on Hugging Face that its viewer finds for words of a text, compared with the text word by word. The
 * viewer ranks rows by words and not by phrases, and may have indexed a part only: what it does not find may be there.
 */

import { checkArguments, isName } from "../../../base/arguments.ts";
import type { Completeness, Stage } from "../../../base/contract/common.ts";
import { withoutEndSlashes } from "../../../base/slashes.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../../core/kernels/load.ts";
import { type ShingleIndex, usingIndex } from "../../../core/passages/shingleIndex.ts";
import { bytesOf } from "../../../core/text/text.ts";
import { Unusable } from "../../../models/connectors/protocols/protocol.ts";
import { objectAt } from "../../../models/connectors/protocols/wire.ts";
import { Getter } from "./getter.ts";
import {
  completenessOf,
  failed,
  LEAD_REQUESTS_MAX,
  type LeadOptions,
  leadChecks,
  type PlannedLeads,
  type SentForLeads,
  within,
} from "./lead.ts";
import { type FoundRows, readFoundRows, readSplits, type Split } from "./rowsRead.ts";
import { readForLeads, type SharedText, sharedWith } from "./shared.ts";

export interface RowsOptions extends LeadOptions, KernelOptions {
  /** The subset and split to search. Default: all of them, at most eight. */
  config?: string | undefined;
  split?: string | undefined;
  /** Parts of the text that are asked for, of twelve words each, 1 to 50; default 4. */
  queries?: number | undefined;
  /** Rows that are read for each, 1 to 100; default 10. */
  rows?: number | undefined;
  /** A token of Hugging Face, for datasets that need one. It is sent to the service and kept nowhere. */
  token?: string | undefined;
}

/** A cell of a row that shares a passage with the text. */
export interface FoundRow extends SharedText {
  config: string;
  split: string;
  /** Number of the row, from 0. */
  row: number;
  /** Name of the column; of a cell with parts, the way to the part: `messages/0/content`. */
  column: string;
  /** Whether the viewer shows the cell in part only. */
  is_cut: boolean;
}

/** Rows of a dataset that share passages with a text. A lead: no match, and in no verdict. */
export interface RowsFound extends SentForLeads {
  kind: "rows";
  dataset: string;
  /** Those with most shared words first. */
  found: FoundRow[];
  completeness: Completeness;
}

const ADDRESS = "https://datasets-server.huggingface.co";
const REQUESTS_PER_SECOND = 2;
const QUERY_WORDS = 12;
const QUERIES = 4;
const ROWS = 10;
const SPLITS_MAX = 8;
/** A page of 100 rows with long cells. */
const ROWS_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Asks the viewer of a dataset for parts of a text, and compares the rows that it shows. Sends these parts.
 *
 * @param dataset its name on Hugging Face: `allenai/c4`
 * @throws invalid_request, aborted
 */
export async function findRows(content: string, dataset: string, options: RowsOptions = {}): Promise<RowsFound> {
  check("findRows", content, dataset, options);
  return new RowSearch(await loadKernels(options.wasm), content, dataset, options).run();
}

/** What `findRows` would send; nothing is sent. @throws invalid_request */
export async function planRows(content: string, dataset: string, options: RowsOptions = {}): Promise<PlannedLeads> {
  check("planRows", content, dataset, options);
  return new RowSearch(await loadKernels(options.wasm), content, dataset, options).plan();
}

export const isDatasetName = (name: string): boolean => /^[\w.-]+(?:\/[\w.-]+)?$/.test(name);

function check(name: string, content: string, dataset: string, options: RowsOptions): void {
  checkArguments(name, [
    ["/content", isName(content), "a text"],
    ["/dataset", isName(dataset) && isDatasetName(dataset), "the name of a dataset: allenai/c4"],
    ...leadChecks<RowsOptions>(options, {
      wasm: true,
      config: true,
      split: true,
      queries: true,
      rows: true,
      token: true,
    }),
  ]);
  const { config, split, token, queries, rows } = options;
  const isGiven = (value: unknown) => value === undefined || isName(value);
  checkArguments(name, [
    ["/options/config", isGiven(config), "a name"],
    ["/options/split", isGiven(split), "a name"],
    ["/options/token", isGiven(token), "a token"],
    within("queries", queries, 1, 50),
    within("rows", rows, 1, 100),
  ]);
}

class RowSearch {
  readonly #kernels: Kernels;
  readonly #query: ShingleIndex;
  readonly #dataset: string;
  readonly #options: RowsOptions;
  readonly #getter: Getter;
  readonly #found = new Map<string, FoundRow>();

  constructor(kernels: Kernels, content: string, dataset: string, options: RowsOptions) {
    this.#kernels = kernels;
    this.#query = readForLeads(kernels, content);
    this.#dataset = dataset;
    this.#options = options;
    this.#getter = new Getter(options, options.address === undefined ? REQUESTS_PER_SECOND : Number.POSITIVE_INFINITY);
  }

  plan(): PlannedLeads {
    const { config, split, requests = LEAD_REQUESTS_MAX } = this.#options;
    const isKnown = config !== undefined && split !== undefined;
    const splits: Split[] = isKnown ? [{ config, split }] : [{ config: config ?? "*", split: split ?? "*" }];
    const sent = splits.flatMap((one) => this.#queries().map((query) => this.#searchUrl(one, query)));
    const before = isKnown ? [] : [this.#url("splits", {})];
    return { addresses: [new URL(this.#address).origin], sent: [...before, ...sent], requests_max: requests };
  }

  async run(): Promise<RowsFound> {
    const stages: Stage[] = [];
    await usingIndex(this.#kernels, this.#query, async () => {
      for (const split of await this.#splits(stages)) await this.#search(split, stages);
    });
    const found = [...this.#found.values()].sort((x, y) => y.words - x.words || x.row - y.row);
    const completeness = completenessOf(stages);
    return { kind: "rows", dataset: this.#dataset, found, ...this.#getter.used, completeness };
  }

  async #splits(stages: Stage[]): Promise<Split[]> {
    const { config, split } = this.#options;
    if (config !== undefined && split !== undefined) return [{ config, split }];
    const all = await this.#get(this.#url("splits", {}), readSplits);
    if ("detail" in all) {
      stages.push(failed("splits", all.detail));
      return [];
    }
    const wanted = all.read.filter(
      (one) => (config ?? one.config) === one.config && (split ?? one.split) === one.split,
    );
    if (wanted.length > SPLITS_MAX)
      stages.push({
        name: "splits",
        status: "bounded",
        reason: `${SPLITS_MAX} of ${wanted.length} splits were searched; name one.`,
      });
    if (wanted.length === 0) stages.push(failed("splits", "The dataset has no split of this name"));
    return wanted.slice(0, SPLITS_MAX);
  }

  async #search(split: Split, stages: Stage[]): Promise<void> {
    const name = `search:${split.config}/${split.split}`;
    let isPartial = false;
    for (const query of this.#queries()) {
      const answer = await this.#get(this.#searchUrl(split, query), readFoundRows);
      if ("detail" in answer) {
        stages.push(failed(name, answer.detail));
        return;
      }
      isPartial ||= answer.read.isPartial;
      await this.#compare(split, answer.read);
    }
    const reason = isPartial ? "The viewer has indexed a part of the split only." : RANKED;
    stages.push({ name, status: "bounded", reason });
  }

  async #compare(split: Split, { rows }: FoundRows): Promise<void> {
    for (const { row, cells, cut } of rows) {
      for (const [column, text] of cells) {
        const key = JSON.stringify([split.config, split.split, row, column]);
        if (this.#found.has(key)) continue;
        const shared = sharedWith(this.#kernels, this.#query, text);
        if (shared.passages.length === 0) continue;
        const isCut = cut.has(column.split("/")[0]!);
        const whole = isCut ? await this.#reread(split, row, column) : null;
        const read = whole === null ? shared : sharedWith(this.#kernels, this.#query, whole);
        this.#found.set(key, { ...split, row, column, ...read, is_cut: isCut && whole === null });
      }
    }
  }

  /** A cell that the search shows in part, from the row itself; `null` where that shows no more. */
  async #reread(split: Split, row: number, column: string): Promise<string | null> {
    const url = this.#url("rows", { ...split, offset: String(row), length: "1" });
    const answer = await this.#get(url, readFoundRows);
    if ("detail" in answer) return null;
    const [read] = answer.read.rows;
    return read === undefined || read.cut.has(column.split("/")[0]!) ? null : (read.cells.get(column) ?? null);
  }

  /** Parts of the text in even distances. */
  #queries(): string[] {
    const { text } = this.#query.shingled;
    const { queries = QUERIES } = this.#options;
    const room = Math.max(0, text.lengthWords - QUERY_WORDS);
    const starts = Array.from({ length: queries }, (_, i) => Math.floor(((i + 0.5) * room) / queries));
    return [...new Set(starts)].map((start) => {
      const bytes = bytesOf(text, { start, end: Math.min(text.lengthWords, start + QUERY_WORDS) });
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replaceAll(/\s+/gu, " ");
    });
  }

  #searchUrl(split: Split, query: string): string {
    const { rows = ROWS } = this.#options;
    return this.#url("search", { ...split, query, offset: "0", length: String(rows) });
  }

  #url(path: string, parameters: object): string {
    const search = new URLSearchParams({ dataset: this.#dataset, ...parameters });
    return `${withoutEndSlashes(this.#address)}/${path}?${search}`;
  }

  get #address(): string {
    return this.#options.address ?? ADDRESS;
  }

  async #get<Read>(url: string, read: (answer: unknown) => Read): Promise<{ read: Read } | { detail: string }> {
    const { token } = this.#options;
    const headers = { accept: "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const got = await this.#getter.get(url, { headers, bytesMax: ROWS_BYTES_MAX });
    if ("detail" in got) return got;
    try {
      return { read: read(objectAt(JSON.parse(new TextDecoder().decode(got.bytes)), "the answer")) };
    } catch (error) {
      if (!(error instanceof Unusable || error instanceof SyntaxError)) throw error;
      return { detail: `The viewer answered in another form: ${error.message}` };
    }
  }
}

const RANKED = "The viewer ranks rows by words: rows with the text may be missing.";
