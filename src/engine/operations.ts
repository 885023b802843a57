/**
 * The operations, one row each. The rows define the engine's methods, the worker calls of the command line, the HTTP
 * routes, which results are stored, and how a result's operation is recognised. A new operation is a row here, its
 * interfaces and schemas, its file, and its report.
 */
import type { ContentType } from "../contract/common.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { EvidenceKind } from "../contract/report.ts";
import { parseRequest } from "../contract/schemas/parse.ts";
import { throwIfAborted } from "../errors.ts";
import type { EngineContext, OperationCode, OperationName, RequestOf, ResultOf } from "./context.ts";
import { withContent } from "./works.ts";

/** The properties of an operation that are known before its code is loaded. */
interface Operation<Name extends OperationName = OperationName> {
  /** Field of the result that holds its id; `null` if results have none. */
  readonly idField: (keyof ResultOf<Name> & string) | null;
  /** The kind under which a service stores its results and reports show them; `null` if they are not stored. */
  readonly keptAs: EvidenceKind | null;
  /** The scope that an access key needs. */
  readonly scope: "analyze" | "probe";
  /** Whether the operation queries a model, so that it can take minutes. */
  readonly asksModel: boolean;
  /**
   * Fields of the request that hold a text, as content or as the hash of a registered work; `""` for the request
   * itself.
   */
  readonly texts: readonly (keyof RequestOf<Name> | "")[];
  /** Loads its schema and code, on the first call only. */
  load(): Promise<OperationCode<Name>>;
}

export const OPERATIONS: { readonly [Name in OperationName]: Operation<Name> } = {
  analyze: {
    idField: "analysis_id",
    keptAs: "analysis",
    scope: "analyze",
    asksModel: false,
    texts: [""],
    load: async () => (await import("./analyze.ts")).analyzeOperation,
  },
  score: {
    idField: "score_id",
    keptAs: "score",
    scope: "analyze",
    asksModel: false,
    texts: [""],
    load: async () => (await import("./score.ts")).scoreOperation,
  },
  compare: {
    idField: "comparison_id",
    keptAs: null,
    scope: "analyze",
    asksModel: false,
    texts: ["a", "b"],
    load: async () => (await import("./compare.ts")).compareOperation,
  },
  assess: {
    idField: "assess_id",
    keptAs: null,
    scope: "analyze",
    asksModel: false,
    texts: [""],
    load: async () => (await import("./assess.ts")).assessOperation,
  },
  extract: {
    idField: "extract_id",
    keptAs: "extraction",
    scope: "probe",
    asksModel: true,
    texts: ["work"],
    load: async () => (await import("./extract.ts")).extractOperation,
  },
  probe: {
    idField: "probe_id",
    keptAs: "probe",
    scope: "probe",
    asksModel: true,
    texts: [],
    load: async () => (await import("./probe.ts")).probeOperation,
  },
  identify: {
    idField: null,
    keptAs: null,
    scope: "analyze",
    asksModel: false,
    texts: [""],
    load: async () => (await import("./identify.ts")).identifyOperation,
  },
};

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

/** The operation whose results are stored under a kind. */
export function operationOf(kind: EvidenceKind): KeptOperation {
  return OPERATION_NAMES.find((name) => OPERATIONS[name].keptAs === kind) as KeptOperation;
}

/** Operations whose results are stored. */
export type KeptOperation = "analyze" | "score" | "extract" | "probe";

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

/** Validates, prepares and answers a request. */
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
