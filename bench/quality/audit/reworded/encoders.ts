/** The encoders of the measure, with what they gave before kept on disk: encoding takes most of the time. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromBase64, toBase64 } from "../../../../src/base/bytes/bytes.ts";
import { sha256 } from "../../../../src/base/bytes/sha256.ts";
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { httpEncoder, kernelEncoder, onnxEncoder } from "../../../../src/models/index.ts";

/** Where `.ci/run` puts weights and what runs them. */
const INSTALLED = join(process.cwd(), "node_modules/.cache/encoders");

/** @param where URL#MODEL of a server on this machine; or what runs MiniLM: `kernel` or `onnx` */
export async function namedEncoder(where: string): Promise<Encoder> {
  if (where === "kernel") return kernelEncoder(MINILM);
  if (where === "onnx") return miniLmByOnnx();
  const [url, model = "default"] = where.split("#") as [string, string?];
  return httpEncoder({ url, model });
}

/** The packages that run ONNX weights. */
export const ONNX_PEERS = join(INSTALLED, "node_modules");

export const MINILM = join(INSTALLED, "minilm-l6-int8");

export const isMiniLmThere = (): boolean => existsSync(MINILM);

/** MiniLM by our kernels, or `null` where it is not installed. */
export const miniLm = async (): Promise<Encoder | null> => (isMiniLmThere() ? kernelEncoder(MINILM) : null);

/** The same weights by ONNX Runtime; only where they are installed. */
export async function miniLmByOnnx(): Promise<Encoder> {
  const from = (name: string): Promise<unknown> => import(join(ONNX_PEERS, name));
  const runtime = await from("onnxruntime-web/dist/ort.node.min.mjs");
  const tokenizers = await from("@huggingface/tokenizers/dist/tokenizers.mjs");
  return onnxEncoder(MINILM, { runtime, tokenizers });
}

/** The same encoder, which asks only for what the file does not have. */
export function remembering(encoder: Encoder, folder: string): Encoder {
  const path = join(folder, `vectors-${`${encoder.name} ${encoder.implementation}`.replace(/\W/g, "_")}.txt`);
  const known = new Map<string, Float32Array>();
  if (existsSync(path))
    for (const line of readFileSync(path, "latin1").split("\n")) {
      const [key, vector] = line.split(" ") as [string, string?];
      if (vector !== undefined) known.set(key, new Float32Array(fromBase64(vector).buffer));
    }
  return {
    ...encoder,
    async encode(texts, options) {
      const keys = await Promise.all(texts.map((text) => sha256(text)));
      const missing = [...new Set(keys)].filter((key) => !known.has(key));
      const vectors = await encoder.encode(
        missing.map((key) => texts[keys.indexOf(key)]!),
        options,
      );
      for (const [i, key] of missing.entries()) {
        known.set(key, vectors[i]!);
        appendFileSync(path, `${key} ${toBase64(new Uint8Array(vectors[i]!.buffer))}\n`);
      }
      return keys.map((key) => known.get(key)!);
    },
  };
}
