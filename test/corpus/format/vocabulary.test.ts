/** How often each word stands in a corpus, against a plain count of its texts: the first and the last word of the order too. */
import { describe, expect, test } from "vitest";
import { readText } from "../../../src/core/text/text.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus } from "../../../src/corpus/change/change.ts";
import { COMMON_WORDS, COUNT_IN_COMMON } from "../../../src/corpus/format/layout.ts";
import { openSnapshot } from "../../../src/corpus/search/open.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage } from "../../../src/corpus/storage/storage.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { seeded, zipfText, zipfWords } from "../../support/texts.ts";

type Count = readonly [word: string, count: number];

/** Words are told apart by 48 bits of their hashes. */
const wordOf = (high: number, low: number): string =>
  high.toString(16).padStart(8, "0") + (low >>> 16).toString(16).padStart(4, "0");

/** Ascending by hash. */
function plainCounts(texts: readonly string[]): Count[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const { words } = readText(kernels, text);
    words.low.forEach((low, i) => {
      const word = wordOf(words.high[i]!, low);
      counts.set(word, (counts.get(word) ?? 0) + 1);
    });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function storedCounts(storage: Storage): Promise<Count[]> {
  const { segments } = await openSnapshot(kernels, storage);
  expect(segments).toHaveLength(1);
  const { hashes, counts } = await segments[0]!.segment.vocabulary();
  return Array.from(counts, (count, i) => [wordOf(hashes.high[i]!, hashes.low[i]!), count]);
}

const random = seeded(77);
/** Few kinds of words, so that each text has all of them. */
const [KEPT, GONE, LATER] = [900, 700, 500].map((words) => zipfText(random, words, 40)) as [string, string, string];

describe("the vocabulary", () => {
  test("after deletions and a merge counts the remaining texts, from the first word to the last", async () => {
    const storage = createMemoryStorage();
    const documents = [
      { id: "kept", text: KEPT },
      { id: "gone", text: GONE },
    ];
    await (await buildCorpus(documents, { name: "v", dataset: "d", storage })).close();
    expect(await storedCounts(storage)).toEqual(plainCounts([KEPT, GONE]));
    await appendDocuments(storage, [{ id: "later", text: LATER }]);
    await deleteDocuments(storage, ["gone"]);
    await mergeCorpus(storage);
    const expected = plainCounts([KEPT, LATER]);
    expect(await storedCounts(storage)).toEqual(expected);
    // The first and the last word stood in what is gone: a count that was not taken away would show.
    const gone = plainCounts([GONE]);
    expect([gone[0]![0], gone.at(-1)![0]]).toEqual([expected[0]![0], expected.at(-1)![0]]);
  });

  test("of more words than are listed as common counts each of the others as the rarest of these", async () => {
    const storage = createMemoryStorage();
    const text = zipfWords(random, 200_000, 20_000).join(" ");
    await (await buildCorpus([{ id: "text", text }], { name: "v", dataset: "d", storage })).close();
    const expected = plainCounts([text]);
    expect(expected.length).toBeGreaterThan(COMMON_WORDS + 1_000);
    expect(await storedCounts(storage)).toEqual(expected);
    const least = expected.map(([, count]) => count).sort((x, y) => y - x)[COMMON_WORDS - 1]!;
    expect(least).toBeGreaterThan(1);
    const { segments } = await openSnapshot(kernels, storage);
    const { hashes } = await segments[0]!.segment.vocabulary();
    const common = (await segments[0]!.segment.common()).countEach(hashes);
    expect([...common]).toEqual(expected.map(([, count]) => Math.max(least, count)));
  });

  test.each(["first", "last"])(
    "of a word too common for its row is read elsewhere, also where it is the %s",
    async (place) => {
      const kinds = ["one", "two", "three", "four", "five"];
      const ordered = kinds.toSorted((a, b) => (plainCounts([a])[0]![0] < plainCounts([b])[0]![0] ? -1 : 1));
      const common = place === "first" ? ordered[0]! : ordered.at(-1)!;
      const long = `${`${common} `.repeat(COUNT_IN_COMMON + 5)}${kinds.join(" ")}`;
      const storage = createMemoryStorage();
      const documents = [
        { id: "long", text: long },
        { id: "gone", text: `${common} gone` },
      ];
      await (await buildCorpus(documents, { name: "v", dataset: "d", storage })).close();
      await appendDocuments(storage, [{ id: "later", text: `${common} later` }]);
      await deleteDocuments(storage, ["gone"]);
      await mergeCorpus(storage);
      const counts = await storedCounts(storage);
      expect(counts).toEqual(plainCounts([long, `${common} later`]));
      expect(counts.find(([word]) => word === plainCounts([common])[0]![0])![1]).toBe(COUNT_IN_COMMON + 7);
    },
  );
});
