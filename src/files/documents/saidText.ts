/** Long texts that a page holds and does not show: in attributes, pages within it, data and templates of scripts. */

import { endOfString, parsedJson } from "./datasets/record.ts";
import { readHtml } from "./markup/html.ts";
import { isProse } from "./unreadText.ts";

/** Shorter ones are labels and summaries: two of three pages have some, one of three longer ones. */
const SAID_UNITS_MIN = 200;
/** Texts may be longer than a pattern bears: it finds where they begin. */
const ATTRIBUTE = /\b(?:alt|title|aria-label|srcdoc)\s{0,9}=\s{0,9}(["'])/gi;
/** The beginning of a script that is no program. */
const DATA = /<script\b[^>]{0,400}?\btype\s{0,9}=\s{0,9}["']?[\w/+-]{0,40}(json|template|html)\b[^>]{0,400}>/gi;

/** Units of pages that are searched for such texts: without a bound the time would grow with the square. */
const SEARCHED_UNITS_MAX = 1 << 26;
/** Letters of a text by which it is found. */
const PROBE_UNITS = 60;
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "");

export function saidBeside(content: string): string {
  const attributes = textsOfAttributes(content).map((text) => readHtml(text).text);
  const said = [...attributes, ...textsOfData(content).flat()]
    .map((text) => (/<\w/.test(text) ? readHtml(text).text : text))
    .filter((text) => text.length >= SAID_UNITS_MIN && isProse(text));
  if (said.length === 0) return "";
  const shown = lettersOf(readHtml(content).text);
  const looked = Math.ceil(SEARCHED_UNITS_MAX / (shown.length + 1));
  const isShown = (text: string, i: number) => i < looked && shown.includes(lettersOf(text).slice(0, PROBE_UNITS));
  return said.filter((text, i) => !isShown(text, i)).join("\n");
}

function textsOfAttributes(content: string): string[] {
  const texts: string[] = [];
  const beginning = new RegExp(ATTRIBUTE);
  for (let found = beginning.exec(content); found !== null; found = beginning.exec(content)) {
    const start = beginning.lastIndex;
    const end = content.indexOf(found[1]!, start);
    if (end - start < SAID_UNITS_MIN) continue;
    texts.push(content.slice(start, end));
    beginning.lastIndex = end;
  }
  return texts;
}

/** Of each script, its strings where it is JSON, and templates as they are. */
function textsOfData(content: string): string[][] {
  const texts: string[][] = [];
  const beginning = new RegExp(DATA);
  for (let found = beginning.exec(content); found !== null; found = beginning.exec(content)) {
    const start = beginning.lastIndex;
    const end = content.indexOf("</script", start);
    const data = content.slice(start, end === -1 ? undefined : end);
    texts.push(/json/i.test(found[1]!) ? stringsOf(data) : [data]);
    if (end === -1) break;
    beginning.lastIndex = end;
  }
  return texts;
}

/** The long strings of JSON, up to one that does not end. */
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
