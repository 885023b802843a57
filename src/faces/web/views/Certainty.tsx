/** The confidence with its interval, and the prior it starts from. */
import { setPrior } from "../state/actions.ts";
import { prior, shown } from "../state/state.ts";
import { words } from "../words.ts";
import { Parts, Section } from "./Parts.tsx";

/** The slider runs over log-odds, in which evidence adds up. */
const ODDS_END = 7;
const STEPS_PER_ODD = 10;
const toOdds = (probability: number): number => Math.log(probability / (1 - probability));
const toProbability = (odds: number): number => 1 / (1 + Math.exp(-odds));
/** Two significant digits of the smaller side, so that the ends of the slider differ from 0 and 1. */
const inWords = (probability: number): string =>
  `${(100 * probability).toPrecision(probability > 0.99 ? 4 : 2).replace(/\.0+$/, "")} %`;

export function Certainty() {
  const analysis = shown.value;
  if (analysis === null) return null;
  const { certainty, result, isOwn } = analysis;
  return (
    <Section title={words.certainty.title}>
      {result.log10_lr === null || !isOwn ? null : (
        <label class="field">
          {words.certainty.prior}: {inWords(prior.value)}
          <input
            type="range"
            min={-ODDS_END * STEPS_PER_ODD}
            max={ODDS_END * STEPS_PER_ODD}
            value={Math.round(toOdds(prior.value) * STEPS_PER_ODD)}
            aria-valuetext={inWords(prior.value)}
            onInput={({ currentTarget }) => setPrior(toProbability(Number(currentTarget.value) / STEPS_PER_ODD))}
          />
          <span class="note">{words.certainty.priorHelp}</span>
        </label>
      )}
      <Parts parts={certainty.filter(({ is }) => is !== "heading")} />
    </Section>
  );
}
