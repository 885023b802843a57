/** The development data that recipes take from, each corpus read once. */
import { type SharedDocument, sharedCorpus, sharedLicences } from "../../harness/shared.ts";
import { wordsOf } from "../words.ts";

const read = new Map<string, SharedDocument[]>();

export function collection(name: string): readonly SharedDocument[] {
  let documents = read.get(name);
  if (documents === undefined) {
    documents = name === "licences" ? sharedLicences() : sharedCorpus(name);
    read.set(name, documents);
  }
  return documents;
}

/** The document whose id is this or ends so. */
export function documentOf(name: string, id: string): SharedDocument {
  const found = collection(name).find((document) => document.id === id || document.id.endsWith(id));
  if (found === undefined) throw new Error(`${name} has no document ${id}.`);
  return found;
}

export const textOf = (name: string, id: string): string => documentOf(name, id).text;
/** An English novel; the first twenty are in the corpora, the others are not. */
export const novel = (id: string): string => textOf("eltec-eng", id);

/** Words as often as they stand in a novel that is in no corpus: what changed words become. */
let vocabulary: readonly string[] | undefined;
export function otherWords(): readonly string[] {
  vocabulary ??= wordsOf(novel("ENG18920_Grossmith")).words;
  return vocabulary;
}
