/**
 * Compression of responses with brotli or gzip, as `Accept-Encoding` prefers (RFC 9110, 12.5.3). hono's middleware has
 * no brotli, and its stream holds lines back until it has enough of them: here each line is flushed as it is written.
 *
 * A response that holds a secret is not compressed: with text of the caller beside it, its length would tell how much
 * of the secret the text repeats (BREACH). That attack needs a browser that sends the victim's credentials for the
 * attacker, and keys are never sent by themselves; but such responses are short and rare, so nothing is lost. Other
 * responses hold the caller's own texts and records, and published corpora: nothing that the caller may not read.
 */
import type { BrotliCompress, Gzip } from "node:zlib";
import { builtinIfAny } from "../../../base/bytes/builtin.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import { isNdjson } from "./negotiate.ts";

export type Coding = "br" | "gzip";

/** Below it, the headers are most of the response. */
const BYTES_MIN = 1_024;

/** Half the time of gzip at its default level, for a tenth fewer bytes, on an OpenAPI document of 315 kB. */
const BROTLI_QUALITY = 4;

const COMPRESSIBLE =
  /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?json|application\/x-ndjson|application\/(?:vnd\.)?msgpack)\s*(?:;|$)/i;

export const isCompressible = (contentType: string): boolean => COMPRESSIBLE.test(contentType);

/** The response, compressed where the caller accepts it and it is worth it. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (response.status === 204 || response.status === 304 || !isCompressible(type)) return response;
  response.headers.append("vary", "Accept-Encoding");
  const coding = preferredCoding(request.headers.get("accept-encoding"));
  // A HEAD response has no body by now.
  if (coding === null || response.body === null || response.headers.has("content-encoding")) return response;
  if (isNdjson(type)) return packedAs(coding, flushedPieces(response.body, streamOf(coding)), response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const packed = await packedIfSmaller(bytes, coding);
  return packed === null ? new Response(bytes, response) : packedAs(coding, packed, response);
}

/** The bytes, compressed; `null` where that is not worth it. */
export async function packedIfSmaller(
  bytes: Uint8Array<ArrayBuffer>,
  coding: Coding,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (bytes.length < BYTES_MIN) return null;
  const packed = await packedBytes(bytes, coding);
  return packed.length < bytes.length ? packed : null;
}

function packedAs(coding: Coding, body: BodyInit, response: Response): Response {
  const packed = new Response(body, response);
  packed.headers.set("content-encoding", coding);
  return packed;
}

/** The coding of the highest quality; brotli where both have it. `null` for neither. */
export function preferredCoding(acceptEncoding: string | null): Coding | null {
  const qualities = new Map<string, number>();
  for (const entry of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [, name, weight = "1"] =
      /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(entry) ?? [];
    if (name !== undefined) qualities.set(name === "x-gzip" ? "gzip" : name, Number(weight));
  }
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get("*") ?? 0;
  const best = qualityOf("gzip") > qualityOf("br") ? "gzip" : "br";
  const isBetter = qualityOf(best) > 0 && qualityOf(best) >= (qualities.get("identity") ?? 0);
  return isBetter && hasZlib() ? best : null;
}

/** Other runtimes than Node, Deno and Bun answer without compression. */
const hasZlib = (): boolean => builtinIfAny("node:zlib") !== undefined;

function packedBytes(bytes: Uint8Array<ArrayBuffer>, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const { brotliCompress, gzip } = builtin("node:zlib");
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, packed: Buffer<ArrayBuffer>) =>
      error === null ? resolve(packed) : reject(error);
    if (coding === "gzip") gzip(bytes, done);
    else brotliCompress(bytes, brotliOptions(), done);
  });
}

function brotliOptions() {
  const { constants } = builtin("node:zlib");
  return { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
}

function streamOf(coding: Coding): Gzip | BrotliCompress {
  const { constants, createBrotliCompress, createGzip } = builtin("node:zlib");
  return coding === "gzip"
    ? createGzip({ flush: constants.Z_SYNC_FLUSH })
    : createBrotliCompress({ ...brotliOptions(), flush: constants.BROTLI_OPERATION_FLUSH });
}

/** Compresses piece by piece; reads a piece only when the reader requests one, and gives it out whole. */
function flushedPieces(
  body: ReadableStream<Uint8Array>,
  packer: Gzip | BrotliCompress,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const packed: Buffer<ArrayBuffer>[] = [];
  const ended = new Promise<void>((resolve, reject) => packer.on("end", resolve).on("error", reject));
  // Whoever reads learns of it; a reader that has left does not.
  ended.catch(() => {});
  packer.on("data", (piece) => packed.push(piece));
  const written = (piece: Uint8Array) =>
    new Promise<void>((resolve) => packer.write(piece, () => setImmediate(resolve)));
  return new ReadableStream(
    {
      async pull(controller) {
        while (packed.length === 0) {
          const { done, value } = await reader.read();
          await (done ? Promise.all([ended, packer.end()]) : Promise.race([ended, written(value)]));
          if (!done) continue;
          for (const piece of packed.splice(0)) controller.enqueue(piece);
          return controller.close();
        }
        for (const piece of packed.splice(0)) controller.enqueue(piece);
      },
      async cancel(reason) {
        packer.destroy();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
