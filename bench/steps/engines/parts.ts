/** A corpus of so many words in some segments, as builds that share nothing leave it before they are merged. */

import { loadKernels } from "../../../src/core/kernels/load.ts";
import type { Manifest } from "../../../src/corpus/format/manifest.ts";
import { packManifest, readManifest, writeFile } from "../../../src/corpus/format/manifest.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { buildCorpus } from "../../../src/index.ts";
import { documentStream } from "../../corpora/stream.ts";
import { copyFile } from "./copied.ts";

const SEGMENTS = 8;
/** UTF-8 bytes of a word of novels, as `corpora/stream.ts` counts. */
const BYTES_PER_WORD = 5.5;

/** Builds it in a folder; time without waiting for text. */
export async function buildParts(folder: string, words: number): Promise<{ buildMs: number; processorMs: number }> {
  const kernels = await loadKernels();
  const whole = createFileStorage(folder);
  const { documents, progress } = documentStream("novels", words);
  const source = documents[Symbol.asyncIterator]();
  const segments: Manifest["segments"] = [];
  let last: Manifest | undefined;
  const [started, used] = [performance.now(), process.cpuUsage()];
  for (let part = 0; part < SEGMENTS; part++) {
    const bytesMax =
      part === SEGMENTS - 1 ? Number.POSITIVE_INFINITY : ((part + 1) / SEGMENTS) * words * BYTES_PER_WORD;
    const own = createFileStorage(`${folder}.part`);
    await (
      await buildCorpus(until(source, progress, bytesMax), { name: "engines", dataset: "bench", storage: own })
    ).close();
    ({ manifest: last } = await readManifest(kernels, own));
    segments.push(...last.segments);
    for (const name of await own.list()) {
      if (name !== "manifest.json") await copyFile(own, whole, name);
      await own.remove(name);
    }
  }
  await writeFile(whole, "manifest.json", packManifest(kernels, { ...last!, segments }));
  const { user, system } = process.cpuUsage(used);
  return { buildMs: performance.now() - started - progress.waitedMs, processorMs: (user + system) / 1_000 };
}

async function* until<T>(source: AsyncIterator<T>, progress: { bytes: number }, bytesMax: number): AsyncGenerator<T> {
  while (progress.bytes < bytesMax) {
    const { value, done } = await source.next();
    if (done) return;
    yield value;
  }
}

if (import.meta.main) {
  const [folder, words] = process.argv.slice(2);
  console.log(JSON.stringify(await buildParts(folder!, Number(words))));
}
