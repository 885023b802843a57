/** The same race in a page of Chromium: what runs there is bundled, with the weights and ONNX Runtime beside it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { MINILM, ONNX_PEERS } from "../../quality/audit/reworded/encoders.ts";

const ROOT = join(import.meta.dirname, "../../..");
const ROUNDS = 9;

const ENCODERS = `
import { kernelEncoder, onnxEncoder } from "./src/models/index.ts";
const read = async (name) => new Uint8Array(await (await fetch("/weights/" + name)).arrayBuffer());
const load = (name) => import(name);
const opened = [
  () => kernelEncoder(read),
  async () => onnxEncoder(read, { runtime: await load("/ort/ort.wasm.min.mjs"), tokenizers: await load("/tokenizers.mjs") }),
];
const encoders = [];
export const encode = async (which, texts) => (await (await (encoders[which] ??= opened[which]())).encode(texts)).length;
`;

/** Seconds of ours and of ONNX Runtime for each kind of text; `null` where there is no browser. */
export async function inPage(kinds: Record<string, string[]>): Promise<Record<string, [number, number]> | null> {
  const folder = mkdtempSync(join(tmpdir(), "bench-encoder-"));
  try {
    cpSync(MINILM, join(folder, "weights"), { recursive: true });
    cpSync(join(ONNX_PEERS, "onnxruntime-web/dist"), join(folder, "ort"), { recursive: true });
    cpSync(join(ONNX_PEERS, "@huggingface/tokenizers/dist/tokenizers.mjs"), join(folder, "tokenizers.mjs"));
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>encoders</title>");
    writeFileSync(join(folder, "texts.json"), JSON.stringify({ rounds: ROUNDS, kinds }));
    const made = { outfile: join(folder, "encoders.js"), bundle: true, format: "esm", platform: "browser" } as const;
    await build({ ...made, stdin: { contents: ENCODERS, resolveDir: ROOT, loader: "js" }, logLevel: "error" });
    const step = join(ROOT, "bench/steps/encoder/page.js");
    const answer = JSON.parse(execFileSync(process.execPath, [step, folder], { encoding: "utf8" }));
    if (!("lacking" in answer)) return answer;
    console.error(`  ${answer.lacking}`);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
