import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../src/base/bytes/canonicalJson.ts";
import type { ScoredText } from "../../../src/base/contract/resources/model.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { fromObservations, observedContinuations, observedText } from "../../../src/models/connectors/observations.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { model, TEXTS } from "./models.ts";

const ABOUT = { name: "some/model", retrieval: "possible" } as const;
const SAMPLING = { continuations: 2, max_tokens: 5, temperature: 1, seed: 3 };
const SECRET = "Sesame";
const HASH = "0".repeat(64);

async function scored(text: string): Promise<ScoredText> {
  const [answer] = await model.logprobs([text]);
  if (answer?.status !== "answered") throw new Error("no answer");
  return answer.answer;
}

function faultsOf(content: string): readonly { pointer: string; detail: string }[] {
  try {
    fromObservations(content, ABOUT);
    return [];
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    expect(error.code).toBe("observations_invalid");
    expect(JSON.stringify([error.message, error.hint, error.fields])).not.toContain(SECRET);
    return error.fields;
  }
}

describe("observations that were written", () => {
  test.each(["lines", "array"])("as %s are found again, and nothing else is", async (form) => {
    const texts = await Promise.all(TEXTS.map(async (text) => observedText(text, await scored(text))));
    const [drawn] = await model.complete(["a b"], SAMPLING);
    if (drawn?.status !== "answered") throw new Error("no answer");
    const records = [...texts, await observedContinuations("a b", SAMPLING, drawn.answer)];
    const content =
      form === "array" ? JSON.stringify(records) : records.map((record) => JSON.stringify(record)).join("\n");
    const connector = fromObservations(content, ABOUT);
    expect(connector).toMatchObject({ ...ABOUT, scores: "top", completes: true, clipped: 0 });
    expect(await connector.plan({ texts: TEXTS })).toEqual({ requests: 0, tokens: 0 });
    const answers = await connector.logprobs([...TEXTS, "never seen"]);
    for (const [i, text] of TEXTS.entries()) {
      const { tokens, vocabulary_size } = await scored(text);
      expect(answers[i]).toEqual({ status: "answered", answer: { tokens, vocabulary_size } });
    }
    expect(answers.at(-1)).toMatchObject({ status: "unanswered", reason: "failed" });
    expect(await connector.complete(["a b"], { ...SAMPLING, top_k: undefined })).toEqual([drawn]);
    expect(await connector.complete(["a b"], { ...SAMPLING, seed: 4 })).toMatchObject([{ status: "unanswered" }]);
  });

  test("have the names that files of others have", async () => {
    const tokens = [
      { start: 0, end: 1, logprob: null },
      { start: 1, end: 2, logprob: -0.5, top: [{ token: "b", logprob: -0.5 }] },
    ];
    const sampling = { continuations: 2, max_tokens: 5, temperature: 0.8, top_k: 40, top_p: 0.9, seed: 3 };
    const continuations = [
      { text: " b", finish: "stop" as const },
      { text: " c", finish: "length" as const },
    ];
    const records = [
      await observedText("ab", { tokens, vocabulary_size: 9 }),
      await observedContinuations("a", sampling, continuations),
    ];
    // As the README of connectors tells whoever writes such a file.
    const file = `
      {"text_sha256":"fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603","scored":{"tokens":[
        {"start":0,"end":1,"logprob":null},{"start":1,"end":2,"logprob":-0.5,"top":[{"token":"b","logprob":-0.5}]}],"vocabulary_size":9}},
      {"prefix_sha256":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
        "sampling":{"continuations":2,"max_tokens":5,"temperature":0.8,"top_k":40,"top_p":0.9,"seed":3},
        "continuations":[{"text":" b","finish":"stop"},{"text":" c","finish":"length"}]}`;
    expect(records).toEqual(JSON.parse(`[${file}]`));
    const connector = fromObservations(`[${file}]`, ABOUT);
    expect(await connector.logprobs(["ab"])).toEqual([{ status: "answered", answer: { tokens, vocabulary_size: 9 } }]);
    expect(await connector.complete(["a"], sampling)).toEqual([{ status: "answered", answer: continuations }]);
  });

  test("roundings above zero are taken as zero and counted", async () => {
    const tokens = [
      { start: 0, end: 1, logprob: null },
      { start: 1, end: 2, logprob: 1e-7, top: [{ token: "b", logprob: 9e-7 }] },
    ];
    const connector = fromObservations(JSON.stringify(await observedText("ab", { tokens, vocabulary_size: 9 })), ABOUT);
    expect(connector.clipped).toBe(2);
    expect(await connector.logprobs(["ab"])).toMatchObject([
      { answer: { tokens: [{}, { logprob: 0, top: [{ logprob: 0 }] }] } },
    ]);
  });

  test("that do not reach to the end of their text are malformed", async () => {
    const { text_sha256 } = await observedText("abc", await scored("abc"));
    const scores = { tokens: [{ start: 0, end: 2, logprob: null }], vocabulary_size: null };
    const connector = fromObservations(JSON.stringify({ text_sha256, scored: scores }), ABOUT);
    expect(await connector.logprobs(["abc"])).toMatchObject([{ status: "unanswered", reason: "malformed" }]);
  });
});

