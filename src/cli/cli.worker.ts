/** The file that every thread of the command line runs: its data says what for. */
import { isMainThread, workerData } from "node:worker_threads";
import { answerQuestions } from "./engine.worker.ts";
import { indexChunks } from "./indexer.worker.ts";
import type { ThreadTask } from "./inputs.ts";

if (!isMainThread) {
  const given = workerData as ThreadTask;
  if (given.task === "index chunks") indexChunks();
  else answerQuestions(given.inputs);
}
