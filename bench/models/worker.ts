/** A thread of a study: trains the models of its seeds, one after the other, and keeps what it observed. */
import { parentPort, workerData } from "node:worker_threads";
import { wasmBackend } from "./kernels.ts";
import { keep, type Task } from "./study.ts";

const { module, kind, seeds, cache } = workerData as Task;
const backend = await wasmBackend(module);
for (const seed of seeds) {
  keep(cache, kind, seed, backend);
  parentPort?.postMessage(seed);
}
