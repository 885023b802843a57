/** Schemas of requests are equal to the interfaces (checked by the compiler), and requests are refused in our own words. */
import fc from "fast-check";
import type { InferOutput } from "valibot";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { AnalyzeRequest } from "../../../src/base/contract/operations/analyze.ts";
import type { AssessRequest } from "../../../src/base/contract/operations/assess.ts";
import type {
  CanaryEvidence,
  CanaryPoolRequest,
  CanarySecret,
  CanaryTestRequest,
  OrderEvidence,
} from "../../../src/base/contract/operations/canary.ts";
import type { CompareRequest } from "../../../src/base/contract/operations/compare.ts";
import type { CompareAllRequest } from "../../../src/base/contract/operations/compareAll.ts";
import type { Decision, DecisionsFile } from "../../../src/base/contract/operations/decision.ts";
import type { ExtractRequest } from "../../../src/base/contract/operations/extract.ts";
import type { IdentifyRequest } from "../../../src/base/contract/operations/identify.ts";
import type { ChannelObservation } from "../../../src/base/contract/operations/observation.ts";
import type { ProbeRequest } from "../../../src/base/contract/operations/probe.ts";
import type { ScoreRequest } from "../../../src/base/contract/operations/score.ts";
import type {
  MonitorChanges,
  MonitorRequest,
  WebhookChanges,
  WebhookRequest,
} from "../../../src/base/contract/resources/monitor.ts";
import type { ReportRequest } from "../../../src/base/contract/resources/report.ts";
import type { RegisterRequest } from "../../../src/base/contract/resources/work.ts";
import { analyzeRequestSchema } from "../../../src/base/contract/schemas/operations/analyze.ts";
import type { assessRequestSchema } from "../../../src/base/contract/schemas/operations/assess.ts";
import type {
  canaryEvidenceSchema,
  canaryPoolRequestSchema,
  canarySecretSchema,
  canaryTestRequestSchema,
  orderEvidenceSchema,
} from "../../../src/base/contract/schemas/operations/canary.ts";
import { compareRequestSchema } from "../../../src/base/contract/schemas/operations/compare.ts";
import type { compareAllRequestSchema } from "../../../src/base/contract/schemas/operations/compareAll.ts";
import type { decisionSchema, decisionsFileSchema } from "../../../src/base/contract/schemas/operations/decision.ts";
import type { extractRequestSchema } from "../../../src/base/contract/schemas/operations/extract.ts";
import type { identifyRequestSchema } from "../../../src/base/contract/schemas/operations/identify.ts";
import type { channelObservationSchema } from "../../../src/base/contract/schemas/operations/observation.ts";
import { probeRequestSchema } from "../../../src/base/contract/schemas/operations/probe.ts";
import { scoreRequestSchema } from "../../../src/base/contract/schemas/operations/score.ts";
import { parseRequest } from "../../../src/base/contract/schemas/parse.ts";
import type {
  monitorChangesSchema,
  monitorRequestSchema,
  webhookChangesSchema,
  webhookRequestSchema,
} from "../../../src/base/contract/schemas/resources/monitor.ts";
import type { reportRequestSchema } from "../../../src/base/contract/schemas/resources/report.ts";
import type { registerRequestSchema } from "../../../src/base/contract/schemas/resources/work.ts";
import { SpoliaError } from "../../../src/base/errors.ts";
import { CONTENT_BYTES_MAX, MATCHES_MAX, SOURCES_MAX } from "../../../src/base/limits.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";

/** Merges intersections, so that `Span & { snippet }` and one object of three fields are the same type. */
type Flat<T> = T extends Uint8Array ? T : T extends object ? { [Key in keyof T]: Flat<T[Key]> } : T;
type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
type Held<Equal extends true> = Equal;

