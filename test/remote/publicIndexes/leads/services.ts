/**
 * The dataset viewer of Hugging Face, and Common Crawl's index with its archives, as their documentation describes them:
 * https://huggingface.co/docs/dataset-viewer (search, rows, splits), https://commoncrawl.org/cdxj-index, pywb's CDX server and
 * ISO 28500. Written without a look at what asks them. Notes every request, and makes the faults that a test wants.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** What is done instead of answering. */
export type Fault = { status: number; body?: string; headers?: Record<string, string> } | "silence" | "hang up";

type Answer = { status: number; headers?: Record<string, string>; body: string | Uint8Array };

export class LocalService {
  /** Path and query of every request, and its headers. */
  readonly received: { url: string; headers: IncomingMessage["headers"] }[] = [];
  readonly #server: Server;

  private constructor(
    answer: (url: URL, headers: IncomingMessage["headers"]) => Answer,
    fault: (number: number) => Fault | undefined,
  ) {
    this.#server = createServer((request, response) => {
      const number = this.received.length;
      this.received.push({ url: request.url!, headers: request.headers });
      send(response, fault(number) ?? answer(new URL(request.url!, "http://service"), request.headers));
    });
  }

  static async start(
    answer: (url: URL, headers: IncomingMessage["headers"]) => Answer,
    fault: (number: number) => Fault | undefined = () => undefined,
  ): Promise<LocalService> {
    const service = new LocalService(answer, fault);
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function send(response: ServerResponse, answer: Answer | Fault): void {
  if (answer === "silence") return;
  if (answer === "hang up") {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers ?? {});
  response.end(answer.body ?? "");
}

const json = (status: number, value: unknown): Answer => {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
};

export interface ViewedSplit {
  config: string;
  split: string;
  rows: Record<string, unknown>[];
  /** Whether only a part of it is indexed. */
  partial?: boolean;
  /** Characters of a cell that a search shows. */
  cellCharacters?: number;
}

/** The viewer of one dataset. A search ranks rows by how many of its words they have. */
export function datasetViewer(dataset: string, splits: readonly ViewedSplit[]) {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return ({ pathname, searchParams }: URL): Answer => {
    const asked = (name: string) => searchParams.get(name);
    if (asked("dataset") !== dataset) return json(404, { error: "The dataset does not exist, or is not accessible." });
    if (pathname === "/splits") {
      const list = splits.map(({ config, split }) => ({ dataset, config, split }));
      return json(200, { splits: list, pending: [], failed: [] });
    }
    const split = splits.find((one) => one.config === asked("config") && one.split === asked("split"));
    if (split === undefined) return json(404, { error: "Not found." });
    const [offset, length] = [Number(asked("offset") ?? 0), Number(asked("length") ?? 100)];
    if (!(length <= 100)) return json(422, { error: "Parameter 'length' must not be greater than 100" });
    const numbered = split.rows.map((row, row_idx) => ({ row_idx, row }));
    const head = { features: [], num_rows_per_page: 100, partial: split.partial ?? false };
    if (pathname === "/rows") {
      const rows = numbered.slice(offset, offset + length).map((one) => ({ ...one, truncated_cells: [] }));
      return json(200, { ...head, rows, num_rows_total: numbered.length });
    }
    if (pathname !== "/search") return json(404, { error: "Not Found" });
    if (!asked("query")) return json(422, { error: "Parameter 'query' is required" });
    const words = wordsOf(asked("query")!);
    const scored = numbered
      .map((one) => ({ ...one, score: [...wordsOf(JSON.stringify(one.row))].filter((word) => words.has(word)).length }))
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score);
    const rows = scored
      .slice(offset, offset + length)
      .map(({ row_idx, row }) => cut({ row_idx, row }, split.cellCharacters));
    return json(200, { ...head, rows, num_rows_total: scored.length });
  };
}

function cut({ row_idx, row }: { row_idx: number; row: Record<string, unknown> }, most = Number.POSITIVE_INFINITY) {
  const long = Object.entries(row).filter(([, cell]) => typeof cell === "string" && cell.length > most);
  const shown = Object.fromEntries(long.map(([name, cell]) => [name, (cell as string).slice(0, most)]));
  return { row_idx, row: { ...row, ...shown }, truncated_cells: long.map(([name]) => name) };
}

