/** Which names and which pages a service without keys answers to. */
import { describe, expect, test } from "vitest";
import { createFakeEngine } from "../fakeEngine.ts";
import { ANALYZE, analyzeRequest, handlerOver, problemOf } from "../requests.ts";

type Headers = Record<string, string>;
const JSON_TYPE = { "content-type": "application/json" };

const asked = (
  url: string,
  { method = "GET", headers = {}, ...options }: { method?: string; headers?: Headers } & Record<string, unknown> = {},
) => {
  const body = method === "POST" && url.endsWith(ANALYZE) ? JSON.stringify(analyzeRequest) : null;
  const handler = handlerOver(createFakeEngine(), { allowedHosts: [], ...options });
  return handler(new Request(url, { method, headers, ...(body !== null && { body: new Blob([body]) }) }));
};

describe("the name", () => {
  test.each([
    ...["http://localhost:8787", "http://spolia.localhost", "http://127.0.0.1:8787", "http://127.8.9.1"],
    ...["http://[::1]:8787", "http://192.168.1.5:8787", "http://[fd00::1]"],
  ])("%s is the service's own", async (origin) => {
    expect((await asked(`${origin}/livez`)).status).toBe(200);
    expect((await asked(`${origin}${ANALYZE}`, { method: "POST", headers: JSON_TYPE })).status).toBe(200);
  });

  test.each([
    ...["http://evil.example:8787", "http://localhost.evil.example", "http://127.0.0.1.evil.example:8787"],
    ...["http://evil-localhost:8787", "http://notlocalhost"],
  ])("%s is refused, for reads too", async (origin) => {
    for (const path of ["/livez", "/docs", "/", "/api/v1/models"]) {
      const response = await asked(origin + path);
      expect(response.status).toBe(403);
      expect(await problemOf(response)).toMatchObject({ code: "forbidden" });
    }
    expect((await asked(`${origin}${ANALYZE}`, { method: "POST", headers: JSON_TYPE })).status).toBe(403);
  });

  test("that the operator lists is allowed, also with keys", async () => {
    const allowedHosts = ["spolia.example"];
    for (const auth of [undefined, { apiKey: "k" }]) {
      expect((await asked("https://spolia.example/livez", { allowedHosts, auth })).status).toBe(200);
      expect((await asked("https://evil.example/livez", { allowedHosts, auth })).status).toBe(403);
    }
    expect((await asked("https://evil.example/livez", { allowedHosts: undefined })).status).toBe(200);
  });

  test.each(["", "https://spolia.example", "spolia.example:8787", "Spolia.example", "a b", "*"])(
    "%j is no name of a host",
    (name) => {
      expect(() => handlerOver(createFakeEngine(), { allowedHosts: [name] })).toThrowError(
        expect.objectContaining({
          code: "invalid_request",
          fields: [expect.objectContaining({ pointer: "/allowedHosts/0" })],
        }),
      );
    },
  );
});

describe("a request that changes something", () => {
  const URL_OF = `http://localhost:8787${ANALYZE}`;
  const postOf = async (headers: Headers, options = {}) =>
    (await asked(URL_OF, { method: "POST", headers, ...options })).status;

  test.each(["http://evil.example", "http://localhost:3000", "https://localhost.evil.example", "null"])(
    "of a page of %s is refused, unless the operator lets it call",
    async (origin) => {
      expect(await postOf({ origin, ...JSON_TYPE })).toBe(403);
      expect(await postOf({ origin, ...JSON_TYPE }, { cors: ["*"] })).toBe(200);
    },
  );

  test("of a page of the service, of a listed name, and of a listed origin is done", async () => {
    expect(await postOf({ origin: "http://localhost:8787", ...JSON_TYPE })).toBe(200);
    const allowedHosts = ["spolia.example"];
    expect(await postOf({ origin: "https://spolia.example", ...JSON_TYPE }, { allowedHosts })).toBe(200);
    const cors = ["http://localhost:3000"];
    expect(await postOf({ origin: cors[0]!, ...JSON_TYPE }, { cors })).toBe(200);
    expect(await postOf({ origin: "http://localhost:3001", ...JSON_TYPE }, { cors })).toBe(403);
  });

  // What a browser sends to any site without asking it first; a report of a policy violation among them.
  test.each<Headers>([
    {},
    { "content-type": "text/plain" },
    { "content-type": "multipart/form-data; boundary=x" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": "application/csp-report" },
    { accept: "application/json", "accept-language": "en" },
  ])("that any page could have sent, with %j alone, is refused", async (headers) => {
    expect(await postOf(headers)).toBe(403);
    // Whoever needs a key sends it in a header that no page sends by itself.
    expect(await postOf(headers, { auth: { apiKey: "k" } })).toBe(401);
  });

  test.each<Headers>([
    JSON_TYPE,
    { "content-type": "application/msgpack" },
    { "content-type": "application/x-ndjson" },
    { "idempotency-key": "a" },
    { authorization: "Bearer none" },
  ])("with %j comes from no page", async (headers) => {
    expect(await postOf(headers)).not.toBe(403);
  });
});
