/** A request is validated once, whichever way it comes, and every way refuses the same requests with the same error. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { analyzeRequestSchema } from "../../src/base/contract/schemas/operations/analyze.ts";
import { compareRequestSchema } from "../../src/base/contract/schemas/operations/compare.ts";
import { identifyRequestSchema } from "../../src/base/contract/schemas/operations/identify.ts";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { main } from "../../src/cli/program.ts";
import { type EngineOrder, revisionsOf, threadedEngine } from "../../src/cli/threads/engines.ts";
import { Threads } from "../../src/cli/threads/threads.ts";
import { markValid, validated } from "../../src/engine/requests.ts";
import { type AnalyzeRequest, createEngine, isSpoliaError, type OpenEngine } from "../../src/index.ts";
import { OPERATION_ROUTES } from "../../src/service/http/routes/findings/operations.ts";
import { createHandler } from "../../src/service/http/serve/handler.ts";
import { fakeTerminal } from "../cli/terminal.ts";
import { post, postJson } from "../service/http/requests.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { seeded, zipfText } from "../support/texts.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-requests-"));
const engine = await createEngine({ corpora: [], catalogue: await loadCatalogue() });
const threaded = threadedEngine(engine, {}, { count: 1 });
const HEAVY = zipfText(seeded(7), 4_000);

afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await threaded.close();
  rmSync(folder, { recursive: true, force: true });
});

type Ask = (request: unknown) => Promise<unknown>;
const methodOf = (of: OpenEngine, name: string) => (of as unknown as Record<string, Ask>)[name]!;
const settled = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

/** How often a schema validates a value while `work` runs. */
async function validations(schema: object, work: () => Promise<unknown>): Promise<number> {
  const run = vi.spyOn(schema as { "~run": () => unknown }, "~run");
  await work();
  return run.mock.calls.length;
}

const OPERATIONS = notEmpty(OPERATION_ROUTES).map(({ operationId, path, request }) => ({
  ...{ name: operationId, path },
  ...{ schema: request!.schema, example: request!.example },
}));

describe("a request is validated once", () => {
  test.each(OPERATIONS)("$name: by a library", async ({ name, schema, example }) => {
    expect(await validations(schema, () => settled(methodOf(engine, name)(example)))).toBe(1);
  });

  test.each(OPERATIONS)("$name: by an engine with threads", async ({ name, schema, example }) => {
    expect(await validations(schema, () => settled(methodOf(threaded, name)(example)))).toBe(1);
  });

  test.each(OPERATIONS)(
    "$name: over HTTP, by an engine with and without threads",
    async ({ path, schema, example }) => {
      for (const one of [engine, threaded]) {
        const handler = createHandler({ engine: one });
        const count = await validations(schema, () => Promise.resolve(handler(postJson(path, example))));
        expect(count).toBe(1);
        vi.restoreAllMocks();
      }
    },
  );

  test("identify", async () => {
    for (const one of [engine, threaded]) {
      expect(await validations(identifyRequestSchema, () => one.identify({ content: "It was" }))).toBe(1);
      vi.restoreAllMocks();
    }
  });

  test("each request of analyzeMany, and of both forms of a batch", async () => {
    const requests = ["It was the best", "of times"].map((content): AnalyzeRequest => ({ content }));
    const many = async () => {
      for await (const _ of engine.analyzeMany(requests));
    };
    expect(await validations(analyzeRequestSchema, many)).toBe(2);
    vi.restoreAllMocks();
    const path = "/api/v1/attribution/analyze/batch";
    const lines = requests.map((one) => JSON.stringify(one)).join("\n");
    const asLines = () => post(path, lines, { "content-type": "application/x-ndjson" });
    for (const body of [() => postJson(path, { requests }), asLines]) {
      const handler = createHandler({ engine: threaded });
      let answer = "";
      const ask = async () => {
        answer = await (await handler(body())).text();
      };
      expect(await validations(analyzeRequestSchema, ask)).toBe(2);
      expect(answer.match(/"success":true,"result"/g)).toHaveLength(2);
      vi.restoreAllMocks();
    }
  });

  test("heavy content: by the main thread, and not by the thread that answers", async () => {
    const request = { content: HEAVY, content_type: "text" };
    expect(await validations(analyzeRequestSchema, () => methodOf(threaded, "analyze")(request))).toBe(1);
    const threads = new Threads<EngineOrder, { fingerprint: string }>({
      ...{ file: "cli.worker", data: { task: "answer questions", inputs: {} }, count: 1, hint: "" },
    });
    // A validation would refuse the field that nobody knows.
    const order = {
      operation: "analyze" as const,
      request: { ...request, unknown: 1 },
      revisions: revisionsOf(engine),
      isLarge: false,
    };
    const { fingerprint } = await threads.ask(order).finally(() => threads.close());
    expect(fingerprint).toBe((await engine.identify({ content: HEAVY })).fingerprint);
  });

  test("by a command", async () => {
    const files = ["a.txt", "b.txt"].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, "It was the best of times, it was the worst of times");
    const terminal = fakeTerminal();
    expect(await validations(compareRequestSchema, () => main(["compare", ...files], terminal))).toBe(1);
    expect(terminal.err()).toBe("");
  });
});

