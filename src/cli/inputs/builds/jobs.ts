/**
 * Jobs of a bulk build in PostgreSQL: any number of processes take one after another, and what a killed one held is
 * taken by another when its lease has ended by the database's own clock. Each job is a function of its inputs, so that
 * one that is done twice does no harm.
 *
 *   shard 1 … N ─▶ merge 1 … M ─▶ finish      a stage begins when all jobs of the one before it are done
 */
import { setTimeout as later } from "node:timers/promises";
import type { Pool } from "pg";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { isPostgresAddress, openPostgresPool, quotedSchema } from "../../../base/postgres.ts";

const SCHEMA = "spolia_builds";
/** Twelve beats: a process that missed so many is taken for dead. */
const LEASE = "60 seconds";
/** How long a job is left alone whose corpus is being written to by a process that did not say so. */
const LOCKED = "10 seconds";
const BEAT_MS = 5_000;
/** How often a process looks for a job while others hold what is left. */
const WAIT_MS = 1_000;
/** A build fails where a job has failed so often, or those that did it have died. */
const ATTEMPTS_MAX = 3;

const STAGES = ["shard", "merge", "finish"] as const;
type BuildStage = (typeof STAGES)[number];

/** What is built, and in how many jobs. */
export interface BuildPlan {
  /** Names the build: where the corpus is written to. */
  output: string;
  jobs: Readonly<Record<BuildStage, number>>;
  /** What all workers have to be told alike. */
  options: object;
}

export interface BuildJob {
  stage: BuildStage;
  /** From 1. */
  number: number;
  /** What the jobs of the stage before returned, in the order of their numbers. */
  before: readonly unknown[];
}

interface HeldJob {
  stage: number;
  number: number;
  attempts: number;
}

/**
 * Does jobs of a build until all are done, by this process or by others.
 *
 * @param where `postgres://USER@HOST/DATABASE`, with `?schema=NAME` in another schema than `spolia_builds`
 * @param work does a job, and returns what it made as JSON
 * @returns how many jobs this process did
 * @throws conflict where the build was begun with other options; what a job failed with
 */
