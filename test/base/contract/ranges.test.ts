/** Both ends of every range of numbers in a request are taken, and what lies beyond them is refused at its place. */
import { describe, expect, test } from "vitest";
import {
  canaryPoolRequestSchema,
  canaryTestRequestSchema,
  orderEvidenceSchema,
} from "../../../src/base/contract/schemas/operations/canary.ts";
import { extractRequestSchema } from "../../../src/base/contract/schemas/operations/extract.ts";
import { channelObservationSchema } from "../../../src/base/contract/schemas/operations/observation.ts";
import { faultsOf, type Schema } from "./faults.ts";

/** A document with a value at a place. */
function withValue(document: object, pointer: string, value: number): object {
  const copy = structuredClone(document);
  const names = pointer.slice(1).split("/");
  const last = names.pop()!;
  let inside = copy as Record<string, unknown>;
  for (const name of names) inside = inside[name] as Record<string, unknown>;
  inside[last] = value;
  return copy;
}

const EXTRACT = { model: "m", work: { content: "text" }, windows: {}, sampling: {} };
const POOL = {};
const ORDER = {};
const TESTED = { model: "m", retrieval: "absent", statistic: "s" };
const RATE = { value: 0.5, hits: 1, of: 2, ci_95: [0.1, 0.9] };
const OBSERVATION = {
  ...{
    channel: "canary",
    model: "m",
    p: null,
    exactness: "exact",
    tests: 1,
    controls: 0,
    power: { rank: 1, rate: RATE },
  },
  ...{ gate: "not_run", rates: null, retrieval: "absent", statistic: {} },
};

describe.each<
  [name: string, schema: Schema, document: object, ranges: Record<string, [least: number, greatest: number]>]
>([
  [
    "extract",
    extractRequestSchema,
    EXTRACT,
    {
      "/windows/prefix": [1, 500],
      "/windows/suffix": [1, 500],
      "/windows/stride": [1, 1_000_000],
      "/windows/sample": [1, 10_000],
      "/windows/per_control": [1, 10_000],
      "/sampling/continuations": [0, 1_000],
      "/sampling/top_k": [1, 1_000],
      "/sampling/seed": [0, 0xffff_ffff],
    },
  ],
  ["a pool of canaries", canaryPoolRequestSchema, POOL, { "/strings": [2, 10_000], "/length": [1, 256] }],
  ["a test of canaries", canaryTestRequestSchema, TESTED, { "/tests": [1, 1_000_000] }],
  ["an order", orderEvidenceSchema, ORDER, { "/permutations": [1, 10_000] }],
  [
    "an observation",
    channelObservationSchema,
    OBSERVATION,
    {
      "/tests": [1, 1_000_000],
      "/controls": [0, 1e9],
      "/power/rank": [1, 1e9],
      "/power/rate/hits": [0, 1e9],
      "/power/rate/of": [0, 1e9],
    },
  ],
])("%s", (_, schema, document, ranges) => {
  test.each(Object.entries(ranges))("%s: %j", (pointer, [least, greatest]) => {
    const faultAt = (value: number) => faultsOf(schema, withValue(document, pointer, value)).includes(pointer);
    expect([least, greatest].map(faultAt)).toEqual([false, false]);
    expect([least - 1, greatest + 1, least + 0.5].map(faultAt)).toEqual([true, true, true]);
  });
});

test("a temperature of sampling", () => {
  const faultsAt = (value: number) =>
    faultsOf(extractRequestSchema, withValue(EXTRACT, "/sampling/temperature", value));
  expect([0.01, 10].map(faultsAt)).toEqual([[], []]);
  expect([0.009, 10.1, 0].map(faultsAt)).toEqual(Array(3).fill(["/sampling/temperature"]));
});
