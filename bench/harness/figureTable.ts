/** Times as `npm run bench` prints them. */
import type { Figure } from "./harness.ts";
import type { Cell } from "./table.ts";

export function figureTable(figures: readonly Figure[]): { head: string[]; rows: Cell[][] } {
  return {
    head: ["case", "median", "unit", "of C", "rivals (how many times as fast ours is)", "goals"],
    rows: figures.map(({ name, value, unit, ratioToC, rivals, goals }) => [
      ...[name, value, unit, ratioToC == null ? null : `${Math.round(100 * ratioToC)} %`],
      rivals.map(compared).join("; ") || null,
      goals?.map(({ goal, met }) => `${goal}: ${verdict(met)}`).join("; ") || null,
    ]),
  };
}

const compared = ({ name, value, ratio }: Figure["rivals"][number]): string =>
  `${name} ${value}${ratio === null ? "" : ` (${ratio} ×)`}`;

const verdict = (met: boolean | null): string => (met === null ? "not to be told here" : met ? "met" : "missed");
