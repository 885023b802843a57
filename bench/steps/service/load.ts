/** Load as many clients make it. A rate that is given is kept whatever the answers take, so that a slow answer delays nobody's clock. */
import { Agent, request } from "node:http";

export interface Load {
  url: string;
  bodies: readonly string[];
  /** The caller's key, where one is needed. */
  key?: string;
  connections: number;
  /** Requests a second; as many as the connections allow where absent. */
  perSecond?: number;
  forMs: number;
}

export interface Loaded {
  answered: number;
  perSecond: number;
  /** From when a request was due to its last byte. */
  latenciesMs: number[];
}

/** @throws where an answer is not 200 */
export async function load({ url, bodies, key, connections, perSecond, forMs }: Load): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let asked = 0;
  const ask = async (dueMs: number) => {
    await post(url, bodies[asked++ % bodies.length]!, { agent, key });
    latencies.push(performance.now() - dueMs);
  };
  const startMs = performance.now();
  if (perSecond === undefined) {
    const client = async () => {
      while (performance.now() - startMs < forMs) await ask(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, client));
  } else {
    const all: Promise<void>[] = [];
    for (let i = 0; (i * 1000) / perSecond < forMs; i++) {
      const dueMs = startMs + (i * 1000) / perSecond;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      all.push(ask(dueMs));
    }
    await Promise.all(all);
  }
  const tookMs = performance.now() - startMs;
  agent.destroy();
  return {
    answered: latencies.length,
    perSecond: (1000 * latencies.length) / tookMs,
    latenciesMs: latencies,
  };
}

interface Caller {
  agent?: Agent;
  key?: string | undefined;
}

/** The text of an answer. @throws where it is not 200 */
export async function post(url: string, body: string, caller: Caller = {}): Promise<string> {
  const { status, text } = await sent(url, body, caller);
  if (status !== 200) throw new Error(`The service answered ${status}.`);
  return text;
}

export function sent(
  url: string,
  body: string | Buffer,
  { agent, key }: Caller = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const asked = { method: "POST", headers, ...(agent !== undefined && { agent }) };
    const outgoing = request(url, asked, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
