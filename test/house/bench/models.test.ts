/** Tiny models: their kernels, tokenizer, training and sampling. Studies of many are in models.study.slow.test.ts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../../bench/harness/random.ts";
import { referenceBackend } from "../../../bench/models/kernels.reference.ts";
import { type Backend, type ModelKernels, wasmBackend } from "../../../bench/models/kernels.ts";
import type { TinyModel } from "../../../bench/models/model.ts";
import { Network } from "../../../bench/models/network.ts";
import { Tokenizer } from "../../../bench/models/tokenizer.ts";
import { trainModel } from "../../../bench/models/train.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";

const wasm = await wasmBackend();

describe("kernels have the bits of their twins", () => {
  /** Runs the same on both and compares every array afterwards, bit for bit, and what came back. */
  function same(
    arrays: (Float32Array | Uint32Array)[],
    call: (kernels: ModelKernels, ...views: never[]) => unknown,
  ): void {
    const [first, second] = [wasm, referenceBackend].map((backend: Backend) => {
      const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength + 16, 0);
      const { kernels, buffer, baseBytes } = backend(bytes);
      let at = baseBytes;
      const views = arrays.map((array) => {
        const view = new (array.constructor as Float32ArrayConstructor)(buffer, at, array.length);
        view.set(array);
        at += array.byteLength;
        return view;
      });
      const result = call(kernels, ...(views as never[]));
      return {
        result,
        bytes: views.map((view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("hex")),
      };
    });
    expect(first).toEqual(second);
  }
  const floats = (length: number, chance: Random, scale = 2) =>
    Float32Array.from({ length }, () => scale * (chance.next() - 0.5) * (chance.below(9) === 0 ? 0 : 1));
  const property = (run: (chance: Random, size: () => number) => void) =>
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const chance = new Random(`kernels ${seed}`);
        run(chance, () => 1 + chance.below(11));
      }),
      { numRuns: 60 },
    );

  test("products, either way round", () => {
    property((chance, size) => {
      const [rows, inner, columns] = [size(), size(), 8 * (1 + chance.below(3))];
      const [a, b, start] = [floats(rows * inner, chance), floats(inner * columns, chance), floats(columns, chance)];
      const strides = chance.below(2) === 0 ? { row: inner, step: 1 } : { row: 1, step: rows };
      same([a, b, start, new Float32Array(rows * columns)], (kernels, x: Float32Array, y, z, out) =>
        kernels.multiply(x, strides, y, z, out, { rows, inner, columns }),
      );
    });
  });

  test("transposing", () => {
    property((chance, size) => {
      const [rows, columns] = [size(), size()];
      same([floats(rows * columns, chance), new Float32Array(rows * columns)], (kernels, a, out) =>
        kernels.transpose(a, columns, out),
      );
    });
  });

  test("softmax and cross-entropy, also where scores lie far apart", () => {
    property((chance, size) => {
      const [rows, width] = [size(), 4 * size()];
      const targets = Uint32Array.from({ length: rows }, () => chance.below(width));
      same([floats(rows * width, chance, chance.pick([1, 30, 3000])), targets], (kernels, scores, ids) =>
        kernels.crossEntropy(scores, ids, 1 / rows),
      );
    });
  });

  test("Adam", () => {
    property((chance, size) => {
      const count = 4 * size();
      const squares = floats(count, chance).map(Math.abs);
      same([floats(count, chance), floats(count, chance), squares, floats(count, chance)], (kernels, w, m, v, g) =>
        kernels.adam(w, m, v, g, 3e-3),
      );
    });
  });

  test("rows by number, and rectifying", () => {
    property((chance, size) => {
      const [count, rows, width] = [size(), size(), 8];
      const ids = Uint32Array.from({ length: count }, () => chance.below(rows));
      const arrays = [ids, floats(rows * width, chance), floats(count * width, chance), floats(count * width, chance)];
      same(arrays, (kernels, places: Uint32Array, table, values, gradients) => {
        kernels.scatter(places, values, width, table);
        kernels.gather(places, table, width, values);
        kernels.rectify(values);
        kernels.rectifyBack(values, gradients);
      });
    });
  });
});

const PROSE = textsOf("prose", 60);
const tokenizer = Tokenizer.learnt(PROSE, 160);

