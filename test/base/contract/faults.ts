/** Where a document is refused by a schema of a request. */
import { parseRequest } from "../../../src/base/contract/schemas/parse.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";

export type Schema = Parameters<typeof parseRequest>[0];

/** Places that are refused; what else a document needs is not looked at here. */
export function faultsOf(schema: Schema, document: object): string[] {
  try {
    parseRequest(schema, document);
    return [];
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    return error.fields.map(({ pointer }) => pointer);
  }
}
