/** A batch that is a job of `spolia serve`, which is killed in the middle of it and started again. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { type RunningService, spolia, startService } from "./process.ts";

const ROOT = "/api/v1";
const PATIENCE = { timeout: 300_000, interval: 100 };

/** Records that several services share, and what is killed in the place of the service that is asked. */
interface SharedRecords {
  /** Their address. */
  data: string;
  services: number;
  kill: () => Promise<void>;
}

/**
 * Submits lines, kills the service as soon as so many of them are answered, and expects every line to be answered once,
 * in order, and counted once.
 */
export async function killedBatch(many: number, killedAt: readonly number[], shared?: SharedRecords): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-batches-"));
  const running: RunningService[] = [];
  const data = shared?.data ?? "records";
  const serve = async () => {
    const service = await startService(folder, "--data", data, "--plans", "plans.json", "--log", "none");
    running.push(service);
    return service;
  };
  try {
    await submitAndKill(many, killedAt, folder, data, serve, shared);
  } finally {
    for (const service of running) await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function submitAndKill(
  many: number,
  killedAt: readonly number[],
  folder: string,
  data: string,
  serve: () => Promise<RunningService>,
  shared: SharedRecords | undefined,
): Promise<void> {
  const plan = { calls_per_day: 1_000_000, burst: { calls: 1_000, seconds: 1 } };
  writeFileSync(join(folder, "plans.json"), JSON.stringify({ large: plan }));
  const create = ["keys", "create", "--data", data, "--tenant", "a", "--plan", "large", "--plans", "plans.json"];
  const made = await spolia(folder, ...create, "--json");
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const headers = { authorization: `Bearer ${JSON.parse(made.stdout).key}` };
  let service = await serve();
  for (let i = 1; i < (shared?.services ?? 1); i++) await serve();
  let asked = 0;
  const ask = async (path: string) => {
    asked++;
    const response = await fetch(service.url + ROOT + path, { headers });
    expect(response.status).toBe(200);
    return response.text();
  };
  const jobOf = async (id: string) => JSON.parse(await ask(`/jobs/${id}`));

  const lines = Array.from({ length: many }, (_, at) => JSON.stringify({ content: `line ${at}` }));
  const submitted = await fetch(`${service.url}${ROOT}/attribution/analyze/batch`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-ndjson", prefer: "respond-async" },
    body: lines.join("\n"),
  });
  expect(submitted.status).toBe(202);
  const { job_id } = (await submitted.json()) as { job_id: string };
  const answered: string[] = [];
  for (const enough of notEmpty(killedAt)) {
    await vi.waitUntil(async () => (await jobOf(job_id)).progress.done >= enough, PATIENCE);
    // What is there is fetched while the batch goes on, and what follows after the service is there again.
    answered.push(
      ...(await ask(`/jobs/${job_id}/results?after=${answered.length - 1}`.replace("?after=-1", "")))
        .trimEnd()
        .split("\n"),
    );
    if (shared !== undefined) await shared.kill();
    else {
      await service.stop("SIGKILL");
      service = await serve();
    }
  }
  await vi.waitUntil(async () => (await jobOf(job_id)).status === "done", PATIENCE);
  expect(await jobOf(job_id)).toMatchObject({ progress: { done: many, total: many }, result: { failed: 0 } });
  expect(answered.length).toBeGreaterThanOrEqual(killedAt.at(-1)!);
  answered.push(...(await ask(`/jobs/${job_id}/results?after=${answered.length - 1}`)).trimEnd().split("\n"));
  expect(notEmpty(answered).map((line) => JSON.parse(line).index)).toEqual(lines.map((_, at) => at));
  expect((await ask(`/jobs/${job_id}/results`)).trimEnd().split("\n")).toEqual(answered);
  // All lines but the first, which the submission stands for, and every call.
  const usage = JSON.parse(await ask("/usage"));
  const calls = usage.items.reduce((sum: number, day: { calls: number }) => sum + day.calls, 0);
  expect(calls).toBe(many + asked);
}
