/** Makes decisions about what an analysis found, and signs them. */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { toBase64Url } from "../../base/bytes/bytes.ts";
import { signDocument } from "../../base/bytes/signature.ts";
import type { AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import type { Decision, DecisionSubject } from "../../base/contract/operations/decision.ts";
import { decisionSchema } from "../../base/contract/schemas/operations/decision.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { checkShape } from "../../base/contract/shapes.ts";
import type { PlatformCryptoKey } from "../../base/platform.ts";
import { DECISION_PURPOSE } from "../../engine/steps/decisions/decisions.ts";

/** The parts of a result that a decision is about: at least one. */
export interface DecidedParts {
  /** Whether it holds for this text only. */
  text?: boolean | undefined;
  /** A document that is named in `matches` or `documents`. */
  document?: { corpus: string; id: string } | undefined;
  /** A passage: its place in `matches`, from 0. */
  match?: number | undefined;
}

/**
 * A decision about parts of a result, with the hashes that it rests on.
 *
 * @throws invalid_request where the result has no such part, or the decision is invalid
 */
export function decisionOn(
  result: AnalyzeResult,
  parts: DecidedParts,
  made: Omit<Decision, "about" | "signature">,
): Decision {
  checkArguments("decisionOn", [
    ["/parts", isRecord(parts), "an object with `text`, `document` or `match`"],
    ["/made", isRecord(made), "an object with `decision`, `reason`, `author` and `date`"],
  ]);
  checkShape("decisionOn", "AnalyzeResult", result);
  // Results of 0.1.0 have no documents.
  const { matches, documents = [], work_hash } = result as Partial<AnalyzeResult> & Pick<AnalyzeResult, "matches">;
  const { text, document, match } = parts;
  const found = [...matches, ...documents].find(
    (one) => one.corpus === document?.corpus && one.document.id === document.id,
  );
  const { text_digest } = found?.document ?? {};
  const passage_id = matches[match ?? 0]?.passage_id;
  checkArguments("decisionOn", [
    [
      "/parts/document",
      document === undefined || text_digest !== undefined,
      "a document of the result, of this version",
    ],
    ["/parts/match", match === undefined || passage_id !== undefined, "the place of a match of the result, from 0"],
    ["/parts/text", text !== true || work_hash !== undefined, "left out for a result of version 0.1.0"],
  ]);
  const about: DecisionSubject = {
    ...(text === true && { work_hash: work_hash! }),
    ...(document !== undefined && { document: { ...document, text_digest: text_digest! } }),
    ...(match !== undefined && { passage_id: passage_id! }),
  };
  return parseRequest(decisionSchema, { ...made, about });
}

/**
 * The decision with a signature, in place of any that it had.
 *
 * @param key.privateKey an Ed25519 key for `sign`, of WebCrypto
 * @param key.publicKey its public key, extractable
 * @throws invalid_request where the decision is invalid
 */
export async function signDecision(
  decision: Decision,
  key: { privateKey: PlatformCryptoKey; publicKey: PlatformCryptoKey },
): Promise<Decision> {
  checkArguments("signDecision", [["/key", isRecord(key), "the two keys of a pair"]]);
  const { privateKey, publicKey } = key;
  checkArguments("signDecision", [
    ["/privateKey", isRecord(privateKey), "an Ed25519 key of WebCrypto"],
    ["/publicKey", isRecord(publicKey), "the public key that belongs to it"],
  ]);
  const { signature: _, ...signed }: Decision = JSON.parse(JSON.stringify(parseRequest(decisionSchema, decision)));
  const public_key = toBase64Url(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
  return { ...signed, signature: { public_key, value: await signDocument(privateKey, DECISION_PURPOSE, signed) } };
}
