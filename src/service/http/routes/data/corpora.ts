/** The corpora that this service searches, and fingerprints to compare without sending a text. */
import * as v from "valibot";
import { toBase64 } from "../../../../base/bytes/bytes.ts";
import type { CorpusInfo, SourceFiles } from "../../../../base/contract/resources/corpus.ts";
import { partial } from "../../../../base/contract/schemas/common.ts";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { closedObject, contentText, contentType, wholeNumber } from "../../../../base/contract/schemas/primitives.ts";
import { sectionsFit, sectionsSchema } from "../../../../base/contract/schemas/sections.ts";
import { SpoliaError } from "../../../../base/errors.ts";
import { MATCHES_MAX } from "../../../../base/limits.ts";
import { fingerprint } from "../../../../core/fingerprint/fingerprint.ts";
import { isccTextCode } from "../../../../core/fingerprint/iscc.ts";
import { succeeded } from "../../answer/answers.ts";
import { jobAnswer } from "../../batch/jobs.ts";
import type { AnswerDocuments } from "../../openapi/documents.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { BODY_VALUES_PLACED_MAX } from "../../request/limits.ts";
import { pathParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageOf } from "../../request/query.ts";
import { hasRegistry, type Route, type RouteCall } from "../../route.ts";

const searchRequestSchema = v.pipe(
  closedObject({
    content: contentText,
    content_type: v.optional(contentType),
    sections: v.optional(sectionsSchema),
    max_matches: v.optional(wholeNumber(1, MATCHES_MAX)),
    partial,
  }),
  sectionsFit(),
);

const fingerprintRequestSchema = closedObject({ content: contentText });

const CORPUS_PARAMETERS = { id: pathParameter("Name of the corpus.") };

/** A corpus as callers see it. */
export function shown({ unread, provenance, ...info }: CorpusInfo): AnswerDocuments["CorpusAnswer"]["corpus"] {
  // Counts and hashes only: the names of files belong to their owner.
  return {
    ...info,
    unread: unread && { inputs: unread.inputs, kinds: unread.kinds },
    provenance: provenance && { ...provenance, sources: provenance.sources && withoutNames(provenance.sources) },
  };
}

const withoutNames = ({ files, bytes, digest }: SourceFiles) => ({ files, bytes, digest });

function corpusOf({ service, path }: RouteCall) {
  const info = service.engine.corpora.find(({ name }) => name === path["id"]);
  if (info !== undefined) return info;
  throw new SpoliaError("corpus_not_found", "This service has no corpus with that name.", {
    hint: `GET ${service.basePath}${API_ROOT}/corpora lists its corpora.`,
  });
}

export const CORPORA: readonly Route[] = [
  {
    method: "GET",
    path: `${API_ROOT}/corpora`,
    operationId: "listCorpora",
    tag: "Corpora",
    summary: "List the corpora of this service, sorted by name.",
    description: "`method` of every result contains their revisions.",
    access: "read",
    queryParameters: PAGE_PARAMETERS,
    answer: { name: "CorpusPage" },
    run({ service, query }) {
      const sorted = [...service.engine.corpora].sort((one, other) => (one.name < other.name ? -1 : 1));
      return succeeded(pageOf(sorted.map(shown), ({ name }) => name, query, "corpora"));
    },
  },
  {
    method: "GET",
    path: `${API_ROOT}/corpora/{id}`,
    operationId: "getCorpus",
    tag: "Corpora",
    summary: "Get the size, revision and settings of a corpus.",
    description: "Equal revisions have equal content, on whichever machine they were built.",
    access: "read",
    pathParameters: CORPUS_PARAMETERS,
    answer: { name: "CorpusAnswer" },
    problems: ["corpus_not_found"],
    run: (call) => succeeded({ corpus: shown(corpusOf(call)) }),
  },
  {
    method: "POST",
    path: `${API_ROOT}/corpora/{id}/search`,
    operationId: "searchCorpus",
    tag: "Corpora",
    summary: "Find the passages that a text and one corpus share.",
    description: "The matches and coverage of `analyze`, without verdict, attribution and risk.",
    access: "analyze",
    pathParameters: CORPUS_PARAMETERS,
    request: {
      name: "SearchRequest",
      schema: searchRequestSchema,
      example: examples.searchRequest,
      valuesMax: BODY_VALUES_PLACED_MAX,
    },
    answer: { name: "SearchAnswer" },
    problems: ["corpus_not_found"],
    async run(call) {
      const { name } = corpusOf(call);
      const { max_matches, partial, content, content_type, sections } = parseRequest(
        searchRequestSchema,
        call.document,
      );
      const { matches, coverage, offset_unit, completeness, method } = await call.service.engine.analyze(
        {
          content,
          content_type: content_type ?? "text",
          sections,
          options: { corpora: [name], max_matches, partial, reworded: false },
        },
        call.host,
      );
      return succeeded({ matches, coverage, offset_unit, completeness, method });
    },
  },
  {
    method: "GET",
    path: `${API_ROOT}/corpora/{id}/documents/{doc}`,
    operationId: "getCorpusDocument",
    tag: "Corpora",
    summary: "Get the record of a document of a corpus.",
    description: "Use the id of the document in results, percent-encoded. The response does not contain its text.",
    access: "read",
    pathParameters: { ...CORPUS_PARAMETERS, doc: pathParameter("Id of the document.") },
    answer: { name: "CorpusDocumentAnswer" },
    problems: ["corpus_not_found", "unknown_document"],
    isServed: ({ engine }) => engine.corpus !== undefined,
    async run(call) {
      const corpus = call.service.engine.corpus?.(corpusOf(call).name);
      const document = (await corpus?.document(call.path["doc"]!)) ?? null;
      if (document !== null) return succeeded({ document });
      throw new SpoliaError("unknown_document", "The corpus has no document with this id.", {
        hint: "Use the id of the document in results, percent-encoded.",
      });
    },
  },
  {
    method: "POST",
    path: `${API_ROOT}/corpora/{id}/verify`,
    operationId: "verifyCorpus",
    tag: "Corpora",
    summary: "Check every byte of a corpus.",
    description:
      "Creates a job: poll it. Its result lists the damaged files and where they are damaged. A repeated request while the job is queued or running returns the same job.",
    access: "analyze",
    pathParameters: CORPUS_PARAMETERS,
    answer: { name: "JobAnswer", status: 202 },
    problems: ["corpus_not_found"],
    isServed: hasRegistry,
    async run(call) {
      const { name } = corpusOf(call);
      return succeeded(
        jobAnswer(
          call,
          await call.service.registry!.jobs.create(call.caller.tenant, "corpus_verify", { corpus: name }),
        ),
      );
    },
  },
  {
    method: "POST",
    path: `${API_ROOT}/fingerprints`,
    operationId: "createFingerprint",
    tag: "Corpora",
    summary: "Compute the fingerprint of a text.",
    description:
      "Use `fingerprint_data` instead of the text in `compare` and `score`. The text cannot be restored from it, but short texts can be guessed.",
    access: "analyze",
    request: { name: "FingerprintRequest", schema: fingerprintRequestSchema, example: examples.fingerprintRequest },
    answer: {
      name: "FingerprintAnswer",
    },
    async run({ document }) {
      const { content } = parseRequest(fingerprintRequestSchema, document);
      const [print, iscc] = await Promise.all([fingerprint(content), isccTextCode(content)]);
      return succeeded({
        fingerprint: print.id,
        iscc,
        words: print.lengthWords,
        fingerprint_data: toBase64(print.bytes),
      });
    },
  },
];
