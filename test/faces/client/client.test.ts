/** The client in TypeScript has every operation of the service, and a running service answers it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientMethods } from "../../../src/build/clients/surface.ts";
import { AuthenticationError, NotFoundError, Spolia } from "../../../src/faces/client/typescript/index.ts";
import { CLIENT_VERSION } from "../../../src/faces/client/typescript/version.ts";
import { createMemoryStore } from "../../../src/service/index.ts";
import { documentText, type OpenApi } from "../../service/http/openApiDocument.ts";
import { CONTENT, openServed, type Served } from "../../service/http/served.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { run } from "./generators/generated.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Operations that stand at two paths, and are one method. */
const SECOND_PATHS = ["addMonitor", "registerWork"];

describe("the surface", () => {
  test("has every operation of the document", async () => {
    const { paths } = JSON.parse(await documentText(true)) as OpenApi;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const wanted = operations.filter(({ deprecated }) => !deprecated).map(({ operationId }) => operationId);
    expect(wanted.length).toBeGreaterThan(90);
    const has = new Set(clientMethods().map(({ operationId }) => operationId));
    expect(wanted.filter((id) => !has.has(id)).sort()).toEqual(SECOND_PATHS);
  });

  test("is what the client has", () => {
    const client = new Spolia({ apiKey: null }) as unknown as Record<string, Record<string, unknown>>;
    for (const { resource, name } of notEmpty(clientMethods())) {
      const owner = resource === "" ? client : client[resource];
      expect(owner?.[name], `${resource}.${name}`).toBeTypeOf("function");
    }
  });

  test("an address in the place of options is refused with the names of the options", () => {
    expect(() => new Spolia("http://127.0.0.1:8787" as never)).toThrow("must be an object of these fields: apiKey, ");
  });

  test("the version is that of the package", () => {
    expect(CLIENT_VERSION).toBe(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version);
  });
});

describe("a running service", () => {
  let served: Served;
  let key: string;
  let client: Spolia;
  beforeAll(async () => {
    served = await openServed(createMemoryStore());
    await served.registry.createTenant({ id: "t" });
    ({ key } = await served.registry.createKey("t"));
    client = new Spolia({ apiKey: key, baseURL: served.url });
  });
  afterAll(() => served.close());

  test("analyses, and names the exchange", async () => {
    const { data, requestId } = await client.analyze({ content: CONTENT }).withResponse();
    expect(data.verdict).toBe("match");
    expect(requestId).toMatch(/\S/);
  });

  test("registers works once however often one key is sent, and lists them page by page", async () => {
    const texts = [0, 1, 2, 3, 4].map((i) => CONTENT.slice(i * 40));
    for (const [i, content] of texts.entries()) {
      const request = { content, title: `work ${i}` };
      const first = await client.works.register(request, { idempotencyKey: `work-number-${i}` });
      expect(await client.works.register(request, { idempotencyKey: `work-number-${i}` })).toEqual(first);
    }
    const titles: unknown[] = [];
    for await (const { metadata } of client.works.list({ page_size: 2 })) titles.push(metadata?.title);
    expect(titles.sort()).toEqual(texts.map((_, i) => `work ${i}`));
  });

  test("answers a batch as it goes, and as a job", async () => {
    const requests = [{ content: CONTENT }, { content: "too short" }, { content: CONTENT.slice(100) }];
    const verdicts = async (lines: AsyncIterable<{ success: boolean }>) => {
      const found: unknown[] = [];
      for await (const line of lines) found.push("result" in line && (line.result as { verdict: string }).verdict);
      return found;
    };
    const wanted = ["match", "insufficient_evidence", "match"];
    expect(await verdicts(client.batches.analyze({ requests }))).toEqual(wanted);
    const job = await client.batches.submit({ requests });
    await served.scheduler.start();
    expect(await verdicts(client.jobs.follow(job.job_id, { pollMs: 10 }))).toEqual(wanted);
    expect((await client.jobs.wait(job.job_id, { pollMs: 10 })).status).toBe("done");
  });

  test("refuses with typed errors", async () => {
    await expect(client.works.get(`wk_${"0".repeat(22)}`)).rejects.toBeInstanceOf(NotFoundError);
    const wrong = client.withOptions({ apiKey: "sp_live_wrong" });
    await expect(wrong.usage.list()).rejects.toBeInstanceOf(AuthenticationError);
    // @ts-expect-error: a content is text
    const error = await client.analyze({ content: 1 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 400, code: "invalid_request", errors: [{ pointer: "/content" }] });
  });

  test("runs the first example of the README as it is printed", async () => {
    const text = readFileSync(join(ROOT, "src/faces/client/typescript/README.md"), "utf8");
    const [, example] = /```ts\n([^`]*)```/.exec(text)!;
    const folder = temporaryFolder();
    const entry = join(ROOT, "src/faces/client/typescript/index.ts");
    const source = example!.replace("spolia/client", entry).replace("http://127.0.0.1:8787", served.url);
    expect(source).not.toBe(example);
    writeFileSync(join(folder, "example.ts"), source);
    const printed = await run(process.execPath, ["example.ts"], folder, { SPOLIA_API_KEY: key });
    expect(printed).toMatch(/^\w+ \d+(?:\.\d+)? \d+\n$/);
  });
});
