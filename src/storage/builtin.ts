/** Node's built-in modules, loaded on demand: importing the engine loads none of them. */
import { SpoliaError } from "../errors.ts";

interface Builtins {
  "node:crypto": typeof import("node:crypto");
  "node:dns": typeof import("node:dns");
  "node:fs": typeof import("node:fs");
  "node:fs/promises": typeof import("node:fs/promises");
  "node:http": typeof import("node:http");
  "node:https": typeof import("node:https");
  "node:net": typeof import("node:net");
  "node:os": typeof import("node:os");
  "node:path": typeof import("node:path");
  "node:sqlite": typeof import("node:sqlite");
  "node:stream": typeof import("node:stream");
  "node:url": typeof import("node:url");
  "node:worker_threads": typeof import("node:worker_threads");
  "node:zlib": typeof import("node:zlib");
}

const NO_FILE_SYSTEM = {
  message: "This runtime has no file system.",
  hint: "Hand documents to buildCorpus yourself, and open corpora through a storage of your own.",
};

/**
 * @param lacking message and hint of the error where the module is missing
 * @throws unsupported_runtime where there is no such module, as in a browser
 */
export function builtin<Name extends keyof Builtins>(name: Name, lacking = NO_FILE_SYSTEM): Builtins[Name] {
  const found: unknown = globalThis.process?.getBuiltinModule?.(name);
  if (found !== undefined) return found as Builtins[Name];
  throw new SpoliaError("unsupported_runtime", lacking.message, { hint: lacking.hint });
}
