/** Schemas of `contract/trainingStatement.ts`. */
import * as v from "valibot";
import { NAME_CHARACTERS_MAX } from "../../../limits.ts";
import { utcTime } from "../common.ts";
import { boundedText, closedObject, listOf, oneOf } from "../primitives.ts";

/** The EU template lists the datasets one by one; no model of the catalogue has as many. */
const STATED_MAX = 200;
const names = listOf(boundedText(NAME_CHARACTERS_MAX), 0, STATED_MAX);

export const statementRequestSchema = v.pipe(
  closedObject({
    format: oneOf(["eu", "ab2013", "cyclonedx", "spdx", "croissant"]),
    corpora: v.optional(names),
    datasets: v.optional(names),
    model: v.optional(boundedText(NAME_CHARACTERS_MAX)),
    created: v.optional(utcTime),
  }),
  v.check(
    ({ corpora = [], datasets = [], model }) => corpora.length + datasets.length > 0 || model !== undefined,
    "must name a corpus, a dataset or a model",
  ),
);
