/** Whom ours is compared with, and on how much text. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dolosIndex } from "./dolos.ts";
import { mapIndex } from "./map.ts";
import { ourIndex } from "./ours.ts";
import type { RivalIndex } from "./rivalIndex.ts";
import { sqliteIndex } from "./sqlite.ts";
import { stringsIndex } from "./strings.ts";

/** Others hold what they know in memory, or write it row by row. */
export const INDEXES = {
  spolia: { index: ourIndex, wordsMax: Number.POSITIVE_INFINITY },
  "Map of five-word strings": { index: stringsIndex, wordsMax: 1e7 },
  "Map of kept shingles": { index: mapIndex, wordsMax: 1e7 },
  "SQLite FTS5": { index: sqliteIndex, wordsMax: 1e7 },
  // Keeps each kept shingle as an object and numbers them by 25 bits (../shared/reference).
  Dolos: { index: dolosIndex, wordsMax: 1e6 },
} as const satisfies Record<string, { index: (place: string) => Promise<RivalIndex>; wordsMax: number }>;

export type IndexName = keyof typeof INDEXES;

const INSTALLED = fileURLToPath(new URL("../../rivals/node_modules", import.meta.url));

/** Why one is not measured on so many words; `null` where it is. */
export function whyLeftOut(name: IndexName, words: number): string | null {
  const { wordsMax } = INDEXES[name];
  if (name === "Dolos" && !existsSync(INSTALLED)) return "it is not installed (npm ci --prefix bench/rivals)";
  return words > wordsMax ? `it is given ${wordsMax / 1e6} million words at most` : null;
}
