/** Steps over corpora: texts are searched in them, or become one. */
import type { AnalyzeRequest } from "../../../base/contract/operations/analyze.ts";
import { isSpoliaError } from "../../../base/errors.ts";
import type { BuildOptions } from "../../../corpus/build/options.ts";
import type { EngineInputs } from "../../inputs/inputs.ts";
import { withEngine } from "../../inputs/inputs.ts";
import { writableAt } from "../../inputs/storages.ts";
import { documentOf, type PipeRecord, type PipeStep } from "./step.ts";

/** Answers each request with its result, or with the error that is about its text alone. */
export const analyze: PipeStep = async (settings, records, write) => {
  const { options, ...inputs } = settings as unknown as EngineInputs & Pick<AnalyzeRequest, "options">;
  await withEngine(inputs, async (engine) => {
    for await (const request of records as AsyncIterable<unknown> as AsyncIterable<AnalyzeRequest>) {
      try {
        write({ result: await engine.analyze({ content_type: "text", ...request, ...(options && { options }) }) });
      } catch (error) {
        if (!isSpoliaError(error) || !isOfText(error)) throw error;
        write({ error: { code: error.code, message: error.message } });
      }
    }
  });
  return {};
};

function isOfText({ code, fields }: { code: string; fields: readonly { pointer: string }[] }): boolean {
  if (code === "invalid_request") return fields.length > 0 && fields.every(({ pointer }) => pointer === "/content");
  return ["content_too_large", "document_invalid", "too_deep"].includes(code);
}

/** Builds a corpus of the documents; where there is none, none. */
export const build: PipeStep = async (settings, records) => {
  const { output, ...options } = settings as unknown as Omit<BuildOptions, "storage"> & { output: string };
  const { buildCorpus } = await import("../../../index.ts");
  try {
    const corpus = await buildCorpus(documentsOf(records), { ...options, storage: await writableAt(output) });
    await corpus.close();
    return { corpus: corpus.info };
  } catch (error) {
    if (isSpoliaError(error) && error.code === "no_documents") return { corpus: null };
    throw error;
  }
};

/** Merges the corpora of parts into one, in their order, and removes them. */
export const merge: PipeStep = async (settings) => {
  const { output, parts, ...options } = settings as unknown as BuildOptions & { output: string; parts: string[] };
  const { mergeCorpora } = await import("../../../corpus/index.ts");
  const storages = await Promise.all(parts.map(writableAt));
  const merged = await mergeCorpora(storages, { ...options, storage: await writableAt(output) });
  await merged.close();
  for (const part of storages) for (const name of await part.list()) await part.remove(name);
  return { corpus: merged.info };
};

async function* documentsOf(records: AsyncIterable<PipeRecord>) {
  for await (const record of records) yield documentOf(record);
}
