/**
 * Numbered provisions: how often are excerpts of statutes as they are taken for copies of others, and how often are copies found? What the
 * bits that a passage needs there are worth, and what they cost.
 */

import { clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { buildCorpus, createEngine } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { hasSharedData, type SharedDocument, sharedCorpus } from "../../harness/shared.ts";
import { anyChange } from "../evidence/cases/kinds.ts";
import { withoutSeries } from "../evidence/series.ts";
import { percent } from "../figures.ts";
import type { Answer, Question } from "../question.ts";
import { type Words, wordsOf } from "../words.ts";

/** Each half of a set is searched in turn. */
const SETS = [
  { name: "de-gesetze", half: 0 },
  { name: "de-gesetze", half: 1 },
  { name: "dc-law/code-sections", half: 0 },
] as const;
const RAW = 600;
const PLANTED = 300;
const EXCERPT_WORDS = 300;
/** Words from the beginning of one excerpt to the next, and excerpts of an act at most. */
const STEP_WORDS = 600;
const EXCERPTS_MAX = 10;
/** What shares so long a run is related to the searched acts. */
const RELATED_RUN_WORDS = 24;
const PLANTED_WORDS = [50, 60, 80, 100, 150, 200, 300, 500];

interface Excerpt {
  act: string;
  text: string;
}

interface Row {
  set: string;
  raw: { excerpts: number; acts: number; match: number; partial: number };
  planted: { passages: number; match: number; partial: number };
}

export const provisions: Question = {
  name: "provisions",
  question: "Are excerpts of statutes as they are taken for copies of others, and are copies found?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample, onProgress }) => {
    const rows: Row[] = [];
    for (const { name, half } of SETS) {
      onProgress(`${name}, half ${half + 1}`);
      rows.push(await rowOf(name, half, { raw: sample ?? RAW, planted: sample ?? PLANTED }));
    }
    return answerOf(rows);
  },
};

async function rowOf(name: string, half: number, count: { raw: number; planted: number }): Promise<Row> {
  const random = new Random(`${name} provisions ${half}`);
  const all = sharedCorpus(name);
  const searched = all.filter((_, at) => at % 2 === half);
  const others = withoutSeries(
    all.filter((_, at) => at % 2 !== half),
    searched,
  );
  await using corpus = await buildCorpus(searched, { name: "searched", dataset: "statutes" });
  const engine = await createEngine({ corpora: [corpus] });
  const ask = ({ text }: Excerpt) => engine.analyze({ content: text, content_type: "text" });
  const excerpts = random.shuffled(others.flatMap(excerptsOf)).slice(0, count.raw);
  const raw = { excerpts: 0, acts: new Set<string>(), match: 0, partial: 0 };
  for (const excerpt of excerpts) {
    const { verdict, coverage } = await ask(excerpt);
    if (coverage.longest_run_words >= RELATED_RUN_WORDS) continue;
    raw.excerpts++;
    raw.acts.add(excerpt.act);
    if (verdict === "match" || verdict === "partial") raw[verdict]++;
  }
  const planted = { passages: 0, match: 0, partial: 0 };
  for (const copy of copies(searched, excerpts, count.planted, random)) {
    const { verdict, documents } = await ask(copy);
    planted.passages++;
    const isFound = documents.some(({ document }) => document.id === copy.act);
    if (isFound && (verdict === "match" || verdict === "partial")) planted[verdict]++;
  }
  return { set: `${name}, half ${half + 1}`, raw: { ...raw, acts: raw.acts.size }, planted };
}

function excerptsOf({ id, text }: SharedDocument): Excerpt[] {
  const words = wordsOf(text);
  const places = Math.floor((words.starts.length - EXCERPT_WORDS - 1) / STEP_WORDS) + 1;
  return Array.from({ length: Math.max(0, Math.min(EXCERPTS_MAX, places)) }, (_, at) => ({
    act: id,
    text: cut(text, words, at * STEP_WORDS, EXCERPT_WORDS),
  }));
}

/** Passages of searched acts, changed as in the cases of `evidence`, each before as much or less of another act. */
function* copies(
  acts: readonly SharedDocument[],
  hosts: readonly Excerpt[],
  count: number,
  random: Random,
): Generator<Excerpt> {
  const vocabulary = wordsOf(hosts[0]!.text).words;
  for (let made = 0; made < count; ) {
    const { id, text } = random.pick(acts);
    const words = wordsOf(text);
    const length = random.pick(PLANTED_WORDS);
    if (words.starts.length <= length) continue;
    const passage = cut(text, words, random.below(words.starts.length - length), length);
    const host = random.pick(hosts).text;
    const beside = cut(host, wordsOf(host), 0, Math.min(length, EXCERPT_WORDS - 1));
    yield { act: id, text: `${anyChange(random)(passage, random, vocabulary)}\n\n${beside}` };
    made++;
  }
}

const cut = (text: string, { starts }: Words, first: number, count: number): string =>
  text.slice(starts[first], starts[first + count]).trim();

function answerOf(rows: readonly Row[]): Answer {
  const share = (count: number, of: number) => `${percent(count / Math.max(1, of))} %`;
  return {
    tables: [
      {
        title: "Excerpts of statutes as they are, and copies of searched ones",
        head: ["searched", "excerpts", "acts", "match", "partial", "upper 95 % bound", "copies", "match", "partial"],
        rows: rows.map(({ set, raw, planted }) => [
          ...[set, raw.excerpts, raw.acts, raw.match, raw.partial],
          `${percent(clopperPearsonUpper(raw.match + raw.partial, raw.excerpts))} %`,
          ...[planted.passages, share(planted.match, planted.passages), share(planted.partial, planted.passages)],
        ]),
      },
    ],
    worst: [],
    record: rows,
  };
}
