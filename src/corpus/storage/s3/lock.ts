/**
 * A lock for one writer of a prefix: the object `.lock`, which its holder writes anew every quarter of a minute. The
 * age of the lock is told by the storage's own clock, so that no machine's clock matters.
 *
 * The lock saves others useless work. What keeps a corpus whole is that the manifest is replaced only if it is the one
 * that the writer has seen, and that a writer removes files of others only after that (`s3.ts`): a writer that was
 * suspended and outlived its lock cannot do harm.
 */
import { builtinIfAny } from "../../../base/bytes/builtin.ts";
import { locked } from "../lock.ts";
import type { S3Place } from "./address.ts";
import type { AskS3, S3Answer } from "./requests.ts";
import { PRECONDITION_FAILED } from "./write.ts";

export interface S3Lock {
  /** Whether another writer has taken the lock over. */
  readonly isLost: boolean;
  release(): Promise<void>;
}

const LOCK_KEY = ".lock";
const BEAT_MS = 15_000;
/** A lock that was not written for so long belongs to a writer that died. */
const LEASE_MS = 60_000;
const TRIES_MAX = 3;

let holders = 0;

/** @throws corpus_locked while another writer holds it */
export async function takeS3Lock(ask: AskS3, { folder }: S3Place): Promise<S3Lock> {
  const holder = `process ${globalThis.process?.pid ?? 0} on ${builtinIfAny("node:os")?.hostname() ?? "a machine"}`;
  const own = `${holder}, lock ${++holders}`;
  let beats = 0;
  const write = (headers: Record<string, string>) => {
    const body = new TextEncoder().encode(`${own}, beat ${++beats}\n`);
    return ask({ method: "PUT", key: LOCK_KEY, headers, body, expected: [404, PRECONDITION_FAILED] });
  };
  const isOwn = ({ text }: S3Answer) => text.startsWith(`${own}, beat `);
  const held = (tag: string) => hold({ ask, tag, write, isOwn });
  for (let tries = 0; ; tries++) {
    const made = await write({ "if-none-match": "*" });
    if (made.status < 300) return held(tagOf(made));
    const other = await ask({ method: "GET", key: LOCK_KEY, expected: [404] });
    // The answer to an earlier try of the request was lost.
    if (other.text === `${own}, beat ${beats}\n`) return held(tagOf(other));
    if (other.status === 404 && tries < TRIES_MAX) continue;
    if (ageMs(other) > LEASE_MS && tries < TRIES_MAX) {
      const taken = await write({ "if-match": tagOf(other) });
      if (taken.status < 300) return held(tagOf(taken));
      continue;
    }
    const who = /^(process \d{1,10} on [\w.-]{1,100})/.exec(other.text)?.[1] ?? "another writer";
    throw locked(folder.label, who, "Wait until it has finished; a minute after it has died, its lock is free.");
  }
}

interface LockHolding {
  ask: AskS3;
  tag: string;
  write(headers: Record<string, string>): Promise<S3Answer>;
  /** Whether this holder has written what is there. */
  isOwn(found: S3Answer): boolean;
}

function hold({ ask, tag, write, isOwn }: LockHolding): S3Lock {
  let known = tag;
  let isLost = false;
  let isHeld = true;
  let running = Promise.resolve();
  const beat = async () => {
    const written = await write({ "if-match": known });
    // Where the answer to an earlier try was lost, its beat is there.
    const found = written.status < 300 ? written : await ask({ method: "GET", key: LOCK_KEY, expected: [404] });
    if (written.status < 300 || isOwn(found)) known = tagOf(found);
    else isLost = true;
  };
  const timer = setInterval(() => {
    if (!isLost) running = running.then(beat).catch(() => {}); // the next beat tries again
  }, BEAT_MS);
  (timer as { unref?(): void }).unref?.();
  return {
    get isLost() {
      return isLost;
    },
    async release() {
      if (!isHeld) return;
      isHeld = false;
      clearInterval(timer);
      await running;
      const found = await ask({ method: "HEAD", key: LOCK_KEY, expected: [404] });
      if (found.status === 404 || tagOf(found) !== known) return;
      await ask({ method: "DELETE", key: LOCK_KEY, expected: [404, PRECONDITION_FAILED] });
    },
  };
}

/** How long ago an object was written, by the clock of its host. */
function ageMs({ headers }: S3Answer): number {
  return Date.parse(headers.get("date") ?? "") - Date.parse(headers.get("last-modified") ?? "");
}

export function tagOf({ headers }: Pick<S3Answer, "headers">): string {
  return headers.get("etag") ?? "";
}
