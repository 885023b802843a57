/** What a worker of Node, Deno or Bun does: its result goes to stdout as JSON, and it ends. */
import * as spolia from "../../../../build/worker.js";
import { workerResult } from "./use.js";

console.log(JSON.stringify(await workerResult(spolia)));
globalThis.close?.(); // a thread of Node ends by itself