/** Both services at one address, each with a little in it. */
export function leadServices(dataset = "someone/pages", texts: readonly string[] = ["A row with words of no text."]) {
  const rows = texts.map((text) => ({ text }));
  const viewer = datasetViewer(dataset, [{ config: "default", split: "train", rows }]);
  const crawl = "CC-MAIN-2025-05";
  const html = "<html><body><p>An essay about the weather.</p></body></html>";
  const pages = [{ crawl, url: "https://example.org/essay", timestamp: "20250120101010", html }];
  const crawls = commonCrawl(pages, [crawl], "");
  return (url: URL, headers: IncomingMessage["headers"]): Answer =>
    /^\/(?:splits|search|rows)$/.test(url.pathname) ? viewer(url) : crawls(url, headers);
}

export interface CapturedPage {
  crawl: string;
  url: string;
  timestamp: string;
  html: string;
  status?: string;
}

/** The index of Common Crawl, and at `/data` its archives: one file a crawl, of records that are packed each by itself. */
export function commonCrawl(pages: readonly CapturedPage[], crawls: readonly string[], archives = "/data") {
  const files = new Map<string, Buffer>();
  const captures = pages.map((page) => {
    const filename = `crawl-data/${page.crawl}/segments/1/warc/${page.crawl}-00000.warc.gz`;
    const before = files.get(filename) ?? Buffer.alloc(0);
    const { packed, digest } = recordOf(page);
    files.set(filename, Buffer.concat([before, packed]));
    const { url, timestamp, status = "200" } = page;
    const fields = { urlkey: url, timestamp, url, mime: "text/html", "mime-detected": "text/html", status, digest };
    return { crawl: page.crawl, ...fields, length: `${packed.length}`, offset: `${before.length}`, filename };
  });
  return ({ pathname, searchParams }: URL, headers: IncomingMessage["headers"]): Answer => {
    if (pathname === "/collinfo.json")
      return json(
        200,
        crawls.map((id) => ({ id, name: id, timegate: "", "cdx-api": `https://index.example/${id}-index` })),
      );
    const file = pathname.startsWith(`${archives}/crawl-data/`) ? pathname.slice(archives.length + 1) : null;
    if (file !== null) return rangeOf(files.get(file), headers.range);
    const crawl = /^\/(.+)-index$/.exec(pathname)?.[1];
    if (!crawls.includes(crawl ?? "")) return { status: 404, body: "<html>404 Not Found</html>" };
    const url = searchParams.get("url") ?? "";
    const isAsked = (one: string) =>
      url.endsWith("*") ? bare(one).startsWith(bare(url.slice(0, -1))) : bare(one) === bare(url);
    const found = captures
      .filter((one) => one.crawl === crawl && isAsked(one.url))
      .slice(0, Number(searchParams.get("limit") ?? 15_000));
    if (found.length === 0) return json(404, { message: `No Captures found for: ${url}` });
    return {
      status: 200,
      headers: { "content-type": "text/x-ndjson" },
      body: found.map(({ crawl: _, ...one }) => `${JSON.stringify(one)}\n`).join(""),
    };
  };
}

/** The index compares addresses without their scheme, www and the slash at their end. */
const bare = (url: string): string =>
  url
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");

function recordOf({ url, html, timestamp }: CapturedPage) {
  const digest = base32(createHash("sha1").update(html).digest());
  const payload = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
  const date = timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  const head = [
    ...[
      "WARC/1.0",
      "WARC-Type: response",
      `WARC-Date: ${date}`,
      "WARC-Record-ID: <urn:uuid:0e4a0a0e-0000-4000-8000-000000000000>",
    ],
    ...[
      `Content-Length: ${payload.length}`,
      "Content-Type: application/http; msgtype=response",
      `WARC-Target-URI: ${url}`,
    ],
    `WARC-Payload-Digest: sha1:${digest}`,
  ].join("\r\n");
  return {
    packed: gzipSync(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), payload, Buffer.from("\r\n\r\n")])),
    digest,
  };
}

function base32(bytes: Uint8Array): string {
  let [bits, text] = ["", ""];
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  for (let at = 0; at < bits.length; at += 5)
    text += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(bits.slice(at, at + 5), 2)];
  return text;
}

function rangeOf(file: Buffer | undefined, range: string | undefined): Answer {
  if (file === undefined) return { status: 404, body: "" };
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (start === undefined) return { status: 200, body: file };
  const body = file.subarray(Number(start), Number(end) + 1);
  return { status: 206, headers: { "content-range": `bytes ${start}-${end}/${file.length}` }, body };
}
