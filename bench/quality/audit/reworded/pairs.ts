/**
 * What does `compare` say of pairs in other words? Forty that an opposing expert would bring, rewordings at three strengths, and
 * translations: all written for this project, the contested ones before the rules.
 */
import { readFileSync } from "node:fs";
import type { RewordedVerdict } from "../../../../src/base/contract/operations/audit.ts";
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { createEngine } from "../../../../src/engine/engine.ts";

interface WrittenPair {
  id: string;
  kind: string;
  a: string;
  b: string;
}

interface JudgedPair extends WrittenPair {
  isContested: boolean;
  verdict: RewordedVerdict;
  /** Whether passages already show it: the words themselves are shared. */
  isShared: boolean;
}

/** @param isAsked which of them; all, where it is absent */
export async function judgedPairs(
  encoder: Encoder,
  isAsked: (pair: WrittenPair) => boolean = () => true,
): Promise<JudgedPair[]> {
  const file = new URL("../../../../test/engine/compare/rewordings.json", import.meta.url);
  const { contested, reworded } = JSON.parse(readFileSync(file, "utf8")) as Record<string, WrittenPair[]>;
  const engine = await createEngine({ corpora: [], encoder });
  const judged: JudgedPair[] = [];
  for (const pair of [...contested!, ...reworded!].filter(isAsked)) {
    const result = await engine.compare({ a: pair.a, b: pair.b });
    const { verdict } = result.reworded!;
    judged.push({ ...pair, isContested: contested!.includes(pair), verdict, isShared: result.passages!.length > 0 });
  }
  return judged;
}

/** Rows of a table, with the goal beside each. */
export function pairsTable(judged: readonly JudgedPair[], encoder: Encoder) {
  const kinds: [name: string, goal: string, of: (pair: JudgedPair) => boolean][] = [
    ["contested", "0 likely, at most 4 possible", (pair) => pair.isContested],
    ...["light", "medium", "heavy"].map((kind): (typeof kinds)[number] => [
      `reworded, ${kind}`,
      kind === "heavy" ? "none" : "95 % found",
      (pair) => pair.kind === kind,
    ]),
    ["translated", "none", (pair) => pair.kind === "translation"],
  ];
  return {
    title: `compare on pairs in other words (encoder: ${encoder.name})`,
    head: ["pairs", "number", "likely", "possible", "else passages", "none", "goal"],
    rows: kinds.map(([name, goal, of]) => {
      const pairs = judged.filter(of);
      const count = (isCounted: (pair: JudgedPair) => boolean) => String(pairs.filter(isCounted).length);
      const isFound = ({ verdict }: JudgedPair) => verdict === "likely" || verdict === "possible";
      return [
        name,
        String(pairs.length),
        count(({ verdict }) => verdict === "likely"),
        count(({ verdict }) => verdict === "possible"),
        count((pair) => !isFound(pair) && pair.isShared),
        count((pair) => !isFound(pair) && !pair.isShared),
        goal,
      ];
    }),
  };
}
