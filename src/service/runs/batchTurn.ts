/**
 * The transactions of a turn. What is counted for the lines of a turn is stored with the batch before the work, and
 * their answers with how far the batch is: so no line is answered or counted twice, whatever dies in between.
 */

import type { AnalyzeRequest } from "../../base/contract/operations/analyze.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import { dayOf, isUsed, nextDayMs, type Quota, type Use } from "../accounts/quota.ts";
import { type BatchState, batchStateOf, dropWaiting, type LineOutcome } from "../jobs/batchState.ts";
import type { JobOutput } from "../jobs/jobs.ts";
import { storedError } from "../jobs/storedError.ts";
import { unreadWords } from "../jobs/words.ts";
import type { Registry } from "../registry.ts";
import type { BatchTurn, Job, JobLine } from "../store/records.ts";
import type { Records } from "../store/store.ts";

/** Lines of one turn, and bytes of their requests; one line may have more. */
const TURN_LINES_MAX = 32;
const TURN_BYTES_MAX = 256 * 1024;
/** Where the quota is used up, the plan may change before the next day. */
const QUOTA_WAIT_MS = 10 * 60_000;

/** The stage of a batch whose searches do not reach all. */
const WAITING = "wait_for_corpora";

/** A turn and its batch, as this process left them. */
export interface BatchWork {
  turn: BatchTurn;
  job: Job;
  /** Whether the batch is stored as being worked on. */
  hasBegun: boolean;
}

/** A line with what it asks for, or with the answer that is known already, and what it counts for. */
export interface CountedLine {
  line: JobLine;
  asked: { request: AnalyzeRequest } | { outcome: LineOutcome };
  use: Use;
}

type Served = Pick<Registry, "host" | "quota">;

/**
 * The lines of the next turn. After a process has died of them, a single one: so it is found out which it dies of. So
 * too after a search has not reached all: the others are not searched for again and again.
 */
export function linesOf({ host }: Served, job: Job): Promise<JobLine[]> {
  const { progress, counted, attempts } = batchStateOf(job);
  const isSingle = attempts > 0 || progress.stage === WAITING;
  const end = Math.min(counted?.upTo ?? progress.total, progress.done + (isSingle ? 1 : TURN_LINES_MAX));
  return host.store.read(async ({ jobLines }) => {
    const lines: JobLine[] = [];
    for (let bytes = 0, at = progress.done; at < end && bytes < TURN_BYTES_MAX; at++) {
      const [line] = await jobLines.list(job.tenant, job.id, { after: at - 1, upTo: at, limit: 1 });
      if (line === undefined) break;
      lines.push(line);
      bytes += line.request.length;
    }
    return lines;
  });
}

/** Counts as many of the lines as the quota has room for, once. @returns the job as stored; `null` where none counts */
export function begin({ host, quota }: Served, { turn, job }: BatchWork, lines: CountedLine[]): Promise<Job | null> {
  const { tenant, id, status } = job;
  return host.store.write(async (records) => {
    const now = host.now();
    const state = batchStateOf(job);
    const counted = state.counted ?? (await count(records, quota, state, lines, now));
    const progress: BatchState =
      counted === null
        ? { ...state, progress: { ...state.progress, stage: "wait_for_quota" } }
        : { ...state, attempts: state.attempts + 1, counted, progress: { ...state.progress, stage: "analyze" } };
    const begun = { status: "running", progress } as const;
    const isMine = await records.jobs.change(tenant, id, begun, { status, progress: job.progress });
    if (isMine && counted !== null) return { ...job, ...begun };
    // A batch that was cancelled meanwhile counts nothing.
    if (state.counted === null && counted !== null) await quota.giveBack(records, tenant, counted, counted.day);
    await records.turns.move(turn, isMine ? Math.min(nextDayMs(now), now + QUOTA_WAIT_MS) : now);
    return null;
  });
}

async function count(
  records: Records,
  quota: Quota,
  { paid, progress: { done } }: BatchState,
  lines: readonly CountedLine[],
  now: number,
): Promise<NonNullable<BatchState["counted"]> | null> {
  for (let many = lines.length; many > 0; many = Math.floor(many / 2)) {
    const uses = lines.slice(0, many).map(({ use }) => use);
    const { calls, words } = sumOf(uses);
    const use = { calls: Math.max(0, calls - paid), words };
    try {
      if (use.calls + use.words > 0) await quota.spend(records, lines[0]!.line.tenant, use, now);
      return { ...use, day: dayOf(now), upTo: done + many, uses };
    } catch (error) {
      if (!isSpoliaError(error) || error.code !== "quota_exceeded") throw error;
    }
  }
  return null;
}

