/** What files say about the use of a text. */
import { parseRequest } from "../../contract/schemas/parse.ts";
import { rightsRequestSchema } from "../../contract/schemas/rights.ts";
import { rightsOf, shippedRecords } from "../../rights/read.ts";
import { succeeded } from "../answers.ts";
import * as examples from "../examples.ts";
import { API_ROOT } from "../paths.ts";
import type { Route } from "../route.ts";

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
];
