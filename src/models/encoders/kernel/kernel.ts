/** An encoder of a folder of weights by the kernels of this package: the same bytes in every runtime. */
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import { SpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { sum } from "../../../base/lists/numbers.ts";
import { breathing } from "../../../base/queues/yieldToEvents.ts";
import { type KernelOptions, loadKernels } from "../../../core/kernels/load.ts";
import { filesOf, json, type ReadEncoderFile, readFolder, tokensOf } from "../folder.ts";
import { batchesOf, encoderFailed, pooledOf } from "../vectors.ts";
import { type Bert, readBert } from "./bert.ts";
import { wordPieces } from "./wordPiece.ts";

/** The number changes when a vector would have other bytes. */
const IMPLEMENTATION = "spolia 1";
/** Tokens that the kernels are given at once. */
const TOKENS_AT_ONCE = 256;
/** Tokens after which others get their turn: half a second. */
const BREATH_TOKENS = 1024;

/**
 * Weights of a BERT in 8 bits, read from its ONNX file.
 *
 * @param folder a path, or what gives a file of the folder by its name
 * @throws invalid_request where the folder is not what it should be; unsupported_runtime where its weights or its
 *   tokenizer are of another form; kernels_unavailable
 */
export async function kernelEncoder(folder: string | ReadEncoderFile, options: KernelOptions = {}): Promise<Encoder> {
  const { about, files } = await readFolder(typeof folder === "string" ? filesOf(folder) : folder);
  const { name, languages, dimensions, prefix, tokens_max } = about;
  const bert = readBert(files["model.onnx"]!);
  const tokenize = wordPieces(json(files["tokenizer.json"]!));
  if (bert === null || tokenize === null || bert.weights.width !== dimensions || bert.places < tokens_max)
    throw new SpoliaError("unsupported_runtime", "The kernels of this package cannot run the weights of the folder.", {
      hint: "They run a BERT in 8 bits whose tokenizer is WordPiece. onnxEncoder runs other weights.",
    });
  const run = (await loadKernels(options.wasm)).transformer(bert.weights);
  const inputs: BertInputs = { tokens: bert.tokens, input: bert.input, width: dimensions };
  return {
    name,
    weights: about.files["model.onnx"],
    implementation: IMPLEMENTATION,
    dimensions,
    languages,
    async encode(texts, { signal } = {}) {
      throwIfAborted(signal);
      const vectors: Float32Array[] = [];
      const breathe = breathing(BREATH_TOKENS, signal);
      const tokens = texts.map((text) => tokensOf(tokenize(prefix + text), tokens_max));
      for (const some of batchesOf(tokens, Number.POSITIVE_INFINITY, TOKENS_AT_ONCE)) {
        const states = run(
          inputsOf(inputs, some),
          some.map(({ length }) => length),
        );
        let at = 0;
        for (const { length } of some) {
          vectors.push(pooledOf(states.subarray(at, at + length * dimensions), about));
          at += length * dimensions;
        }
        await breathe(states.length / dimensions);
      }
      return vectors;
    },
  };
}

/** What of the weights stays outside of the kernels. */
interface BertInputs extends Omit<Bert, "weights" | "places"> {
  width: number;
}

/** @throws model_failed where the tokenizer knows tokens that the weights do not */
function inputsOf({ tokens, input, width }: BertInputs, texts: readonly (readonly number[])[]): Float32Array {
  const inputs = new Float32Array(sum(texts, ({ length }) => length) * width);
  let at = 0;
  for (const text of texts)
    for (const [place, token] of text.entries()) {
      if (!(token < tokens)) throw encoderFailed("has a tokenizer of other weights");
      input(token, place, inputs.subarray(at, at + width));
      at += width;
    }
  return inputs;
}
