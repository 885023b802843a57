/**
 * Are translations found, in which languages, and from which length on? Passages of works that exist in several languages are asked,
 * each against its English original, and against what follows it there: the same author, matter and names, and another text.
 */
import type { RewordedVerdict } from "../../../../src/base/contract/operations/rewording.ts";
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { groupBy } from "../../../../src/base/lists/groups.ts";
import { RandomStream } from "../../../../src/core/kernels/numbers/random.ts";
import { clopperPearson } from "../../../../src/core/statistics/binomial.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { encodeCorpus } from "../../../../src/corpus/change/encode.ts";
import { openCorpus } from "../../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { hasSharedData, sharedCorpus } from "../../../harness/shared.ts";
import type { Question } from "../../question.ts";
import { wordsOf } from "../../words.ts";
import { namedEncoder, remembering } from "../reworded/encoders.ts";
import { type ParallelWork, parallelWorks } from "./parallel.ts";

const { SPOLIA_TRANSLATIONS: folder = "", SPOLIA_ENCODER: where = "" } = process.env;
const LENGTHS_WORDS = [60, 125, 250, 500] as const;
const OF_EACH = 30;
/** Lengths that are asked among all works and novels. */
const ANALYSED_WORDS = [125, 500];
/** What the works stand among: novels in three languages and German law, so many of each. */
const AMONG = ["eltec-eng", "eltec-fra", "ruslit", "de-gesetze"];
const OF_EACH_AMONG = 10;
const AMONG_UNITS = 300_000;

interface Passage {
  work: string;
  part: string;
  language: string;
  words: number;
  /** In its language, in English, and what follows in English. */
  text: string;
  original: string;
  next: string;
}

interface Judged extends Omit<Passage, "text" | "original" | "next"> {
  verdict: RewordedVerdict;
  /** Against what follows the original. */
  beside: RewordedVerdict;
}

interface Analysed extends Omit<Passage, "text" | "original" | "next"> {
  verdict: RewordedVerdict;
  isRight: boolean;
}

export const translated: Question = {
  name: "translated",
  question: "Are translations found, in which languages, and from which length on?",
  skip: () => {
    if (folder === "") return "SPOLIA_TRANSLATIONS names no folder of works in several languages";
    return where === "" ? "SPOLIA_ENCODER names no encoder of several languages" : null;
  },
  run: async ({ sample, onProgress }) => {
    const encoder = remembering(await namedEncoder(where), folder);
    const works = parallelWorks(folder);
    const passages = passagesOf(works, sample ?? OF_EACH);
    const judged = await judgedOf(encoder, passages, onProgress);
    const asked = passages.filter(({ words }) => ANALYSED_WORDS.includes(words));
    const analysed = await analysedOf(encoder, works, asked, onProgress);
    return {
      tables: [...judgedTables(judged, encoder), analysedTable(analysed, encoder)],
      worst: judged
        .filter(({ beside }) => beside === "likely" || beside === "possible")
        .map(
          ({ part, language, words, beside }) =>
            `${beside}: ${part} in ${language}, ${words} words, beside what follows`,
        ),
      record: { encoder: encoder.name, implementation: encoder.implementation, judged, analysed },
    };
  },
};

/** So many passages of each language and length, where they correspond place by place. */
export function passagesOf(works: readonly ParallelWork[], ofEach: number): Passage[] {
  return works
    .filter(({ language }) => language !== "en")
    .flatMap((work) => {
      const { parts } = works.find(({ name, language }) => name === work.name && language === "en")!;
      return LENGTHS_WORDS.flatMap((words) => {
        const found: Passage[] = [];
        for (const part of new RandomStream(`${work.name} ${work.language} ${words}`).shuffle(work.parts)) {
          const at = parts.findIndex(({ id }) => id === part.id);
          if (found.length === ofEach || parts[at]?.places.length !== part.places.length) continue;
          const follows = parts[(at + 1) % parts.length]!.places;
          const passage = passageIn(part.places, parts[at]!.places, follows, words);
          if (passage !== null)
            found.push({ work: work.name, part: part.id, language: work.language, words, ...passage });
        }
        return found;
      });
    });
}

/** From the first place on: so many words of the original, and as many behind them, if need be of what follows. */
function passageIn(
  places: readonly string[],
  originals: readonly string[],
  follows: readonly string[],
  words: number,
): Pick<Passage, "text" | "original" | "next"> | null {
  const end = placesOf(originals, words);
  if (end === 0 || places.slice(0, end).includes("") || isUntranslated(places.slice(0, end), originals)) return null;
  const behind = [...originals.slice(end), ...follows];
  return {
    text: places.slice(0, end).join(" "),
    original: originals.slice(0, end).join(" "),
    next: behind.slice(0, placesOf(behind, words) || behind.length).join(" "),
  };
}

