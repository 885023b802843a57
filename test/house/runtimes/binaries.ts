/** Where npm put the runtimes of `test/house/runtimes/package.json` on this machine. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type RuntimeName = "node20" | "node22" | "deno" | "bun";

/** A program to start, or why this machine has none. */
export type Binary = { path: string } | { lacking: string };

const FOLDER = import.meta.dirname;
const { platform, arch } = process;
const EXE = platform === "win32" ? ".exe" : "";

/**
 * The packages of each platform are asked for directly and not through `node`, `deno` and `bun`, whose install scripts place the
 * binary of the right one: so the lockfile knows every byte that runs, and no script does.
 */
const BINARIES: Record<RuntimeName, { packageName: string; file: string }> = {
  node20: { packageName: `node20-${platform}-${arch}`, file: `bin/node${EXE}` },
  node22: { packageName: `node22-${platform}-${arch}`, file: `bin/node${EXE}` },
  deno: { packageName: `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`, file: `deno${EXE}` },
  bun: {
    packageName: `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}`,
    file: `bin/bun${EXE}`,
  },
};

/** Finds a runtime and starts it once. Throws where npm has it for this machine and it is not installed. */
export function binaryOf(runtime: RuntimeName): Binary {
  const { packageName, file } = BINARIES[runtime];
  const { optionalDependencies } = JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8"));
  if (!(packageName in optionalDependencies)) return { lacking: `npm has no ${runtime} for ${platform} ${arch}` };
  const path = join(FOLDER, "node_modules", packageName, file);
  if (!existsSync(path)) throw new Error(`${packageName} is not installed: npm ci --prefix test/house/runtimes`);
  const { error, signal } = spawnSync(path, ["--version"], { timeout: 300_000 });
  // A file that is there and "not found" was built for another C library; SIGILL, for a newer processor.
  if (error !== undefined && "code" in error && error.code === "ENOENT") return { lacking: `${runtime} needs glibc` };
  if (signal === "SIGILL") return { lacking: `${runtime} needs a newer processor` };
  return { path };
}
