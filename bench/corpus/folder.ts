/** Files of a corpus as the operating system sees them. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

export interface FolderFile {
  /** Relative, with `/`. */
  name: string;
  path: string;
  bytes: number;
}

export function filesIn(folder: string): FolderFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(folder, path).split(sep).join("/"), bytes: statSync(path).size }));
}

/** Reads in pieces: `readFile` stops at 2 GiB. */
export function readWhole({ path, bytes }: FolderFile): Uint8Array {
  const whole = new Uint8Array(bytes);
  const descriptor = openSync(path, "r");
  try {
    for (let done = 0; done < bytes; ) done += readSync(descriptor, whole, done, Math.min(1 << 30, bytes - done), done);
  } finally {
    closeSync(descriptor);
  }
  return whole;
}

/**
 * Drops the files from the page cache: `dd` of GNU does so for what it reads with `nocache`, and with a count of 0 for the whole file.
 *
 * @returns whether it worked, which `fincore` of util-linux tells; without it, whether `dd` said so
 */
export function dropFromCache(files: readonly FolderFile[]): boolean {
  for (const { path } of files) {
    const dd = spawnSync("dd", [`if=${path}`, "iflag=nocache", "count=0", "status=none"], { stdio: "ignore" });
    if (dd.status !== 0) return false;
  }
  const paths = files.filter(({ bytes }) => bytes > 0).map(({ path }) => path);
  const fincore = spawnSync("fincore", ["--bytes", "--noheadings", "--raw", "--output", "RES", ...paths], {
    encoding: "utf8",
  });
  return fincore.status !== 0 || fincore.stdout.split("\n").every((line) => Number(line) === 0);
}
