/** Real answers, by a real engine over a small corpus, have the published form exactly: no field more, none less. */
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../../src/catalogue/index.ts";
import { type AnalyzeResult, buildCorpus, createEngine, type ScoreResult } from "../../../../src/index.ts";
import { createHandler } from "../../../../src/service/http/serve/handler.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { inOnePart, isObject, type JsonSchema, violations } from "../jsonSchema.ts";
import { openApi } from "../openApiDocument.ts";
import { postJson } from "../requests.ts";

const random = seeded(91);
const WORK = zipfText(random, 120);
const corpus = await buildCorpus(
  [
    { id: "whole", title: "The work", text: WORK },
    ...Array.from({ length: 12 }, (_, i) => ({ id: `other-${i}`, text: zipfText(random, 150) })),
  ],
  { name: "books", dataset: "gutenberg-pg19" },
);
const handler = createHandler({ engine: await createEngine({ corpora: [corpus], catalogue: await loadCatalogue() }) });
const { document, resolve } = await openApi();

/** Words that stand nowhere in the corpus. */
const NONSENSE = zipfText(random, 100);

/** As answers are published they may gain fields: here they may not. */
function closed(schema: JsonSchema): JsonSchema {
  const parts = Object.entries(schema).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.map(closedPart) : closedPart(part),
  ]);
  const whole = Object.fromEntries(parts) as JsonSchema;
  return isObject(whole["properties"]) && !("additionalProperties" in whole)
    ? { ...whole, additionalProperties: false }
    : whole;
}
const closedPart = (part: unknown): unknown => (isObject(part) ? closed(part) : part);

const tokens = [...WORK.matchAll(/\S+\s*/g)].map(({ 0: word, index }) => ({
  start: index,
  end: index + word.length,
  logprob: -2,
}));
const words = (from: number, to: number) => WORK.split(/\s+/).slice(from, to).join(" ");

const REQUESTS: readonly [path: string, request: object][] = [
  ["attribution/analyze", { content: WORK, options: { iscc: true } }],
  ["attribution/analyze", { content: "Nothing of this stands anywhere." }],
  ["attribution/score", { content: WORK, target_model: "eleutherai/pythia", jurisdiction: "DE" }],
  ["compare", { a: WORK, b: WORK.slice(0, 300) }],
  [
    "compare/all",
    { texts: [{ id: "a", content: WORK }], references: [{ id: "b", content: WORK.slice(0, 300) }], options: {} },
  ],
  ["assess", { content: WORK, target_model: "eleutherai/pythia-12b" }],
  [
    "extract",
    {
      work: { content: WORK },
      windows: { unit: "words", prefix: 10, suffix: 10, select: "census" },
      observations: {
        model: "elsewhere/model",
        retrieval: "absent",
        continued: [
          { prefix: words(0, 10), temperature: 0, continuations: [{ text: words(10, 20), finish: "length" }] },
        ],
      },
    },
  ],
  [
    "probe",
    {
      suspects: [{ id: "work", text: WORK }],
      observations: {
        ...{ model: "elsewhere/model", retrieval: "absent" },
        texts: { work: { text: { tokens, vocabulary_size: null } } },
      },
    },
  ],
  ["corpora/books/search", { content: WORK }],
  ["fingerprints", { content: WORK }],
];

test("score states the ratio of the match that analyze states", async () => {
  const ask = async (path: string, request: object) => (await handler(postJson(`/api/v1/${path}`, request))).json();
  for (const content of notEmpty([WORK, words(0, 60), NONSENSE])) {
    const { log10_lr: ratio } = (await ask("attribution/analyze", { content })) as AnalyzeResult;
    const request = { content, target_model: "eleutherai/pythia", jurisdiction: "DE" };
    const { channels } = (await ask("attribution/score", request)) as ScoreResult;
    const match = channels.find(({ name }) => name === "match")!;
    const log10Of = (one: number) => Number(Math.log10(one).toFixed(4));
    expect([match.lr!, ...match.ci_95!].map(log10Of)).toEqual([ratio!.estimate, ratio!.lo, ratio!.hi]);
  }
});

describe.each(REQUESTS)("%s", (path, request) => {
  test("responses match the OpenAPI document, and a damaged response does not", async () => {
    const response = await handler(postJson(`/api/v1/${path}`, request));
    const answer = (await response.json()) as Record<string, unknown>;
    expect([response.status, answer["detail"]]).toEqual([200, undefined]);
    const template = `/api/v1/${path.replace("/books/", "/{id}/")}`;
    const { schema } = document.paths[template]!["post"]!.responses["200"]!.content["application/json"]!;
    const strict = (reference: string) => closed(inOnePart(resolve(reference), resolve));
    const found = (value: unknown) => violations(value, schema, strict);
    expect(found(answer)).toEqual([]);
    expect(found({ ...answer, extra: 1 })).not.toEqual([]);
    for (const name of notEmpty(strict(schema["$ref"] as string)["required"] as string[])) {
      const { [name]: _, ...without } = answer;
      expect(found(without), name).not.toEqual([]);
      expect(found({ ...answer, [name]: { damaged: true } }), name).not.toEqual([]);
    }
  });
});
