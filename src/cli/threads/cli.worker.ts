/** Entry of the threads of the command line but those of builds; `workerData` names the task. */
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { backUpFile } from "../../service/store/sqlite/backup.ts";
import { answerStore } from "../../service/store/sqlite/thread.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { hideSqliteWarning } from "../terminal/warnings.ts";
import { answerQuestions } from "./engine.worker.ts";
import { stepBack } from "./threads.ts";

if (!isMainThread) {
  hideSqliteWarning();
  const given = workerData as ThreadTask & { niceness?: number };
  stepBack(given.niceness ?? 0);
  if (given.task === "keep records") answerStore(parentPort!, given.path);
  else if (given.task === "back up records") backUpFile(given.path, given.to);
  else answerQuestions(given.inputs);
}
