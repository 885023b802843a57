/**
 * Two kinds of text, as unlike as can be: novels, where five words in a row are seldom seen again, and law, which is made of formulas.
 * A tenth of each kind is held out: it is in no corpus and in no chain, and fresh queries come from it.
 */
import { createHash } from "node:crypto";
import { Random } from "../random.ts";
import { hasSharedData, type SharedDocument, sharedCorpus } from "../shared.ts";
import { documentsOf } from "../texts.ts";

export type Genre = "novels" | "law";
export const GENRES: readonly Genre[] = ["novels", "law"];

/** Words that are generated to stand for real ones where there is no shared data. */
const SUBSTITUTE_WORDS = 1_000_000;
/** One document in so many is held out. */
const HELD_OUT = 10;

export interface RealText {
  /** In an order that is random and always the same. */
  known: SharedDocument[];
  heldOut: SharedDocument[];
}

/** What there is of a genre: its documents, and those kept from every corpus. */
export function realText(genre: Genre): RealText {
  const known: SharedDocument[] = [];
  const heldOut: SharedDocument[] = [];
  for (const one of new Random(`order of ${genre}`).shuffled(documentsIn(genre)))
    (isHeldOut(genre, one.id) ? heldOut : known).push(one);
  return { known, heldOut };
}

function documentsIn(genre: Genre): SharedDocument[] {
  if (!hasSharedData()) return documentsOf(SUBSTITUTE_WORDS).map((one) => ({ ...one, id: `${genre}-${one.id}` }));
  const found = genre === "novels" ? sharedCorpus("eltec-eng") : sharedCorpus("dc-law");
  // Some ids of sections are those of laws too.
  return found.map((one, i) => ({ ...one, id: `${one.id}-${i}` })).filter(({ text }) => text.trim() !== "");
}

function isHeldOut(genre: Genre, id: string): boolean {
  return createHash("sha256").update(`held out ${genre} ${id}`).digest().readUInt32LE(0) % HELD_OUT === 0;
}
