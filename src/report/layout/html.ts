/** One printable HTML file without scripts or external resources. This module escapes everything on the page. */

import type { Span } from "../../base/contract/common.ts";
import { figure } from "./page.ts";
import { piecesOf, withSpans } from "./pieces.ts";
import type {
  Axis,
  DifferingSpan,
  Estimate,
  GreySpan,
  Histogram,
  Lines,
  Quotation,
  Sheet,
  SheetTable,
  ShownPassage,
  Strip,
  Tone,
} from "./sheet.ts";
import { STYLE } from "./style.ts";
import { ACTING, printable } from "./terminal.ts";

/** Returns full citations of sources; `catalogue.citations` is such a function. */
export interface Cited {
  citations?: ((sourceIds: Iterable<string>) => readonly ReferencedSource[]) | undefined;
}

interface ReferencedSource {
  id: string;
  citation: string;
  /** Where it can be read: an https address. */
  url?: string | null | undefined;
}

/** What the host knows of a report: a page has no clock. */
export interface ReportedOn {
  /** Name of the file of the text. */
  file?: string | undefined;
  /** Day on which the report was made, `YYYY-MM-DD`. */
  date?: string | undefined;
}

export interface Captions {
  own?: string;
  source?: string;
}

/** With this policy a browser runs and loads nothing, whatever the file contains. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** A list of at most this many rows is shown open. */
const ROWS_OPEN = 40;
/** A passage longer than this has a box of its own, in which both sides scroll. */
const LONG_PASSAGE_CHARACTERS = 2_000;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function withoutMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Writes control characters as JSON escapes, so that the document parses to the same value. */
function escapedJson(value: object): string {
  const asEscapes = (acting: string) =>
    Array.from({ length: acting.length }, (_, i) => `\\u${acting.charCodeAt(i).toString(16).padStart(4, "0")}`).join(
      "",
    );
  return withoutMarkup(
    JSON.stringify(value, null, 1)
      .split("\n")
      .map((line) => line.replace(ACTING, asEscapes))
      .join("\n"),
  );
}

/** Text as HTML: on one line, without control characters or markup. */
export function escaped(text: string): string {
  return withoutMarkup(printable(text));
}

/** A position on an axis from 0 to 1, as a percentage; numbers outside are clamped. */
function place(at: number): string {
  return `${Math.round(1e4 * Math.min(Math.max(at, 0), 1)) / 100}%`;
}

export class HtmlSheet implements Sheet {
  readonly #parts: string[] = [];
  /** Whether a section is open, which the next heading ends. */
  #isInSection = false;
  #isInList = false;
  readonly #citations: Cited["citations"];
  readonly #captions: Required<Captions>;
  #sections = 0;
  #verdicts = 0;

  constructor({ citations, own = "In this text", source = "In the source" }: Cited & Captions) {
    this.#citations = citations;
    this.#captions = { own, source };
  }

  /** Appends a part. Consecutive lines with a dash form a list; any other part ends it. */
  #add(part: string, isItem = false): void {
    if (isItem !== this.#isInList) this.#parts.push(isItem ? "<ul>" : "</ul>");
    this.#isInList = isItem;
    this.#parts.push(part);
  }