export async function workOnBuild(
  where: string,
  plan: BuildPlan,
  work: (job: BuildJob, signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<number> {
  if (!isPostgresAddress(where))
    throw new SpoliaError("invalid_request", "Jobs are in PostgreSQL: postgres://USER@HOST/DATABASE.");
  const pool = await openPostgresPool(where, { connections: 2, purpose: "Jobs of builds" });
  try {
    const jobs = new BuildJobs(pool, quotedSchema(where, SCHEMA), plan);
    await jobs.begin();
    for (let done = 0; ; ) {
      throwIfAborted(signal);
      const held = await jobs.claim();
      if (held !== null) done += Number(await doJob(jobs, held, work, signal));
      else if (await jobs.areDone()) return done;
      else await later(WAIT_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    await pool.end();
  }
}

/** @returns whether it is done */
async function doJob(
  jobs: BuildJobs,
  held: HeldJob,
  work: (job: BuildJob, signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  const lost = new AbortController();
  // A database that does not answer for a while: the lease may outlast it.
  const timer = setInterval(() => {
    jobs.beat(held).then(
      (isHeld) => isHeld || lost.abort(),
      () => {},
    );
  }, BEAT_MS);
  try {
    const { stage, number } = held;
    const job = { stage: STAGES[stage]!, number, before: await jobs.resultsOf(stage - 1) };
    const result = await work(job, AbortSignal.any([signal, lost.signal]));
    clearInterval(timer);
    return await jobs.end(held, result);
  } catch (error) {
    if (lost.signal.aborted) return false;
    const code = isSpoliaError(error) ? error.code : "internal";
    if (code === "corpus_locked" && !signal.aborted) await jobs.leave(held);
    else if (code === "storage_failed" && held.attempts < ATTEMPTS_MAX) await jobs.putBack(held, null, 0);
    else {
      await jobs.putBack(held, signal.aborted ? null : error, signal.aborted ? 1 : 0);
      throw error;
    }
    return false;
  } finally {
    clearInterval(timer);
  }
}

class BuildJobs {
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #plan: BuildPlan;

  constructor(pool: Pool, schema: string, plan: BuildPlan) {
    this.#pool = pool;
    this.#schema = schema;
    this.#plan = plan;
  }

  async #ask<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const named = sql.replaceAll("BUILDS", `${this.#schema}.builds`).replaceAll("JOBS", `${this.#schema}.jobs`);
      const answer = await (values.length === 0 ? this.#pool.query(named) : this.#pool.query(named, [...values]));
      return answer.rows as Row[];
    } catch (cause) {
      throw new SpoliaError("storage_failed", "The database of jobs refused, or did not answer.", {
        hint: "Check its address, the user and the password.",
        cause,
      });
    }
  }

  /** Makes the tables and the jobs, where others have not. What failed before is tried again. */
  async begin(): Promise<void> {
    const { output, jobs, options } = this.#plan;
    await this.#ask(
      [
        "SELECT pg_advisory_xact_lock(hashtext('spolia builds'))",
        `CREATE SCHEMA IF NOT EXISTS ${this.#schema}`,
        "CREATE TABLE IF NOT EXISTS BUILDS (output TEXT PRIMARY KEY, plan TEXT NOT NULL, begun_at TIMESTAMPTZ NOT NULL DEFAULT now())",
        `CREATE TABLE IF NOT EXISTS JOBS (output TEXT NOT NULL REFERENCES BUILDS ON DELETE CASCADE, stage INT NOT NULL, number INT NOT NULL,
          attempts INT NOT NULL DEFAULT 0, leased_until TIMESTAMPTZ, done_at TIMESTAMPTZ, result JSONB, error TEXT,
          PRIMARY KEY (output, stage, number))`,
      ].join("; "),
    );
    const plan = JSON.stringify({ jobs, options });
    const rows = STAGES.flatMap((stage, at) => Array.from({ length: jobs[stage] }, (_, i) => [at, i + 1]));
    await this.#ask(
      `WITH made AS (INSERT INTO BUILDS (output, plan) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING output)
       INSERT INTO JOBS (output, stage, number)
       SELECT made.output, given.stage, given.number FROM made, unnest($3::int[], $4::int[]) AS given (stage, number)`,
      [output, plan, rows.map(([stage]) => stage), rows.map(([, number]) => number)],
    );
    const [known] = await this.#ask<{ plan: string }>("SELECT plan FROM BUILDS WHERE output = $1", [output]);
    if (known?.plan !== plan) {
      throw new SpoliaError("conflict", `The build of ${output} was begun with other options.`, {
        hint: "Give all workers the same options, or remove its row from the table builds and what it has written.",
      });
    }
    await this.#ask("UPDATE JOBS SET error = NULL, attempts = 0 WHERE output = $1 AND error IS NOT NULL", [output]);
  }

  /** One statement, so that of many processes each takes another job. */
  async claim(): Promise<HeldJob | null> {
    const [held] = await this.#ask<HeldJob>(
      `UPDATE JOBS AS job SET attempts = job.attempts + 1, leased_until = now() + interval '${LEASE}'
       FROM (SELECT stage, number FROM JOBS WHERE output = $1 AND done_at IS NULL AND error IS NULL
               AND (leased_until IS NULL OR leased_until < now()) AND attempts < ${ATTEMPTS_MAX}
               AND stage = (SELECT min(stage) FROM JOBS WHERE output = $1 AND done_at IS NULL)
             ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
       WHERE job.output = $1 AND job.stage = next.stage AND job.number = next.number
       RETURNING job.stage, job.number, job.attempts`,
      [this.#plan.output],
    );
    return held ?? null;
  }

  /** Whether none is left. @throws what one failed with */
  async areDone(): Promise<boolean> {
    const [left] = await this.#ask<{ left: number; error: string | null; worn: number }>(
      `SELECT count(*) FILTER (WHERE done_at IS NULL) AS left, max(error) AS error,
         count(*) FILTER (WHERE done_at IS NULL AND attempts >= ${ATTEMPTS_MAX} AND (leased_until IS NULL OR leased_until < now())) AS worn
       FROM JOBS WHERE output = $1`,
      [this.#plan.output],
    );
    const { left: jobs, error, worn } = left!;
    const hint = "Run the same command again to go on with what is left.";
    if (error !== null) throw new SpoliaError("internal", `A job of the build failed: ${error}`, { hint });
    if (worn > 0) {
      await this.#ask(
        "UPDATE JOBS SET error = 'its processes ended' WHERE output = $1 AND done_at IS NULL AND attempts >= $2",
        [this.#plan.output, ATTEMPTS_MAX],
      );
      throw new SpoliaError("internal", `${ATTEMPTS_MAX} processes ended during the same job of the build.`, { hint });
    }
    return jobs === 0;
  }

  async resultsOf(stage: number): Promise<unknown[]> {
    const sql = "SELECT result FROM JOBS WHERE output = $1 AND stage = $2 ORDER BY number";
    return (await this.#ask<{ result: unknown }>(sql, [this.#plan.output, stage])).map(({ result }) => result);
  }

  beat(held: HeldJob): Promise<boolean> {
    return this.#change(held, `leased_until = now() + interval '${LEASE}'`);
  }

  end(held: HeldJob, result: unknown): Promise<boolean> {
    return this.#change(
      held,
      "done_at = now(), leased_until = NULL, result = $5::jsonb",
      JSON.stringify(result ?? null),
    );
  }

  /** Leaves it to whoever works on it: as if this process had not claimed it. */
  async leave(held: HeldJob): Promise<void> {
    await this.#change(held, `leased_until = now() + interval '${LOCKED}', attempts = attempts - 1`);
  }

  /** @param notCounted attempts that are none */
  async putBack(held: HeldJob, error: unknown, notCounted: number): Promise<void> {
    const said = error === null ? null : isSpoliaError(error) ? `${error.code}: ${error.message}` : "internal";
    const changes = `leased_until = NULL, attempts = attempts - ${notCounted}, error = $5`;
    await this.#change(held, changes, said).catch(() => {}); // its lease ends
  }

  /** Changes a job that this process still holds. @returns whether it does */
  async #change({ stage, number, attempts }: HeldJob, changes: string, ...values: unknown[]): Promise<boolean> {
    const mine = "output = $1 AND stage = $2 AND number = $3 AND attempts = $4 AND done_at IS NULL";
    const sql = `UPDATE JOBS SET ${changes} WHERE ${mine} RETURNING number`;
    return (await this.#ask(sql, [this.#plan.output, stage, number, attempts, ...values])).length === 1;
  }
}
