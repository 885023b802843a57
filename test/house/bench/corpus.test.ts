/** What measures a corpus: percentiles, the estimate on paper, the server of ranges, and a whole small measurement. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropFromCache, filesIn, readWhole } from "../../../bench/corpus/folder.ts";
import { paperEstimate } from "../../../bench/corpus/paper.ts";
import { percentile } from "../../../bench/corpus/percentile.ts";
import { withServer } from "../../../bench/corpus/process.ts";
import { whyLeftOut } from "../../../bench/corpus/rivals/contenders.ts";
import { keptShingles, wordsOf } from "../../../bench/corpus/rivals/kept.ts";
import { stringsIndex } from "../../../bench/corpus/rivals/strings.ts";
import { measureScale } from "../../../bench/corpus/scale.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bench-corpus-test-"));
  writeFileSync(join(folder, "letters"), "abcdefghij");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a percentile is a value that was measured", () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect([50, 95, 99, 100].map((hundredths) => percentile(values, hundredths))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 99)).toBe(7);
  expect(percentile([], 50)).toBeNaN();
});

test("the estimate on paper carries the last slope on", () => {
  const points = [1e8, 1e7, 1e6].map((tokens) => ({ tokens, value: tokens === 1e6 ? 99 : tokens / 1e6 }));
  expect(paperEstimate(points)).toEqual({ value: expect.closeTo(1e6), power: expect.closeTo(1) });
  const root = [1e6, 1e8].map((tokens) => ({ tokens, value: Math.sqrt(tokens) }));
  expect(paperEstimate(root)).toEqual({ value: expect.closeTo(1e6), power: expect.closeTo(0.5) });
  expect(paperEstimate(points.slice(0, 1))).toBeNull();
});

test("the Map of five-word strings names the document that a text stands in", async () => {
  const index = await stringsIndex();
  const texts = {
    a: "one two three four five six seven",
    b: "zero one two three four five",
    c: "ten nine eight seven six",
  };
  const documents = Object.entries(texts).map(([id, text]) => ({ id, text }));
  async function* each() {
    yield* documents;
  }
  await index.build(each());
  expect(await index.ask("Two, three: four FIVE six seven")).toEqual(["a"]);
  expect(new Set(await index.ask("one two three four five"))).toEqual(new Set(["a", "b"]));
  expect(await index.ask("one two three four")).toEqual([]);
});

test("a rival is given as many words as it can hold, and not one more", () => {
  expect(whyLeftOut("Map of five-word strings", 1e7)).toBeNull();
  expect(whyLeftOut("Map of five-word strings", 1e7 + 1)).toContain("10 million words");
  expect(whyLeftOut("spolia", 1e12)).toBeNull();
  expect(whyLeftOut("Dolos", 1e6 + 1)).not.toBeNull();
});

test("the server answers ranges, late, and counts them", async () => {
  await withServer(folder, 20, async (address) => {
    const url = new URL("letters", address);
    const part = async (range: string) => fetch(url, { headers: { range } });
    const start = performance.now();
    const middle = await part("bytes=2-4");
    expect(performance.now() - start).toBeGreaterThanOrEqual(19);
    expect([middle.status, middle.headers.get("content-range"), await middle.text()]).toEqual([
      206,
      "bytes 2-4/10",
      "cde",
    ]);
    expect(await (await part("bytes=8-")).text()).toBe("ij");
    expect((await part("bytes=10-12")).status).toBe(416);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), head.headers.get("accept-ranges")]).toEqual([
      200,
      "10",
      "bytes",
    ]);
    expect((await fetch(new URL("../letters-that-are-not-there", address))).status).toBe(404);
    const counts = async () => (await fetch(new URL("/.counts", address))).json();
    expect(await counts()).toEqual({ requests: 5, bytes: 5 });
    expect(await counts()).toEqual({ requests: 0, bytes: 0 });
    // Six at a time: seven take two turns.
    const again = performance.now();
    await Promise.all(Array.from({ length: 7 }, async () => (await part("bytes=0-0")).text()));
    expect(performance.now() - again).toBeGreaterThanOrEqual(38);
  });
});

test("files are listed with their sizes, read whole, and leave the page cache where the system can do that", () => {
  const files = filesIn(folder);
  expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([["letters", 10]]);
  expect(new TextDecoder().decode(readWhole(files[0]!))).toBe("abcdefghij");
  expect(dropFromCache(files)).toBeTypeOf("boolean");
});

test("of eight shingles in a row the rivals keep one", () => {
  const words = wordsOf(Array.from({ length: 500 }, (_, i) => `Word${(i * i) % 97}`).join(", "));
  expect(words).toHaveLength(500);
  const places = keptShingles(words).map(({ at }) => at);
  expect(places.every((at, i) => i === 0 || (at > places[i - 1]! && at - places[i - 1]! <= 8))).toBe(true);
  expect(places[0]).toBeLessThan(8);
});

test("a small corpus is measured from its text to its answers", async () => {
  const scale = await measureScale("novels", 20_000, { queries: 10, limitMs: 60_000 });
  expect(scale.built.fingerprints).toBeGreaterThan(15_000);
  expect(scale.bytesPerToken.withText).toBeGreaterThan(scale.bytesPerToken.withoutText);
  for (const medium of ["memory", "warm file"] as const) {
    const asked = scale.asked[medium]!;
    expect(asked.queries).toBe(10);
    expect(asked.ms.p99).toBeGreaterThanOrEqual(asked.ms.p50);
    expect(asked.planted).toMatchObject({ asked: 25 });
    expect(asked.planted.named + asked.planted.bounded).toBe(25);
  }
  expect(scale.skipped.filter(({ why }) => why === "")).toEqual([]);
});
