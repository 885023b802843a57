/** `assess`: estimates the risk that a model has memorised a work, from corpora and catalogue. No model is queried. */
import type { HostOptions } from "../base/contract/engine.ts";
import type { AssessRequest, AssessResult } from "../base/contract/operations/assess.ts";
import { assessRequestSchema } from "../base/contract/schemas/operations/assess.ts";
import { exclusionOf, type KnownOfText } from "../catalogue/graph/exclusion.ts";
import type { TrainingPath } from "../catalogue/graph/lineage.ts";
import { assessMemorisation } from "./evidence/assessment.ts";
import { caveatsOfCopies, copiesIn, rarityOf } from "./evidence/copies.ts";
import { stageOf } from "./steps/completeness.ts";
import { judge } from "./steps/confidence.ts";
import { readContent } from "./steps/content.ts";
import { catalogueOf, type EngineContext, methodOf, type OperationCode, resultId } from "./steps/context.ts";
import { languageOf } from "./steps/language.ts";
import { NO_CORPUS, searchCorpora } from "./steps/search.ts";

export const assessOperation: OperationCode<"assess"> = { schema: assessRequestSchema, answer: assess };

async function assess(context: EngineContext, request: AssessRequest, host: HostOptions): Promise<AssessResult> {
  const catalogue = catalogueOf(context);
  const model = catalogue.model(request.target_model);
  const content = readContent(context, request);
  const { language, parameters } = await languageOf(context, content, request);

  const known: KnownOfText = { published: request.metadata?.published, language };
  const documented = context.corpora
    .flatMap(({ info }) => catalogue.trainedOn(info.dataset, known.published, known.language, model.id))
    .filter((path) => path.evidence === "documented");
  const paths = documented.filter((path) => exclusionOf(known, path) === null);
  const datasets = new Set(paths.map(({ dataset }) => dataset));
  const corpora = context.corpora.filter(({ info }) => datasets.has(info.dataset));

  const outcome = await searchCorpora(context, corpora, content, host, request.options);
  const { words } = outcome.coverage;
  const counted = corpora.map((corpus) => {
    const own = outcome.ofCorpora([corpus]);
    return copiesIn(corpus.info, own.significant, words, judge(context, own, [corpus]).verdict);
  });
  const reason = corpora.length > 0 ? null : whyNone(context, documented, known);
  const status = reason === null ? "measured" : "not_measured";
  const copies: AssessResult["copies"] = { status, datasets: counted, reason };
  const { level, because, factors, expected_extraction } = assessMemorisation({
    catalogue,
    model,
    requestedName: request.target_model,
    paths,
    copies,
    lengthWords: words,
    rarityBitsPerWord: rarityOf(outcome.significant[0]),
  });
  const method = methodOf(context, corpora, { parameters, uncounted: outcome.uncounted });
  return {
    assess_id: await resultId("as", method, request),
    model_id: model.id,
    level,
    because,
    factors,
    copies,
    expected_extraction,
    caveats: caveatsOfCopies(outcome.complete, method.corpora),
    method,
    completeness: {
      complete: outcome.complete && level !== "insufficient_evidence",
      stages: [
        ...(reason === null ? outcome.stages : [stageOf("search", "skipped", reason)]),
        stageOf("model_probing", "skipped", "`assess` asks no model."),
      ],
    },
  };
}

function whyNone({ corpora }: EngineContext, documented: readonly TrainingPath[], known: KnownOfText): string {
  if (corpora.length === 0) return NO_CORPUS;
  if (documented.length > 0) return exclusionOf(known, documented[0]!)?.because ?? "";
  const held = [...new Set(corpora.map(({ info }) => info.dataset))].sort().join(", ");
  return `No corpus holds a dataset that this model is documented to have trained on. The corpora hold: ${held}.`;
}
