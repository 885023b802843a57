/**
 * A lock for one writer of a folder. A writer creates an empty file whose name identifies it, and then looks for the
 * files of others:
 *
 *   .lock-4711-0-archive-1     process 4711, thread 0, host archive-1
 *
 * Because a writer claims first and looks afterwards, at least one of two simultaneous writers sees the other and gives
 * way. Each name belongs to one holder, so removing the claim of a dead process cannot remove that of a live one, and
 * an empty file is never half written.
 *
 * A killed process leaves its claim, and the next writer that looks finds that it is dead. Whether a process of another
 * host or another thread of this process is alive cannot be checked: their claims stay until somebody removes the file,
 * as the hint says.
 */
import { SpoliaError } from "../../base/errors.ts";
import { builtin } from "./builtin.ts";
import type { WriteLock } from "./storage.ts";

const CLAIM = /^\.lock-(\d+)-(\d+)-(.+)$/;
/** Used where the runtime does not give the host's name, as Deno without the permission. */
const NAMELESS_HOST = "unknown";
const HOST_LENGTH_MAX = 100;
/** Two simultaneous writers that both gave way may try again: neither waits for the other. */
const LOCK_TRIES_MAX = 3;

interface Claim {
  fileName: string;
  pid: number;
  thread: number;
  host: string;
}

/**
 * Takes the exclusive right to write to an existing folder.
 *
 * @throws corpus_locked; errors of the file system are not converted
 */
export function takeFolderLock(directory: string): WriteLock {
  const fs = builtin("node:fs");
  const folder = fs.realpathSync(directory); // two paths of one folder share a lock
  const own = ownClaim();
  const path = builtin("node:path").join(folder, own.fileName);
  const held = heldPaths();
  if (held.has(path)) throw folderLocked(directory, own);
  let rival: Claim | undefined;
  for (let tries = 0; tries < LOCK_TRIES_MAX; tries++) {
    // The name exists already where a process with the same id died here: the claim is then taken over.
    fs.closeSync(fs.openSync(path, "a"));
    const others = claimsIn(fs, folder).filter(({ fileName }) => fileName !== own.fileName);
    rival = others.find((claim) => mayLive(claim, own));
    if (rival === undefined) {
      for (const { fileName } of others) fs.rmSync(builtin("node:path").join(folder, fileName), { force: true });
      held.add(path);
      return releaseOnce(() => {
        // A claim that cannot be removed stays visible to others; this thread may take it again.
        held.delete(path);
        fs.rmSync(path, { force: true });
      });
    }
    fs.rmSync(path, { force: true });
  }
  throw folderLocked(directory, rival!);
}

/**
 * Makes a lock whose second release does nothing: it would otherwise release a lock that somebody else holds by then.
 */
export function releaseOnce(release: () => void): WriteLock {
  let isHeld = true;
  return {
    async release() {
      if (isHeld) release();
      isHeld = false;
    },
  };
}

/** Paths of the claims that this thread holds, shared by all copies of the package. */
function heldPaths(): Set<string> {
  const place = globalThis as { [key: symbol]: Set<string> | undefined };
  const key = Symbol.for("spolia.locks");
  place[key] ??= new Set();
  return place[key];
}

function ownClaim(): Claim {
  const { pid } = globalThis.process;
  const thread = builtin("node:worker_threads").threadId;
  const host = hostName();
  return { fileName: `.lock-${pid}-${thread}-${host}`, pid, thread, host };
}

function hostName(): string {
  try {
    return encodeURIComponent(builtin("node:os").hostname()).slice(0, HOST_LENGTH_MAX) || NAMELESS_HOST;
  } catch {
    return NAMELESS_HOST;
  }
}

function claimsIn(fs: typeof import("node:fs"), folder: string): Claim[] {
  return fs.readdirSync(folder).flatMap((fileName) => {
    const [, pid, thread, host] = CLAIM.exec(fileName) ?? [];
    return host === undefined ? [] : [{ fileName, pid: Number(pid), thread: Number(thread), host }];
  });
}

/** Whether the claim of another writer may belong to a live process; true in case of doubt. */
function mayLive({ pid, host }: Claim, own: Claim): boolean {
  if (host !== own.host || host === NAMELESS_HOST || pid === own.pid) return true;
  try {
    globalThis.process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // alive but another user's, or checking is not permitted
  }
}

function folderLocked(directory: string, { pid, host, fileName }: Claim): SpoliaError {
  const gone = `If that process is gone for good, remove the file ${fileName} there.`;
  return locked(directory, `process ${pid} on ${host}`, `Wait until it has finished. ${gone}`);
}

export function locked(label: string, holder: string, hint = "Wait until it has finished."): SpoliaError {
  return new SpoliaError("corpus_locked", `${label} is being written to by ${holder}.`, { hint });
}
