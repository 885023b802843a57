/**
 * Bytes to text, the one way: by the mark at the beginning; by the NULs of UTF-16 and UTF-32; as UTF-8 that shows
 * itself; by what the document declares; by what the caller states; as UTF-8. Few wrong bytes are replaced and told.
 */
import { fromBase64, toBase64 } from "../../../base/bytes/bytes.ts";
import type { UnreadPages } from "../documentText.ts";
import { encodingOf, type KnownEncoding } from "./labels.ts";
import { NotRead } from "./notRead.ts";
import { isNarrow, orderWithoutNuls, wideEncodingOf } from "./wide.ts";

/**
 * A label of the Encoding Standard that the runtime knows, such as `windows-1252`, `koi8-r`, `shift_jis` or `gb18030`;
 * also `utf-32le` and `utf-32be`. It is never guessed.
 */
export type TextEncoding = string;

/** What is known of an encoding besides the bytes. */
export interface EncodingHints {
  /** What the caller states. */
  stated?: TextEncoding | undefined;
  /** Labels that the document declares, the first that is known counts: before `stated`, where its bytes fit. */
  declared?: readonly (string | undefined)[] | undefined;
}

/** Text of bytes. */
export interface DecodedText {
  text: string;
  /** Places with bytes that stand for no character: U+FFFD is in the text for each. */
  replaced: number;
  /** Name of the encoding. */
  encoding: string;
}

/** Why bytes are no text, and what to do; the reasons are phrases without a full stop. */
export const NUL_BYTES = "it holds NUL bytes, as text does not";
export const ESCAPES = "it holds escape sequences, as text does not";
export const SEVEN_BITS = "its characters are written in ASCII as HZ or UTF-7 writes them";

/** First bytes of each encoding with a mark. UTF-32 comes first: its mark begins as that of UTF-16 does. */
const MARKS: readonly (readonly [label: string, mark: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Bytes that UTF-8 has beyond the units of its text: of 8 characters, no accident where a character has two bytes. */
const SHOWN_BYTES_MIN = 16;
/** Wrong places of a text whose encoding is known by a mark or a declaration. */
const WRONG_MIN = 3;
/** Least length of a text of unknown encoding with a single wrong place. */
const LENGTH_MIN = 100;

const UTF16_BE = new TextDecoder("utf-16be");
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** Text of UTF-8 bytes, or `undefined` where one of them is wrong. A mark is left out. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** @throws NotRead where the bytes are no text, or of an encoding that is not known */
export function decodeText(bytes: Uint8Array, hints: EncodingHints = {}): DecodedText {
  const decoded = decode(bytes, hints);
  const { text } = decoded;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what it looks for
  if (/\x1b[!-~]|\x0e[!-~]+\x0f/.test(text)) throw new NotRead("not_utf8", ESCAPES);
  return decoded;
}

/** The encoding that the first bytes mark, with its mark. */
export const markOf = (bytes: Uint8Array) => MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));