describe("observations that cannot be", () => {
  const token = (start: number, end: number, logprob: unknown = -1, top?: unknown) => ({ start, end, logprob, top });
  const of = (...tokens: object[]) => [{ text_sha256: HASH, scored: { tokens, vocabulary_size: null } }];
  test.each<[string, unknown, string]>([
    ["above zero", of(token(0, 1, 0.01)), "/0/scored/tokens/0/logprob"],
    ["not a number, as JSON writes it", of(token(0, 1), token(1, 2, null)), "/0/scored/tokens/1/logprob"],
    ["a text", of(token(0, 1, SECRET)), "/0/scored/tokens/0/logprob"],
    ["a gap", of(token(0, 1), token(2, 3)), "/0/scored/tokens/1/start"],
    ["an overlap", of(token(0, 2), token(1, 3)), "/0/scored/tokens/1/start"],
    ["not from the beginning", of(token(1, 2)), "/0/scored/tokens/0/start"],
    ["backwards", of(token(0, 2), token(2, 1)), "/0/scored/tokens/1/end"],
    ["half a character", of(token(0, 0.5)), "/0/scored/tokens/0/end"],
    [
      "likeliest tokens out of order",
      of(
        token(0, 1, -1, [
          { token: "a", logprob: -3 },
          { token: SECRET, logprob: -2 },
        ]),
      ),
      "/0/scored/tokens/0/top/1/logprob",
    ],
    [
      "likeliest tokens of more than everything",
      of(
        token(0, 1, -1, [
          { token: "a", logprob: -0.1 },
          { token: "b", logprob: -0.1 },
        ]),
      ),
      "/0/scored/tokens/0/top",
    ],
    [
      "a likeliest token above zero",
      of(token(0, 1, -1, [{ token: SECRET, logprob: 1 }])),
      "/0/scored/tokens/0/top/0/logprob",
    ],
    ["a likeliest token without a score", of(token(0, 1, -1, [{ token: SECRET }])), "/0/scored/tokens/0/top/0/logprob"],
    ["rows", [{ text_sha256: HASH, scored: { tokens: [], vocabulary_size: null, rows: [] } }], "/0/scored/rows"],
    ["no hash", [{ text_sha256: SECRET, scored: { tokens: [], vocabulary_size: null } }], "/0/text_sha256"],
    ["a text in a place of its own", [{ [`${SECRET} x`]: 1 }], "/0/prefix_sha256"],
    ["nothing that is known", [7], "/0"],
    [
      "an end that is none",
      [{ prefix_sha256: HASH, sampling: SAMPLING, continuations: [{ text: "", finish: SECRET }] }],
      "/0/continuations/0/finish",
    ],
  ])("%s", (_, records, pointer) => {
    expect(faultsOf(JSON.stringify(records)).map((fault) => fault.pointer)).toEqual([pointer]);
  });

  test.each([
    ["nothing", "", ""],
    ["half an array", "[1,", ""],
    ["a line that is no JSON", `{"text_sha256":"${HASH}","scored":{"tokens":[],"vocabulary_size":1}}\n${SECRET}`, "/1"],
  ])("%s", (_, content, pointer) => {
    expect(faultsOf(content)).toMatchObject([{ pointer }]);
  });

  test("any content is taken or refused with places", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (content) => void faultsOf(content)));
  });

  test("a record with a place of it changed gives no score that cannot be", async () => {
    const record = JSON.parse(canonicalJson(await observedText(TEXTS[5]!, await scored(TEXTS[5]!)))) as {
      scored: { tokens: Record<string, unknown>[] };
    };
    const put = fc.oneof(fc.double(), fc.constantFrom(null, "", [], {}, 1e-7, -9999), fc.integer());
    fc.assert(
      fc.property(fc.nat(1_000), fc.constantFrom("start", "end", "logprob", "top"), put, (at, field, value) => {
        const changed = structuredClone(record);
        const tokens = changed.scored.tokens;
        tokens[at % tokens.length]![field] = value;
        if (faultsOf(JSON.stringify(changed)).length > 0) return;
        for (const [i, { logprob }] of notAlwaysEmpty(tokens.entries())) {
          expect(logprob === null ? i === 0 : Number.isFinite(logprob) && (logprob as number) <= 1e-6).toBe(true);
        }
      }),
    );
  });
});
