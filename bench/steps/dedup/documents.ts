/**
 * Documents of which some repeat others, and which of them do: by the exact Jaccard similarity of their runs of five
 * words, as the judge sees words, which shares no code with any contender.
 */
import { addTo } from "../../../src/base/lists/groups.ts";
import { Random } from "../../harness/random.ts";
import { sharedCorpus } from "../../harness/shared.ts";
import { EDITS, randomlyEdited } from "../../quality/search/edits.ts";
import { runsOf, wordsOf } from "../../quality/words.ts";

export interface LabelledDocument {
  id: string;
  text: string;
  /** Whether it is a copy with other quotation marks, hyphens, accents, capitals and lines. */
  isOtherTypography: boolean;
}

/** Two documents with a similarity of .5 and more, by their places in the list. */
export interface SimilarPair {
  pair: [one: number, other: number];
  /** Of the words before typography was changed. */
  similarity: number;
}

/** Sections of statutes, which repeat each other; pieces of novels, which do not; and changed copies of both. */
const LAW = 7_000;
const PIECES = 5_000;
const COPIES = 3_000;
const PIECE_WORDS = 300;
const DOCUMENT_WORDS_MIN = 50;
const EDIT_SHARES = [0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12];
const RUN_WORDS = 5;
/** Similar pairs are all found from here on. */
const SIMILARITY_MIN = 0.5;

/** @param share of the documents, to try */
export function labelledDocuments(share = 1): { documents: LabelledDocument[]; pairs: SimilarPair[] } {
  const random = new Random("bench dedup");
  const law = random.shuffled(sharedCorpus("dc-law/code-sections")).filter(({ text }) => isLong(text));
  const novels = random.shuffled(sharedCorpus("eltec-eng"));
  const originals = [
    ...law.slice(0, share * LAW).map(({ text }) => text),
    ...Array.from({ length: share * PIECES }, (_, i) => pieceOf(novels[i % novels.length]!.text, random)),
  ];
  const vocabulary = wordsOf(originals.at(-1)!).words;
  const copies = Array.from({ length: share * COPIES }, (_, i) => {
    const original = random.pick(originals);
    const words = randomlyEdited(original, EDIT_SHARES[i % EDIT_SHARES.length]!, random, vocabulary);
    const isOtherTypography = i % 4 === 0;
    return { words, text: isOtherTypography ? EDITS["typography"]!(words, random, []) : words, isOtherTypography };
  });
  const known = originals.map((text) => ({ words: text, text, isOtherTypography: false }));
  const all = random.shuffled([...known, ...copies]);
  return {
    documents: all.map(({ text, isOtherTypography }, i) => ({ id: `document ${i}`, text, isOtherTypography })),
    pairs: similarPairs(all.map(({ words }) => words)),
  };
}

const isLong = (text: string): boolean => wordsOf(text.slice(0, 2_000)).words.length >= DOCUMENT_WORDS_MIN;

function pieceOf(novel: string, random: Random): string {
  const from = random.below(Math.max(1, novel.length - 10 * PIECE_WORDS));
  return novel
    .slice(from)
    .split(/\s+/, PIECE_WORDS + 1)
    .slice(1)
    .join(" ");
}

/** Pairs are met by their rarest runs, so that none is missed. */
function similarPairs(texts: readonly string[]): SimilarPair[] {
  const sets = texts.map((text) => new Set(runsOf(wordsOf(text), RUN_WORDS)));
  const frequency = new Map<string, number>();
  for (const set of sets) for (const run of set) frequency.set(run, (frequency.get(run) ?? 0) + 1);
  const holders = new Map<string, number[]>();
  return sets.flatMap((set, i) => {
    // Of two sets as similar as that, one of the rarest runs of each is in both.
    const rarest = [...set]
      .sort((x, y) => frequency.get(x)! - frequency.get(y)! || (x < y ? -1 : 1))
      .slice(0, set.size - Math.ceil(SIMILARITY_MIN * set.size) + 1)
      .filter((run) => frequency.get(run)! > 1);
    const earlier = new Set(rarest.flatMap((run) => holders.get(run) ?? []));
    for (const run of rarest) addTo(holders, run, i);
    return [...earlier]
      .map((other): SimilarPair => ({ pair: [other, i], similarity: jaccard(set, sets[other]!) }))
      .filter(({ similarity }) => similarity >= SIMILARITY_MIN);
  });
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const run of a) shared += Number(b.has(run));
  return shared / (a.size + b.size - shared);
}