/** What was counted for a line and not used. */
function unusedOf({ use }: CountedLine, outcome: LineOutcome): Use {
  if ("result" in outcome) return unreadWords(use, outcome.result);
  return isUsed(outcome.error.code) ? { calls: 0, words: 0 } : use;
}

const sumOf = (uses: readonly Use[]): Use => ({
  calls: sum(uses, ({ calls }) => calls),
  words: sum(uses, ({ words }) => words),
});

/** Stores the answers of lines, and passes the turn on. Nothing is stored where the batch was lost or cancelled. */
export function end(
  { host, quota }: Served,
  { turn, job }: BatchWork,
  lines: readonly CountedLine[],
  outcomes: readonly LineOutcome[],
): Promise<void> {
  const { tenant, id } = job;
  return host.store.write(async (records) => {
    const next = stateAfter(batchStateOf(job), lines, outcomes);
    const { done, total } = next.progress;
    const bytes = job.bytes - sum(lines, ({ line }) => line.request.length);
    const output: JobOutput = { result: { lines: total, failed: next.failed } };
    const changes = {
      progress: next,
      bytes,
      ...(done === total && { status: "done" as const, output, prunable_at: host.now() }),
    };
    if (await records.jobs.change(tenant, id, changes, { status: "running", progress: job.progress })) {
      await Promise.all(lines.map(({ line }, at) => records.jobLines.answer(line, outcomes[at]!)));
      const unused = sumOf(lines.map((line, at) => unusedOf(line, outcomes[at]!)));
      await quota.giveBack(records, tenant, unused, batchStateOf(job).counted!.day);
    }
    await records.turns.move(turn, host.now());
  });
}

function stateAfter(
  { counted, paid, failed, progress, ...state }: BatchState,
  lines: readonly CountedLine[],
  outcomes: readonly LineOutcome[],
): BatchState {
  const { upTo, day, calls, words, uses } = counted!;
  const done = progress.done + lines.length;
  const used = sumOf(lines.map(({ use }) => use));
  const alreadyPaid = Math.min(paid, used.calls);
  const isLeft = done < upTo;
  const left = { upTo, day, calls: calls - used.calls + alreadyPaid, words: words - used.words };
  return {
    ...state,
    // Further lines of those that a process has died of come one by one too.
    attempts: isLeft ? 1 : 0,
    paid: paid - alreadyPaid,
    failed: failed + outcomes.filter((outcome) => "error" in outcome).length,
    progress: { ...progress, done },
    counted: isLeft ? { ...left, ...(uses !== undefined && { uses: uses.slice(lines.length) }) } : null,
  };
}

/**
 * Passes the turn on without an answer: the lines come again, and are counted already.
 *
 * @param unreachedMs how long they have waited for searches that did not reach all, where that is why
 */
export function putBack(
  { host }: Served,
  { turn, job, hasBegun }: BatchWork,
  due_at: number,
  unreachedMs?: number,
): Promise<void> {
  const { tenant, id, progress } = job;
  const state = batchStateOf(job);
  const waiting = unreachedMs !== undefined && {
    unreached_ms: unreachedMs,
    progress: { ...state.progress, stage: WAITING },
  };
  const next: BatchState = { ...state, attempts: state.attempts - 1, ...waiting };
  return host.store.write(async ({ jobs, turns }) => {
    if (hasBegun) await jobs.change(tenant, id, { progress: next }, { status: "running", progress });
    await turns.move(turn, due_at);
  });
}

/** Ends a batch that cannot go on; what is answered stays. */
export function fail({ host, quota }: Served, { turn, job }: BatchWork, error: unknown): Promise<void> {
  const { tenant, id, status, progress } = job;
  const output: JobOutput = { error: storedError(error) };
  return host.store.write(async (records) => {
    const failed = { status: "failed", bytes: 0, output, prunable_at: host.now() } as const;
    if (await records.jobs.change(tenant, id, failed, { status, progress })) await dropWaiting(records, quota, job);
    await records.turns.move(turn, host.now());
  });
}
