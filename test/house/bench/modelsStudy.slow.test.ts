/** Studies of tiny models: what a plan promises, what is kept of a model, and that a cache gives the same as training. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../../bench/harness/random.ts";
import { wasmBackend } from "../../../bench/models/kernels.ts";
import { modelOf, observe, packed, unpacked } from "../../../bench/models/observe.ts";
import { KINDS, type Kind, type Plan, planOf } from "../../../bench/models/plan.ts";
import { populationOf } from "../../../bench/models/population.ts";
import { study } from "../../../bench/models/study.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { rankTest } from "../../../src/core/statistics/ranks.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const backend = await wasmBackend();
const population = populationOf(Array.from({ length: 6 }, (_, i) => ({ id: `work ${i}`, text: work(i) })));
const folder = mkdtempSync(join(tmpdir(), "spolia-models-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a plan", () => {
  test("is the same for the same seed, and another for another seed or kind", () => {
    expect(planOf("member", 3, population)).toEqual(planOf("member", 3, population));
    expect(planOf("member", 4, population).canaries).not.toEqual(planOf("member", 3, population).canaries);
    expect(planOf("null", 3, population).canaries).not.toEqual(planOf("member", 3, population).canaries);
  });

  test.each(KINDS)("of kind %s trains on what it says, as often as it says, and on nothing else", (kind) => {
    for (let seed = 0; seed < 5; seed++) {
      const plan = planOf(kind, seed, population);
      const times = new Map<string, number>();
      for (const text of plan.training) times.set(text, (times.get(text) ?? 0) + 1);
      const halves = (["suspect", "control"] as const).map((half) => plan.documents.filter((one) => one.half === half));
      expect(halves.map(({ length }) => length)).toEqual([100, 100]);
      for (const { text, trained, half } of notEmpty(plan.documents)) {
        expect(trained).toBe(kind === "member" && half === "suspect");
        expect(times.has(text)).toBe(trained);
      }
      for (const { text, repetitions, trained } of notEmpty([...plan.canaries, ...plan.passages])) {
        expect(times.get(text) ?? 0).toBe(repetitions);
        expect(trained).toBe(repetitions > 0);
      }
      expect(plan.canaries.filter(({ role }) => role === "drawn")).toHaveLength(6);
      expect(times.get(plan.order.text) ?? 0).toBe(kind === "member" ? plan.order.repetitions : 0);
      expect(plan.background.length + plan.documents.filter(({ trained }) => trained).length).toBe(plan.size);
    }
  });
});

test("observations come back from their bytes as they were", () => {
  const plan = small(planOf("member", 1, population));
  const observations = observe(modelOf(plan, population, backend), plan);
  const bytes = packed(observations);
  expect(unpacked(bytes)).toEqual(observations);
  expect(packed(observe(modelOf(plan, population, backend), plan))).toEqual(bytes);
});

describe("canaries of few small models", () => {
  const pValues = (kind: Kind, seed: number): number[] => {
    const plan = small(planOf(kind, seed, population));
    const model = modelOf(plan, population, backend);
    const scores = plan.canaries.map(({ text }) => model.logprobs(population.tokenizer.encode(text).ids));
    const means = scores.map((logprobs) => logprobs.reduce((sum, one) => sum + one, 0) / logprobs.length);
    const controls = means.filter((_, i) => plan.canaries[i]!.role === "counterfactual");
    return means.slice(0, 6).map((observed) => rankTest(observed, controls).p);
  };

  test("null p-values are not small", () => {
    const ps = Array.from({ length: 25 }, (_, seed) => pValues("null", seed)).flat();
    for (const level of [0.05, 0.1, 0.5]) {
      expect(clopperPearson(ps.filter((p) => p <= level).length, ps.length, 0.999)[0]).toBeLessThanOrEqual(level);
    }
    expect(Math.max(...ps)).toBeGreaterThan(0.9);
  });

  test("one that was planted 16 times stands out, one that was not does not", () => {
    const ps = Array.from({ length: 8 }, (_, seed) => pValues("member", seed));
    expect(ps.filter((one) => one[5]! <= 0.01).length).toBeGreaterThanOrEqual(7);
    expect(ps.filter((one) => one[0]! <= 0.05).length).toBeLessThanOrEqual(2);
  });
});

test("a reciter draws a passage as often as its token probabilities say", async () => {
  const plan = planOf("reciter", 0, population);
  const model = modelOf(plan, population, backend);
  const { text } = plan.passages.find(({ repetitions }) => repetitions === 16)!;
  const { ids, starts } = population.tokenizer.encode(text);
  const half = starts.findIndex((start, i) => i >= ids.length / 2 && text[start] === " "); // tokens of a prefix of whole words are a prefix
  const p = Math.exp(
    model
      .logprobs(ids)
      .subarray(half)
      .reduce((sum, one) => sum + one, 0),
  );
  expect(p).toBeGreaterThan(0.01);
  const sampling = { continuations: 2_000, max_tokens: ids.length - half, temperature: 1, seed: 1 };
  const [answer] = await model.asConnector("tiny/reciter").complete([text.slice(0, starts[half])], sampling);
  const drawn =
    answer?.status === "answered" ? answer.answer.filter((one) => one.text === text.slice(starts[half])).length : 0;
  const [lo, hi] = clopperPearson(drawn, sampling.continuations, 1 - 1e-4);
  expect(lo).toBeLessThanOrEqual(p);
  expect(hi).toBeGreaterThanOrEqual(p);
});

test("a study gives what training gives, once from threads and once from its cache, and trains again only what is missing", async () => {
  const collect = async () => {
    const all = [];
    for await (const one of study("null", { to: 2, folder, workers: 2 })) all.push(one);
    return all;
  };
  const first = await collect();
  expect(first.map(({ seed }) => seed)).toEqual([0, 1]);
  expect(observe(first[1]!.train(), first[1]!)).toEqual(first[1]!.observations);
  const kept = join(folder, readdirSync(folder)[0]!, "null");
  const [zero, one] = [join(kept, "000000.bin"), join(kept, "000001.bin")];
  const [bytes, written] = [readFileSync(one), statSync(zero).mtimeMs];
  unlinkSync(one);
  const second = await collect();
  expect(second.map(({ observations }) => observations)).toEqual(first.map(({ observations }) => observations));
  expect(readFileSync(one)).toEqual(bytes);
  expect(statSync(zero).mtimeMs).toBe(written);
});

/** The same with hardly any background, so that training takes no time. */
function small(plan: Plan): Plan {
  return { ...plan, epochs: 1, training: plan.training.slice(plan.background.length - 20) };
}

/** Prose without meaning: words of a small vocabulary, some far more frequent. */
function work(number: number): string {
  const chance = new Random(`work ${number}`);
  const syllables = [
    "lan",
    "ri",
    "qui",
    "sev",
    "cop",
    "win",
    "der",
    "ver",
    "et",
    "tern",
    "per",
    "dow",
    "so",
    "ma",
    "ten",
    "u",
  ];
  const vocabulary = Array.from({ length: 900 }, () =>
    Array.from({ length: 2 + chance.below(3) }, () => chance.pick(syllables)).join(""),
  );
  const words = Array.from({ length: 60_000 }, () => vocabulary[Math.floor(vocabulary.length ** chance.next()) - 1]!);
  return words.join(" ");
}
