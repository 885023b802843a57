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
  const { text: json, encoding } = decoded;
  if (json.trim() === "") return null;
  const value = parsedJson(json);
  const unread = replacedBytes(decoded);
  if (value === undefined) return { reason: "not JSON" };
  return isRecord(value) ? { value, encoding, unread } : { reason: "not a JSON object" };
}

/** Text of lines or files of records, which programs write as UTF-8. @throws NotRead */
export function decodeRecords(bytes: Uint8Array, stated?: TextEncoding): DecodedText {
  return decodeText(bytes, { stated, declared: stated === undefined ? ["utf-8"] : [] });
}

/** The value of JSON, also with the numbers that are none; `undefined` where it is not JSON. */
export function parsedJson(json: string): unknown {
  return parsed(json) ?? parsed(withoutNaN(json));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const NO_NUMBERS = /-?\b(?:NaN|Infinity)\b/g;

/** `null` in the place of the values that Python writes for numbers that are none, which JSON does not have. */
function withoutNaN(json: string): string {
  let written = "";
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    written += json.slice(at, quote === -1 ? undefined : quote).replaceAll(NO_NUMBERS, "null");
    if (quote === -1) break;
    at = endOfString(json, quote);
    written += json.slice(quote, at);
  }
  return written;
}

/** The place behind the string of JSON that begins with a quotation mark. */
export function endOfString(json: string, quote: number): number {
  for (let at = quote + 1; at < json.length; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}
