/**
 * Texts of many shapes analysed in a process of its own: what a word of each costs, and how the time grows with the length.
 *
 *   node bench/steps/shapes/step.ts PLACE      prints `Shaped`, one of each shape. PLACE is the folder of a corpus
 */
import { argv } from "node:process";
import { createEngine, openCorpus } from "../../../src/index.ts";
import { SHAPES } from "../../harness/shapes.ts";

export interface Shaped {
  name: string;
  /** Words of the text in the middle, as the engine counts them. */
  words: number;
  microsecondsAWord: number;
  nanosecondsAByte: number;
  /** By the times of the shortest and the longest text, whose length is 16 times that. */
  exponent: number;
}

const WORDS = [8_000, 32_000, 128_000];
const TIMES = 3;

if (import.meta.main) {
  const engine = await createEngine({ corpora: [await openCorpus(argv[2]!)] });
  const wordsOf = async (content: string) => (await engine.analyze({ content })).coverage.words;
  for (let i = 0; i < TIMES; i++) await wordsOf(SHAPES["prose in lines"]!(WORDS[0]!));
  const shaped: Shaped[] = [];
  for (const [name, shape] of Object.entries(SHAPES)) {
    const [short, middle, long] = [[], [], []] as [number[], number[], number[]];
    let [words, bytes] = [0, 0];
    for (let i = 0; i < TIMES; i++) {
      for (const [at, ms] of [short, middle, long].entries()) {
        const content = shape(WORDS[at]!);
        const before = process.cpuUsage();
        const read = await wordsOf(content);
        const { user, system } = process.cpuUsage(before);
        ms.push((user + system) / 1_000);
        if (at === 1) [words, bytes] = [read, Buffer.byteLength(content)];
      }
    }
    const exponent = Math.log(Math.min(...long) / Math.min(...short)) / Math.log(WORDS[2]! / WORDS[0]!);
    const least = Math.min(...middle);
    const costs = { microsecondsAWord: (1e3 * least) / Math.max(words, 1), nanosecondsAByte: (1e6 * least) / bytes };
    shaped.push({ name, words, ...costs, exponent });
  }
  console.log(JSON.stringify(shaped));
}
