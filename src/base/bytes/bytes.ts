/** Converts bytes to text and back, concatenates them, and compares strings in constant time. */

const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** Characters in one call: engines limit the number of arguments. */
const CHARACTERS_AT_ONCE = 0x8000;

/** Two lower-case digits for each byte. */
export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += HEXADECIMAL[byte]!;
  return hex;
}

/** @param hex two digits for each byte, without separators */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

export function toBase64(bytes: Uint8Array): string {
  let characters = "";
  for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE)
    characters += String.fromCharCode(...bytes.subarray(at, at + CHARACTERS_AT_ONCE));
  return btoa(characters);
}

/** Throws where the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Base64 for URLs and tokens (RFC 4648 section 5), without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Accepts padding and nonzero unused bits, so that several texts give the same bytes. Throws where the text is not
 * base64url.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/**
 * Throws where `toBase64Url` does not give this text for any bytes: otherwise unused bits would allow undetected
 * changes to a signature.
 */
export function fromCanonicalBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64Url(text);
  if (toBase64Url(bytes) !== text) throw new TypeError("not the base64url of any bytes");
  return bytes;
}

/** Concatenates the parts; always a copy. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Compares every character, also after a difference. The time still shows the length, so compare hashes of secrets, not
 * the secrets. `timingSafeEqual` is not in every runtime.
 */
export function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
