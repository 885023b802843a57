/** What a thread sees of the documents that it reads, so that whoever judges them in their order needs no text. */
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import {
  type DeduplicatorOptions,
  KeysAhead,
  openStreamDeduplicator,
  packKeys,
} from "../../core/sketch/deduplicator.ts";
import type { Items } from "../../files/audit/items.ts";
import { SeenAhead } from "../../files/audit/watch.ts";
import type { FoundInput } from "../../files/documents/folders/inputParts.ts";

/** What is looked for, given to threads as they start. */
export type DocumentLook =
  | { of: "items"; items: Items; keepsText: boolean }
  | { of: "duplicates"; options: DeduplicatorOptions };

/** A document with what a thread has seen in it. */
export interface LookedDocument extends CorpusDocument {
  ahead?: SeenAhead | KeysAhead | undefined;
}

/** Items as they are now: an audit goes on to strike words from them. */
export function lookForItems({ given, distinct }: Items, keepsText: boolean): DocumentLook {
  const items = { given, distinct: distinct.map((item) => ({ ...item, own: item.own.slice() })) };
  return { of: "items", items, keepsText };
}

/** Looks at a document. */
type Looking = (document: CorpusDocument) => NonNullable<LookedDocument["ahead"]>;

export async function openLook(look: DocumentLook): Promise<Looking> {
  if (look.of === "items") return (await import("../../files/audit/parts.ts")).openAuditAhead(look.items);
  const keys = await openStreamDeduplicator(look.options);
  return (document) => packKeys(keys.keysOf(document));
}

/** What a thread has found in a part, with what it sees in the documents. */
export function looked(found: readonly FoundInput[], see: Looking, keepsText: boolean): FoundInput[] {
  return found.map((one) => {
    if (!("item" in one) || "reason" in one.item) return one;
    const item: LookedDocument = { ...one.item, ahead: see(one.item), ...(!keepsText && { text: "" }) };
    const { content: _, ...rest } = one;
    return { ...rest, item };
  });
}

/** The same in the thread that has asked: classes are lost on the way. */
export function restored(found: readonly FoundInput[]): FoundInput[] {
  return found.map((one) => {
    if (!("item" in one) || "reason" in one.item) return one;
    const item: LookedDocument = one.item;
    if (item.ahead === undefined) return one;
    const ahead = "seen" in item.ahead ? new SeenAhead(item.ahead) : new KeysAhead(item.ahead);
    const again: LookedDocument = { ...item, ahead };
    return { ...one, item: again };
  });
}
