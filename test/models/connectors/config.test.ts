import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { connectorFrom, parseModelConfig } from "../../../src/models/connectors/config.ts";
import { observedText } from "../../../src/models/connectors/observations.ts";
import { KEY, model } from "./models.ts";

const RIGHT = {
  name: "eleutherai/pythia",
  kind: "vllm",
  url: "http://127.0.0.1:8000/v1",
  model: "m",
  retrieval: "absent",
};

function faultsOf(value: unknown, env = {}): unknown {
  try {
    connectorFrom(value, { env });
    return "accepted";
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    expect(error.code).toBe("invalid_request");
    expect(JSON.stringify([error.message, error.hint, error.fields])).not.toContain(KEY);
    return error.fields.map(({ pointer }) => pointer);
  }
}

describe("a configuration", () => {
  test("that is right is taken", () => {
    expect(connectorFrom({ ...RIGHT, key_env: "K" }, { env: { K: KEY } })).toMatchObject({
      name: "eleutherai/pythia",
      scores: "top",
      retrieval: "absent",
    });
    expect(parseModelConfig(RIGHT)).toEqual(RIGHT);
  });

  test.each<[string, object, string]>([
    ["a kind that is none", { kind: KEY }, "/kind"],
    ["no name", { name: "" }, "/name"],
    ["nothing attested of retrieval", { retrieval: undefined }, "/retrieval"],
    ["no address", { url: "models" }, "/url"],
    ["a file", { url: "file:///etc/passwd" }, "/url"],
    ["a key in the address", { url: `http://host/v1?key=${KEY}` }, "/url"],
    ["a user in the address", { url: `http://me:${KEY}@host/v1` }, "/url"],
    ["a key instead of its variable's name", { key_env: KEY }, "/key_env"],
    ["a key", { key: KEY }, "/key"],
    ["a variable that is not set", { key_env: "NOT_SET" }, "/key_env"],
    ["a name that every object has", { key_env: "toString" }, "/key_env"],
    ["a key of several lines", { key_env: "BAD" }, "/key_env"],
    ["no concurrency", { concurrency: 0 }, "/concurrency"],
    ["a body that is none", { body: KEY }, "/body"],
    ["a body that looks things up, attested not to", { body: { tools: [{ googleSearch: {} }] } }, "/body/tools"],
    ["a field of another kind", { prefill: true }, "/prefill"],
  ])("with %s is refused", (_, change, pointer) => {
    const value = JSON.parse(JSON.stringify({ ...RIGHT, ...change }));
    expect(faultsOf(value, { BAD: `${KEY}\n${KEY}` })).toEqual([pointer]);
  });

  test("that looks things up may, when it says so", () => {
    expect(faultsOf({ ...RIGHT, retrieval: "possible", body: { tools: [] } })).toBe("accepted");
  });

  test("of any shape is taken or refused with places", () => {
    const shape = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom(...Object.keys(RIGHT), "key_env", "body", "top_tokens"), fc.jsonValue())
        .map(([key, value]) => ({
          ...RIGHT,
          [key]: value,
        })),
    );
    fc.assert(fc.property(shape, (value) => void faultsOf(value)));
  });

  test("may name a file of observations", async () => {
    const folder = mkdtempSync(join(tmpdir(), "spolia-observations-"));
    const path = join(folder, "scores.jsonl");
    const [own] = await model.logprobs(["a text"]);
    if (own?.status !== "answered") throw new Error("no answer");
    writeFileSync(path, JSON.stringify(await observedText("a text", own.answer)));
    const config = { name: "some/model", kind: "observations", path, retrieval: "possible" };
    const [answer] = await connectorFrom(config).logprobs(["a text"]);
    expect(answer).toMatchObject({ status: "answered" });
    rmSync(folder, { recursive: true });
    expect(() => connectorFrom(config)).toThrow(expect.objectContaining({ code: "storage_failed" }));
  });
});
