/** An index of signatures as its first version was stored: it opens, and is stored again to the same bytes. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SketchIndex, signatureOf } from "../../src/corpus/index.ts";

const TEXT = "A mill is a clock that has been persuaded to be useful by a river.";

test("version 1", async () => {
  const bytes = new Uint8Array(gunzipSync(readFileSync(new URL("sketches/1.sketches.gz", import.meta.url))));
  const index = SketchIndex.open(bytes);
  expect(index.size).toBe(3);
  const found = index.candidates(await signatureOf(TEXT, { places: 32 }));
  expect(found.map(({ id, jaccard }) => [id, jaccard])).toEqual([
    ["mill", 1],
    ["Mühle \ud800", 1],
  ]);
  expect(index.toBytes()).toEqual(bytes);
});
