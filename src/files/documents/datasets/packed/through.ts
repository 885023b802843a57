/** Passes bytes through a stream of Node. */
import { damaged } from "../../bytes/notRead.ts";

const WRONG = "its packing is wrong or was cut";

/** Bytes that are given at once: packed as tight as can be, they make 64 MB. */
export const PIECE_BYTES = 64 * 1024;

/**
 * What a stream of Node makes of the bytes. It is driven piece by piece: `pipeline` drops what was made of the bytes
 * before an error, so that it would depend on the time how much of a cut file is read.
 *
 * @throws NotRead where the bytes are not what the stream unpacks
 */
export async function* through(
  chunks: AsyncIterable<Uint8Array>,
  stream: import("node:stream").Transform,
): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let failure: unknown;
  stream.on("data", (chunk: Uint8Array) => made.push(chunk));
  stream.on("error", (error) => {
    failure ??= error;
  });
  const take = (): Uint8Array[] => {
    const taken = made;
    made = [];
    return taken;
  };
  // A stream that meets other bytes behind those it unpacks ends at once, and never answers to the write.
  let ended = false;
  stream.once("end", () => {
    ended = true;
  });
  const done = (begin: (end: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      const settle = () => {
        stream.off("error", settle).off("end", settle);
        resolve();
      };
      stream.once("error", settle).once("end", settle);
      begin(settle);
    });
  let given = 0;
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length && failure === undefined; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        if (!ended) await done((end) => stream.write(piece, end));
        yield* take();
        given += piece.length;
        if (ended && !isPadding(piece, given - unpackedOf(stream))) throw damaged(WRONG);
      }
      if (failure !== undefined) break;
    }
    if (failure === undefined && !ended) {
      await done(() => stream.end());
      yield* take();
    }
    if (failure !== undefined) throw isOfPacking(failure) ? damaged(WRONG) : failure;
  } finally {
    stream.destroy();
  }
}

/** Bytes of the input that the stream took. */
function unpackedOf(stream: import("node:stream").Transform): number {
  return (stream as import("node:zlib").Gunzip).bytesWritten;
}

/** Whether the bytes behind the packed ones, at most the last `left`, are zeros, as blocks are filled up with. */
function isPadding(piece: Uint8Array, left: number): boolean {
  return piece.subarray(Math.max(0, piece.length - left)).every((byte) => byte === 0);
}

/** Errors of unpacking have a code; bugs have none. */
function isOfPacking(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof Error && typeof code === "string" && /^(Z_[A-Z_]+|ZSTD_\w+|ERR_[A-Z_]+)$/.test(code);
}
