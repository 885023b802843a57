/**
 * What a run says depends on the size of the index and on the words that were looked for: the same run is telling in few
 * words of a small index, and chance in many words or in a large one.
 */
import { expect, test } from "vitest";
import { SHIPPED_OF_INDEXES } from "../../../src/engine/evidence/calibration/shipped.ts";
import { tellingRunWords } from "../../../src/engine/evidence/verdict/telling.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { DOCUMENTS, engineOver, excerpt, serve } from "./world.ts";

const LONG = zipfText(seeded(77), 6_000);
/** Words of The Pile's validation part, and of all that OLMo 2 was trained on. */
const [SMALL, LARGE] = [4e8, 4.6e12];

function contentOf(runWords: number, words: number): string {
  const before = Math.floor((words - runWords) / 2);
  const run = excerpt(DOCUMENTS[2]!, 300, runWords);
  return [excerpt(LONG, 0, before), run, excerpt(LONG, 3_000, words - runWords - before)].join(" ");
}

test("the size of the index and the words of the content decide whether a run is telling", async () => {
  await using server = await serve("infini-gram-mini");
  const verdict = async (content: string, words: number) => {
    const { analyze } = await engineOver("infini-gram-mini", server.url, { words });
    return (await analyze(content)).verdict;
  };
  const needed = (contentWords: number, searchedWords: number) =>
    tellingRunWords({ contentWords, searchedWords, language: null });
  const inSmall = needed(300, SMALL);
  const inLarge = needed(300, LARGE);
  expect(inLarge - inSmall).toBeGreaterThanOrEqual(8);
  expect(await verdict(contentOf(inSmall, 300), SMALL)).toBe("partial");
  expect(await verdict(contentOf(inSmall - 1, 300), SMALL)).toBe("none_found");
  expect(await verdict(contentOf(inLarge, 300), LARGE)).toBe("partial");
  expect(await verdict(contentOf(inLarge - 1, 300), LARGE)).toBe("none_found");
  expect(needed(4_000, LARGE)).toBeGreaterThan(inLarge);
  expect(await verdict(contentOf(inLarge, 4_000), LARGE)).toBe("none_found");
});

test("a result over an index is judged by the calibration of indexes, and says where that does not reach", async () => {
  await using server = await serve("infini-gram-mini");
  const { engine, name, analyze } = await engineOver("infini-gram-mini", server.url, { words: LARGE });
  const stageOf = async (result: ReturnType<typeof analyze>) =>
    (await result).completeness.stages.find((stage) => stage.name === "confidence");
  const content = contentOf(200, 400);
  const result = await analyze(content);
  expect(result).toMatchObject({ verdict: "match", method: { calibration: SHIPPED_OF_INDEXES.name } });
  expect(await stageOf(Promise.resolve(result))).toMatchObject({ status: "done" });
  const larger = await engineOver("infini-gram-mini", server.url, { words: 1e13 });
  expect(await stageOf(larger.analyze(content))).toMatchObject({
    status: "bounded",
    reason: expect.stringContaining("searched"),
  });
  // Without naming the index, it is neither asked nor are its numbers used.
  const unnamed = await engine.analyze({ content });
  expect(unnamed.completeness.stages).toContainEqual(
    expect.objectContaining({ name: `search:${name}`, status: "skipped" }),
  );
});