describe("every path rejects invalid requests", () => {
  test.each(OPERATIONS)("$name, with the same code and fields", async ({ name, path, example }) => {
    const handler = createHandler({ engine: threaded });
    for (const bad of [{ ...example, unknown: 1 }, {}, { ...example, model: 7, target_model: 7 }, null, [example]]) {
      const refused = await settled(methodOf(engine, name)(bad));
      if (!isSpoliaError(refused)) throw new Error(`${name} takes ${JSON.stringify(bad)}`);
      expect(refused.code).toBe("invalid_request");
      const { code, fields } = refused;
      expect(await settled(methodOf(threaded, name)(bad))).toMatchObject({ code, fields });
      const problem = await (await handler(postJson(path, bad))).json();
      expect(problem).toMatchObject({ code, errors: fields });
    }
  });

  test("an object is validated again when the caller passes it again", async () => {
    const request: Record<string, unknown> = { content: "It was" };
    for (const one of [engine, threaded]) {
      await methodOf(one, "analyze")(request);
      expect(await settled(methodOf(one, "analyze")({ ...request, content_type: "no" }))).toMatchObject({
        code: "invalid_request",
      });
      request["content_type"] = "no";
      expect(await settled(methodOf(one, "analyze")(request))).toMatchObject({
        fields: [{ pointer: "/content_type" }],
      });
      delete request["content_type"];
    }
  });

  test("a getter and a proxy are read once: the validated value is used", async () => {
    for (const one of [engine, threaded]) {
      const contents = ["It was the best of times", 7, 7, 7];
      const changing = {
        get content() {
          return contents.shift();
        },
      };
      const expected = await engine.identify({ content: "It was the best of times" });
      expect(await methodOf(one, "identify")(changing)).toEqual(expected);
      let reads = 0;
      const proxy = new Proxy(
        { content: "It was the best of times" },
        { get: (target, name) => (name === "content" && reads++ > 0 ? {} : Reflect.get(target, name)) },
      );
      expect(await methodOf(one, "identify")(proxy)).toEqual(expected);
    }
  });

  test("a request that is valid for one operation is not accepted for another", () => {
    const request = validated(identifyRequestSchema, { content: "It was" });
    expect(validated(identifyRequestSchema, request)).toBe(request);
    expect(() => validated(compareRequestSchema, request)).toThrow("invalid");
    expect(validated(analyzeRequestSchema, markValid(analyzeRequestSchema, request))).toBe(request);
  });
});

test.each(OPERATIONS)("$name: a signal that has fired ends it before it begins", async ({ name, example }) => {
  for (const one of [engine, threaded]) {
    const call = (one as unknown as Record<string, (request: object, host: object) => Promise<unknown>>)[name]!;
    await expect(call(example, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  }
});

test("an order whose signal has fired reaches no thread, and its bytes stay with the caller", async () => {
  const threads = new Threads<object, never>({ file: "nowhere.worker", count: 1, hint: "No such file." });
  const { buffer } = new Uint8Array(8);
  const asked = threads.ask({ buffer }, { transfer: [buffer], signal: AbortSignal.abort() });
  await expect(asked).rejects.toMatchObject({ code: "aborted" });
  expect(buffer.byteLength).toBe(8);
  await threads.close();
});
