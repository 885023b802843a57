/** Mutants that change nothing that anybody can see, each with the reason. They are not counted. */
import { readFileSync } from "node:fs";
import type { Mutant } from "./draw.ts";

export interface Equivalent {
  file: string;
  /** The line before the change, without its indentation. */
  before: string;
  operator: string;
  /** Why nothing that a caller sees can differ. */
  why: string;
}

export const EQUIVALENTS: readonly Equivalent[] = JSON.parse(
  readFileSync(new URL("./equivalents.json", import.meta.url), "utf8"),
);

export function isEquivalent(mutant: Mutant): boolean {
  return EQUIVALENTS.some(
    ({ file, before, operator }) => file === mutant.file && before === mutant.before && operator === mutant.operator,
  );
}
