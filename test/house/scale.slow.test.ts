/** The slow tests do all: their mode reaches the files, and with it what the files ask for. */
import { expect, inject, test } from "vitest";
import { fewOrAll } from "../support/scale.ts";

test("all is done, and loops have an hour", () => {
  expect(fewOrAll("few", "all")).toBe("all");
  expect(inject("stuckAfterSeconds")).toBe(3_600);
});

test("properties draw new values, unless those of a seed are asked for", () => {
  const asked = process.env["SPOLIA_PROPERTY_SEED"];
  expect(inject("propertySeed")).toBe(asked === undefined ? null : Number(asked));
});
