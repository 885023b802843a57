import type { SearchedDocument } from "../baselines/detector.ts";
import type { Words } from "../words.ts";

/** Two texts of which it is known whether one reuses the other. */
export interface Pair {
  set: string;
  /** Grade of rewording, or the kind of pair. */
  group: string;
  label: 0 | 1;
  id: string;
  a: Words;
  b: SearchedDocument;
}
