/** The engines that cases of one split are asked of: for each set and each size of what is searched. */
import {
  buildCorpus,
  type Corpus,
  createEngine,
  type OpenEngine,
  openCorpus,
  type Storage,
} from "../../../src/index.ts";
import type { Labelled, Size } from "./cases/cases.ts";
import { type Distractor, firstOf, MILLION } from "./cases/distractors.ts";
import type { EvidenceSet } from "./cases/sets.ts";

export type Engines = Record<Size, OpenEngine>;

/** How cases are searched for: in corpora with text, in corpora without, or by asking an index. */
export type SearchedAs = "text" | "claims" | "index";

export interface SearchedSet extends Pick<Labelled, "documents"> {
  set: EvidenceSet;
  generated: Iterable<Distractor>;
}

const BESIDE_WORDS = 3_000_000;

/** For each set, in their order, over corpora with or without text. A set that is only tested is searched besides those that were calibrated, never instead. */
export async function enginesOf(
  sets: readonly SearchedSet[],
  searchedAs: Exclude<SearchedAs, "index">,
): Promise<Engines[]> {
  const corpusOf = (name: string, documents: Iterable<Distractor>) =>
    buildCorpus(documents, { name, dataset: "shared-data", text: searchedAs === "text" });
  const calibrated = sets.filter(({ set }) => set.heldOut === null);
  const wholes = new Map<SearchedSet, Corpus>();
  const besides = new Map<SearchedSet, Corpus>();
  for (const one of sets) {
    wholes.set(one, await corpusOf(`${one.set.name} set`, one.documents));
    besides.set(one, await corpusOf(`${one.set.name} beside`, firstOf(one.generated, BESIDE_WORDS)));
  }
  const grand = await corpusOf("grand", all(calibrated.map(documentsOf)));
  const engines: Engines[] = [];
  for (const one of sets) {
    const whole = wholes.get(one)!;
    const beside = besides.get(one)!;
    const library = [...new Set([...calibrated, one])];
    const million = all([one.documents, firstOf(one.generated, MILLION)]);
    const near = await corpusOf(`${one.set.name} million`, million);
    const over = (...corpora: Corpus[]) => createEngine({ corpora });
    engines.push({
      shelf: await over(
        await corpusOf(
          `${one.set.name} shelf`,
          one.documents.filter(({ isOnShelf }) => isOnShelf),
        ),
      ),
      set: await over(whole),
      library: await over(...library.map((each) => wholes.get(each)!)),
      million: await over(near),
      far: await over(await openCorpus(farFrom(near.storage))),
      beside: await over(whole, beside),
      wide: await over(...library.flatMap((each) => [wholes.get(each)!, besides.get(each)!])),
      grand: await over(grand, ...(one.set.heldOut === null ? [] : [whole])),
    });
  }
  return engines;
}

/** Ids are apart from those of other sets. */
function* documentsOf({ set, documents, generated }: SearchedSet): Generator<Distractor> {
  for (const { id, text } of all([documents, generated])) yield { id: `${set.name} ${id}`, text };
}

function* all(parts: Iterable<Iterable<Distractor>>): Generator<Distractor> {
  for (const part of parts) yield* part;
}

/** The same files, as if each read crossed a network: fewer shingles are looked up, and fewer blocks are read. */
export function farFrom({ label, open }: Storage): Storage {
  return {
    label,
    async open(name) {
      const { sizeBytes, read, close } = await open(name);
      return { sizeBytes, gapBytes: 1 << 16, isFar: true, read, close };
    },
  };
}
