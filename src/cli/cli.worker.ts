/** Entry of every thread of the command line; `workerData` names its task. */
import { isMainThread, workerData } from "node:worker_threads";
import { answerQuestions } from "./engine.worker.ts";
import { indexChunks } from "./indexer.worker.ts";
import type { ThreadTask } from "./inputs.ts";

if (!isMainThread) {
  const given = workerData as ThreadTask;
  if (given.task === "index chunks") indexChunks();
  else answerQuestions(given.inputs);
}
