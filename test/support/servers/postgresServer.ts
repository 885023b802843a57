/** A PostgreSQL of its own on a free loopback port, made by the programs of this machine and gone with the tests. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { accessSync, chownSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort } from "./freePort.ts";

/** Where `.ci/run` unpacks packages of Debian. */
const UNPACKED = fileURLToPath(new URL("../../../node_modules/.cache/postgres/usr/", import.meta.url));
/** Where Debian and others put the programs of each version. */
const FOLDERS = ["/usr/lib/postgresql", join(UNPACKED, "lib/postgresql")];

function foldersOfPrograms(): string[] {
  const versions = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(folder, version, "bin")),
  );
  return [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", ...versions, join(UNPACKED, "sbin")];
}

/** The environment of a program: unpacked ones have their libraries beside them. */
export function environmentOf(program: string): NodeJS.ProcessEnv {
  const libraries = existsSync(join(UNPACKED, "lib"))
    ? readdirSync(join(UNPACKED, "lib")).map((name) => join(UNPACKED, "lib", name))
    : [];
  return program.startsWith(UNPACKED) ? { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) } : process.env;
}

/** Path of a program of PostgreSQL, or `null`. */
export function programOf(name: string): string | null {
  const isThere = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return (
    foldersOfPrograms()
      .map((folder) => join(folder, name))
      .find(isThere) ?? null
  );
}

export const missing = ["initdb", "postgres"].filter((name) => programOf(name) === null);
export const hasPostgres = missing.length === 0;
export const NO_POSTGRES = `PostgreSQL's ${missing.join(" and ")} not found; on Debian: apt-get install postgresql`;

/** PostgreSQL refuses to run as root: then it runs as the user nobody, whose number is the same everywhere. */
const NOBODY = 65_534;
export const unprivileged: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export class PostgresServer {
  port = 0;
  #folder = "";
  #process: ChildProcess | null = null;
  #names = 0;
  readonly #settings: readonly string[];

  /** @param settings what a test that kills processes, and no machine, does not need is off by default */
  constructor(settings: readonly string[] = ["fsync=off"]) {
    this.#settings = settings;
  }

  /** Its first process, whose children answer. */
  get pid(): number {
    return this.#process!.pid!;
  }

  /** Makes its files, and runs it. */
  async start(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), "spolia-postgres-"));
    const data = join(this.#folder, "data");
    mkdirSync(data, { mode: 0o700 });
    const { uid, gid } = unprivileged;
    if (uid !== undefined) for (const one of [this.#folder, data]) chownSync(one, uid, gid!);
    const options = ["-U", "spolia", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
    const initdb = programOf("initdb")!;
    const inFolder = { ...unprivileged, env: environmentOf(initdb), cwd: this.#folder, stdio: "pipe" } as const;
    execFileSync(initdb, ["-D", data, ...options], inFolder);
    this.port = await freePort();
    await this.run();
  }

  /** Starts it again over the same data. */
  async run(): Promise<void> {
    const given = [...this.#settings, "listen_addresses=127.0.0.1", "unix_socket_directories="];
    const words = ["-D", join(this.#folder, "data"), "-p", `${this.port}`, ...given.flatMap((one) => ["-c", one])];
    for (let tries = 0; ; tries++) {
      const program = programOf("postgres")!;
      const child = spawn(program, words, {
        ...unprivileged,
        env: environmentOf(program),
        cwd: this.#folder,
        stdio: ["ignore", "ignore", "pipe"],
      });
      this.#process = child;
      endWithTests(child);
      let said = "";
      child.stderr!.on("data", (bytes) => {
        said += bytes;
      });
      while (child.exitCode === null && !(await answers(this.port)))
        await new Promise((resolve) => setTimeout(resolve, 20));
      if (child.exitCode === null) return;
      // The processes of one that was killed may still be ending.
      if (tries === 50) throw new Error(said);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Ends it: with SIGKILL as a crash does, with SIGINT as an operator does who does not wait for clients. */
  async end(signal: "SIGKILL" | "SIGINT"): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.end("SIGINT");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Address of a schema that does not exist yet. */
  newSchema(port = this.port): string {
    return this.address(`records_${process.pid}_${this.#names++}`, port);
  }

  address(schema: string, port = this.port): string {
    return `postgres://spolia@127.0.0.1:${port}/postgres?schema=${schema}`;
  }

  /** Rows of statements without a store between. */
  async query(sql: string): Promise<Record<string, unknown>[]> {
    return query(this.port, sql);
  }
}

async function query(port: number, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `postgres://spolia@127.0.0.1:${port}/postgres` });
  client.on("error", () => {});
  await client.connect();
  try {
    const answer = await client.query(sql);
    return (Array.isArray(answer) ? answer.at(-1) : answer).rows;
  } finally {
    await client.end();
  }
}

/** Whether a database answers at this port. */
export async function answers(port: number): Promise<boolean> {
  try {
    await query(port, "SELECT 1");
    return true;
  } catch {
    return false;
  }
}

/** Ends a server where the process of the tests is killed: then the input of a shell ends, which waits for it. */
export function endWithTests({ pid }: ChildProcess): void {
  const shell = spawn("sh", ["-c", `read line; kill -9 ${pid} 2>/dev/null`], { stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  (shell.stdin as Socket).unref();
}
