/**
 * Gets the scores of texts in a probe, from a model or from records, and checks, hashes and reduces them to positions.
 */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { ModelAnswer, ModelConnector, ScoredText } from "../../base/contract/resources/model.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { faultOf, type Position, positionsOf } from "../../models/membership/positions.ts";
import { askInBatches, type ModelReplies, type ModelReply } from "../steps/ask.ts";
import { type EngineContext, modelNamed } from "../steps/context.ts";

/** One text that the model is to score. */
export interface ScoreQuestion {
  content: string;
  /** UTF-16 index; only tokens from here on count. */
  from: number;
  /** Where it stands in the request, as a JSON pointer. */
  pointer: string;
}

/** The model's scores of a text, or the reason why there are none. */
export type TextScore = { positions: Position[] } | { unanswered: string };

type ScoreAnswer = ModelAnswer<ScoredText>;

/** Texts per call. It is bounded so that the signal is checked and progress is reported between calls. */
export const BATCH = 64;
/** Whole rows of one text take about 200 MB. */
const BATCH_OF_ROWS = 1;

export const batchOf = ({ scores }: ModelConnector): number => (scores === "rows" ? BATCH_OF_ROWS : BATCH);

/** Replaces a reply after the host's time limit. */
const OUT_OF_TIME = { status: "unanswered", reason: "budget", detail: "the time limit was reached" } as const;

/** @throws model_not_configured, model_cannot */
export function scoringModel(context: EngineContext, name: string | undefined, pointer: string): ModelConnector {
  const model = modelNamed(context, name, pointer);
  if (model.scores !== "none") return model;
  throw new SpoliaError("model_cannot", "This model gives no log-probabilities of texts.", {
    hint: "Use a model that does, or use `extract`, which needs only continuations.",
    fields: [{ pointer, detail: "must name a model that scores texts" }],
  });
}

export function scoresFrom(model: ModelConnector, { signal }: HostOptions) {
  return (batch: readonly ScoreQuestion[]): Promise<ScoreAnswer[]> =>
    model.logprobs(
      batch.map(({ content }) => content),
      { signal },
    );
}

/** @throws observations_invalid, aborted, and the errors of `answer` */
export function askScores<Question extends ScoreQuestion>(
  kernels: Kernels,
  stage: string,
  batches: readonly (readonly Question[])[],
  answer: (batch: readonly Question[]) => Promise<ScoreAnswer[]>,
  host: HostOptions,
): Promise<ModelReplies<TextScore>> {
  const read = async (batch: readonly Question[], answers: readonly ScoreAnswer[]) => {
    if (answers.length !== batch.length) throw invalid("", "are not one for each text");
    const replies: ModelReply<TextScore>[] = [];
    for (const [i, question] of batch.entries())
      replies.push({ hash: await hashOf(answers[i]!), value: scoreOf(kernels, question, answers[i]!) });
    return replies;
  };
  return askInBatches(
    {
      stage,
      unit: "texts",
      batches,
      ask: async (batch) => read(batch, await answer(batch)),
      outOfTime: (batch) =>
        read(
          batch,
          batch.map(() => OUT_OF_TIME),
        ),
    },
    host,
  );
}

function scoreOf(kernels: Kernels, { content, from, pointer }: ScoreQuestion, answer: ScoreAnswer): TextScore {
  if (answer.status === "unanswered") return { unanswered: `${answer.reason}: ${answer.detail}` };
  const fault = faultOf(answer.answer, content);
  if (fault !== null) throw invalid(pointer, fault);
  const positions = positionsOf(kernels, answer.answer, content, from);
  if (typeof positions === "string") throw invalid(pointer, positions);
  return { positions };
}

function invalid(pointer: string, fault: string): SpoliaError {
  return new SpoliaError("observations_invalid", `The scores of a text ${fault}.`, {
    hint: "Log-probabilities are natural logarithms, zero at most, one for each token of the text, in order; null where there is none.",
    fields: [{ pointer, detail: `has scores that ${fault}` }],
  });
}

async function hashOf(answer: ScoreAnswer): Promise<string> {
  if (answer.status === "unanswered") return sha256(canonicalJson(answer));
  const { tokens, vocabulary_size, rows } = answer.answer;
  const reported = await sha256(canonicalJson(JSON.parse(JSON.stringify({ tokens, vocabulary_size }))));
  if (rows === undefined) return reported;
  return `${reported}/${await sha256(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength))}`;
}
