/** Recognises UTF-16 and UTF-32 without a mark: by the NULs that no other encoding of text has. */
import { concat } from "../../../base/bytes/bytes.ts";

type WideEncoding = "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

/** Bytes that are examined; a multiple of four. */
const EXAMINED_BYTES = 65_536;
/** Least share of characters of ASCII: lines end, and words are parted. */
const LATIN_SHARE_MIN = 0.01;

/** The encoding of bytes that hold NULs, or `undefined` where they are no text. */
export function wideEncodingOf(bytes: Uint8Array): WideEncoding | undefined {
  const head = bytes.subarray(0, EXAMINED_BYTES);
  if (isUtf32(head, true)) return "utf-32le";
  if (isUtf32(head, false)) return "utf-32be";
  if (isTextWithNuls(head)) return undefined;
  const [little, big] = [latinShare(head, true), latinShare(head, false)];
  const order: readonly WideEncoding[] = little >= big ? ["utf-16le", "utf-16be"] : ["utf-16be", "utf-16le"];
  return order.find((encoding) => isUtf16(head, encoding, encoding === "utf-16le" ? little : big));
}

/** Whether all units of four bytes are characters, some of them of ASCII. */
function isUtf32(bytes: Uint8Array, isLittle: boolean): boolean {
  const whole = bytes.length - (bytes.length % 4);
  if (whole === 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
  let latin = 0;
  for (let at = 0; at < whole; at += 4) {
    const code = view.getUint32(at, isLittle);
    if (!isCharacter(code)) return false;
    latin += Number(code < 0x7f);
  }
  return latin >= LATIN_SHARE_MIN * (whole / 4);
}

/** Whether it is a character of text: no control character, surrogate or noncharacter. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code >= 9 && code <= 13;
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && (code & 0xfffe) !== 0xfffe;
}

/** What no text has, and text in the other order of bytes has: a swapped line end is U+0A00, which is no character. */
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r]|[\u0a00\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff]/u;
/** Least share of pairs of bytes that are both printed characters of ASCII, in text of one byte a character. */
const NARROW_SHARE_MIN = 0.85;

function isUtf16(bytes: Uint8Array, encoding: WideEncoding, latin: number): boolean {
  if (latin < LATIN_SHARE_MIN) return false;
  // The last unit may be cut, and a character of two units by the end of what is examined.
  const isCut = bytes.length === EXAMINED_BYTES;
  const whole = bytes.length - (bytes.length % 2) - (isCut ? 2 : 0);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, whole), { stream: isCut });
  } catch {
    return false;
  }
  return !NO_TEXT.test(text) && !isNarrow(bytes);
}

/** Whether most pairs of bytes are two characters of ASCII, as in no text of UTF-16 or UTF-32. */
export function isNarrow(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, EXAMINED_BYTES);
  let narrow = 0;
  for (let at = 0; at + 1 < head.length; at += 2) narrow += Number(isPrinted(head[at]!) && isPrinted(head[at + 1]!));
  return narrow >= NARROW_SHARE_MIN * Math.max(1, head.length >> 1);
}

/** The share of units that are characters of ASCII. */
function latinShare(bytes: Uint8Array, isLittle: boolean): number {
  let latin = 0;
  const [low, high] = isLittle ? [0, 1] : [1, 0];
  for (let at = 0; at + 1 < bytes.length; at += 2)
    latin += Number(bytes[at + high] === 0 && isPrinted(bytes[at + low]!));
  return latin / Math.max(1, bytes.length >> 1);
}

const isPrinted = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13);

/**
 * The order of the bytes of UTF-16 without NULs: letters of a script have few high bytes, and many low ones.
 * `undefined` where it cannot be told.
 */
export function orderWithoutNuls(bytes: Uint8Array): "le" | "be" | undefined {
  const values = [new Set<number>(), new Set<number>()] as const;
  for (const [at, byte] of bytes.subarray(0, EXAMINED_BYTES).entries()) values[at % 2 === 0 ? 0 : 1].add(byte);
  const [even, odd] = values;
  if (even.size === odd.size) return undefined;
  return even.size < odd.size ? "be" : "le";
}

/** Whether it is UTF-8 but for a few NULs. Text of UTF-16 has many, or control characters beside them. */
function isTextWithNuls(bytes: Uint8Array): boolean {
  const rest = bytes.filter((byte) => byte !== 0);
  if (bytes.length - rest.length > bytes.length / 8) return false;
  if (rest.some((byte) => byte < 0x20 && !isPrinted(byte))) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(rest, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Decodes a stream of UTF-32 as `TextDecoder` does. */
export class Utf32Decoder {
  readonly #isLittle: boolean;
  #held: Uint8Array = new Uint8Array(0);

  constructor(isLittle: boolean) {
    this.#isLittle = isLittle;
  }

  decode(bytes: Uint8Array = new Uint8Array(0), { stream = false } = {}): string {
    const all = concat([this.#held, bytes]);
    const whole = stream ? all.length - (all.length % 4) : all.length;
    this.#held = all.slice(whole);
    return decodeUtf32(all.subarray(0, whole), this.#isLittle);
  }
}

/** Text of UTF-32, with U+FFFD for what is no character. */
function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const whole = bytes.length - (bytes.length % 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, whole);
  const parts: string[] = [];
  for (let from = 0; from < whole; from += 16_384) {
    const codes: number[] = [];
    for (let at = from; at < Math.min(whole, from + 16_384); at += 4) {
      const code = view.getUint32(at, isLittle);
      codes.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0xfffd : code);
    }
    parts.push(String.fromCodePoint(...codes));
  }
  if (whole < bytes.length) parts.push("\ufffd");
  return parts.join("");
}
