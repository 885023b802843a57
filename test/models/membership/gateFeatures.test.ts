/**
 * What the blind gate looks at, each feature alone: texts of both sides come from one source, and suspects have one word, letter or
 * sign more or another one, which no other feature shows.
 */
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { blindGate } from "../../../src/models/membership/gate.ts";
import { seeded, zipfWords } from "../../support/texts.ts";

const kernels = await loadKernels();
const CLUSTERS = 200;
const VOCABULARY = 2_000;
const WORDS = 40;
/** Of a sign in each text; one more or less of so many says little to runs of characters, whose counts are damped. */
const SIGNS = 8;

/** Characters of the basic plane of a kind: so many that none of them tells a side. */
const kindOf = (kind: RegExp): string[] =>
  Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((character) => kind.test(character));
const NUMBERS = kindOf(/^\p{N}$/u);
const MARKS = kindOf(/^[\p{P}\p{S}]$/u);
const BLANKS = kindOf(/^[^\S\n\r\u2028\u2029\ufeff]$/);

type Random = () => number;
const one = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

/** Words of which so many are changed, at places drawn. */
function changedWords(random: Random, count: number, change: (word: string, at: number) => string): string {
  const words = zipfWords(random, WORDS, VOCABULARY);
  const places = [...words.keys()].sort(() => random() - 0.5).slice(0, count);
  for (const place of places) words[place] = change(words[place]!, Math.floor(random() * words[place]!.length));
  return words.join(" ");
}

const replaced = (word: string, at: number, by: string) => word.slice(0, at) + by + word.slice(at + 1);

/** A word whose middle is longer than any run of characters: only the whole word tells which end belongs to which beginning. */
function pairedWord(random: Random, isSuspect: boolean): string {
  const first = Math.floor(random() * 2);
  return `${["zig", "zag"][first]}qqqqq${["hot", "hut"][isSuspect ? first : 1 - first]}`;
}

const FEATURES: readonly [string, (random: Random, isSuspect: boolean) => string][] = [
  [
    "one word in 41: the length",
    (random, isSuspect) => zipfWords(random, WORDS + Number(isSuspect), VOCABULARY).join(" "),
  ],
  [
    "one capital letter",
    (random, isSuspect) =>
      changedWords(random, SIGNS + Number(isSuspect), (word, at) => replaced(word, at, word[at]!.toUpperCase())),
  ],
  [
    "one numeral",
    (random, isSuspect) =>
      changedWords(random, SIGNS + Number(isSuspect), (word, at) => replaced(word, at, one(random, NUMBERS))),
  ],
  [
    "one mark or sign",
    (random, isSuspect) => changedWords(random, SIGNS + Number(isSuspect), (word) => word + one(random, MARKS)),
  ],
  [
    "one line break",
    (random, isSuspect) => changedWords(random, SIGNS + Number(isSuspect), (word) => word + one(random, ["\n", "\r"])),
  ],
  [
    "one blank",
    (random, isSuspect) => changedWords(random, SIGNS + Number(isSuspect), (word) => word + one(random, BLANKS)),
  ],
  [
    "one word for another",
    (random, isSuspect) => `${zipfWords(random, WORDS, VOCABULARY).join(" ")} ${pairedWord(random, isSuspect)}`,
  ],
  [
    "two marks for others: runs of characters",
    (random, isSuspect) => changedWords(random, 2, (word) => word + (isSuspect ? ";" : ",")),
  ],
];

describe("the blind gate refuses suspects that differ by", () => {
  const gateOf = (write: (random: Random, isSuspect: boolean) => string, isShifted: boolean) => {
    const random = seeded(2);
    const texts = [true, false].flatMap((isSuspect) =>
      Array.from({ length: CLUSTERS }, (_, i) => ({
        text: write(random, isSuspect && isShifted),
        cluster: `${isSuspect} ${i}`,
        isSuspect,
      })),
    );
    return blindGate(kernels, texts, "gate");
  };

  test.each(FEATURES)("%s, and passes those that do not", (_, write) => {
    expect(gateOf(write, false)).toMatchObject({ outcome: "passed" });
    const shifted = gateOf(write, true);
    expect(shifted.outcome).toBe("not_passed");
    // With this feature at 0 for every text the others come to .71 at most.
    expect(shifted.auc).toBeGreaterThan(0.75);
  });
});
