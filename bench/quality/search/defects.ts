/** What is lost where the words of a text are letter-spaced, broken at line ends without a hyphen, or run together? */
import { buildCorpus, createEngine, type Engine } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { hasSharedData, sharedCorpus } from "../../harness/shared.ts";
import { type Proportion, proportion } from "../figures.ts";
import type { Answer, Question } from "../question.ts";
import { type Words, wordsOf } from "../words.ts";
import { type CleanQuery, cleanQueries, type Halves, halvesOf } from "./cases.ts";

const SETS = [
  { name: "eltec-eng", kind: "English novels" },
  { name: "de-gesetze", kind: "German law" },
];
const LENGTHS_WORDS = [50, 100, 200];
const SHARES = [0.05, 0.1, 0.2, 0.5, 1];
const PLANTED = 20;
const HOSTS = 200;
/** UTF-16 units of foreign text before and after an excerpt. */
const AROUND_UNITS = 700;
/** Words of a letter-spaced run, at most. */
const SPACED_WORDS_MAX = 6;

/** Damages a share of the words, or of the gaps between them. */
type Defect = (text: string, share: number, random: Random) => string;

/** Emphasis is a run of one to six words; `gap` stands between two of them. */
const letterSpaced =
  (gap: string): Defect =>
  (text, share, random) => {
    const { starts, ends } = wordsOf(text);
    // Runs have 3.5 words in the mean, so they begin less often than words are spaced.
    const begins = share / (share + 3.5 * (1 - share));
    let [result, done, left] = ["", 0, 0];
    for (const [at, start] of starts.entries()) {
      const isWithin = left > 0;
      if (!isWithin && random.next() < begins) left = 1 + random.below(SPACED_WORDS_MAX);
      const between = text.slice(done, start);
      const word = text.slice(start, ends[at]!);
      result += (isWithin && between === " " ? gap : between) + (left > 0 ? [...word].join(" ") : word);
      left = Math.max(0, left - 1);
      done = ends[at]!;
    }
    return result + text.slice(done);
  };

const DEFECTS: Readonly<Record<string, Defect>> = {
  "letters apart, words by a wider gap": letterSpaced("  "),
  "letters apart, all gaps alike": letterSpaced(" "),
  "broken without a hyphen": (text, share, random) =>
    text.replace(/\p{L}{5,}/gu, (word) => {
      const at = 2 + random.below(word.length - 3);
      return random.next() < share ? `${word.slice(0, at)}\n${word.slice(at)}` : word;
    }),
  "spaces lost": (text, share, random) =>
    text.replace(/(?<=\p{L}) (?=\p{L})/gu, () => (random.next() < share ? "" : " ")),
};

interface DefectRow {
  set: string;
  defect: string;
  share: number;
  /** Excerpts of each length that are found in their document. */
  found: { words: number; found: Proportion }[];
  /** Texts whose verdict is `match` or `partial`. */
  told: Proportion;
  /** Share of the excerpts' characters in passages of their documents, in the mean. */
  covered: number;
}

export interface DefectRecord {
  rows: DefectRow[];
  /** Clean excerpts with the same defects: those with any passage. */
  clean: { set: string; defect: string; alarms: Proportion }[];
}

export const defects: Question = {
  name: "defects",
  question: "What is lost where words are letter-spaced, broken without a hyphen, or run together?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ onProgress, sample = PLANTED }) => {
    const record: DefectRecord = { rows: [], clean: [] };
    for (const { name, kind } of SETS) {
      onProgress(kind);
      const halves = halvesOf(sharedCorpus(name));
      const hosts = cleanQueries(name, halves, HOSTS).filter(({ isShared }) => !isShared);
      await using corpus = await buildCorpus(halves.indexed, { name, dataset: "half-of-the-shared-data" });
      const engine = await createEngine({ corpora: [corpus] });
      for (const [defect, damage] of Object.entries(DEFECTS)) {
        for (const share of SHARES) {
          const measured = await measure(engine, halves, hosts, (text, seed) => damage(text, share, seed), sample);
          record.rows.push({ set: kind, defect, share, ...measured });
        }
        record.clean.push({ set: kind, defect, alarms: await alarmsOf(engine, hosts, damage) });
      }
    }
    return { tables: Object.values(defectTables(record)), worst: [], record };
  },
};

