/**
 * Which documents say in other words what items say?
 *
 *   words of items and documents ─▶ encoded once each ─▶ sums of words rank ─▶ the encoder reads the first twenty
 *                                                          ─▶ margin to the next ones, numbers ─▶ confidence
 */
import type { Span } from "../../../base/contract/common.ts";
import type { AuditRewording } from "../../../base/contract/operations/audit.ts";
import type { RewordedVerdict } from "../../../base/contract/operations/rewording.ts";
import type { Progress } from "../../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import { rounded, sum } from "../../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { kindOf } from "../../../core/vectors/kind.ts";
import type { ReadItem } from "../items.ts";
import type { LookedAt } from "../watch.ts";
import { isLikely, POSSIBLE } from "./calibration.ts";
import { Judge, type JudgedCandidate } from "./judge.ts";
import { type ItemWindow, RewordedRanking } from "./ranking.ts";
import { sentencesOf } from "./sentences.ts";

export interface RewordedItem {
  reworded_verdict: RewordedVerdict;
  rewordings: AuditRewording[];
}

interface RewordedHost {
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export class RewordedSearch {
  readonly #kernels: Kernels;
  readonly #items: readonly ReadItem[];
  readonly #ranking: RewordedRanking;
  readonly #judge: Judge;
  readonly #host: RewordedHost;

  constructor(kernels: Kernels, items: readonly ReadItem[], encoder: Encoder, host: RewordedHost) {
    this.#kernels = kernels;
    this.#items = items;
    this.#host = host;
    this.#ranking = new RewordedRanking(kernels, items, encoder);
    this.#judge = new Judge(encoder, this.#ranking, host.signal);
  }

  /** @param held ids of the items of which the document holds the words */
  async look(document: LookedAt, held: ReadonlySet<string>): Promise<void> {
    const numbers = held.size === 0 ? [] : this.#items.flatMap(({ id }, item) => (held.has(id) ? [item] : []));
    if (this.#ranking.add(document, new Set(numbers))) await this.#rank();
  }

  /** What is found of each item, in their order. @param most places listed for an item */
  async finish(most: number): Promise<RewordedItem[]> {
    await this.#rank();
    const windows = new Map<number, ItemWindow[]>();
    for (const window of this.#ranking.windows) windows.set(window.item, [...(windows.get(window.item) ?? []), window]);
    const items: RewordedItem[] = [];
    for (const item of this.#items.keys()) {
      items.push(await this.#finishItem(windows.get(item) ?? [], most));
      this.#host.onProgress?.({ stage: "reworded", done: items.length, total: this.#items.length, unit: "cases" });
    }
    return items;
  }

  #rank(): Promise<void> {
    return this.#ranking.rank(this.#host.signal, (done, total) =>
      this.#host.onProgress?.({ stage: "encode", done, total, unit: "texts" }),
    );
  }

  async #finishItem(windows: readonly ItemWindow[], most: number): Promise<RewordedItem> {
    if (windows.length === 0) return { reworded_verdict: "not_searched", rewordings: [] };
    const found: { window: ItemWindow; judged: JudgedCandidate }[] = [];
    for (const window of windows)
      for (const judged of await this.#judge.judge(window))
        if (judged.confidence >= POSSIBLE) found.push({ window, judged });
    found.sort((x, y) => y.judged.confidence - x.judged.confidence);
    const rewordings: AuditRewording[] = [];
    for (const { window, judged } of found) {
      if (rewordings.length >= most) break;
      const places = (await this.#described(window, judged)).filter(
        (one) => !rewordings.some((known) => covers(known, one)),
      );
      rewordings.push(...places.slice(0, most - rewordings.length));
    }
    return { reworded_verdict: verdictOf(windows.length, found), rewordings };
  }

  /** A rewording at each of its places. */
  async #described(window: ItemWindow, judged: JudgedCandidate): Promise<AuditRewording[]> {
    const { candidate, part, numbers } = judged;
    const sentences = await sentencesOf(this.#kernels, this.#judge, window, part);
    const described = {
      verdict: isLikely(judged.confidence, judged.features) ? "likely" : "possible",
      kind: await kindOf(window.content, part.content),
      confidence: rounded(judged.confidence, 4),
      cosine: rounded(judged.cosine, 4),
      margin: rounded(judged.margin, 4),
      item_place: window.span,
      item_text: window.content,
      document_text: part.content,
      numbers: { agree: numbers.both, item_only: numbers.onlyA, document_only: numbers.onlyB },
    } as const;
    return candidate.places.map(({ document, start }) => {
      const by = start - candidate.window.span.start;
      const moved = <Place extends Span | null>(place: Place) =>
        place === null ? place : { start: place.start + by, end: place.end + by };
      return {
        ...document,
        ...described,
        document_place: moved(part.span)!,
        sentences: sentences.map((one) => ({ ...one, document: moved(one.document) })),
      };
    });
  }
}

/** An item is likely where one document has half of its windows in other words, as one has half of its words else. */
function verdictOf(windows: number, found: readonly { window: ItemWindow; judged: JudgedCandidate }[]) {
  const likely = new Map<string, Set<ItemWindow>>();
  for (const { window, judged } of found) {
    if (!isLikely(judged.confidence, judged.features)) continue;
    for (const { document } of judged.candidate.places) {
      const key = JSON.stringify([document.corpus, document.document]);
      likely.set(key, (likely.get(key) ?? new Set()).add(window));
    }
  }
  if ([...likely.values()].some(({ size }) => 2 * size >= windows)) return "likely";
  return found.length > 0 ? "possible" : "none_found";
}

/** Windows of a document overlap: what stands in two of them is one place. */
function covers(known: AuditRewording, { document, corpus, document_place, item_place }: AuditRewording): boolean {
  return (
    known.document === document &&
    known.corpus === corpus &&
    isOverlap(known.document_place, document_place) &&
    isOverlap(known.item_place, item_place)
  );
}

const isOverlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** How many items have each verdict. */
export function countVerdicts(
  items: readonly { reworded_verdict: RewordedVerdict }[],
): Record<RewordedVerdict, number> {
  const of = (verdict: RewordedVerdict) => sum(items, (one) => Number(one.reworded_verdict === verdict));
  return {
    likely: of("likely"),
    possible: of("possible"),
    none_found: of("none_found"),
    not_searched: of("not_searched"),
  };
}
