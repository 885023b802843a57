/** Figures of `bench/README.md`: what `npm run bench` printed when the records were made. */
import { figureTable } from "../harness/figureTable.ts";
import type { Figure } from "../harness/harness.ts";
import { casesOf } from "./records.ts";
import { type Selection, type Table, tablesFrom } from "./selection.ts";

const CASE_AND_MEDIAN = ["case", "median", "unit"];
const RIVALS = "rivals (how many times as fast ours is)";
const WITH_RIVALS: Selection = { columns: [...CASE_AND_MEDIAN, RIVALS] };
const WITH_RIVALS_AND_GOALS: Selection = {
  columns: [...CASE_AND_MEDIAN, RIVALS, "goals"],
  heads: { median: "figure" },
};
const ALL_WITH_GOALS: Selection = { columns: [...CASE_AND_MEDIAN, "goals"], heads: { median: "figure" } };
/** Those that have a goal. */
const WITH_GOALS: Selection = { ...ALL_WITH_GOALS, rows: (cellOf) => cellOf("goals") !== null };
const ALONE: Selection = { columns: CASE_AND_MEDIAN, heads: { median: "figure" } };

export const SPEED = {
  kernels: () => cases("bench", /^(?!detection|build)/, { columns: [...CASE_AND_MEDIAN, "of C", RIVALS] }),
  languages: () => cases("languages", /^(?=fingerprints of)/, WITH_RIVALS_AND_GOALS),
  encoder: () => cases("encoder", /^encoder, /, WITH_RIVALS_AND_GOALS),
  "near-windows": () => cases("near", /^near windows, (?=.*clock)/, ALL_WITH_GOALS),
  "corpora-beside-others": () => cases("corpus", /^corpus against rivals, (?=10 million)/, WITH_RIVALS),
  // The goals are those of ten million words.
  analyses: () =>
    cases(
      "analyses",
      /^analyze, (?=.*10 million words in a folder: (?:outside|processor time, least))/,
      WITH_RIVALS_AND_GOALS,
    ),
  "analyses-growth": () =>
    cases(
      "analyses",
      /^analyze, (?=.*(?:\b500 words, .*folder: processor time, least|times|exponent|shapes| by ))/,
      ALL_WITH_GOALS,
    ),
  strings: () => cases("strings", /^(?=fingerprint, )/, WITH_RIVALS_AND_GOALS),
  deflate: () => cases("deflate", /^(?=(?:de|in)flate)/, WITH_RIVALS_AND_GOALS),
  builds: () => cases("builds", /^build of (?=.*words of novels)/, WITH_RIVALS_AND_GOALS),
  audit: () => cases("audit-rates", /^audit of (?=.*(?:10\^8|[01]\.0 GB).*(?:'s time|memory))/, ALONE),
  engines: () => tablesFrom(casesOf("engines"), byEngine),
  "engines-large": () => tablesFrom(casesOf("engines-1e9"), byEngine),
  dedup: () => cases("dedup", /^dedup of [^:]*: /, WITH_RIVALS),
  page: () => cases("page", /^page: (?!load)|^(?=processor time)/, WITH_GOALS),
  registry: () => cases("registry", /^registry: (?!.*(?:jobs|found))/, ALONE),
  service: () => cases("service", /^(?:service[^:]*: |(?=flood|queues|cores))/, WITH_GOALS),
};

/**
 * C is left out of the rivals, since it has a column of its own, and so is a twin, the reference that says what a kernel computes.
 *
 * @param beginning of the names of the cases; it is cut off, since all of them have it
 */
function cases(kind: string, beginning: RegExp, selection: Selection): string[] {
  const shown = (one: Figure) => ({
    ...one,
    name: one.name.replace(beginning, ""),
    rivals: one.rivals.filter(({ name }) => !/^(?:C |twin)/.test(name)),
  });
  return tablesFrom(
    casesOf(kind),
    (figures) => figureTable(figures.filter(({ name }) => beginning.test(name)).map(shown)),
    selection,
  );
}

/** What is told of each engine, with the beginning of its name in the record. */
const OF_ENGINES: readonly (readonly [head: string, what: string])[] = [
  ["equal, %", "answers equal"],
  ["p50, ms", "500 words, p50"],
  ["p95, ms", "500 words, p95"],
  ["again, p50", "the same again, p50"],
  ["again, p95", "the same again, p95"],
  ["processor, who asks", "processor time of who asks"],
  ["servers", "processor time of servers"],
  ["keys, bytes a word", "keys and tables"],
  ["texts", "texts, a word"],
  ["loaded, s", "until it answers"],
  ["killed: failed of 40", "killed: questions that failed"],
  ["longest, ms", "killed: longest answer"],
];

/** A row for each engine that a corpus was asked through. */
function byEngine(figures: readonly Figure[]): Table {
  const names = figures.flatMap(({ name }) => /^engines, (.*): answers equal/.exec(name)?.[1] ?? []);
  const measured = (engine: string, what: string) =>
    figures.find(({ name }) =>
      [`engines, ${engine}: ${what}`, `engines, ${engine}, ${what}`].some((one) => name.startsWith(one)),
    )?.value ?? null;
  const rows = names.map((engine) => [engine, ...OF_ENGINES.map(([, what]) => measured(engine, what))]);
  return { head: ["engine", ...OF_ENGINES.map(([head]) => head)], rows };
}
