/**
 * Error rates of the verdict `match`, kind by kind: how common each kind is depends on the text, so they are not mixed.
 */
import type { KindErrorRate } from "../../base/contract/operations/score.ts";
import { SHIPPED, SHIPPED_OF_INDEXES, SHIPPED_WITHOUT_TEXT } from "../../engine/evidence/calibration/shipped.ts";
import { matchRatesByKind } from "../../engine/evidence/confidence/errorRates.ts";
import { percent } from "../layout/page.ts";
import type { Sheet } from "../layout/sheet.ts";

/** The rates of a calibration of this package; another one has its rates in its own file. */
export function shippedOf(calibration: string | null, verdict: "match" | "found" = "match"): KindErrorRate[] | null {
  const shipped = [SHIPPED, SHIPPED_WITHOUT_TEXT, SHIPPED_OF_INDEXES].find(({ name }) => name === calibration);
  return shipped === undefined ? null : matchRatesByKind(shipped, verdict);
}

export function writeKindRates(page: Sheet, calibration: string | null, rates: readonly KindErrorRate[]): void {
  const listed = (isEvent: boolean) =>
    rates
      .filter(({ is_event }) => is_event === isEvent)
      .map(({ kind, match, ci_95: [lo, hi] }) => `${kind}: ${percent(match)} (${percent(lo)} to ${percent(hi)})`);
  for (const [whose, kinds] of [
    ["with a reused passage", listed(true)],
    ["without one, where it is wrong", listed(false)],
  ] as const) {
    if (kinds.length === 0) continue;
    page.text(
      `Verdict match on labelled cases of ${calibration} ${whose}, by kind with 95 % interval: ${kinds.join("; ")}.`,
      { dim: true },
    );
  }
}
