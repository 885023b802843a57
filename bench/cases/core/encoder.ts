/**
 * How fast are the weights of MiniLM run by our kernels, beside ONNX Runtime's WebAssembly in one thread? The same texts in one process,
 * and in a page of Chromium, in turn, by processor time; medians of the rounds. Vectors are compared first.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sum } from "../../../src/base/lists/numbers.ts";
import { cosineOf } from "../../../src/core/vectors/wordVectors.ts";
import { wordPieces } from "../../../src/models/encoders/kernel/wordPiece.ts";
import { type Figure, significant } from "../../harness/harness.ts";
import { textOf } from "../../harness/texts.ts";
import { isMiniLmThere, MINILM, miniLm, miniLmByOnnx } from "../../quality/audit/reworded/encoders.ts";
import { inPage } from "./encoderPage.ts";

const ROUNDS = 21;
const TOKENS_MAX = 256;
const COSINE_MIN = 0.998;
const RATE_MIN = 0.6;

/** Texts of one run: some tenths of a second. */
function kinds(): Record<string, string[]> {
  const text = textOf("ASCII", 200_000).replace(/\s+/g, " ");
  const words = text.split(" ");
  const sentences = text.split(/(?<=[.!?]) /).filter((one) => one.length > 20 && one.length < 400);
  return {
    "words alone": [...new Set(words.map((word) => word.toLowerCase().replace(/\W/g, "")))].slice(1, 101),
    sentences: sentences.slice(10, 30),
    "paragraphs of 150 words": [0, 1, 2].map((i) => words.slice(150 * i, 150 * (i + 1)).join(" ")),
  };
}

export const encoderCase = {
  name: "encoder",
  async figures(): Promise<Figure[]> {
    if (!isMiniLmThere()) {
      console.error("  no encoder here: .ci/run fetches it");
      return [];
    }
    const [own, rival] = [(await miniLm())!, await miniLmByOnnx()];
    const tokenize = wordPieces(JSON.parse(readFileSync(join(MINILM, "tokenizer.json"), "utf8")))!;
    const tokensOf = (texts: readonly string[]) => sum(texts, (text) => Math.min(tokenize(text).length, TOKENS_MAX));
    const figures: Figure[] = [];
    for (const [kind, texts] of Object.entries(kinds())) {
      const [ours, theirs] = [await own.encode(texts), await rival.encode(texts)];
      const cosine = Math.min(...ours.map((vector, i) => cosineOf(vector, theirs[i]!)));
      if (!(cosine >= COSINE_MIN)) throw new Error(`A vector of ${kind} is another: cosine ${cosine}`);
      const tokens = tokensOf(texts);
      const seconds: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++)
        for (const [i, encoder] of [own, rival].entries()) {
          const before = process.cpuUsage();
          await encoder.encode(texts);
          const { user, system } = process.cpuUsage(before);
          seconds[i]!.push((user + system) / 1e6);
        }
      const medians = seconds.map((times) => times.sort((a, b) => a - b)[ROUNDS >> 1]!) as [number, number];
      figures.push(figureOf(kind, tokens, medians, rival.implementation));
    }
    const seconds = (await inPage(kinds())) ?? {};
    for (const [kind, texts] of Object.entries(kinds()))
      if (seconds[kind] !== undefined)
        figures.push(figureOf(`${kind}, in Chromium`, tokensOf(texts), seconds[kind], rival.implementation));
    return figures;
  },
};

/** @param seconds of ours, and of the rival */
function figureOf(kind: string, tokens: number, seconds: readonly [number, number], rival: string): Figure {
  const [one, other] = [tokens / seconds[0], tokens / seconds[1]];
  const ratio = significant(one / other);
  return {
    name: `encoder, ${kind}`,
    unit: "tokens/s",
    value: significant(one),
    rivals: [{ name: rival, value: significant(other), ratio }],
    ratio,
    goals: [{ goal: `≥ ${RATE_MIN} × ONNX Runtime`, met: one / other >= RATE_MIN }],
  };
}
