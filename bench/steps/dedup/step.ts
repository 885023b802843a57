/**
 * Removes near-duplicate documents in a process of its own: what rivals/python/dedup.py does with others.
 *
 *   node bench/steps/dedup/step.ts FILE      prints a `Deduplicated`
 */
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { ENGINE_VERSION } from "../../../src/base/version.ts";
import { openDeduplicator } from "../../../src/corpus/index.ts";
import { peakResidentBytes } from "../../corpus/memory.ts";

export interface Deduplicated {
  /** Ids of the documents that repeat others. */
  removed: string[];
  version: string;
  cpuSeconds: number;
  maxResidentBytes: number;
}

const before = process.cpuUsage();
const deduplicator = await openDeduplicator({ level: "document", threshold: 0.7 });
const removed: string[] = [];
for (const line of readFileSync(argv[2]!, "utf8").split("\n")) {
  if (line === "") continue;
  const document = JSON.parse(line) as { id: string; text: string };
  if (deduplicator.look(document).length > 0) removed.push(document.id);
}
const { user, system } = process.cpuUsage(before);
const done: Deduplicated = {
  removed,
  version: ENGINE_VERSION,
  cpuSeconds: (user + system) / 1e6,
  maxResidentBytes: peakResidentBytes(),
};
console.log(JSON.stringify(done));
