/** A thread that answers heavy requests, with its own engine over the corpora of the process. */
import type { OpenEngine } from "../engine/engine.ts";
import { type EngineOrder, revisionsOf } from "./engines.ts";
import { type EngineInputs, withEngine } from "./inputs.ts";
import { answerOrders } from "./threads.ts";

export function answerQuestions(inputs: EngineInputs): void {
  // The corpora stay open as long as the thread lives.
  const engine = new Promise<OpenEngine>((resolve, reject) => {
    withEngine(inputs, async (opened) => {
      resolve(opened);
      await new Promise(() => {});
    }).catch(reject);
  });
  answerOrders(async ({ operation, request, revisions }: EngineOrder, signal) => {
    const own = await engine;
    if (revisionsOf(own) !== revisions) await own.refresh();
    return { result: await own[operation](request as never, { signal }) };
  });
}
