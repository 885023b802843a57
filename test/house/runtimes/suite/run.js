/** The suite in Node, Deno and Bun, without a permission where the runtime knows such. Writes its result to stdout as JSON. */
import * as library from "./library.js";
import { runSuite } from "./suite.js";

console.log(JSON.stringify(await runSuite(library, "wasm")));
