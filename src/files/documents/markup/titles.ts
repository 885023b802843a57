/** Titles of Markdown and HTML. */

/** Title of a Markdown document: its first heading near the beginning, if there is one. */
export function markdownTitle(content: string): string | undefined {
  const heading = /^#{1,2}[ \t]+(\S.*)$/m.exec(content.slice(0, TITLE_WITHIN));
  return heading?.[1]?.replace(/(?<![ \t])[ \t]+(?:#+[ \t]*)?\r?$/, "").trim();
}

/** Source of an HTML document's `title` element near the beginning, if there is one. */
export function htmlTitleSource(content: string): string | undefined {
  const head = content.slice(0, TITLE_WITHIN);
  const tag = /<title\b/i.exec(head)?.index ?? -1;
  const start = tag === -1 ? -1 : head.indexOf(">", tag);
  const end = start === -1 ? -1 : head.toLowerCase().indexOf("</title", start);
  return end === -1 ? undefined : head.slice(start + 1, end);
}

/** Number of characters at the beginning that are searched for a title. */
const TITLE_WITHIN = 16_384;
