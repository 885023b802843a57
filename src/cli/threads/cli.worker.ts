/** Entry of the threads of the command line but those of builds; `workerData` names the task. */
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { backUpFile } from "../../service/store/sqlite/backup.ts";
import { answerStore } from "../../service/store/sqlite/thread.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { hideSqliteWarning } from "../terminal/warnings.ts";
import { comparePairsOf } from "./comparer.worker.ts";
import { answerQuestions } from "./engine.worker.ts";
import { readDocumentsOf } from "./looker.worker.ts";
import type { DocumentLook } from "./looks.ts";
import { stepBack } from "./threads.ts";

if (!isMainThread) {
  hideSqliteWarning();
  const given = workerData as ThreadTask & { niceness?: number };
  stepBack(given.niceness ?? 0);
  if (given.task === "read documents") readDocumentsOf(given.look as DocumentLook | undefined);
  else if (given.task === "compare pairs") comparePairsOf(given.work);
  else if (given.task === "keep records") answerStore(parentPort!, given.path);
  else if (given.task === "back up records") backUpFile(given.path, given.to);
  else answerQuestions(given.inputs);
}
