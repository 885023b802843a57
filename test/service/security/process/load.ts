/** Mixed load on the service: what callers ask in the course of a day, some of it wrong. */
import { gzipSync } from "node:zlib";
import { SHELF, words } from "../../../engine/fixtures.ts";
import { seeded } from "../../../support/texts.ts";

export interface LoadTally {
  requests: number;
  statuses: Record<string, number>;
  /** Connections that broke, as they do where the service is killed. */
  broken: number;
  /** Ids of works whose registration was answered. */
  registered: string[];
}

export interface LoadOptions {
  /** Requests at once. */
  lanes: number;
  seed: number;
  isOver: () => boolean;
  /** Between two requests of a lane. */
  pauseMs?: number;
  /** Told how many works there are now. */
  onRegistered?: (count: number) => void;
}

/** Asks in so many lanes at once until `isOver`; each lane makes texts of its own. */
export async function mixedLoad(
  url: string,
  key: string,
  { lanes, seed, isOver, pauseMs = 0, onRegistered }: LoadOptions,
): Promise<LoadTally> {
  const tally: LoadTally = { requests: 0, statuses: {}, broken: 0, registered: [] };
  const ask = async (
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    tally.requests++;
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        ...{ method, headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers } },
        ...(body === undefined ? {} : { body }),
      });
      const answer = response.headers.get("content-type")?.includes("json")
        ? await response.json()
        : await response.arrayBuffer();
      tally.statuses[response.status] = (tally.statuses[response.status] ?? 0) + 1;
      return answer;
    } catch {
      tally.broken++;
      return null;
    }
  };
  const lane = async (number: number): Promise<void> => {
    const random = seeded(1_000 * seed + number);
    const between = (from: number, to: number) => from + Math.floor(random() * (to - from));
    let last = "wk_none";
    for (let turn = 0; !isOver(); turn++) {
      const at = between(0, 500);
      const content = `${words(SHELF[between(0, 12)]!.text, at, at + between(20, 300))} ${seed} ${number} ${turn}`;
      const json = JSON.stringify;
      const kind = between(0, 12);
      if (kind < 3) {
        const made = (await ask("POST", "/content/register", json({ content, title: "T" }))) as {
          work_id?: string;
        } | null;
        if (made?.work_id !== undefined) {
          last = made.work_id;
          tally.registered.push(last);
          onRegistered?.(tally.registered.length);
        }
      } else if (kind < 6) await ask("POST", "/attribution/analyze", json({ content, content_type: "text" }));
      else if (kind === 6)
        await ask("POST", "/compare", gzipSync(json({ a: { content }, b: { content: SHELF[0]!.text } })), {
          "content-encoding": "gzip",
        });
      else if (kind === 7) await ask("GET", "/works?page_size=20", undefined, { accept: "application/msgpack" });
      else if (kind === 8) await ask("POST", `/works/${last}/analyze`, "{}");
      else if (kind === 9)
        await ask("POST", "/fingerprints", json({ content }), { "idempotency-key": `${seed}-${number}-${turn >> 3}` });
      else if (kind === 10) await ask("POST", "/attribution/analyze", `{"content":${"[".repeat(100)}`);
      else await ask("GET", `/works/${last}/history`);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return tally;
}
