/** A worker that loads nothing while it runs. */
import * as spolia from "spolia/worker";
import { workerResult } from "./workers.use.js";

globalThis.postMessage(await workerResult(spolia));
