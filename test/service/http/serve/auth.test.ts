import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeyCheck } from "../../../../src/service/http/serve/auth.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { ANALYZE, analyzeRequest, get, handlerOver, ORIGIN, postJson, problemOf } from "../requests.ts";

/** The bytes of a text as a header carries them. */
const inHeader = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

test("only the complete key is accepted", async () => {
  const keys = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .filter((key) => /^[^\s\p{Cc}\p{Surrogate}]*$/u.test(key));
  await fc.assert(
    fc.asyncProperty(keys, keys, async (key, other) => {
      const check = createKeyCheck(key);
      expect(await check(`Bearer ${inHeader(key)}`)).toBe(true);
      expect(await check(`bearer ${inHeader(key)}`)).toBe(true);
      expect(await check(`Bearer ${inHeader(other)}`)).toBe(key === other);
      expect(await check(`Bearer ${inHeader(key)}x`)).toBe(false);
      expect(await check(`Bearer ${inHeader(key.slice(1))}`)).toBe(false);
      expect(await check(inHeader(key))).toBe(false);
    }),
  );
  const check = createKeyCheck("sp_live_x");
  for (const header of [null, "", "Bearer", "Bearer ", "Basic sp_live_x", "Bearer sp_live_x,", "Bearer SP_LIVE_X"]) {
    expect(await check(header)).toBe(false);
  }
});

test("a key that is invalid in a header is rejected when the handler is created", () => {
  for (const apiKey of ["", " ", " key", "key ", "k\ney", "k\0ey"]) {
    expect(() => createKeyCheck(apiKey)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  }
});

test("operations check the key before they read the body; documents need no key", async () => {
  const engine = createFakeEngine();
  const handler = handlerOver(engine, { auth: { apiKey: "sp_live_x" } });
  let wasRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        wasRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/json" };
  const refused = await handler(
    new Request(ORIGIN + ANALYZE, { method: "POST", body, headers, duplex: "half" } as RequestInit),
  );
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="spolia"');
  expect(await problemOf(refused)).toMatchObject({ code: "unauthorized", hint: expect.stringContaining("Send") });
  expect(wasRead).toBe(false);
  expect(engine.calls).toEqual([]);

  const wrong = await handler(postJson(ANALYZE, analyzeRequest, { authorization: "Bearer sp_live_y" }));
  expect(wrong.status).toBe(401);
  expect((await problemOf(wrong)).hint).toContain("Check the key");
  const right = await handler(postJson(ANALYZE, analyzeRequest, { authorization: "Bearer sp_live_x" }));
  expect(right.status).toBe(200);
  for (const path of ["/livez", "/readyz", "/api/v1/openapi.json"]) expect((await handler(get(path))).status).toBe(200);
});
