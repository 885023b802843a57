import { expect, test } from "vitest";
import { ERROR_CODES, SpoliaError } from "../../../../src/base/errors.ts";
import { PROBLEM_KINDS, type Problem } from "../../../../src/service/http/answer/problems.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { allowedStatuses, openApi } from "../openApiDocument.ts";
import {
  ANALYZE,
  COMPARE,
  compareRequest,
  handlerOver,
  postJson,
  postMsgpack,
  problemOf,
  SCORE,
  scoreRequest,
  VALID,
} from "../requests.ts";

const throwing = (error: unknown) =>
  handlerOver(
    createFakeEngine(() => {
      throw error;
    }),
  );

test.each(ERROR_CODES.map((code) => [code]))(
  "%s has a status, a title and a type that leads to its explanation",
  async (code) => {
    const fields = [{ pointer: "/content", detail: "must be shorter" }];
    const error = new SpoliaError(code, "What happened.", { hint: "What to do.", fields });
    const response = await throwing(error)(postJson(ANALYZE, VALID[0]![1]));
    const { status, title } = PROBLEM_KINDS[code];
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = await problemOf(response);
    expect(problem).toMatchObject({
      success: false,
      title,
      status,
      code,
      request_id: response.headers.get("x-request-id"),
    });
    const [path, pointer] = problem.type.split("#");
    expect(path).toBe("/api/v1/openapi.json");
    expect((await openApi()).resolve(`#${pointer}`)).toMatchObject({ value: { code, status, title } });
    const told = status < 500;
    expect(problem.detail === "What happened: /content must be shorter.").toBe(told);
    expect(problem.hint).toBe(told ? "What to do." : undefined);
    expect(problem.errors).toEqual(told ? fields : []);
  },
);

test("a thrown value that is not a SpoliaError is internal, without details", async () => {
  const secret = "quokka at /srv/data";
  const imitation = Object.assign(new Error(secret), { name: "SpoliaError", code: "made_up" });
  for (const thrown of [
    new Error(secret),
    new TypeError(secret),
    imitation,
    secret,
    null,
    undefined,
    { message: secret },
  ]) {
    for (const ask of [postJson, postMsgpack]) {
      const response = await throwing(thrown)(ask(SCORE, scoreRequest, { accept: "application/json" }));
      const text = await response.text();
      expect(response.status).toBe(500);
      expect(JSON.parse(text)).toMatchObject({ code: "internal", errors: [] });
      expect(text).not.toMatch(/quokka|srv|\.ts|at /);
    }
  }
});

test("a fault of the host contains no path", async () => {
  const error = new SpoliaError("storage_failed", "Cannot read /srv/data/books.spolia.", { hint: "Check /srv/data." });
  expect(await (await throwing(error)(postJson(COMPARE, compareRequest))).text()).not.toContain("/srv");
});

test("errors from another copy of the package are recognised by name and code", async () => {
  const foreign = Object.assign(new Error("No such model."), {
    name: "SpoliaError",
    code: "unknown_model",
    hint: "Ask.",
    fields: [],
  });
  const problem: Problem = await problemOf(await throwing(foreign)(postJson(SCORE, scoreRequest)));
  expect(problem).toMatchObject({ code: "unknown_model", detail: "No such model.", hint: "Ask." });
});

test("a problem is MessagePack on request, and JSON if neither is accepted", async () => {
  const handler = handlerOver();
  const packed = await handler(postMsgpack(ANALYZE, {}, { accept: "application/vnd.msgpack" }));
  expect(packed.headers.get("content-type")).toBe("application/vnd.msgpack");
  expect(await problemOf(packed)).toMatchObject({ code: "invalid_request", success: false });
  const neither = await handler(postJson(ANALYZE, VALID[0]![1], { accept: "text/html" }));
  expect(neither.status).toBe(406);
  expect(neither.headers.get("content-type")).toBe("application/problem+json");
  expect((await problemOf(neither)).code).toBe("not_acceptable");
});

test("every status that an operation can answer with is in the document", async () => {
  for (const [path] of VALID) {
    const statuses = await allowedStatuses(path, "post");
    expect(statuses).toEqual(expect.arrayContaining([200, 400, 404, 406, 413, 415, 500, 503]));
    expect(statuses).not.toContain(401);
  }
  expect(await allowedStatuses(ANALYZE, "post", { hasAuth: true })).toContain(401);
});
