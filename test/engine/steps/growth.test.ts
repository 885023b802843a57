/**
 * Time grows as the text does, whatever its shape: the processor's time of three sizes, a length four times that of the one before. A
 * shape that seems to grow faster is measured again, since a machine may be busy.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { SHAPES } from "../../../bench/harness/shapes.ts";
import { buildCorpus, createEngine, type Engine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";

const FACTOR = 4;
/** The largest has 16 times the words of the smallest. */
const WORDS = fewOrAll(2_000, 16_000);
/** Linear is 4; n log n is 4.5; the square is 16. */
const RATIO_MAX = 9;
const LEAST_MS = 12;
const TRIES = 4;

let engine: Engine;
beforeAll(async () => {
  const documents = Object.entries(SHAPES).map(([id, shape]) => ({ id, text: shape(3_000) }));
  engine = await createEngine({ corpora: [await buildCorpus(documents, { name: "shapes", dataset: "shapes" })] });
});

const OPERATIONS: Readonly<Record<string, (content: string) => Promise<object>>> = {
  analyze: (content) => engine.analyze({ content }),
  compare: (content) => engine.compare({ a: content, b: content.replaceAll(/ the | e|5/g, " x ") }),
};

async function milliseconds(work: () => Promise<object>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The largest ratio of two sizes in the least times that were measured. */
async function growth(ask: (content: string) => Promise<object>, contents: readonly string[]): Promise<number> {
  const least = contents.map(() => Number.POSITIVE_INFINITY);
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && ratio > RATIO_MAX; tries++) {
    for (const [i, content] of contents.entries())
      least[i] = Math.min(least[i]!, await milliseconds(() => ask(content)));
    ratio = Math.max(...least.slice(1).map((ms, i) => ms / Math.max(least[i]!, LEAST_MS)));
  }
  return ratio;
}

describe.each(Object.keys(OPERATIONS))("%s takes a time that grows as the text does", (operation) => {
  test.each(Object.keys(SHAPES))("%s", async (name) => {
    const contents = [1, FACTOR, FACTOR ** 2].map((factor) => SHAPES[name]!(factor * WORDS));
    for (const [i, content] of notEmpty([...contents.slice(1).entries()]))
      expect(content.length).toBeGreaterThan(2 * contents[i]!.length);
    expect(await growth(OPERATIONS[operation]!, contents)).toBeLessThan(RATIO_MAX);
  });
});
