/** Ours first, then what one would take instead. */
import type { Detector } from "./detector.ts";
import { dolos } from "./dolos.ts";
import { minhash } from "./minhash.ts";
import { spolia } from "./spolia.ts";
import { sqlite } from "./sqlite.ts";
import { winnowing } from "./winnowing.ts";

export const DETECTORS: readonly Detector[] = [
  spolia,
  winnowing,
  minhash,
  sqlite,
  dolos(23, 17, "its default"),
  dolos(5, 8, "favourable to it here"),
];
