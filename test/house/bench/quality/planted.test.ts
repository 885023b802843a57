/** The cases are what they say, the judge tells right from wrong, and no baseline is a straw man: each finds what it should. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../../bench/harness/random.ts";
import { DETECTORS } from "../../../../bench/quality/baselines/all.ts";
import { editedTexts } from "../../../../bench/quality/passages/plant.ts";
import { judge, summarizePlants, summarizeTexts } from "../../../../bench/quality/passages/score.ts";
import type { Part } from "../../../../bench/quality/passages/sets.ts";
import { randomlyEdited } from "../../../../bench/quality/search/edits.ts";
import { wordsOf } from "../../../../bench/quality/words.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../../support/notEmpty.ts";

const random = new Random("quality tests");
const vocabulary = Array.from({ length: 2_000 }, (_, i) => `word${i.toString(36)}`);
const textOf = (lengthWords: number) => Array.from({ length: lengthWords }, () => random.pick(vocabulary)).join(" ");

const parts: Part[] = Array.from({ length: 5 }, (_, i) => ({
  id: `d${i}`,
  work: `d${i}`,
  start: 0,
  words: wordsOf(textOf(2_000)),
}));
const hosts = Array.from({ length: 5 }, () => wordsOf(textOf(500)));
const texts = editedTexts("test", parts, hosts, 2);
const verbatim = texts.filter(({ rate }) => rate === 0);
const sourceOf = (document: string) => parts.find(({ id }) => id === document)!.words.text;

describe("planted texts", () => {
  test("hold each passage where they say, verbatim at rate 0", () => {
    expect(verbatim.flatMap(({ plants }) => plants).length).toBe(2 * 6 + 6);
    for (const { words, plants } of notEmpty(verbatim)) {
      for (const { document, content, source } of notEmpty(plants))
        expect(words.text.slice(content.start, content.end)).toBe(sourceOf(document).slice(source.start, source.end));
    }
  });

  test("are struck as often as they say, and left alone elsewhere", () => {
    const excerpt = textOf(5_000);
    for (const rate of [0.05, 0.3]) {
      const edited = randomlyEdited(excerpt, rate, random, ["other"]);
      const came = wordsOf(edited).words.filter((word) => word === "other").length / 5_000;
      expect(Math.abs(came - 0.7 * rate)).toBeLessThan(0.03);
    }
    expect(randomlyEdited(excerpt, 0, random, ["other"])).toBe(excerpt);
  });
});

describe("the judge", () => {
  test("gives the truth full marks, and nothing none", () => {
    const outcomes = verbatim.map((text) => {
      const truth = text.plants.map(({ document, content, source }) => ({ document, ranges: { content, source } }));
      return judge(text, truth, sourceOf);
    });
    const { found, exact, covered_words_share } = summarizePlants(outcomes.flatMap(({ plants }) => plants));
    expect([found.share, exact?.share, covered_words_share]).toEqual([1, 1, 1]);
    expect(summarizeTexts(outcomes).plagdet.macro.plagdet).toBe(1);
    const silent = summarizeTexts(verbatim.map((text) => judge(text, [], sourceOf)));
    expect(silent.plagdet.macro).toMatchObject({ recall: 0, plagdet: 0 });
  });

  test("tells a false passage from one that is truly shared", () => {
    const [text] = verbatim;
    const { document, content, source } = text!.plants.find(({ lengthWords }) => lengthWords >= 12)!;
    const elsewhere = {
      document: parts.find(({ id }) => id !== document)!.id,
      ranges: { content, source: { start: 0, end: 500 } },
    };
    const { plants, elsewhere: told } = judge(text!, [elsewhere], sourceOf);
    expect(plants[0]!.isFound).toBe(false);
    expect([told.false.length, told.shared]).toEqual([1, 0]);
    const copied = judge(text!, [elsewhere], (id) =>
      id === elsewhere.document ? sourceOf(document).slice(source.start) : sourceOf(id),
    );
    expect([copied.elsewhere.false.length, copied.elsewhere.shared]).toEqual([0, 1]);
  });
});

describe.each(DETECTORS.filter(({ skip }) => skip() === null))("$name", ({ open }) => {
  test("finds every verbatim passage of 100 words and more, in its document", async () => {
    const opened = await open(parts);
    let judged = 0;
    for (const { words, plants } of notEmpty(verbatim)) {
      const found = await opened.search(words);
      for (const { document, lengthWords, content } of notAlwaysEmpty(
        plants.filter((plant) => plant.lengthWords >= 100),
      )) {
        const isIts = found.some(
          (one) =>
            one.document === document &&
            (one.ranges === null || (one.ranges.content.start < content.end && content.start < one.ranges.content.end)),
        );
        expect(isIts, `${lengthWords} words of ${document}`).toBe(true);
        judged++;
      }
    }
    expect(judged).toBeGreaterThanOrEqual(4);
  });
});
