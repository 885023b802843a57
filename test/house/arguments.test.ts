/**
 * Every function of every entry, called with what its types forbid: callers without types make such mistakes, and get an error of ours
 * that says which argument is wrong, never a TypeError out of the middle of the package.
 */

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../src/base/errors.ts";
import * as catalogue from "../../src/catalogue/index.ts";
import * as wasm from "../../src/core/kernels/inlined.ts";
import * as corpus from "../../src/corpus/index.ts";
import * as storage from "../../src/corpus/storage/index.ts";
import * as documents from "../../src/files/index.ts";
import * as spolia from "../../src/index.ts";
import * as models from "../../src/models/index.ts";
import * as publicIndexes from "../../src/remote/publicIndexes/index.ts";
import * as report from "../../src/report/index.ts";
import * as service from "../../src/service/index.ts";
import { temporaryFolder } from "../support/suites/corpus/places.ts";

const ENTRIES: Record<string, object> = {
  ...{ spolia, corpus, storage, catalogue, documents, models, report, publicIndexes, service, wasm },
};

type AnyFunction = (...args: unknown[]) => unknown;

/** Some functions make the folder. */
const NOWHERE = join(temporaryFolder(), "there is no such folder");

/** Nothing, null, a string, a number, a promise, and objects that hold nothing. The string is no place on any machine. */
const WRONG: Record<string, () => unknown> = {
  undefined: () => undefined,
  null: () => null,
  "a string": () => join(NOWHERE, "nor such a file"),
  "a number": () => 7,
  "a promise": () => Promise.resolve({}),
  "an empty object": () => ({}),
  "an empty array": () => [],
};

const isClass = (value: AnyFunction): boolean => /^class\b/.test(Function.prototype.toString.call(value));

/** What came of a call: nothing where it was answered, or refused with an error of ours. */
async function faultOf(call: () => unknown): Promise<string | null> {
  try {
    const answer = await call();
    if (typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer) {
      for await (const _ of answer as AsyncIterable<unknown>) break;
    }
    return null;
  } catch (error) {
    return isSpoliaError(error) ? null : String(error);
  }
}

const FUNCTIONS = Object.entries(ENTRIES).flatMap(([entry, exported]) =>
  Object.entries(exported)
    .filter(([, value]) => typeof value === "function")
    .map(([name, value]): [string, AnyFunction] => [
      `${entry}: ${name}`,
      isClass(value) ? (...args) => Reflect.construct(value, args) : value,
    ]),
);

describe("with up to three wrong arguments", () => {
  test.each(FUNCTIONS)("%s", async (_name, call) => {
    const faults: string[] = [];
    const names = Object.keys(WRONG);
    const lists = [
      [],
      ...names.map((a) => [a]),
      ...names.flatMap((a) => names.map((b) => [a, b])),
      ...names.flatMap((a) => names.map((b) => [a, "an empty object", b])),
    ];
    for (const list of lists) {
      const fault = await faultOf(() => call(...list.map((name) => WRONG[name]!())));
      if (fault !== null) faults.push(`(${list.join(", ")}): ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});
