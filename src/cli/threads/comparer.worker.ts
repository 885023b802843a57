/** A thread that compares pairs of the texts that it was given at its start. */
import { openPairs } from "../../engine/compare/pairs.ts";
import type { PairsWork, TextPair } from "../../engine/steps/context.ts";
import { answerOrders } from "./threads.ts";

export function comparePairsOf(work: PairsWork): void {
  const opened = import("../../files/index.ts").then(({ readers }) => openPairs(work, readers));
  answerOrders(async (pairs: readonly TextPair[], signal) => ({ result: (await opened)(pairs, signal) }));
}
