/** The corpora that this browser keeps in its private files. */
import type { Progress } from "../../contract/corpus.ts";
import { buildCorpus } from "../../corpus/build.ts";
import { type Corpus, openCorpus } from "../../corpus/corpus.ts";
import { isSpoliaError } from "../../errors.ts";
import { openOpfsStorage } from "../../storage/opfs.ts";
import type { GivenFile, IndexedFiles, OwnCorpus } from "../messages.ts";
import { documentsIn } from "./files.ts";

/** Folders of corpora, beside what other pages of the same origin keep. Names of folders are stored URL-encoded. */
const PREFIX = "spolia corpus ";
const STORED_PREFIX = encodeURIComponent(PREFIX);
const storageOf = (name: string) => openOpfsStorage(PREFIX + name);

export const openOwn = (name: string): Promise<Corpus> => openCorpus(storageOf(name));

export async function ownCorpora(): Promise<OwnCorpus[]> {
  const root = await globalThis.navigator?.storage?.getDirectory?.();
  if (root === undefined) return [];
  const names: string[] = [];
  for await (const entry of root.keys())
    if (entry.startsWith(STORED_PREFIX)) names.push(decodeURIComponent(entry.slice(STORED_PREFIX.length)));
  return Promise.all(names.sort().map(described));
}

async function described(name: string): Promise<OwnCorpus> {
  try {
    const corpus = await openOwn(name);
    await corpus.close();
    return { name, info: corpus.info, fault: null };
  } catch (error) {
    return { name, info: null, fault: isSpoliaError(error) ? error.message : String(error) };
  }
}

/** Builds a corpus, in place of one of the same name. */
export async function indexFiles(
  name: string,
  dataset: string,
  files: readonly GivenFile[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<IndexedFiles> {
  await removeOwn(name);
  const skipped: IndexedFiles["skipped"] = [];
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const documents = documentsIn(files, {
    signal,
    onBytes: (done) => onProgress({ stage: "read", done, total, unit: "bytes" }),
    onSkip: (one) => skipped.push(one),
  });
  try {
    const corpus = await buildCorpus(documents, { name, dataset, storage: storageOf(name), signal, onProgress });
    await corpus.close();
    return { info: corpus.info, skipped };
  } catch (error) {
    await removeOwn(name);
    throw error;
  }
}

export async function removeOwn(name: string): Promise<void> {
  const storage = storageOf(name);
  for (const file of await storage.list()) await storage.remove(file);
}
