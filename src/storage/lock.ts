/**
 * One writer to a folder: a file `.lock` that only one process can make. It names its holder, so that a lock whose holder died (killed,
 * or the machine went down) is seen and taken over, and the error about a living one can say who it is.
 *
 *   { "pid": 4711, "host": "archive-1", "token": "…" }
 *
 * A process of another host cannot be asked whether it lives: its lock stands until someone removes the file, and the hint says so.
 */
import { SpoliaError } from "../errors.ts";
import { builtin } from "./builtin.ts";
import type { WriteLock } from "./storage.ts";

const LOCK_NAME = ".lock";
/** Times that a lock which a dead process left is cleared away before giving up: others may be doing the same. */
const TRIES_MAX = 5;

interface Holder {
  pid: number;
  host: string;
  /** Tells locks of one process apart, and a process from a later one of the same number. */
  token: string;
}

/** Tokens of the locks that this process holds: its own number alone would make a predecessor's lock look alive. */
const held = new Set<string>();

/** @throws corpus_locked, storage_failed */
export function takeFolderLock(directory: string): WriteLock {
  const fs = builtin("node:fs");
  const path = builtin("node:path").join(directory, LOCK_NAME);
  const own: Holder = {
    pid: globalThis.process.pid,
    host: builtin("node:os").hostname(),
    token: globalThis.crypto.randomUUID(),
  };
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (create(fs, path, own)) {
      held.add(own.token);
      return { release: async () => release(fs, path, own) };
    }
    const holder = readHolder(fs, path);
    if (holder !== undefined && isAlive(holder, own.host)) throw lockedBy(directory, holder);
    clearAway(fs, path, own, holder);
  }
  throw lockedBy(directory, undefined);
}

/** Written under another name and linked, so that nobody reads a lock that is half written. */
function create(fs: typeof import("node:fs"), path: string, own: Holder): boolean {
  const temporary = `${path}-${own.token}`;
  fs.writeFileSync(temporary, JSON.stringify(own), { flag: "wx" });
  try {
    fs.linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

function readHolder(fs: typeof import("node:fs"), path: string): Holder | undefined {
  try {
    const value = JSON.parse(fs.readFileSync(path, "utf8")) as Partial<Holder> | null;
    const { pid, host, token } = value ?? {};
    if (Number.isSafeInteger(pid) && typeof host === "string" && typeof token === "string") return { pid: pid!, host, token };
  } catch {
    // Gone by now, or not ours: both are no holder.
  }
  return undefined;
}

function isAlive({ pid, host, token }: Holder, ownHost: string): boolean {
  if (host !== ownHost) return true;
  if (pid === globalThis.process.pid) return held.has(token);
  try {
    globalThis.process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it lives and is another user's
  }
}

/** Moves a dead holder's lock aside before removing it: of several that try, one succeeds, and a lock made since is put back. */
function clearAway(fs: typeof import("node:fs"), path: string, own: Holder, dead: Holder | undefined): void {
  const aside = `${path}-${own.token}-dead`;
  try {
    fs.renameSync(path, aside);
  } catch {
    return; // someone else was faster
  }
  if (readHolder(fs, aside)?.token !== dead?.token) {
    try {
      fs.linkSync(aside, path);
    } catch {
      // A third one has it by now; the one moved aside is told when it releases, and nothing was written under it yet.
    }
  }
  fs.rmSync(aside, { force: true });
}

function release(fs: typeof import("node:fs"), path: string, own: Holder): void {
  if (!held.delete(own.token)) return;
  if (readHolder(fs, path)?.token === own.token) fs.rmSync(path, { force: true });
}

export function lockedBy(label: string, holder: Holder | undefined): SpoliaError {
  const who = holder === undefined ? "another writer" : `process ${holder.pid} on ${holder.host}`;
  return new SpoliaError("corpus_locked", `${label} is being written to by ${who}.`, {
    hint: `Wait until it has finished. If that process is gone for good, remove the file ${LOCK_NAME} there.`,
  });
}
