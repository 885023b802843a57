/** Weights of a BERT by kernels of the package: which files they run, and what the vectors do not depend on. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { isSpoliaError } from "../../../src/index.ts";
import { readBert } from "../../../src/models/encoders/kernel/bert.ts";
import { wordPieces } from "../../../src/models/encoders/kernel/wordPiece.ts";
import { kernelEncoder, onnxEncoder } from "../../../src/models/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { Draw } from "../../support/random.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";
import { tinyBert } from "./tiny.ts";

type Files = Record<string, Uint8Array>;
const reading = (files: Files) => async (name: string) => files[name]!;
const files = await tinyBert();
const json = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const TEXTS = ["The whale opens the shop.", "", "a", "x ".repeat(60), "京 cafe cafés [SEP] \ufffd", "z"];

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (isSpoliaError(error) ? error.code : String(error)),
  );

describe("kernelEncoder", () => {
  test("gives a text the same bytes alone, beside others, and without WebAssembly", async () => {
    const [encoder, twin] = await Promise.all([
      kernelEncoder(reading(files)),
      kernelEncoder(reading(files), { wasm: "twin" }),
    ]);
    expect(encoder).toMatchObject({ name: "tiny", implementation: "spolia 1", dimensions: 32, languages: ["en"] });
    const many = Array.from({ length: 40 }, () => TEXTS).flat();
    const together = await encoder.encode(many);
    expect(together.length).toBe(many.length);
    const alone = [];
    for (const text of notEmpty(TEXTS)) alone.push((await encoder.encode([text]))[0]!);
    expect(together.slice(-TEXTS.length)).toEqual(alone);
    expect(await twin.encode(TEXTS)).toEqual(alone);
    expect(new Set(alone.map(String)).size).toBe(TEXTS.length);
    for (const vector of notEmpty(alone)) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(await encoder.encode([])).toEqual([]);
  });

  test("reads as many tokens as the folder says, and the vector of the first where it says so", async () => {
    const encoder = await kernelEncoder(reading(await tinyBert({ about: { tokens_max: 5 } })));
    const [cut, same, other] = await encoder.encode(["a b c d e", "a b c z", "a b"]);
    expect(cut).toEqual(same);
    expect(cut).not.toEqual(other);
    const first = await kernelEncoder(reading(await tinyBert({ about: { pooling: "first" } })));
    expect((await first.encode(["a b"]))[0]).not.toEqual((await encoder.encode(["a b"]))[0]);
    const asked = await kernelEncoder(reading(await tinyBert({ about: { prefix: "a " } })));
    expect((await asked.encode(["b"]))[0]).toEqual((await encoder.encode(["a b"]))[0]);
  });

  test("stops where it is told to, between runs of texts", async () => {
    const encoder = await kernelEncoder(reading(files));
    expect(await codeOf(encoder.encode(["a"], { signal: AbortSignal.abort() }))).toBe("aborted");
    const control = new AbortController();
    setTimeout(() => control.abort());
    const many = Array.from({ length: 2_000 }, () => "x ".repeat(20));
    expect(await codeOf(encoder.encode(many, { signal: control.signal }))).toBe("aborted");
  });

  test("leaves other models, and other forms of this one, to another implementation", async () => {
    const changes = [
      { epsilons: [1e-12, 1e-5] },
      { operators: ["Tanh"] },
      { operators: ["MatMul"] },
      { operators: ["Gather"] },
      // Wires that are crossed: names, shapes and operators are those of a BERT.
      { wires: { query: "key" } },
      { wires: { "query input": "beside gate" } },
      { wires: { "value input": "beside gate" } },
      { wires: { value: "value" } },
      { wires: { shares: "shares" } },
      { wires: { "beside attention": "beside gate" } },
      { wires: { "beside gate": "beside attention" } },
      { wires: { gated: "gated" } },
      { wires: { types: "places" } },
      ...["scale", "root", "one", "half", "kept", "masked"].map((name) => ({
        constants: { [name]: 0.7 },
      })),
      { constants: { firstPlace: 1 } },
      { axes: { heads: [0, 1, 2, 3] } },
      { axes: { keys: [0, 2, 1, 3] } },
      { axes: { joined: [0, 1, 2, 3] } },
      { axes: { softmax: 1 } },
      { axes: { rows: 1 } },
      { about: { dimensions: 16 } },
      { about: { tokens_max: 25 } },
    ];
    for (const change of notEmpty(changes)) {
      const other = await tinyBert(change);
      expect(await codeOf(kernelEncoder(reading(other))), JSON.stringify(change)).toBe("unsupported_runtime");
    }
    expect(await codeOf(kernelEncoder(reading({ ...files, "model.onnx": new Uint8Array(9) })))).toBe("invalid_request");
  });
});

describe("readBert", () => {
  const model = files["model.onnx"]!;
  const placesOfText = [...new TextDecoder("latin1").decode(model).matchAll(/[a-zA-Z_.]{5,}/g)].flatMap(
    ({ index, 0: { length } }) => Array.from({ length: length + 8 }, (_, i) => Math.max(0, index + i - 8)),
  );

  test("takes no file for a BERT that is cut, or has a byte too many", () => {
    expect(readBert(model)?.weights.layers.length).toBe(2);
    for (const length of notEmpty([0, 1, 100, model.length >> 1, model.length - 1]))
      expect(readBert(model.subarray(0, length)), String(length)).toBeNull();
    expect(readBert(new Uint8Array([...model, 0]))).toBeNull();
  });

  test("of a file with another byte it reads what the kernels can run, or nothing", async () => {
    const kernels = await loadKernels();
    const draw = new Draw(3);
    const count = fewOrAll(400, 4_000);
    let read = 0;
    for (let i = 0; i < count; i++) {
      const harmed = model.slice();
      // Names, shapes and nodes stand before and between the numbers, which are most of the bytes.
      const at = i % 2 === 0 ? draw.below(model.length) : placesOfText[draw.below(placesOfText.length)]!;
      harmed[at] = draw.below(256);
      const bert = readBert(harmed);
      if (bert === null) continue;
      read += 1;
      const { width } = bert.weights;
      expect(kernels.transformer(bert.weights)(new Float32Array(3 * width).fill(1), [3])).toHaveLength(3 * width);
    }
    expect(read).toBeGreaterThan(0.05 * count);
    expect(read).toBeLessThan(0.95 * count);
  });

  test("reads from the middle of a buffer, and a Buffer of Node", () => {
    const moved = Buffer.concat([Buffer.from([1, 2, 3]), model]).subarray(3);
    expect(readBert(moved)?.weights).toEqual(readBert(model)!.weights);
  });
});

describe("wordPieces", () => {
  const file = json(files["tokenizer.json"]!);
  const tokenize = wordPieces(file)!;
  const pieces = new Map(Object.entries(file.model.vocab).map(([piece, id]) => [id, piece]));
  const read = (text: string) => tokenize(text).map((id) => pieces.get(id));

  test("divides as BERT does", () => {
    const cases: [text: string, pieces: string][] = [
      ["", ""],
      ["The whales OPENING", "the whale ##s open ##ing"],
      ["Café’s", "cafe [UNK] s"],
      ["a\u0301b\u00ad\0c\td", "a ##b ##c d"],
      ["shop京shop。", "shop 京 shop 。"],
      ["x$y^z", "x $ y ^ z"],
      ["[SEP]a[sep]", "[SEP] a [ s ##e ##p ]"],
      ["a".repeat(101), "[UNK]"],
      ["aω b", "[UNK] b"],
      ["\ufffd \u3000\u2028", ""],
    ];
    for (const [text, expected] of notEmpty(cases))
      expect(read(text).join(" "), text).toBe(["[CLS]", expected, "[SEP]"].filter((part) => part !== "").join(" "));
  });

  test("leaves other tokenizers alone", () => {
    const others = [
      null,
      {},
      { ...file, normalizer: { ...file.normalizer, lowercase: false } },
      { ...file, pre_tokenizer: { type: "Whitespace" } },
      { ...file, model: { ...file.model, type: "Unigram" } },
      { ...file, added_tokens: 1 },
      { ...file, added_tokens: [] },
      { ...file, post_processor: { type: "TemplateProcessing", single: [1, 2, 3] } },
      { ...file, added_tokens: file.added_tokens.map((one: object) => ({ ...one, lstrip: true })) },
    ];
    for (const other of notEmpty(others)) expect(wordPieces(other)).toBeNull();
  });
});

const cache = join(process.cwd(), "node_modules/.cache/encoders");
const isAbsent = !existsSync(join(cache, "minilm-l6-int8"));

test.skipIf(isAbsent)(
  skippable("real weights give what ONNX Runtime gives", isAbsent, "no weights in node_modules/.cache/encoders"),
  async () => {
    const from = (name: string): Promise<unknown> => import(join(cache, "node_modules", name));
    const runtime = await from("onnxruntime-web/dist/ort.node.min.mjs");
    const tokenizers = await from("@huggingface/tokenizers/dist/tokenizers.mjs");
    const folder = join(cache, "minilm-l6-int8");
    const [own, other] = await Promise.all([kernelEncoder(folder), onnxEncoder(folder, { runtime, tokenizers })]);
    expect(own.weights).toBe(other.weights);
    const lines = readFileSync("README.md", "utf8")
      .split("\n")
      .filter((line) => line.length > 20);
    const texts = [...lines.slice(0, 40), lines.join(" ").slice(0, 6_000), "word", "Köln – Ελλάς 東京 Москва"];
    const [ours, theirs] = [await own.encode(texts), await other.encode(texts)];
    for (const [i, vector] of notEmpty(ours).entries())
      expect(
        vector.reduce((sum, value, j) => sum + value * theirs[i]![j]!, 0),
        texts[i],
      ).toBeGreaterThan(0.9999);
  },
);