/** Does not compile where an interface and its schema differ. */
type InterfacesAreHeld = [
  Held<Same<InferOutput<typeof analyzeRequestSchema>, AnalyzeRequest>>,
  Held<Same<InferOutput<typeof scoreRequestSchema>, ScoreRequest>>,
  Held<Same<InferOutput<typeof compareRequestSchema>, CompareRequest>>,
  Held<Same<InferOutput<typeof compareAllRequestSchema>, CompareAllRequest>>,
  Held<Same<InferOutput<typeof identifyRequestSchema>, IdentifyRequest>>,
  Held<Same<InferOutput<typeof registerRequestSchema>, RegisterRequest>>,
  Held<Same<InferOutput<typeof reportRequestSchema>, ReportRequest>>,
  Held<Same<InferOutput<typeof monitorRequestSchema>, MonitorRequest>>,
  Held<Same<InferOutput<typeof monitorChangesSchema>, MonitorChanges>>,
  Held<Same<InferOutput<typeof webhookRequestSchema>, WebhookRequest>>,
  Held<Same<InferOutput<typeof webhookChangesSchema>, WebhookChanges>>,
  Held<Same<InferOutput<typeof assessRequestSchema>, AssessRequest>>,
  Held<Same<InferOutput<typeof canaryPoolRequestSchema>, CanaryPoolRequest>>,
  Held<Same<InferOutput<typeof canarySecretSchema>, CanarySecret>>,
  Held<Same<InferOutput<typeof canaryEvidenceSchema>, CanaryEvidence>>,
  Held<Same<InferOutput<typeof canaryTestRequestSchema>, CanaryTestRequest>>,
  Held<Same<InferOutput<typeof orderEvidenceSchema>, OrderEvidence>>,
  Held<Same<InferOutput<typeof extractRequestSchema>, ExtractRequest>>,
  Held<Same<InferOutput<typeof channelObservationSchema>, ChannelObservation>>,
  Held<Same<InferOutput<typeof probeRequestSchema>, ProbeRequest>>,
  Held<Same<InferOutput<typeof decisionSchema>, Decision>>,
  Held<Same<InferOutput<typeof decisionsFileSchema>, DecisionsFile>>,
];

/** The comparison itself sees an optional field, a widened type and an `undefined` too many. */
type ComparisonSees = [
  Held<Same<{ a: string; b?: string }, { a: string }> extends true ? false : true>,
  Held<Same<{ a: "x" }, { a: string }> extends true ? false : true>,
  Held<Same<{ a?: string }, { a?: string | undefined }> extends true ? false : true>,
  Held<Same<{ a: { c: 1 } & { d: 2 } }, { a: { c: 1; d: 2 } }>>,
];

test("interfaces and schemas are equal: the compiler's finding, which running cannot change", () => {
  const held: InterfacesAreHeld[number] = true;
  const sees: ComparisonSees = [true, true, true, true];
  expect([held, ...sees]).not.toContain(false);
});

const analyzeRequest = (fields: object) => ({ content: "a", content_type: "text", ...fields });
const scoreRequest = (fields: object) => ({ target_model: "eleutherai/pythia", jurisdiction: "US", ...fields });
const HASH = `sha256:${"0123456789abcdef".repeat(4)}`;

function refusal(schema: Parameters<typeof parseRequest>[0], value: unknown): SpoliaError {
  try {
    parseRequest(schema, value);
  } catch (error) {
    return error as SpoliaError;
  }
  throw new Error("the request was accepted");
}

const pointers = (schema: Parameters<typeof parseRequest>[0], value: unknown) =>
  refusal(schema, value).fields.map(({ pointer }) => pointer);

describe("what is valid", () => {
  test("any content: empty, NUL, halves of surrogate pairs, anything at all", () => {
    const anyContent = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("", "\0", "\uD800", "x\uDFFFy", "עברית"),
    );
    fc.assert(
      fc.property(anyContent, (content) => {
        expect(parseRequest(analyzeRequestSchema, analyzeRequest({ content }))).toEqual({
          content,
          content_type: "text",
        });
      }),
    );
  });

  test("metadata is open and kept, whatever plain data it holds", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (extra) => {
        const metadata = { title: "T", published: "1859-04", extra };
        expect(parseRequest(analyzeRequestSchema, analyzeRequest({ metadata })).metadata).toEqual(metadata);
      }),
    );
  });

  test("a work hash is folded to lower case", () => {
    const parsed = parseRequest(scoreRequestSchema, scoreRequest({ work_hash: HASH.toUpperCase() }));
    expect(parsed.work_hash).toBe(HASH);
  });

  test("the ends of every range", () => {
    const options = { corpora: ["a"], max_sources: SOURCES_MAX, max_matches: MATCHES_MAX, prior: Number.MIN_VALUE };
    expect(parseRequest(analyzeRequestSchema, analyzeRequest({ options })).options).toEqual(options);
    const least = { max_sources: 1, max_matches: 1, prior: 1 - Number.EPSILON / 2 };
    expect(parseRequest(analyzeRequestSchema, analyzeRequest({ options: least })).options).toEqual(least);
  });

  test("content without its type, which is text then; texts to compare as they are, empty or as large as they may be", () => {
    expect(parseRequest(analyzeRequestSchema, { content: "a" })).toEqual({ content: "a" });
    expect(parseRequest(compareRequestSchema, { a: "", b: { content: "b" } })).toEqual({ a: "", b: { content: "b" } });
    const largest = "x".repeat(CONTENT_BYTES_MAX);
    expect(parseRequest(compareRequestSchema, { a: largest, b: "" }).a).toBe(largest);
  });

  test("fields that are undefined are absent, as the interfaces say", () => {
    const parsed = parseRequest(compareRequestSchema, {
      a: { content: "x", work_hash: undefined },
      b: { fingerprint_data: "AA==" },
    });
    expect(parsed.a).toEqual({ content: "x" });
  });
});

