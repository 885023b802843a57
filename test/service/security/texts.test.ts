/** Texts that break things, in every place of every operation that takes one. */
import { beforeAll, describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { type FuzzOperation, type FuzzWorld, openFuzzWorld } from "../http/fuzz/world.ts";
import { undeclared } from "../http/openApiDocument.ts";
import { vectors } from "../http/request/vectors.ts";
import { bodyOf, ORIGIN } from "../http/requests.ts";

/** Ours, so that the suite holds without the public list too. */
const OWN: readonly string[] = [
  ...[
    "\u0000",
    "a\u0000b",
    "\u202egnp.exe",
    "\u2066\u2069",
    "\ufeff",
    "\uffff",
    "\r\nSet-Cookie: a=b",
    "\u2028",
    "\u0085",
    "\u001b[31m",
  ],
  ...[
    "../../etc/passwd",
    "..%2f..%2f",
    "%00",
    "%c0%ae",
    "C:\\nul",
    "file:///etc/passwd",
    "{{7*7}}",
    "__proto__",
    "constructor",
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE works; --',
    "%' ESCAPE '",
    "\u0027\u02bc",
    "1e999",
    "NaN",
    "-0",
    "null",
    "[]",
    "{}",
  ],
  ...[
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "\ud83d\ude00".repeat(50),
    "e\u0301".repeat(100),
    "ﷺ".repeat(100),
  ],
  ...[
    "İ",
    "ß",
    "\u1e9e",
    "K",
    "ｗｏｒｋ",
    "а",
    "z\u0335\u0334".repeat(60),
    "(?:a+)+$",
    "a".repeat(999),
    "http://127.0.0.1/",
    "=cmd|' /C calc'!A0",
  ],
];
const TEXTS = [...OWN, ...vectors<string[]>("blns/blns.json")];
/** A fortieth of the texts for each place (`test:slow`: a fifth), others for the next: every text comes to several places. */
const PLACES = fewOrAll(40, 5);
let places = 0;
const someTexts = (): string[] => {
  const first = places++ % PLACES;
  return TEXTS.filter((_, at) => at % PLACES === first);
};
/** For places that are sent in a URL, which has no halves of surrogate pairs. */
const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, "\ufffd");

let world: FuzzWorld;
beforeAll(async () => {
  world = await openFuzzWorld();
});

async function ask({ method, path }: FuzzOperation, target: string, document?: unknown): Promise<Response> {
  const response = await world.handler(
    new Request(ORIGIN + target, {
      method: method.toUpperCase(),
      headers: { authorization: world.callers.one!, "content-type": "application/json" },
      ...(document === undefined ? {} : { body: JSON.stringify(document) }),
    }),
  );
  const where = `${method} ${target} ${JSON.stringify(document)?.slice(0, 300)}`;
  expect(response.status, where).toBeLessThan(500);
  expect(response.headers.get("set-cookie"), where).toBeNull();
  // Of a URL `.` and `..` are taken out before it is sent, and an empty part names nothing: then it was another
  // operation.
  const [, ...parts] = new URL(target, ORIGIN).pathname.split("/");
  const isSame = parts.length === path.split("/").length - 1 && !parts.includes("");
  if (isSame && response.status !== 405)
    expect(await undeclared(world, path, method, response.clone()), where).toEqual([]);
  return response;
}

const exampleOf = ({ body }: FuzzOperation): unknown =>
  body?.types.includes("application/json") ? body.example : undefined;

describe(`${TEXTS.length} texts`, () => {
  test("in every parameter of every path", async () => {
    for (const operation of world.operations.filter(({ path }) => path.includes("{"))) {
      for (const text of someTexts()) {
        const target = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(wellFormed(text)));
        await ask(operation, target, exampleOf(operation));
      }
    }
  });

  test("in every parameter of every query, twice in one, and under names that are not known", async () => {
    for (const operation of notEmpty(
      world.operations.filter(({ method, path }) => method === "get" && !path.includes("{")),
    )) {
      for (const text of notEmpty(someTexts())) {
        const value = encodeURIComponent(wellFormed(text));
        for (const name of operation.queryParameters) await ask(operation, `${operation.path}?${name}=${value}`);
        // No key of an account may ask what the operator may: such a call is refused before its query is read.
        if (operation.isPublic || operation.path === "/api/v1/accounts") continue;
        const [name = "q"] = operation.queryParameters;
        expect((await ask(operation, `${operation.path}?${name}=${value}&${name}=1`)).status).toBe(400);
        expect((await ask(operation, `${operation.path}?${value}=1`)).status).toBe(400);
      }
    }
  });

  test("in every field that holds a text, and as the name of one", async () => {
    for (const operation of notEmpty(
      world.operations.filter(({ method }) => method !== "get" && method !== "delete"),
    )) {
      const example = exampleOf(operation);
      if (example === undefined || operation.path.includes("{")) continue;
      for (const place of placesOf(example)) {
        for (const text of someTexts()) await ask(operation, operation.path, withText(example, place, text));
      }
      for (const text of notEmpty(someTexts())) {
        const response = await ask(operation, operation.path, { ...(example as object), [`${text} `]: text });
        // The protocols of public indexes ignore fields that they do not know.
        expect(operation.path.includes("/indexes/") ? [200] : [400, 422]).toContain(response.status);
        // Names of fields could be content.
        if (text.length > 20) expect(await response.text()).not.toContain(JSON.stringify(text).slice(1, -1));
      }
    }
  });

  test("what is remembered comes back as it was sent", async () => {
    const register = world.operations.find(({ path }) => path.endsWith("/content/register"))!;
    for (const [at, text] of TEXTS.entries()) {
      const metadata = { note: text, nested: { [`k${text}`]: text } };
      const made = await bodyOf<{ work_id: string }>(
        await ask(register, register.path, { content: `${at} ${text}`, title: text, metadata }),
      );
      const one = world.operations.find(({ path, method }) => method === "get" && path === "/api/v1/works/{id}")!;
      const found = await bodyOf<{ metadata: object }>(await ask(one, one.path.replace("{id}", made.work_id)));
      expect(found.metadata).toEqual({ title: text, ...metadata });
    }
  });
});

type Path = readonly (string | number)[];

/** Every text of a document. */
function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value === "string") return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    placesOf(one, [...at, Array.isArray(value) ? Number(name) : name]),
  );
}

function withText(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((one, at) => (at === first ? withText(one, rest, text) : one));
  return { ...(value as object), [first]: withText((value as Record<string, unknown>)[first], rest, text) };
}
