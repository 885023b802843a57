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
import { utf16Lengths } from "../text/utf16.ts";

/** More unreadable tokens in a row than this are not placed. */
const UNREADABLE_MAX = 256;
const REPLACEMENT = "\ufffd";
const BYTES_TOKEN = /^bytes:(?: ?)((?:\\x[0-9a-fA-F]{2})+)$/;

/** UTF-16 ranges of the first tokens, which tile the text. */
export type Ranges = { start: number; end: number }[];

/** @returns ranges of as many tokens as the text has, or `null` where the tokens are not those of the text */
export function align(text: string, tokens: readonly string[]): Ranges | null {
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

/** The byte at which each token ends, up to the one that ends the text. */
function byteEnds(bytes: Uint8Array, tokens: readonly string[]): number[] | null {
  const ends: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const token = tokens[ends.length];
    if (token === undefined) return null;
    const own = bytesOf(token);
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
  return ends;
}

function bytesOf(token: string): Uint8Array {
  const [, escapes] = BYTES_TOKEN.exec(token) ?? [];
  if (escapes === undefined) return new TextEncoder().encode(token);
  return Uint8Array.from(escapes.split("\\x").slice(1), (hex) => Number.parseInt(hex, 16));
}

function startsWith(bytes: Uint8Array, own: Uint8Array, at: number): boolean {
  return at + own.length <= bytes.length && own.every((byte, i) => bytes[at + i] === byte);
}

function unreadableFrom(tokens: readonly string[], first: number): string[] {
  const group: string[] = [];
  for (let i = first; i < tokens.length && tokens[i]!.includes(REPLACEMENT) && group.length <= UNREADABLE_MAX; i++) {
    group.push(tokens[i]!);
  }
  return group.length > UNREADABLE_MAX ? [] : group;
}

/**
 * The first place where the group can end: what follows is the next token or the text's end, and of ASCII it has what its tokens
 * have. A U+FFFD stands for one to three bytes, three being its own length.
 */
function endOfUnreadable(bytes: Uint8Array, start: number, group: readonly string[], next: string | undefined): number | null {
  const own = new TextEncoder().encode(group.join(""));
  const ascii = asciiOf(own);
  const furthest = Math.min(bytes.length, start + own.length);
  const following = next === undefined ? null : bytesOf(next);
  for (let end = start + group.length; end <= furthest; end++) {
    const isFollowed =
      end === bytes.length || (following !== null && following.length > 0 && startsWith(bytes, following, end));
    if (isFollowed && asciiOf(bytes.subarray(start, end)) === ascii) return end;
  }
  return null;
}

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.filter((byte) => byte < 0x80));
}