describe("what is refused, and where", () => {
  test.each<[string, unknown, string[]]>([
    ["nothing", undefined, [""]],
    ["null", null, [""]],
    ["an array", [], [""]],
    ["a text", "x", [""]],
    ["no fields", {}, [""]],
    ["a type without content", { content_type: "text" }, [""]],
    ["content and a work", analyzeRequest({ work_hash: HASH }), [""]],
    ["a work and a type", { work_hash: HASH, content_type: "text" }, [""]],
    ["a hash that is none", { work_hash: HASH.slice(1) }, ["/work_hash"]],
    ["content of another type", analyzeRequest({ content: 5 }), ["/content"]],
    ["an unknown content type", analyzeRequest({ content_type: "pdf" }), ["/content_type"]],
    ["an unknown field", analyzeRequest({ contnet: "x" }), ["/contnet"]],
    ["an unknown option", analyzeRequest({ options: { max: 1 } }), ["/options/max"]],
    ["options that are an array", analyzeRequest({ options: [] }), ["/options"]],
    ["options that are bytes", analyzeRequest({ options: new Uint8Array() }), ["/options"]],
    ["metadata that is an array", analyzeRequest({ metadata: [] }), ["/metadata"]],
    ["a title that is no text", analyzeRequest({ metadata: { title: null } }), ["/metadata/title"]],
    ["a day that no month has", analyzeRequest({ metadata: { published: "2023-02-29" } }), ["/metadata/published"]],
    ["a number as a date", analyzeRequest({ metadata: { published: 1859 } }), ["/metadata/published"]],
    ["NaN deep in metadata", analyzeRequest({ metadata: { a: [{ b: Number.NaN }] } }), ["/metadata"]],
    ["bytes in metadata", analyzeRequest({ metadata: { a: new Uint8Array(1) } }), ["/metadata"]],
    ["a function in metadata", analyzeRequest({ metadata: { a: () => 1 } }), ["/metadata"]],
    ["no corpora at all", analyzeRequest({ options: { corpora: [] } }), ["/options/corpora"]],
    ["a corpus twice", analyzeRequest({ options: { corpora: ["a", "a"] } }), ["/options/corpora"]],
    ["a corpus that is no text", analyzeRequest({ options: { corpora: ["a", 1] } }), ["/options/corpora/1"]],
    ["a prior of 0", analyzeRequest({ options: { prior: 0 } }), ["/options/prior"]],
    ["a prior of 1", analyzeRequest({ options: { prior: 1 } }), ["/options/prior"]],
    ["a prior that is no number", analyzeRequest({ options: { prior: Number.NaN } }), ["/options/prior"]],
    ["an infinite prior", analyzeRequest({ options: { prior: Number.POSITIVE_INFINITY } }), ["/options/prior"]],
    ["no sources", analyzeRequest({ options: { max_sources: 0 } }), ["/options/max_sources"]],
    ["too many sources", analyzeRequest({ options: { max_sources: SOURCES_MAX + 1 } }), ["/options/max_sources"]],
    ["half a match", analyzeRequest({ options: { max_matches: 1.5 } }), ["/options/max_matches"]],
    ["too many matches", analyzeRequest({ options: { max_matches: MATCHES_MAX + 1 } }), ["/options/max_matches"]],
  ])("analyze: %s", (_name, value, expected) => {
    const error = refusal(analyzeRequestSchema, value);
    expect(error.code).toBe("invalid_request");
    expect([...new Set(error.fields.map(({ pointer }) => pointer))]).toEqual(expected);
  });

  test("score: exactly one way to name the work, a model with its provider, a hash of the right form", () => {
    expect(pointers(scoreRequestSchema, scoreRequest({}))).toEqual([""]);
    expect(pointers(scoreRequestSchema, scoreRequest({ content: "x", work_hash: HASH }))).toEqual([""]);
    expect(pointers(scoreRequestSchema, scoreRequest({ work_hash: HASH, content_type: "text" }))).toEqual([""]);
    expect(pointers(scoreRequestSchema, scoreRequest({ work_hash: HASH.slice(1) }))).toEqual(["/work_hash"]);
    expect(pointers(scoreRequestSchema, scoreRequest({ work_hash: `${HASH}\n` }))).toEqual(["/work_hash"]);
    expect(pointers(scoreRequestSchema, scoreRequest({ content: "x", target_model: "pythia" }))).toEqual([
      "/target_model",
    ]);
    expect(pointers(scoreRequestSchema, scoreRequest({ content: "x", jurisdiction: "" }))).toEqual(["/jurisdiction"]);
    expect(pointers(scoreRequestSchema, scoreRequest({ fingerprint_data: [1, 2] }))).toEqual(["/fingerprint_data"]);
  });

  test("compare: the side at fault is pointed at", () => {
    expect(pointers(compareRequestSchema, { a: { content: "x" }, b: {} })).toEqual(["/b"]);
    expect(pointers(compareRequestSchema, { a: [], b: { content: "x" } })).toEqual(["/a"]);
    expect(pointers(compareRequestSchema, { a: { content: "x", work_hash: HASH }, b: { content: "x" } })).toEqual([
      "/a",
    ]);
    expect(pointers(compareRequestSchema, { a: "x", b: 5 })).toEqual(["/b"]);
    expect(pointers(compareRequestSchema, { a: { content: 5 }, b: "" })).toEqual(["/a/content"]);
    expect(pointers(compareRequestSchema, { a: { contnet: "x" }, b: "" })).toEqual(["/a/contnet"]);
  });

  test.each<[string, unknown]>([
    ["/metadata/title must be a string", analyzeRequest({ metadata: { title: 5 } })],
    ["/options/corpora must be an array", analyzeRequest({ options: { corpora: "a" } })],
    ["/options/prior must be a finite number", analyzeRequest({ options: { prior: Number.NaN } })],
    ["/contnet is not a known field", analyzeRequest({ contnet: "x" })],
    ['it must have exactly one of "content", "work_hash"', {}],
    ["it must be an object", "a text"],
    [
      "/options/prior must be strictly between 0 and 1; /metadata must be an object",
      analyzeRequest({ options: { prior: 2 }, metadata: 5 }),
    ],
    [
      "/options/corpora/0 must be a string; /options/corpora/1 must be a string; /options/corpora/2 must be a string, and 2 more",
      analyzeRequest({ options: { corpora: [1, 2, 3, 4, 5] } }),
    ],
  ])("the message names what is wrong: %s", (told, value) => {
    const { code, message, hint, fields } = refusal(analyzeRequestSchema, value);
    for (const part of notEmpty(told.split("; "))) expect(message).toContain(part);
    expect(message).toMatch(/^The request is invalid: .*[^.]\.$/);
    expect(new SpoliaError(code, message, { hint: hint!, fields }).message, "sent from thread to thread").toBe(message);
  });

  test("the message of content that is too large names it too", () => {
    const { message } = refusal(compareRequestSchema as never, { a: "x".repeat(CONTENT_BYTES_MAX + 1), b: "" });
    expect(message).toMatch(
      /^The content is larger than one request may carry: \/a must not be longer than \d+ bytes of UTF-8\.$/,
    );
  });

  test("content over its limit in UTF-8 has a code of its own, at the byte", () => {
    const limit = "é".repeat(CONTENT_BYTES_MAX / 2);
    expect(parseRequest(analyzeRequestSchema, analyzeRequest({ content: limit })).content!.length).toBe(limit.length);
    const error = refusal(analyzeRequestSchema, analyzeRequest({ content: `${limit}x` }));
    expect(error.code).toBe("content_too_large");
    expect(error.fields).toMatchObject([{ pointer: "/content" }]);
  });

  test("at most twenty fields are named", () => {
    const corpora = Array.from({ length: 100 }, () => 1);
    expect(refusal(analyzeRequestSchema, analyzeRequest({ options: { corpora } })).fields).toHaveLength(20);
  });

  test("pointers are escaped, and a key that is no plain name is not repeated", () => {
    expect(pointers(analyzeRequestSchema, analyzeRequest({ "my secret text": 1 }))).toEqual([""]);
    expect(pointers(analyzeRequestSchema, analyzeRequest({ ["k".repeat(65)]: 1 }))).toEqual([""]);
    expect(pointers(analyzeRequestSchema, analyzeRequest({ options: { "a/b": 1 } }))).toEqual(["/options"]);
  });
});

