/** Repeated substrings of any number of documents, in bounded memory: beyond what it holds, by way of the disk. */
import type { PlatformAbortSignal } from "../../base/platform.ts";
import {
  type Deduplicator,
  type DeduplicatorOptions,
  openSubstringDeduplicator,
} from "../../core/sketch/deduplicator.ts";
import { RepeatedRuns } from "../../core/sketch/repeatedRuns.ts";
import { RunKeys } from "../../core/sketch/runKeys.ts";
import { SpilledRuns } from "./spilledRuns.ts";

/** Keys of runs in memory, at most 13 bytes each. */
const KEYS_MAX = 30_000_000;

/** Nothing but a sign that another way has to be taken. */
class TooManyKeys extends Error {}

/** Gives all documents to a deduplicator. Of a survey nothing may be kept. */
type SubstringReading = (deduplicator: Deduplicator, isSurvey: boolean) => Promise<void>;

/**
 * @param read is called up to three times, with the same documents in the same order: an attempt in memory, which ends
 *   where there are too many keys, then a survey, and then for good
 * @throws storage_failed where the disk has no room, conflict where a document has changed in between, aborted
 */
export async function deduplicateSubstrings(
  options: DeduplicatorOptions,
  read: SubstringReading,
  signal: PlatformAbortSignal | undefined,
  keysMax = KEYS_MAX,
): Promise<void> {
  try {
    await inMemory(options, read, keysMax);
  } catch (error) {
    if (!(error instanceof TooManyKeys)) throw error;
    await fromDisk(options, read, signal);
  }
}

/** A call of its own, so that its keys are free once it has failed. */
async function inMemory(options: DeduplicatorOptions, read: SubstringReading, keysMax: number): Promise<void> {
  const deduplicator = await openSubstringDeduplicator(options, (wordsMin) => {
    const known = new RunKeys();
    const runs = new RepeatedRuns(wordsMin, known);
    return {
      cut(words) {
        if (known.size + words.low.length > keysMax) throw new TooManyKeys();
        return runs.cut(words);
      },
    };
  });
  await read(deduplicator, false);
}

async function fromDisk(
  options: DeduplicatorOptions,
  read: SubstringReading,
  signal: PlatformAbortSignal | undefined,
): Promise<void> {
  let spilled: SpilledRuns | undefined;
  try {
    const deduplicator = await openSubstringDeduplicator(options, (wordsMin) => {
      spilled = new SpilledRuns(wordsMin);
      return spilled;
    });
    await read(deduplicator, true);
    await spilled?.settle(signal);
    await read(deduplicator, false);
  } finally {
    spilled?.close();
  }
}