function decode(bytes: Uint8Array, { stated, declared = [] }: EncodingHints): DecodedText {
  const [label, mark] = markOf(bytes) ?? [];
  if (label !== undefined) {
    const marked = decodedAs(encodingOf(label)!, bytes.subarray(mark!.length));
    if (isMostlyRight(marked, true)) return marked;
    if (encodingOf(label)!.decode(bytes).includes("\0")) throw new NotRead("not_utf8", NUL_BYTES);
    throw new NotRead("not_utf8", `its mark is of ${label.toUpperCase()}, but its bytes are not`);
  }
  const labels = declared.filter((one) => one !== undefined && one !== "") as string[];
  const said = labels.map((one) => encodingsOf(one, bytes)).find((found) => found.length > 0) ?? [];
  const asked = stated === undefined ? [] : encodingsOf(stated, bytes);
  const hasNuls = bytes.includes(0);
  if (hasNuls) {
    const wide = decodedWide(bytes, [...said, ...asked]);
    if (wide !== undefined) return wide;
  }
  const utf8 = hasNuls ? undefined : decodeUtf8(bytes);
  const isUnknown = labels[0] !== undefined && encodingsOf(labels[0], bytes).length === 0;
  if (isUnknown && utf8 !== undefined && isOfSevenBits(utf8, bytes, labels)) throw new NotRead("not_utf8", SEVEN_BITS);
  if (utf8 !== undefined && isShown(utf8, bytes, said[0] ?? asked[0]))
    return { text: utf8, replaced: 0, encoding: "utf-8" };
  for (const [encodings, isSure] of [
    [said, true],
    [asked, false],
  ] as const) {
    for (const encoding of encodings) {
      // Bytes that are UTF-8 without NULs are none of UTF-16, whatever is said of them.
      if (isWide(encoding) && (hasNuls || utf8 !== undefined || isNarrow(bytes))) continue;
      const decoded = decodedAs(encoding, bytes);
      if (isMostlyRight(decoded, isSure)) return decoded;
    }
  }
  if (utf8 !== undefined) {
    if (isOfSevenBits(utf8, bytes, labels)) throw new NotRead("not_utf8", SEVEN_BITS);
    return { text: utf8, replaced: 0, encoding: "utf-8" };
  }
  const mended = decodedAs(encodingOf("utf-8")!, bytes);
  if (labels.length === 0 && asked.length === 0 && isMostlyRight(mended, false)) return mended;
  throw new NotRead("not_utf8", hasNuls ? NUL_BYTES : whyNot(isUnknown ? undefined : said[0], isUnknown, asked[0]));
}

/** The encoding of a label; of UTF-16 and UTF-32 without an order both orders, that of the bytes first. */
function encodingsOf(label: string, bytes: Uint8Array): KnownEncoding[] {
  const found = encodingOf(label);
  if (found === undefined) return [];
  if (!isWide(found) || /[lb]e\s*$/i.test(label)) return [found];
  const order = orderWithoutNuls(bytes) ?? "le";
  return [order, order === "le" ? "be" : "le"].map((one) => encodingOf(found.name.replace(/..$/, one))!);
}

function whyNot(said: KnownEncoding | undefined, isUnknown: boolean, asked: KnownEncoding | undefined): string {
  if (asked !== undefined) return `its bytes are not of the encoding ${asked.name}`;
  if (said !== undefined && said.name !== "utf-8")
    return `not UTF-8; it declares ${said.name}, but its bytes are not of that encoding`;
  return isUnknown ? "not UTF-8; it declares an encoding that is not known" : "not UTF-8";
}

/** Text of bytes in an encoding that is known, whatever they are. */
export function decodedAs({ name, decode }: KnownEncoding, bytes: Uint8Array): DecodedText {
  // A NUL is a character of every encoding, and of no text.
  const text = decode(bytes).replaceAll("\0", "\ufffd");
  return { text, replaced: replacedIn(text, name === "utf-8" ? bytes : undefined), encoding: name };
}

/**
 * How often U+FFFD stands in a text without standing in its bytes. Half of a pair of UTF-16 that is written as UTF-8
 * counts once, though each of its three bytes is replaced: it is one wrong character.
 */
function replacedIn(text: string, utf8: Uint8Array | undefined): number {
  let count = 0;
  for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) count += 1;
  if (count === 0 || utf8 === undefined) return count;
  const follows = (at: number): boolean => (utf8[at]! & 0xc0) === 0x80;
  for (let at = utf8.indexOf(0xef); at !== -1; at = utf8.indexOf(0xef, at + 1))
    if (utf8[at + 1] === 0xbf && utf8[at + 2] === 0xbd) count -= 1;
  for (let at = utf8.indexOf(0xed); at !== -1; at = utf8.indexOf(0xed, at + 1))
    if (utf8[at + 1]! >= 0xa0 && follows(at + 1) && follows(at + 2)) count -= 2;
  return count;
}

