/** Reads and writes files of decisions. */
import { existsSync, renameSync } from "node:fs";
import type { Decision, DecisionsFile } from "../../base/contract/operations/decision.ts";
import { decisionsFileSchema } from "../../base/contract/schemas/operations/decision.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { writeTo } from "../terminal/output.ts";
import { readJson } from "./files.ts";

/** The decisions of a file. @throws invalid_request, with the file in its message */
export function readDecisions(path: string): Decision[] {
  const read = readJson(
    path,
    "invalid_request",
    "Name a file that `spolia evidence decide` wrote.",
    "file of decisions",
  );
  try {
    return parseRequest(decisionsFileSchema, read).decisions;
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    const hint = "Each invalid field is listed with its expected form.";
    throw new SpoliaError(error.code, `${path} is not a file of decisions.`, {
      hint,
      fields: error.fields,
      cause: error,
    });
  }
}

/**
 * Adds a decision to a file, and makes the file where there is none. The file is replaced as a whole.
 *
 * @returns number of decisions in the file, or `null` where it already had this one
 */
export function addDecision(path: string, decision: Decision): number | null {
  const known = existsSync(path) ? readDecisions(path) : [];
  const text = JSON.stringify(decision);
  if (known.some((one) => JSON.stringify(one) === text)) return null;
  const decisions = [...known, decision];
  const file: DecisionsFile = { format: "spolia-decisions-1", decisions };
  parseRequest(decisionsFileSchema, file);
  writeTo(`${path}.new`, `${JSON.stringify(file, null, 1)}\n`);
  renameSync(`${path}.new`, path);
  return decisions.length;
}
