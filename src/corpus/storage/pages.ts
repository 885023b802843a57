/**
 * Reads through a cache of pages, for storages where a request costs far more than a page. A read sends at most one
 * request: for the span from its first missing page to its last. Readers of one place wait for pages in transit and
 * share one request.
 */

/** As a page of keys of a corpus. */
export const PAGE_BYTES = 2 * 1024;

/** The result of one request: whole pages, except the last one of a file. */
interface PageSpan {
  firstPage: number;
  bytes: Uint8Array;
}

/** The most recently used pages of many files. The files must not change: a key names one page of one version. */
export class PageCache {
  readonly #bytesMax: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Uint8Array>();
  readonly #coming = new Map<string, Promise<PageSpan>>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Keeps whole pages, from a page on; a copy of each: a view would keep all of them in memory. */
  keepSpan(prefix: string, firstPage: number, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PAGE_BYTES)
      this.#keep(`${prefix}${firstPage + at / PAGE_BYTES}`, bytes.slice(at, at + PAGE_BYTES));
  }

  #keep(key: string, page: Uint8Array): void {
    this.#bytes += page.length - (this.#kept.get(key)?.length ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, page);
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }

  /** Reads bytes of a file, whose pages have keys that begin with `prefix`. `fetchRange` fetches missing bytes. */
  async read(
    prefix: string,
    sizeBytes: number,
    startBytes: number,
    endBytes: number,
    fetchRange: (startBytes: number, endBytes: number) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const firstPage = Math.floor(startBytes / PAGE_BYTES);
    const lastPage = Math.floor((endBytes - 1) / PAGE_BYTES);
    const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, i) => ({
      start: (firstPage + i) * PAGE_BYTES,
      key: `${prefix}${firstPage + i}`,
    }));
    const found: (Uint8Array | Promise<PageSpan> | undefined)[] = pages.map(
      ({ key }) => this.#use(key) ?? this.#coming.get(key),
    );
    const firstMissing = found.indexOf(undefined);
    if (firstMissing >= 0) {
      const lastMissing = found.lastIndexOf(undefined);
      const end = Math.min((firstPage + lastMissing + 1) * PAGE_BYTES, sizeBytes);
      const bytes = fetchRange((firstPage + firstMissing) * PAGE_BYTES, end);
      const span = bytes.then((bytes) => ({ firstPage: firstPage + firstMissing, bytes }));
      const keys = pages.flatMap(({ key }, i) => (found[i] === undefined ? [key] : []));
      for (let i = firstMissing; i <= lastMissing; i++) found[i] ??= span;
      this.#await(prefix, keys, span);
    }
    const parts = await Promise.all(found as (Uint8Array | Promise<PageSpan>)[]);
    const read = new Uint8Array(endBytes - startBytes);
    for (const [i, { start }] of pages.entries()) {
      const part = pageOf(parts[i]!, start / PAGE_BYTES);
      const from = Math.max(startBytes - start, 0);
      read.set(part.subarray(from, Math.min(endBytes - start, PAGE_BYTES)), start + from - startBytes);
    }
    return read;
  }

  #use(key: string): Uint8Array | undefined {
    const page = this.#kept.get(key);
    if (page !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, page);
    }
    return page;
  }

  /** Lets other reads wait for a span, and caches it when it arrives, unless it would displace most of the cache. */
  #await(prefix: string, keys: readonly string[], span: Promise<PageSpan>): void {
    for (const key of keys) this.#coming.set(key, span);
    const forget = () => {
      for (const key of keys) this.#coming.delete(key);
    };
    span.then(({ firstPage, bytes }) => {
      forget();
      if (bytes.length <= this.#bytesMax / 2) this.keepSpan(prefix, firstPage, bytes);
    }, forget);
  }
}

function pageOf(part: Uint8Array | PageSpan, page: number): Uint8Array {
  if (part instanceof Uint8Array) return part;
  const at = (page - part.firstPage) * PAGE_BYTES;
  return part.bytes.subarray(at, at + PAGE_BYTES);
}
