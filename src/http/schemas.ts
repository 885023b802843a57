/** What HTTP adds to the results of the engine, and the documents that exist on the wire only. */
import * as v from "valibot";
import { closedObject } from "../contract/schemas/primitives.ts";
import { ERROR_CODES } from "../errors.ts";

/** An answer that is no problem document. */
export const answerSchema = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  closedObject({ success: v.literal(true), ...entries });

export const succeeded = <Result extends object>(result: Result): Result & { success: true } => ({ success: true, ...result });

export const nextStepsSchema = v.pipe(
  closedObject({ register_content: v.string(), setup_monitoring: v.string() }),
  v.description("Paths of what usually comes next."),
);

/** A page of a list. */
export const pageSchema = (item: v.GenericSchema) =>
  answerSchema({
    items: v.array(item),
    next_page_token: v.pipe(v.string(), v.description("Empty on the last page.")),
  });

export const removedSchema = answerSchema({ deleted: v.literal(true) });

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
