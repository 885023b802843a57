/**
 * Makes the corpus that is written today: `node test/formats/make.ts test/formats/written`. Its bytes are committed, compressed; a change of
 * them is a change of what is written, which earlier versions must be able to read, or refuse by the version. The folders with a number
 * hold the corpora of each version of the format; `carried`, made with its folder's name, has the manifest of the one that is written today
 * where it carries texts that do not count, and `encoded` also its vectors. A version that was released is never made again: what it holds is what others have on
 * their disks.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { CorpusDocument } from "../../src/base/contract/resources/corpus.ts";
import type { Encoder } from "../../src/base/contract/resources/encoder.ts";
import { buildCorpus } from "../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments } from "../../src/corpus/change/change.ts";
import { encodeCorpus } from "../../src/corpus/change/encode.ts";
import { MANIFEST_NAME } from "../../src/corpus/format/manifest.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import { seeded } from "../support/texts.ts";
import { documents, ignored, later, sectioned } from "./documents.ts";

/** An encoder of directions that any machine computes to the same bits. */
export const encoder: Encoder = {
  name: "fixture",
  weights: null,
  implementation: "test",
  dimensions: 64,
  languages: ["en"],
  encode: async (texts) =>
    texts.map((text) => {
      const random = seeded([...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)!) >>> 0, 7));
      return Float32Array.from({ length: 64 }, () => (random() < 0.5 ? -0.125 : 0.125));
    }),
};

/** All files of the corpus: two segments, of one of which a document is deleted. */
export async function made(
  more: readonly CorpusDocument[] = [],
  ignore: readonly string[] = [],
  isEncoded = false,
): Promise<Map<string, Uint8Array>> {
  const storage = createMemoryStorage();
  await (await buildCorpus([...documents, ...more], { name: "fixture", dataset: "fixture", storage, ignore })).close();
  await appendDocuments(storage, later);
  await deleteDocuments(storage, ["deleted"]);
  if (isEncoded) await encodeCorpus(storage, encoder);
  const files = new Map<string, Uint8Array>();
  for (const name of await storage.list()) {
    const file = await storage.open(name);
    files.set(name, await file.read(0, file.sizeBytes));
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("Name the folder to write to.");
  rmSync(folder, { recursive: true, force: true });
  const isCarried = basename(folder) === "carried";
  const isEncoded = basename(folder) === "encoded";
  for (const [name, bytes] of await made([sectioned], isCarried ? ignored : [], isEncoded)) {
    if (isCarried && name !== MANIFEST_NAME) continue;
    if (isEncoded && name !== MANIFEST_NAME && !name.startsWith("vectors/")) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
