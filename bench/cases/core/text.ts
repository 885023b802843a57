/** Text: to kept shingles, in five scripts; and the hash of one shingle. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foldTable, packFoldTable } from "../../../src/core/kernels/text/foldTable.ts";
import { textReferences } from "../../../src/core/kernels/text/reference.ts";
import { checksum } from "../../harness/checksum.ts";
import { Instance } from "../../harness/instance.ts";
import type { KernelCase, Runner } from "../../harness/race.ts";
import { type Script, textOf } from "../../harness/texts.ts";
import { dolosWords, hashOfStrings } from "../../rivals/registry.ts";

const CHUNK_BYTES = 65_536;
const LENGTH = 1_000_000;
const bytesOf = (script: Script) => () => new TextEncoder().encode(textOf(script, LENGTH));
const megabytes = (input: Uint8Array) => input.length / 1e6;

let tableFile: string | undefined;

/** The fold table as a file, for C. */
function foldTableFile(): string {
  if (tableFile === undefined) {
    tableFile = join(mkdtempSync(join(tmpdir(), "bench-table-")), "fold.table");
    writeFileSync(tableFile, packFoldTable(foldTable()));
  }
  return tableFile;
}

/** The whole text chunk by chunk; `each` sees the number of words of every chunk. */
function inChunks(instance: Instance, lengthBytes: number, read: (at: number, bytes: number, isLast: number) => void) {
  for (let at = 0; at < lengthBytes; ) {
    const bytes = Math.min(CHUNK_BYTES, lengthBytes - at);
    read(at, bytes, Number(at + bytes === lengthBytes));
    at += instance.exports["consumedBytes"]!();
  }
}

/** To shingles and kept positions, chunk by chunk: what crosses a border of chunks is left out, as in C. */
export function select(input: Uint8Array): Runner {
  const instance = new Instance();
  const text = instance.put(input);
  const [bounds, folded, spans] = [16, 24, 24].map((factor) => instance.take(factor * CHUNK_BYTES + 48)) as [
    number,
    number,
    number,
  ];
  const [low, high, shingleLow, shingleHigh, positions] = Array.from({ length: 5 }, () =>
    instance.take(8 * CHUNK_BYTES),
  ) as [...[number, number, number, number, number]];
  const { readWords, hashShingles, winnow } = instance.exports as Record<string, (...numbers: number[]) => number>;
  const all = (each?: (count: number) => void) =>
    inChunks(instance, input.length, (at, bytes, isLast) => {
      const count = readWords!(text + at, bytes, isLast, at, bounds, low, high, folded, spans);
      winnow!(shingleLow, hashShingles!(low, high, count, 5, shingleLow, shingleHigh), 8, positions);
      each?.(count);
    });
  return {
    run: () => all(),
    answer() {
      const parts: Uint32Array[] = [];
      all((count) => {
        parts.push(instance.words(positions, 1).slice());
        parts.push(instance.words(low, count).slice());
      });
      return checksum(...parts);
    },
  };
}

function reference(input: Uint8Array): Runner {
  return { run: () => void textReferences.select([input], 5, 8) };
}

function selectCase(
  name: string,
  script: Script,
  goals: KernelCase["goals"],
  rivals: KernelCase["contenders"] = {},
): KernelCase {
  return {
    name: `select, ${name}`,
    unit: "MB/s",
    question: "UTF-8 to kept shingles of five words with 64-bit hashes",
    amount: megabytes,
    input: bytesOf(script),
    contenders: { wasm: select, twin: reference, ...rivals },
    native: { name: "words", arguments: () => [foldTableFile()] },
    ...(goals ? { goals } : {}),
  };
}

const SHINGLES = 100_000;

function shingleHash(input: Uint8Array): Runner {
  const instance = new Instance();
  const [low, high] = [
    instance.put(input.subarray(0, input.length / 2)),
    instance.put(input.subarray(input.length / 2)),
  ];
  const [outLow, outHigh] = [instance.take(4 * SHINGLES + 64), instance.take(4 * SHINGLES + 64)];
  return { run: () => void instance.exports["hashShingles"]!(low, high, SHINGLES + 4, 5, outLow, outHigh) };
}

/** Halves of so many word hashes, one array behind the other. */
function wordHashes(): Uint8Array {
  const { hashes } = textReferences.readWords(
    new TextEncoder().encode(textOf("ASCII", 7 * SHINGLES).slice(0, 7 * SHINGLES)),
  );
  const count = SHINGLES + 4;
  const both = new Uint32Array(2 * count);
  both.set(hashes.low.subarray(0, count));
  both.set(hashes.high.subarray(0, count), count);
  return new Uint8Array(both.buffer);
}

export const textCases: readonly KernelCase[] = [
  selectCase(
    "ASCII",
    "ASCII",
    { ofC: 0.7, figure: 1000, times: { twin: 7, Dolos: 40 } },
    { "Dolos, given words": dolosWords },
  ),
  selectCase("typographic", "typographic", undefined),
  selectCase("Cyrillic", "Cyrillic", { figure: 450, times: { twin: 4 } }),
  selectCase("Arabic", "Arabic", { figure: 450, times: { twin: 4 } }),
  selectCase("Chinese", "Han", { figure: 450, times: { twin: 4 } }),
  {
    name: "shingle hash",
    unit: "ns",
    question: "64-bit hash of five words, their own hashes given; rivals hash the words as a string",
    amount: () => SHINGLES,
    input: wordHashes,
    contenders: {
      wasm: shingleHash,
      "xxhash-wasm": hashOfStrings("xxhash-wasm", SHINGLES),
      "hash-wasm xxh64": hashOfStrings("hash-wasm", SHINGLES),
      "@noble/hashes blake3": hashOfStrings("@noble/hashes", SHINGLES),
    },
  },
];
