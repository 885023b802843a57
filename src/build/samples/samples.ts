/**
 * Writes one sample of each result, which the OpenAPI document and the tests use:
 *
 *   node src/build/samples/samples.ts
 *
 * They are the requests that the OpenAPI document shows, answered by the engine over `openings.json`, the first
 * paragraphs of six novels in the public domain. The name of its dataset is one that models are documented to have
 * trained on, so that the samples show attributions; nobody compared these texts with that dataset. The documents of
 * the demonstration are no fixed corpus: they depend on the platform and on the versions of the installed packages.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Engine } from "../../base/contract/engine.ts";
import type { OperationName, RequestOf } from "../../base/contract/operations.ts";
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { loadCatalogue } from "../../catalogue/catalogue.ts";
import { buildCorpus } from "../../corpus/build/build.ts";
import { createEngine } from "../../engine/engine.ts";
import * as examples from "../../service/http/openapi/examples.ts";
import { OPERATION_ROUTES } from "../../service/http/routes/findings/operations.ts";

const REQUESTS = {
  ...Object.fromEntries(OPERATION_ROUTES.map(({ operationId, request }) => [operationId, request!.example])),
  identify: examples.fingerprintRequest,
} as { readonly [Name in OperationName]: RequestOf<Name> };

/** What the file holds. The same sources give the same bytes. */
async function samplesText(): Promise<string> {
  const openings = readFileSync(new URL("openings.json", import.meta.url), "utf8");
  const documents = JSON.parse(openings) as CorpusDocument[];
  await using corpus = await buildCorpus(documents, { name: "gutenberg", dataset: "the-pile" });
  const engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue() });
  const lines: string[] = [];
  for (const name of Object.keys(REQUESTS) as OperationName[])
    lines.push(
      `  ${name}: ${JSON.stringify(shortened(await answer(engine, name)), null, 2).replaceAll("\n", "\n  ")},`,
    );
  return [
    "/** Results of the requests in examples.ts, lists shortened to two items. Written by src/build/samples/samples.ts. */",
    'import type { OperationName, ResultOf } from "../../src/base/contract/operations.ts";',
    "",
    "export const SAMPLES: { readonly [Name in OperationName]: ResultOf<Name> } = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

function answer<Name extends OperationName>(engine: Engine, name: Name): Promise<object> {
  const ask = engine[name] as (request: RequestOf<Name>) => Promise<object>;
  return ask(REQUESTS[name]);
}

/** Every list keeps its first two items, so that intervals stay whole. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}

writeFileSync(new URL("../../../build/generated/samples.ts", import.meta.url), await samplesText());
