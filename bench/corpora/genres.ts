/**
 * Two kinds of text, as unlike as can be: novels, where five words in a row are seldom seen again, and law, which is made of formulas.
 * A tenth of each kind is held out: it is in no corpus and in no chain, and fresh queries come from it.
 */
import { createHash } from "node:crypto";
import { Random } from "../harness/random.ts";
import { hasSharedData, type SharedDocument, sharedCorpus } from "../harness/shared.ts";
import { textOf } from "../harness/texts.ts";

export type Genre = "novels" | "law";
export const GENRES: readonly Genre[] = ["novels", "law"];

/** What stands for real text where there is no shared data: one long text, cut into documents. */
const SUBSTITUTES = 20;
const SUBSTITUTE_BYTES = 250_000;
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
  if (!hasSharedData()) return substitutes(genre);
  const found = genre === "novels" ? sharedCorpus("eltec-eng") : sharedCorpus("dc-law");
  // Some ids of sections are those of laws too.
  return found.map((one, i) => ({ ...one, id: `${one.id}-${i}` })).filter(({ text }) => text.trim() !== "");
}

function substitutes(genre: Genre): SharedDocument[] {
  const whole = textOf("ASCII", SUBSTITUTES * SUBSTITUTE_BYTES);
  return Array.from({ length: SUBSTITUTES }, (_, i) => {
    const id = `${genre}-${i}`;
    return { id, title: id, text: whole.slice(i * SUBSTITUTE_BYTES, (i + 1) * SUBSTITUTE_BYTES) };
  });
}

function isHeldOut(genre: Genre, id: string): boolean {
  return createHash("sha256").update(`held out ${genre} ${id}`).digest().readUInt32LE(0) % HELD_OUT === 0;
}
