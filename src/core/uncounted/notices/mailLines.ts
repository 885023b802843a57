/** Lines that mail programs write: who wrote what they quote, headers of what they pass on, and the device. */
import type { Text, WordRange } from "../../text/text.ts";
import { linesOf } from "../enumerations/contents.ts";

/** Fewest lines of a header, one after the other: any list has a line that begins with "to:". */
const HEADER_LINES_MIN = 2;
const MAIL_LINE_BYTES_MAX = 400;
const LINE_FEED = 0x0a;
const WROTE = /(?:wrote|writes|schrieb|a écrit|escribió)(?:\s[^:]{0,100})?:$/i;
const HAS_DATE = /\d{1,2}[\s:./,-]/;
const DEVICE =
  /^(?:sent (?:from|via|with|using) (?:my|the|yahoo|outlook|gmail|proton|mail|samsung|blackberry|a)\b|get outlook for|(?:von|gesendet von) meine[mr]\b|diese nachricht wurde von mein|envoyé (?:de|depuis) mon|enviado desde mi)/i;
const PASSED_ON =
  /^-{2,20}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message transféré|mensaje original|mensaje reenviado)/i;
const HEADER =
  /^(?:from|sent|to|cc|bcc|subject|date|reply-to|importance|attachments|von|gesendet|an|betreff|datum|de|envoyé|à|objet|enviado|para|asunto|fecha)\s?:/i;
/** Marks of what is quoted. */
const QUOTED = /^[>|*\s]{1,20}/;

/** Ascending and apart. */
export function mailLinesOf(text: Text): WordRange[] {
  const lines: WordRange[] = [];
  let header: WordRange[] = [];
  const close = () => {
    if (header.length >= HEADER_LINES_MIN) lines.push(...header);
    header = [];
  };
  for (const line of linesOf(text)) {
    const kind = kindOf(text, line);
    if (kind === "header") header.push(line);
    else close();
    if (kind === "other") lines.push(line);
  }
  close();
  return lines;
}

function kindOf({ bytes, bounds }: Text, { start, end }: WordRange): "header" | "other" | null {
  let from = bounds[2 * start]!;
  let to = bounds[2 * end - 1]!;
  if (to - from > MAIL_LINE_BYTES_MAX) return null;
  // Marks before the first word and behind the last belong to the line.
  while (from > 0 && bytes[from - 1] !== LINE_FEED) from--;
  while (to < bytes.length && bytes[to] !== LINE_FEED) to++;
  if (to - from > MAIL_LINE_BYTES_MAX) return null;
  const line = new TextDecoder().decode(bytes.subarray(from, to)).replace(QUOTED, "").trim();
  if (HEADER.test(line)) return "header";
  return DEVICE.test(line) || PASSED_ON.test(line) || (WROTE.test(line) && HAS_DATE.test(line)) ? "other" : null;
}