/** A name or a label stays; of more words none do. */
const LABEL_UNITS = 40;
const isUntranslated = (places: readonly string[], originals: readonly string[]): boolean =>
  places.some((place, i) => place.length > LABEL_UNITS && place === originals[i]);

/** The number of places in which so many words are reached; 0 where they are not. */
function placesOf(originals: readonly string[], words: number): number {
  let count = 0;
  for (const [at, place] of originals.entries()) {
    count += wordsOf(place).words.length;
    if (count >= words) return at + 1;
  }
  return 0;
}

async function judgedOf(
  encoder: Encoder,
  passages: readonly Passage[],
  onProgress: (stage: string) => void,
): Promise<Judged[]> {
  const engine = await createEngine({ corpora: [], encoder });
  const judged: Judged[] = [];
  for (const [i, { text, original, next, ...passage }] of passages.entries()) {
    if (i % 50 === 0) onProgress(`passage ${i} of ${passages.length}`);
    const verdictOf = async (b: string) => (await engine.compare({ a: text, b })).reworded!.verdict;
    judged.push({ ...passage, verdict: await verdictOf(original), beside: await verdictOf(next) });
  }
  return judged;
}

export async function analysedOf(
  encoder: Encoder,
  works: readonly ParallelWork[],
  passages: readonly Passage[],
  onProgress: (stage: string) => void,
): Promise<Analysed[]> {
  const documents = works
    .filter(({ language }) => language === "en")
    .flatMap(({ parts }) => parts.map(({ id, places }) => ({ id, text: places.join("\n") })))
    .filter(({ text }) => text.trim() !== "");
  const among = hasSharedData()
    ? AMONG.flatMap((name) => sharedCorpus(name).slice(0, OF_EACH_AMONG)).map(({ id, text }) => ({
        id,
        text: text.slice(0, AMONG_UNITS),
      }))
    : [];
  const storage = createMemoryStorage();
  await (await buildCorpus([...documents, ...among], { name: "works", dataset: "works", storage })).close();
  onProgress("encodes the words of all works");
  await encodeCorpus(storage, encoder);
  await using corpus = await openCorpus(storage);
  const engine = await createEngine({ corpora: [corpus], encoder });
  const analysed: Analysed[] = [];
  for (const [i, { text, original: _, next: __, ...passage }] of passages.entries()) {
    if (i % 50 === 0) onProgress(`analyses passage ${i} of ${passages.length}`);
    const { reworded } = await engine.analyze({ content: text });
    const isRight = reworded!.found[0]?.document.id === passage.part;
    analysed.push({ ...passage, verdict: reworded!.verdict, isRight });
  }
  return analysed;
}

const GOAL = "beside what follows: 0 likely";

function judgedTables(judged: readonly Judged[], encoder: Encoder) {
  const shown = (found: number, of: number) => {
    const [low, high] = clopperPearson(found, of);
    return `${found} of ${of}, ${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)} %`;
  };
  const isFound = (verdict: RewordedVerdict) => verdict === "likely" || verdict === "possible";
  const rows = groupsOf(judged).map((group) => {
    const [{ work, language, words }] = group as [Judged];
    const likely = group.filter(({ verdict }) => verdict === "likely").length;
    const besideLikely = group.filter(({ beside }) => beside === "likely").length;
    return [
      `${work}, ${language}`,
      String(words),
      shown(group.filter(({ verdict }) => isFound(verdict)).length, group.length),
      String(likely),
      shown(group.filter(({ beside }) => isFound(beside)).length, group.length),
      String(besideLikely),
      GOAL,
    ];
  });
  const head = ["work", "words", "original found (95 %)", "likely", "what follows called (95 %)", "likely", "goal"];
  return [{ title: `compare of translations (encoder: ${encoder.name})`, head, rows }];
}

function analysedTable(analysed: readonly Analysed[], encoder: Encoder) {
  const rows = groupsOf(analysed).map((group) => {
    const [{ work, language, words }] = group as [Analysed];
    const count = (isCounted: (one: Analysed) => boolean) => String(group.filter(isCounted).length);
    return [
      `${work}, ${language}`,
      String(words),
      String(group.length),
      count(({ isRight }) => isRight),
      count(({ verdict, isRight }) => verdict === "likely" && !isRight),
      count(({ verdict, isRight }) => verdict === "possible" && !isRight),
      "0 of others likely",
    ];
  });
  const head = ["work", "words", "passages", "right first", "others likely", "others possible", "goal"];
  return {
    title: `analyze of translations among all works, novels and law in four languages (encoder: ${encoder.name})`,
    head,
    rows,
  };
}

/** By work, language and length, in the order of their passages. */
const groupsOf = <Of extends Pick<Passage, "work" | "language" | "words">>(all: readonly Of[]): Of[][] => [
  ...groupBy(all, ({ work, language, words }) => `${work} ${language} ${words}`).values(),
];
