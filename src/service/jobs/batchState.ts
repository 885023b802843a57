/** The state of a batch, and its end: all that submission, work and cancellation of batches share. */
import type { AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import { type FieldError, isSpoliaError } from "../../base/errors.ts";
import type { Quota, Use } from "../accounts/quota.ts";
import type { Job } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { type StoredError, storedError } from "./storedError.ts";

/** Kinds of jobs: a batch, and one whose lines are still arriving. */
export const BATCH = "analyze_batch";
export const BATCH_UPLOAD = "batch_upload";

/** What is asked for beside each analysis. */
export interface AnalysisWishes {
  /** Whether the result is stored. Results about registered works always are. */
  keep: boolean;
  /** Whether the registered decisions are added to those of the request. */
  decisions: boolean;
}

/** The `progress` of a batch. Lines are answered in order: those before `progress.done` are. */
export interface BatchState {
  /** How often a process took up the lines at the front without an end of its work. */
  attempts: number;
  progress: Progress & { total: number };
  /** Lines without a result among those that are answered. */
  failed: number;
  /** Calls that the submission has paid for and no line has used. */
  paid: number;
  /**
   * What was counted for the lines at the front, up to and without `upTo`; `null` where nothing is. `uses` has it line
   * by line, since a later process may count otherwise; absent where an earlier release counted it.
   */
  counted: (Use & { day: string; upTo: number; uses?: Use[] }) | null;
  /** How long its lines have waited for searches that did not reach all, in milliseconds; absent where none has. */
  unreached_ms?: number;
}

/** What came of a line. */
export type LineOutcome = { result: AnalyzeResult } | { error: StoredError & { fields: readonly FieldError[] } };

export const failedLine = (error: unknown): LineOutcome => ({
  error: { ...storedError(error), fields: isSpoliaError(error) ? error.fields : [] },
});

export const batchStateOf = ({ progress }: Job): BatchState => progress as BatchState;

/** Texts stay no longer than needed: removes what waits, and gives back what was counted for it. */
export async function dropWaiting(records: Records, quota: Quota, job: Job): Promise<void> {
  await records.jobLines.removeWaiting(job.tenant, job.id);
  const { counted } = batchStateOf(job);
  if (counted !== null) await quota.giveBack(records, job.tenant, counted, counted.day);
}
