/**
 * The schema of a ledger for editors and for programs in other languages. It accepts the same ledgers as `parseLedger`.
 */
import { toJsonSchema } from "@valibot/to-json-schema";
import { LEDGER_SCHEMA } from "./ledger.ts";

/**
 * JSON Schema (draft 2020-12) of a ledger. It describes the form; unresolved references, cycles and claims without a
 * source are found when the ledger is loaded.
 */
export function ledgerJsonSchema(): Record<string, unknown> {
  const schema = toJsonSchema(LEDGER_SCHEMA, {
    target: "draft-2020-12",
    typeMode: "input",
    // Every JSON number is finite, and tracking parameters in a locator are refused when the ledger is read.
    ignoreActions: ["check", "finite"],
  });
  return { ...schema, title: "A ledger of spolia" };
}
