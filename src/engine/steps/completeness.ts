/** What an answer says of its limits: stages that did less than all, and caveats. */
import type { Completeness, Stage } from "../../base/contract/common.ts";

/** A stage, and why it did less than all; it is done where there is no reason. */
export const stageOf = (
  name: string,
  status: Exclude<Stage["status"], "done">,
  reason: string | null | undefined,
): Stage => (reason == null ? { name, status: "done" } : { name, status, reason });

export const areDone = (stages: readonly Stage[]): boolean => stages.every(({ status }) => status === "done");

/** Whether all was done that a result needs, beside what it can do without. */
export const completenessOf = (needed: readonly Stage[], further: readonly Stage[] = []): Completeness => ({
  complete: areDone(needed),
  stages: [...needed, ...further],
});

/** The searches of corpora that did not reach all: a part did not answer, or a limit ended them. */
export const unfinishedSearches = (stages: readonly Stage[]): Stage[] =>
  stages.filter(({ name, status }) => name.startsWith("search:") && (status === "failed" || status === "bounded"));

/** The caveats whose condition holds. */
export const caveatsWhere = (caveats: readonly (readonly [holds: boolean, caveat: string])[]): string[] =>
  caveats.flatMap(([holds, caveat]) => (holds ? [caveat] : []));
