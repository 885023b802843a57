/**
 * What can go wrong: one error class and a closed set of codes.
 *
 * Test `error.code`, never `instanceof`: two copies of the package may be loaded side by side. Messages say what happened and
 * hints say what to do; neither ever repeats a caller's content.
 */

/** Every way a call can fail. The meaning of a code never changes; new ones may be added. */
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
  "incompatible_fingerprints", // made with unlike parameters, so a comparison would mean nothing
  "fingerprint_invalid", // the bytes are not a fingerprint of ours
  "no_documents", // nothing to build a corpus from
  "document_invalid", // a document of a build is broken, and the build is strict
  "corpus_not_found",
  "corpus_exists", // the build would overwrite something
  "corpus_locked", // another process writes to it
  "corpus_corrupt", // a checksum or a length is wrong
  "corpus_version", // written by another version of the format or another folding
  "catalogue_invalid", // a record or a ledger breaks a rule of the catalogue
  "calibration_invalid", // a calibration does not have the form of one
  "model_not_configured", // the host gave this engine no model of that name to ask
  "model_cannot", // the model does not give what the question needs, such as log-probabilities
  "model_failed", // the model's host gave no usable answer to anything, after retries
  "observations_invalid", // scores of a model that cannot be: above zero, not numbers, of another text
  "too_few_controls", // a test needs more controls than were given
  "commitment_mismatch", // what was revealed is not what was committed to
  "budget_exhausted", // the budget does not allow a single question
  "journal_mismatch", // the journal to resume from belongs to another question
  "storage_failed", // the file system or the store behind a corpus refused
  "kernels_unavailable", // WebAssembly was asked for and cannot run here
  "unsupported_runtime", // this runtime lacks something that the call needs
  "closed", // the object was closed before the call
  "aborted", // the caller's signal stopped the work
  "unauthorized",
  "forbidden", // the key may not do this
  "quota_exceeded", // the plan's calls of today are used up
  "rate_limited", // too many calls at once; soon there will be room again
  "overloaded", // the service has more work than it takes on
  "idempotency_mismatch", // the key of idempotency was used for another request
  "conflict", // the resource is not in a state for this, or another request is at it
  "registry_failed", // the store of records refused
  "report_invalid", // a report, a history or a signature does not verify
  "webhook_refused", // the address may not be called
  "not_found", // no such route, or nothing under this id
  "method_not_allowed",
  "not_acceptable",
  "internal", // a fault of ours
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One field that was refused: a JSON pointer (RFC 6901) into the request and what is wrong there, without its value. */
export interface FieldError {
  /** Where: a JSON pointer (RFC 6901) into the request. */
  readonly pointer: string;
  /** What is wrong there, without its value. */
  readonly detail: string;
}

/** Fields that a message names; `fields` has all. */
const FIELDS_NAMED_MAX = 3;

/** The message and what it is about: "The request is invalid: /metadata/title must be a string." */
function naming(message: string, fields: readonly FieldError[]): string {
  if (fields.length === 0) return message;
  // The empty pointer is the whole of what was given.
  const named = fields
    .slice(0, FIELDS_NAMED_MAX)
    .map(({ pointer, detail }) => `${pointer || "it"} ${detail.replace(/\.$/, "")}`);
  const more = fields.length > named.length ? `, and ${fields.length - named.length} more` : "";
  const told = `: ${named.join("; ")}${more}.`;
  // An error that was sent between threads is put together again from its parts.
  return message.endsWith(told) ? message : message.replace(/[.:]?$/, told);
}

/** What an error may carry besides its code and message. */
export interface ErrorDetails {
  /** What the caller can do about it, as a sentence. */
  readonly hint?: string;
  readonly fields?: readonly FieldError[];
  readonly cause?: unknown;
}

export class SpoliaError extends Error {
  override readonly name = "SpoliaError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly fields: readonly FieldError[];

  /** @param message a sentence; the fields are added to it */
  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(naming(message, details?.fields ?? []), details?.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details?.hint;
    this.fields = details?.fields ?? [];
  }
}

/** Whether a thrown value is one of ours, also when it comes from another copy of the package. */
export function isSpoliaError(error: unknown): error is SpoliaError {
  return error instanceof Error && error.name === "SpoliaError" && ERROR_CODES.includes((error as SpoliaError).code);
}

/** Throws `aborted` when the caller's signal has fired. Long loops call it between batches. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new SpoliaError("aborted", "The work was stopped by the caller's signal.", { cause: signal.reason });
  }
}
