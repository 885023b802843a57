/**
 * The corpora that this browser keeps in its private files. A folder there has no other name than the one it was made
 * with: so a corpus that takes the place of another has a folder of its own, with the next number, and the older one is
 * removed when the new one stands.
 */
import { isSpoliaError } from "../../../base/errors.ts";
import { buildCorpus } from "../../../corpus/build/build.ts";
import { encodeCorpus } from "../../../corpus/change/encode.ts";
import { type Corpus, openCorpus } from "../../../corpus/search/corpus.ts";
import { openOpfsStorage } from "../../../corpus/storage/opfs/opfs.ts";
import type { CallHost, EncoderFiles, GivenFile, IndexedFiles, OwnCorpus } from "../messages.ts";
import { encoderOf } from "./encoder.ts";
import { reading } from "./files.ts";

/** Beside what other pages of the same origin keep: `spolia corpus NAME`, and of later ones `spolia corpus/2/NAME`. */
const FOLDER = /^spolia corpus(?: |\/([1-9]\d*)\/)(.*)$/s;
const folderName = (name: string, number: number): string =>
  number === 0 ? `spolia corpus ${name}` : `spolia corpus/${number}/${name}`;
const storageOf = (name: string, number: number) => openOpfsStorage(folderName(name, number));

/** The numbers of the folders of each name, the newest first. */
async function kept(): Promise<Map<string, number[]>> {
  const root = await globalThis.navigator?.storage?.getDirectory?.();
  const found = new Map<string, number[]>();
  if (root === undefined) return found;
  for await (const entry of root.keys()) {
    const [, number = "0", name] = FOLDER.exec(decoded(entry)) ?? [];
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), Number(number)]);
  }
  for (const numbers of found.values()) numbers.sort((one, other) => other - one);
  return found;
}

/** Names of folders are stored URL-encoded, those of other pages as they like. */
function decoded(entry: string): string {
  try {
    return decodeURIComponent(entry);
  } catch {
    return "";
  }
}

const numbersOf = async (name: string): Promise<number[]> => (await kept()).get(name) ?? [];

export const openOwn = async (name: string): Promise<Corpus> => (await openNewest(name)).corpus;

/** The newest that is whole: one that is being built, or whose building was ended with the tab, is none yet. */
async function openNewest(name: string): Promise<{ corpus: Corpus; number: number }> {
  let failure: unknown;
  const numbers = await numbersOf(name);
  for (const number of numbers.length === 0 ? [0] : numbers)
    try {
      return { corpus: await openCorpus(storageOf(name, number)), number };
    } catch (error) {
      failure ??= error;
    }
  throw failure;
}

export async function ownCorpora(): Promise<OwnCorpus[]> {
  return Promise.all([...(await kept()).keys()].sort().map(described));
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

/** Builds a corpus. One of the same name is removed when the new one stands. */
export async function indexFiles(
  name: string,
  dataset: string,
  files: readonly GivenFile[],
  { signal, onProgress }: CallHost,
): Promise<IndexedFiles> {
  const older = await numbersOf(name);
  const number = older.length === 0 ? 0 : older[0]! + 1;
  const { documents, skipped } = reading(files, { signal, onProgress });
  try {
    const storage = storageOf(name, number);
    const corpus = await buildCorpus(documents, { name, dataset, storage, signal, onProgress });
    await corpus.close();
    for (const one of older) await removeFiles(name, one);
    return { info: corpus.info, skipped };
  } catch (error) {
    await removeFiles(name, number);
    throw error;
  }
}

/** What was encoded before the work was cancelled stays, and the next time goes on with it. */
export async function encodeOwn(name: string, chosen: EncoderFiles, host: CallHost): Promise<void> {
  const encoder = await encoderOf(chosen);
  const { corpus, number } = await openNewest(name);
  await corpus.close();
  await encodeCorpus(storageOf(name, number), encoder, host);
}

export async function removeOwn(name: string): Promise<void> {
  for (const number of await numbersOf(name)) await removeFiles(name, number);
}

/** A folder goes with its last file. */
async function removeFiles(name: string, number: number): Promise<void> {
  const storage = storageOf(name, number);
  for (const file of await storage.list()) await storage.remove(file);
}
