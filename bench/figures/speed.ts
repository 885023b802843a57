/** Figures of `bench/README.md`: what `npm run bench` printed when the records were made. */
import { figureTable } from "../harness/figureTable.ts";
import type { Figure } from "../harness/harness.ts";
import { casesOf } from "./records.ts";
import { type Selection, tablesFrom } from "./selection.ts";

const CASE_AND_MEDIAN = ["case", "median", "unit"];
const RIVALS = "rivals (how many times as fast ours is)";
const WITH_RIVALS: Selection = { columns: [...CASE_AND_MEDIAN, RIVALS] };
const WITH_RIVALS_AND_GOALS: Selection = {
  columns: [...CASE_AND_MEDIAN, RIVALS, "goals"],
  heads: { median: "figure" },
};
/** Those that have a goal. */
const WITH_GOALS: Selection = {
  columns: [...CASE_AND_MEDIAN, "goals"],
  heads: { median: "figure" },
  rows: (cellOf) => cellOf("goals") !== null,
};
const ALONE: Selection = { columns: CASE_AND_MEDIAN, heads: { median: "figure" } };

export const SPEED = {
  kernels: () => cases("bench", /^(?!detection|build)/, { columns: [...CASE_AND_MEDIAN, "of C", RIVALS] }),
  languages: () => cases("languages", /^(?=fingerprints of)/, WITH_RIVALS_AND_GOALS),
  "corpora-beside-others": () => cases("corpus", /^corpus against rivals, (?=10 million)/, WITH_RIVALS),
  // Dolos is asked of the smallest corpus alone, the goals are those of the largest.
  analyses: () =>
    cases(
      "analyses",
      /^analyze, (?=.*(?:first|least))(?=.*6\.3 million|.*\b500 words, .*0\.63 million)/,
      WITH_RIVALS_AND_GOALS,
    ),
  audit: () => cases("audit-rates", /^audit of (?=.*(?:10\^8|[01]\.0 GB).*(?:'s time|memory))/, ALONE),
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
