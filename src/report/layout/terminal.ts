/** Untrusted text on a terminal: removes control characters, measures, cuts and wraps. */

/** Colours as functions of text; `createColors()` of picocolors returns such an object. */
export interface Colours {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const asItIs = (text: string) => text;
export const NO_COLOURS: Colours = {
  bold: asItIs,
  dim: asItIs,
  red: asItIs,
  green: asItIs,
  yellow: asItIs,
  cyan: asItIs,
};

/**
 * Characters that control a terminal or mislead a reader: C0 and C1 controls (escape sequences begin with one),
 * bidirectional controls (CVE-2021-42574), invisible tag characters and lone surrogates.
 */
export const ACTING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Harmless text on one line: replaces white space by single spaces and control characters by U+FFFD. */
export function printable(text: string): string {
  return text.replace(/\s+/g, " ").replace(ACTING, "\ufffd");
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const MARK = /\p{M}|\u200d/u;

/** Columns that text occupies on most terminals: two for wide characters, none for combining ones. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/** Wraps text at spaces into lines of at most `columns`; a longer word is broken between graphemes. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const end = () => {
    lines.push(line);
    line = "";
    used = 0;
  };
  // Do not separate a number from its per cent sign.
  for (const word of text.split(/(?<!\d) | (?!%)/).filter((part) => part !== "")) {
    const wanted = columnsOf(word);
    if (used > 0 && used + 1 + wanted > columns) end();
    if (used > 0) {
      line += " ";
      used += 1;
    }
    if (wanted <= columns) {
      line += word;
      used += wanted;
      continue;
    }
    for (const grapheme of graphemes(word)) {
      const width = columnsOf(grapheme);
      if (used > 0 && used + width > columns) end();
      line += grapheme;
      used += width;
    }
  }
  if (line !== "" || lines.length === 0) end();
  return lines;
}

/**
 * Replaces the middle of text over `most` UTF-16 units by […]; cuts between words if possible, else between graphemes.
 */
export function elide(text: string, most: number): string {
  if (text.length <= most) return text;
  const headUnits = Math.ceil(most * 0.6);
  const head = firstUnits(text, headUnits).replace(/(?<=\s)\S{0,30}$/, "");
  const tail = lastUnits(text, most - headUnits).replace(/^\S{0,30}(?=\s)/, "");
  return `${head.trimEnd()} […] ${tail.trimStart()}`;
}

/** The first graphemes of text that fit into `units`. */
export function firstUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  // A grapheme longer than the margin is cut; only hostile text has such graphemes.
  let kept = "";
  for (const grapheme of graphemes(text.slice(0, units + GRAPHEME_MARGIN))) {
    if (kept.length + grapheme.length > units) break;
    kept += grapheme;
  }
  return kept;
}

/** The last graphemes of text that fit into `units`. */
export function lastUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  const parts = graphemes(text.slice(Math.max(0, text.length - units - GRAPHEME_MARGIN)));
  let kept = "";
  for (const grapheme of parts.reverse()) {
    if (kept.length + grapheme.length > units) break;
    kept = grapheme + kept;
  }
  return kept;
}

const GRAPHEME_MARGIN = 64;

function graphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text), ({ segment }) => segment);
}
