/** What HTTP adds to the results of the engine, and the documents that exist on the wire only. */
import * as v from "valibot";
import { analyzeResultSchema } from "../contract/schemas/analyze.ts";
import { compareResultSchema } from "../contract/schemas/compare.ts";
import { closedObject } from "../contract/schemas/primitives.ts";
import { scoreResultSchema } from "../contract/schemas/score.ts";
import { ERROR_CODES } from "../errors.ts";

const success = v.literal(true);

export const analyzeAnswerSchema = closedObject({
  success,
  ...analyzeResultSchema.entries,
  next_steps: v.pipe(
    closedObject({ register_content: v.string(), setup_monitoring: v.string() }),
    v.description("Paths of what usually comes next."),
  ),
});

export const scoreAnswerSchema = closedObject({ success, ...scoreResultSchema.entries });

export const compareAnswerSchema = closedObject({ success, ...compareResultSchema.entries });

export const problemSchema = v.pipe(
  closedObject({
    success: v.literal(false),
    type: v.pipe(v.string(), v.metadata({ format: "uri-reference", description: "Where the code is explained." })),
    title: v.string(),
    status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
    detail: v.string(),
    code: v.pipe(v.picklist(ERROR_CODES), v.description("What went wrong, for programs. New codes may be added.")),
    hint: v.optional(v.pipe(v.string(), v.description("What to do about it."))),
    request_id: v.string(),
    errors: v.array(
      closedObject({
        pointer: v.pipe(v.string(), v.metadata({ format: "json-pointer", description: "Into the request, RFC 6901." })),
        detail: v.string(),
      }),
    ),
  }),
  v.description("A problem document (RFC 9457). It never repeats what the request held."),
);

export const healthSchema = closedObject({ status: v.literal("pass") });
