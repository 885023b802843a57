/** Titles of Markdown and HTML. */
import { htmlNames } from "./namespaces.ts";

/** Title of a Markdown document: its first heading near the beginning, if there is one. */
export function markdownTitle(content: string): string | undefined {
  const heading = /^#{1,2}[ \t]+(\S.*)$/m.exec(content.slice(0, TITLE_WITHIN));
  return heading?.[1]?.replace(/(?<![ \t])[ \t]+(?:#+[ \t]*)?\r?$/, "").trim();
}

/** Source of an HTML document's `title` element near the beginning, if there is one. */
export function htmlTitleSource(content: string): string | undefined {
  const head = content.slice(0, TITLE_WITHIN);
  const nameOf = htmlNames(head);
  const tags = [...head.matchAll(/<(\/?)([\w.-]{0,64}:?title)\b/gi)].filter(([, , name]) => nameOf(name!) === "title");
  const opening = tags.find(([, slash]) => slash === "");
  const start = opening === undefined ? -1 : head.indexOf(">", opening.index);
  const end = tags.find(({ 1: slash, index }) => slash === "/" && index > start)?.index;
  return start === -1 || end === undefined ? undefined : head.slice(start + 1, end);
}

/** Number of characters at the beginning that are searched for a title. */
const TITLE_WITHIN = 16_384;
