import type { ResultKind } from "../../../store/records.ts";
import { API_ROOT } from "../../paths.ts";
import { idParameter, pathParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { filterOf, fromRegistry, removal } from "../data/records.ts";

/** Routes to list, get and delete stored results of one kind. */
function resource(path: string, kind: ResultKind, words: string): Route[] {
  const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}`;
  const parts = { tag: "Results", access: "read", isServed: hasRegistry } as const;
  const one = {
    ...parts,
    path: `${API_ROOT}/${path}/{id}`,
    pathParameters: { id: pathParameter(`Id of the ${words}.`) },
  };
  return [
    {
      ...parts,
      method: "GET",
      path: `${API_ROOT}/${path}`,
      operationId: `list${name}Results`,
      summary: `List stored ${path}, the newest first.`,
      description: "The results of the caller's tenant.",
      queryParameters: { ...PAGE_PARAMETERS, work_id: idParameter("Only results about this work.", "wk") },
      answer: { name: "ResultPage" },
      run: fromRegistry(({ works }, { tenant, query }) =>
        works.results(tenant, kind, pageRequestOf(query), filterOf(query, "work_id")),
      ),
    },
    {
      ...one,
      method: "GET",
      operationId: `get${name}Result`,
      summary: `Get the stored result of one ${words}.`,
      description: "The result is as first returned. The work's history signs its digest.",
      answer: { name: "ResultAnswer" },
      problems: ["not_found"],
      run: fromRegistry(({ works }, { tenant, id }) => works.result(tenant, kind, id)),
    },
    {
      ...one,
      ...removal(({ works }, tenant, id) => works.removeResult(tenant, kind, id)),
      operationId: `delete${name}Result`,
      summary: `Delete the stored result of one ${words}.`,
      description: "The work's history still records it.",
    },
  ];
}

export const RESULTS: readonly Route[] = [
  ...resource("analyses", "analysis", "analysis"),
  ...resource("scores", "score", "score"),
  ...resource("probes", "probe", "probe"),
  ...resource("extractions", "extraction", "extraction"),
  ...resource("canaries", "canary", "canary"),
];
