/** Starts a worker of Node, Deno or Bun; with the argument `main` it does what `spolia` does without one, and writes that to stdout. */
import * as spolia from "../../../../build/index.js";
import { workerResult } from "./use.js";

const inside = new URL("inside.js", import.meta.url);

if (globalThis.process?.argv[2] === "main") console.log(JSON.stringify(await workerResult(spolia)));
else if (globalThis.Worker !== undefined) new Worker(inside, { type: "module" });
else {
  const { Worker } = globalThis.process.getBuiltinModule("node:worker_threads");
  new Worker(inside);
}
