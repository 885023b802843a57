/** Which texts the labelled cases are made of, and how their works are kept apart: connected works never cross fit, select and test. */
import { Random } from "../../../harness/random.ts";
import { type SharedDocument, sharedCorpus } from "../../../harness/shared.ts";
import { grouped } from "../../figures.ts";
import { linkedClusters } from "./clusters.ts";

export interface EvidenceSet {
  name: string;
  kind: string;
  language: string;
  genre: string;
  /** Works that share a run of so many words are connected. */
  linkWords: number;
  /** Why it is only tested, or `null`. */
  heldOut: string | null;
}

/**
 * Statutes repeat formulas of 12 words and more: runs of 12 would connect 54 % of the German ones into one cluster. A run of 24 is a quotation
 * there, and what is shorter is a formula, which has cases of its own.
 */
const set = (
  name: string,
  kind: string,
  language: string,
  genre: string,
  heldOut: string | null = null,
): EvidenceSet => ({
  ...{ name, kind, language, genre, heldOut, linkWords: genre === "law" ? 24 : 12 },
});

export const EVIDENCE_SETS: readonly EvidenceSet[] = [
  set("eltec-eng", "English novels", "English", "novels"),
  set("eltec-fra", "French novels", "French", "novels"),
  set("de-gesetze", "German law", "German", "law"),
  set("dc-law/code-sections", "D.C. law", "English", "law"),
  set("chinese-poetry", "Chinese poems", "Chinese", "poems"),
  set("ruslit", "Russian literature", "Russian", "literature", "language kept out"),
  set("bible-en", "English Bible", "English", "scripture", "genre kept out"),
];

export const SPLITS = ["fit", "select", "test"] as const;
export type Split = (typeof SPLITS)[number];
/** Share of the works of a set. */
const SPLIT_SHARES: Record<Split, number> = { fit: 0.25, select: 0.35, test: 0.4 };

/** What a work is for: searched, never indexed, or quoted in both. */
export type Use = "indexed" | "held" | "third";
const USE_SHARES: Record<Use, number> = { indexed: 0.45, held: 0.4, third: 0.15 };
/** More clean text, for the bound on false attribution. */
const TEST_USE_SHARES: Record<Use, number> = { indexed: 0.22, held: 0.65, third: 0.13 };

export interface Work {
  id: string;
  title: string;
  author: string | undefined;
  text: string;
  /** Name of the connected cluster. */
  cluster: string;
}

export interface Assigned extends Work {
  split: Split;
  use: Use;
}

/** Of a work no more is taken, about 100,000 English words: so that no long novel outweighs the others. */
const WORK_CHARACTERS_MAX = 600_000;
/** One translation: eight of one text are no clean material for each other. */
const TRANSLATION = /BSB/;

export function assignedWorks({ name, linkWords, heldOut }: EvidenceSet): Assigned[] {
  const works = connected(
    sharedCorpus(name).filter(({ id }) => name !== "bible-en" || TRANSLATION.test(id)),
    linkWords,
  );
  const splits = dealt(`${name} split`, works, heldOut === null ? SPLIT_SHARES : { fit: 0, select: 0, test: 1 });
  return SPLITS.flatMap((split) => {
    const uses = dealt(`${name} ${split} use`, splits[split], split === "test" ? TEST_USE_SHARES : USE_SHARES);
    return (Object.keys(uses) as Use[]).flatMap((use) => uses[use].map((work) => ({ ...work, split, use })));
  });
}

function connected(documents: readonly SharedDocument[], linkWords: number): Work[] {
  const cut = documents.map(({ id, title, author, text }) => ({
    ...{ id, title, author },
    text: text.slice(0, WORK_CHARACTERS_MAX),
  }));
  const clusters = linkedClusters(
    cut.map(({ text }) => text),
    linkWords,
  );
  return cut.map((one, i) => ({ ...one, cluster: cut[clusters[i]!]!.id }));
}

/** Whole clusters in random order, each to the part that is furthest behind its share of the works. */
function dealt<Part extends string>(
  name: string,
  works: readonly Work[],
  shares: Record<Part, number>,
): Record<Part, Work[]> {
  const clusters = new Random(name).shuffled(grouped(works, ({ cluster }) => cluster).map(([, some]) => some));
  // The large ones first, so that the others can even them out.
  clusters.sort((a, b) => b.length - a.length);
  const parts = Object.keys(shares) as Part[];
  const result = Object.fromEntries(parts.map((part) => [part, [] as Work[]])) as Record<Part, Work[]>;
  let done = 0;
  for (const cluster of clusters) {
    done += cluster.length;
    const behind = (part: Part) => shares[part] * done - result[part].length;
    const neediest = parts.reduce((one, other) => (behind(other) > behind(one) ? other : one));
    result[neediest].push(...cluster);
  }
  return result;
}
