/** The object of a line of JSON Lines, as programs write it. */
import { isRecord } from "../../../base/arguments.ts";
import { type DecodedText, decodeText, replacedBytes, type TextEncoding } from "../bytes/decode.ts";
import { NotRead } from "../bytes/notRead.ts";
import type { UnreadPages } from "../documentText.ts";

interface ParsedRecord {
  value: Record<string, unknown>;
  /** Of the line. */
  encoding: string;
  /** What was replaced in it. */
  unread: UnreadPages[];
}

/** The object of a line with what was replaced in it, the reason why there is none, or `null` for an empty line. */
export function parseRecord(line: Uint8Array, stated?: TextEncoding): ParsedRecord | { reason: string } | null {
  let decoded: DecodedText;
  try {
    decoded = decodeRecords(line, stated);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return { reason: error.reason };
  }
  const { encoding } = decoded;
  const json = decoded.text.startsWith(SEQUENCE_MARK) ? decoded.text.slice(1) : decoded.text;
  if (json.trim() === "") return null;
  const { value, raw } = readJson(json);
  const unread = [...replacedBytes(decoded), ...rawCharacters(raw)];
  if (value === undefined) return { reason: hasOpenString(json) ? OPEN_STRING : NOT_JSON };
  if (typeof value === "string") return { value: { text: value }, encoding, unread };
  if (isConversation(value)) return { value: { messages: value }, encoding, unread };
  return isRecord(value) ? { value, encoding, unread } : { reason: "not a JSON object" };
}

/** Whether a value is a list of turns: what somebody says each time, and no record by itself. */
export function isConversation(value: unknown): value is Record<string, unknown>[] {
  const isTurn = (one: unknown): boolean =>
    isRecord(one) &&
    (["role", "speaker", "sender"].some((name) => typeof one[name] === "string") ||
      (typeof one["from"] === "string" && typeof one["value"] === "string"));
  return Array.isArray(value) && value.length > 0 && value.every(isTurn);
}

/** Before each text of a sequence (RFC 7464). */
export const SEQUENCE_MARK = "\u001e";
export const NOT_JSON = "not JSON";
const OPEN_STRING = `${NOT_JSON}: a string in it does not end. A line break within it is written \\n`;

function rawCharacters(raw: number): UnreadPages[] {
  if (raw === 0) return [];
  const places = raw === 1 ? "at 1 place" : `at ${raw} places`;
  const reason = `a string has a raw tab, line break or control character ${places}, which JSON escapes: all of it is read`;
  return [{ code: "damaged", pages: [], reason, note: true }];
}

/** Text of lines or files of records, which programs write as UTF-8. @throws NotRead */
export function decodeRecords(bytes: Uint8Array, stated?: TextEncoding): DecodedText {
  return decodeText(bytes, { stated, declared: stated === undefined ? ["utf-8"] : [] });
}

/** The value of JSON and of what Python takes for it (`readJson`); `undefined` where it is neither. */
export const parsedJson = (json: string): unknown => readJson(json).value;

/** @returns `raw`: how many characters stand in strings that JSON would escape, as Python reads with `strict=False` */
function readJson(json: string): { value: unknown; raw: number } {
  const value = parsed(json);
  if (value !== undefined) return { value, raw: 0 };
  const { written, raw } = asJson(json);
  return { value: parsed(written), raw };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const NO_NUMBERS = /-?\b(?:NaN|Infinity)\b/g;
/** A comma behind the last entry, which people and templates write. */
const LAST_COMMA = /,(?=\s*[\]}])/g;

/** A backslash with what it escapes, so that no escape is made of it; or a raw control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const RAW = /\\.|[\u0000-\u001f]/gs;

/** With `null` for numbers that are none, as Python writes them, no comma at an end, and raw characters escaped. */
function asJson(json: string): { written: string; raw: number } {
  let written = "";
  let raw = 0;
  const escaped = (found: string): string => {
    if (found.startsWith("\\")) return found;
    raw += 1;
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  };
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    written += json
      .slice(at, quote === -1 ? undefined : quote)
      .replaceAll(NO_NUMBERS, "null")
      .replace(LAST_COMMA, "");
    if (quote === -1) break;
    at = endOfString(json, quote);
    written += json.slice(quote, at).replace(RAW, escaped);
  }
  return { written, raw };
}

function hasOpenString(json: string): boolean {
  for (let quote = json.indexOf('"'); quote !== -1; ) {
    const end = endOfString(json, quote);
    if (json[end - 1] !== '"' || end === quote + 1) return true;
    quote = json.indexOf('"', end);
  }
  return false;
}

/** The place behind the string of JSON that begins with a quotation mark. */
export function endOfString(json: string, quote: number): number {
  for (let at = quote + 1; at < json.length; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}
