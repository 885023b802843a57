/** An encoder of a folder of ONNX weights, in this process: two optional peers, and no network. */
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { type EncoderFolder, filesOf, json, type ReadEncoderFile, readFolder, tokensOf } from "./folder.ts";
import { encoderFailed, pooledOf } from "./vectors.ts";

/** What is used of `onnxruntime-web` or `onnxruntime-node`. */
interface OnnxRuntime {
  InferenceSession: { create(weights: Uint8Array): Promise<OnnxSession> };
  Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
  env: { versions?: { common?: string; web?: string; node?: string }; wasm?: { numThreads?: number } };
}

interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, { data: unknown; dims: readonly number[] }>>;
}

/** What is used of `@huggingface/tokenizers`. */
interface Tokenizers {
  Tokenizer: new (tokenizer: object, config: object) => { encode(text: string): { ids: number[] } };
}

export interface OnnxPeers {
  runtime: unknown;
  tokenizers: unknown;
}

const PEERS = ["onnxruntime-web", "@huggingface/tokenizers"] as const;

/**
 * @param folder a path, or what gives a file of the folder by its name
 * @param peers the modules `onnxruntime-web` or `onnxruntime-node`, and `@huggingface/tokenizers`; imported where they
 *   are not given, which bundlers do not see
 * @throws unsupported_runtime where a peer is missing; invalid_request where the folder is not what it should be
 */
export async function onnxEncoder(folder: string | ReadEncoderFile, peers?: OnnxPeers): Promise<Encoder> {
  const { about, files } = await readFolder(typeof folder === "string" ? filesOf(folder) : folder);
  const given = peers ?? (await loadPeers());
  const runtime = given.runtime as OnnxRuntime;
  // With more threads the sums of one text may come in another order.
  if (runtime.env.wasm !== undefined) runtime.env.wasm.numThreads = 1;
  const { Tokenizer } = given.tokenizers as Tokenizers;
  const config = json(files["tokenizer_config.json"]!) as object;
  const tokenizer = new Tokenizer(json(files["tokenizer.json"]!) as object, config);
  const session = await runtime.InferenceSession.create(files["model.onnx"]!);
  const { web, node, common } = runtime.env.versions ?? {};
  return {
    name: about.name,
    weights: about.files["model.onnx"],
    implementation: web === undefined ? `onnxruntime-node ${node ?? common}` : `onnxruntime-web ${web}`,
    dimensions: about.dimensions,
    languages: about.languages,
    async encode(texts, { signal } = {}) {
      const vectors: Float32Array[] = [];
      // One by one: weights in 8 bits scale by all texts of a batch, and a vector must not depend on its neighbours.
      for (const text of texts) {
        throwIfAborted(signal);
        const { ids } = tokenizer.encode(about.prefix + text);
        vectors.push(await vectorOf(runtime, session, about, tokensOf(ids, about.tokens_max)));
      }
      return vectors;
    },
  };
}

async function vectorOf(runtime: OnnxRuntime, session: OnnxSession, about: EncoderFolder, kept: readonly number[]) {
  const tensor = (value: (id: number) => number) =>
    new runtime.Tensor(
      "int64",
      BigInt64Array.from(kept, (id) => BigInt(value(id))),
      [1, kept.length],
    );
  const inputs: Record<string, unknown> = {
    input_ids: tensor((id) => id),
    attention_mask: tensor(() => 1),
    token_type_ids: tensor(() => 0),
  };
  const feeds = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]]));
  const answer = (await session.run(feeds))[session.outputNames[0]!]!;
  if (answer.dims.at(-1) !== about.dimensions || !(answer.data instanceof Float32Array))
    throw encoderFailed("has weights that give other vectors than its folder says");
  return pooledOf(answer.data, about);
}

/** Not as literals: the packages have no types here, and bundlers would look for what is mostly absent. */
async function loadPeers(): Promise<OnnxPeers> {
  const load = (name: string): Promise<unknown> => import(name);
  try {
    return { runtime: await load(PEERS[0]), tokenizers: await load(PEERS[1]) };
  } catch (cause) {
    throw new SpoliaError("unsupported_runtime", "An encoder of ONNX weights needs packages that are not installed.", {
      hint: `Install them: npm install ${PEERS[0]}@1 ${PEERS[1]}@0.2. Or run a server of embeddings, and give its address.`,
      cause,
    });
  }
}
