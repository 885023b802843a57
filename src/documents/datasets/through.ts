/** Passes bytes through a stream of Node. */
import { damaged } from "../notRead.ts";

/** Bytes that are given at once: packed as tight as can be, they make 64 MB. */
const PIECE_BYTES = 64 * 1024;

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
  const done = (begin: (end: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      stream.once("error", resolve);
      begin(() => {
        stream.off("error", resolve);
        resolve();
      });
    });
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length && failure === undefined; at += PIECE_BYTES) {
        await done((end) => stream.write(chunk.subarray(at, at + PIECE_BYTES), end));
        yield* take();
      }
      if (failure !== undefined) break;
    }
    if (failure === undefined) {
      await done((end) => stream.once("end", end).end());
      yield* take();
    }
    if (failure !== undefined) throw isOfPacking(failure) ? damaged("its packing is wrong or was cut") : failure;
  } finally {
    stream.destroy();
  }
}

/** Errors of unpacking have a code; bugs have none. */
function isOfPacking(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof Error && typeof code === "string" && /^(Z_[A-Z_]+|ZSTD_\w+|ERR_[A-Z_]+)$/.test(code);
}
