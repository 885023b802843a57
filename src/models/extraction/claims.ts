/**
 * The claims that an extraction supports. Without controls there are none: models also recite boilerplate, famous
 * quotations and formulas from texts that they were not trained on. The work is ranked among the control texts by the
 * share of recited windows. Each text is one case, and the same number of windows is used for each: a share of many
 * windows has finer steps, and would outrank shares of few windows.
 *
 * The p-value is exact if the work and its controls are exchangeable. No statistic can show that, so the p-value is
 * conditional.
 */

import type { AllWindows, ExtractClaim, WindowRate, WorkAndControl } from "../../base/contract/operations/extract.ts";
import type { ChannelObservation, ObservedRate } from "../../base/contract/operations/observation.ts";
import { greatest } from "../../base/lists/numbers.ts";
import { counted } from "../../base/plural.ts";
import { atLeast } from "../../core/statistics/hypergeometric.ts";
import { rankTest } from "../../core/statistics/ranks.ts";
import { outcomesOf, type TextReadings, type WindowReading } from "./readings.ts";

export interface ControlTest {
  /** Number of control texts that were compared, and the number of windows used of each text. */
  controls: number;
  windowsEach: number;
  /** What the texts are ranked by, in words. */
  basis: string;
  /** Smallest p-value that so many controls can give. */
  pMin: number;
  /** `null` where no control could be compared. */
  p: number | null;
  /** The same with all windows of the work; `null` where there is no p, or where all of the work is compared anyway. */
  allWindows: AllWindows | null;
}

/** Minimum of controls with which p can reach 0.05. */
export const CONTROLS_FOR_P_05 = 19;

/**
 * The claim ranks the first windows of the work that were drawn, as many as each control has. Which ones come first is
 * chance, and the others do not count. With all of them: over every choice of so many windows, (controls + 1) × 1 [the
 * choice has more recited windows than each control] has an expectation of at most 1 if the texts are exchangeable, so
 * its mean over all choices has, too, and 1 / mean is a p-value (Markov). The share of such choices is a tail of the
 * hypergeometric distribution. This p is never below that of the best rank, and it does not depend on the draw.
 *
 * Windows that were not queried do not count. A window without an answer, or with an undecided one, counts against the
 * work: as a miss in the work, as a hit in a control.
 */
export function controlTest(work: TextReadings, controls: readonly TextReadings[]): ControlTest {
  const queriedWindows = ({ windows }: TextReadings) => {
    const first = windows.findIndex(({ status }) => status === "budget");
    return first < 0 ? windows.length : first;
  };
  const windowsEach = [work, ...controls].reduce((least, text) => Math.min(least, queriedWindows(text)), Infinity);
  const pMin = 1 / (controls.length + 1);
  const basis = `${windowsEach} windows each`;
  if (controls.length === 0 || windowsEach === 0)
    return { controls: controls.length, windowsEach: 0, basis, pMin, p: null, allWindows: null };
  const recited = (windows: readonly WindowReading[], unknown: boolean) =>
    outcomesOf(windows, (answer) => answer.recited).filter((outcome) => outcome ?? unknown).length;
  const first = ({ windows }: TextReadings) => windows.slice(0, windowsEach);
  const ofControls = controls.map((text) => recited(first(text), true));
  const { p } = rankTest(recited(first(work), false), ofControls);
  const queried = queriedWindows(work);
  const hits = recited(work.windows.slice(0, queried), false);
  const outranking = atLeast(greatest(ofControls, (count) => count) + 1, windowsEach, hits, queried);
  const ofAll = { windows: queried, outranking, p: outranking > pMin ? pMin / outranking : 1 };
  return { controls: controls.length, windowsEach, basis, pMin, p, allWindows: ofAll };
}

export function claimsOf(
  test: ControlTest,
  retrieval: "absent" | "possible",
): { reproduced: ExtractClaim; trained_on: ExtractClaim } {
  const none = (reason: string): ExtractClaim => ({ p: null, exactness: "exploratory", reason });
  if (test.p === null) {
    const reason =
      test.controls === 0
        ? "Without control texts the result reports what was observed and claims nothing: it is not known how much of unseen text the model recites."
        : "The budget ended before every control was queried once, so the work could not be compared.";
    return { reproduced: none(reason), trained_on: none(reason) };
  }
  const few =
    test.controls < CONTROLS_FOR_P_05
      ? ` ${counted(test.controls, "control is", "controls are")} few: p cannot be less than ${test.pMin.toFixed(3)}; ${CONTROLS_FOR_P_05} let it reach 0.05.`
      : "";
  const reproduced: ExtractClaim = {
    p: test.p,
    exactness: "conditional",
    reason: `Rank of the work among the controls, by ${test.basis}; exact if the work might be one of them: of the same kind, length and time.${few}`,
  };
  if (retrieval === "absent") return { reproduced, trained_on: reproduced };
  return {
    reproduced,
    trained_on: none(
      "Nobody attests that the model answers without search, tools or retrieval, so what it recites may have been looked up.",
    ),
  };
}

/**
 * The observation that `score` takes. Only if absence of retrieval is attested does it bear on training and contain a
 * p-value.
 */
export function extractionObservation(
  model: string,
  retrieval: "absent" | "possible",
  claim: ExtractClaim,
  test: ControlTest,
  rates: WorkAndControl<WindowRate>,
  statistic: Record<string, number | string>,
): ChannelObservation {
  return {
    channel: "extraction",
    model,
    p: claim.p,
    exactness: claim.exactness,
    tests: 1,
    controls: test.controls,
    power: null,
    gate: "not_needed",
    rates: { work: observed(rates.work), control: rates.control && observed(rates.control) },
    retrieval,
    statistic,
    reason: claim.reason,
  };
}

function observed({ value, ci_95, hits, of }: ObservedRate): ObservedRate {
  return { value, ci_95, hits, of };
}

export function propositionsOf(model: string) {
  return {
    reproduced: `${model} emits this text under the protocol below, without retrieval.`,
    trained_on: `${model} was trained on a copy of the work that contains the tested passages.`,
    alternative: `${model} was not, but may have met quotations, reviews and other works, and had no retrieval when asked.`,
  };
}
