/** How a score by documents grows with verbatim words: excerpts of novels, over the corpus that they are from. */

import { log } from "../../../src/core/kernels/numbers/log.reference.ts";
import { documentaryLine } from "../../../src/engine/evidence/channels/documentary.ts";
import { supportScore } from "../../../src/engine/evidence/channels/scale.ts";
import { buildCorpus, createEngine } from "../../../src/index.ts";
import { sharedCorpus } from "../../harness/shared.ts";

export const LENGTHS = [60, 100, 200, 500, 1_000, 2_000];
/** Where in a novel an excerpt begins. */
const PLACES = [0.2, 0.35, 0.5, 0.65, 0.8];
/** Least inclusions, and the points that the longest excerpts have over the shortest at least, in the mean. */
export const GAINS = [
  { inclusion: 0.95, points: 2 },
  { inclusion: 0.999, points: 15 },
];

export interface WordsRecord {
  calibration: string;
  excerpts: number;
  /** Excerpts of a place whose score is lower than that of fewer words. */
  falls: number;
  rows: { inclusion: number; scores: number[]; gain: { mean: number; least: number; below: number; bar: number } }[];
}

export async function askWords(sample: number | undefined): Promise<WordsRecord> {
  const novels = sharedCorpus("eltec-eng");
  await using corpus = await buildCorpus(novels, { name: "novels", dataset: "novels" });
  const engine = await createEngine({ corpora: [corpus] });
  let calibration = "";
  const ratios: number[][] = [];
  for (const { text } of novels.slice(0, sample)) {
    const words = text.split(/\s+/);
    for (const place of PLACES) {
      const from = Math.floor(place * words.length);
      const ofPlace: number[] = [];
      for (const length of LENGTHS) {
        const content = words.slice(from, from + length).join(" ");
        const { log10_lr: ratio, method } = await engine.analyze({ content });
        calibration = method.calibration ?? calibration;
        ofPlace.push(ratio?.estimate ?? 0);
      }
      ratios.push(ofPlace);
    }
  }
  const falls = ratios.filter((ofPlace) => ofPlace.some((one, i) => one < (ofPlace[i - 1] ?? -Infinity))).length;
  const rows = GAINS.map(({ inclusion, points }) => {
    const scores = ratios.map((ofPlace) => ofPlace.map((estimate) => scoreAt(inclusion, estimate)));
    const gains = scores.map((ofPlace) => ofPlace.at(-1)! - ofPlace[0]!);
    const gain = {
      ...{ mean: mean(gains), least: Math.min(...gains), bar: points },
      below: gains.filter((one) => one < points).length,
    };
    return { inclusion, scores: LENGTHS.map((_, i) => mean(scores.map((ofPlace) => ofPlace[i]!))), gain };
  });
  return { calibration, excerpts: ratios.length, falls, rows };
}

function scoreAt(inclusion: number, estimate: number): number {
  const use = { inclusion: { lo: inclusion, hi: inclusion }, match: { estimate, lo: estimate, hi: estimate } };
  return supportScore(log(documentaryLine([use]).lr) / Math.LN10);
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
