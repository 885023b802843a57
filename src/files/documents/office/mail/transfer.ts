/** How bodies of messages are packed for their way (RFC 2045): base64 and quoted-printable. */
import { concat, fromBase64 } from "../../../../base/bytes/bytes.ts";

/** The bytes of a body as they were before they were packed, and text behind them that somebody added on the way. */
export function unpacked(body: Uint8Array, way: string): { bytes: Uint8Array; added: string } {
  const latin = () => new TextDecoder("latin1").decode(body);
  if (/^\s*base64/i.test(way)) return base64Body(latin());
  if (/^\s*(?:x-)?uu(?:e|encode)?\b/i.test(way)) return { bytes: uudecoded(latin()), added: "" };
  return { bytes: /^\s*quoted-printable/i.test(way) ? quoted(latin()) : body, added: "" };
}

/** Lists of mail add lines to bodies in base64 without packing them: behind the padding, or where text begins. */
function base64Body(text: string): { bytes: Uint8Array; added: string } {
  const pieces: Uint8Array[] = [];
  let [piece, isAfterEmpty, isPadded] = ["", false, false];
  let at = 0;
  for (let end = 0; at < text.length; at = end) {
    const next = text.indexOf("\n", at);
    end = next === -1 ? text.length : next + 1;
    const line = text.slice(at, end).trim();
    const isBegun = piece !== "" || pieces.length > 0;
    if (isBegun && line !== "" && isAdded(line, isAfterEmpty, isPadded)) break;
    const padding = /=(?=[^=]|$)/g;
    let start = 0;
    for (let found = padding.exec(line); found !== null; found = padding.exec(line)) {
      pieces.push(base64(piece + line.slice(start, found.index)));
      [piece, start] = ["", found.index + 1];
    }
    piece += line.slice(start);
    if (line !== "") isPadded = line.endsWith("=");
    isAfterEmpty = line === "" && isBegun;
  }
  return { bytes: concat([...pieces, base64(piece)]), added: text.slice(at).trim() };
}

/** Behind padding another packed piece may follow, at once and in whole groups of four. */
function isAdded(line: string, isAfterEmpty: boolean, isPadded: boolean): boolean {
  const isPacked = /^[A-Za-z0-9+/]+={0,2}$/.test(line);
  if (isPadded) return isAfterEmpty || !isPacked || line.length % 4 !== 0;
  return !isPacked && (isAfterEmpty || /^[-_*#~]{2}/.test(line));
}

/** Lines of up to 45 bytes, each with their number, between `begin` and `end`. */
function uudecoded(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const line of text.slice(text.search(/^begin [0-7]{3,4} /m)).split(/\r?\n/)) {
    if (line === "end") break;
    if (line.startsWith("begin ")) continue;
    const signs = Array.from(line, (sign) => (sign.charCodeAt(0) - 32) & 63);
    const last = bytes.length + (signs[0] ?? 0);
    for (let at = 1; at < signs.length && bytes.length < last; at += 4) {
      const bits = [0, 1, 2, 3].reduce((sum, i) => (sum << 6) | (signs[at + i] ?? 0), 0);
      bytes.push(...[bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, last - bytes.length));
    }
  }
  return Uint8Array.from(bytes);
}

/** Lenient, as all readers of mail are: other signs are passed over, and a sign that is no byte. */
export function base64(text: string): Uint8Array {
  const signs = text.replace(/[^A-Za-z0-9+/]/g, "");
  return fromBase64(signs.slice(0, signs.length - Number(signs.length % 4 === 1)));
}

export function quoted(text: string): Uint8Array {
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
