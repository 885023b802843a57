/** The reader of each type of content. */
import type { ContentType } from "../../base/contract/common.ts";
import type { Reader } from "../../base/contract/engine.ts";
import { readHtml } from "./markup/html.ts";
import { readMarkdown } from "./markup/markdown.ts";

const unchanged: Reader = (content) => ({ text: content });

export const readers: Readonly<Record<ContentType, Reader>> = {
  text: unchanged,
  code: unchanged,
  markdown: readMarkdown,
  html: readHtml,
};
