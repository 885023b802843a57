/** How a run is told: groups of rooms with what they caught, then who survived. */

import { isOfRest } from "../../support/run/rings.ts";
import type { Mutant } from "./draw.ts";
import { BAR, GROUP_NAMES } from "./groups.ts";
import type { Verdict } from "./judge.ts";

type Verdicts = ReadonlyMap<string, Verdict>;

interface Row {
  group: string;
  judged: number;
  caught: number;
}

export function mutantLine({ id, file, line, operator, before, replaced, replacement }: Mutant): string {
  return `${id} ${file}:${line} ${operator}: ${short(before)}  [${short(replaced)}] → [${short(replacement)}]`;
}

/** Groups without a judged mutant are left out: nothing is known of them. */
function rowsOf(mutants: readonly Mutant[], verdicts: Verdicts): Row[] {
  return GROUP_NAMES.map((group) => {
    const judged = mutants.filter((mutant) => mutant.group === group && verdicts.has(mutant.id));
    const caught = judged.filter(({ id }) => verdicts.get(id)!.isCaught);
    return { group, judged: judged.length, caught: caught.length };
  }).filter(({ judged }) => judged > 0);
}

export function isBarReached(mutants: readonly Mutant[], verdicts: Verdicts): boolean {
  return rowsOf(mutants, verdicts).every(({ judged, caught }) => caught >= BAR * judged);
}

export function summary(mutants: readonly Mutant[], verdicts: Verdicts): string {
  const rows = rowsOf(mutants, verdicts);
  const width = Math.max(0, ...rows.map(({ group }) => group.length));
  const told = rows.map(({ group, judged, caught }) => {
    const share = caught / judged;
    const below = share < BAR ? `  below ${100 * BAR} %` : "";
    return `${group.padEnd(width)}  ${`${caught} of ${judged}`.padStart(8)}  ${Math.floor(100 * share)} %${below}`;
  });
  const survivors = mutants.flatMap((mutant) => {
    const verdict = verdicts.get(mutant.id);
    if (verdict === undefined || verdict.isCaught) return [];
    const leftOut = verdict.leftOut > 0 ? ` (${verdict.leftOut} more were not run)` : "";
    return [`survived: ${mutantLine(mutant)}\n  ran: ${verdict.ran.join(" ")}${leftOut}`];
  });
  const by = [...verdicts.values()].flatMap(({ isCaught, by }) =>
    isCaught && by !== null ? [by.replace(/:.*/s, "")] : [],
  );
  const alone = `npm test alone catches ${by.filter((file) => !isOfRest(file)).length} of ${by.length} that are caught.`;
  return ["", ...told, "", alone, "", ...survivors].join("\n");
}

const short = (text: string): string => {
  const flat = text.replace(/\s+/g, " ");
  return flat.length > 100 ? `${flat.slice(0, 99)}…` : flat;
};
