/** Passes bytes through an unpacker of JavaScript, where the runtime has no streams of Node. */
import { damaged } from "../../bytes/notRead.ts";
import { PIECE_BYTES } from "./through.ts";

interface Unpacker {
  push(chunk: Uint8Array, isLast: boolean): unknown;
}

/**
 * @param open makes the unpacker, which hands on what it has unpacked
 * @throws NotRead where the bytes are not what it unpacks
 */
export async function* pushed(
  chunks: AsyncIterable<Uint8Array>,
  open: (give: (chunk: Uint8Array) => void) => Unpacker,
): AsyncGenerator<Uint8Array> {
  let given: Uint8Array[] = [];
  const unpacker = open((chunk) => given.push(chunk));
  const push = (chunk: Uint8Array, isLast: boolean): Uint8Array[] => {
    given = [];
    try {
      unpacker.push(chunk, isLast);
    } catch {
      throw damaged("its packing is wrong or was cut");
    }
    return given;
  };
  let held: Uint8Array | undefined;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      if (held !== undefined) yield* push(held, false);
      held = chunk.subarray(at, at + PIECE_BYTES);
    }
  if (held !== undefined) yield* push(held, true);
}
