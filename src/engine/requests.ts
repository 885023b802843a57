/**
 * A request on its way to an operation: validated, with the contents of registered works, answered.
 *
 * A request is validated once. Who validates it before the engine does (the HTTP routes, the engine with threads) uses
 * `validated`, and hands on the object that it returns: the engine recognises it.
 */
import type { GenericSchema } from "valibot";
import { sha256 } from "../base/bytes/sha256.ts";
import type { ContentType, SearchOptions } from "../base/contract/common.ts";
import type { HostOptions } from "../base/contract/engine.ts";
import type { OperationName, RequestOf, ResultOf } from "../base/contract/operations.ts";
import { parseRequest } from "../base/contract/schemas/parse.ts";
import { throwIfAborted } from "../base/errors.ts";
import { OPERATIONS } from "./operations.ts";
import type { EngineContext } from "./steps/context.ts";
import { withContent } from "./steps/works.ts";

/** Valid requests and their schemas. Only this package holds these objects: they are copies of what a caller gave. */
const VALID = new WeakMap<object, GenericSchema>();

/**
 * A valid copy of a request; the request itself if it is such a copy.
 *
 * @throws invalid_request, content_too_large
 */
export function validated<Request extends object>(schema: GenericSchema<unknown, Request>, request: unknown): Request {
  if (typeof request === "object" && request !== null && VALID.get(request) === schema) return request as Request;
  return markValid(schema, parseRequest(schema, request));
}

/** Marks a request as valid: one of a list that was validated as a whole, or one that another thread validated. */
export function markValid<Request extends object>(schema: GenericSchema<unknown, Request>, request: Request): Request {
  VALID.set(request, schema);
  return request;
}

/** A text in a request. */
interface NamedText {
  work_hash?: string | undefined;
  content?: string | undefined;
  content_type?: ContentType | undefined;
}

/** The texts of a valid request, in the order of `texts` of its operation. */
export function textsOf<Name extends OperationName>(name: Name, request: RequestOf<Name>): NamedText[] {
  return OPERATIONS[name].texts.map((field) => textAt(request, field));
}

/** A plain string stands for its content. */
function textAt<Request extends object>(request: Request, field: keyof Request | ""): NamedText {
  const text: unknown = field === "" ? request : request[field];
  return typeof text === "string" ? { content: text } : (text as NamedText);
}

/**
 * Validates a request and fills in the contents of the registered works that it names.
 *
 * @throws invalid_request, content_too_large, unknown_work, aborted
 */
export async function prepared<Name extends OperationName>(
  context: Pick<EngineContext, "resolveWork">,
  name: Name,
  request: unknown,
  host: HostOptions,
): Promise<RequestOf<Name>> {
  const { isPlaced } = OPERATIONS[name];
  const { schema } = await OPERATIONS[name].load();
  let known: RequestOf<Name> = validated(schema, request);
  throwIfAborted(host.signal);
  for (const field of OPERATIONS[name].texts) {
    const pointer = field === "" ? "" : `/${String(field)}`;
    const text = await withContent(context, textAt(known, field), host, { pointer, isPlaced });
    known = field === "" ? (text as RequestOf<Name>) : { ...known, [field]: text };
  }
  return markValid(schema, known);
}

/**
 * The request with the texts of the engine that do not count, behind its own, and the context with the hash of all of
 * them. Fingerprint data has no words to leave out.
 */
export async function withIgnored<Name extends OperationName>(
  context: EngineContext,
  name: Name,
  request: RequestOf<Name>,
): Promise<[EngineContext, RequestOf<Name>]> {
  const isText = ({ content }: NamedText) => content !== undefined;
  if (!OPERATIONS[name].ignoresTexts || !textsOf(name, request).every(isText)) return [context, request];
  const { options } = request as { options?: SearchOptions };
  const ignore = [...(options?.ignore ?? []), ...context.ignore];
  if (ignore.length === 0) return [context, request];
  const ignoredSha256 = await sha256(JSON.stringify(ignore));
  return [
    { ...context, ignoredSha256 },
    { ...request, options: { ...options, ignore } },
  ];
}

/** Validates, prepares and answers a request. */
export async function perform<Name extends OperationName>(
  context: EngineContext,
  name: Name,
  request: unknown,
  host: HostOptions,
): Promise<ResultOf<Name>> {
  const [ignoring, known] = await withIgnored(context, name, await prepared(context, name, request, host));
  const { answer } = await OPERATIONS[name].load();
  return answer(ignoring, known, host);
}
