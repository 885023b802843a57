/** A probe in plain words: what is asked, what was observed, how sure that is, and what it does not show. */
import { checkPlain, checkShown } from "../arguments.ts";
import type { ChannelObservation } from "../contract/observation.ts";
import type { ProbeResult } from "../contract/probe.ts";
import { checkShape } from "../contract/shapes.ts";
import { HtmlSheet } from "./html.ts";
import { writeCompleteness, writeReplay } from "./method.ts";
import { count, figure, type PlainOptions, probability, TerminalPage } from "./page.ts";
import type { Sheet } from "./sheet.ts";

export function plainProbe(result: ProbeResult, options: PlainOptions): string {
  checkShown("plainProbe", result, "probe_id");
  checkShape("plainProbe", "ProbeResult", result);
  checkPlain("plainProbe", options);
  const page = new TerminalPage(options);
  writeProbe(page, result);
  return page.finish();
}

/** The same as one HTML file: no scripts, nothing loaded, fit to print. */
export function htmlProbe(result: ProbeResult): string {
  checkShown("htmlProbe", result, "probe_id");
  checkShape("htmlProbe", "ProbeResult", result);
  const page = new HtmlSheet({});
  writeProbe(page, result);
  return page.finish(`Probe ${result.probe_id}`, result);
}

/** A p-value from which on a report says that chance was outdone. */
const P_TOLD = 0.05;

function writeProbe(page: Sheet, result: ProbeResult): void {
  writeHeadline(page, result);
  page.heading("Propositions");
  page.text(`${result.model} was trained on what is probed.`);
  page.text(`${result.model} was not, and prefers it by chance or for what it is.`, { label: "Or: " });
  writeRevealed(page, result);
  if (result.texts.length > 0) writeTexts(page, result);
  writeUncertainty(page, result);
  if (result.caveats.length > 0) page.heading("Limits");
  for (const caveat of result.caveats) page.text(caveat, { label: "- " });
  writeCompleteness(page, result.completeness);
  writeReplay(page, `Probe ${result.probe_id}`, result.method);
}

const ORDER = ["exact", "conditional", "exploratory"] as const;

/** What was asked for most soundly speaks first, however small another p-value is. */
function soundest(observations: readonly ChannelObservation[]): (ChannelObservation & { p: number }) | undefined {
  const told = observations.flatMap((one) => (one.p === null ? [] : [{ ...one, p: one.p }]));
  return told.sort((x, y) => ORDER.indexOf(x.exactness) - ORDER.indexOf(y.exactness) || x.p - y.p)[0];
}

function writeHeadline(page: Sheet, { model, observations }: ProbeResult): void {
  const best = soundest(observations);
  if (best === undefined) {
    page.verdict("NO P-VALUE", "nothing that was asked gives one; why stands below.", "plain");
    return;
  }
  if (best.p > P_TOLD) {
    page.verdict(
      "NOT TOLD APART",
      `${model} prefers what is probed no more than chance may. That is no evidence against training.`,
      "plain",
    );
    return;
  }
  const words = {
    exact: `${model} prefers what is probed more than chance would, by a test that is exact.`,
    conditional: `${model} prefers what is probed, and if the texts might have changed places with the others, more than chance would.`,
    exploratory: `${model} prefers what is probed to the controls. Why texts stand on either side is not known, so this explores and proves nothing.`,
  };
  page.verdict("PREFERRED", words[best.exactness], best.exactness === "exact" ? "found" : "part");
}

function writeRevealed(page: Sheet, { canaries, order }: ProbeResult): void {
  if (canaries !== null) {
    page.heading("Canaries");
    for (const { rank, controls, p, exposure_bits } of canaries.test?.canaries ?? [])
      page.text(
        `rank ${figure(rank)} of ${figure(controls + 1)}: p ${probability(p)}, exposure ${count(exposure_bits, "bit")}`,
        { label: "- " },
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
  page.text(`${count(of("suspect"), "suspect")} and ${count(of("control"), "control")} were answered.`);
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
    page.text(`${statistic.replaceAll("_", " ")}:${means} ${worth}`, { label: "- " });
  }
  if (inference.test === null) return;
  const { p } = inference.test;
  const isToldApart = p <= P_TOLD;
  const found = isToldApart
    ? "tells the other half apart"
    : "does not tell the other half apart better than chance may";
  // The rule sees any difference; only one of the two ways speaks for training.
  const isReversed = isToldApart && inference.loss_difference !== null && inference.loss_difference <= 0;
  const direction = isReversed ? " It is the controls that the model prefers." : "";
  page.text(`A rule learnt on half of the texts ${found}: p ${probability(p)}, ${inference.exactness}.${direction}`);
}

const mean = (value: number): string => String(Number(value.toPrecision(4)));

function writeUncertainty(page: Sheet, { observations, gate, texts }: ProbeResult): void {
  page.heading("How sure");
  for (const { channel, p, exactness, tests, controls, reason } of observations) {
    const worth =
      p === null
        ? "no p-value"
        : `p = ${probability(p)} (${exactness}, ${count(tests, "test")}, ${count(controls, "control")})`;
    page.text(`${channel.replaceAll("_", " ")}: ${worth}${reason === null ? "." : `. ${reason}`}`, { label: "- " });
  }
  if (texts.length === 0) return;
  const bound =
    gate.auc_upper_95 === null
      ? ""
      : ` The upper bound of its AUC is ${mean(gate.auc_upper_95)}; ${gate.limit} is the most.`;
  page.text(`Blind gate, can the texts be told apart without the model: ${gate.outcome.replaceAll("_", " ")}.${bound}`);
}
