/**
 * Pages that were read and checked stay in memory, up to so many bytes of all corpora of a thread together: those that
 * no search has used for a while make room for others (the clock algorithm: F. J. Corbató, MIT Project MAC report
 * MAC-M-384, 1968).
 */
const PAGE_BYTES_KEPT_MAX = 4 * 1024 * 1024;

interface KeptPage {
  readonly pages: KeptPages;
  readonly page: number;
  readonly view: DataView;
  wasUsed: boolean;
}

/** The pages of one section of a file. */
export type KeptPages = Map<number, KeptPage>;

/** In the order in which the hand of the clock comes to them. */
const ring = new Set<KeptPage>();
let keptBytes = 0;

export function keptPage(pages: KeptPages, page: number): DataView | undefined {
  const kept = pages.get(page);
  if (kept !== undefined) kept.wasUsed = true;
  return kept?.view;
}

/** @param view of memory of its own: what else is in its buffer would stay with it */
export function keepPage(pages: KeptPages, page: number, view: DataView): void {
  // Two searches may have read it at once.
  if (pages.has(page)) return;
  makeRoom(view.byteLength);
  const kept: KeptPage = { pages, page, view, wasUsed: false };
  pages.set(page, kept);
  ring.add(kept);
  keptBytes += view.byteLength;
}

function makeRoom(bytes: number): void {
  for (const kept of ring) {
    if (keptBytes + bytes <= PAGE_BYTES_KEPT_MAX) return;
    ring.delete(kept);
    if (kept.wasUsed) {
      kept.wasUsed = false;
      ring.add(kept);
    } else {
      kept.pages.delete(kept.page);
      keptBytes -= kept.view.byteLength;
    }
  }
}
