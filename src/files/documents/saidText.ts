/** What a page holds and does not show: text that it hides, data and templates of scripts, what attributes say. */

import type { ReadText } from "../../base/contract/engine.ts";
import { endOfString, parsedJson } from "./datasets/record.ts";
import type { UnreadPages } from "./documentText.ts";
import { readHtml } from "./markup/html.ts";
import { htmlTitleSource } from "./markup/titles.ts";
import { isProse, unreadText, wordsIn } from "./unreadText.ts";

/** Shorter ones are no sentences; where eight signs of Chinese or Japanese are. */
const SAID_UNITS_MIN = 8;
/** A script that is a page, or part of one. */
const TEMPLATE = /template|html/;

/** Units of pages that are searched for such texts: without a bound the time would grow with the square. */
const SEARCHED_UNITS_MAX = 1 << 26;
/** Letters of a text by which it is found. */
const PROBE_UNITS = 60;
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "");
const plainOf = (text: string): string => (/<[/\w]|&#?\w/.test(text) ? readHtml(text).text : text);
/** Data of fewer words, and no more than such a part of what is shown, describe the page and its author. */
const SUMMARY_WORDS_MAX = 100;
const SUMMARY_PART = 4;
/** In so much of what is shown, there are enough words for the longest summary. */
const SUMMARISED_UNITS = 16_384;

/** What of a page is not shown, each text once. What attributes alone say is a note: readers miss nothing. */
export function unreadOfPage(content: string): UnreadPages[] {
  return toldBeside(readPage(content));
}

export function toldBeside({ hidden, said }: Beside): UnreadPages[] {
  const notes = unreadText("attributes and data hold text that is not read", said);
  return [...unreadText("text that it hides", hidden), ...notes.map((told): UnreadPages => ({ ...told, note: true }))];
}

/** What a page does not show. */
export interface Beside {
  /** Text of elements that are hidden, of data, and of pages in it. */
  hidden: string;
  /** What attributes say, some of which programs read aloud or show for a moment, and data in a few words. */
  said: string;
}

/** The text of a page, and what is beside it. */
export function readPage(content: string): ReadText & Beside {
  const [hidden, sources, said]: [string[], string[], string[]] = [[], [], []];
  const data: string[][] = [];
  const read = readHtml(content, {
    hidden: (piece) => hidden.push(piece),
    said: (name, value) => {
      if (value.length >= SAID_UNITS_MIN) name === "srcdoc" ? sources.push(value) : said.push(value);
    },
    script: (type, source) => {
      if (type.includes("json")) data.push(stringsOf(source));
      else if (TEMPLATE.test(type)) sources.push(source);
    },
  });
  const known = new WordsSaid(`${htmlTitleSource(content) ?? ""} ${read.text}`);
  const beside = [known.newLines(plainOf(hidden.join(""))), known.newOf(sources)];
  const ofData = known.newOf(data.flat());
  const isSummary = isSummaryOf(ofData, read.text);
  if (!isSummary) beside.push(ofData);
  const ofAttributes = known.newOf(said);
  return { ...read, hidden: beside.join("\n"), said: isSummary ? `${ofData}\n${ofAttributes}` : ofAttributes };
}

function isSummaryOf(data: string, shown: string): boolean {
  const words = wordsIn(data);
  if (words === 0 || words >= SUMMARY_WORDS_MAX) return words === 0;
  return SUMMARY_PART * words <= wordsIn(shown.slice(0, SUMMARISED_UNITS));
}

/** The texts that were met. */
class WordsSaid {
  readonly #shown: string;
  readonly #probes = new Set<string>();
  #left: number;

  constructor(shown: string) {
    this.#shown = lettersOf(shown);
    this.#left = Math.ceil(SEARCHED_UNITS_MAX / (this.#shown.length + 1));
  }

  /** Those of the texts with sentences that were not met before, in lines. */
  newOf(texts: readonly string[]): string {
    const found = texts.map(plainOf).filter((text) => isProse(text) && this.#isNew(text));
    return found.join("\n");
  }

  /** The lines of a text that do not stand in what is shown, such as those of a second menu. */
  newLines(text: string): string {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.filter((line) => this.#isNew(line)).join("\n");
  }

  #isNew(text: string): boolean {
    const probe = lettersOf(text).slice(0, PROBE_UNITS);
    if (this.#probes.has(probe)) return false;
    this.#probes.add(probe);
    this.#left -= 1;
    return this.#left < 0 || !this.#shown.includes(probe);
  }
}

/** The strings of JSON that may be sentences, up to one that does not end. */
function stringsOf(json: string): string[] {
  const strings: string[] = [];
  for (let quote = json.indexOf('"'); quote !== -1; ) {
    const end = endOfString(json, quote);
    const value = end - quote > SAID_UNITS_MIN ? parsedJson(json.slice(quote, end)) : undefined;
    if (typeof value === "string") strings.push(value);
    quote = json.indexOf('"', end);
  }
  return strings;
}
