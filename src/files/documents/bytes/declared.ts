/** The encodings that documents declare: HTML and XML at their beginning, other text for editors and compilers. */
import { encodingOf } from "./labels.ts";

/** Bytes in which a document of HTML declares it: the standard says 1,024, and browsers read the whole head. */
const HTML_HEAD_BYTES = 16_384;
const XML_HEAD_BYTES = 1_024;

/** The labels that a document of HTML declares. @param isXml whether an XML declaration comes first, as in XHTML */
export function declaredInHtml(bytes: Uint8Array, isXml = false): (string | undefined)[] {
  const head = headOf(bytes, HTML_HEAD_BYTES).replaceAll(/<!--.{0,4096}?-->/gs, "");
  const tags = head.match(/<meta[\s/][^>]{1,500}>/gi) ?? [];
  const labels = tags.map(charsetOfMeta);
  const meta = readable(labels.find((label) => label !== undefined));
  const xml = declaredInXml(bytes);
  return isXml ? [xml, meta] : [meta, xml];
}

const ATTRIBUTES = /([^\s=>"'/]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g;

/** The label of an element `meta`: its own attribute, or of a media type; prose may have the word as well. */
function charsetOfMeta(tag: string): string | undefined {
  const attributes = new Map<string, string>();
  for (const [, name, ...values] of tag.slice("<meta".length).matchAll(ATTRIBUTES))
    attributes.set(name!.toLowerCase(), values.find((value) => value !== undefined) ?? "");
  const own = /^\s*([\w.:+()-]+)/.exec(attributes.get("charset") ?? "")?.[1];
  if (own !== undefined) return own;
  const content = attributes.get("content") ?? "";
  const isPragma = attributes.get("http-equiv")?.toLowerCase() === "content-type";
  if (!isPragma && !/^\s*[a-z]+\/[a-z.+-]+\s*;/i.test(content)) return undefined;
  return /charset\s*=\s*(?:["']|&quot;)?\s*([\w.:+()-]+)/i.exec(content)?.[1];
}

/** In a comment of the first two lines (PEP 263, Ruby, Emacs), and the first bytes of a style sheet. */
const IN_COMMENT =
  /^(?:[^\n]{0,400}\n)?[ \t]*(?:#|;|\/[/*]|%|--|\.\.|<!--|"|\(\*)[^\n]{0,400}?\b(?:en)?coding\s?[:=]\s?([\w.-]{2,40})/;
const AT_CHARSET = /^@charset "([\w.-]{2,40})";/;
/** In one of the first or last lines (Vim). */
const IN_MODELINE = /\b(?:vim?|ex):[^\n]{0,200}?\b(?:fileencoding|fenc)=([\w-]{2,40})/;
const MODELINE_BYTES = 400;

/** The labels that text without markup declares, as source code does. */
export function declaredInText(bytes: Uint8Array): (string | undefined)[] {
  const head = headOf(bytes, XML_HEAD_BYTES).replace(/\r/g, "");
  const tail = headOf(bytes.subarray(-MODELINE_BYTES), MODELINE_BYTES);
  const label = (AT_CHARSET.exec(head) ??
    IN_COMMENT.exec(head) ??
    IN_MODELINE.exec(head) ??
    IN_MODELINE.exec(tail))?.[1];
  // Emacs says there how lines end, too.
  return [readable(label?.replace(/-(?:unix|dos|mac)$/, ""))];
}

/** The label in a media type, as HTTP sends it. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?\s*([\w.:+()-]+)/i.exec(contentType)?.[1];
}

/** The label of an XML declaration. */
function declaredInXml(bytes: Uint8Array): string | undefined {
  return readable(
    /^\s*<\?xml[^>]{1,400}?\sencoding\s*=\s*["']\s*([\w.:+()-]+)/.exec(headOf(bytes, XML_HEAD_BYTES))?.[1],
  );
}

/** What can be read byte by byte is not of UTF-16, whatever it says (HTML standard, "prescan a byte stream"). */
function readable(label: string | undefined): string | undefined {
  if (label?.toLowerCase() === "x-user-defined") return "windows-1252";
  return label !== undefined && /^utf-(?:16|32)/.test(encodingOf(label)?.name ?? "") ? "utf-8" : label;
}

/** The first bytes, each as a character. */
function headOf(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
