/** Text that was read stays in memory, with what was found out of it: what is asked again is answered the same, without reading. */
import { expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage } from "../../../src/corpus/storage/storage.ts";
import { createEngine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(7);
const long = `${zipfText(random, 5_000)}\n\nCopyright 1987 by Ann Other.\n\n${zipfText(random, 7_000)}`;
const short = [1, 2, 3].map((id) => ({ id: `short ${id}`, text: `${zipfText(random, 90)} All rights reserved.` }));
const storage = createMemoryStorage();
await buildCorpus([{ id: "long", text: long }, ...short], { name: "kept", dataset: "kept", storage });

/** The same, with the number of reads of text. */
function counted(): { storage: Storage; reads: () => number } {
  let reads = 0;
  const open: Storage["open"] = async (name) => {
    const file = await storage.open(name);
    if (!name.startsWith("text/")) return file;
    const read: typeof file.read = (...range) => {
      reads++;
      return file.read(...range);
    };
    return { ...file, read };
  };
  return { storage: { ...storage, open }, reads: () => reads };
}

const words = (from: number, to: number) => long.split(" ").slice(from, to).join(" ");
/** Within a block, over the ends of some, of texts that share one, and of all of them. */
const CONTENTS = [
  words(300, 400),
  words(1_900, 2_200),
  words(4_700, 9_000),
  short[1]!.text.slice(40),
  `${words(4_950, 5_060)}\n\n${short[2]!.text}`,
];

const ask = async (from: Storage, contents: readonly string[]) => {
  await using corpus = await openCorpus(from);
  const engine = await createEngine({ corpora: [corpus] });
  const answers = [];
  for (const content of contents) answers.push(await engine.analyze({ content }));
  return answers;
};

test("each text is read once, and each answer is that of a corpus that was just opened", async () => {
  const { storage: open, reads } = counted();
  const once = await ask(open, CONTENTS);
  const readsOfOnce = reads();
  const twice = await ask(open, [...CONTENTS, ...CONTENTS.toReversed()]);
  expect(readsOfOnce).toBeGreaterThan(3);
  expect(reads() - readsOfOnce).toBe(readsOfOnce);
  for (const [i, content] of notEmpty(CONTENTS).entries()) {
    const [alone] = await ask(storage, [content]);
    expect(alone!.matches.length).toBeGreaterThan(0);
    expect([once[i], twice[i], twice[2 * CONTENTS.length - 1 - i]]).toEqual([alone, alone, alone]);
  }
  const notices = Array.from(JSON.stringify(once).matchAll(/reads “([^”]{1,40})”/g), ([, notice]) => notice);
  expect(new Set(notices)).toEqual(new Set(["Copyright 1987", "All rights reserved"]));
});
