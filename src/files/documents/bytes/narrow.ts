/** UTF-16 as UTF-8, so that lines can be told by their bytes: some programs write tables and JSON Lines in it. */
import { concat } from "../../../base/bytes/bytes.ts";
import { wideEncodingOf } from "./wide.ts";

/** Bytes by which it is recognised. */
export const HEAD_BYTES = 4_096;

/** The same text in UTF-8, where it is UTF-16 by its mark or its NULs; all other bytes as they are. */
export async function* narrowed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let decoder: TextDecoder | null | undefined;
  const given = (bytes: Uint8Array) => (decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes);
  const begun = () => {
    const head = concat(held);
    held = [];
    const encoding = utf16Of(head);
    decoder = encoding === undefined ? null : new TextDecoder(encoding);
    return given(head);
  };
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield given(chunk);
      continue;
    }
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= HEAD_BYTES) yield begun();
  }
  if (decoder === undefined) yield begun();
  if (decoder) yield encoder.encode(decoder.decode());
}

/** Whether the first bytes of a file are UTF-16. */
export const isUtf16 = (head: Uint8Array): boolean => utf16Of(head) !== undefined;

function utf16Of(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const found = head.includes(0) ? wideEncodingOf(head.subarray(0, head.length - (head.length % 4))) : undefined;
  return found?.startsWith("utf-16") ? found : undefined;
}
