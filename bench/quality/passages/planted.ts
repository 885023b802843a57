/** Planted passages: every set, every contender, asked in both ways. */
import { sharedCorpus, sharedOcrPairs } from "../../harness/shared.ts";
import { DETECTORS } from "../baselines/all.ts";
import type { Detector, Opened } from "../baselines/detector.ts";
import { spolia } from "../baselines/spolia.ts";
import type { QuestionOptions } from "../question.ts";
import { type Halves, halvesOf } from "../search/cases.ts";
import { editedTexts, ocrPlaces, ocrTexts, type PlantedText } from "./plant.ts";
import { judge, type Mode, type TextOutcome } from "./score.ts";
import { foreignHosts, indexedParts, type Part, SETS, type TextSet } from "./sets.ts";

/** Passages of each length and rate in each set; four times as many of 100 words. */
const COUNT = 30;
const HOSTS = 300;
/** The baselines are asked every fifth text; four texts make a round of one or three passages, so every kind is among them. */
const COMMON_EVERY = 5;

export interface AskedText {
  set: TextSet;
  detector: string;
  mode: Mode;
  /** Whether every contender was asked this text. */
  isCommon: boolean;
  text: Pick<PlantedText, "id" | "condition" | "kind" | "rate">;
  outcome: TextOutcome;
}

export interface PlantedFigures {
  asked: AskedText[];
  indexed: { set: TextSet; fold: number; documents: number; words: number; hosts: number }[];
  seconds: { detector: string; set: string; open: number; pair: number; search: number }[];
}

/**
 * Recognised passages are few, so both halves of a set are searched in turn for them (`fold` 0 and 1), and edited passages in the first.
 */
export async function measurePlanted({ sample, onProgress }: QuestionOptions): Promise<PlantedFigures> {
  const figures: PlantedFigures = { asked: [], indexed: [], seconds: [] };
  const pairs = sharedOcrPairs();
  for (const set of SETS) {
    const documents = sharedCorpus(set.name);
    const texts = new Map(documents.map(({ id, text }) => [id, text]));
    const places = ocrPlaces(
      pairs.filter(({ corpus }) => corpus === set.name),
      (work) => texts.get(work),
    );
    const halves = halvesOf(documents);
    for (const fold of places.length > 0 ? [0, 1] : [0]) {
      onProgress(`planted passages, ${set.kind}, fold ${fold}`);
      const sides: Halves = fold === 0 ? halves : { indexed: halves.held, held: halves.indexed };
      const parts = indexedParts(set.name, sides, ({ work, start, text }) =>
        places.some(({ doc, place }) => doc === work && start <= place.start && place.end <= start + text.length),
      );
      const hosts = foreignHosts(set.name, sides, parts, HOSTS);
      const edited = fold === 0 ? editedTexts(set.name, parts, hosts, sample ?? COUNT) : [];
      const asked = [...edited, ...ocrTexts(set.name, parts, hosts, places, sample ?? Number.POSITIVE_INFINITY)];
      const words = parts.reduce((sum, part) => sum + part.words.words.length, 0);
      figures.indexed.push({ set, fold, documents: parts.length, words, hosts: hosts.length });
      for (const detector of DETECTORS) await ask(figures, set, detector, parts, asked);
    }
  }
  return figures;
}

async function ask(
  figures: PlantedFigures,
  set: TextSet,
  detector: Detector,
  parts: readonly Part[],
  texts: readonly PlantedText[],
) {
  if (detector.skip() !== null) return;
  const textOf = (document: string) => byId.get(document)!;
  const byId = new Map(parts.map(({ id, words }) => [id, words.text]));
  const clock = stopwatch();
  const opened = await detector.open(parts);
  const seconds = { open: clock(), pair: 0, search: 0 };
  for (const mode of ["pair", "search"] as const) {
    if (mode === "pair" && opened.pair === null) continue;
    for (const [i, text] of texts.entries()) {
      const isCommon = i % COMMON_EVERY === 0;
      if (!isCommon && detector !== spolia) continue;
      clock();
      const found = mode === "search" ? await opened.search(text.words) : await inItsDocuments(opened.pair!, text);
      seconds[mode] += clock();
      const { id, condition, kind, rate } = text;
      const outcome = judge(text, found, textOf);
      figures.asked.push({
        set,
        detector: detector.name,
        mode,
        isCommon,
        text: { id, condition, kind, rate },
        outcome,
      });
    }
  }
  figures.seconds.push({ detector: detector.name, set: set.name, ...seconds });
}

async function inItsDocuments(pair: NonNullable<Opened["pair"]>, { words, plants }: PlantedText) {
  const found = [];
  for (const document of new Set(plants.map((plant) => plant.document))) found.push(...(await pair(words, document)));
  return found;
}

/** Seconds since it was last asked. */
function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const seconds = (now - last) / 1000;
    last = now;
    return seconds;
  };
}
