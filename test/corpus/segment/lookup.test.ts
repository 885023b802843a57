/** Lookups of many keys: those of a long question, in the order of their pages, find what short ones find. */
import { expect, test } from "vitest";
import type { Hits } from "../../../src/corpus/format/hits.ts";
import { seeded } from "../../support/texts.ts";
import { type Posting, segmentOf } from "../format/segments.ts";

const KEYS = 20_000;
const PIECE = 1_000;
const nothing = () => {};

const listed = (hits: Hits, first: number): [key: number, blocksInAll: number, postings: number[]][] =>
  Array.from({ length: hits.length }, (_, hit) => [
    first + hits.indexes[hit]!,
    hits.blocksInAll[hit]!,
    [...hits.postings.subarray(hits.start(hit), hits.end(hit))],
  ]);

test("a long lookup finds the values of the short ones it could be cut into, side by side", async () => {
  const random = seeded(52);
  const any = (below: number) => Math.floor(random() * below);
  const postings = Array.from({ length: 6_000 }, (): Posting => [any(2 ** 32), any(400), any(2 ** 16)]);
  // Some of a few blocks, and one of so many that it has a list.
  for (let i = 0; i < 3_000; i++) postings.push([postings[any(500)]![0], any(400), any(2 ** 16)]);
  for (let i = 0; i < 300; i++) postings.push([0xffff_ffff, i, any(2 ** 16)]);
  const segment = await segmentOf(postings);
  const keys = Uint32Array.from({ length: KEYS }, (_, i) =>
    i % 2 === 0 ? postings[any(postings.length)]![0] : any(2 ** 32),
  );
  const pieces = Array.from({ length: KEYS / PIECE }, (_, i) => keys.subarray(i * PIECE, (i + 1) * PIECE));
  const [long, ...short] = await Promise.all([keys, ...pieces].map((some) => segment.lookup("keys", some, nothing)));
  expect(long!.length).toBeGreaterThanOrEqual(KEYS / 2);
  expect(listed(long!, 0)).toEqual(short.flatMap((hits, i) => listed(hits, i * PIECE)));
});
