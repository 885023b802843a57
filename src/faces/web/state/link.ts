/**
 * The view in the address, behind `#`, which browsers send to nobody: what is searched, the filters, the prior, the
 * chosen passage, and the text where the reader wants it in there.
 */
import * as v from "valibot";
import { fromBase64Url, toBase64Url } from "../../../base/bytes/bytes.ts";
import type { RecordName } from "../../../report/parts/record.ts";
import type { KeptByReader } from "../messages.ts";

const texts = v.array(v.string());
const kept: v.GenericSchema<KeptByReader> = v.object({
  kinds: v.array(v.picklist(["verbatim", "near_verbatim", "reworded", "commonplace"])),
  wordsMin: v.number(),
  rarityBitsMin: v.number(),
  leftOut: texts,
  licencesLeftOut: texts,
  withoutDecided: v.boolean(),
});
/** Anybody can write an address. */
const LINKED_VIEW = v.object({
  view: v.string(),
  own: v.optional(texts, []),
  addresses: v.optional(texts, []),
  prior: v.optional(v.pipe(v.number(), v.gtValue(0), v.ltValue(1))),
  published: v.optional(v.string()),
  kept: v.optional(kept),
  passage: v.optional(v.number()),
  name: v.optional(v.string()),
});
export type LinkedView = v.InferInput<typeof LINKED_VIEW>;

/** Longer addresses are cut by some programs that pass them on. */
const ADDRESS_MAX = 30_000;

/** @param text absent: the link has no text; `null` is returned where the link would be too long */
export async function addressOf(linked: LinkedView, text?: string): Promise<string | null> {
  const parts = new URLSearchParams({ v: JSON.stringify(linked) });
  if (text !== undefined) parts.set("t", toBase64Url(await through(new TextEncoder().encode(text), "deflate")));
  const hash = `#${parts}`;
  return hash.length > ADDRESS_MAX ? null : hash;
}

/** The record that an address names; an id that cannot be decoded stands as it is, and no record has it. */
export function recordFrom(hash: string): RecordName | null {
  const [, kind, id] = /^#(models|datasets)\/(.+)$/.exec(hash) ?? [];
  if (id === undefined) return null;
  try {
    return { kind: kind as RecordName["kind"], id: decodeURIComponent(id) };
  } catch {
    return { kind: kind as RecordName["kind"], id };
  }
}

/** What an address says; `null` where it says nothing, or nothing that this page has written. */
export async function linkedFrom(
  hash: string,
): Promise<{ linked: v.InferOutput<typeof LINKED_VIEW>; text: string | null } | null> {
  if (hash.length > ADDRESS_MAX) return null;
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [view, packed] = [parts.get("v"), parts.get("t")];
  if (view === null) return null;
  try {
    const linked = v.parse(LINKED_VIEW, JSON.parse(view));
    const text = packed === null ? null : new TextDecoder().decode(await through(fromBase64Url(packed), "inflate"));
    return { linked, text };
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array, how: "deflate" | "inflate"): Promise<Uint8Array> {
  const stream = how === "deflate" ? new CompressionStream("deflate-raw") : new DecompressionStream("deflate-raw");
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