describe("whatever is sent", () => {
  const SECRET = "quokka";
  const secretValue = fc.oneof(
    fc.constantFrom<unknown>(SECRET, [SECRET], { [SECRET]: SECRET }, { nested: { deep: SECRET } }),
    fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withNullPrototype: true }),
  );
  const shapes = fc.oneof(
    secretValue,
    fc.record(
      { content: secretValue, content_type: secretValue, metadata: secretValue, options: secretValue },
      { requiredKeys: [] },
    ),
    fc.record({
      target_model: secretValue,
      jurisdiction: secretValue,
      fingerprint_data: secretValue,
      work_hash: secretValue,
    }),
    fc.record({ a: secretValue.filter((value) => typeof value !== "string"), b: secretValue }),
  );

  test("a refusal is typed, in our own words, and repeats no value", () => {
    fc.assert(
      fc.property(
        shapes,
        fc.constantFrom(analyzeRequestSchema, scoreRequestSchema, compareRequestSchema),
        (value, schema) => {
          // A content alone is a whole request.
          fc.pre(!v.is(schema as typeof analyzeRequestSchema, value));
          const error = refusal(schema as typeof analyzeRequestSchema, value);
          expect(error.code).toBe("invalid_request");
          expect(error.fields.length).toBeGreaterThan(0);
          const details = error.fields.map(({ detail }) => detail).join("\n");
          // A field that is not known is named where it looks like a name.
          const message = error.fields.reduce((text, { pointer }) => text.replace(`${pointer} `, ""), error.message);
          expect(`${message}${error.hint}${details}`).not.toMatch(/Invalid|Expected|[Rr]eceived|quokka/);
          for (const { detail } of notAlwaysEmpty(error.fields)) expect(detail).toMatch(/^(must|is|has) /);
        },
      ),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("keys of the prototype are refused as unknown fields, and reach no prototype", () => {
    for (const key of ["__proto__", "constructor", "prototype", "toString"]) {
      const hostile = JSON.parse(`{"content":"x","content_type":"text","${key}":{"polluted":1}}`);
      expect(refusal(analyzeRequestSchema, hostile).code).toBe("invalid_request");
    }
    expect("polluted" in {}).toBe(false);
  });

  test("metadata loses no field, and one that no MessagePack may have is refused by its name, at any depth", () => {
    const asked = (metadata: string) => JSON.parse(`{"content":"x","metadata":${metadata}}`);
    const kept = '{"title":"T","constructor":"Brunel","prototype":{"a":1},"toString":["x",{"constructor":1}]}';
    const { metadata } = parseRequest(analyzeRequestSchema, asked(kept));
    expect(JSON.parse(JSON.stringify(metadata))).toEqual(JSON.parse(kept));
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect(pointers(analyzeRequestSchema, asked('{"__proto__":{"polluted":1}}'))).toEqual(["/metadata/__proto__"]);
    const nested = asked('{"a":{"b":[{},{"__proto__":null}]}}');
    expect(pointers(analyzeRequestSchema, nested)).toEqual(["/metadata/a/b/1/__proto__"]);
    expect(refusal(analyzeRequestSchema, nested).fields[0]?.detail).toBe("must have another name");
    // Shared objects are looked at once.
    let shared: object = {};
    for (let depth = 0; depth < 12; depth++) shared = { a: shared, b: shared, c: shared };
    expect(parseRequest(analyzeRequestSchema, { content: "x", metadata: shared }).metadata).toEqual(shared);
  });

  test.each(["constructor", "prototype", "__proto__", "toString"])("a text and a token may be named %s", (name) => {
    const named = <Value>(value: Value) => Object.fromEntries([[name, value]]);
    const probe = (texts: unknown, counts: unknown) => ({
      observations: { model: "a/b", retrieval: "absent", texts },
      ...{ suspects: [{ id: name, text: "It was" }], token_counts: { counts, total: 9, vocabulary: 3 } },
    });
    const text = { tokens: [{ start: 0, end: 2, logprob: -1 }], vocabulary_size: null };
    const given = probe(named({ text }), named(7));
    expect(JSON.stringify(parseRequest(probeRequestSchema, given))).toBe(JSON.stringify(given));
    expect(pointers(probeRequestSchema, probe(named({ text: { ...text, tokens: "x" } }), named(7)))).toEqual([
      `/observations/texts/${name}/text/tokens`,
    ]);
    expect(pointers(probeRequestSchema, probe(named({ text }), named(-1)))).toEqual([`/token_counts/counts/${name}`]);
    for (const noObject of notEmpty([[], Uint8Array.of(1)])) {
      expect(pointers(probeRequestSchema, probe(noObject, named(7)))).toEqual(["/observations/texts"]);
      expect(pointers(probeRequestSchema, probe(named({ text }), noObject))).toEqual(["/token_counts/counts"]);
    }
  });
});
