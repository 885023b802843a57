/** The report of a probe: propositions, observations, certainty and limits. */
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import type { ProbeResult } from "../../base/contract/operations/probe.ts";
import { count, figure, type PlainOptions, probability } from "../layout/page.ts";
import { htmlOf, plainOf } from "../layout/result.ts";
import type { Sheet } from "../layout/sheet.ts";
import { writeMethod } from "../parts/method.ts";

const PROBE = { name: "Probe", shape: "ProbeResult", idField: "probe_id" } as const;

export function plainProbe(result: ProbeResult, options: PlainOptions): string {
  return plainOf(PROBE, result, options, (page) => writeProbe(page, result));
}

/** The same report as one printable HTML file without scripts or external resources. */
export function htmlProbe(result: ProbeResult): string {
  return htmlOf(PROBE, result, {}, (page) => writeProbe(page, result));
}

/** A report calls a preference larger than chance up to this p-value. */
const SIGNIFICANT_P = 0.05;

function writeProbe(page: Sheet, result: ProbeResult): void {
  writeHeadline(page, result);
  page.heading("Propositions");
  page.text(`${result.model} was trained on the probed material.`);
  page.text(`${result.model} was not trained on it, and prefers it by chance or for its content.`, { label: "Or: " });
  writeRevealed(page, result);
  if (result.texts.length > 0) writeTexts(page, result);
  writeUncertainty(page, result);
  if (result.caveats.length > 0) page.heading("Limits");
  for (const caveat of result.caveats) page.item(caveat);
  writeMethod(page, `Probe ${result.probe_id}`, result);
}

const ORDER = ["exact", "conditional", "exploratory"] as const;

/** The observation with the most valid test, even if another p-value is smaller; ties by p-value. */
function soundest(observations: readonly ChannelObservation[]): (ChannelObservation & { p: number }) | undefined {
  const tested = observations.flatMap((one) => (one.p === null ? [] : [{ ...one, p: one.p }]));
  return tested.sort((x, y) => ORDER.indexOf(x.exactness) - ORDER.indexOf(y.exactness) || x.p - y.p)[0];
}

function writeHeadline(page: Sheet, { model, observations }: ProbeResult): void {
  const best = soundest(observations);
  if (best === undefined) {
    page.verdict("NO P-VALUE", "no test gives a p-value; the reasons are below.", "plain");
    return;
  }
  if (best.p > SIGNIFICANT_P) {
    page.verdict(
      "NO PREFERENCE SHOWN",
      `${model} prefers the probed material no more than chance explains. This is not evidence against training.`,
      "plain",
    );
    return;
  }
  const words = {
    exact: `${model} prefers the probed material more than chance explains, by an exact test.`,
    conditional: `${model} prefers the probed material more than chance explains, provided that suspects and controls are exchangeable.`,
    exploratory: `${model} prefers the probed material to the controls. How the texts were assigned to the two sides is unknown, so this is exploratory and proves nothing.`,
  };
  page.verdict("PREFERRED", words[best.exactness], best.exactness === "exact" ? "found" : "part");
}

function writeRevealed(page: Sheet, { canaries, order }: ProbeResult): void {
  if (canaries !== null) {
    page.heading("Canaries");
    for (const { rank, controls, p, exposure_bits } of canaries.test?.canaries ?? [])
      page.item(
        `rank ${figure(rank)} of ${figure(controls + 1)}: p ${probability(p)}, exposure ${count(exposure_bits, "bit")}`,
      );
    if (canaries.reason !== null) page.text(canaries.reason);
  }
  if (order !== null) {
    page.heading("Order");
    if (order.test !== null)
      page.text(
        `The published order of ${count(order.test.items, "item")} has rank ${figure(order.test.rank)} of ${figure(order.asked)}.`,
      );
    if (order.reason !== null) page.text(order.reason);
  }
}

function writeTexts(page: Sheet, { texts, membership, dataset_inference: inference }: ProbeResult): void {
  page.heading("Texts");
  const of = (side: "suspect" | "control") =>
    texts.filter((text) => text.side === side && text.status === "answered").length;
  page.text(`Answers for ${count(of("suspect"), "suspect")} and ${count(of("control"), "control")}.`);
  for (const {
    statistic,
    suspect_mean: suspects,
    control_mean: controls,
    p_corrected: p,
    reason,
  } of membership.statistics) {
    const means =
      suspects === null || controls === null ? "" : ` suspects ${mean(suspects)}, controls ${mean(controls)};`;
    const worth = p === null ? (reason ?? "no p-value") : `p ${probability(p)} after correction`;
    page.item(`${statistic.replaceAll("_", " ")}:${means} ${worth}`);
  }
  if (inference.test === null) return;
  const { p } = inference.test;
  const isSeparated = p <= SIGNIFICANT_P;
  const found = isSeparated
    ? "separates suspects and controls in the other half"
    : "does not separate suspects and controls in the other half better than chance";
  // The rule detects a difference in either direction; only one direction supports training.
  const isReversed = isSeparated && inference.loss_difference !== null && inference.loss_difference <= 0;
  const direction = isReversed ? " The model prefers the controls." : "";
  page.text(`A rule learnt on half of the texts ${found}: p ${probability(p)}, ${inference.exactness}.${direction}`);
}

const mean = (value: number): string => String(Number(value.toPrecision(4)));

function writeUncertainty(page: Sheet, { observations, gate, texts }: ProbeResult): void {
  page.heading("Certainty");
  for (const { channel, p, exactness, tests, controls, reason } of observations) {
    const worth =
      p === null
        ? "no p-value"
        : `p = ${probability(p)} (${exactness}, ${count(tests, "test")}, ${count(controls, "control")})`;
    page.item(`${channel.replaceAll("_", " ")}: ${worth}${reason === null ? "." : `. ${reason}`}`);
  }
  if (texts.length === 0) return;
  const bound =
    gate.auc_upper_95 === null
      ? ""
      : ` The upper bound of its AUC is ${mean(gate.auc_upper_95)}; the limit is ${gate.limit}.`;
  page.text(
    `Blind gate (a classifier without the model should not separate the texts): ${gate.outcome.replaceAll("_", " ")}.${bound}`,
  );
}
