/** Clients in TypeScript, made from the document that a service serves: they compile strictly and call this service. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skippable } from "../../../support/skippable.ts";
import { openForClients, run, used } from "../generators/generated.ts";

const inModules = (...path: string[]): string => join(import.meta.dirname, "../node_modules", ...path);

let service: Awaited<ReturnType<typeof openForClients>>;
beforeAll(async () => {
  service = await openForClients();
});
afterAll(() => service.close());

const isAbsent = !existsSync(inModules());
describe.skipIf(isAbsent)(skippable("clients in TypeScript", isAbsent, "npm ci --prefix test/faces/client"), () => {
  test.each([
    ["openapi-typescript", inModules("openapi-typescript/bin/cli.js"), ["openapi.json", "-o", "types.ts"]],
    ["hey-api", inModules("@hey-api/openapi-ts/bin/run.js"), ["-i", "openapi.json", "-o", "hey"]],
  ])("%s makes a client that compiles and calls the service", async (name, program, args) => {
    const { folder, url, key, content } = service;
    await run(process.execPath, [program, ...args], folder);
    const use = await used(folder, name);
    expect(await use(url, key, content)).toEqual({ verdict: "match", keys: 1 });
  });
});
