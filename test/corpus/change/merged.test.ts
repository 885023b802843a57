/**
 * A corpus that was changed and merged answers as one that is built from its documents in the same order, also where they share texts:
 * copies in the same order, and as many works. Blocks hold other texts there, and are read in another order.
 */
import { describe, expect, test } from "vitest";
import type { CorpusDocument, Progress } from "../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus } from "../../../src/corpus/change/change.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { builtOf, byId, NAMES } from "../../support/suites/corpus/living.ts";
import { seeded, zipfText } from "../../support/texts.ts";

/** Documents that are made of a few texts, so that each passage has near copies. */
function overlapping(random: () => number): (prefix: string, count: number) => CorpusDocument[] {
  const any = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!;
  const stock = Array.from({ length: 12 }, () => zipfText(random, 60 + Math.floor(random() * 200)));
  return (prefix, count) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${prefix}${i}`,
      text: Array.from({ length: 1 + Math.floor(random() * 4) }, () => any(stock)).join(" "),
    }));
}

describe("documents with common texts, deleted, added and merged", () => {
  test.each([6, 7])("answer as in a new corpus (seed %i)", async (seed) => {
    const random = seeded(seed);
    const make = overlapping(random);
    const storage = createMemoryStorage();
    let living = make("a", 25);
    await (await buildCorpus(living, { ...NAMES, storage })).close();
    for (const round of ["b", "c", "d"]) {
      const gone = living.filter(() => random() < 0.25).map(({ id }) => id);
      await deleteDocuments(storage, gone);
      living = living.filter(({ id }) => !gone.includes(id));
      // A copy of a text, whose first document may have been deleted.
      const more = [...make(round, 8), { id: `${round} copy`, text: living[0]!.text }];
      await appendDocuments(storage, more);
      living = [...living, ...more];
    }
    await mergeCorpus(storage);
    await using merged = await openCorpus(storage);
    await using fresh = await builtOf(byId(living));
    expect(merged.info.revision).toBe(fresh.info.revision);
    for (const { id, text } of notEmpty(living)) {
      const query = queryOf(text.slice(0, 1_500));
      const [changed, built] = [await merged.search(query), await fresh.search(query)];
      expect(changed.passages, id).toEqual(built.passages);
      expect(changed).toMatchObject({ bounded: false, certainFromWords: built.certainFromWords });
    }
  });
});

test("the progress of a merge counts the blocks of all segments", async () => {
  const random = seeded(8);
  const longer = (prefix: string) => [1, 2].map((i) => ({ id: `${prefix}${i}`, text: zipfText(random, 2_500) }));
  const storage = createMemoryStorage();
  await (await buildCorpus(longer("a"), { ...NAMES, storage })).close();
  await appendDocuments(storage, longer("b"));
  const told: Progress[] = [];
  await mergeCorpus(storage, { onProgress: (progress) => told.push(progress) });
  const counts = told.filter(({ stage }) => stage === "merge").map(({ done, total, unit }) => [done, total, unit]);
  // Two blocks a document, of which it is told before the first.
  expect(counts).toEqual([0, 2, 4, 6].map((done) => [done, 8, "blocks"]));
});
