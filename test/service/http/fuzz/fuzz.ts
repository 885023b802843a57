/**
 * Requests made from the OpenAPI document, sound ones and ones with a fault, and five questions to every answer: no fault of the host,
 * a declared status, a declared media type, a body of the declared form, and faults refused while sound requests are not.
 */
import { gzipSync } from "node:zlib";
import { encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { NDJSON } from "../../../../src/service/http/answer/negotiate.ts";
import type { Problem } from "../../../../src/service/http/answer/problems.ts";
import { allowedBy, type JsonSchema, type Resolve, violations } from "../jsonSchema.ts";
import { undeclared } from "../openApiDocument.ts";
import { bodyOf, ORIGIN } from "../requests.ts";
import { filledPath } from "./harvest.ts";
import { type Caller, CONTENTS, type FuzzOperation, type FuzzWorld, REFUSED_CALLERS, withKnownIds } from "./world.ts";

/** One request before it is known what exists: numbers choose among what does. */
interface Plan {
  operation: FuzzOperation;
  caller: Caller;
  id: { how: "known" | "unknown" | "odd"; at: number; odd: string };
  query: { name: string; how: "sound" | "odd" | "twice" | "undeclared"; at: number; odd: string }[];
  body: unknown;
  mutation: { at: number; how: number } | null;
  content: { at: number; isUsed: boolean };
  wire: { format: number; fault: "none" | "cut" | "type" | "encoding" | "notGzip"; isPacked: boolean };
  accept: string | null;
  idempotencyKey: string | null;
}

const ACCEPTED = [
  null,
  "application/json",
  "application/msgpack",
  "application/vnd.msgpack",
  "*/*",
  "text/html, */*;q=0.1",
];
const NOT_ACCEPTED = ["text/html", "application/json;q=0", "image/*", ";;;,,"];

/** Values that no field takes, or that only some do. */
const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    0.5,
    1e308,
    2 ** 53,
    "",
    "x".repeat(20_001),
    [],
    {},
    "\u0000",
    "__proto__",
    "2023-02-30",
    "sha256:zz",
  ],
  ...[
    { constructor: { prototype: { polluted: 1 } } },
    JSON.parse('{"__proto__":{"polluted":1}}'),
    [[[[[[]]]]]],
    nested(40),
  ],
];

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
}

const oddText = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "%2e%2e%2f",
    "a/b",
    "null",
    "0",
    "-1",
    "1e9",
    "__proto__",
    "constructor",
    "toString",
    "\u0000",
    "'--",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constant("x".repeat(1_001)),
);

function planOf(operation: FuzzOperation, { resolve }: FuzzWorld): fc.Arbitrary<Plan> {
  const { body, queryParameters } = operation;
  const sound = (value: unknown) => violations(JSON.parse(JSON.stringify(value)), body!.schema, resolve).length === 0;
  const bodies: fc.Arbitrary<unknown> =
    body === null
      ? fc.constant(undefined)
      : fc.oneof(fc.constant(body.example), allowedBy(body.schema, resolve).filter(sound));
  const often = <Value>(value: Value, weight: number, rare: fc.Arbitrary<Value>) =>
    fc.oneof({ weight, arbitrary: fc.constant(value) as fc.Arbitrary<Value> }, { weight: 1, arbitrary: rare });
  return fc.record({
    operation: fc.constant(operation),
    caller: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom<Caller>("one", "two") },
      { weight: 3, arbitrary: fc.constantFrom<Caller>("reader", "small", ...REFUSED_CALLERS) },
    ),
    id: fc.record({ how: fc.constantFrom("known", "known", "known", "unknown", "odd"), at: fc.nat(), odd: oddText }),
    query: fc.array(
      fc.record({
        name: queryParameters.length === 0 ? fc.constant("q") : fc.constantFrom(...queryParameters),
        how: fc.constantFrom("sound", "sound", "sound", "sound", "odd", "twice", "undeclared"),
        ...{ at: fc.nat(), odd: oddText },
      }),
      { maxLength: queryParameters.length === 0 ? 1 : 2, size: "xsmall" },
    ),
    body: bodies,
    mutation: often(null, 2, fc.record({ at: fc.nat(), how: fc.nat() })),
    content: fc.record({ at: fc.nat(), isUsed: fc.boolean() }),
    wire: fc.record({
      format: fc.nat(2),
      fault: often("none", 12, fc.constantFrom("cut", "type", "encoding", "notGzip")),
      isPacked: often(false, 4, fc.constant(true)),
    }),
    accept: often(null, 6, fc.constantFrom(...ACCEPTED, ...NOT_ACCEPTED)),
    idempotencyKey: often(null, 8, fc.constantFrom("k1", "k2", "k3", "", "k".repeat(256), "a b")),
  }) as fc.Arbitrary<Plan>;
}

