/**
 * Reads messages by their parts (MIME, RFC 2045 to 2049) and pages saved as one file (MHTML, RFC 2557): text and HTML
 * in order, of alternatives the one with more text, messages in messages; attachments are told. An own reader: packages
 * decode text themselves, where all text here comes through one decoder.
 */
import { type DocumentText, type UnreadPages, withUnread } from "../../documentText.ts";
import { unreadText } from "../../unreadText.ts";
import { parted, shownHeader } from "./headers.ts";
import { parameterOf } from "./parameters.ts";
import { unpacked } from "./transfer.ts";

/** Messages within messages, and parts within parts. */
const PARTS_DEPTH = 32;

/** Reads a part that is text: its bytes, a name that says what it is, the charset of its header. */
export type PartText = (
  bytes: Uint8Array,
  name: "part.html" | "part.txt",
  charset: string | undefined,
) => { text: string; title?: string; unread_pages?: UnreadPages[] } | { reason: string };

interface MessageText {
  texts: string[];
  title?: string | undefined;
  unread: UnreadPages[];
}

export function readMessage(message: Uint8Array, readPart: PartText): DocumentText {
  const { headers } = parted(withoutEnvelope(message));
  const { texts, title, unread } = read(withoutEnvelope(message), "", readPart, 0);
  const [subject, author] = ["subject", "from"].map((name) => shownHeader(headers.get(name) ?? ""));
  const heading = subject || title;
  const about = { ...(heading && { title: heading }), ...(author && { author }) };
  return withUnread<DocumentText>({ text: texts.join("\n\n"), sections: [], ...about }, unread);
}

/**
 * The first line of a message in a mailbox is none of its headers; nor is that of a message of Apple Mail, which says
 * how long it is, since properties follow it.
 */
function withoutEnvelope(message: Uint8Array): Uint8Array {
  const head = String.fromCharCode(...message.subarray(0, 20));
  const counted = /^(\d{1,12})\s*\n/.exec(head);
  if (counted !== null) {
    const [start, end] = [counted[0].length, counted[0].length + Number(counted[1])];
    const hasProperties = String.fromCharCode(...message.subarray(end, end + 5)) === "<?xml";
    return message.subarray(start, hasProperties ? end : undefined);
  }
  const isEnvelope = head.startsWith("From ");
  return isEnvelope ? message.subarray(message.indexOf(10) + 1) : message;
}

function read(entity: Uint8Array, within: string, readPart: PartText, depth: number): MessageText {
  const { headers, body } = parted(entity);
  const usual = within === "multipart/digest" ? "message/rfc822" : "text/plain";
  const type = headers.get("content-type") || usual;
  const kind = /^\s*([^;\s]{1,200})/.exec(type)?.[1]?.toLowerCase() ?? usual;
  const disposition = headers.get("content-disposition") ?? "";
  const named = parameterOf(disposition, "filename") ?? parameterOf(type, "name");
  const name = named === undefined ? undefined : shownHeader(named);
  const isAttached = /^\s*attachment\b/i.test(disposition);
  const boundary = parameterOf(type, "boundary");
  if (kind.startsWith("multipart/") && boundary !== undefined && depth < PARTS_DEPTH)
    return partsRead(body, boundary, (part) => read(part, kind, readPart, depth + 1), kind);
  const way = headers.get("content-transfer-encoding") ?? "";
  if (kind === "message/rfc822" && !isAttached && depth < PARTS_DEPTH) {
    const inner = isMessageItself(headers) ? entity : unpacked(body, way).bytes;
    const subject = shownHeader(parted(inner).headers.get("subject") ?? "");
    const { texts, unread } = read(inner, kind, readPart, depth + 1);
    return { texts: [...(subject === "" ? [] : [subject]), ...texts], unread };
  }
  const isText = kind === "text/plain" || kind === "text/html" || kind === "application/xhtml+xml";
  if (!isText || isAttached) return unreadPart(kind, name, within, isAttached);
  const { bytes, added } = unpacked(body, way);
  const part = readPart(bytes, kind === "text/plain" ? "part.txt" : "part.html", parameterOf(type, "charset"));
  if ("reason" in part) return { texts: [], unread: [told(`its part ${name ?? kind}: ${part.reason}`)] };
  const isFlowed = kind === "text/plain" && parameterOf(type, "format")?.toLowerCase() === "flowed";
  const joint = parameterOf(type, "delsp")?.toLowerCase() === "yes" ? "" : " ";
  const text = isFlowed ? part.text.replace(/(?<!^--) \r?\n(?![>\r\n])/gm, joint) : part.text;
  return {
    texts: text.trim() === "" ? [] : [text.trim()],
    title: part.title,
    unread: [...(part.unread_pages ?? []), ...addedText(added), ...(UUENCODED.test(text) ? [PACKED] : [])],
  };
}

