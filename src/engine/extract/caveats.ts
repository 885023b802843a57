/** What limits an extraction under every protocol, in words that stored results contain. */
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { caveatsWhere } from "../steps/completeness.ts";

export const continuesOf = ({ continues = "prefix" }: ModelConnector) => continues;

export const OF_THE_SERVICE =
  "A host may filter, rewrite or refuse what its model would recite: the rate is that of the whole service, not of the model alone.";

export function generalCaveats(model: ModelConnector, controls: number): string[] {
  return caveatsWhere([
    [true, "A model may not recite a text that it was trained on: a rate of 0 is no evidence against training."],
    [
      controls > 0,
      "The rate has a meaning only beside the controls: they must be texts of the same kind, length and time that the model cannot have seen.",
    ],
    [
      true,
      "A model may know passages that occur in many other texts (quotations, licences, scripture) without the work: check their places in the map.",
    ],
    [model.retrieval === "possible", "The model may look texts up, so its recitations say nothing about its training."],
  ]);
}