/** A request, and what is wrong with it; `isJudged` is false where the document cannot say. */
interface Made {
  request: Request;
  path: string;
  faults: string[];
  isJudged: boolean;
}

function made(plan: Plan, world: FuzzWorld): Made {
  const { operation } = plan;
  const faults: string[] = [];
  const path = pathOf(plan, world);
  const query = queryOf(plan, world, faults);
  const headers = new Headers();
  const authorization = world.callers[plan.caller];
  if (authorization !== null) headers.set("authorization", authorization);
  const isRefused = (REFUSED_CALLERS as readonly string[]).includes(plan.caller);
  if (isRefused && !operation.isPublic) faults.push(`caller ${plan.caller}`);
  if (plan.accept !== null) headers.set("accept", plan.accept);
  if (NOT_ACCEPTED.includes(plan.accept ?? "") && isNegotiated(operation, world)) faults.push(`accept ${plan.accept}`);
  const body = operation.body === null ? null : bodyFor(plan, world, headers, faults);
  const { idempotencyKey } = plan;
  if (idempotencyKey !== null) headers.set("idempotency-key", idempotencyKey);
  const isKeyUsed = idempotencyKey !== null && body !== null && !operation.isPublic;
  if (isKeyUsed && !/^[!-~]{1,255}$/.test(idempotencyKey)) faults.push("idempotency key");
  const init = { method: operation.method.toUpperCase(), headers, ...(body === null ? {} : { body, duplex: "half" }) };
  return {
    request: new Request(ORIGIN + path + query, init as RequestInit),
    ...{ path: path + query, faults },
    // A replay is as good as its first request; a limited caller may be told to wait before anything is looked at.
    isJudged: !isKeyUsed && plan.caller !== "small" && plan.caller !== "reader",
  };
}

function isNegotiated({ path, method }: FuzzOperation, { document }: FuzzWorld): boolean {
  const { responses, "x-json-only": isJsonOnly } = document.paths[path]![method]!;
  const contents = Object.values(responses).map(({ content = {} }) => content);
  // A batch answers in lines whatever is accepted, and in JSON where it becomes a job.
  const isOfLines = contents.some((content) => NDJSON in content);
  return isJsonOnly !== true && !isOfLines && contents.some((content) => "application/json" in content);
}

const UNKNOWN_ID = "xx_0000000000000000000000";

function pathOf({ operation, id }: Plan, { harvest }: FuzzWorld): string {
  if (!operation.path.includes("{")) return operation.path;
  const known = harvest.idsOf(operation.path);
  if (id.how === "known" && known.length > 0) return filledPath(operation.path, known[id.at % known.length]!);
  const path = filledPath(operation.path, id.how === "odd" ? id.odd : UNKNOWN_ID);
  // Of a URL's parts `.` and `..` are taken out before it is sent: that would be another operation.
  return new URL(path, ORIGIN).pathname === path ? path : filledPath(operation.path, UNKNOWN_ID);
}

function queryOf({ operation, query }: Plan, { harvest, resolve }: FuzzWorld, faults: string[]): string {
  const search = new URLSearchParams();
  for (const { name, how, at, odd } of query) {
    const isFault = how === "undeclared" || search.has(name) || (how === "twice" && search.size >= 0);
    const schema = operation.querySchemas[name] ?? {};
    const value = how === "odd" ? odd : soundValue(schema, at, harvest.named(name), resolve);
    if (isFault && !operation.isPublic) faults.push(`query ${how} ${name}`);
    search.append(how === "undeclared" ? `${name}_` : name, value);
    if (how === "twice") search.append(name, value);
    if (operation.isPublic) continue;
    if (how === "odd" && !isOfSchema(value, schema, resolve)) faults.push(`parameter ${name}`);
    if (operation.queryParameters.length === 0) faults.push("no parameter is declared");
  }
  return search.size === 0 ? "" : `?${search}`;
}

/** Values of each type, of which a parameter takes some. */
const VALUES = ["1", "2", "50", "9999", "true", "false", "wk_0000000000000000000000", "x"];

