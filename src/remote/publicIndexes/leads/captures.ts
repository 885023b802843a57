/**
 * Captures of a web address by Common Crawl: its index says which crawl took the page when, and a range of an archive
 * is that one record. A capture shows that the address was taken, and not that any dataset or model used it.
 */

import { checkArguments, isTexts } from "../../../base/arguments.ts";
import type { Completeness, Stage } from "../../../base/contract/common.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { URL_CHARACTERS_MAX } from "../../../base/limits.ts";
import { withoutEndSlashes } from "../../../base/slashes.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../../core/kernels/load.ts";
import { type ShingleIndex, usingIndex } from "../../../core/passages/shingleIndex.ts";
import { isAddress } from "../names.ts";
import { type Capture, readCaptures, readCrawls } from "./capturesRead.ts";
import { readRecord } from "./capturesRecord.ts";
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
import { readForLeads, type SharedText, sharedWith } from "./shared.ts";

export interface CapturesOptions extends LeadOptions, KernelOptions {
  /** Crawls to look in: `CC-MAIN-2025-05`. Default: the newest four. */
  crawls?: string[] | undefined;
  /** Captures of a crawl that are listed, 1 to 1,000; default 20. */
  captures?: number | undefined;
  /** Records that are read, 0 to 100; default 0. Those of pages, the newest first. */
  records?: number | undefined;
  /** A text that the records are compared with. It is not sent. */
  content?: string | undefined;
  /** Address of the archives. Default: that of Common Crawl. */
  dataAddress?: string | undefined;
}

/** A capture, with its record where that was read. */
export interface FoundCapture extends Capture {
  crawl: string;
  /** The record; `null` where none was read. */
  record: {
    /** When it was taken, and the hash of its content, as the record says. */
    date: string | null;
    digest: string | null;
    /** Characters of its text. */
    characters: number;
    /** What it shares with the given text; `null` where none was given. */
    shared: SharedText | null;
  } | null;
  /** Why its record was not read; `null` where it was, or was not asked for. */
  not_read: string | null;
}

/** Captures of an address. A lead: no match, and no sign of use. */
export interface CapturesFound extends SentForLeads {
  kind: "captures";
  url: string;
  /** The newest first. */
  found: FoundCapture[];
  completeness: Completeness;
}

const ADDRESS = "https://index.commoncrawl.org";
const DATA_ADDRESS = "https://data.commoncrawl.org";
/** What the service asks for. */
const REQUESTS_PER_SECOND = 1;
const CRAWLS = 4;
const CAPTURES = 20;
const LINES_BYTES_MAX = 16 * 1024 * 1024;
/** Common Crawl cuts pages at 1 MiB, before 2025 and at 5 MiB since. */
const RECORD_BYTES_MAX = 64 * 1024 * 1024;
const CRAWL = /^CC-MAIN-\d{4}-\d{2}(?:-\d{2})?$|^CC-MAIN-\d{4}$/;
const NOT_FOUND = 404;

/**
 * Looks for captures of an address, and reads their records if asked to. Sends the address.
 *
 * @param url of a page, or the beginning of addresses with `*` at its end
 * @throws invalid_request, aborted
 */
export async function findCaptures(url: string, options: CapturesOptions = {}): Promise<CapturesFound> {
  check("findCaptures", url, options);
  return new CaptureSearch(url, options).run();
}

/** What `findCaptures` would send; nothing is sent. @throws invalid_request */
export function planCaptures(url: string, options: CapturesOptions = {}): PlannedLeads {
  check("planCaptures", url, options);
  return new CaptureSearch(url, options).plan();
}

function check(name: string, url: string, options: CapturesOptions): void {
  checkArguments(name, [
    ["/url", typeof url === "string" && isWebAddress(url), "the address of a page, such as https://example.org/page"],
    ...leadChecks<CapturesOptions>(options, {
      wasm: true,
      crawls: true,
      captures: true,
      records: true,
      content: true,
      dataAddress: true,
    }),
  ]);
  const { crawls, captures, records, content, dataAddress } = options;
  checkArguments(name, [
    [
      "/options/crawls",
      crawls === undefined || (isTexts(crawls) && crawls.length > 0 && crawls.every(isCrawl)),
      "names of crawls, such as CC-MAIN-2025-05",
    ],
    ["/options/content", content === undefined || typeof content === "string", "a text"],
    [
      "/options/dataAddress",
      dataAddress === undefined || isAddress(dataAddress),
      "an http or https address without a user and a query",
    ],
    within("captures", captures, 1, 1_000),
    within("records", records, 0, 100),
  ]);
}

export const isCrawl = (name: string): boolean => CRAWL.test(name);

/** With or without its scheme, as the index takes it. */
export function isWebAddress(url: string): boolean {
  const whole = /^https?:\/\//.test(url) ? url : `http://${url}`;
  if (url === "" || url.length > URL_CHARACTERS_MAX || /\s/.test(url) || !URL.canParse(whole)) return false;
  const { hostname, username, password } = new URL(whole);
  return hostname.includes(".") && `${username}${password}` === "";
}

class CaptureSearch {
  readonly #url: string;
  readonly #options: CapturesOptions;
  readonly #getter: Getter;
  readonly #stages: Stage[] = [];

  constructor(url: string, options: CapturesOptions) {
    this.#url = url;
    this.#options = options;
    this.#getter = new Getter(options, options.address === undefined ? REQUESTS_PER_SECOND : Number.POSITIVE_INFINITY);
  }

