/** A cluster of processes on loopback: nodes and the service before them, each of which can be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const PROGRAM = join(import.meta.dirname, "..", "..", "..", "..", "build", "cli.js");
export const clusterSecret = "a secret of a cluster on loopback";

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
  const given = { ...process.env, ...env, SPOLIA_CLUSTER_SECRET: clusterSecret };
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

export function startedNode(
  corpus: string,
  cache: string,
  env: Readonly<Record<string, string>>,
  port = 0,
): Promise<Running> {
  return listening(["node", "--corpus", corpus, "--cache", cache, "--port", String(port)], env);
}

export function startedService(
  corpus: string,
  nodes: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  return listening(["serve", "--corpus", corpus, "--nodes", nodes.join(","), "--port", "0", "--log", "none"], env);
}
