/** A service without keys, as it is by default: pages of other sites neither read nor change anything, in requests and in a browser. */
import { execFile } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { makePlace, type Place, type ServiceProcess, startService } from "./process/service.ts";

const VISITOR = join(import.meta.dirname, "../../house/runtimes/browsers/rebinding.js");
const SECRET = "an unpublished manuscript";
const folder = temporaryFolder();
let place: Place;
let service: ServiceProcess;

beforeAll(async () => {
  ({ place } = await makePlace(folder, async () => null));
  service = await startService(place);
  const registered = await asked(
    "127.0.0.1",
    "POST",
    "/api/v1/content/register",
    { "content-type": "application/json" },
    JSON.stringify({ content: SECRET, metadata: { title: SECRET } }),
  );
  expect(registered.status).toBe(201);
});
afterAll(async () => expect(await service.stop()).toBe(0));

/** A request to the service with any Host, which `fetch` does not send. */
function asked(
  host: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
  { port }: Pick<ServiceProcess, "port"> = service,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, method, path, headers: { ...headers, host: `${host}:${port}` } }, (response) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode!, text }));
    })
      .on("error", reject)
      .end(body);
  });
}

const WORKS = "/api/v1/works";
const JOBS = "/api/v1/jobs";
const count = async (path: string) =>
  (JSON.parse((await asked("127.0.0.1", "GET", path)).text) as { items: unknown[] }).items.length;

describe("requests", () => {
  test("under another name are refused, under its own answered", async () => {
    const evil = await asked("evil.example", "GET", WORKS, { origin: `http://evil.example:${service.port}` });
    expect([evil.status, evil.text.includes(SECRET)]).toEqual([403, false]);
    for (const host of notEmpty(["localhost", "127.0.0.1", "[::1]", "spolia.localhost"])) {
      const own = await asked(host, "GET", WORKS);
      expect([own.status, own.text.includes(SECRET)]).toEqual([200, true]);
    }
  });

  test("that any page could send change nothing, and those that say that they are none do", async () => {
    const verify = (headers: Record<string, string>) =>
      asked("127.0.0.1", "POST", "/api/v1/corpora/shelf/verify", headers);
    for (const headers of notEmpty<Record<string, string>>([
      {},
      { origin: "http://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "http://evil.example", "content-type": "application/json" },
      { origin: "null", "content-type": "text/plain" },
    ]))
      expect((await verify(headers)).status).toBe(403);
    expect((await verify({ "content-type": "application/json" })).status).toBeLessThan(300);
  });

  test("with keys, and with the names that an operator lists, any of these is answered under any of those", async () => {
    const listed = await startService({ ...place, allowedHost: ["spolia.example"] });
    try {
      expect((await asked("spolia.example", "GET", WORKS, {}, undefined, listed)).status).toBe(200);
      expect((await asked("evil.example", "GET", WORKS, {}, undefined, listed)).status).toBe(403);
    } finally {
      expect(await listed.stop()).toBe(0);
    }
    const withKeys = await makePlace(temporaryFolder(), async (registry) => {
      await registry.createTenant({ id: "one" });
      return registry.createKey("one");
    });
    const keyed = await startService(withKeys.place);
    try {
      const { key } = withKeys.made;
      const headers = { authorization: `Bearer ${key}` };
      expect((await asked("any.example", "GET", WORKS, headers, undefined, keyed)).status).toBe(200);
    } finally {
      expect(await keyed.stop()).toBe(0);
    }
  });
});

type Told = [path: string, status: number | string, text: string][];

test("a page in Chromium whose name was resolved anew, and one of another site, read and change nothing", async (context) => {
  const [works, jobs, keys] = [await count(WORKS), await count(JOBS), await count("/api/v1/keys")];
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [VISITOR, service.url], { maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stderr}`));
    });
  });
  const seen = JSON.parse(said) as { ofRebound: Told; ofOther: Told; ofOwn: Told } | { lacking: string };
  if ("lacking" in seen) {
    console.log(`skipped: ${seen.lacking}`);
    return void context.skip(seen.lacking);
  }
  for (const [, status, text] of notEmpty(seen.ofRebound))
    expect([status, text.includes(SECRET)]).toEqual([403, false]);
  for (const [, status, text] of notEmpty(seen.ofOther)) {
    expect(["failed", "opaque"]).toContain(status);
    expect(text).not.toContain(SECRET);
  }
  expect([await count(WORKS), await count(JOBS)]).toEqual([works, jobs]);
  // A page of the service itself reads and makes what it likes: one key.
  expect(seen.ofOwn.map(([, status]) => status)).toEqual([200, 200, 201]);
  expect(seen.ofOwn[0]![2]).toContain(SECRET);
  expect(await count("/api/v1/keys")).toBe(keys + 1);
});
