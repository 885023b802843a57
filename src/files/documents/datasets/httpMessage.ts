/** The body of an HTTP response as a WARC record holds it: as it was sent, or with its encodings taken off. */
import { Gunzip, Unzlib } from "fflate";
import { builtinIfAny } from "../../../base/bytes/builtin.ts";
import { concat } from "../../../base/bytes/bytes.ts";
import { isTextHead, TEXT_HEAD_BYTES } from "../bytes/binary.ts";
import { damaged, NotRead } from "../bytes/notRead.ts";
import { packingOfBytes } from "../kinds.ts";

/** HeaderFields by their names in lower case; the first of a name counts. */
export type HeaderFields = ReadonlyMap<string, string>;

/** Bytes that an encoded body may have when decoded. */
const DECODED_BYTES_MAX = 256 * 1024 * 1024;

/** HeaderFields after a first line; lines that begin with a space go on with the one before. */
export function headersOf(text: string): HeaderFields {
  const headers = new Map<string, string>();
  for (const line of text
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .slice(1)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** @throws NotRead where it is no response with a body that can be read */
export function bodyOf(block: Uint8Array): { contentType: string; body: Uint8Array; isCut: boolean } {
  const { head, body } = parted(block);
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(head)?.[1];
  if (status === undefined) throw damaged("it is no HTTP response");
  if (!status.startsWith("2")) throw new NotRead("invalid_record", `HTTP status ${status}`);
  const headers = headersOf(head);
  const isChunked = /\bchunked\b/i.test(headers.get("transfer-encoding") ?? "");
  const whole = (isChunked ? unchunked(body) : undefined) ?? { bytes: body, isCut: false };
  const read = decoded(whole.bytes, (headers.get("content-encoding") ?? "").trim().toLowerCase());
  return { contentType: headers.get("content-type") ?? "", body: read.bytes, isCut: whole.isCut || read.isCut };
}

function parted(block: Uint8Array): { head: string; body: Uint8Array } {
  for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) {
    const next = block[at + 1] === 13 ? at + 2 : at + 1;
    if (block[next] !== 10) continue;
    // HeaderFields are ISO 8859-1, in which every byte is a character.
    return { head: String.fromCharCode(...block.subarray(0, Math.min(at, 16_384))), body: block.subarray(next + 1) };
  }
  throw damaged("it is no HTTP response");
}

/** Bytes of a body, and whether some of them are missing. */
interface SentBytes {
  bytes: Uint8Array;
  isCut: boolean;
}

/**
 * The parts of a body that was sent in parts; `undefined` where it was not: many archives take the parts together, and
 * a first line may be a number. A body that was cut has a part with the size of another behind it, or ends within one.
 */
function unchunked(body: Uint8Array): SentBytes | undefined {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at < body.length) {
    const end = body.indexOf(10, at);
    const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?\n$/i.exec(
      end === -1 || end - at > 200 ? "" : String.fromCharCode(...body.subarray(at, end + 1)),
    )?.[1];
    if (size === undefined) break;
    const bytes = Number.parseInt(size, 16);
    if (bytes === 0) return { bytes: concat(parts), isCut: false };
    parts.push(body.subarray(end + 1, end + 1 + bytes));
    at = end + 1 + bytes + (body[end + 1 + bytes] === 13 ? 2 : 1);
  }
  const isSent = parts.length > 1 || (parts.length === 1 && at >= body.length);
  return isSent ? { bytes: concat(parts), isCut: true } : undefined;
}

/** Archives often keep the header of an encoding that they have taken off: then the bytes are as they are. */
function decoded(body: Uint8Array, encoding: string): SentBytes {
  const zlib = builtinIfAny("node:zlib");
  const whole = (bytes: Uint8Array): SentBytes => ({ bytes, isCut: false });
  if (zlib === undefined) return whole(decodedByPackage(body, encoding));
  const isText = isTextHead(body.subarray(0, TEXT_HEAD_BYTES), false);
  const { gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync, constants } = zlib;
  const isGzip = packingOfBytes(body) === "gzip";
  const options = { maxOutputLength: DECODED_BYTES_MAX };
  try {
    if (isGzip) return whole(gunzipSync(body, options));
    if (encoding === "br" && !isText) return whole(brotliDecompressSync(body, options));
    // Servers send both what the standard says and what its name says.
    if (encoding === "deflate" && !isText)
      return whole(((body[0]! & 15) === 8 ? inflateSync : inflateRawSync)(body, options));
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ERR_BUFFER_TOO_LARGE") throw new NotRead("too_large", "too large when unpacked");
    if (!isGzip || code !== "Z_BUF_ERROR") throw damaged("its packing is wrong or was cut");
    return { bytes: gunzipSync(body, { ...options, finishFlush: constants.Z_SYNC_FLUSH }), isCut: true };
  }
  if (!isText && /^(?:zstd|compress|x-compress|dcb|dcz)$/.test(encoding))
    throw new NotRead("format_not_read", `its packing, ${encoding}, is not read here`);
  return whole(body);
}

/** The same in a browser, which has no Brotli for bytes: such a record is told as damaged, not read as text. */
function decodedByPackage(body: Uint8Array, encoding: string): Uint8Array {
  if (!/^(?:(?:x-)?gzip|deflate|br)$/.test(encoding)) return body;
  if (encoding.endsWith("gzip") && (body[0] !== 0x1f || body[1] !== 0x8b)) return body;
  if (encoding === "br") throw new NotRead("format_not_read", "its packing, Brotli, is not read in a browser");
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const give = (part: Uint8Array) => {
    bytes += part.length;
    if (bytes > DECODED_BYTES_MAX) throw new NotRead("too_large", "too large when unpacked");
    parts.push(part);
  };
  try {
    (encoding === "deflate" ? new Unzlib(give) : new Gunzip(give)).push(body, true);
  } catch (error) {
    if (error instanceof NotRead) throw error;
    if (encoding.endsWith("gzip")) throw damaged("its packing is wrong or was cut");
    return body;
  }
  return concat(parts);
}