function soundValue(schema: JsonSchema, at: number, known: readonly string[], resolve: Resolve): string {
  const candidates = [...known, ...((schema["enum"] ?? []) as string[]), ...VALUES];
  const sound = candidates.filter((value) => isOfSchema(value, schema, resolve));
  return sound[at % Math.max(1, sound.length)] ?? "x";
}

/** Whether the text of a parameter is a value that its schema allows. */
function isOfSchema(text: string, schema: JsonSchema, resolve: Resolve): boolean {
  const isScalar = /^(?:0|[1-9]\d*)$/.test(text) || text === "true" || text === "false";
  const value = schema["type"] !== "string" && isScalar ? JSON.parse(text) : text;
  return violations(value, schema, resolve).length === 0;
}

const TYPES = ["application/json", "application/msgpack", "application/vnd.msgpack"];

function bodyFor(plan: Plan, world: FuzzWorld, headers: Headers, faults: string[]): Uint8Array<ArrayBuffer> {
  const { operation, wire, content } = plan;
  let at = content.at;
  let document = plan.body;
  if (content.isUsed)
    document = withContent(
      withKnownIds(document, world.harvest, () => at++),
      content.at,
    );
  if (plan.mutation !== null) document = mutated(document, plan.mutation.at, plan.mutation.how);
  const type = operation.body!.types[wire.format % operation.body!.types.length]!;
  headers.set("content-type", wire.fault === "type" ? "text/plain" : type);
  let bytes = bytesOf(document, type);
  const seen = TYPES.includes(type) ? JSON.parse(JSON.stringify(document ?? null)) : document;
  const wrong = violations(seen, operation.body!.schema, world.resolve);
  if (wrong.length > 0) faults.push(`body ${wrong[0]!.slice(0, 200)}`);
  // The library that reads MessagePack takes no such name.
  if (type.includes("msgpack") && (JSON.stringify(document) ?? "").includes('"__proto__":'))
    faults.push("body __proto__");
  if (wire.fault === "cut" && TYPES.includes(type)) bytes = bytes.subarray(0, bytes.length - 1);
  if (wire.fault === "encoding") headers.set("content-encoding", "br");
  else if (wire.isPacked || wire.fault === "notGzip") headers.set("content-encoding", "gzip");
  if (wire.isPacked && wire.fault !== "notGzip") bytes = gzipSync(bytes);
  if (wire.fault !== "none" && (wire.fault !== "cut" || TYPES.includes(type))) faults.push(`wire ${wire.fault}`);
  return bytes as Uint8Array<ArrayBuffer>;
}

function bytesOf(document: unknown, type: string): Uint8Array<ArrayBuffer> {
  if (type.includes("msgpack")) return encode(document, { maxDepth: 200, ignoreUndefined: true });
  if (type.includes("json")) return new TextEncoder().encode(JSON.stringify(document));
  const entries = Object.entries(document ?? {}).map(([name, value]) => [name, String(value)]);
  return new TextEncoder().encode(new URLSearchParams(entries).toString());
}

function withContent(value: unknown, at: number): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "content" && typeof one === "string" ? CONTENTS[at % CONTENTS.length] : withContent(one, at),
    ]),
  );
}

/** The document with one place changed: a field taken away, one more, or an odd value. */
function mutated(document: unknown, at: number, how: number): unknown {
  const copy = structuredClone(document);
  const places: [holder: Record<string, unknown>, name: string][] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
    const holder = value as Record<string, unknown>;
    if (!Array.isArray(value)) places.push([holder, "an unknown field"], [holder, "constructor"]);
    for (const name of Object.keys(holder)) {
      places.push([holder, name]);
      walk(holder[name]);
    }
  };
  walk(copy);
  const place = places[at % (places.length + 1)];
  if (place === undefined) return ODD_VALUES[how % ODD_VALUES.length];
  const [holder, name] = place;
  if (how % 4 === 0 && !Array.isArray(holder)) delete holder[name];
  else holder[name] = ODD_VALUES[how % ODD_VALUES.length];
  return copy;
}

