/** Folders of weights: installed whole or not at all, checked by hash, read by peers that may be absent. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/bytes/sha256.ts";
import { isSpoliaError } from "../../../src/index.ts";
import {
  type EncoderFolder,
  filesOf,
  installEncoder,
  KNOWN_ENCODERS,
  type KnownEncoder,
  onnxEncoder,
  readFolder,
} from "../../../src/models/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { startStaticServer } from "../../support/servers/static.ts";
import { skippable } from "../../support/skippable.ts";

const folder = mkdtempSync(join(tmpdir(), "encoder-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const FILES = { "model.onnx": bytes("weights"), "tokenizer.json": bytes("{}"), "tokenizer_config.json": bytes("{}") };
const inner = zipSync({
  "tokenizer.json": FILES["tokenizer.json"],
  "tokenizer_config.json": FILES["tokenizer_config.json"],
});
const archive = zipSync({ "deep/model.onnx": FILES["model.onnx"], "inner.zip": inner });

async function known(change: Partial<EncoderFolder["files"]> = {}): Promise<KnownEncoder> {
  const hashes = await Promise.all(Object.values(FILES).map((file) => sha256(file)));
  const names = Object.keys(FILES) as (keyof EncoderFolder["files"])[];
  const files = Object.fromEntries(names.map((name, i) => [name, hashes[i]!])) as EncoderFolder["files"];
  return {
    about: { ...KNOWN_ENCODERS["minilm-l6-int8"]!.about, dimensions: 2, tokens_max: 3, files: { ...files, ...change } },
    licence: "MIT",
    downloads: [
      {
        url: "https://example.org/far/weights.zip",
        bytes: archive.length,
        sha256: await sha256(archive),
        members: {
          "model.onnx": ["deep/model.onnx"],
          "tokenizer.json": ["inner.zip", "tokenizer.json"],
          "tokenizer_config.json": ["inner.zip", "tokenizer_config.json"],
        },
      },
    ],
  };
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => ({ code: "none", hint: "" }),
    (error: unknown) => (isSpoliaError(error) ? error : { code: String(error), hint: "" }),
  );

/** What runs no weights: the vector of a token is its number, and 1. */
function peers(asked: number[][] = []) {
  return {
    runtime: {
      env: { versions: { web: "9.9" }, wasm: { numThreads: 8 } },
      Tensor: class {
        data: BigInt64Array;
        constructor(_type: string, data: BigInt64Array) {
          this.data = data;
        }
      },
      InferenceSession: {
        create: async () => ({
          inputNames: ["input_ids", "attention_mask"],
          outputNames: ["last_hidden_state"],
          run: async ({ input_ids, token_type_ids }: Record<string, { data: BigInt64Array } | undefined>) => {
            expect(token_type_ids).toBeUndefined();
            const ids = [...input_ids!.data].map(Number);
            asked.push(ids);
            return {
              last_hidden_state: { data: Float32Array.from(ids.flatMap((id) => [id, 1])), dims: [1, ids.length, 2] },
            };
          },
        }),
      },
    },
    tokenizers: {
      Tokenizer: class {
        encode = (text: string) => ({ ids: text.split(" ").map((word) => word.length) });
      },
    },
  };
}

describe("installEncoder", () => {
  test("writes a whole folder from a host on loopback, which is read again", async () => {
    const host = await startStaticServer();
    host.files.set("weights.zip", archive);
    const target = join(folder, "one");
    await installEncoder(await known(), target, { from: `${host.url}/` });
    await host.close();
    expect(readdirSync(target).sort()).toEqual(["encoder.json", ...Object.keys(FILES).sort()]);
    expect((await readFolder(filesOf(target))).about).toMatchObject({ name: "all-MiniLM-L6-v2", dimensions: 2 });
    expect(await errorOf(installEncoder(await known(), target))).toMatchObject({ code: "conflict" });
    writeFileSync(join(target, "model.onnx"), "other");
    expect(await errorOf(onnxEncoder(target, peers()))).toMatchObject({ code: "invalid_request" });
  });

  test("leaves nothing behind where a file is missing, another, longer, or other than its hash", async () => {
    const target = join(folder, "two");
    const answers: readonly (() => Promise<Response>)[] = [
      async () => new Response(archive.slice(1)),
      async () => new Response(new Uint8Array([...archive, 0])),
      async () => new Response(archive, { status: 404 }),
      async () => {
        throw new TypeError("no connection");
      },
    ];
    for (const fetch of notEmpty(answers)) {
      expect(await errorOf(installEncoder(await known(), target, { fetch }))).toMatchObject({ code: "storage_failed" });
      expect(readdirSync(folder).filter((name) => name.startsWith("two"))).toEqual([]);
    }
    const fetch = async () => new Response(archive);
    const other = await known({ "model.onnx": "0".repeat(64) });
    expect(await errorOf(installEncoder(other, target, { fetch }))).toMatchObject({ code: "invalid_request" });
    const signal = AbortSignal.abort();
    expect(await errorOf(installEncoder(await known(), target, { fetch, signal }))).toMatchObject({ code: "aborted" });
    expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false);
  });
});

describe("onnxEncoder", () => {
  const read = (name: string) => filesOf(join(folder, "three"))(name);

  test("gives the mean over the tokens that it reads, one text after the other", async () => {
    await installEncoder(await known(), join(folder, "three"), { fetch: async () => new Response(archive) });
    const asked: number[][] = [];
    const encoder = await onnxEncoder(read, peers(asked));
    expect(encoder).toMatchObject({
      implementation: "onnxruntime-web 9.9",
      dimensions: 2,
      weights: await sha256("weights"),
    });
    const [short, long] = await encoder.encode(["a bbb", "a a a a bbbbb"]);
    expect(asked).toEqual([
      [1, 3],
      [1, 1, 5],
    ]);
    expect(short![0]! / short![1]!).toBeCloseTo(2, 5);
    expect(long![0]! / long![1]!).toBeCloseTo(7 / 3, 5);
    expect(await errorOf(encoder.encode(["a"], { signal: AbortSignal.abort() }))).toMatchObject({ code: "aborted" });
  });

  test("names the packages that are missing, and a folder that is none", async () => {
    const missing = await errorOf(onnxEncoder(read));
    if (missing.code !== "none")
      expect(missing).toMatchObject({ hint: expect.stringMatching(/npm install onnxruntime-web/) });
    expect(await errorOf(onnxEncoder(join(folder, "none")))).toMatchObject({ code: "invalid_request" });
  });

  const cache = join(process.cwd(), "node_modules/.cache/encoders");
  const isAbsent = !existsSync(join(cache, "minilm-l6-int8"));
  test.skipIf(isAbsent)(
    skippable("real weights tell what says the same", isAbsent, "no weights in node_modules/.cache/encoders"),
    async () => {
      const from = (name: string): Promise<unknown> => import(join(cache, "node_modules", name));
      const runtime = await from("onnxruntime-web/dist/ort.node.min.mjs");
      const tokenizers = await from("@huggingface/tokenizers/dist/tokenizers.mjs");
      const encoder = await onnxEncoder(join(cache, "minilm-l6-int8"), { runtime, tokenizers });
      const [one, same, other] = await encoder.encode([
        "The shop opens at nine.",
        "The store begins at nine.",
        "Whales breathe air.",
      ]);
      const near = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
      expect(near(one!, same!)).toBeGreaterThan(0.6);
      expect(near(one!, other!)).toBeLessThan(0.3);
    },
  );
});