describe("tokenizer", () => {
  const strings = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc
      .array(fc.constantFrom(" ", "\n", "lantern", "漢", "\ud800", "7", "riverriver", "…"), { maxLength: 80 })
      .map((parts) => parts.join("")),
  );

  test("gives every text back, with ranges that partition it", () => {
    fc.assert(
      fc.property(strings, (text) => {
        const { ids, starts } = tokenizer.encode(text);
        expect(tokenizer.decode(ids)).toBe(text);
        expect(starts).toHaveLength(ids.length + 1);
        expect([starts[0], starts[ids.length]]).toEqual([0, text.length]);
        ids.forEach((id, i) => {
          const range = text.slice(starts[i], starts[i + 1]);
          if (tokenizer.texts[id] !== "") expect(range).toBe(tokenizer.texts[id]);
          else expect(range.length).toBeLessThanOrEqual(1);
        });
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("learns the same from the same, has merged words, and no more tokens than asked for", () => {
    expect(Tokenizer.learnt(PROSE, 160).texts).toEqual(tokenizer.texts);
    expect(Tokenizer.learnt(PROSE, 48).size).toBe(48);
    expect(tokenizer.encode(" lantern").ids).toHaveLength(1);
    fc.assert(
      fc.property(fc.array(strings, { maxLength: 5 }), (texts) => {
        const { size } = Tokenizer.learnt(texts, 64);
        expect(size % 8).toBe(0);
        expect(size).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe("training", () => {
  const small = {
    texts: PROSE.slice(0, 8),
    seed: "a",
    epochs: 2,
    tokenizer,
    shape: { hidden: 16, embedding: 8 },
    batch: 33,
  };

  test("gives the same weights twice, and on the twins", () => {
    const weights = (backend: Backend, seed = "a") => trainModel({ ...small, seed, backend }).network.weights.slice();
    const once = weights(wasm);
    expect(weights(wasm)).toEqual(once);
    expect(weights(referenceBackend)).toEqual(once);
    expect(weights(wasm, "b")).not.toEqual(once);
  });

  test("lowers the loss, epoch by epoch", () => {
    const { losses } = trainModel({ ...small, backend: wasm, epochs: 6, batch: 32 });
    losses.slice(1).forEach((loss, i) => {
      expect(loss).toBeLessThan(losses[i]!);
    });
  });

  test("moves every weight against the slope of the loss", () => {
    const chance = new Random("slopes");
    const shape = { vocabulary: 24, context: 3, embedding: 8, hidden: 16 };
    const contexts = Uint32Array.from({ length: 3 * 64 }, () => chance.below(24));
    const targets = Uint32Array.from({ length: 64 }, () => chance.below(24));
    const fresh = () => new Network(shape, 64, "slopes", wasm);
    const before = fresh().weights.slice();
    const learning = fresh();
    learning.learn(contexts, targets, 1e-3); // the first step of Adam is the rate, against the sign of the gradient
    const lossWith = (i: number, change: number) => {
      const network = fresh();
      network.weights[i]! += change;
      return network.learn(contexts, targets, 0);
    };
    let steep = 0;
    for (let i = 0; i < before.length; i++) {
      const slope = (lossWith(i, 1e-3) - lossWith(i, -1e-3)) / 2e-3;
      if (Math.abs(slope) < 1e-3) continue;
      steep++;
      expect(learning.weights[i]! - before[i]!).toBeCloseTo(-1e-3 * Math.sign(slope), 5);
    }
    expect(steep).toBeGreaterThan(before.length / 2);
  });

  test("an overfitted model scores what it learnt above what it did not", () => {
    const [members, others] = [PROSE.slice(0, 30), PROSE.slice(30)];
    const model = trainModel({ texts: members, seed: "overfitted", epochs: 30, tokenizer, backend: wasm });
    const mean = (text: string) => average(model.logprobs(tokenizer.encode(text).ids));
    const worst = Math.min(...members.map(mean));
    expect(others.filter((text) => mean(text) < worst).length).toBeGreaterThan(0.9 * others.length);
  });
});

describe("a model as a connector", () => {
  const model = trainModel({ texts: PROSE.slice(0, 30), seed: "connector", epochs: 4, tokenizer, backend: wasm });

  test("its rows, log-probabilities and statistics agree", async () => {
    const text = `${PROSE[0]} 漢`;
    const [answer] = await model.asConnector("tiny/model", 5).logprobs([text]);
    if (answer?.status !== "answered") throw new Error("unanswered");
    const { tokens, rows, ids, vocabulary_size } = answer.answer;
    const { logprobs, means, tops } = model.statistics(ids!);
    expect(tokens.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
    tokens.forEach(({ logprob, top }, i) => {
      const row = [...rows!.subarray(i * vocabulary_size!, (i + 1) * vocabulary_size!)];
      const total = Math.log(row.reduce((sum, score) => sum + Math.exp(score), 0));
      const entropy = row.reduce((sum, score) => sum - Math.exp(score - total) * (score - total), 0);
      expect(logprob).toBeCloseTo(row[ids![i]!]! - total, 5);
      expect(logprobs[i]).toBeCloseTo(logprob!, 5);
      expect(-means[i]!).toBeCloseTo(entropy, 4);
      expect(top!.map((one) => one.logprob)).toEqual([...top!.map((one) => one.logprob)].sort((a, b) => b - a));
      expect(top![0]!.logprob).toBeCloseTo(tops[i]!, 5);
    });
  });

  test("draws tokens as often as it says, under every scheme", async () => {
    const [prefix, continuations] = [PROSE[0]!.slice(0, 40), 4_000];
    for (const scheme of [{ temperature: 1 }, { temperature: 0.7, top_k: 5 }, { temperature: 1, top_p: 0.8 }]) {
      const sampling = { ...scheme, continuations, max_tokens: 1, seed: 1 };
      const [answer] = await model.asConnector("tiny/model").complete([prefix], sampling);
      if (answer?.status !== "answered") throw new Error("unanswered");
      const expected = distribution(model, prefix, scheme);
      const counts = new Map<string, number>();
      for (const { text } of answer.answer) counts.set(text, (counts.get(text) ?? 0) + 1);
      expect([...counts.keys()].filter((text) => !expected.has(text))).toEqual([]);
      for (const [text, p] of notEmpty(expected)) {
        const [lo, hi] = clopperPearson(counts.get(text) ?? 0, continuations, 1 - 1e-6);
        expect(p).toBeGreaterThanOrEqual(lo - 1e-9);
        expect(p).toBeLessThanOrEqual(hi + 1e-9);
      }
    }
  });

  test("continues as often as the product of its probabilities says, and the same again", async () => {
    const connector = model.asConnector("tiny/model");
    const prefix = PROSE[0]!.slice(0, 40);
    const [greedy] = await connector.complete([prefix], { continuations: 1, max_tokens: 3, temperature: 0 });
    const target = greedy?.status === "answered" ? greedy.answer[0]!.text : "";
    const ids = tokenizer.encode(prefix + target).ids;
    const length = tokenizer.encode(prefix).ids.length;
    const p = Math.exp(
      model
        .logprobs(ids)
        .slice(length)
        .reduce((sum, value) => sum + value, 0),
    );
    const sampling = { continuations: 4_000, max_tokens: ids.length - length, temperature: 1, seed: 7 };
    const [answer] = await connector.complete([prefix], sampling);
    expect(await connector.complete([prefix], sampling)).toEqual([answer]);
    const texts = answer?.status === "answered" ? answer.answer.map(({ text }) => text) : [];
    const [lo, hi] = clopperPearson(texts.filter((text) => text === target).length, texts.length, 1 - 1e-6);
    expect(lo).toBeLessThanOrEqual(p);
    expect(hi).toBeGreaterThanOrEqual(p);
  });
});

/** What one token after the prefix is, and how likely under the scheme: said again, from the model's own log-probabilities. */
function distribution(
  model: TinyModel,
  prefix: string,
  scheme: { temperature: number; top_k?: number; top_p?: number },
) {
  const ids = [...model.tokenizer.encode(prefix).ids];
  const rows = model.rows(Uint32Array.from([...ids, 0]));
  const last = [...rows.subarray(-model.tokenizer.size)].map((score, id) => ({
    id,
    weight: Math.exp(score / scheme.temperature),
  }));
  const ordered = last.sort((a, b) => b.weight - a.weight).slice(0, scheme.top_k);
  const total = ordered.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  const kept = ordered.filter(({ weight }) => {
    const isIn = before < (scheme.top_p ?? Infinity) * total;
    before += weight;
    return isIn;
  });
  const sum = kept.reduce((all, { weight }) => all + weight, 0);
  const result = new Map<string, number>();
  for (const { id, weight } of kept) {
    const text = model.tokenizer.decode([id]);
    result.set(text, (result.get(text) ?? 0) + weight / sum);
  }
  return result;
}

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sentences of random words. */
function textsOf(name: string, count: number): string[] {
  const chance = new Random(name);
  const words = ["lantern", "river", "quiet", "seven", "copper", "window", "the", "of", "and", "under", "stone", "was"];
  return Array.from({ length: count }, () => Array.from({ length: 20 }, () => chance.pick(words)).join(" "));
}
