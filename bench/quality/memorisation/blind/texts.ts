/** Texts of a mixture of unigrams and bigrams, in clusters that share a topic; on one side so much of them is drawn otherwise. */

import { exp } from "../../../../src/core/kernels/numbers/exp.reference.ts";
import { log } from "../../../../src/core/kernels/numbers/log.reference.ts";
import type { GateText } from "../../../../src/models/membership/gate.ts";
import type { Random } from "../../../harness/random.ts";

const VOCABULARY = 4_000;
const WORDS = 60;
/** Share of words that follow from the word before, and that are of the cluster's topic. */
const FOLLOWING = 0.3;
const TOPICAL = 0.15;
const TOPICS = 200;

export interface Shift {
  name: string;
  /** 0 is no shift at all. */
  sizes: readonly number[];
}

/** Each size a share of words, but for the length, which is a factor less 1. */
export const SHIFTS: readonly Shift[] = [
  { name: "words of another source", sizes: [0, 0.11, 0.14, 0.17, 0.4] },
  { name: "one new name", sizes: [0, 0.005, 0.007, 0.01, 0.03] },
  { name: "punctuation", sizes: [0, 0.015, 0.02, 0.03, 0.1] },
  { name: "length", sizes: [0, 0.06, 0.08, 0.11, 0.3] },
];

interface Design {
  shift: Shift;
  size: number;
  clusters: number;
  textsPerCluster: number;
}

export function drawTexts(random: Random, { shift, size, clusters, textsPerCluster }: Design): GateText[] {
  return [true, false].flatMap((isSuspect) =>
    Array.from({ length: clusters }, (_, cluster) => {
      const topic = random.below(TOPICS);
      return Array.from({ length: textsPerCluster }, () => ({
        text: drawText(random, topic, isSuspect ? shift.name : "", size),
        cluster: `${isSuspect ? "suspect" : "control"} ${cluster}`,
        isSuspect,
      }));
    }).flat(),
  );
}

function drawText(random: Random, topic: number, shift: string, size: number): string {
  const lengthWords = Math.round(WORDS * (0.75 + 0.5 * random.next()) * (shift === "length" ? 1 + size : 1));
  const words: string[] = [];
  let before = 0;
  for (let i = 0; i < lengthWords; i++) {
    const rank = nextRank(random, topic, before);
    const isElsewhere = shift === "words of another source" && random.next() < size;
    before = rank;
    words.push(
      shift === "one new name" && random.next() < size
        ? "quixborough"
        : wordOf(isElsewhere ? (rank * 3 + 7) % VOCABULARY : rank),
    );
    const comma = 0.08 + (shift === "punctuation" ? size : 0);
    if (random.next() < comma) words[i] += ",";
  }
  return words.join(" ");
}

function nextRank(random: Random, topic: number, before: number): number {
  const draw = random.next();
  if (draw < FOLLOWING) return (before * 31 + random.below(4) * 17 + 1) % VOCABULARY;
  if (draw < FOLLOWING + TOPICAL) return (500 + topic * 13 + random.below(20)) % VOCABULARY;
  return Math.floor(exp(random.next() * log(VOCABULARY))) - 1; // Zipf's law
}

function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / 60))
    word += "bcdfghjklmnpqrst"[rest % 15]! + "aeio"[rest % 4]!;
  return word;
}
