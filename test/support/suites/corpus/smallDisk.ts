/** Disks that are full: a small one in memory where root may mount it, else a limit of the size of files. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Disk {
  /** How it is made full. */
  readonly name: string;
  /** Where it is. */
  readonly folder: string;
  /** Leaves no room for the service of this process id. */
  fill(pid: number): void;
  /** Makes room again. */
  empty(pid: number): void;
  remove(): void;
}

/**
 * A disk, or `null` where there is no way to make one full.
 *
 * @param grows name of a file that grows, for a service to which a limit of the size of files may be set instead
 */
export function smallDisk(diskBytes: number, grows?: string): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), "spolia-disk-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (runs("mount", "-t", "tmpfs", "-o", `size=${diskBytes}`, "tmpfs", folder))
    return mounted(folder, diskBytes, remove);
  if (grows !== undefined && runs("prlimit", "--pid", String(process.pid))) return limited(folder, grows, remove);
  remove();
  return null;
}

const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

function mounted(folder: string, diskBytes: number, remove: () => void): Disk {
  const filler = join(folder, "filler");
  return {
    name: "no room on the disk",
    folder,
    fill() {
      for (let bytes = diskBytes; bytes >= 512; bytes /= 2) {
        try {
          for (;;) writeFileSync(filler, new Uint8Array(bytes), { flag: "a" });
        } catch {
          // Half of it may still have room.
        }
      }
    },
    empty: () => rmSync(filler),
    remove() {
      execFileSync("umount", [folder]);
      remove();
    },
  };
}

function limited(folder: string, grows: string, remove: () => void): Disk {
  const limit = (pid: number, bytes: number | "unlimited") =>
    execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
  return {
    name: "no file may grow",
    folder,
    fill: (pid) => limit(pid, statSync(join(folder, grows)).size),
    empty: (pid) => limit(pid, "unlimited"),
    remove,
  };
}
