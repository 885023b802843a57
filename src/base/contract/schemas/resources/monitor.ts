/** Schemas of `contract/monitor.ts`. */
import * as v from "valibot";
import { URL_CHARACTERS_MAX } from "../../../limits.ts";
import { SCHEDULES, WATCHED } from "../../resources/monitor.ts";
import { jurisdictionCode } from "../operations/score.ts";
import { boundedText, closedObject, exactlyOneOf, oneOf, targetModel, workHash } from "../primitives.ts";

const MONITOR_ID_CHARACTERS_MAX = 64;
/** Limit, because the cost of a run grows with the number of models. */
const TARGET_MODELS_MAX = 10;

const id = boundedText(MONITOR_ID_CHARACTERS_MAX);
const url = boundedText(URL_CHARACTERS_MAX);

const schedule = v.nullable(oneOf(SCHEDULES));

const on = v.pipe(
  v.array(oneOf(WATCHED)),
  v.check((kinds) => new Set(kinds).size === kinds.length, "must not contain duplicates"),
  v.metadata({
    uniqueItems: true,
    description:
      "The monitor runs when a corpus, the catalogue or the configured models have changed; it checks every 15 minutes.",
  }),
);

const entries = {
  work_id: v.optional(id),
  work_hash: v.optional(workHash),
  schedule: v.optional(schedule),
  on: v.optional(on),
  target_models: v.optional(
    v.pipe(
      v.array(targetModel),
      v.maxLength(TARGET_MODELS_MAX, `must not name more than ${TARGET_MODELS_MAX} models`),
      v.check((models) => new Set(models).size === models.length, "must not name a model twice"),
      v.metadata({ uniqueItems: true }),
    ),
  ),
  jurisdiction: v.optional(jurisdictionCode),
  webhook_url: v.optional(url),
  webhook_id: v.optional(id),
};

/** A type alias, because an interface lacks the index signature that `v.forward` requires. */
type Fields = v.InferOutput<v.StrictObjectSchema<typeof entries, undefined>>;
const isGiven = (value: unknown): boolean => value !== undefined;

export const monitorRequestSchema = v.pipe(
  closedObject(entries),
  ...exactlyOneOf<Fields>(["work_id", "work_hash"]),
  v.check<Fields, string>(
    ({ webhook_url, webhook_id }) => !(isGiven(webhook_url) && isGiven(webhook_id)),
    'must not have both "webhook_url" and "webhook_id"',
  ),
  v.check<Fields, string>(
    ({ target_models, jurisdiction }) => isGiven(target_models) === isGiven(jurisdiction),
    'must have "target_models" and "jurisdiction" together',
  ),
  v.metadata<Fields, { not: object; dependentRequired: object }>({
    not: { required: ["webhook_url", "webhook_id"] },
    dependentRequired: { target_models: ["jurisdiction"], jurisdiction: ["target_models"] },
  }),
);

export const monitorChangesSchema = closedObject({
  status: v.optional(oneOf(["active", "paused"])),
  schedule: v.optional(schedule),
  on: v.optional(on),
  webhook_id: v.optional(v.nullable(id)),
});

export const webhookRequestSchema = closedObject({ url });

export const webhookChangesSchema = closedObject({
  status: v.optional(oneOf(["active", "disabled"])),
  url: v.optional(url),
});
