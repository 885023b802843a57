/**
 * A real S3 server on a loopback port: versitygw (Apache-2.0), which keeps objects as files. It is looked for in PATH, in
 * `VERSITYGW`, and where `.ci/run` puts it. `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0` makes it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { skippable } from "../skippable.ts";
import { freePort } from "./freePort.ts";

const NAME = "versitygw";
const CACHED = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache", "versitygw", NAME);
const CREDENTIALS = { accessKeyId: "test", secretAccessKey: "test-secret" };
const BUCKET = "corpora";
const STARTS_MS_MAX = 20_000;

function program(): string | undefined {
  const inPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, NAME));
  return [process.env["VERSITYGW"] ?? "", CACHED, ...inPath].find((path) => path !== "" && existsSync(path));
}

const isMissing = program() === undefined;
/** Tests are skipped where there is no server; in CI they fail there. */
export const skipsS3 = isMissing && process.env["CI"] === undefined;
export const withS3 = (name: string) => skippable(name, skipsS3, "versitygw is not installed");

export interface S3Server {
  url: string;
  bucket: string;
  options: { endpoint: string; region: string; credentials: typeof CREDENTIALS };
  /** Variables of the environment by which programs reach it. */
  env: Record<string, string>;
  /** Keys below a prefix, and uploads that are not finished. */
  everything(prefix: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const path = program();
  if (path === undefined) throw new Error("versitygw is not installed: go install it, or set VERSITYGW to its path.");
  const folder = mkdtempSync(join(tmpdir(), "spolia-s3-test-"));
  for (const name of ["root", "side"]) mkdirSync(join(folder, name));
  const port = await freePort();
  const server = spawn(
    path,
    [
      "--port",
      `127.0.0.1:${port}`,
      "--quiet",
      "--keep-alive",
      "posix",
      "--sidecar",
      join(folder, "side"),
      join(folder, "root"),
    ],
    {
      env: { ROOT_ACCESS_KEY: CREDENTIALS.accessKeyId, ROOT_SECRET_KEY: CREDENTIALS.secretAccessKey },
      stdio: "ignore",
    },
  );
  const url = `http://127.0.0.1:${port}`;
  const client = new AwsClient({ ...CREDENTIALS, service: "s3", region: "us-east-1", retries: 0 });
  await answers(server, async () => (await client.fetch(`${url}/${BUCKET}`, { method: "PUT" })).ok);
  const keysOf = async (query: string) => {
    const text = await (await client.fetch(`${url}/${BUCKET}?${query}`)).text();
    return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!);
  };
  return {
    url,
    bucket: BUCKET,
    options: { endpoint: url, region: "us-east-1", credentials: CREDENTIALS },
    env: {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_ENDPOINT_URL: url,
      AWS_REGION: "us-east-1",
    },
    async everything(prefix) {
      const at = `prefix=${encodeURIComponent(prefix)}`;
      return [...(await keysOf(`list-type=2&${at}`)), ...(await keysOf(`uploads=&${at}`))].sort();
    },
    async close() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(server: ChildProcess, isUp: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < STARTS_MS_MAX && server.exitCode === null; waitedMs += 50) {
    if (await isUp().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`versitygw did not start (${server.exitCode ?? "no answer"}).`);
}
