/** `spolia` as processes: commands that end, and a service that goes on until it is stopped. */
import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
/** No key and no setting of whoever runs the tests. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SPOLIA_")));

/** Longer than a test may take: a service that is forgotten goes all the same. */
const LIFE_MS_MAX = 900_000;

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export function spolia(cwd: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd, env: ENVIRONMENT }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

export interface RunningService {
  url: string;
  /** Address of its metrics; empty where it has none. */
  metricsUrl: string;
  pid: number;
  /** What it has written to stderr so far. */
  log: () => string;
  /** Resolves with the code that the process ended with, or `null` where the signal ended it. */
  stop: (signal: "SIGTERM" | "SIGKILL" | "SIGUSR2") => Promise<number | null>;
}

/** The log's lines of JSON. */
// biome-ignore lint/suspicious/noExplicitAny: lines are looked at field by field
export const logged = ({ log }: Pick<RunningService, "log">): any[] =>
  log()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line));

/** Resolves once the service listens; rejects with what it said where it ends before. */
/** The key of the operator, who alone may see and change accounts. */
export const OPERATOR_KEY = "the operator of this service";

export const startService = (cwd: string, ...args: string[]): Promise<RunningService> =>
  startServiceIn({}, cwd, ...args);

/** @param env variables of the environment */
export function startServiceIn(
  env: Readonly<Record<string, string>>,
  cwd: string,
  ...args: string[]
): Promise<RunningService> {
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0", "--json", ...args], {
    ...{ cwd, env: { ...ENVIRONMENT, ...env } },
    stdio: ["ignore", "pipe", "pipe"],
    ...{ timeout: LIFE_MS_MAX, killSignal: "SIGKILL" },
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  let said = "";
  let told = "";
  child.stderr.on("data", (lines) => {
    said += lines;
  });
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (part) => {
      told += part;
      if (!told.trimEnd().endsWith("}")) return;
      const stop = (signal: "SIGTERM" | "SIGKILL" | "SIGUSR2") => {
        child.kill(signal);
        return ended;
      };
      const { url, metrics_url: metricsUrl = "" } = JSON.parse(told);
      resolve({ url, metricsUrl, pid: child.pid!, log: () => said, stop });
    });
    ended.then((code) => reject(new Error(`spolia serve ended with ${code}: ${said}`)));
  });
}
