/** Which implementation runs a folder of weights, and that vectors of one are never taken for those of another. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { encodeCorpus } from "../../../src/corpus/index.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { openCorpus } from "../../../src/index.ts";
import { onnxEncoder } from "../../../src/models/index.ts";
import { A, B } from "../../engine/compare/inOtherWords.ts";
import { tinyBert } from "../../models/encoders/tiny.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "encoders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const WIDTH = 32;

/** Runs no weights: each token has a direction of its own. */
const runtime = {
  env: { versions: { web: "9.9" } },
  Tensor: class {
    data: BigInt64Array;
    constructor(_type: string, data: BigInt64Array) {
      this.data = data;
    }
  },
  InferenceSession: {
    create: async () => ({
      inputNames: ["input_ids"],
      outputNames: ["last_hidden_state"],
      run: async ({ input_ids }: Record<string, { data: BigInt64Array }>) => {
        const ids = [...input_ids!.data].map(Number);
        const data = Float32Array.from({ length: ids.length * WIDTH }, (_, i) =>
          Math.sin(ids[Math.floor(i / WIDTH)]! * (i % WIDTH) + i),
        );
        return { last_hidden_state: { data, dims: [1, ids.length, WIDTH] } };
      },
    }),
  },
};
const tokenizers = {
  Tokenizer: class {
    encode = (text: string) => ({ ids: [...text].map((letter) => letter.codePointAt(0)!) });
  },
};

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}
const jsonOf = async (...words: string[]) => JSON.parse((await spolia(...words, "--json")).stdout);

beforeEach(() => {
  vi.doUnmock("onnxruntime-web");
  vi.doUnmock("@huggingface/tokenizers");
});

function withPeers(): void {
  vi.doMock("onnxruntime-web", () => runtime);
  vi.doMock("@huggingface/tokenizers", () => tokenizers);
}

async function weightsAt(name: string, change?: Parameters<typeof tinyBert>[0]): Promise<string> {
  mkdirSync(at(name));
  for (const [file, bytes] of Object.entries(await tinyBert(change))) writeFileSync(join(at(name), file), bytes);
  return at(name);
}

test("weights are run by our kernels, and by ONNX Runtime where only it can", async () => {
  const [own, other] = [await weightsAt("own"), await weightsAt("other", { operators: ["Tanh"] })];
  expect(await jsonOf("encoder", "check", own)).toMatchObject({ name: "tiny", implementation: "spolia 1" });
  expect((await spolia("encoder", "check", other)).stderr).toContain("npm install onnxruntime-web");
  withPeers();
  expect(await jsonOf("encoder", "check", own)).toMatchObject({ implementation: "spolia 1" });
  expect(await jsonOf("encoder", "check", other)).toMatchObject({ implementation: "onnxruntime-web 9.9" });
});

test("a corpus goes on with the implementation of its vectors, and says so where that is missing", async () => {
  const weights = await weightsAt("weights");
  for (const [name, lines] of Object.entries({ a: A, b: B })) writeFileSync(at(`${name}.txt`), lines.join(" "));
  await spolia("corpus", "build", "-o", at("c"), at("b.txt"), "--dataset", "the-pile");
  const analysed = () => jsonOf("analyze", at("a.txt"), "--corpus", at("c"), "--encoder", weights);
  const implementationOf = async () => (await openCorpus(at("c"))).info.vectors?.encoder.implementation;
  const reasonsOf = (result: { completeness: { stages: { reason?: string }[] } }) =>
    JSON.stringify(result.completeness);

  withPeers();
  const onnx = await onnxEncoder(weights, { runtime, tokenizers });
  await encodeCorpus(createFileStorage(at("c")), onnx);
  expect(await implementationOf()).toBe("onnxruntime-web 9.9");
  const before = await analysed();
  expect(before.method.parameters).toMatchObject({ encoder_implementation: "onnxruntime-web 9.9" });
  expect(reasonsOf(before)).not.toContain("has no vectors");
  await spolia("corpus", "encode", at("c"), "--encoder", weights);
  expect(await implementationOf()).toBe("onnxruntime-web 9.9");

  vi.doUnmock("onnxruntime-web");
  const without = await analysed();
  expect(without.reworded.verdict).toBe("not_searched");
  expect(reasonsOf(without)).toContain("has no vectors of tiny by spolia 1");

  await spolia("corpus", "encode", at("c"), "--encoder", weights);
  expect(await implementationOf()).toBe("spolia 1");
  withPeers();
  const after = await analysed();
  expect(after.method.parameters).toMatchObject({ encoder_implementation: "spolia 1" });
  expect(reasonsOf(after)).not.toContain("has no vectors");

  for (const [name, result] of notEmpty(Object.entries({ before, after }))) {
    writeFileSync(at(`${name}.json`), JSON.stringify(result));
    const options = ["--replay", "--content", at("a.txt"), "--corpus", at("c"), "--encoder", weights];
    const replayed = await spolia("evidence", "verify", at(`${name}.json`), ...options);
    // The vectors that the first result was made with are gone.
    expect(replayed.stdout).toContain(name === "after" ? "THE SAME" : "NOT REPLAYED");
  }
});
