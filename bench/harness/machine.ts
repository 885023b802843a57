/** On what a record was made: a figure without its machine says nothing. */
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

export interface Machine {
  cpu: string;
  cores: number;
  /** GiB, rounded. */
  memory: number;
  node: string;
  v8: string;
  platform: string;
}

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    v8: process.versions.v8,
    platform: `${process.platform}-${process.arch}`,
  };
}

/** The commit that was measured, with `+` where the tree differs from it; `null` outside a repository. */
export function thisRevision(): string | null {
  const git = (...words: string[]) =>
    execFileSync("git", words, {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  try {
    return git("rev-parse", "HEAD") + (git("status", "--porcelain", "--", "src", "assembly") === "" ? "" : "+");
  } catch {
    return null;
  }
}
