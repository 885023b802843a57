/**
 * One client from many sides: many calls at once, calls that are ended, a proxy of the environment, misspelled options. What a
 * list of scenarios cannot say, since each language has its own way. Go's are in `src/faces/client/go/client_test.go`.
 */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientOptions, Spolia } from "../../../../src/faces/client/typescript/index.ts";
import { skippable } from "../../../support/skippable.ts";
import { temporaryFolder } from "../../../support/suites/corpus/places.ts";
import { run } from "../generators/generated.ts";
import { PYTHON, PYTHON_SOURCES } from "./python.ts";

/** Tells what it was asked; says nothing about the text "silent"; sends those who ask below `/moved` elsewhere. */
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  if (body.includes("silent")) silenced(response);
  else if (request.url!.startsWith("/moved"))
    response.writeHead(307, { location: "/api/v1/attribution/analyze" }).end();
  else {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ success: true, asked: request.url, host: request.headers.host, ...JSON.parse(body || "{}") }),
    );
  }
});
// Node asks a proxy for a tunnel, which ends here.
server.on("connect", (_, socket) => {
  socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
  server.emit("connection", socket);
});
let silences = 0;
let endedSilences = 0;
function silenced(response: ServerResponse): void {
  silences++;
  server.emit("silence");
  response.on("close", () => {
    endedSilences++;
    server.emit("ended");
  });
}

let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("TypeScript", () => {
  const open = (options: ClientOptions = {}) => new Spolia({ apiKey: "sp_live_key", baseURL: url, ...options });

  test("two hundred calls at once get their own answers", async () => {
    const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
    const client = open();
    const answers = await Promise.all(texts.map((content) => client.analyze({ content })));
    expect(answers.map((one) => (one as unknown as { content: string }).content)).toEqual(texts);
  });

  test("a signal ends a call, and its connection", async () => {
    const controller = new AbortController();
    const call = open().analyze({ content: "silent" }, { signal: controller.signal });
    await once(server, "silence");
    const ended = once(server, "ended");
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "APIUserAbortError" });
    await ended;
    expect(endedSilences).toBe(silences);
  });

  test("a signal ends the wait for another attempt", async () => {
    const controller = new AbortController();
    const fetch = async () => {
      setTimeout(() => controller.abort(), 10);
      return new Response("{}", { status: 503, headers: { "retry-after": "50" } });
    };
    const call = open({ fetch }).analyze({ content: "a" }, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: "APIUserAbortError" });
  });

  test.each([
    [{ baseUrl: "http://127.0.0.1" }, "baseUrl is no option of the client. Did you mean baseURL?"],
    [{ timeout: 1 }, "timeout is no option of the client. Did you mean timeoutMs?"],
    [{ max_retries: 1 }, "max_retries is no option of the client. Did you mean maxRetries?"],
    [{ colour: "red" }, "colour is no option of the client. There are apiKey,"],
    [{ api_key: "sp_live_other" }, "apiKey and api_key are one option"],
    [{ headers: { "a b": "c" } }, 'headers has "a b"'],
  ])("an option that there is not is refused by name: %j", (options, says) => {
    expect(() => open(options as ClientOptions)).toThrow(says);
  });

  test("so is one of a call, before anything is sent", async () => {
    const client = open();
    const refused = (options: object) =>
      client.analyze({ content: "a" }, options).catch((error: unknown) => (error as Error).message);
    expect(await refused({ maxretries: 1 })).toBe("maxretries is no option of a call. Did you mean maxRetries?");
    expect(await refused({ apiKey: "sp_live_other" })).toContain("apiKey is no option of a call.");
    await expect(client.jobs.wait("job_1", { poll: 1 } as object)).rejects.toThrow("poll is no option of a call.");
    expect(
      await refused({ query: {}, headers: {}, timeoutMs: 60_000, maxRetries: 0, idempotencyKey: "k" }),
    ).toMatchObject({
      content: "a",
    });
  });

  test("a proxy of the environment is used where Node is told so", async () => {
    const program = [
      `import { Spolia } from ${JSON.stringify(join(import.meta.dirname, "../../../../src/faces/client/typescript/index.ts"))};`,
      `const client = new Spolia({ apiKey: "sp_live_key", baseURL: "http://service.invalid" });`,
      `console.log((await client.analyze({ content: "a" })).host);`,
    ].join("\n");
    const folder = temporaryFolder();
    writeFileSync(join(folder, "proxied.mjs"), program);
    const environment = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: url, NO_PROXY: "" };
    const printed = await run(process.execPath, ["proxied.mjs"], folder, environment);
    expect(printed).toBe("service.invalid\n");
  });
});

const isAbsent = PYTHON === null;
test.skipIf(isAbsent)(
  skippable(
    "Python: threads, cancelled tasks, a proxy, misspelled options, an interrupted start",
    isAbsent,
    "no httpx",
  ),
  async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "silent.mjs"), "setInterval(() => undefined, 1_000_000);");
    const program = join(import.meta.dirname, "run_together.py");
    const environment = { PYTHONPATH: PYTHON_SOURCES, PYTHONDONTWRITEBYTECODE: "1", NO_PROXY: "" };
    const told = JSON.parse(await run(PYTHON!, [program, url, "silent.mjs", process.execPath], folder, environment));
    const unexpected = (name: string) => expect.stringMatching(`^TypeError: .*unexpected keyword argument '${name}'`);
    expect(told).toEqual({
      misspelled: {
        client: unexpected("baseUrl"),
        "async client": unexpected("baseUrl"),
        options: unexpected("maxRetries"),
        call: unexpected("timeoutMs"),
        field: unexpected("contents"),
        list: unexpected("pageSize"),
        local: unexpected("corpus"),
        wait: "SpoliaClientError: poll must be a number of seconds above 0.",
        address: expect.stringContaining("base_url must be"),
        headers: expect.stringContaining("headers must be"),
      },
      threads: 200,
      moved: expect.stringMatching(/^APIStatusError: 307/),
      cancelled: ["CancelledError", "CancelledError"],
      after: 20,
      proxied: "http://service.invalid/api/v1/attribution/analyze",
      interrupted: true,
    });
  },
);
