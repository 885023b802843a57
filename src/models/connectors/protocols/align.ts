/**
 * Aligns tokens with the text. Offsets that hosts send count bytes, code points or UTF-16 units, and some begin at the
 * previous token, so they are not used: the strings of the tokens are matched with the bytes of the text.
 *
 * A token may end inside a character. Hosts write the bytes of a partial character in one of three ways:
 * - `bytes:\xf0\x9f`, as OpenAI does;
 * - as nothing, and the whole character in the token that ends it;
 * - as U+FFFD for each part. Then the number of bytes of each token is unknown; together the tokens reach to the
 *   next readable token.
 * If a range begins inside a character, its start moves to the end of the character, so that ranges tile the text for
 * any tokens.
 */
import { fromHex } from "../../../base/bytes/bytes.ts";
import { utf16Lengths } from "../../../core/text/utf16.ts";

/** Maximum of bytes in a row of unreadable tokens; longer rows are not aligned. */
const UNREADABLE_BYTES_MAX = 1_024;
const REPLACEMENT = "\ufffd";
const BYTES_TOKEN = /^bytes:(?: ?)((?:\\x[0-9a-fA-F]{2})+)$/;

/** @returns the UTF-16 range of each token, or `null` where the tokens do not add up to the text */
export function align(text: string, tokens: readonly string[]): { start: number; end: number }[] | null {
  const bytes = new TextEncoder().encode(text);
  const ends = byteEnds(bytes, tokens);
  if (ends === null) return null;
  const places = utf16Lengths(bytes, ends);
  let start = 0;
  return ends.map((byteEnd) => {
    const range = { start, end: places.get(byteEnd)! };
    start = range.end;
    return range;
  });
}

/** The byte at which each token ends. */
function byteEnds(bytes: Uint8Array, tokens: readonly string[]): number[] | null {
  const ends: number[] = [];
  let at = 0;
  while (ends.length < tokens.length) {
    const own = bytesOf(tokens[ends.length]!);
    if (startsWith(bytes, own, at)) {
      at += own.length;
      ends.push(at);
      continue;
    }
    const group = unreadableFrom(tokens, ends.length);
    if (group.length === 0) return null;
    const end = endOfUnreadable(bytes, at, group, tokens[ends.length + group.length]);
    if (end === null) return null;
    for (const _ of group) ends.push(end);
    at = end;
  }
  return at === bytes.length ? ends : null;
}

function bytesOf(token: string): Uint8Array {
  const [, escapes] = BYTES_TOKEN.exec(token) ?? [];
  if (escapes === undefined) return new TextEncoder().encode(token);
  return fromHex(escapes.replaceAll("\\x", ""));
}

function startsWith(bytes: Uint8Array, own: Uint8Array, at: number): boolean {
  return at + own.length <= bytes.length && own.every((byte, i) => bytes[at + i] === byte);
}

function unreadableFrom(tokens: readonly string[], first: number): string[] {
  let end = first;
  while (tokens[end]?.includes(REPLACEMENT)) end++;
  return tokens.slice(first, end);
}

/**
 * The first position where the group can end: it is followed by the next token or the end of the text, and its ASCII
 * characters are those of its tokens. A U+FFFD represents one to three bytes; its own length is three.
 */
function endOfUnreadable(
  bytes: Uint8Array,
  start: number,
  group: readonly string[],
  next: string | undefined,
): number | null {
  const own = new TextEncoder().encode(group.join(""));
  if (own.length > UNREADABLE_BYTES_MAX) return null;
  const ascii = own.filter((byte) => byte < 0x80);
  const following = next === undefined ? null : bytesOf(next);
  let met = 0;
  for (let end = start; end <= start + own.length; end++) {
    const isFollowed = following === null ? end === bytes.length : startsWith(bytes, following, end);
    if (end - start >= group.length && met === ascii.length && isFollowed) return end;
    const byte = bytes[end] ?? 0;
    if (byte < 0x80 && byte !== ascii[met++]) return null;
  }
  return null;
}
