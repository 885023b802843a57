/** Figures of `bench/README.md`: what `npm run bench` printed when the records were made. */
import { figureTable } from "../harness/figureTable.ts";
import type { Figure } from "../harness/harness.ts";
import type { Cell } from "../harness/table.ts";
import { casesOf } from "./records.ts";
import { type Selection, type Table, tablesFrom } from "./selection.ts";

const ANALYSIS = /^analysis of 500 words with evidence, (?<size>10\^\d+) fingerprints[^:]*: (?<figure>.*)$/;
const ANALYSIS_FIGURES = [
  "p50",
  "p95",
  "p95 by the processor's clock",
  "evidence alone, of those that hold a run, p50",
  "evidence alone, p95",
];
const WITH_RIVALS: Selection = { columns: ["case", "median", "unit", "rivals (how many times as fast ours is)"] };
const WITH_RIVALS_AND_GOALS: Selection = {
  columns: ["case", "median", "unit", "rivals (how many times as fast ours is)", "goals"],
  heads: { median: "figure" },
};
const WITH_GOALS: Selection = { columns: ["case", "median", "unit", "goals"], heads: { median: "figure" } };

export const SPEED = {
  kernels: () => cases("bench", /^(?!detection|build)/, {}),
  "corpora-beside-others": () => cases("corpus", /^corpus against rivals, /, WITH_RIVALS),
  whole: () => cases("bench", /^(?=detection|build)/, WITH_RIVALS),
  analysis: () => tablesFrom(casesOf("analysis"), analysisTable),
  analyses: () => cases("analyses", /^analyze, (?=.*(?:first|least))/, WITH_RIVALS_AND_GOALS),
  registry: () =>
    cases("registry", /^registry: /, { columns: ["case", "median", "unit"], heads: { median: "figure" } }),
  languages: () => cases("languages", /^(?=fingerprints of)/, WITH_RIVALS_AND_GOALS),
  page: () => cases("page", /^page: (?!load)|^(?=processor time)/, WITH_GOALS),
  audit: () => cases("audit-rates", /^audit of /, { columns: ["case", "median", "unit"], heads: { median: "figure" } }),
  dedup: () => cases("dedup", /^dedup of [^:]*: /, WITH_RIVALS),
  service: () => cases("service", /^(?:service[^:]*: |(?=flood|queues|cores))/, WITH_GOALS),
};

/**
 * C is left out of the rivals: it has a column of its own.
 *
 * @param beginning of the names of the cases; it is cut off, since all of them have it
 */
function cases(kind: string, beginning: RegExp, selection: Selection): string[] {
  const shown = (one: Figure) => ({
    ...one,
    name: one.name.replace(beginning, ""),
    rivals: one.rivals.filter(({ name }) => !name.startsWith("C ")),
  });
  return tablesFrom(
    casesOf(kind),
    (figures) => figureTable(figures.filter(({ name }) => beginning.test(name)).map(shown)),
    selection,
  );
}

/** A row for each size of corpus, in ms. */
function analysisTable(figures: readonly Figure[]): Table {
  const parts = figures.map(
    (one) => ({ ...one, ...ANALYSIS.exec(one.name)?.groups }) as Figure & Record<string, string>,
  );
  const sizes = [...new Set(parts.map((one) => one["size"]!))];
  return {
    head: ["fingerprints", ...ANALYSIS_FIGURES.map((name) => `${name}, ms`)],
    rows: sizes.map((size): Cell[] => [
      size,
      ...ANALYSIS_FIGURES.map((name) => {
        const { value, goals = [] } = parts.find((one) => one["size"] === size && one["figure"] === name)!;
        return [value, ...goals.map(({ goal, met }) => `(${goal} ${met ? "met" : "missed"})`)].join(" ");
      }),
    ]),
  };
}
