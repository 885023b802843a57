/**
 * How long does the ranking of windows take that may say the same in other words, at three sizes? It sees every window, so that its
 * time does not depend on what they say: drawn ones stand for those of texts. Named to be run.
 */
import { cpuUsage } from "node:process";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { nearInSegment } from "../../../src/corpus/search/near/windows.ts";
import type { SegmentWindows } from "../../../src/corpus/segment/read/windows.ts";
import { emptyRows, rowBytesOf } from "../../../src/corpus/segment/vectors/windows.ts";
import { percentile } from "../../corpus/percentile.ts";
import { type Figure, figure, type Goal } from "../../harness/harness.ts";
import { Random } from "../../harness/random.ts";

const DIMENSIONS = 384;
const SIZES = [1e5, 1e6, 1e7];
/** Of issue 54: one window among so many, on one core. */
const GOAL_SIZE = 1e7;
const GOAL_MS = 100;
/** Of a text of some 800 words, whose windows overlap by three quarters. */
const TEXT_WINDOWS = 32;
const ROUNDS = 15;

export const nearWindowsCase = {
  name: "corpus: near windows",
  async figures(): Promise<Figure[]> {
    const kernels = await loadKernels();
    const random = new Random("near windows");
    const asked = Array.from({ length: TEXT_WINDOWS }, (_, start) => ({
      ...{ start, end: start + 1 },
      vector: Int8Array.from({ length: DIMENSIONS }, () => random.below(101) - 50),
    }));
    const figures: Figure[] = [];
    for (const size of SIZES) {
      const rows = drawnWindows(size, random);
      for (const windows of [1, TEXT_WINDOWS]) {
        const ask = () =>
          nearInSegment(kernels, rows, asked.slice(0, windows), { segment: 0, notIn: 0, signal: undefined });
        await ask();
        const [wall, processor]: [number[], number[]] = [[], []];
        for (let round = 0; round < ROUNDS; round++) {
          const [start, before] = [performance.now(), cpuUsage()];
          await ask();
          const { user, system } = cpuUsage(before);
          wall.push(performance.now() - start);
          processor.push((user + system) / 1000);
        }
        const name = `near windows, of ${windows} among 10^${Math.log10(size)}`;
        const goals: Goal[] = [[`≤ ${GOAL_MS} ms`, (value) => value <= GOAL_MS]];
        figures.push(
          figure(
            `${name}: p50 by the processor's clock`,
            "ms",
            percentile(processor, 50),
            windows === 1 && size === GOAL_SIZE ? goals : [],
          ),
          figure(`${name}: p50`, "ms", percentile(wall, 50)),
          figure(`${name}: p95`, "ms", percentile(wall, 95)),
        );
      }
    }
    return figures;
  },
};

function drawnWindows(windows: number, random: Random): SegmentWindows {
  const rows = emptyRows(windows, DIMENSIONS);
  for (const { buffer } of [rows.above, rows.far]) {
    // Xorshift (Marsaglia, 2003): a gigabyte of bits.
    let state = random.below(2 ** 32) | 1;
    const words = new Int32Array(buffer, 0, (windows * rowBytesOf(DIMENSIONS)) / 4);
    for (let i = 0; i < words.length; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      words[i] = state;
    }
  }
  const [centre, spread] = [new Int8Array(DIMENSIONS), new Uint16Array(DIMENSIONS).fill(256 * 20)];
  return { ...rows, form: { dimensions: DIMENSIONS, windows, centre, spread } };
}
