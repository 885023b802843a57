/** The suite as an application runs it, whose bundler found the library in `node_modules`. */
import * as library from "./library.js";
import { runSuite } from "./suite.js";

export const report = () => runSuite(library, "wasm").catch((error) => ({ failed: String(error?.stack ?? error) }));
