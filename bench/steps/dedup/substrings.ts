/**
 * Runs of 50 words that stood before, in a stream of documents, in a process of its own: time and memory.
 *
 *   node bench/steps/dedup/substrings.ts GENRE WORDS [KEYS_MAX]      keys in memory before the disk is used
 */
import { createHash } from "node:crypto";
import { argv } from "node:process";
import { deduplicateSubstrings } from "../../../src/corpus/duplicates/bounded.ts";
import type { Genre } from "../../corpora/genres.ts";
import { documentStream } from "../../corpora/stream.ts";
import { peakResidentBytes } from "../../corpus/memory.ts";

const [genre, words, keysMax] = argv.slice(2) as [Genre, string, string | undefined];
let [found, readings, waitedMs] = [0, 0, 0];
let hash = createHash("sha256");
const before = performance.now();
const read: Parameters<typeof deduplicateSubstrings>[1] = async (deduplicator) => {
  [found, hash] = [0, createHash("sha256")];
  readings += 1;
  const { documents, progress } = documentStream(genre, Number(words));
  try {
    for await (const document of documents) {
      const pairs = deduplicator.look(document);
      found += pairs.length;
      hash.update(JSON.stringify(pairs));
    }
  } finally {
    waitedMs += progress.waitedMs;
  }
};
await deduplicateSubstrings(
  { level: "substring" },
  read,
  undefined,
  keysMax === undefined ? undefined : Number(keysMax),
);
const seconds = (performance.now() - before - waitedMs) / 1e3;
const sha256 = hash.digest("hex");
console.log(JSON.stringify({ found, sha256, readings, seconds, maxResidentBytes: peakResidentBytes() }));
