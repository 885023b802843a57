/**
 * The operations, one row each. The rows define the engine's methods, the worker calls of the command line, the HTTP
 * routes, which results are stored, and how a result's operation is recognised. A new operation is a row here, its
 * interfaces and schemas, its file, and its report.
 */

import type { OperationName, RequestOf, ResultOf } from "../base/contract/operations.ts";
import type { EvidenceKind } from "../base/contract/resources/report.ts";
import { loadedOnce } from "../base/queues/remembered.ts";
import type { OperationCode } from "./steps/context.ts";

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
  /** Whether results name places in these texts, so that requests take their sections. */
  readonly isPlaced: boolean;
  /** Whether requests name texts that do not count: `options.ignore`. */
  readonly ignoresTexts: boolean;
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
    isPlaced: true,
    ignoresTexts: true,
    load: loadedOnce(async () => (await import("./analyze.ts")).analyzeOperation),
  },
  score: {
    idField: "score_id",
    keptAs: "score",
    scope: "analyze",
    asksModel: false,
    texts: [""],
    isPlaced: false,
    ignoresTexts: true,
    load: loadedOnce(async () => (await import("./score/score.ts")).scoreOperation),
  },
  compare: {
    idField: "comparison_id",
    keptAs: null,
    scope: "analyze",
    asksModel: false,
    texts: ["a", "b"],
    isPlaced: true,
    ignoresTexts: true,
    load: loadedOnce(async () => (await import("./compare/compare.ts")).compareOperation),
  },
  assess: {
    idField: "assess_id",
    keptAs: null,
    scope: "analyze",
    asksModel: false,
    texts: [""],
    isPlaced: false,
    ignoresTexts: true,
    load: loadedOnce(async () => (await import("./assess.ts")).assessOperation),
  },
  extract: {
    idField: "extract_id",
    keptAs: "extraction",
    scope: "probe",
    asksModel: true,
    texts: ["work"],
    isPlaced: true,
    ignoresTexts: false,
    load: loadedOnce(async () => (await import("./extract/extract.ts")).extractOperation),
  },
  probe: {
    idField: "probe_id",
    keptAs: "probe",
    scope: "probe",
    asksModel: true,
    texts: [],
    isPlaced: false,
    ignoresTexts: false,
    load: loadedOnce(async () => (await import("./probe/probe.ts")).probeOperation),
  },
  identify: {
    idField: null,
    keptAs: null,
    scope: "analyze",
    asksModel: false,
    texts: [""],
    isPlaced: false,
    ignoresTexts: false,
    load: loadedOnce(async () => (await import("./identify.ts")).identifyOperation),
  },
};

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];

/** The operation whose results are stored under a kind. */
export function operationOf(kind: EvidenceKind): KeptOperation {
  return OPERATION_NAMES.find((name) => OPERATIONS[name].keptAs === kind) as KeptOperation;
}

/** Operations whose results are stored. */
export type KeptOperation = "analyze" | "score" | "extract" | "probe";