/** Rules of a body that no JSON Schema can say; where one of them refused, the document's silence is no fault. */
const BEYOND_SCHEMA =
  /must not be beyond the end of|must not be before|must not be in the future|must have an amount with a currency|does not verify over|is none that the offer is for|must be an address with http|must be absent: the headings of|required by a statistic|at least one text in|must hold a prefix and a suffix|must hold a text with enough windows|where it has "controls"|to ask about "canaries"|texts with unique ids|each cluster on one side|only ids of its texts|calendar|time to come|within its interval|above 0 and be at most 1|must be the target model|left out unless|must be left out for "iterated"|must be 0 for "iterated"|must not contain duplicates|lone surrogate|must be a host|signature of this decision|must name a result|plain JSON values|at most \d+ (?:fields|bytes)|longer than \d+ bytes|must make 64 bits|must be a time in UTC|of at least one word|must name a corpus|must be titles at this service|must be the name of a dataset|must be the address of a page|must be the name of a crawl|must be an ISBN|must have different names|must have a title or an ISBN/;

const isBeyondSchema = ({ code, errors }: Partial<Problem>, { path, queryParameters }: FuzzOperation): boolean =>
  // Where refusals have another form, as those of OAuth, it is not known whether the client exists.
  errors === undefined ||
  code === "too_deep" ||
  code === "content_too_large" ||
  // One schema has the fields of all kinds of leads, and a kind takes some of them.
  (path === "/api/v1/leads" &&
    errors.every(({ detail }) => /is required|is not a known field|must be a text/.test(detail))) ||
  // The document says of a parameter that it is a text, and in words which.
  errors.some(({ detail, pointer }) => BEYOND_SCHEMA.test(detail) || queryParameters.includes(pointer.slice(1)));

/** Public indexes say why they do not answer in `error`, with status 200. */
async function isRefusedByProtocol({ path }: FuzzOperation, response: Response): Promise<boolean> {
  if (!path.startsWith("/api/v1/indexes/")) return false;
  const { error } = await bodyOf<{ error?: unknown }>(response.clone());
  return response.status === 200 && typeof error === "string";
}

const REFUSALS = [400, 401, 403, 405, 406, 413, 415];

async function complaints(
  plan: Plan,
  { path, faults, isJudged }: Made,
  response: Response,
  world: FuzzWorld,
): Promise<string[]> {
  const { status } = response;
  if (status >= 500) return [`a fault of the host: ${status}`];
  const wrong = await undeclared(world, plan.operation.path, plan.operation.method, response.clone());
  if (faults.length > 0 && status < 400 && isJudged && !(await isRefusedByProtocol(plan.operation, response)))
    wrong.push(`taken in spite of ${faults.map((fault) => fault.split(" ")[0])}`);
  // No key of an account may do what the operator may, and the world has no key of the operator.
  const isOperators = plan.operation.path.startsWith("/api/v1/accounts");
  if (faults.length === 0 && isJudged && !isOperators && REFUSALS.includes(status)) {
    const problem = await bodyOf<Problem>(response.clone());
    if (!isBeyondSchema(problem, plan.operation))
      wrong.push(
        `a sound request refused: ${status} ${problem.code} ${problem.errors[0]?.pointer ?? ""} ${problem.errors[0]?.detail ?? problem.detail}`,
      );
  }
  if (response.ok) world.harvest.take(path.split("?")[0]!, await bodyOf(response.clone()).catch(() => null));
  return wrong;
}

export interface FuzzTally {
  requests: number;
  statuses: Record<string, number>;
  /** Each complaint once, with how often it came and its first request. */
  complaints: { operation: string; complaint: string; times: number; first: string }[];
}

/** So many requests to one world. The same seed makes the same plans. */
export async function fuzz(world: FuzzWorld, requests: number, seed: number): Promise<FuzzTally> {
  const any = fc.oneof(...world.operations.map((operation) => planOf(operation, world)));
  const tally: FuzzTally = { requests, statuses: {}, complaints: [] };
  for (const plan of fc.sample(any, { numRuns: requests, seed })) {
    const one = made(plan, world);
    const response = await world.handler(one.request);
    tally.statuses[response.status] = (tally.statuses[response.status] ?? 0) + 1;
    const operation = `${plan.operation.method} ${plan.operation.path}`;
    for (const complaint of await complaints(plan, one, response, world)) {
      const known = tally.complaints.find((other) => other.operation === operation && other.complaint === complaint);
      if (known !== undefined) known.times++;
      else tally.complaints.push({ operation, complaint, times: 1, first: described(plan, one) });
    }
  }
  return tally;
}

function described({ operation: _, body, ...plan }: Plan, { path, faults }: Made): string {
  return JSON.stringify({ path, faults, ...plan, body: JSON.stringify(body)?.slice(0, 600) });
}
