/** A million keys in one segment: `npm run test:slow`. */
import { test } from "vitest";
import { seeded } from "../../support/texts.ts";
import { expectLookups, type Posting, segmentOf } from "../format/segments.ts";

test("1,000,000 keys find their postings, and no other key does", { timeout: 1_800_000 }, async () => {
  const random = seeded(1_000_000);
  const any = (below: number) => Math.floor(random() * below);
  const all = Array.from({ length: 1_000_000 }, (): Posting => [any(2 ** 32), any(60_000), any(65_536)]);
  await expectLookups(all, await segmentOf(all, 60_000));
});
