/** Every byte of every file of a corpus, changed one by one: `npm run test:slow`. */
import { expect, test } from "vitest";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { seeded } from "../../support/texts.ts";
import { changed, filesOf, flipped, isNoDifference } from "./damaged.ts";

const files = await filesOf("test");

test.each([...files.keys()])(
  "every byte of %s changed is found when the corpus is verified",
  { timeout: 3_600_000 },
  async (name) => {
    const random = seeded(33);
    const bytes = files.get(name)!;
    for (let at = 0; at < bytes.length; at++) {
      const copy = flipped(bytes, at, 1 + Math.floor(random() * 255));
      const { is_sound } = await verifyCorpus(createMemoryStorage(changed(files, name, copy)));
      if (is_sound !== isNoDifference(name, bytes[at]!, copy[at]!))
        expect.fail(`byte ${at}: ${bytes[at]} to ${copy[at]}`);
    }
  },
);
