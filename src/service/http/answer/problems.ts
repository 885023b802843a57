/**
 * Errors in responses: RFC 9457. The only table from error code to HTTP status; lower layers do not use statuses.
 */
import { type ErrorCode, type FieldError, isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { OPENAPI_PATH } from "../paths.ts";
import { HttpError, type ReadyPart } from "./httpError.ts";

interface ProblemKind {
  readonly status: number;
  /** Title, the same for every error with the code. */
  readonly title: string;
  /** Seconds until a new attempt makes sense, where the error itself does not state them. */
  readonly retryAfterSeconds?: number;
  /** What callers read of such a fault of the host, where they can do something about it. */
  readonly detail?: string;
}

/**
 * 404: the host does not have what the request refers to, in its path or its body. 5xx: faults of the host; no request
 * can cause one by its content.
 */
export const PROBLEM_KINDS: Readonly<Record<ErrorCode, ProblemKind>> = {
  invalid_request: { status: 400, title: "Invalid request" },
  unsupported_content_type: { status: 415, title: "Unsupported content type" },
  content_too_large: { status: 413, title: "Content too large" },
  too_deep: { status: 400, title: "Nested too deeply" },
  unknown_model: { status: 404, title: "Unknown model" },
  unknown_jurisdiction: { status: 404, title: "Unknown jurisdiction" },
  unknown_dataset: { status: 404, title: "Unknown dataset" },
  unknown_document: { status: 404, title: "Unknown document" },
  unknown_work: { status: 404, title: "Unknown work" },
  incompatible_fingerprints: { status: 422, title: "Incompatible fingerprints" },
  fingerprint_invalid: { status: 422, title: "Invalid fingerprint" },
  no_documents: { status: 422, title: "No documents" },
  document_invalid: { status: 422, title: "Invalid document" },
  corpus_not_found: { status: 404, title: "Corpus not found" },
  corpus_exists: { status: 409, title: "Corpus exists" },
  corpus_locked: { status: 409, title: "Corpus locked" },
  corpus_corrupt: { status: 500, title: "Corpus corrupt" },
  corpus_without_text: { status: 409, title: "Corpus without text" },
  corpus_version: { status: 500, title: "Corpus of another version" },
  catalogue_invalid: { status: 500, title: "Invalid catalogue" },
  calibration_invalid: { status: 500, title: "Calibration invalid" },
  model_not_configured: { status: 422, title: "Model not configured" },
  model_cannot: { status: 422, title: "Model cannot answer this" },
  model_failed: { status: 502, title: "Model failed" },
  observations_invalid: { status: 422, title: "Invalid observations" },
  too_few_controls: { status: 422, title: "Too few controls" },
  commitment_mismatch: { status: 422, title: "Commitment does not match" },
  budget_exhausted: { status: 422, title: "Budget exhausted" },
  journal_mismatch: { status: 409, title: "Journal of another question" },
  storage_failed: { status: 503, title: "Storage failed", retryAfterSeconds: 5 },
  search_incomplete: {
    status: 503,
    title: "Search incomplete",
    retryAfterSeconds: 5,
    detail:
      "A search did not reach all of a corpus: a part did not answer, or a limit ended it. Ask again later; with `options.partial` the answer covers what was reached.",
  },
  kernels_unavailable: { status: 500, title: "Kernels unavailable" },
  unsupported_runtime: { status: 500, title: "Unsupported runtime" },
  closed: { status: 503, title: "Closed", retryAfterSeconds: 5 },
  aborted: { status: 503, title: "Stopped before the end" },
  unauthorized: { status: 401, title: "Unauthorized" },
  forbidden: { status: 403, title: "Forbidden" },
  quota_exceeded: { status: 429, title: "Quota exceeded" },
  plan_limit: { status: 403, title: "No room in the plan" },
  rate_limited: { status: 429, title: "Too many requests" },
  request_timeout: { status: 408, title: "Request timeout" },
  overloaded: { status: 503, title: "Overloaded", retryAfterSeconds: 1 },
  idempotency_mismatch: { status: 422, title: "Idempotency key used for another request" },
  conflict: { status: 409, title: "Conflict" },
  registry_failed: { status: 503, title: "Registry failed", retryAfterSeconds: 5 },
  report_invalid: { status: 422, title: "Report does not verify" },
  timestamp_failed: { status: 502, title: "Time stamp authority failed" },
  timestamp_invalid: { status: 422, title: "Time stamp does not verify" },
  webhook_refused: { status: 422, title: "Webhook address refused" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_acceptable: { status: 406, title: "Not acceptable" },
  internal: { status: 500, title: "Internal error" },
};

/** A problem document: the members of RFC 9457, and extensions. */
export interface Problem {
  /** Always `false`. */
  success: false;
  /** URI reference of the code's entry in the OpenAPI document of this service. */
  type: string;
  /** The kind of problem, in words; the same for every problem with this code. */
  title: string;
  /** HTTP status of the response, 400 to 599. */
  status: number;
  /** What happened in this case, without content of the request. */
  detail: string;
  /** Error code for programs. New codes may be added. */
  code: ErrorCode;
  /** How to solve the problem. */
  hint?: string | undefined;
  /**
   * The part that makes the service not ready; absent in other problems.
   *
   * @since 0.2.0
   */
  component?: ReadyPart | undefined;
  /** Id of this exchange, equal to the header `X-Request-Id`. */
  request_id: string;
  /** Invalid fields; empty if the problem is not about fields. */
  errors: FieldError[];
}

/** URI of the explanation of a code: an entry of the OpenAPI document. */
const problemType = (code: ErrorCode, basePath: string): string =>
  `${basePath}${OPENAPI_PATH}#/components/examples/${code}`;

const FAULT_DETAIL = "The service has a fault. Its operator can find the cause by the request id.";

/**
 * Converts a thrown value to a problem. A value that is not a `SpoliaError` becomes `internal`. Problems about faults
 * of the host contain no details, because messages about storage contain paths.
 */
export function problemOf(error: unknown, requestId: string, basePath: string): Problem {
  const known = isSpoliaError(error) ? error : new SpoliaError("internal", FAULT_DETAIL);
  const { status, title, detail = FAULT_DETAIL } = PROBLEM_KINDS[known.code];
  const component = known instanceof HttpError ? known.notReady : undefined;
  const isFault = status >= 500 && component === undefined;
  return {
    success: false,
    type: problemType(known.code, basePath),
    title,
    status,
    detail: isFault ? detail : known.message,
    code: known.code,
    ...(known.hint === undefined || isFault ? {} : { hint: known.hint }),
    ...(component !== undefined && { component }),
    request_id: requestId,
    errors: isFault ? [] : known.fields.map(({ pointer, detail }) => ({ pointer, detail })),
  };
}