async function measure(
  engine: Engine,
  { indexed }: Halves,
  hosts: readonly CleanQuery[],
  damaged: (text: string, random: Random) => string,
  planted: number,
): Promise<Pick<DefectRow, "found" | "told" | "covered">> {
  const random = new Random("defects");
  const texts = indexed.map(({ id, text }) => ({ id, words: wordsOf(text) }));
  const long = texts.filter(({ words }) => words.words.length >= 2 * LENGTHS_WORDS.at(-1)!);
  let [told, covered] = [0, 0];
  const found: DefectRow["found"] = [];
  for (const words of LENGTHS_WORDS) {
    let ofLength = 0;
    for (let i = 0; i < planted; i++) {
      const document = random.pick(long);
      const host = random.pick(hosts).text;
      const before = `${damaged(host.slice(0, AROUND_UNITS), random)}\n\n`;
      const excerpt = damaged(excerptOf(document.words, words, random), random);
      const end = before.length + excerpt.length;
      const after = damaged(host.slice(AROUND_UNITS, 2 * AROUND_UNITS), random);
      const { matches, verdict } = await engine.analyze({ content: `${before}${excerpt}\n\n${after}` });
      const inExcerpt = matches
        .filter(({ document: { id } }) => id === document.id)
        .map(({ content }) => Math.min(content.end, end) - Math.max(content.start, before.length))
        .filter((units) => units > 0);
      ofLength += Number(inExcerpt.length > 0);
      told += Number(verdict === "match" || verdict === "partial");
      covered += Math.min(1, inExcerpt.reduce((sum, units) => sum + units, 0) / excerpt.length);
    }
    found.push({ words, found: proportion(ofLength, planted) });
  }
  const all = planted * LENGTHS_WORDS.length;
  return { found, told: proportion(told, all), covered: covered / all };
}

function excerptOf({ text, starts, ends }: Words, words: number, random: Random): string {
  const first = random.below(starts.length - words + 1);
  return text.slice(starts[first]!, ends[first + words - 1]!);
}

/** Of clean excerpts with half of their words damaged, those with a verdict of `match` or `partial`. */
async function alarmsOf(engine: Engine, hosts: readonly CleanQuery[], damage: Defect): Promise<Proportion> {
  const random = new Random("clean defects");
  let alarms = 0;
  for (const { text } of hosts) {
    const { verdict } = await engine.analyze({ content: damage(text, 0.5, random) });
    alarms += Number(verdict === "match" || verdict === "partial");
  }
  return proportion(alarms, hosts.length);
}

/** Of the record, so that a README can have them too. */
export function defectTables({ rows, clean }: DefectRecord): Record<"found" | "clean", Answer["tables"][number]> {
  const percent = (share: number | null) => (share === null ? null : `${(100 * share).toFixed(1)} %`);
  return {
    found: {
      title: "Excerpts planted in foreign text, both with the defect",
      head: ["set", "defect", "of words", ...LENGTHS_WORDS.map((words) => `${words} words`), "told", "covered"],
      rows: rows.map(({ set, defect, share, found, told, covered }) => [
        ...[set, defect, percent(share)],
        ...found.map(({ found: of }) => percent(of.share)),
        ...[percent(told.share), percent(covered)],
      ]),
    },
    clean: {
      title: "Clean excerpts with half of the words damaged: match or partial",
      head: ["set", "defect", "alarms", "of"],
      rows: clean.map(({ set, defect, alarms }) => [set, defect, alarms.count, alarms.of]),
    },
  };
}
