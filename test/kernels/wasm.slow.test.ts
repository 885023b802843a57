/** The same with all runs: `npm run test:slow`. */
import "./wasm.test.ts";
