/** Sentences that correspond are told by how much nearer they are than others, and names by their capital letters. */
import { expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText } from "../../../src/core/text/text.ts";
import { compareNames, namesOf } from "../../../src/core/vectors/names.ts";
import { segmentsOf } from "../../../src/core/vectors/segments.ts";
import { type SentenceSide, stretchOf } from "../../../src/core/vectors/stretch.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const kernels = await loadKernels();

/** Sentences as sums of directions that are at right angles to each other; their words are all different. */
function side(sentences: readonly (readonly number[])[], word: number): SentenceSide {
  return {
    vectors: sentences.map((directions) => {
      const vector = new Float32Array(16);
      for (const direction of directions) vector[direction] = 1 / Math.sqrt(directions.length);
      return vector;
    }),
    words: sentences.map((_, i) => new Set([word + 2 * i, word + 2 * i + 1])),
  };
}

test("sentences in order are a stretch, one that two say together too, and others cut it off", () => {
  const a = side([[0], [1], [2, 3], [4]], 0);
  const b = side([[9], [0], [1], [2], [3], [4], [10]], 100);
  const { pairs, near, margin, margins, beyondWords } = stretchOf(a, b, 0)!;
  expect(pairs.map((pair) => [pair.a, pair.b])).toEqual([
    [
      { start: 0, end: 1 },
      { start: 1, end: 2 },
    ],
    [
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ],
    [
      { start: 2, end: 3 },
      { start: 3, end: 5 },
    ],
    [
      { start: 3, end: 4 },
      { start: 5, end: 6 },
    ],
  ]);
  expect([near, beyondWords]).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)]);
  expect(margins).toBeCloseTo(4, 4);
  expect(margin).toBeCloseTo(4 / 5, 4);
});

test("what is near everywhere has no margin, and what is near nowhere no stretch", () => {
  const same = side([[0], [0], [0], [0]], 0);
  expect(stretchOf(same, same, 0)).toBe(null);
  expect(stretchOf(side([[1], [2]], 0), side([[3], [4]], 9), 0)).toBe(null);
  for (const empty of notEmpty([side([], 0), side([[1]], 0)])) expect(stretchOf(side([], 0), empty, 0)).toBe(null);
});

test("sentences of the same words say nothing beyond them, however near", () => {
  const one = side([[0], [1], [2], [3]], 0);
  expect(stretchOf(one, one, 0)!.beyondWords).toBe(0);
});

const namesIn = (content: string) => {
  const text = readText(kernels, content);
  return namesOf(text, segmentsOf(text));
};

test("names are words with a capital inside of sentences, whatever their accents", () => {
  const a = namesIn(
    "When Ramón met the brother of Ilse in Lindau, the mayor wept as if he had lost all that he owned. Mayor Hahn did not. He said that it was late and went home without another word.",
  );
  const b = namesIn(
    "In LINDAU, said Ilse, there was a man called Ramon, who had come there for the first time in many years. The brother knew the Rhine as well as anybody else in town did.",
  );
  expect([...a.names.values()]).toEqual(["Ramón", "Ilse", "Lindau", "Hahn"]);
  expect(compareNames(a, b)).toEqual({ both: ["Ramón", "Ilse", "Lindau"], onlyA: ["Hahn"], onlyB: ["Rhine"] });
});

test("what verbs leave of a pronoun is no name, and a possessive is none of its own", () => {
  const { names } = namesIn(
    "Now I've told you that I'll go, I’m told, and Ann's dog will stay with Ann, who'd rather have kept it all her life.",
  );
  expect([...names.values()]).toEqual(["Ann"]);
});

test("where nouns have capitals, only names of the other text are known", () => {
  const german = namesIn(
    "Der Bauer Johann Feld sah den Turm von Altenau. Sein Hund und seine Frau sahen die Uhr im Turm.",
  );
  const english = namesIn(
    "The farmer, who was called Johann Feld, saw the old tower of Altenau every day of his life, but neither he nor his dog ever saw Berlin.",
  );
  expect(german.names.size).toBe(0);
  expect(compareNames(german, english)).toEqual({ both: ["Johann", "Feld", "Altenau"], onlyA: [], onlyB: ["Berlin"] });
  for (const none of notEmpty(["", "12 13.", "全 部 是 漢 字。", "NO NAMES IN HERE AT ALL."]))
    expect(namesIn(none).names.size).toBe(0);
});
