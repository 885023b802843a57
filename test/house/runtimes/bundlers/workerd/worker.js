/**
 * A worker of workerd, which compiles no WebAssembly from bytes: `/twin` runs the suite as `spolia` comes, `/slim` gives `spolia/slim` the
 * module that workerd compiled.
 */

import wasm from "spolia/engine.wasm";
import * as slim from "spolia/slim";
import * as library from "./library.js";
import { runSuite } from "./suite.js";
import { workerResult } from "./use.js";

const ANSWERS = { "/twin": () => runSuite(library, "twin"), "/slim": () => workerResult(slim, wasm) };

export default {
  fetch(request) {
    const answer = ANSWERS[new URL(request.url).pathname]();
    return answer.then(Response.json, (error) => Response.json({ failed: String(error?.stack ?? error) }));
  },
};
