/** Node's built-in modules, which Deno and Bun have too, loaded on demand: importing the engine loads none of them. */

export interface Builtins {
  "node:buffer": typeof import("node:buffer");
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

/** The module, or undefined where the runtime has none of that name, as in a browser. */
export function builtinIfAny<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  return globalThis.process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
}
