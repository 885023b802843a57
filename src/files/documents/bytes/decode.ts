/** Bytes to text: by the mark at the beginning, as UTF-8, or in an encoding that the file or the caller states. */
import { NotRead } from "./notRead.ts";

/** An encoding for files that are not UTF-8 and have no mark. It is never guessed. */
export type TextEncoding = "windows-1252";

const UTF8 = new TextDecoder("utf-8", { fatal: true });
const UTF16 = new TextDecoder("utf-16le", { fatal: true });

/** First bytes of each encoding with a mark. UTF-32 comes first: its mark begins as that of UTF-16 does. */
const MARKS: readonly (readonly [encoding: "UTF-32" | "UTF-16LE" | "UTF-16BE", mark: readonly number[]])[] = [
  ["UTF-32", [0xff, 0xfe, 0, 0]],
  ["UTF-32", [0, 0, 0xfe, 0xff]],
  ["UTF-16LE", [0xff, 0xfe]],
  ["UTF-16BE", [0xfe, 0xff]],
];

/** Names of Windows-1252 and of its parts, as documents declare them (WHATWG Encoding, section 4.2). */
const WINDOWS_1252_NAMES = /^(?:windows-1252|x-cp1252|cp1252|iso-?8859-1|iso_8859-1|latin-?1|l1|us-ascii|ascii)$/i;

/**
 * Characters of the bytes 0x80 to 0x9F in Windows-1252; `\0` for the five that stand for none. An own table: several
 * releases of Node decode it as ISO 8859-1 (nodejs/node issue 56542), and the same bytes must give the same text
 * everywhere.
 */
const WINDOWS_1252 = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

/** Text of UTF-8 bytes without a byte order mark, or `undefined` where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return decodeWhole(UTF8, bytes);
}

/**
 * Text of bytes without a byte order mark.
 *
 * @param stated the encoding of bytes that are not UTF-8 and have no mark
 * @param declared the encoding that the document itself declares, which comes before `stated`
 * @throws NotRead
 */
export function decodeText(bytes: Uint8Array, stated?: TextEncoding, declared?: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  if (marked === "UTF-32") throw new NotRead("not_utf8", "UTF-32 text; convert it to UTF-8 first");
  if (marked !== undefined) {
    const text = decodeWhole(UTF16, marked === "UTF-16LE" ? bytes : swapped(bytes));
    if (text === undefined) throw new NotRead("not_utf8", "its mark is of UTF-16, but its bytes are not");
    return text;
  }
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  const encoding = declared ?? stated;
  if (encoding === undefined) throw new NotRead("not_utf8", "not UTF-8");
  if (!WINDOWS_1252_NAMES.test(encoding)) throw new NotRead("not_utf8", "not UTF-8; it declares another encoding");
  return decodeWindows1252(bytes);
}

function decodeWhole(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function swapped(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) swapped[at ^ 1] = bytes[at]!;
  return swapped;
}

/** @throws NotRead where a byte stands for no character */
export function decodeWindows1252(bytes: Uint8Array): string {
  const units = new Uint8Array(2 * bytes.length);
  for (const [at, byte] of bytes.entries()) {
    const unit = byte >= 0x80 && byte <= 0x9f ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
    if (unit === 0) throw new NotRead("not_utf8", "neither UTF-8 nor Windows-1252");
    units[2 * at] = unit & 0xff;
    units[2 * at + 1] = unit >> 8;
  }
  return UTF16.decode(units);
}
