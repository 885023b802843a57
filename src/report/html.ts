/** One HTML file: no scripts, nothing loaded, fit to print. Everything that is written on it is escaped here. */
import type { Lines, Sheet, Tone } from "./sheet.ts";
import { ACTING, printable } from "./terminal.ts";

const STYLE = `
body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;overflow-wrap:anywhere}
h1{font-size:1.4rem;border-left:.4rem solid #2a7a8c;padding-left:.7rem}h1.found{border-color:#b3261e}h1.part{border-color:#b58100}
h1 span{display:block;font-size:1rem;font-weight:normal}h2{font-size:1.1rem;margin:1.6rem 0 .4rem;break-after:avoid}
p{margin:.3rem 0}p.label{padding-left:1.4rem;text-indent:-1.4rem}p.label b{display:inline-block;min-width:1.4rem;text-indent:0;font-weight:normal}
.inner{margin-left:1.4rem}.dim{color:#555;font-size:.9rem}blockquote{margin:.4rem 0 .4rem 1.4rem;color:#555}mark{background:#fff0b8;color:#1a1a1a}
pre{white-space:pre-wrap;font-size:.75rem}@media print{body{margin:0;max-width:none;font-size:11pt}p,blockquote{break-inside:avoid}mark{background:none;font-weight:bold}details{display:none}}
`.replaceAll("\n", "");

/** A browser that obeys it runs and loads nothing, whatever the file holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function withoutMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Characters that act become JSON's own escapes, so that the document parses to the same. */
function escapedJson(value: object): string {
  const asEscapes = (acting: string) =>
    Array.from({ length: acting.length }, (_, i) => `\\u${acting.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");
  return withoutMarkup(
    JSON.stringify(value, null, 1)
      .split("\n")
      .map((line) => line.replace(ACTING, asEscapes))
      .join("\n"),
  );
}

/** Text as HTML: on one line, without characters that act, nothing of it markup. */
function escaped(text: string): string {
  return withoutMarkup(printable(text));
}

export class HtmlSheet implements Sheet {
  readonly #parts: string[] = [];

  verdict(word: string, sentence: string, tone: Tone): void {
    this.#parts.push(`<h1 class="${tone}">${escaped(word)} <span>${escaped(sentence)}</span></h1>`);
  }

  heading(text: string): void {
    this.#parts.push(`<h2>${escaped(text)}</h2>`);
  }

  text(text: string, { indent = 2, label = "", dim = false }: Lines = {}): void {
    const classes = [...(label === "" ? [] : ["label"]), ...(indent > 2 ? ["inner"] : []), ...(dim ? ["dim"] : [])];
    const mark = label === "" ? "" : `<b>${escaped(label.trim())}</b>`;
    this.#parts.push(`<p dir="auto"${classes.length === 0 ? "" : ` class="${classes.join(" ")}"`}>${mark}${escaped(text)}</p>`);
  }

  quotation(before: string, words: string, after: string): void {
    this.#parts.push(`<blockquote dir="auto">${escaped(before)}<mark>${escaped(words)}</mark>${escaped(after)}</blockquote>`);
  }

  /** Paragraphs have their distance by style. */
  blank(): void {}

  /** The file, with the result itself at its end: what is shown can be checked against it. */
  finish(title: string, result: object): string {
    return [
      '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>`,
      ...this.#parts,
      `<details><summary>The result as a document</summary><pre>${escapedJson(result)}</pre></details>`,
      "</body>\n</html>\n",
    ].join("\n");
  }
}
