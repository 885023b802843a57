/** Is a report valid? The check needs only the document; to verify who signed it, also the id of the service's key. */

import * as v from "valibot";
import { contentDigest, digestOf } from "../../base/bytes/digest.ts";
import type {
  EvidenceBundle,
  EvidenceExhibit,
  EvidenceResult,
  ReportDocument,
} from "../../base/contract/resources/report.ts";
import { revealedSecretsSchema } from "../../base/contract/schemas/operations/canary.ts";
import { observationsSchema } from "../../base/contract/schemas/operations/observation.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { shapeFaults } from "../../base/contract/shapes.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { CUSTODIES, exhibitsOf } from "../../report/bundle/exhibits.ts";
import { type DealVerification, verifyDeal } from "../deals/verify.ts";
import { DEAL_FORMAT } from "../history/dealDocument.ts";
import { HISTORY_FORMAT } from "../history/history.ts";
import { isSignedBy, keyIdOf } from "../history/signing.ts";
import { type Trust, type TrustedKeys, trustIn } from "../history/trust.ts";
import { type HistoryVerification, readOnce, verifyHistory } from "../history/verify.ts";
import { statementOf } from "./reports.ts";

export interface ReportVerification extends Trust {
  report_id: string;
  digest: string;
  created_at: string;
  work_hash: string | null;
  results: number;
  /** Versions of the engine that gave the results: a replay by another version may give other results. */
  engines: string[];
  /** How far each exhibit was checked, computed again from the report; a replay computes results again. */
  exhibits: EvidenceExhibit[];
  /** Id of the key that signed. A forger can sign with a key of their own: compare this id with that of the service. */
  keys: string[];
}

/** The verification, by the kind of the document. */
export type Verification =
  | ({ kind: "report" } & ReportVerification)
  | ({ kind: "history" } & HistoryVerification)
  | ({ kind: "deal" } & DealVerification);

/**
 * Verifies a report, a history or a receipt, or an answer of the service that contains one.
 *
 * @param value the document, parsed or as JSON
 * @param trusted the service's keys, if they are known
 * @throws report_invalid, with a pointer to the invalid part
 */
export async function verifyDocument(value: unknown, trusted?: TrustedKeys): Promise<Verification> {
  const document = documentIn(typeof value === "string" ? readOnce(value, invalid) : value);
  try {
    if (document["format"] === HISTORY_FORMAT) return { kind: "history", ...(await verifyHistory(document, trusted)) };
    if (document["format"] === DEAL_FORMAT) return { kind: "deal", ...(await verifyDeal(document, trusted)) };
    return { kind: "report", ...(await verifyReport(document, trusted)) };
  } catch (cause) {
    if (isSpoliaError(cause)) throw cause;
    // A RangeError is that of the stack.
    throw invalid("", cause instanceof RangeError ? "nests too deeply to be one" : "is not of the form of one", cause);
  }
}

/**
 * The document in an answer: in the field `history` of `GET works/{id}/history`, in the field `receipt` of a
 * registration.
 */
function documentIn(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw invalid("", "is no object");
  const { history, receipt, format } = value as Record<string, unknown>;
  if (format !== undefined) return value as Record<string, unknown>;
  return ((history ?? receipt ?? value) || {}) as Record<string, unknown>;
}

async function verifyReport(value: Record<string, unknown>, trusted?: TrustedKeys): Promise<ReportVerification> {
  const document = reportIn(value);
  const { bundle, digest, key, public_key, report_id, created_at } = document;
  if ((await keyIdOf(public_key)) !== key) throw invalid("/key", "is not the id of this public key");
  // The signature is checked before the bundle, since the digest can be relied on only if the signature is valid.
  if (!(await isSignedBy(public_key, "spolia report 1", statementOf(document), document.signature)))
    throw invalid("/signature", "does not verify");
  for (const [at, result] of bundle.results.entries()) {
    const pointer = `/bundle/results/${at}`;
    if ((await digestOf(result.result)) !== result.digest)
      throw invalid(`${pointer}/result`, "is not what its digest says");
  }
  for (const [at, { work_hash, content }] of bundle.inputs.entries()) {
    const isText = content === null || (await contentDigest(content)) === work_hash;
    if (!isText) throw invalid(`/bundle/inputs/${at}/content`, "is not the text of its hash");
  }
  if ((await digestOf(bundle)) !== digest) throw invalid("/bundle", "is not what the digest says");
  const exhibits = await checkedExhibits(bundle);
  const trust = trustIn([{ key, at: created_at }], trusted);
  const work_hash = bundle.work?.work_hash ?? null;
  const engines = [...new Set(bundle.method.engines.map(({ engine }) => engine))];
  const results = bundle.results.length;
  return { report_id, digest, created_at, work_hash, results, engines, exhibits, keys: [key], ...trust };
}

/** What a report says of its exhibits, computed again: none may be said to be checked further than it is. */
async function checkedExhibits({ results = [], exhibits }: Partial<EvidenceBundle>): Promise<EvidenceExhibit[]> {
  for (const [at, one] of results.entries()) requireObservations(one, `/bundle/results/${at}/request`);
  const again = await exhibitsOf(results);
  if (exhibits === undefined) return again; // as before version 0.2.0
  if (again.length !== exhibits.length) throw invalid("/bundle/exhibits", "does not name each exhibit once");
  for (const [at, { result, observation, custody }] of exhibits.entries()) {
    const pointer = `/bundle/exhibits/${at}`;
    const one = again[at]!;
    if (one.result !== result || one.observation !== observation)
      throw invalid(pointer, "is not the exhibit of its place");
    if (CUSTODIES.indexOf(custody) > CUSTODIES.indexOf(one.custody))
      throw invalid(`${pointer}/custody`, `is only "${one.custody}", computed again`);
  }
  return again;
}

/** What exhibits are computed from, in the request of a score: the shape of a report leaves requests open. */
const scoredWithSchema = v.looseObject({
  observations: v.optional(observationsSchema),
  secrets: v.optional(revealedSecretsSchema),
});

function requireObservations({ kind, request }: EvidenceResult, pointer: string): void {
  if (kind !== "score" || request === null) return;
  try {
    parseRequest(scoredWithSchema, request);
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    const [fault] = error.fields;
    throw invalid(`${pointer}${fault?.pointer ?? ""}`, fault?.detail ?? "is invalid", error);
  }
}

/** The report without the other fields of the answer that contained it. */
function reportIn(value: Record<string, unknown>): ReportDocument {
  const { success: _, html_url: __, ...rest } = value;
  const [fault] = shapeFaults("ReportDocument", rest);
  if (fault !== undefined) throw invalid(fault.pointer, "does not have the form of a report");
  return rest as unknown as ReportDocument;
}

function invalid(pointer: string, detail: string, cause?: unknown): SpoliaError {
  return new SpoliaError("report_invalid", "The report does not verify.", {
    hint: "It was changed, cut, or not made by a service of this version, or it is none: a result is not signed. Ask the service for it again.",
    fields: [{ pointer, detail }],
    cause,
  });
}
