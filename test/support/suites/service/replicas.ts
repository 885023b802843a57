/** Replicas of a service as processes on loopback, each of which can be killed, and a caller that asks another one then. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { AnalyzeResult } from "../../../../src/index.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "..", "..", "build", "cli.js");

export interface Running {
  url: string;
  pid: number;
  /** As `kill -9` does. */
  kill(): Promise<void>;
}

/** Runs a command of the built program to its end. */
export async function ran(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env },
    stdio: "pipe",
  });
  let said = "";
  child.stderr.on("data", (data) => {
    said += data;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`spolia ${args.join(" ")} ended with ${code}: ${said}`);
}

/** Starts a server, and waits until it listens. */
async function listening(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Running> {
  const given = { ...process.env, ...env };
  const child = spawn(process.execPath, [PROGRAM, ...args, "--json"], {
    env: given,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { url: await addressOf(child), pid: child.pid!, kill: () => killed(child) };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on("data", (data) => {
        said = `${said}${data}`.slice(-10_000);
        const [url] = /http:\/\/[\d.]+:\d+/.exec(/"url":\s*"[^"]*"/.exec(said)?.[0] ?? "") ?? [];
        if (url !== undefined) resolve(url);
      });
    }
    child.once("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** A replica with copies of the indexes of a corpus in a folder of its own. */
export function startedReplica(
  corpus: string,
  cache: string,
  env: Readonly<Record<string, string>>,
  port = 0,
): Promise<Running> {
  const options = ["--port", String(port), "--threads", "1", "--log", "none"];
  return listening(["serve", "--corpus", corpus, "--cache", cache, ...options], env);
}

/** Asks a replica, and where it does not answer the next one, as balancers do. */
export async function analysed(replicas: readonly Running[], content: string, first = 0): Promise<AnalyzeResult> {
  const body = JSON.stringify({ content, content_type: "text" });
  const headers = { "content-type": "application/json" };
  let failure: unknown;
  for (let tries = 0; tries < replicas.length; tries++) {
    const { url } = replicas[(first + tries) % replicas.length]!;
    try {
      const response = await fetch(`${url}/api/v1/attribution/analyze`, { method: "POST", headers, body });
      if (response.ok) return (await response.json()) as AnalyzeResult;
      failure = new Error(`${url} answered with status ${response.status}: ${await response.text()}`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** What is compared: what was found where, how often, how surely. */
export function told({ verdict, confidence, matches, coverage, documents, completeness }: AnalyzeResult): string {
  const stages = completeness.stages.filter(({ name }) => name.startsWith("search:"));
  return JSON.stringify({ verdict, confidence, matches, coverage, documents, stages });
}