  /** The first verdict is the heading of the page; a page of several results has one more for each. */
  verdict(word: string, sentence: string, tone: Tone): void {
    this.#endSection();
    const heading = ++this.#verdicts > 1 ? "h2" : "h1";
    this.#add(
      `<div class="verdict ${tone}"><${heading}>${escaped(word)}</${heading}><p class="lede">${escaped(sentence)}</p></div>`,
    );
  }

  heading(text: string): void {
    const id = `part-${++this.#sections}`;
    this.#endSection();
    this.#isInSection = true;
    // With several results, sections have the same headings: landmarks with equal names would not help readers.
    const landmark = this.#verdicts > 1 ? "" : ` aria-labelledby="${id}"`;
    this.#add(`<section${landmark}><h2 id="${id}">${escaped(text)}</h2><div>`);
  }

  #endSection(): void {
    if (this.#isInSection) this.#add("</div></section>");
    this.#isInSection = false;
  }

  text(text: string, { indent = 2, label = "", dim = false }: Lines = {}): void {
    const mark = label.trim();
    const classes = [mark !== "" && "label", indent > 2 && "inner", dim && "dim"].filter((name) => name !== false);
    const attributes = `dir="auto"${classes.length === 0 ? "" : ` class="${classes.join(" ")}"`}`;
    this.#add(`<p ${attributes}>${mark === "" ? "" : `<b>${escaped(mark)}</b> `}${escaped(text)}</p>`);
  }

  item(text: string): void {
    this.#add(`<li dir="auto">${escaped(text)}</li>`, true);
  }

  passage(passage: ShownPassage): void {
    const { number, title, place: where, facts, stands, own, source, isWhole, differing, uncounted, others } = passage;
    const small = (text: string | undefined) =>
      text === undefined ? "" : `<p class="dim" dir="auto">${escaped(text)}</p>`;
    const marked = (name: "own" | "source", words: string) =>
      withGrey(words, (name === "own" && uncounted) || [], differing?.[name] ?? []);
    const quoted = (name: "own" | "source", { before, words, after }: Quotation) => {
      const caption = `<figcaption>${escaped(this.#captions[name])}</figcaption>`;
      // Leading and trailing spaces stay, but outside the mark.
      const [, left, inner, right] = /^( ?)(.*?)( ?)$/s.exec(marked(name, words))!;
      const quote = `${escaped(before)}${left}<mark>${inner}</mark>${right}${escaped(after)}`;
      return `<figure class="${name}">${caption}<blockquote dir="auto">${quote}</blockquote></figure>`;
    };
    const pair = (own === null ? "" : quoted("own", own)) + (source === null ? "" : quoted("source", source));
    // Both columns of a long passage scroll together, since they are in one box.
    const isLong = isWhole === true && (source?.words.length ?? 0) > LONG_PASSAGE_CHARACTERS;
    this.#add(
      `<article id="passage-${number}"><h3 dir="auto"><b>${number}.</b> ${escaped(title)}</h3>` +
        `${small(where)}<p>${escaped(facts)}</p>${small(stands)}${pair === "" ? "" : `<div class="pair${isLong ? " long" : ""}">${pair}</div>`}${small(others)}</article>`,
    );
  }

  /** Omits columns that are empty in every row. */
  table({ columns, rows }: SheetTable): void {
    if (rows.length === 0) return;
    const shown = columns.map((_, i) => i).filter((i) => rows.some((row) => row[i] !== ""));
    const head = shown.map((i) => `<th scope="col">${escaped(columns[i]!)}</th>`).join("");
    const [first = 0, ...others] = shown;
    const body = rows.map((row) => {
      const cells = others.map((i) => this.#cell(columns[i]!, row[i]!)).join("");
      return `<tr><th scope="row" dir="auto">${escaped(row[first]!)}</th>${cells}</tr>`;
    });
    this.#add(`<table><thead><tr>${head}</tr></thead><tbody>\n${body.join("\n")}</tbody></table>`);
  }

  #cell(column: string, text: string): string {
    return text === "" ? "<td></td>" : `<td dir="auto" data-label="${escaped(column)}">${escaped(text)}</td>`;
  }

  estimates(estimates: readonly Estimate[], axis: Axis): void {
    const rows = estimates.map(({ label, value, interval, ...plotted }) => {
      const words = `<th scope="row">${escaped(label)}</th><td>${escaped(value)} <span>(${escaped(interval)})</span></td>`;
      return `<tr>${words}<td>${plotOf(plotted, axis)}</td></tr>`;
    });
    this.#add(`<table class="estimates"><tbody>\n${rows.join("\n")}</tbody></table>`);
  }

  reading(content: string, passages: readonly Span[]): void {
    const lines = content.split("\n");
    let at = 0;
    const numbered = passages.map(({ start, end }, i) => ({ start, end, number: i + 1 }));
    const parts = lines.map((line) => {
      const [from, to] = [at, at + line.length];
      at = to + 1;
      const over = numbered.filter(({ start, end }) => start < to && end > from);
      return line.trim() === "" ? "" : `<p dir="auto">${withPassages(content, { start: from, end: to }, over)}</p>`;
    });
    this.#add(`<div class="reading">${parts.filter((part) => part !== "").join("\n")}</div>`);
  }

  strip({ label, length, spans }: Strip): void {
    const most = Math.max(1, length);
    const bars = spans.map(({ start, end }) => {
      // In a long text, a passage would otherwise be narrower than a visible line.
      const width = Math.max(0.003, (end - start) / most);
      return `<rect class="span" x="${place(Math.min(start / most, 1 - width))}" width="${place(width)}" height="14"/>`;
    });
    const name = `role="img" aria-label="${escaped(label)}"`;
    this.#add(`<svg class="strip" ${name} height="14"><rect width="100%" height="14"/>${bars.join("")}</svg>`);
  }

  histogram({ label, bars }: Histogram): void {
    const most = Math.max(1, ...bars.map(({ cases }) => cases));
    const rows = bars.map(({ label: name, cases }) => {
      const bar = `<svg aria-hidden="true" height="14"><rect class="bar" width="${place(cases / most)}" height="14"/></svg>`;
      return `<tr><th scope="row">${escaped(name)}</th><td>${escaped(figure(cases))}</td><td>${bar}</td></tr>`;
    });
    this.#add(
      `<table class="histogram"><caption>${escaped(label)}</caption><tbody>\n${rows.join("\n")}</tbody></table>`,
    );
  }

  more(summary: string, table: () => SheetTable): void {
    const made = table();
    this.#add(`<details${made.rows.length <= ROWS_OPEN ? " open" : ""}><summary>${escaped(summary)}</summary>`);
    this.table(made);
    this.#add("</details>");
  }

  /** Lists the sources with their full citations from the catalogue. */
  sources(sourceIds: readonly string[]): void {
    const named = [...new Set(sourceIds)].sort();
    if (this.#citations === undefined || named.length === 0) return;
    const known = new Map(this.#citations(named).map((source) => [source.id, source]));
    this.heading("Sources");
    const rows = named.map((id) => {
      const { citation, url } = known.get(id) ?? { citation: "This catalogue does not contain the source." };
      return `<div><dt>${escaped(id)}</dt><dd dir="auto">${linked(citation, url)}</dd></div>`;
    });
    this.#add(`<dl>${rows.join("\n")}</dl>`);
  }

  /** The style sheet sets the space between paragraphs. */
  blank(): void {}

  /** Returns the file. It ends with the result document, so that readers can check the page against it. */
  finish(title: string, result: object, { file, date }: ReportedOn = {}): string {
    this.#endSection();
    this.#add("");
    const head = [title, file, date].filter((part) => part !== undefined).join(" · ");
    return htmlPage(head, [
      ...this.#parts,
      `<details class="document"><summary>The result document</summary><pre>${escapedJson(result)}</pre></details>`,
    ]);
  }
}

/** Words that do not count are grey, and tell their reason; what differs is marked in them too. */
function withGrey(words: string, grey: readonly GreySpan[], differing: readonly DifferingSpan[]): string {
  const part = (from: number, to: number) => {
    const within = differing.filter(({ start, end }) => start < to && end > from);
    const moved = within.map((one) => ({
      ...one,
      start: Math.max(from, one.start) - from,
      end: Math.min(to, one.end) - from,
    }));
    return withDiffering(words.slice(from, to), moved);
  };
  let at = 0;
  const parts = grey.map(({ start, end, reason }) => {
    const shown = `${part(at, start)}<span class="uncounted" title="${escaped(reason)}">${part(start, end)}</span>`;
    at = end;
    return shown;
  });
  return parts.join("") + part(at, words.length);
}

/** Text in which spans are marked as other than on the opposite side. */
const withDiffering = (text: string, spans: readonly DifferingSpan[]): string =>
  withSpans(text, spans, escaped, (words, { kind }) =>
    kind === "agrees"
      ? `<b>${escaped(words)}</b>`
      : `<u${kind === "moved" ? ' class="moved"' : ""}>${escaped(words)}</u>`,
  );

/** A line of a text, cut where passages begin and end; each has its number where it begins. */
function withPassages(content: string, line: Span, over: readonly ({ number: number } & Span)[]): string {
  return piecesOf(line, over)
    .map(({ start, end, over: passages, begins }) => {
      const words = escaped(content.slice(start, end));
      const numbers = begins.map((number) => `<sup>${number}</sup>`);
      return passages.length > 0 ? `<mark>${numbers.join("")}${words}</mark>` : words;
    })
    .join("");
}

/** A citation that leads to its source, where that is on the web. */
function linked(text: string, url: string | null | undefined): string {
  if (url == null || !/^https:\/\/[^\s"'<>]+$/.test(url)) return escaped(text);
  return `<a href="${escaped(url)}" rel="noreferrer noopener">${escaped(text)}</a>`;
}

/** Returns a complete HTML file. `parts` are HTML. */
export function htmlPage(title: string, parts: readonly string[]): string {
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>`,
    `<header>${escaped(title)}</header>\n<main>`,
    ...parts,
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}

/** Draws an estimate and its interval on an axis. The words next to it contain the same information. */
function plotOf({ at, lo, hi }: Pick<Estimate, "at" | "lo" | "hi">, axis: Axis): string {
  const ticks = axis.map(([tick, label], i) => {
    const anchor = i === 0 ? "start" : i === axis.length - 1 ? "end" : "middle";
    const text = label === "" ? "" : `<text x="${place(tick)}" y="26" text-anchor="${anchor}">${escaped(label)}</text>`;
    return `<line class="axis" x1="${place(tick)}" x2="${place(tick)}" y1="4" y2="14"/>${text}`;
  });
  const ends = [lo, hi]
    .map((end) => `<line class="end" x1="${place(end)}" x2="${place(end)}" y1="5" y2="13"/>`)
    .join("");
  return (
    `<svg aria-hidden="true" height="28"><line class="axis" x2="100%" y1="9" y2="9"/>${ticks.join("")}` +
    `<line class="range" x1="${place(lo)}" x2="${place(hi)}" y1="9" y2="9"/>${ends}<circle cx="${place(at)}" cy="9" r="5"/></svg>`
  );
}
