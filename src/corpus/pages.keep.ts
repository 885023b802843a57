/**
 * Pages that were read and checked stay in memory, up to `KEPT_MAX` of all corpora of a thread together: those that no
 * search has used for a while make room for others (the clock algorithm: F. J. Corbató, MIT Project MAC report
 * MAC-M-384, 1968).
 */

/** 16 MiB. The keys of six million words of novels take 7. */
const KEPT_MAX = 4_096;

interface KeptPage {
  readonly view: DataView;
  wasUsed: boolean;
}

/** The pages of one section of a file. */
export type KeptPages = Map<number, KeptPage>;

const ring: { pages: KeptPages; page: number; kept: KeptPage }[] = [];
let hand = 0;

export function keptPage(pages: KeptPages, page: number): DataView | undefined {
  const kept = pages.get(page);
  if (kept !== undefined) kept.wasUsed = true;
  return kept?.view;
}

/** @param view of memory of its own: what else is in its buffer would stay with it */
export function keepPage(pages: KeptPages, page: number, view: DataView): void {
  // Two searches may have read it at once.
  if (pages.has(page)) return;
  const kept: KeptPage = { view, wasUsed: false };
  pages.set(page, kept);
  if (ring.length < KEPT_MAX) {
    ring.push({ pages, page, kept });
    return;
  }
  for (; ring[hand]!.kept.wasUsed; hand = (hand + 1) % KEPT_MAX) ring[hand]!.kept.wasUsed = false;
  const { pages: others, page: other } = ring[hand]!;
  others.delete(other);
  ring[hand] = { pages, page, kept };
  hand = (hand + 1) % KEPT_MAX;
}
