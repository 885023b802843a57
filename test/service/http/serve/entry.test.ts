/** The handler of `spolia/service` runs in Deno, Bun and browsers: nothing that it reaches is Node's own or made for Node. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const IMPORT = /^(?:import|export)\s[^;]*?from "([^"]+)"|^import "([^"]+)"/gm;

/** Everything that a file reaches by static imports of values: files of ours, and names of packages. */
function reached(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen;
  seen.add(file.href);
  for (const [statement, from, bare] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const specifier = (from ?? bare)!;
    if (/^(?:import|export) type /.test(statement)) continue;
    if (specifier.startsWith(".")) reached(new URL(specifier, file), seen);
    else seen.add(specifier);
  }
  return seen;
}

test("the entry imports the handler and no Node built-in", () => {
  const names = [...reached(new URL("../../../../src/service/http/serve/handler.ts", import.meta.url))];
  expect(names.filter((name) => name.endsWith("/http/request/body.ts"))).toHaveLength(1);
  const packages = names.filter((name) => !name.startsWith("file:")).sort();
  expect(packages).toEqual([
    "@msgpack/msgpack",
    "@valibot/to-json-schema",
    "hono",
    "hono/etag",
    "htmlparser2",
    "valibot",
  ]);
});

test("the same check finds Node built-ins where they are used", () => {
  expect([...reached(new URL("../../../../src/service/http/serve/serve.ts", import.meta.url))]).toEqual(
    expect.arrayContaining(["node:http", "@hono/node-server"]),
  );
});
