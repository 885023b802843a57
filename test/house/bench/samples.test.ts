/** The committed samples of results are what the engine answers. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SAMPLES_PATH, samplesText } from "../../../bench/samples/record.ts";

const committed = () => readFileSync(fileURLToPath(new URL(`../../../${SAMPLES_PATH}`, import.meta.url)), "utf8");

test("the samples are up to date", async () => {
  // Lines, so that a failure shows the fields that differ.
  expect(committed().split("\n"), "out of date: `npm run samples` writes it").toEqual(
    (await samplesText()).split("\n"),
  );
});
