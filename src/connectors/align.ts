/**
 * Where each token stands in the text. Offsets that hosts send count bytes, code points or UTF-16 units, and some begin at the
 * token before, so none of them is read: the tokens' own strings are laid along the text's bytes.
 *
 * A token need not be whole characters. Hosts write the bytes of a broken one in one of three ways:
 * - `bytes:\xf0\x9f`, as OpenAI does;
 * - nothing, and the whole character with the token that ends it;
 * - U+FFFD for each piece that is no character. Then how many bytes each token has is not known; together they reach to where the
 *   next readable token stands.
 * A range that begins within a character begins behind it, so that ranges tile the text whatever the tokens are.
 */
import { fromHex } from "../base/bytes.ts";
import { utf16Lengths } from "../text/utf16.ts";

/** More unreadable tokens in a row than this come to are not placed. */
const UNREADABLE_BYTES_MAX = 1_024;
const REPLACEMENT = "\ufffd";
const BYTES_TOKEN = /^bytes:(?: ?)((?:\\x[0-9a-fA-F]{2})+)$/;

/** @returns the UTF-16 range of each token, or `null` where the tokens do not come to the text */
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
 * The first place where the group can end: what follows is the next token or the text's end, and of ASCII it has what its tokens
 * have. A U+FFFD stands for one to three bytes, three being its own length.
 */
function endOfUnreadable(bytes: Uint8Array, start: number, group: readonly string[], next: string | undefined): number | null {
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
