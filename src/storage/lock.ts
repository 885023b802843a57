/**
 * One writer to a folder. Whoever wants to write makes an empty file whose name says who it is, and then looks at the others:
 *
 *   .lock-4711-0-archive-1     process 4711, thread 0, host archive-1
 *
 * Claim first and look after: of two that come at once, at least one sees the other and gives way. A name belongs to one holder, so
 * that clearing away a dead one's claim cannot hit a living one's, and a file without content is never half written.
 *
 * A process that was killed leaves its claim, and the next one that looks finds it dead. A process of another host cannot be asked
 * whether it lives, nor another thread of this one: their claims stand until someone removes the file, and the hint says so.
 */
import { SpoliaError } from "../errors.ts";
import { builtin } from "./builtin.ts";
import type { WriteLock } from "./storage.ts";

const CLAIM = /^\.lock-(\d+)-(\d+)-(.+)$/;
/** Stands for a host that does not tell its name, as Deno without the permission. */
const NAMELESS_HOST = "unknown";
const HOST_LENGTH_MAX = 100;
/** Two that came at once and both gave way may come again: neither waits for the other. */
const LOCK_TRIES_MAX = 3;

interface Claim {
  fileName: string;
  pid: number;
  thread: number;
  host: string;
}

/**
 * Takes the one right to write to a folder, which exists.
 *
 * @throws corpus_locked; errors of the file system as they are
 */
export function takeFolderLock(directory: string): WriteLock {
  const fs = builtin("node:fs");
  const folder = fs.realpathSync(directory); // one folder under two names is one folder
  const own = ownClaim();
  const path = builtin("node:path").join(folder, own.fileName);
  const held = heldPaths();
  if (held.has(path)) throw folderLocked(directory, own);
  let rival: Claim | undefined;
  for (let tries = 0; tries < LOCK_TRIES_MAX; tries++) {
    // The name is there already where a process of this number died here: then it is ours by now.
    fs.closeSync(fs.openSync(path, "a"));
    const others = claimsIn(fs, folder).filter(({ fileName }) => fileName !== own.fileName);
    rival = others.find((claim) => mayLive(claim, own));
    if (rival === undefined) {
      for (const { fileName } of others) fs.rmSync(builtin("node:path").join(folder, fileName), { force: true });
      held.add(path);
      return releaseOnce(() => {
        // A claim that cannot be removed stays for others; this thread may take it up again.
        held.delete(path);
        fs.rmSync(path, { force: true });
      });
    }
    fs.rmSync(path, { force: true });
  }
  throw folderLocked(directory, rival!);
}

/** Released twice, a lock would be taken from whoever has it by then. */
export function releaseOnce(release: () => void): WriteLock {
  let isHeld = true;
  return {
    async release() {
      if (isHeld) release();
      isHeld = false;
    },
  };
}

/** Paths of the claims that this thread holds, whichever copy of the package took them. */
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

/** Whether a claim of somebody else may be a living one's. In doubt it is. */
function mayLive({ pid, host }: Claim, own: Claim): boolean {
  if (host !== own.host || host === NAMELESS_HOST || pid === own.pid) return true;
  try {
    globalThis.process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // it lives and is another user's, or we may not ask
  }
}

function folderLocked(directory: string, { pid, host, fileName }: Claim): SpoliaError {
  const gone = `If that process is gone for good, remove the file ${fileName} there.`;
  return locked(directory, `process ${pid} on ${host}`, `Wait until it has finished. ${gone}`);
}

export function locked(label: string, holder: string, hint = "Wait until it has finished."): SpoliaError {
  return new SpoliaError("corpus_locked", `${label} is being written to by ${holder}.`, { hint });
}
