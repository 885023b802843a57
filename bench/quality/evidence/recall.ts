/** Of events: how many are told as `match`, and why the others are not. */
import { grouped, type Proportion, proportion } from "../figures.ts";
import { EVIDENCE_SETS } from "./cases/sets.ts";
import type { Observation } from "./observe.ts";

export interface RecallRow {
  group: string;
  events: number;
  match: Proportion;
  /** `partial`, since the passages stand there as a quotation. */
  quotes: number;
  /** `partial`, since the event is less probable than not. */
  improbable: number;
  /** A passage was found that is not significant, or none. */
  insignificant: number;
  nothing: number;
}

const CHANGES: readonly [name: string, kinds: RegExp][] = [
  ["verbatim, or other typography", /^(verbatim|typography)$/],
  ["edits of 5 or 10 %", /^edits (5|10) %$/],
  ["edits of 20 or 30 %", /^edits [23]0 %$/],
  ["recognition errors in 3 % of the characters", /^noise 3 %$/],
  ["recognition errors in 8 or 15 %", /^noise (8|15) %$/],
];
const changeOf = ({ kind }: Observation) => CHANGES.find(([, kinds]) => kinds.test(kind))![0];
const genreOf = ({ set }: Observation) => EVIDENCE_SETS.find(({ name }) => name === set)!.genre;

/** All events, then those of each genre and each change. */
export function recallRows(events: readonly Observation[]): RecallRow[] {
  const orderOf = (group: string) => CHANGES.findIndex(([name]) => group.endsWith(name));
  const both = grouped(events, (one) => `${genreOf(one)}: ${changeOf(one)}`).sort(
    ([a], [b]) => orderOf(a) - orderOf(b),
  );
  return [
    recallRow("all", events),
    ...grouped(events, genreOf).flatMap(([genre, some]) => [
      recallRow(genre, some),
      ...both.filter(([group]) => group.startsWith(`${genre}:`)).map(([group, cases]) => recallRow(group, cases)),
    ]),
  ];
}

function recallRow(group: string, some: readonly Observation[]): RecallRow {
  const matches = some.filter(({ verdict }) => verdict === "match");
  const partial = some.filter(({ verdict }) => verdict === "partial");
  const others = some.filter(({ verdict }) => verdict !== "match" && verdict !== "partial");
  const quotes = partial.filter(({ relation }) => relation === "quotes").length;
  const nothing = others.filter(({ features }) => features.passage_words === 0).length;
  return {
    ...{ group, events: some.length, match: proportion(matches.length, some.length) },
    ...{ quotes, improbable: partial.length - quotes, insignificant: others.length - nothing, nothing },
  };
}