/**
 * Whether few places are wrong: one in 1,000 characters, or one for 8 characters beyond ASCII that are right, as no
 * text in another encoding has by accident; or a single one of a long text, some where its encoding is sure.
 */
export function isMostlyRight({ text, replaced }: DecodedText, isSure: boolean): boolean {
  if (replaced === 0) return true;
  const few = isSure ? WRONG_MIN : Number(text.length >= LENGTH_MIN);
  if (replaced <= Math.max(text.length / 1_000, Math.min(few, text.length / 4))) return true;
  let beyond = 0;
  for (let at = 0; at < text.length; at += 1) beyond += Number(text.charCodeAt(at) > 0x7f);
  return replaced <= (beyond - replaced) / 8;
}

/** Bytes with NULs, where they are UTF-16 or UTF-32 by the look of them, or by what is said. */
function decodedWide(bytes: Uint8Array, said: readonly KnownEncoding[]): DecodedText | undefined {
  const found = wideEncodingOf(bytes);
  const encodings = [...(found === undefined ? [] : [encodingOf(found)!]), ...(isNarrow(bytes) ? [] : said)];
  for (const encoding of encodings.filter(isWide)) {
    const decoded = decodedAs(encoding, bytes);
    if (isMostlyRight(decoded, true)) return decoded;
  }
  return undefined;
}

const isWide = ({ name }: KnownEncoding): boolean => /^utf-(16|32)/.test(name);
/** Encodings with several bytes a character. */
const MANY_BYTES = /^(?:gb|big5|euc|shift|iso-2022)/;

/** Whether valid UTF-8 has so many characters beyond ASCII that it can be nothing else, whatever is said of it. */
function isShown(text: string, bytes: Uint8Array, said: KnownEncoding | undefined): boolean {
  if (said?.name === "utf-8") return true;
  const few = said !== undefined && MANY_BYTES.test(said.name) ? SHOWN_BYTES_MIN : 1;
  return bytes.length - text.length >= few;
}

/** Runs of UTF-7 that nothing but it has, where it is not declared and none of them ends with a hyphen. */
const RUNS_MIN = 8;

/**
 * Whether text of ASCII is HZ (RFC 1843) or UTF-7 (RFC 2152): pairs between `~{` and `~}`, or runs of Base64 after `+`.
 */
function isOfSevenBits(text: string, bytes: Uint8Array, declared: readonly string[]): boolean {
  if (text.length !== bytes.length) return false;
  if (text.includes("~{") && /~\{(?:[!-w][!-~]){2,500}~\}/.test(text)) return true;
  const runs = (text.match(/\+[A-Za-z0-9+/]{0,500}-?/g) ?? []).filter((run) => !/^\+-?$/.test(run));
  if (runs.length > 0 && declared.some((label) => /utf-?7$/i.test(label.trim()))) return true;
  const hasHyphen = runs.some((run) => /^\+[A-Za-z0-9+/]{3,500}-$/.test(run));
  if (!hasHyphen && runs.length < RUNS_MIN) return false;
  return runs.every((run) => isUtf7(run.slice(1).replace("-", "")));
}

/** Whether a run of Base64 is UTF-16 of letters beyond ASCII, with no bits left over. */
function isUtf7(run: string): boolean {
  if (![3, 6, 0].includes(run.length % 8)) return false;
  const bytes = fromBase64(run);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  if (!/^[\u00a1-\u06ff\u0900-\u1fff\u2010-\u2bff\u3000-\u9fff\uac00-\ud7a3]+$/.test(UTF16_BE.decode(whole)))
    return false;
  return toBase64(whole).replace(/(?<!=)=+$/, "") === run;
}

/** What is told of a document with replaced bytes. */
export function replacedBytes({ replaced, encoding }: DecodedText): UnreadPages[] {
  if (replaced === 0) return [];
  const places = replaced === 1 ? "at 1 place" : `at ${replaced} places`;
  return [
    { code: "not_utf8", pages: [], reason: `wrong bytes of ${encoding.toUpperCase()} ${places}: U+FFFD stands there` },
  ];
}
