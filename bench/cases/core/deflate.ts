/** Text as a corpus stores it: blocks of 2,048 words, made small and large again, beside other programs for the same format. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { deflateSync, inflateSync } from "fflate";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { checksum } from "../../harness/checksum.ts";
import type { KernelCase, Runner } from "../../harness/race.ts";
import { textOf } from "../../harness/texts.ts";

const LENGTH = 1_000_000;
/** 2,048 words of English. */
const BLOCK_BYTES = 11_500;

const input = () => new TextEncoder().encode(textOf("typographic", LENGTH));
const megabytes = (text: Uint8Array) => text.length / 1e6;

function blocksOf(text: Uint8Array): Uint8Array[] {
  const count = Math.ceil(text.length / BLOCK_BYTES);
  return Array.from({ length: count }, (_, i) => text.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES));
}

/** The streams of contenders differ; the text that comes back is the same. */
function deflating(text: Uint8Array, deflate: (block: Uint8Array) => Uint8Array): Runner {
  const blocks = blocksOf(text);
  return {
    run() {
      for (const block of blocks) deflate(block);
    },
    answer: () => checksum(Buffer.concat(blocks.map((block) => inflateRawSync(deflate(block))))),
  };
}

/** All read the streams of zlib. */
function inflating(text: Uint8Array, inflate: (stream: Uint8Array, textBytes: number) => Uint8Array): Runner {
  const streams = blocksOf(text).map((block) => ({ stream: deflateRawSync(block), textBytes: block.length }));
  return {
    run() {
      for (const { stream, textBytes } of streams) inflate(stream, textBytes);
    },
    answer: () => checksum(Buffer.concat(streams.map(({ stream, textBytes }) => inflate(stream, textBytes)))),
  };
}

const deflateCase: KernelCase = {
  name: "deflate",
  unit: "MB/s",
  question: "novels in blocks of 2,048 words, by themselves",
  amount: megabytes,
  input,
  contenders: {
    async wasm(text) {
      const kernels = await loadKernels();
      return deflating(text, (block) => kernels.deflate(block)!);
    },
    "zlib, level 1": (text) => deflating(text, (block) => deflateRawSync(block, { level: 1 })),
    "zlib, level 6": (text) => deflating(text, (block) => deflateRawSync(block)),
    "fflate, level 6": (text) => deflating(text, (block) => deflateSync(block)),
  },
  goals: { times: { "fflate, level 6": 2 } },
};

const inflateCase: KernelCase = {
  name: "inflate",
  unit: "MB/s",
  question: "the same blocks, from streams of zlib",
  amount: megabytes,
  input,
  contenders: {
    async wasm(text) {
      const kernels = await loadKernels();
      return inflating(text, (stream, textBytes) => kernels.inflate(stream, textBytes)!);
    },
    zlib: (text) => inflating(text, (stream, chunkSize) => inflateRawSync(stream, { chunkSize })),
    fflate: (text) => inflating(text, (stream, textBytes) => inflateSync(stream, { out: new Uint8Array(textBytes) })),
  },
};

export const deflateCases: readonly KernelCase[] = [deflateCase, inflateCase];
