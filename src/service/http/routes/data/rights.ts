/** What files say about the use of a text, and statements about training data. */

import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { rightsRequestSchema } from "../../../../base/contract/schemas/resources/rights.ts";
import { statementRequestSchema } from "../../../../base/contract/schemas/resources/trainingStatement.ts";
import type { Catalogue } from "../../../../catalogue/catalogue.ts";
import { rightsOf, shippedRecords } from "../../../../files/rights/read.ts";
import { draftStatement } from "../../../../files/rights/training/training.ts";
import { succeeded } from "../../answer/answers.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import type { Route } from "../../route.ts";
import { shown } from "./corpora.ts";

export const RIGHTS: readonly Route[] = [
  {
    method: "POST",
    path: `${API_ROOT}/rights`,
    operationId: "readRights",
    tag: "Rights",
    summary: "Read what files say about the use of a text by machines.",
    description: "Nothing is fetched: addresses in the files are listed.",
    access: "analyze",
    request: { name: "RightsRequest", schema: rightsRequestSchema, example: examples.rightsRequest },
    answer: { name: "RightsAnswer" },
    async run({ service, document }) {
      const { files, url = null } = parseRequest(rightsRequestSchema, document);
      return succeeded(rightsOf({ files, url }, service.engine.catalogue ?? (await shippedRecords())));
    },
  },
  {
    method: "POST",
    path: `${API_ROOT}/statements`,
    operationId: "draftStatement",
    tag: "Rights",
    summary: "Draft a statement about training data, with sources and blanks.",
    description: "From corpora of this service and the catalogue; nothing is made up.",
    access: "analyze",
    request: { name: "StatementRequest", schema: statementRequestSchema, example: examples.statementRequest },
    answer: { name: "StatementAnswer" },
    problems: ["corpus_not_found", "unknown_dataset", "unknown_model"],
    async run({ service, document }) {
      const catalogue = service.engine.catalogue ?? (await shippedCatalogue());
      return succeeded(
        await draftStatement(document as never, { catalogue, corpora: service.engine.corpora.map(shown) }),
      );
    },
  },
];

async function shippedCatalogue(): Promise<Catalogue> {
  const { loadCatalogue } = await import("../../../../catalogue/index.ts");
  return loadCatalogue();
}
