/** The corpora of this service by the protocols of public indexes: for clients that know infini-gram. */
import { openObject } from "../../../../base/contract/schemas/primitives.ts";
import { loadKernels } from "../../../../core/kernels/load.ts";
import { answerIndexQuery } from "../../../../remote/publicIndexes/serve.ts";
import { answer } from "../../answer/answers.ts";
import { JSON_TYPE } from "../../answer/negotiate.ts";
import { API_ROOT } from "../../paths.ts";
import type { Route, RouteCall } from "../../route.ts";

const queryExample = {
  index: "essays",
  query_type: "count",
  query: "it was the best of times it was the worst of times",
};

const routeOf = (kind: "infini-gram" | "infini-gram-mini", name: "infiniGram" | "infiniGramMini"): Route => ({
  method: "POST",
  path: `${API_ROOT}/indexes/${kind}`,
  operationId: name,
  tag: "Corpora",
  summary: `Ask a corpus as ${kind} is asked.`,
  description:
    "`count`, `find` and `get_doc_by_rank` of strings of 12 words and more; `index` names a corpus. Refusals are strings `error` with status 200.",
  access: "analyze",
  request: { name: "IndexQuery", schema: openObject({}), example: queryExample },
  answer: { name: "IndexQueryAnswer" },
  isServed: ({ engine }) => engine.corpus !== undefined,
  run: async (call) => answer(200, await answerOf(call, kind), JSON_TYPE),
});

async function answerOf({ document, service, host }: RouteCall, kind: "infini-gram" | "infini-gram-mini") {
  const { index } = (document ?? {}) as { index?: unknown };
  const corpus = typeof index === "string" ? (service.engine.corpus?.(index) ?? null) : null;
  // A public index is not asked on behalf of those who did not name it as one.
  if (corpus === null || corpus.sendsText === true)
    return { error: "Invalid index: it must name a corpus of this service." };
  return answerIndexQuery({ kernels: await loadKernels(), corpus, kind, request: document, signal: host.signal });
}

export const INDEXES: readonly Route[] = [
  routeOf("infini-gram", "infiniGram"),
  routeOf("infini-gram-mini", "infiniGramMini"),
];
