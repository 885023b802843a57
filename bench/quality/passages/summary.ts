/** All that was asked of planted passages, summed up by contender, way of asking and condition. */
import { grouped } from "../figures.ts";
import type { AskedText } from "./planted.ts";
import { type PlantSummary, summarizePlants, summarizeTexts, type TextSummary } from "./score.ts";

export interface Summary {
  detector: string;
  mode: AskedText["mode"];
  condition: string;
  plants: PlantSummary;
  texts: TextSummary;
}

export function summarize(asked: readonly AskedText[]): Summary[] {
  return grouped(asked, ({ detector, mode, text }) => JSON.stringify([detector, mode, text.condition])).map(
    ([, some]) => {
      const { detector, mode, text } = some[0]!;
      const outcomes = some.map(({ outcome }) => outcome);
      const plants = summarizePlants(outcomes.flatMap((outcome) => outcome.plants));
      return { detector, mode, condition: text.condition, plants, texts: summarizeTexts(outcomes) };
    },
  );
}

/** Of ours: by length, for the passages alone. */
export function byLength(asked: readonly AskedText[]) {
  const plants = asked.flatMap(({ mode, text, outcome }) =>
    text.kind === "edits" ? outcome.plants.map((plant) => ({ mode, plant })) : [],
  );
  return grouped(plants, ({ mode, plant }) => JSON.stringify([mode, plant.condition, plant.lengthWords])).map(
    ([, some]) => {
      const { mode, plant } = some[0]!;
      const summary = summarizePlants(some.map((one) => one.plant));
      return { mode, condition: plant.condition, lengthWords: plant.lengthWords, ...summary };
    },
  );
}