  plan(): PlannedLeads {
    const { crawls, records = 0, requests = LEAD_REQUESTS_MAX } = this.#options;
    const sent =
      crawls === undefined
        ? [this.#listUrl, this.#indexUrl("CC-MAIN-*")]
        : crawls.map((crawl) => this.#indexUrl(crawl));
    const addresses = [this.#address, ...(records > 0 ? [this.#dataAddress] : [])].map(
      (address) => new URL(address).origin,
    );
    return { addresses: [...new Set(addresses)].sort(), sent, requests_max: requests };
  }

  async run(): Promise<CapturesFound> {
    const found: FoundCapture[] = [];
    for (const crawl of await this.#crawls()) found.push(...(await this.#capturesOf(crawl)));
    found.sort((x, y) => (x.timestamp < y.timestamp ? 1 : x.timestamp > y.timestamp ? -1 : x.offset - y.offset));
    await this.#readRecords(found);
    const completeness = completenessOf(this.#stages);
    return { kind: "captures", url: this.#url, found, ...this.#getter.used, completeness };
  }

  async #crawls(): Promise<string[]> {
    const { crawls } = this.#options;
    if (crawls !== undefined) return crawls;
    const got = await this.#getter.get(this.#listUrl, { bytesMax: LINES_BYTES_MAX });
    const all = "detail" in got ? got : readCrawls(got.bytes);
    if ("detail" in all) {
      this.#stages.push(failed("crawls", all.detail));
      return [];
    }
    if (all.length > CRAWLS) {
      const reason = `The newest ${CRAWLS} of ${all.length} crawls were looked in; name others.`;
      this.#stages.push({ name: "crawls", status: "bounded", reason });
    }
    return all.slice(0, CRAWLS);
  }

  async #capturesOf(crawl: string): Promise<FoundCapture[]> {
    const name = `captures:${crawl}`;
    const got = await this.#getter.get(this.#indexUrl(crawl), { bytesMax: LINES_BYTES_MAX, alsoStatus: [NOT_FOUND] });
    const read = "detail" in got ? got : got.status === NOT_FOUND ? readAbsence(got.bytes) : readCaptures(got.bytes);
    if ("detail" in read) {
      this.#stages.push(failed(name, read.detail));
      return [];
    }
    const { captures = CAPTURES } = this.#options;
    const isMore = read.length > captures;
    this.#stages.push(
      isMore
        ? { name, status: "bounded", reason: `${captures} captures are listed; there are more.` }
        : { name, status: "done" },
    );
    return read.slice(0, captures).map((one) => ({ ...one, crawl, record: null, not_read: null }));
  }

  async #readRecords(found: readonly FoundCapture[]): Promise<void> {
    const { records = 0, content } = this.#options;
    if (records === 0) return;
    const kernels = await loadKernels(this.#options.wasm);
    const wanted = found.filter(({ status }) => status === "200").slice(0, records);
    if (content === undefined) await this.#readEach(kernels, wanted, null);
    else await usingIndex(kernels, readForLeads(kernels, content), (query) => this.#readEach(kernels, wanted, query));
    const unread = found.filter(({ not_read }) => not_read !== null).length;
    if (unread > 0) this.#stages.push(failed("records", `${unread} of the records were not read`));
  }

  async #readEach(kernels: Kernels, wanted: readonly FoundCapture[], query: ShingleIndex | null): Promise<void> {
    for (const capture of wanted) {
      try {
        const { text, date, digest } = await this.#recordOf(capture);
        const shared = query === null ? null : sharedWith(kernels, query, text);
        capture.record = { date, digest, characters: text.length, shared };
      } catch (error) {
        if (!(error instanceof SpoliaError) || error.code !== "document_invalid") throw error;
        capture.not_read = error.message;
      }
    }
  }

  /** @throws document_invalid where there is none, or another one */
  async #recordOf({ filename, offset, length, url, digest }: FoundCapture) {
    const no = (message: string) => new SpoliaError("document_invalid", message);
    if (length > RECORD_BYTES_MAX) throw no(`The record is over ${RECORD_BYTES_MAX} bytes.`);
    const address = `${withoutEndSlashes(this.#dataAddress)}/${filename}`;
    const got = await this.#getter.get(address, { range: [offset, offset + length], bytesMax: length });
    if ("detail" in got) throw no(`${got.detail}.`);
    const record = await readRecord(got.bytes, filename);
    // A file that was replaced has another record there.
    if (record.url !== url) throw no("The record at this place is of another address.");
    if (digest !== null && record.digest !== null && record.digest !== digest)
      throw no("The record at this place has other content than the index says.");
    return record;
  }

  get #listUrl(): string {
    return `${this.#address}/collinfo.json`;
  }

  /** One more than is listed, to know whether there are more. */
  #indexUrl(crawl: string): string {
    const { captures = CAPTURES } = this.#options;
    const search = new URLSearchParams({ url: this.#url, output: "json", limit: String(captures + 1) });
    return `${this.#address}/${crawl}-index?${search}`;
  }

  get #address(): string {
    return withoutEndSlashes(this.#options.address ?? ADDRESS);
  }

  get #dataAddress(): string {
    return this.#options.dataAddress ?? DATA_ADDRESS;
  }
}

/** The index says in JSON that it has no capture; other pages that are not there say nothing of captures. */
function readAbsence(bytes: Uint8Array): [] | { detail: string } {
  const text = new TextDecoder().decode(bytes);
  return /no captures found/i.test(text) ? [] : { detail: "The index does not know this crawl" };
}
