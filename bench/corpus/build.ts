/**
 * One corpus built in a process of its own, so that its memory is the build's alone.
 *
 *   node bench/corpus/build.ts GENRE FINGERPRINTS FOLDER      prints a `Built`
 */
import { argv } from "node:process";
import { createFileStorage } from "../../src/corpus/storage/file.ts";
import { buildCorpus } from "../../src/index.ts";
import type { Genre } from "../corpora/genres.ts";
import { documentStream, FINGERPRINTS_PER_WORD } from "../corpora/stream.ts";
import { assertAnswer } from "../harness/harness.ts";
import { peakResidentBytes } from "./memory.ts";

export interface Built {
  words: number;
  documents: number;
  /** Distinct shingles that were kept. */
  fingerprints: number;
  textBytes: number;
  storedBytes: number;
  /** Time of the build, without waiting for text. */
  buildMs: number;
  /** Time spent waiting for text: generators run beside the build. */
  waitedMs: number;
  maxResidentBytes: number;
}

if (import.meta.main) {
  const [genre, fingerprints, folder] = argv.slice(2) as [Genre, string, string];
  const { documents, progress } = documentStream(genre, Number(fingerprints) / FINGERPRINTS_PER_WORD);
  const start = performance.now();
  const corpus = await buildCorpus(documents, {
    ...{ name: `${genre} ${fingerprints}`, dataset: "bench" },
    storage: createFileStorage(folder),
  });
  const buildMs = performance.now() - start - progress.waitedMs;
  const { info } = corpus;
  await corpus.close();
  assertAnswer(info.documents, progress.documents, "The corpus, asked for its documents,");
  assertAnswer(info.text_bytes, progress.bytes, "The corpus, asked for its bytes of text,");
  const built: Built = {
    ...{ words: info.words, documents: info.documents, fingerprints: info.fingerprints },
    ...{ textBytes: info.text_bytes, storedBytes: info.stored_bytes, buildMs, waitedMs: progress.waitedMs },
    maxResidentBytes: peakResidentBytes(),
  };
  console.log(JSON.stringify(built));
}
