/** Headers of messages (RFC 5322), with words in other encodings (RFC 2047) and parameters (RFC 2045, 2231). */
import { fromBase64 } from "../../../../base/bytes/bytes.ts";
import { encodingOf } from "../../bytes/labels.ts";

const HEADERS_BYTES = 256 * 1024;

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
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: message.subarray(body) };
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

/** A parameter of a header: `charset`, `boundary`, `name`. */
export function parameterOf(value: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}(\\*?)\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.){0,998})"|([^;\\s]{1,998}))`, "i").exec(
    value,
  );
  if (found === null) return undefined;
  const raw = found[2]?.replace(/\\(.)/g, "$1") ?? found[3]!;
  if (found[1] !== "*") return shownHeader(raw);
  const [charset = "", , text = ""] = raw.split("'");
  return encodingOf(charset)?.decode(quoted(text.replaceAll("%", "="))) ?? text;
}

/** The bytes of a body as they were before they were packed for the way. */
export function unpacked(body: Uint8Array, way: string): Uint8Array {
  const latin = () => new TextDecoder("latin1").decode(body);
  if (/^\s*base64/i.test(way)) return base64(latin());
  return /^\s*quoted-printable/i.test(way) ? quoted(latin()) : body;
}

/** Lenient, as all readers of mail are: other signs are passed over, and what follows the end. */
function base64(text: string): Uint8Array {
  const signs = text.replace(/[^A-Za-z0-9+/]/g, "");
  return fromBase64(signs.slice(0, signs.length - Number(signs.length % 4 === 1)));
}

function quoted(text: string): Uint8Array {
  const bytes: number[] = [];
  const soft = text.replace(/[ \t]{0,100}(\r?\n)/g, "$1").replace(/=\r?\n/g, "");
  for (let at = 0; at < soft.length; at++) {
    const code = soft[at] === "=" ? /^[0-9a-f]{2}$/i.exec(soft.slice(at + 1, at + 3))?.[0] : undefined;
    if (code !== undefined) {
      bytes.push(Number.parseInt(code, 16));
      at += 2;
    } else if (soft.charCodeAt(at) < 0x100) bytes.push(soft.charCodeAt(at));
    else bytes.push(...new TextEncoder().encode(soft[at]!));
  }
  return Uint8Array.from(bytes);
}
