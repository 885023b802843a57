/**
 * How likely is it that a model which trained on a dataset saw a given document of it? What the sources must show for
 * each range is a stated policy, not a measurement. Where nothing is known, the range is [0, 1].
 */
import type { Inclusion } from "../../base/contract/operations/analyze.ts";
import type { Edge, Lookup } from "../ledger/records.ts";

/** Random documents that must be found, none missing, before a range begins at `VERIFIED_LEAST`. */
const LOOKUPS_MIN = 3_000;
/** With 3,000 documents found and none missing, the one-sided 95 % bound of the share that is missing is .001. */
const VERIFIED_LEAST = 0.999;
/** The whole is documented: at most 5 % lost to filters, deduplication and errors of documentation. */
const DOCUMENTED_LEAST = 0.95;
/** Without a look at the training data themselves, no document says more than this. */
export const DOCUMENTED_MOST = 0.99;

/**
 * The share of the searched dataset that was used, by an edge.
 *
 * @param containments steps from the searched dataset up to the one that the edge names
 */
export function inclusionOf(edge: Pick<Edge, "evidence" | "portion" | "lookup">, containments: number): Inclusion {
  const { evidence, portion, lookup } = edge;
  if (containments > 0) {
    // Of what went into the container, not more was used than of the container.
    const { hi } = inclusionOf(edge, 0);
    const basis =
      "The dataset was met inside another one, and containment is of material: no source says that the whole of it went in.";
    return { ...unknown(basis), hi };
  }
  if (portion.kind === "subset") return unknown("No source says which documents of the dataset went in.");
  if (portion.kind === "unknown") return unknown("No source says how much of the dataset went in.");
  if (evidence !== "documented") return unknown("That the whole dataset went in is not documented by the developer.");
  const { epochs } = portion;
  if (epochs !== null && epochs < 1) {
    // The caps are no factors: they are a policy, not probabilities.
    return {
      lo: Math.min(epochs, DOCUMENTED_LEAST),
      hi: Math.min(epochs, DOCUMENTED_MOST),
      grade: "documented_rate",
      basis: `${epochs} of a pass over the whole dataset, drawn uniformly.${epochs > DOCUMENTED_LEAST ? ` Policy limits the ends to ${DOCUMENTED_LEAST} and ${DOCUMENTED_MOST}.` : ""}`,
    };
  }
  if (isVerified(lookup)) {
    return {
      lo: VERIFIED_LEAST,
      hi: 1,
      grade: "verified",
      basis: `${lookup.documents} random documents of the dataset were looked up in the published order or manifest of the training data; none was missing.`,
    };
  }
  return {
    lo: DOCUMENTED_LEAST,
    hi: DOCUMENTED_MOST,
    grade: "documented_whole",
    basis: `The whole dataset went in, by the developer's documents. Both ends are policy, not measured: at least ${DOCUMENTED_LEAST}, for filters, deduplication and errors of documentation; at most ${DOCUMENTED_MOST}, since no documents were looked up in the training data.`,
  };
}

function isVerified(lookup: Lookup | null): lookup is Lookup {
  return lookup !== null && lookup.documents >= LOOKUPS_MIN && lookup.missing === 0;
}

function unknown(basis: string): Inclusion {
  return { lo: 0, hi: 1, grade: "unknown", basis };
}
