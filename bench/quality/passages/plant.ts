/**
 * Foreign text with passages planted in it, as text alignment at PAN is asked: one passage in three of four texts, three in every
 * fourth, each from a document of its own.
 */
import { Random } from "../../harness/random.ts";
import type { OcrPair } from "../../harness/shared.ts";
import { utf16Index } from "../search/cases.ts";
import { randomlyEdited } from "../search/edits.ts";
import { type Words, wordsOf } from "../words.ts";
import type { Range } from "./plagdet.ts";
import type { Part } from "./sets.ts";

export const EDIT_RATES = [0, 0.05, 0.1, 0.2, 0.3];
export const LENGTHS_WORDS = [20, 50, 100, 200, 500];
/** The shortest run that has to be found, planted verbatim only. */
const SHORTEST_WORDS = 12;
/** Passages of this length carry the goals, so there are more of them. */
export const GOAL_WORDS = 100;
const GOAL_FACTOR = 4;
const GROUP_SIZES = [1, 1, 1, 3];

export interface Plant {
  document: string;
  /** UTF-16 indices of the passage in its document and in the foreign text. */
  source: Range;
  content: Range;
  /** Words of the passage before it was edited. */
  lengthWords: number;
}

export interface PlantedText {
  id: string;
  condition: string;
  /** `edits` or `ocr`. */
  kind: "edits" | "ocr";
  rate: number;
  words: Words;
  plants: Plant[];
}

interface Excerpt {
  document: string;
  source: Range;
  text: string;
  lengthWords: number;
}

export const editCondition = (rate: number) => `edits ${String(Math.round(100 * rate)).padStart(2)} %`;
export const ocrCondition = (rate: number) => `OCR ${String(Math.round(100 * rate)).padStart(2)} %`;

/** `count` passages of each length and rate of edits (four times as many of 100 words); none of a length that no document has. */
export function editedTexts(
  name: string,
  parts: readonly Part[],
  hosts: readonly Words[],
  count: number,
): PlantedText[] {
  const vocabulary = hosts.flatMap(({ text, starts, ends }) => starts.map((start, at) => text.slice(start, ends[at]!)));
  return EDIT_RATES.flatMap((rate) => {
    const random = new Random(`passages ${name} edits ${rate}`);
    const lengths = rate === 0 ? [SHORTEST_WORDS, ...LENGTHS_WORDS] : LENGTHS_WORDS;
    const cut = lengths.flatMap((lengthWords) => {
      const fitting = parts.filter(({ words }) => words.words.length >= lengthWords);
      if (fitting.length === 0) return [];
      const wanted = lengthWords === GOAL_WORDS ? GOAL_FACTOR * count : count;
      return Array.from({ length: wanted }, () => excerptOf(random.pick(fitting), lengthWords, random));
    });
    const edited = cut.map((one) => ({ ...one, text: randomlyEdited(one.text, rate, random, vocabulary).trim() }));
    return plantedTexts({ condition: editCondition(rate), kind: "edits", rate }, edited, hosts, random);
  });
}

function excerptOf({ id, words }: Part, lengthWords: number, random: Random): Excerpt {
  const first = random.below(words.words.length - lengthWords + 1);
  const source = { start: words.starts[first]!, end: words.ends[first + lengthWords - 1]! };
  return { document: id, source, text: words.text.slice(source.start, source.end), lengthWords };
}

export interface OcrPlace extends OcrPair {
  /** UTF-16 indices in the work. */
  place: Range;
}

/** Recognised passages with their places in UTF-16 units. */
export function ocrPlaces(pairs: readonly OcrPair[], textOf: (work: string) => string | undefined): OcrPlace[] {
  return pairs.flatMap((pair) => {
    const text = textOf(pair.doc);
    if (text === undefined) return [];
    const start = utf16Index(text, pair.start);
    const place = { start, end: start + pair.gold.length };
    if (text.slice(place.start, place.end) !== pair.gold)
      throw new Error(`The pair ${pair.id} does not stand where it says.`);
    return [{ ...pair, place }];
  });
}

/** Recognised passages whose place lies within one indexed part, up to `count` for each rate of noise. */
export function ocrTexts(
  name: string,
  parts: readonly Part[],
  hosts: readonly Words[],
  places: readonly OcrPlace[],
  count: number,
): PlantedText[] {
  const random = new Random(`passages ${name} ocr`);
  const rates = [...new Set(places.map(({ rate }) => rate))].sort((a, b) => a - b);
  return rates.flatMap((rate) => {
    const excerpts = places
      .filter((pair) => pair.rate === rate)
      .flatMap(({ doc, place, ocr, gold }): Excerpt[] => {
        const part = parts.find((one) => one.work === doc && holds(one, place));
        if (part === undefined) return [];
        const source = { start: place.start - part.start, end: place.end - part.start };
        return [{ document: part.id, source, text: ocr, lengthWords: wordsOf(gold).words.length }];
      });
    return plantedTexts({ condition: ocrCondition(rate), kind: "ocr", rate }, excerpts.slice(0, count), hosts, random);
  });
}

export function holds(part: Pick<Part, "start"> & { words: Words }, { start, end }: Range): boolean {
  return part.start <= start && end <= part.start + part.words.text.length;
}

function plantedTexts(
  common: Pick<PlantedText, "condition" | "kind" | "rate">,
  excerpts: readonly Excerpt[],
  hosts: readonly Words[],
  random: Random,
): PlantedText[] {
  const waiting = random.shuffled(excerpts);
  const texts: PlantedText[] = [];
  while (waiting.length > 0) {
    const group = waiting.splice(0, GROUP_SIZES[texts.length % GROUP_SIZES.length]!);
    const id = `${common.condition} ${group.map(({ document, source }) => `${document}@${source.start}`).join(" + ")}`;
    texts.push({ id, ...common, ...planted(group, random.pick(hosts), random) });
  }
  return texts;
}

/** The excerpts at different places of the host, each a paragraph of its own. */
function planted(
  excerpts: readonly Excerpt[],
  { text: host, starts }: Words,
  random: Random,
): Pick<PlantedText, "words" | "plants"> {
  const stretch = Math.floor(starts.length / excerpts.length);
  const plants: Plant[] = [];
  let text = "";
  let done = 0;
  excerpts.forEach(({ document, source, text: excerpt, lengthWords }, i) => {
    const at = starts[i * stretch + random.below(stretch)]!;
    text += `${host.slice(done, at)}\n\n`;
    plants.push({ document, source, content: { start: text.length, end: text.length + excerpt.length }, lengthWords });
    text += `${excerpt}\n\n`;
    done = at;
  });
  return { words: wordsOf(text + host.slice(done)), plants };
}
