/** Entry of every thread of the command line; `workerData` names its task. */
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { backUpFile } from "../../service/store/sqlite/backup.ts";
import { answerStore } from "../../service/store/sqlite/thread.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { hideSqliteWarning } from "../terminal/warnings.ts";
import { comparePairsOf } from "./comparer.worker.ts";
import { answerQuestions } from "./engine.worker.ts";
import { indexChunks } from "./indexer.worker.ts";
import type { DocumentLook } from "./looks.ts";
import { readDocumentsOf } from "./reader.worker.ts";
import { stepBack } from "./threads.ts";

if (!isMainThread) {
  hideSqliteWarning();
  const given = workerData as ThreadTask & { niceness?: number };
  stepBack(given.niceness ?? 0);
  if (given.task === "index chunks") indexChunks();
  else if (given.task === "read documents") readDocumentsOf(given.look as DocumentLook | undefined);
  else if (given.task === "compare pairs") comparePairsOf(given.work);
  else if (given.task === "keep records") answerStore(parentPort!, given.path);
  else if (given.task === "back up records") backUpFile(given.path, given.to);
  else answerQuestions(given.inputs);
}
