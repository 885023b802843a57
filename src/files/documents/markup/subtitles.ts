/**
 * Reads subtitles (SRT, WebVTT, SBV, MicroDVD, SSA, LRC): what is said, line by line, without times, numbers, comments
 * and marks. A line that the next cue shows again, as captions that roll do, is read once.
 */
import type { DocumentText } from "../documentText.ts";
import { decodeReference } from "./html.ts";

const TIME = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
/** The line of times that a cue of SRT, WebVTT or SBV begins with. */
const TIMES = new RegExp(String.raw`^\s{0,9}${TIME}(?:\s{0,9}-->\s{0,9}|,)${TIME}`);
/** Times in frames, or in brackets. */
const FRAMES = /^\{\d+\}\{\d+\}/;
const BRACKETS = /^(?:\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]){1,99}/;
/** A comment, a style or the head of WebVTT, which end with an empty line; what songs say of themselves. */
const BLOCK = /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/;
const ABOUT = /^\[(?:ar|al|ti|au|by|re|ve|offset|length|la|id):.*\]$/i;
const DIALOGUE = /^Dialogue:/;
/** What tells that from a cue that says the word: its times, or the head of the lines. */
const STYLED = /^(?:Dialogue:[^,]{0,99},\s{0,9}\d{1,3}:\d{2}:\d{2}\b|\[Events\]\s*$)/;
/** Fields of a line of dialogue before its text, where the file does not name them. */
const DIALOGUE_FIELDS = 9;
/** An element, or the time of a word. */
const TAG = /<\/?[a-z][^<>]{0,200}>|<\d{1,3}(?::\d{2}){1,2}(?:[.,]\d{1,3})?>/gi;

export function readSubtitles(text: string): DocumentText {
  const lines = text.split(/\r\n?|\n/);
  const isSubtitles = lines.some((line) => [TIMES, FRAMES, BRACKETS, STYLED].some((mark) => mark.test(line)));
  return { text: isSubtitles ? saidIn(lines).join("\n") : text, sections: [] };
}

function saidIn(lines: readonly string[]): string[] {
  const said: string[] = [];
  const isStyled = lines.some((line) => STYLED.test(line));
  const isWeb = /^\ufeff?WEBVTT/.test(lines[0]!);
  let fields = DIALOGUE_FIELDS;
  let [isBlock, fromCue] = [false, 0];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") isBlock = false;
    else if (isStyled) {
      if (/^Format:.*\bText\s*$/.test(line)) fields = line.split(",").length - 1;
      if (DIALOGUE.test(line)) for (const one of plain(line.split(",").slice(fields).join(","))) said.push(one);
    } else if (TIMES.test(line)) isBlock = false;
    else if (isWeb && BLOCK.test(line) && (lines[i - 1] ?? "").trim() === "" && !TIMES.test(lines[i + 1] ?? ""))
      isBlock = true;
    else if (!isBlock && !ABOUT.test(line) && !isName(lines, i)) {
      if (TIMES.test(lines[i - 1] ?? "")) fromCue = said.length;
      const shown = FRAMES.test(line) ? line.replaceAll("|", "\\N") : line;
      for (const one of plain(shown.replace(FRAMES, "").replace(BRACKETS, "")))
        if (
          one.split(" ").length < ROLLED_WORDS_MIN ||
          !said.slice(Math.max(0, fromCue - ROLLED_LINES), fromCue).includes(one)
        )
          said.push(one);
    }
  }
  return said;
}

/** Lines that captions which roll show again; shorter ones may be said twice. */
const ROLLED_LINES = 2;
const ROLLED_WORDS_MIN = 3;

/** Whether a line is the number or the name of a cue: it stands before its times. */
function isName(lines: readonly string[], i: number): boolean {
  if (!TIMES.test(lines[i + 1] ?? "")) return false;
  return /^\s*\d+\s*$/.test(lines[i]!) || (lines[i - 1] ?? "").trim() === "";
}

const OVERRIDE = /(\{[^{}]{0,200}\})/;

/** Without tags of SSA and its drawings, which stand between a tag that begins one and that which ends it. */
function withoutOverrides(line: string): string {
  let [shown, isDrawn] = ["", false];
  for (const [i, part] of line.split(OVERRIDE).entries())
    if (i % 2 === 0) shown += isDrawn ? "" : part;
    else isDrawn = /\\p[1-9]/.test(part) || (isDrawn && !/\\p0/.test(part));
  return shown;
}

/** The lines of a cue as they are shown. */
const plain = (line: string): string[] =>
  withoutOverrides(line)
    .replace(TAG, "")
    .replaceAll("\\h", " ")
    .replace(/\[br\]/gi, "\\N")
    .replace(/&#?\w{1,32};/g, decodeReference)
    .split(/\\[Nn]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
