/** UTF-16 and UTF-32 as UTF-8, so that lines can be told by their bytes: some programs write tables and records so. */
import { concat } from "../../../base/bytes/bytes.ts";
import { markOf } from "./decode.ts";
import { encodingOf } from "./labels.ts";
import { wideEncodingOf } from "./wide.ts";

/** Bytes by which it is recognised. */
export const HEAD_BYTES = 4_096;

/** The same text in UTF-8, where it is wide by its mark or its NULs; all other bytes as they are. */
export async function* narrowed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let decoder: ReturnType<NonNullable<ReturnType<typeof encodingOf>>["open"]> | null | undefined;
  const given = (bytes: Uint8Array) => (decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes);
  const begun = () => {
    const head = concat(held);
    held = [];
    const wide = wideOf(head);
    decoder = wide === undefined ? null : encodingOf(wide.encoding)!.open();
    return given(wide === undefined ? head : head.subarray(wide.markBytes));
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

/** Whether the first bytes of a file are UTF-16 or UTF-32. */
export const isWideHead = (head: Uint8Array): boolean => wideOf(head) !== undefined;

function wideOf(head: Uint8Array): { encoding: string; markBytes: number } | undefined {
  const [label, mark] = markOf(head) ?? [];
  if (label !== undefined) return label === "utf-8" ? undefined : { encoding: label, markBytes: mark!.length };
  const found = head.includes(0) ? wideEncodingOf(head.subarray(0, head.length - (head.length % 4))) : undefined;
  return found && { encoding: found, markBytes: 0 };
}
