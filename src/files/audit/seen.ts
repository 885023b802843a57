/**
 * What one document shares with items, and the judgement of it. The two are apart, since a document may be looked at on
 * one machine and judged on another, where it is known what the documents before it have shown of the items' frames.
 */
import type { AuditFinding, AuditPassage } from "../../base/contract/operations/audit.ts";
import type { FrameInstance } from "../../core/uncounted/frames/slots.ts";
import type { ReadItem } from "./items.ts";
import { type Agreed, type ItemFinding, judged } from "./match/align.ts";
import { editsOf } from "./tally.ts";

/** What a document shares with an item that is aligned, whichever words are the item's own. */
export interface SeenItem {
  item: number;
  /** All places together. */
  agreed: Agreed;
  /** Each place by itself. */
  places: readonly Agreed[];
  /** What is told of it, and where the document has other words: worked out only where it is asked for. */
  detail: () => { passages: AuditPassage[]; instances: readonly FrameInstance[] };
}

/** The runs of a short item. */
export interface SeenRuns {
  item: number;
  occurrences: number;
  passages: AuditPassage[];
}

export interface SeenDocument {
  /** What names the document in a finding. */
  named: Pick<AuditFinding, "document" | "title" | "corpus">;
  /** The text as it stands, and without its escapes, where it has any. */
  looks: SeenItem[][];
  runs: SeenRuns[];
}

/** A document that was seen, as JSON. */
export interface SeenLine extends Omit<SeenDocument, "looks"> {
  looks: (Omit<SeenItem, "detail"> & { passages: AuditPassage[]; instances: InstanceLine[] })[][];
}
type InstanceLine = Omit<FrameInstance, "slots"> & { slots: { start: number; end: number; filling: number[] }[] };

/** Judges what was seen by what is known of the items now. */
export function judgeSeen(items: readonly ReadItem[], { named, looks, runs }: SeenDocument): ItemFinding[] {
  const [first = [], second] = looks.map((seen) => seen.flatMap((one) => judgedItem(items[one.item]!, one, named)));
  const found = [...first, ...runs.map((one) => runOf(one, named))];
  return second === undefined ? found : better(found, second);
}

function judgedItem(read: ReadItem, seen: SeenItem, named: SeenDocument["named"]): ItemFinding[] {
  const { item, agreed } = seen;
  const judgement = judged(read, agreed);
  if (judgement === null) return [];
  const places = seen.places.filter((place) => judged(read, place)?.holds);
  const { passages, instances } = seen.detail();
  const [occurrences, edits] = [Math.max(1, places.length), editsOf(passages)];
  const finding = { ...named, ...judgement, occurrences, edits, passages };
  return [{ item, finding, agreed, places: places.length > 1 ? places : [], instances }];
}

function runOf({ item, occurrences, passages }: SeenRuns, named: SeenDocument["named"]): ItemFinding {
  const finding = { ...named, holds: true, share: 1, occurrences, edits: 0, passages };
  return { item, finding, agreed: null, places: [], instances: [] };
}

/** Of two looks at a document the finding with the larger share of each item. */
function better(first: readonly ItemFinding[], second: readonly ItemFinding[]): ItemFinding[] {
  const best = new Map(first.map((one) => [one.item, one]));
  for (const one of second) {
    const known = best.get(one.item);
    if (known === undefined || one.finding.share > known.finding.share) best.set(one.item, one);
  }
  return [...best.values()];
}

/** @returns `null` where a document shares nothing */
export function lineOfSeen({ named, looks, runs }: SeenDocument): SeenLine | null {
  if (runs.length === 0 && looks.every((seen) => seen.length === 0)) return null;
  const written = ({ detail, ...rest }: SeenItem) => {
    const { passages, instances } = detail();
    const slotted = instances.map(({ agreeing, slots }) => ({
      agreeing,
      slots: slots.map(({ start, end, filling }) => ({ start, end, filling: [...filling] })),
    }));
    return { ...rest, passages, instances: slotted };
  };
  return { named, looks: looks.map((seen) => seen.map(written)), runs };
}

export function seenOfLine({ named, looks, runs }: SeenLine): SeenDocument {
  const read = ({ passages, instances, ...rest }: SeenLine["looks"][number][number]): SeenItem => ({
    ...rest,
    detail: () => ({
      passages,
      instances: instances.map(({ agreeing, slots }) => ({
        agreeing,
        slots: slots.map(({ filling, ...range }) => ({ ...range, filling: new Set(filling) })),
      })),
    }),
  });
  return { named, looks: looks.map((seen) => seen.map(read)), runs };
}
