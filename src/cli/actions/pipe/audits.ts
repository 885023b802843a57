/** Steps of an audit whose documents come in parts: their sizes, what each part sees, the join, and the cut. */
import { isRecord } from "../../../base/arguments.ts";
import type { Span } from "../../../base/contract/common.ts";
import type { AuditItem } from "../../../base/contract/operations/audit.ts";
import type { PartEnd, ShownFrames } from "../../../files/audit/parts.ts";
import type { SeenLine } from "../../../files/audit/seen.ts";
import { type CleanFlags, cutOfHeld } from "../cleaning.ts";
import { documentOf, isPlace, isSpanOf, type PipeStep, readAs, refused } from "./step.ts";

interface AuditSettings {
  items: AuditItem[];
  ignore?: string[];
  findings?: number;
  before?: { documents: number; words: number } | null;
  frames?: ShownFrames;
  /** What is taken out; without it the result is asked for. */
  cut?: CleanFlags["cut"];
}

const parts = () => import("../../../files/audit/parts.ts");

function settled(settings: unknown): AuditSettings {
  const { frames, before, ...rest } = settings as AuditSettings;
  const isFrames =
    frames == null ||
    (Array.isArray(frames) && frames.every((one) => isRecord(one) && isPlace(one.item) && isPlaces(one.words)));
  if (!isFrames)
    throw refused("`frames` needs a list of objects with `item` and `words`, as `audit join` has said them");
  if (before != null && !(isRecord(before) && isPlace(before.documents) && isPlace(before.words)))
    throw refused("`before` needs `documents` and `words`, both numbers");
  return { ...rest, ...(frames != null && { frames }), ...(before != null && { before }) };
}

const isPlaces = (value: unknown) => Array.isArray(value) && value.every(isPlace);
const FRAMES_OF_OTHERS = "`frames` name items that are not among `items`";

/** Checks the items. @returns whether parts have to know what is before them */
export const checkItems: PipeStep = async (settings) => {
  const { items, ...options } = settled(settings);
  const { openAuditJoin } = await parts();
  const join = await readAs(FRAMES_OF_OTHERS, () => openAuditJoin(items, options));
  return { has_short: join.hasShort };
};

export const sizes: PipeStep = async (_, records) => {
  const size = await (await parts()).openAuditSizes();
  for await (const record of records) size.look(documentOf(record));
  return size.end();
};

/** Answers with the documents that share something, each by the place of its record. */
export const see: PipeStep = async (settings, records, write) => {
  const { items, ...options } = settled(settings);
  const { openAuditPart } = await parts();
  const part = await readAs(FRAMES_OF_OTHERS, () => openAuditPart(items, options));
  let row = 0;
  for await (const record of records) {
    const seen = part.look(documentOf(record));
    if (seen !== null) write({ row, seen });
    row += 1;
  }
  return { row, part: part.end() };
};

/** Answers with the items, or with what is taken out of documents. */
export const join: PipeStep = async (settings, records, write) => {
  const { items, cut, ...options } = settled(settings);
  const { openAuditJoin } = await parts();
  const audit = await readAs(FRAMES_OF_OTHERS, () => openAuditJoin(items, options));
  for await (const { seen, part } of records as AsyncIterable<{ seen?: SeenLine; part?: PartEnd }>) {
    if (part !== undefined) {
      if (!isEnd(part)) throw refused("A `part` is none that `audit see` has said at its end");
      await readAs("A `part` is none that `audit see` has said at its end", () => audit.end(part));
    } else if (seen === undefined) throw refused("A record needs `seen` or `part`");
    else {
      const taken = await readAs("A `seen` is none that `audit see` has written for these items", () => {
        const found = audit.look(seen);
        return cut === undefined ? null : cutOfHeld(found, cut);
      });
      if (taken !== null) write({ document: seen.named.document, ...taken });
    }
  }
  const { items: audited, ...rest } = audit.finish();
  if (cut === undefined) for (const item of audited) write(item);
  return { ...rest, again: audit.again() };
};

function isEnd(part: unknown): boolean {
  if (!isRecord(part)) return false;
  return isPlace(part["documents"]) && isPlace(part["words"]) && typeof part["isBounded"] === "boolean";
}

/** Answers with the text that is left of each document, `null` where it goes as a whole. */
export const cut: PipeStep = async (_, records, write) => {
  const { cutOf } = await import("../../../files/cleaning/cuts.ts");
  const { without } = await import("../../../files/cleaning/fieldsToCut.ts");
  for await (const { text, spans } of records as AsyncIterable<{ text: string; spans: Span[] | "document" }>) {
    const isText = typeof text === "string";
    const isSpans = spans === "document" || (Array.isArray(spans) && spans.every((one) => isSpanOf(one, text?.length)));
    if (!isText || !isSpans)
      throw refused('A record needs `text`, and `spans`: ranges of it with `start` and `end`, or "document"');
    const taken = cutOf(text, spans);
    write(taken === "document" ? { text: null, taken: null } : { text: without(text, taken), taken });
  }
  return {};
};
