/**
 * Queries a model in batches until all questions are asked, the caller aborts, the time limit is reached or the model
 * fails.
 */

import type { HostOptions } from "../../base/contract/engine.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";

/** The outcome of one question. */
export interface ModelReply<Value> {
  value: Value;
  /** Hash of the model's reply, or of the reason why there is none. */
  hash: string;
}

export interface ModelQuestions<Question, Value> {
  /** Name of the work and unit of its count, as progress reports them. */
  stage: string;
  unit: Progress["unit"];
  /** Each batch holds the questions of one call. */
  batches: readonly (readonly Question[])[];
  /** Resolves to one reply per question, in order. */
  ask(batch: readonly Question[]): Promise<ModelReply<Value>[]>;
  /**
   * Gives the replies to a batch that is not asked because the time limit is reached. If absent, the loop ends there.
   */
  outOfTime?(batch: readonly Question[]): Promise<ModelReply<Value>[]>;
  /**
   * Gives the replies to the batch at which the model failed; the loop ends with them. If absent, the loop throws the
   * error.
   */
  failed?(batch: readonly Question[], error: unknown): ModelReply<Value>[];
}

/** Replies in the order of the questions; fewer than the questions if the loop ended early. */
export interface ModelReplies<Value> {
  values: Value[];
  hashes: string[];
  /** The error that the model threw, or `null`. */
  failure: unknown;
}

export function batchesOf<Question>(questions: readonly Question[], size: number): Question[][] {
  return Array.from({ length: Math.ceil(questions.length / size) }, (_, i) =>
    questions.slice(i * size, (i + 1) * size),
  );
}

/** @throws aborted; the model's error if `failed` is absent */
export async function askInBatches<Question, Value>(
  { stage, unit, batches, ask, outOfTime, failed }: ModelQuestions<Question, Value>,
  host: HostOptions,
): Promise<ModelReplies<Value>> {
  const total = sum(batches, ({ length }) => length);
  const replies: ModelReplies<Value> = { values: [], hashes: [], failure: null };
  for (const batch of batches) {
    const isOver = host.askUntil?.aborted === true;
    if (replies.failure !== null || (isOver && outOfTime === undefined)) break;
    throwIfAborted(host.signal);
    const answer = isOver ? outOfTime! : ask;
    const some = await answer(batch).catch((error: unknown) => {
      if (failed === undefined) throw error;
      throwIfAborted(host.signal);
      replies.failure = error;
      return failed(batch, error);
    });
    replies.values.push(...some.map(({ value }) => value));
    replies.hashes.push(...some.map(({ hash }) => hash));
    host.onProgress?.({ stage, done: replies.values.length, total, unit });
  }
  return replies;
}
