/**
 * The blind gate: what the question `gate` found in simulated texts (its committed record), and real text beside it: passages of novels,
 * divided by chance, and by work, where no model was trained on either side.
 */
import type { Kernels } from "../../../src/core/kernels/kernels.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { scoreGroups } from "../../../src/core/statistics/scoreGroups.ts";
import { blindGate, type GateText } from "../../../src/models/membership/gate.ts";
import { answersOf } from "../../figures/records.ts";
import type { Cell } from "../../harness/table.ts";
import type { TinyModel } from "../../models/model.ts";
import { population } from "../../models/population.ts";
import { areaUnderRoc } from "../../statistics/roc.ts";
import { mean } from "../figures.ts";
import type { GateRecord } from "./blind/gate.ts";
import { count, type Part, shareWithInterval } from "./part.ts";

const SIDE = 650;
const WORDS = 28;
/** Goals of the question `gate` and scenarios that evidence asks for. */
const [SCENARIOS_WANTED, REFUSED_MIN, PASSED_MIN, HELD_MIN] = [500, 0.95, 0.9, 0.94];

interface Recorded {
  file: string;
  scenarios: number;
  goals: GateRecord["goals"];
}

interface Division {
  by: "chance" | "work";
  auc: number;
  bound: number;
  isPassed: boolean;
  /** LOSS of a model that saw neither side. */
  loss: number;
}

/** @param model a null model, to show what LOSS makes of a division that the gate refuses */
export function gatePart(kernels: Kernels, model: TinyModel, divisions: number): Part {
  const recorded = recordOf();
  const real = (["chance", "work"] as const).flatMap((by) =>
    Array.from({ length: divisions }, (_, i) => divided(kernels, model, by, i)),
  );
  const of = (by: Division["by"]) => real.filter((one) => one.by === by);
  const isEnough = (recorded?.scenarios ?? 0) >= SCENARIOS_WANTED;
  const [fair, shifted] = [of("chance"), of("work")];
  return {
    tables: [
      {
        title:
          recorded === null
            ? "The blind gate on simulated texts: no record; ask `npm run quality -- gate`"
            : `The blind gate on ${recorded.scenarios} simulated scenarios (bench/records/${recorded.file})`,
        head: ["goal", "hits", "of", "share, 95 %", "wanted"],
        rows: (recorded?.goals ?? []).map(({ goal, hits, of: all, least }): Cell[] => [
          ...[goal, hits, all, shareWithInterval(hits, all)],
          least === null ? null : `≥ ${least}`,
        ]),
      },
      {
        title: `The same gate on passages of novels, ${SIDE} a side, no side trained on: how often passed, and what LOSS of a null model says`,
        head: ["divided by", "divisions", "passed", "mean AUC", "mean bound", "area of LOSS, mean", "farthest from .5"],
        rows: [fair, shifted].map((some): Cell[] => [
          ...[some[0]?.by ?? null, some.length, count(some, ({ isPassed }) => isPassed)],
          ...[
            mean(some.map(({ auc }) => auc))?.toFixed(3) ?? null,
            mean(some.map(({ bound }) => bound))?.toFixed(3) ?? null,
          ],
          mean(some.map(({ loss }) => loss))?.toFixed(3) ?? null,
          some.reduce((far, { loss }) => (Math.abs(loss - 0.5) > Math.abs(far - 0.5) ? loss : far), 0.5).toFixed(3),
        ]),
      },
    ],
    goals: [
      goalOf(
        recorded?.goals.find(({ goal }) => goal.startsWith("refused")),
        `blind gate refuses where the true AUC is .62 or more`,
        REFUSED_MIN,
        isEnough,
      ),
      goalOf(
        recorded?.goals.find(({ goal }) => goal.startsWith("passed where fair, 650")),
        "blind gate passes fair sides of 650 clusters",
        PASSED_MIN,
        isEnough,
      ),
      goalOf(
        recorded?.goals.find(({ goal }) => goal.includes("where that is .5")),
        "blind gate: its upper 95 % bound holds the truth, fair sides",
        HELD_MIN,
        isEnough,
      ),
      {
        goal: "real passages: divided by chance passed, divided by work refused",
        figure: `${count(fair, ({ isPassed }) => isPassed)} of ${fair.length} passed, ${count(shifted, ({ isPassed }) => !isPassed)} of ${shifted.length} refused`,
        bar: `≥ ${PASSED_MIN}, ≥ ${REFUSED_MIN}`,
        isMet:
          count(fair, ({ isPassed }) => isPassed) >= PASSED_MIN * fair.length &&
          count(shifted, ({ isPassed }) => !isPassed) >= REFUSED_MIN * shifted.length,
      },
    ],
    record: { simulated: recorded, real },
  };
}

function goalOf(recorded: Recorded["goals"][number] | undefined, goal: string, least: number, isEnough: boolean) {
  const figure =
    recorded === undefined ? "no record" : `${recorded.share.toFixed(3)} (${recorded.hits} of ${recorded.of})`;
  const isMet = recorded === undefined ? null : recorded.share < least ? false : isEnough ? true : null;
  return { goal, figure, bar: `≥ ${least}, ${SCENARIOS_WANTED} scenarios`, isMet };
}

/** The latest committed record of the question `gate`. */
function recordOf(): Recorded | null {
  const newest = answersOf<GateRecord>("gate").at(-1);
  return newest === undefined
    ? null
    : { file: newest.file, scenarios: newest.result.outcomes.length, goals: newest.result.goals };
}

/** Each passage is a cluster: by chance that is true; by work it is what somebody would do who did not know better. */
function divided(kernels: Kernels, model: TinyModel, by: Division["by"], i: number): Division {
  const name = `passages divided by ${by}, ${i}`;
  const chance = new RandomStream(name);
  const passages = population().draw(chance, 2 * SIDE, WORDS, new Set());
  const works = chance.shuffle([...new Set(passages.map(({ cluster }) => cluster))].sort());
  const first = new Set(works.slice(0, works.length >> 1));
  const texts = passages.map(({ id, cluster, text }, place): GateText => {
    return { text, cluster: id, isSuspect: by === "chance" ? place < SIDE : first.has(cluster) };
  });
  const { auc, auc_upper_95, outcome } = blindGate(kernels, texts, name);
  const losses = texts.map(({ text }) => {
    const logprobs = model.logprobs(model.tokenizer.encode(text).ids);
    return logprobs.reduce((sum, value) => sum + value, 0) / logprobs.length;
  });
  const of = (side: boolean) => losses.filter((_, place) => texts[place]!.isSuspect === side);
  const loss = areaUnderRoc(scoreGroups(of(true), of(false)));
  return { by, auc: auc!, bound: auc_upper_95!, isPassed: outcome === "passed", loss };
}
