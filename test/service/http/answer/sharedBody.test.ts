/** Documents that are the same for everyone cost once what they cost, whoever asks for them and however often. */
import { describe, expect, test } from "vitest";
import { createMemoryStore, createRegistry } from "../../../../src/service/index.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { get, handlerOver } from "../requests.ts";

const TIMES = 200;
const SCRIPT = new TextEncoder().encode("/* the worker of the page */ ".repeat(50_000));

async function opened() {
  const engine = createFakeEngine();
  const registry = await createRegistry(engine, createMemoryStore());
  return handlerOver(engine, { registry, auth: {}, page: new Map([["worker.js", SCRIPT]]) });
}

/** Time on a processor, of all threads: that of others on the machine is not in it. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe.each(["br", "gzip", "identity"])("with %s", (coding) => {
  test.each(["/docs", "/api/v1/openapi.json", "/worker.js", "/status"])(
    "%s is read as cheaply as a check",
    async (path) => {
      const handler = await opened();
      const read = async (from: string) => {
        const response = await handler(get(from, { "accept-encoding": coding }));
        expect(response.status).toBe(200);
        // As the server sends it: without a copy of its own.
        for await (const piece of response.body!) void piece;
      };
      const times = (from: string) =>
        cpuMsOf(async () => {
          for (let i = 0; i < TIMES; i++) await read(from);
        });
      await times("/livez");
      await read(path);
      const check = await times("/livez");
      // Made, hashed or compressed anew each time, it would be more than a hundred times as much.
      expect((await times(path)) / check).toBeLessThan(20);
    },
  );
});

test("many responses hold the bytes of one", async () => {
  const handler = await opened();
  const responses = [];
  const before = process.memoryUsage();
  for (let i = 0; i < TIMES; i++) responses.push(await handler(get("/worker.js")));
  const rise = process.memoryUsage().arrayBuffers - before.arrayBuffers;
  expect(rise).toBeLessThan((TIMES * SCRIPT.length) / 4);
  expect((await responses.at(-1)!.arrayBuffer()).byteLength).toBe(SCRIPT.length);
});