function partsRead(
  body: Uint8Array,
  boundary: string,
  readEntity: (part: Uint8Array) => MessageText,
  kind: string,
): MessageText {
  const { parts, outside } = partsOf(body, boundary);
  const { unread, ...rest } = united(kind, parts.map(readEntity));
  const around = outside.map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  // Programs say there that older ones cannot show the message.
  return {
    ...rest,
    unread: [
      ...unread,
      ...(parts.length > 0 && /\bMIME\b/i.test(around) ? [] : unreadText("text outside its parts", around)),
    ],
  };
}

/** A part of a digest that begins with the headers of its message, where an empty line should be. */
function isMessageItself(headers: ReadonlyMap<string, string>): boolean {
  return !headers.has("content-type") && (headers.has("from") || headers.has("subject"));
}

/** Parts as they belong together: of alternatives the one that says most. */
function united(kind: string, parts: readonly MessageText[]): MessageText {
  const length = ({ texts }: MessageText): number =>
    texts.reduce((sum, text) => sum + text.replace(/\s+/g, " ").length, 0);
  const title = parts.find((part) => part.title !== undefined)?.title;
  const unread = parts.flatMap((part) => part.unread);
  if (kind !== "multipart/alternative") return { texts: parts.flatMap(({ texts }) => texts), title, unread };
  const most = parts.reduce<MessageText | undefined>(
    (best, part) => (best && length(best) >= length(part) ? best : part),
    undefined,
  );
  const others = parts.filter((part) => most !== undefined && part !== most && !isAlike(part, most));
  const dropped = others.flatMap(({ texts }) => unreadText("another version of its text", texts.join("\n")));
  return { texts: most?.texts ?? [], title, unread: [...unread, ...dropped] };
}

/** Whether at least half of the words of a version stand in the other. */
function isAlike(part: MessageText, other: MessageText): boolean {
  const wordsOf = ({ texts }: MessageText) => texts.join(" ").match(/[\p{L}\p{N}]{1,100}/gu) ?? [];
  const [words, known] = [wordsOf(part), new Set(wordsOf(other))];
  return 2 * words.filter((word) => known.has(word)).length >= words.length;
}

/** What pages refer to, and signatures, hold no text. */
function unreadPart(kind: string, name: string | undefined, within: string, isAttached: boolean): MessageText {
  const isOfPage = /^(?:image|audio|video|font)\/|^text\/css|javascript|pgp-signature|pkcs7-signature/.test(kind);
  if (isOfPage && !isAttached && (within === "multipart/related" || name === undefined || /signature$/.test(kind)))
    return { texts: [], unread: [] };
  return { texts: [], unread: [told(`its attachment ${name === undefined ? "" : `${name} `}(${kind})`)] };
}

/** What a list of mail has added to a packed body is told: no reader of mail shows it. */
function addedText(text: string): UnreadPages[] {
  return text === "" ? [] : unreadText("text added behind its base64", text);
}

/** A file that old programs put into the text. */
const UUENCODED = /^begin [0-7]{3,4} \S.{0,200}\r?\nM[ -`]{60}/m;
const PACKED = { code: "format_not_read" as const, pages: [], reason: "a file in its text, packed by uuencode" };

const told = (reason: string): UnreadPages => ({ code: "format_not_read", pages: [], reason });

/**
 * The parts between lines with the boundary; the last may lack its end. A line that goes on behind the boundary is of
 * another one (RFC 2046, 5.1.1): within parts of `mix` there may be parts of `mix-2`.
 */
function partsOf(body: Uint8Array, boundary: string): { parts: Uint8Array[]; outside: Uint8Array[] } {
  const mark = new TextEncoder().encode(`--${boundary.trimEnd()}`);
  const parts: Uint8Array[] = [];
  const outside: Uint8Array[] = [];
  let start = -1;
  for (let line = 0; line !== -1 && line < body.length; ) {
    const next = body.indexOf(10, line);
    const behind = line + mark.length;
    const isLast = body[behind] === DASH && body[behind + 1] === DASH;
    const end = next === -1 ? body.length : next;
    if (mark.every((byte, i) => body[line + i] === byte) && isBlank(body, isLast ? behind + 2 : behind, end)) {
      if (start === -1) outside.push(body.subarray(0, line));
      else parts.push(body.subarray(start, Math.max(start, line - (body[line - 2] === 13 ? 2 : 1))));
      start = next === -1 || isLast ? -1 : next + 1;
      if (isLast) return { parts, outside: [...outside, body.subarray(end)] };
    }
    line = next === -1 ? -1 : next + 1;
  }
  if (start !== -1) return { parts: [...parts, body.subarray(start)], outside };
  return { parts, outside: parts.length + outside.length === 0 ? [body] : outside };
}

const DASH = 45;

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 32 && bytes[at] !== 9 && bytes[at] !== 13) return false;
  return true;
}
