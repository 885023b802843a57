/** Audits of a corpus as jobs, and checks of quotations. */
import * as v from "valibot";
import type { Stage } from "../../../../base/contract/common.ts";
import type { QuotationResult } from "../../../../base/contract/operations/quotation.ts";
import { ignore } from "../../../../base/contract/schemas/common.ts";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import {
  boundedText,
  closedObject,
  contentText,
  listOf,
  oneOf,
  wholeNumber,
} from "../../../../base/contract/schemas/primitives.ts";
import { SpoliaError } from "../../../../base/errors.ts";
import { NAME_CHARACTERS_MAX } from "../../../../base/limits.ts";
import type { Corpus } from "../../../../corpus/search/corpus.ts";
import { checkQuotation } from "../../../../files/audit/quotation/quotation.ts";
import { succeeded } from "../../answer/answers.ts";
import { jobAnswer } from "../../batch/jobs.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { pathParameter } from "../../request/parameters.ts";
import { hasRegistry, type Route, type RouteCall } from "../../route.ts";

const ITEMS_MAX = 10_000;
const ITEM_FINDINGS_MAX = 100;
const ITEM_ID_CHARACTERS_MAX = 1_000;
const CORPORA_MAX = 100;

const auditRequestSchema = closedObject({
  items: listOf(closedObject({ id: boundedText(ITEM_ID_CHARACTERS_MAX), text: contentText }), 1, ITEMS_MAX),
  findings: v.optional(wholeNumber(1, ITEM_FINDINGS_MAX)),
  way: v.optional(oneOf(["searched", "streamed"])),
  ignore,
});

const quotationRequestSchema = closedObject({
  quotation: contentText,
  document: v.optional(contentText),
  corpora: v.optional(listOf(boundedText(NAME_CHARACTERS_MAX), 0, CORPORA_MAX)),
  ignore,
});

function corpusNamed({ service }: RouteCall, name: string) {
  const corpus = service.engine.corpus?.(name) ?? null;
  if (corpus !== null) return corpus;
  throw new SpoliaError("corpus_not_found", "This service has no corpus with that name.", {
    hint: `GET ${service.basePath}${API_ROOT}/corpora lists its corpora.`,
  });
}

/** Says which corpora were not searched because that sends text away. */
function withNotAsked(result: QuotationResult, notAsked: readonly Corpus[]): QuotationResult {
  const isInDocument = result.status !== "elsewhere" && result.status !== "nowhere";
  if (isInDocument || notAsked.length === 0) return result;
  const stages = notAsked.map(({ info }): Stage => {
    const reason =
      "Parts of the quotation would be sent to another machine: only a request whose corpora name it does that.";
    return { name: `search:${info.name}`, status: "skipped", reason };
  });
  return { ...result, completeness: { complete: false, stages: [...result.completeness.stages, ...stages] } };
}

export const AUDITS: readonly Route[] = [
  {
    method: "POST",
    path: `${API_ROOT}/corpora/{id}/audit`,
    operationId: "auditCorpus",
    tag: "Corpora",
    summary: "Find which documents of a corpus hold given texts.",
    description:
      "Creates a job: poll it. Its result is that of `spolia audit`; its input names the numbers of items and of texts that do not count only.",
    access: "analyze",
    pathParameters: { id: pathParameter("Name of the corpus.") },
    request: { name: "AuditRequest", schema: auditRequestSchema, example: examples.auditRequest },
    answer: { name: "JobAnswer", status: 202 },
    problems: ["corpus_not_found"],
    isServed: hasRegistry,
    async run(call) {
      const { name: corpus } = corpusNamed(call, call.path["id"]!).info;
      const request = parseRequest(auditRequestSchema, call.document);
      const { jobs } = call.service.registry!;
      return succeeded(jobAnswer(call, await jobs.create(call.caller.tenant, "corpus_audit", { corpus, ...request })));
    },
  },
  {
    method: "POST",
    path: `${API_ROOT}/quotations`,
    operationId: "checkQuotation",
    tag: "Attribution",
    summary: "Tell whether a quotation is in the cited document, or in a corpus.",
    description:
      "Corpora are searched where the document does not have it. A public index is asked only where it is named.",
    access: "analyze",
    request: { name: "QuotationRequest", schema: quotationRequestSchema, example: examples.quotationRequest },
    answer: { name: "QuotationAnswer" },
    problems: ["corpus_not_found"],
    isServed: ({ engine }) => engine.corpus !== undefined,
    async run(call) {
      const { quotation, document = null, corpora, ignore } = parseRequest(quotationRequestSchema, call.document);
      const names = corpora ?? call.service.engine.corpora.map(({ name }) => name);
      const opened = names.map((name) => corpusNamed(call, name));
      const searched = opened.filter(({ sendsText }) => corpora !== undefined || sendsText !== true);
      const result = await checkQuotation(quotation, document, { corpora: searched, ignore, signal: call.host.signal });
      return succeeded(
        withNotAsked(
          result,
          opened.filter((corpus) => !searched.includes(corpus)),
        ),
      );
    },
  },
];
