/** What to do about each error, in one or two sentences. */
import type { ErrorCode } from "../../base/errors.ts";

export const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "`fields` names each wrong field and says what it must be. Correct them and send the request again.",
  unsupported_content_type:
    "Nothing here reads this kind of text. Give it as text, Markdown or HTML, or install the package that the hint names.",
  content_too_large:
    "The text or the request is longer than the message allows. Divide it, or build a corpus from it: corpora have no such limit.",
  too_deep:
    "The document has more levels within each other than any honest one. Flatten it; be careful with a file from elsewhere, which may be meant to do harm.",
  unknown_model:
    "`spolia catalogue models` lists the names that are known. A model of your own goes into a ledger (`--ledger`).",
  unknown_jurisdiction:
    "The list of jurisdictions is at `/api/v1/jurisdictions`. Leave the field out for words that hold anywhere.",
  unknown_dataset:
    "`spolia catalogue datasets` lists the names that are known. A dataset of your own goes into a ledger (`--ledger`).",
  unknown_document:
    "The corpus has no document with this id. Ids are those of the documents that the corpus was built from.",
  unknown_work: "No work with this hash is registered here, or it belongs to another account. Register it first.",
  incompatible_fingerprints:
    "The two fingerprints were made with different parameters. Make both with the same release and the same options.",
  fingerprint_invalid: "The bytes are not a fingerprint, or are cut off. Make it again from the text.",
  no_documents: "There was nothing to build from. Check the paths, and that the files have formats that are read.",
  document_invalid:
    "One document cannot be used; the message says which and why. Without `--strict`, it is left out and listed.",
  corpus_not_found: "There is no corpus at this place. `spolia corpus list` shows those below a folder.",
  corpus_exists: "A build overwrites nothing. Choose another name, or add to the corpus with `spolia corpus append`.",
  corpus_locked: "Another process writes to the corpus. Wait until it has ended, then try again.",
  corpus_corrupt:
    "A checksum or a length is wrong: the file was changed or cut. `spolia corpus verify` says where; restore it from a copy or build it again.",
  corpus_without_text:
    "The corpus was built with `--no-text`, and this call needs its texts. Build it with them, or search it, which works without.",
  corpus_version:
    "The corpus was written by a newer release, or with other rules of what counts as the same word. Use that release, or build the corpus again.",
  catalogue_invalid:
    "A record or a ledger breaks a rule of the catalogue; the message names the record and the rule. Correct the file.",
  calibration_invalid:
    "The file is no calibration, or lacks a field; `fields` names what is wrong. Write it again with `spolia corpus calibrate`.",
  model_not_configured:
    "This engine was given no model of that name. Add it to the file of `--models`, or to the option `models`.",
  model_cannot:
    "The host of the model does not give what this call needs, such as log-probabilities. Choose another host, or `extract`, which needs only continuations.",
  model_failed:
    "The host of the model gave no usable answer, even after several attempts. The message quotes the host; try again later.",
  observations_invalid:
    "The scores cannot be true: they are above zero, are no numbers, or belong to another text. Ask the model again and keep its answers unchanged.",
  too_few_controls:
    "A test compares with texts that the model cannot have seen, and needs more of them than were given. The message states how many.",
  commitment_mismatch:
    "The revealed file does not belong to the commitment. Check that it is the right one and was not changed.",
  budget_exhausted:
    "The budget does not allow a single request. Raise it, or use `--dry-run` to see what the work costs.",
  journal_mismatch:
    "The journal belongs to another request. Give the same texts and options as before, or another journal.",
  storage_failed:
    "The disk or the host of the corpus failed; the message says why. Try again once it works: nothing was left half-written. A search over the other corpora can be asked for: `options.partial`, `--partial`.",
  search_incomplete:
    "A corpus, a node or an index did not answer, so nothing can be said of the whole. Try again in a while, or ask for an answer over the rest: `options.partial`, `--partial`.",
  kernels_unavailable:
    "WebAssembly was required and cannot run here. Allow `'wasm-unsafe-eval'`, or leave the option out: plain TypeScript gives the same bytes.",
  unsupported_runtime:
    "This runtime lacks something that the call needs; the message names it. Use the version that it names.",
  closed: "The engine, corpus or service was closed before the call. Open it again.",
  aborted: "Your signal, or the end of the request, stopped the work. Nothing was left half-written.",
  unauthorized: "Send a key: `Authorization: Bearer …`. `spolia admin keys create` makes one.",
  forbidden: "The key does not allow this. Use one with the scope that the answer names.",
  quota_exceeded:
    "All calls, words or entries in histories of others of today are used. `Retry-After` says when the next day begins (UTC); `spolia admin keys plan` changes the plan.",
  plan_limit:
    "The plan allows no more of these. Delete what you no longer need, or change the plan; waiting does not help.",
  rate_limited: "There were too many calls in a short time. Wait for `Retry-After`, then send fewer at a time.",
  request_timeout: "The body did not arrive in time. Send it again, over a faster connection or in parts.",
  overloaded:
    "The service has more work than it accepts. Wait for `Retry-After`; for many texts, send one batch as a job.",
  idempotency_mismatch: "This idempotency key was used for another request. Use a new key for each request.",
  conflict:
    "The state of the resource does not allow this, or another request is changing it. Read it again, then decide.",
  registry_failed:
    "The database of records failed: a full disk, a damaged file or a lock. `/readyz` says when it can be written again.",
  report_invalid:
    "The report, the history or its signature is not valid: something was changed. The message says which part.",
  timestamp_failed: "The time-stamping authority gave no time stamp. Try again later, or ask another authority.",
  timestamp_invalid: "The time stamp is not valid: it was made for other bytes, or its certificate is not trusted.",
  webhook_refused: "The address may not be called: it is not public, or not https. Choose a public https address.",
  not_found: "There is no such path, or nothing under this id that this key may see. Check both.",
  method_not_allowed: "The path exists, but not with this method. `Allow` lists those it has.",
  not_acceptable: "The answer exists in other forms only. Accept `application/json` or `application/msgpack`.",
  internal: "This is a fault of spolia. Report it with the request id, which contains nothing of your request.",
};
