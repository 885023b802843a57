/**
 * How likely is it that a model which trained on a dataset saw a given document of it? Where it is unknown, the range
 * is [0, 1].
 */
import type { Inclusion } from "../contract/analyze.ts";
import type { Edge } from "./records.ts";

/**
 * Stated policy, not measured: the share of a whole dataset that filters, deduplication and errors of documentation may
 * remove.
 */
const DOCUMENTATION_SLACK = 0.05;
const ALL_BUT_SLACK = 1 - DOCUMENTATION_SLACK;

/**
 * The share of the searched dataset that was used, by an edge.
 *
 * @param containments steps from the searched dataset up to the one that the edge names
 */
export function inclusionOf(
  { evidence, portion }: Pick<Edge, "evidence" | "portion">,
  containments: number,
): Inclusion {
  if (containments > 0) {
    return unknown(
      "The dataset was met inside another one, and containment is of material: no source says that the whole of it went in.",
    );
  }
  if (portion.kind === "subset") return unknown("A part of the dataset went in, and no source says which documents.");
  if (portion.kind === "unknown") return unknown("No source says how much of the dataset went in.");
  if (evidence !== "documented") return unknown("That the whole dataset went in is not documented by the developer.");
  const slack = `policy value δ = ${DOCUMENTATION_SLACK} for filters, deduplication and errors of documentation`;
  const { epochs } = portion;
  if (epochs === null || epochs >= 1)
    return { lo: ALL_BUT_SLACK, hi: 1, basis: `The whole dataset went in; ${slack}.` };
  // Sampled uniformly from the whole for less than one pass. The slack is a cap, not a factor: it is a policy, not a
  // probability.
  return {
    lo: Math.min(epochs, ALL_BUT_SLACK),
    hi: epochs,
    basis: `${epochs} of a pass over the whole dataset, drawn uniformly; ${slack}.`,
  };
}

function unknown(basis: string): Inclusion {
  return { lo: 0, hi: 1, basis };
}
