/** A worker that loads nothing while it runs. */
import * as spolia from "spolia/worker";
import { workerResult } from "./use.js";

workerResult(spolia).then((found) => globalThis.postMessage(found));
