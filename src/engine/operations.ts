/**
 * The operations, a row each. From the rows come the engine's methods, the threads of the command line, the routes over HTTP, what is kept
 * and how a result is told from another. A new operation is a row here, its interfaces and schemas, its file, and its report.
 */
import type { ContentType } from "../contract/common.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { EvidenceKind } from "../contract/report.ts";
import { parseRequest } from "../contract/schemas/parse.ts";
import { throwIfAborted } from "../errors.ts";
import type { EngineContext, OperationCode, OperationName, RequestOf, ResultOf } from "./context.ts";
import { withContent } from "./works.ts";

/** What is to be known of an operation before its code is loaded. */
interface Operation<Name extends OperationName = OperationName> {
  /** Field of the result that holds its id; `null` where a result has none. */
  readonly idField: (keyof ResultOf<Name> & string) | null;
  /** The kind under which a service keeps its results and reports show them; `null` where they are not kept. */
  readonly keptAs: EvidenceKind | null;
  /** What a key must allow. */
  readonly scope: "analyze" | "probe";
  /** Whether a model is asked, so that an answer can take minutes. */
  readonly asksModel: boolean;
  /** Fields of the request that name a text by its content or by the hash of a registered work; `""` for the request itself. */
  readonly texts: readonly (keyof RequestOf<Name> | "")[];
  /** Its schema and its code, which nobody loads who does not call it. */
  load(): Promise<OperationCode<Name>>;
}

export const OPERATIONS: { readonly [Name in OperationName]: Operation<Name> } = {
  analyze: {
    ...{ idField: "analysis_id", keptAs: "analysis", scope: "analyze", asksModel: false, texts: [""] },
    load: async () => (await import("./analyze.ts")).analyzeOperation,
  },
  score: {
    ...{ idField: "score_id", keptAs: "score", scope: "analyze", asksModel: false, texts: [""] },
    load: async () => (await import("./score.ts")).scoreOperation,
  },
  compare: {
    ...{ idField: "comparison_id", keptAs: null, scope: "analyze", asksModel: false, texts: ["a", "b"] },
    load: async () => (await import("./compare.ts")).compareOperation,
  },
  assess: {
    ...{ idField: "assess_id", keptAs: null, scope: "analyze", asksModel: false, texts: [""] },
    load: async () => (await import("./assess.ts")).assessOperation,
  },
  extract: {
    ...{ idField: "extract_id", keptAs: "extraction", scope: "probe", asksModel: true, texts: ["work"] },
    load: async () => (await import("./extract.ts")).extractOperation,
  },
  probe: {
    ...{ idField: "probe_id", keptAs: "probe", scope: "probe", asksModel: true, texts: [] },
    load: async () => (await import("./probe.ts")).probeOperation,
  },
  identify: {
    ...{ idField: null, keptAs: null, scope: "analyze", asksModel: false, texts: [""] },
    load: async () => (await import("./identify.ts")).identifyOperation,
  },
};

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

/** The operation whose results are kept under a kind. */
export function operationOf(kind: EvidenceKind): KeptOperation {
  return OPERATION_NAMES.find((name) => OPERATIONS[name].keptAs === kind) as KeptOperation;
}

/** Operations whose results are kept. */
export type KeptOperation = "analyze" | "score" | "extract" | "probe";

/** A text that a request names. */
interface NamedText {
  work_hash?: string | undefined;
  content?: string | undefined;
  content_type?: ContentType | undefined;
}

/** The texts that a valid request names, each where `texts` of its operation says. */
export function textsOf<Name extends OperationName>(name: Name, request: RequestOf<Name>): NamedText[] {
  return OPERATIONS[name].texts.map((field) => textAt(request, field));
}

/** Where a text is expected, a string is its content. */
function textAt<Request extends object>(request: Request, field: keyof Request | ""): NamedText {
  const text: unknown = field === "" ? request : request[field];
  return typeof text === "string" ? { content: text } : (text as NamedText);
}

/**
 * The request as its operation takes it: valid, and with the contents of the registered works that it names.
 *
 * @throws invalid_request, content_too_large, unknown_work, aborted
 */
export async function prepared<Name extends OperationName>(
  context: Pick<EngineContext, "resolveWork">,
  name: Name,
  request: unknown,
  host: HostOptions,
): Promise<RequestOf<Name>> {
  const { schema } = await OPERATIONS[name].load();
  let known: RequestOf<Name> = parseRequest(schema, request);
  throwIfAborted(host.signal);
  for (const field of OPERATIONS[name].texts) {
    const pointer = field === "" ? "" : `/${String(field)}`;
    const text = await withContent(context, textAt(known, field), host, pointer);
    known = field === "" ? (text as RequestOf<Name>) : { ...known, [field]: text };
  }
  return known;
}

/** Answers a request that may be of any form. */
export async function perform<Name extends OperationName>(
  context: EngineContext,
  name: Name,
  request: unknown,
  host: HostOptions,
): Promise<ResultOf<Name>> {
  const known = await prepared(context, name, request, host);
  const { answer } = await OPERATIONS[name].load();
  return answer(context, known, host);
}
