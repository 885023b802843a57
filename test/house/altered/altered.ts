/** One altered, exchanged, replayed or invented thing, and what becomes of it. */

export interface Altered {
  /** What was done to it. */
  name: string;
  /** What it was done to. */
  of: string;
  /** How it is answered: refused with a code and a place, or shown with what keeps it from counting. */
  answer(): Promise<string>;
}

/** The untouched ones of a kind, which are accepted, and the altered ones, which are not. */
export interface AlteredKind {
  kind: string;
  untouched: readonly Altered[];
  altered: readonly Altered[];
}

/** Begins the answer about a thing that counts. */
export const ACCEPTED = "accepted";
