/**
 * A web host whose answers come in waves: all requests that a reader makes without waiting for another are answered
 * together, however long the reader computes. The number of waves is that of round trips, on any machine.
 */
import type { Fetch } from "../../../../src/base/platform.ts";
import type { Storage } from "../../../../src/corpus/storage/storage.ts";

/** Turns of the event loop without a request after which a wave is complete: microtasks and hashing take fewer. */
const QUIET_TURNS = 200;

export interface Traffic {
  waves: number;
  requests: number;
  /** Of the answers, without their headers. */
  bytes: number;
}

/** `take` returns what was counted since it was last called. */
export function inWaves(storage: Storage): { fetch: Fetch; take: () => Traffic } {
  let traffic: Traffic = { waves: 0, requests: 0, bytes: 0 };
  let held: (() => void)[] = [];
  let quietTurns = 0;
  const turn = () => {
    if (++quietTurns < QUIET_TURNS) return void setImmediate(turn);
    const wave = held;
    held = [];
    traffic.waves++;
    for (const answer of wave) answer();
  };
  const fetch: Fetch = async (url, init) => {
    traffic.requests++;
    quietTurns = 0;
    await new Promise<void>((answer) => {
      if (held.push(answer) === 1) setImmediate(turn);
    });
    const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get("range")!)!;
    const file = await storage.open(decodeURIComponent(new URL(String(url)).pathname.slice(1)));
    const { sizeBytes } = file;
    const end = Math.min(sizeBytes, Number(last) + 1);
    const bytes = Number(start) < end ? await file.read(Number(start), end - Number(start)) : null;
    await file.close();
    if (bytes === null)
      return new Response(null, { status: 416, headers: { "content-range": `bytes */${sizeBytes}` } });
    traffic.bytes += bytes.length;
    const headers = { "content-range": `bytes ${start}-${end - 1}/${sizeBytes}`, etag: `"${sizeBytes}"` };
    return new Response(bytes as Uint8Array<ArrayBuffer>, { status: 206, headers });
  };
  const take = () => {
    const taken = traffic;
    traffic = { waves: 0, requests: 0, bytes: 0 };
    return taken;
  };
  return { fetch, take };
}
