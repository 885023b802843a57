/**
 * Reads Org as its export shows it: without keywords, drawers, times of work, states and tags of headings, comments and
 * what is marked not to be exported; notes within a paragraph come behind it.
 */
import type { DocumentText } from "../../documentText.ts";
import { emphasis, KeptTexts, LightBlocks, linesOfText } from "./blocks.ts";

const HEADING = /^(\*+)\s+(.*)$/;
const KEYWORD = /^\s*#\+(\w[\w-]{0,40})(?:\[[^\]\n]{0,200}\])?:\s*(.*)$/;
const BLOCK = /^\s*#\+begin_(\w{1,40})\b/i;
const BLOCK_END = /^\s*#\+end_\w/i;
const SHOWN_KEYWORDS = new Set(["caption"]);
const LITERAL_BLOCKS = new Set(["src", "example"]);
const HIDDEN_BLOCKS = new Set(["comment", "export"]);
const STATES = /^(?:TODO|DONE|NEXT|WAITING|HOLD|CANCELLED|CANCELED|STARTED|PROJ|SOMEDAY)\s+/;
const TAGS = /\s{1,99}:[\p{L}\p{N}_@#%:]{1,500}:$/u;

export function readOrg(text: string): DocumentText {
  const blocks = new LightBlocks(inline);
  let [title, author] = ["", ""];
  let block: string | undefined;
  let isDrawer = false;
  /** The level of a heading that is not exported, with all below it. */
  let hiddenLevel = 0;
  for (const line of linesOfText(text)) {
    const heading = block === undefined ? HEADING.exec(line) : null;
    if (heading !== null) {
      isDrawer = false;
      const level = heading[1]!.length;
      if (hiddenLevel > 0 && level > hiddenLevel) continue;
      const tags = TAGS.exec(heading[2]!.trimEnd())?.[0] ?? "";
      const isHidden = /^COMMENT\b/.test(heading[2]!) || tags.includes(":noexport:");
      hiddenLevel = isHidden ? level : 0;
      if (!isHidden) blocks.heading(headingText(heading[2]!.trimEnd(), tags));
      continue;
    }
    if (hiddenLevel > 0) continue;
    if (block !== undefined) {
      if (BLOCK_END.test(line)) {
        block = undefined;
        blocks.end();
      } else if (LITERAL_BLOCKS.has(block)) blocks.raw(line.replace(/^,(?=[*#])/, ""));
      else if (!HIDDEN_BLOCKS.has(block)) readLine(line, blocks);
      continue;
    }
    block = BLOCK.exec(line)?.[1]?.toLowerCase();
    const [, keyword, value = ""] = KEYWORD.exec(line) ?? [];
    const key = keyword?.toLowerCase();
    if (block !== undefined) blocks.end();
    else if (/^\s*:[\w-]{1,40}:\s*$/.test(line)) isDrawer = !/^\s*:end:/i.test(line);
    else if (isDrawer || /^\s*#(?:\s|$)/.test(line)) continue;
    else if (key === "title") title = `${title} ${value}`.trim();
    else if (key === "author") author = value.trim();
    else if (key !== undefined && SHOWN_KEYWORDS.has(key)) blocks.line(value);
    else if (key === undefined && !/^\s*#\+\w/.test(line)) readLine(line, blocks);
  }
  const read = blocks.finish();
  if (title === "") return { ...read, ...(author && { author }) };
  const start = title.length + 2;
  const sections = read.sections.map((section) => ({ ...section, start: section.start + start }));
  const own = { kind: "heading" as const, start: 0, label: title.slice(0, 200) };
  return { text: `${title}\n\n${read.text}`, sections: [own, ...sections], title, ...(author && { author }) };
}

function headingText(line: string, tags: string): string {
  const bare = line.slice(0, line.length - tags.length).replace(STATES, "");
  return bare.replace(/^\[#\w\]\s+/, "");
}

function readLine(line: string, blocks: LightBlocks): void {
  const plain = line.trim();
  if (plain === "" || /^-{5,}$/.test(plain)) blocks.end();
  else if (/^:(?:\s|$)/.test(plain)) blocks.raw(plain.slice(2));
  else if (/^\|[-+|]+$/.test(plain) || /^(?:CLOCK|SCHEDULED|DEADLINE|CLOSED):/.test(plain)) return;
  else if (plain.startsWith("|")) {
    blocks.end();
    for (const cell of plain.replace(/^\||\|$/g, "").split("|"))
      if (!/^\s*(?:[!^_$*#/]|<[lcr]?\d{0,3}>)\s*$/.test(cell)) blocks.line(cell);
    blocks.end();
  } else {
    const item = /^(?:[-+*]|\d{1,4}[.)])\s+(?:\[[ xX-]\]\s+)?/.exec(plain)?.[0] ?? "";
    if (item !== "") blocks.end();
    const words = /^\d/.test(item) ? plain : plain.slice(item.length);
    blocks.line(item === "" ? words.replace(/\\\\$/, "") : words.replace(" :: ", "\n"));
  }
}

const VERBATIM = /(?<![\p{L}\p{N}])([=~])(\S(?:[^\n]{0,1000}?\S)?)\1(?![\p{L}\p{N}])/gu;
const PAIRS = ["\\*", "/", "_", "\\+"].map(emphasis);

function inline(text: string, note: (text: string) => void): string {
  const literals = new KeptTexts();
  const bare = KeptTexts.bare(text)
    .replace(VERBATIM, (_, _mark, literal: string) => literals.keep(literal))
    .replace(
      /\[\[([^\][\n]{1,2000})\](?:\[((?:(?!\]\]).){1,2000})\])?\]/gs,
      (_, target: string, shown?: string) => shown ?? literals.keep(targetText(target)),
    )
    .replace(/\[fn:[\w-]{0,60}:((?:[^[\]]|\[[^[\]]{0,500}\]){1,4000})\]/g, (_, words: string) => {
      note(words);
      return "";
    })
    // The definition of a note begins a line; a mark in the text stands at a word.
    .replace(/(^|\n)\[fn:[\w-]{1,60}\]\s*/g, "$1")
    .replace(/\[fn:[\w-]{1,60}\]/g, "")
    .replace(/<{2,3}([^<>\n]{1,500})>{2,3}/g, (found, target: string) => (found.startsWith("<<<") ? target : ""))
    .replace(/\{\{\{[^{}]{1,200}\}\}\}/g, "");
  const plain = PAIRS.reduce((marked, pair) => marked.replace(pair, "$1"), bare);
  return literals.restore(plain);
}

/** A picture shows no words. */
const targetText = (target: string): string =>
  /\.(?:png|jpe?g|gif|svg|webp|pdf)$/i.test(target) ? "" : target.replace(/^(?:file|id|\*|#)[:*]?/, "");
