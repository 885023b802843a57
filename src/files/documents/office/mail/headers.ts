/** Headers of messages (RFC 5322), with words in other encodings (RFC 2047). */
import { encodingOf } from "../../bytes/labels.ts";
import { base64, quoted } from "./transfer.ts";

const HEADERS_BYTES = 256 * 1024;
/** A name of a header has no space: prose with a colon is none. */
const NAME = /^[!-9;-~]{1,200}$/;

/** Headers by their names in lower case, the first of each; and the body. */
interface Parted {
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
}

export function parted(message: Uint8Array): Parted {
  let end = message.length;
  let body = message.length;
  for (let at = -1; at < message.length; at = message.indexOf(10, at + 1)) {
    const next = message[at + 1] === 13 ? at + 2 : at + 1;
    if (message[next] === 10) {
      [end, body] = [at + 1, next + 1];
      break;
    }
    if (message.indexOf(10, at + 1) === -1) break;
  }
  const headers = new Map<string, string>();
  const head = textOf(message.subarray(0, Math.min(end, HEADERS_BYTES)));
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (NAME.test(name) && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  // Text without any header is all body.
  return { headers, body: headers.size === 0 && head.trim() !== "" ? message : message.subarray(body) };
}

/** Headers may be UTF-8 (RFC 6532); else each byte is a character. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** A header as it is shown. */
export function shownHeader(value: string): string {
  return value
    .replace(/(\?=)\s{1,100}(?==\?)/g, "$1")
    .replace(
      /=\?([^?\s]{1,40})\?([bq])\?([^?\s]{0,2000})\?=/gi,
      (whole, charset: string, way: string, text: string) => {
        const encoding = encodingOf(charset.replace(/\*.*$/, ""));
        if (encoding === undefined) return whole;
        return encoding.decode(/b/i.test(way) ? base64(text) : quoted(text.replaceAll("_", " ")));
      },
    )
    .replace(/\s+/g, " ")
    .trim();
}
