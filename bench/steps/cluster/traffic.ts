/** Counts requests, bytes and rounds of whoever asks a web host: a round is what is asked without waiting for an answer. */
import type { Fetch } from "../../../src/base/platform.ts";

export interface Traffic {
  requests: number;
  rounds: number;
  receivedBytes: number;
}

/** Turns of the event loop without a request after which a round is complete: computing takes fewer. */
const QUIET_TURNS = 200;

/** `take` returns what was counted since it was last called. */
export function inRounds(): { fetch: Fetch; take: () => Traffic } {
  let traffic: Traffic = { requests: 0, rounds: 0, receivedBytes: 0 };
  let held: (() => void)[] = [];
  let [quietTurns, underWay] = [0, 0];
  const turn = () => {
    if (underWay > 0 || ++quietTurns < QUIET_TURNS) return void setImmediate(turn);
    const round = held;
    held = [];
    traffic.rounds++;
    underWay = round.length;
    for (const begin of round) begin();
  };
  const fetch: Fetch = async (url, init) => {
    quietTurns = 0;
    await new Promise<void>((begin) => {
      if (held.push(begin) === 1) setImmediate(turn);
    });
    try {
      const response = await globalThis.fetch(url, init);
      const bytes = await response.arrayBuffer();
      traffic.requests++;
      traffic.receivedBytes += bytes.byteLength;
      const { status, headers } = response;
      return new Response(status === 204 || init?.method === "HEAD" ? null : bytes, { status, headers });
    } finally {
      underWay--;
    }
  };
  const take = () => {
    const taken = traffic;
    traffic = { requests: 0, rounds: 0, receivedBytes: 0 };
    return taken;
  };
  return { fetch, take };
}
