/** Asks a model: in batches, until all is asked, the caller stops, the time for asking is over or the model fails. */
import { sum } from "../base/numbers.ts";
import type { Progress } from "../contract/corpus.ts";
import type { HostOptions } from "../contract/engine.ts";
import { throwIfAborted } from "../errors.ts";

/** What came of one question. */
export interface ModelReply<Value> {
  value: Value;
  /** Of what the model answered, or why it did not. */
  hash: string;
}

export interface ModelQuestions<Question, Value> {
  /** How progress names the work, and what it counts. */
  stage: string;
  unit: Progress["unit"];
  /** Questions of one call each. */
  batches: readonly (readonly Question[])[];
  /** A reply to each question, in order. */
  ask(batch: readonly Question[]): Promise<ModelReply<Value>[]>;
  /** Replies to a batch that is left out because the time for asking is over. Without this the loop ends there. */
  outOfTime?(batch: readonly Question[]): Promise<ModelReply<Value>[]>;
  /** Replies to the batch that the model failed at, with which the loop ends. Without this the loop throws the error. */
  failed?(batch: readonly Question[], error: unknown): ModelReply<Value>[];
}

/** Replies in the order asked: fewer than questions where the loop ended early. */
export interface ModelReplies<Value> {
  values: Value[];
  hashes: string[];
  /** What the model threw, or `null`. */
  failure: unknown;
}

export function batchesOf<Question>(questions: readonly Question[], size: number): Question[][] {
  return Array.from({ length: Math.ceil(questions.length / size) }, (_, i) => questions.slice(i * size, (i + 1) * size));
}

/** @throws aborted; what the model throws, where `failed` is absent */
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
