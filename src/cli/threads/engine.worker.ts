/** A thread that answers heavy requests, with its own engine over the corpora of the process. */

import type { OperationName } from "../../base/contract/operations.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import { OPERATIONS } from "../../engine/operations.ts";
import { markValid } from "../../engine/requests.ts";
import { type EngineInputs, withEngine } from "../inputs/inputs.ts";
import { type EngineOrder, type ParseOrder, revisionsOf } from "./engines.ts";
import { collectingGarbage } from "./garbage.ts";
import { answerOrders } from "./threads.ts";

export function answerQuestions(inputs: EngineInputs): void {
  // The corpora stay open as long as the thread lives. Public indexes are asked by the main thread, which keeps their
  // answers; here results only say that they were not asked.
  const engine = new Promise<OpenEngine>((resolve, reject) => {
    const stay = async (opened: OpenEngine) => {
      resolve(opened);
      await new Promise(() => {});
    };
    withEngine({ ...inputs, indexCache: false }, stay).catch(reject);
  });
  answerOrders(async (order: EngineOrder | ParseOrder, signal) => {
    if ("body" in order)
      return { result: (await import("../../service/http/request/parseBody.ts")).parseBody(order.body, order.form) };
    const { operation, request, revisions, isLarge } = order;
    const own = await engine;
    if (revisionsOf(own) !== revisions) await own.refresh();
    const valid = (await alreadyValid(operation, request)) as never;
    const answer = async () => ({ result: await own[operation](valid, { signal }) });
    return isLarge ? collectingGarbage(answer) : answer();
  });
}

/** The main thread has validated the request; its mark is lost on the way here. */
async function alreadyValid(operation: OperationName, request: object): Promise<object> {
  const { schema } = await OPERATIONS[operation].load();
  return markValid<object>(schema, request);
}
