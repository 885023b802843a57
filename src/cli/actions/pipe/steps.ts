/** All steps by their names. */
import * as audits from "./audits.ts";
import * as corpora from "./corpora.ts";
import * as duplicates from "./duplicates.ts";
import type { PipeStep } from "./step.ts";

export const STEPS: Readonly<Record<string, PipeStep>> = {
  analyze: corpora.analyze,
  build: corpora.build,
  merge: corpora.merge,
  "audit items": audits.checkItems,
  "audit sizes": audits.sizes,
  "audit see": audits.see,
  "audit join": audits.join,
  cut: audits.cut,
  "dedup keys": duplicates.keys,
  "dedup decide": duplicates.decide,
};
