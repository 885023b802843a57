/**
 * What can go wrong: one error class and a closed set of codes.
 *
 * Test `error.code`, never `instanceof`: two copies of the package may be loaded side by side. Messages say what
 * happened, and hints say what to do; neither ever contains the caller's content.
 */

/** Every way a call can fail. The meaning of a code never changes; new codes may be added. */
export const ERROR_CODES = [
  "invalid_request", // a field is missing, of the wrong type or out of range; `fields` says which
  "unsupported_content_type", // no reader for this kind of content
  "content_too_large", // the content or the body is over a limit
  "too_deep", // the document nests deeper than a limit
  "unknown_model",
  "unknown_jurisdiction",
  "unknown_dataset",
  "unknown_document", // the corpus has no document of this id
  "unknown_work", // no work of this hash is registered here
  "incompatible_fingerprints", // made with different parameters, so they cannot be compared
  "fingerprint_invalid", // the bytes are not a fingerprint
  "no_documents", // nothing to build a corpus from
  "document_invalid", // a document is invalid; one from a file only where files are read strictly
  "corpus_not_found",
  "corpus_exists", // the build would overwrite existing files
  "corpus_locked", // another process writes to it
  "corpus_corrupt", // a checksum or a length is wrong
  "corpus_without_text", // the corpus was built without text, which this needs
  "corpus_version", // written by another version of the format or another folding
  "catalogue_invalid", // a record or a ledger breaks a rule of the catalogue
  "calibration_invalid", // the calibration is malformed
  "model_not_configured", // this engine was given no model of that name
  "model_cannot", // the model lacks what the request needs, such as log-probabilities
  "model_failed", // the model's host gave no usable answer at all, after retries
  "observations_invalid", // impossible scores of a model: above zero, not numbers, or of another text
  "too_few_controls", // a test needs more controls than were given
  "commitment_mismatch", // what was revealed is not what was committed to
  "budget_exhausted", // the budget does not allow a single request
  "journal_mismatch", // the journal to resume from belongs to another request
  "storage_failed", // the file system or the store behind a corpus failed
  "search_incomplete", // part of what was to be searched did not answer, or a limit ended a search that must be whole
  "kernels_unavailable", // WebAssembly is required but cannot run here
  "unsupported_runtime", // this runtime lacks something that the call needs
  "closed", // the object was closed before the call
  "aborted", // the caller's signal stopped the work
  "unauthorized",
  "forbidden", // the key may not do this
  "quota_exceeded", // the plan's calls of today are used up
  "plan_limit", // the plan has no room for another work, monitor or webhook; waiting does not help
  "rate_limited", // too many calls at once; try again soon
  "request_timeout", // the body of the request did not arrive in time
  "overloaded", // the service has more work than it accepts
  "idempotency_mismatch", // the idempotency key was used for another request
  "conflict", // the resource's state does not allow this, or another request is changing it
  "registry_failed", // the store of records failed
  "report_invalid", // a report, a history or a signature does not verify
  "timestamp_failed", // the authority gave no time stamp
  "timestamp_invalid", // a time stamp does not verify
  "webhook_refused", // the address may not be called
  "not_found", // no such route, or nothing under this id
  "method_not_allowed",
  "not_acceptable",
  "internal", // a fault of this software
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A field that was refused: a JSON pointer (RFC 6901) into the request and the reason, without the field's value. */
export interface FieldError {
  /** Where: a JSON pointer (RFC 6901) into the request. */
  readonly pointer: string;
  /** What is wrong there, without its value. */
  readonly detail: string;
}

/** Most fields that a message names; `fields` has all. */
const FIELDS_NAMED_MAX = 3;

/** Appends the fields to the message: "The request is invalid: /metadata/title must be a string." */
function naming(message: string, fields: readonly FieldError[]): string {
  if (fields.length === 0) return message;
  // The empty pointer refers to the whole argument.
  const named = fields
    .slice(0, FIELDS_NAMED_MAX)
    .map(({ pointer, detail }) => `${pointer || "it"} ${detail.replace(/\.$/, "")}`);
  const more = fields.length > named.length ? `, and ${fields.length - named.length} more` : "";
  const summary = `: ${named.join("; ")}${more}.`;
  // An error that is sent between threads is rebuilt from its parts, so its message has the fields already.
  return message.endsWith(summary) ? message : message.replace(/[.:]?$/, summary);
}

/** Details of an error besides its code and message. */
export interface ErrorDetails {
  /** What the caller can do, as a sentence. */
  readonly hint?: string;
  readonly fields?: readonly FieldError[];
  readonly cause?: unknown;
}

export class SpoliaError extends Error {
  /** Of the class: where names are short (`spolia/worker`), printed errors would have another. */
  static override readonly name = "SpoliaError";
  override readonly name = "SpoliaError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly fields: readonly FieldError[];

  /** @param message a sentence; the fields are appended to it */
  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(naming(message, details?.fields ?? []), details?.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details?.hint;
    this.fields = details?.fields ?? [];
  }
}

/** Whether a thrown value is a SpoliaError, also one from another copy of the package. */
export function isSpoliaError(error: unknown): error is SpoliaError {
  return error instanceof Error && error.name === "SpoliaError" && ERROR_CODES.includes((error as SpoliaError).code);
}

/** Throws `aborted` when the caller's signal has fired. Long loops call it between batches. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new SpoliaError("aborted", "The work was stopped by the caller's signal.", { cause: signal.reason });
  }
}
