/** A service worker, which can import nothing while it runs: `spolia/worker`. Bundled as a classic script or as a module. */
import * as spolia from "spolia/worker";
import { workerResult } from "./use.js";

let result;
globalThis.addEventListener("message", ({ source }) => {
  result ??= workerResult(spolia).catch((error) => ({ failed: String(error?.stack ?? error) }));
  result.then((one) => source.postMessage(one));
});
