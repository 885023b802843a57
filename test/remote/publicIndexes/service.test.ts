/** A service with a public index: nothing is sent for requests that do not name it, and jobs ask it in the background. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NaiveServer } from "./naive/server.ts";
import { DOCUMENTS, HALF_COPIED, INDEX, indexOf } from "./world.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const NAME = `infini-gram:${INDEX}`;
let server: NaiveServer;
let service: ChildProcess;
let url: string;

beforeAll(async () => {
  server = await NaiveServer.start({ [INDEX]: indexOf("infini-gram", DOCUMENTS) });
  const index = ["--index-address", server.url, "--index-dataset", "the-pile", "--no-index-cache"];
  const serve = ["serve", "--port", "0", "--json", "--log", "none", "--threads", "1", "--corpus", NAME, ...index];
  service = spawn(process.execPath, [CLI, ...serve], { stdio: ["ignore", "pipe", "inherit"] });
  url = await new Promise((resolve) => {
    let text = "";
    service.stdout!.on("data", (chunk) => {
      text += chunk;
      const [, found] = /"url": "([^"]+)"/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
});
afterAll(async () => {
  const ended = new Promise((resolve) => service.once("exit", resolve));
  service.kill("SIGTERM");
  await ended;
  await server[Symbol.asyncDispose]();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("a quotation is looked for in an index that is named, and nowhere else", async () => {
  const quotation = HALF_COPIED.split(" ").slice(0, 60).join(" ");
  const checked = async (more: object) => (await post("/quotations", { quotation, ...more })).json();
  expect(await checked({})).toMatchObject({
    status: "nowhere",
    completeness: {
      complete: false,
      stages: expect.arrayContaining([expect.objectContaining({ name: `search:${NAME}`, status: "skipped" })]),
    },
  });
  expect(server.received).toEqual([]);
});

test("a request that does not name the index sends nothing; one that does lists what was sent", async () => {
  const silent = await post("/attribution/analyze", { content: HALF_COPIED });
  expect(silent.status).toBe(200);
  const { completeness } = (await silent.json()) as { completeness: { stages: { name: string; status: string }[] } };
  expect(completeness.stages).toContainEqual(expect.objectContaining({ name: `search:${NAME}`, status: "skipped" }));
  expect(server.received).toEqual([]);
  const named = await post("/attribution/analyze", { content: HALF_COPIED, options: { corpora: [NAME] } });
  const result = (await named.json()) as { verdict: string; method: { corpora: { index: { sent: string[] } }[] } };
  expect(result.verdict).toBe("match");
  expect(result.method.corpora[0]!.index.sent).toEqual([...new Set(server.queries)].sort());
});

test("a job asks the index in the background", async () => {
  const requests = [{ content: HALF_COPIED, options: { corpora: [NAME] } }];
  const accepted = await post("/attribution/analyze/batch", { requests }, { prefer: "respond-async" });
  expect(accepted.status).toBe(202);
  const { job_id } = (await accepted.json()) as { job_id: string };
  const state = async () => ((await (await fetch(`${url}/api/v1/jobs/${job_id}`)).json()) as { status: string }).status;
  await expect.poll(state).toBe("done");
  const lines = await (await fetch(`${url}/api/v1/jobs/${job_id}/results`)).text();
  expect(JSON.parse(lines.split("\n")[0]!).result.verdict).toBe("match");
});
