/**
 * The view in the address, behind `#`, which browsers send to nobody: what is searched, the filters, the prior, the
 * chosen passage, and the text where the reader wants it in there.
 */
import { fromBase64Url, toBase64Url } from "../base/bytes.ts";
import type { KeptByReader } from "./messages.ts";

export interface LinkedView {
  view: string;
  own?: string[];
  addresses?: string[];
  prior?: number;
  published?: string;
  kept?: KeptByReader;
  passage?: number;
  name?: string;
}

/** Longer addresses are cut by some programs that pass them on. */
const ADDRESS_MAX = 30_000;

/** @param text absent: the link has no text; `null` is returned where the link would be too long */
export async function addressOf(linked: LinkedView, text?: string): Promise<string | null> {
  const parts = new URLSearchParams({ v: JSON.stringify(linked) });
  if (text !== undefined) parts.set("t", toBase64Url(await through(new TextEncoder().encode(text), "deflate")));
  const hash = `#${parts}`;
  return hash.length > ADDRESS_MAX ? null : hash;
}

/** What an address says; `null` where it says nothing, or nothing that this page has written. */
export async function linkedFrom(hash: string): Promise<{ linked: LinkedView; text: string | null } | null> {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [view, packed] = [parts.get("v"), parts.get("t")];
  if (view === null) return null;
  try {
    const linked: LinkedView = JSON.parse(view);
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
