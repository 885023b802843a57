/** PgBouncer in transaction mode before a PostgreSQL: each transaction of a client may get another connection. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "./freePort.ts";
import {
  answers,
  endWithTests,
  environmentOf,
  type PostgresServer,
  programOf,
  unprivileged,
} from "./postgresServer.ts";

export const hasPooler = programOf("pgbouncer") !== null;
export const NO_POOLER = "pgbouncer not found; on Debian: apt-get install pgbouncer";

/** @returns where its port is, once the tests run */
export function poolerForTests(server: PostgresServer, connections: number): { port: number } {
  const pooler = { port: 0 };
  let child: ChildProcess;
  let folder: string;
  beforeAll(async () => {
    pooler.port = await freePort();
    folder = mkdtempSync(join(tmpdir(), "spolia-pooler-"));
    child = await started(folder, pooler.port, server.port, connections);
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return pooler;
}

async function started(folder: string, port: number, target: number, connections: number): Promise<ChildProcess> {
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "users.txt"), '"spolia" ""\n', { mode: 0o644 });
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: join(folder, "users.txt"),
    pool_mode: "transaction",
    default_pool_size: connections,
    // Another connection for each transaction, as far as there are any.
    server_round_robin: 1,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `[databases]\n* = host=127.0.0.1 port=${target}\n`;
  writeFileSync(join(folder, "pooler.ini"), `${databases}[pgbouncer]\n${lines.join("\n")}\n`, { mode: 0o644 });
  const program = programOf("pgbouncer")!;
  const child = spawn(program, ["-q", join(folder, "pooler.ini")], {
    ...unprivileged,
    env: environmentOf(program),
    stdio: ["ignore", "ignore", "pipe"],
  });
  endWithTests(child);
  let said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(said);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}
