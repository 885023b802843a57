/**
 * The service under mixed load for minutes, while another account sends large texts without end: its memory does not
 * grow. `SPOLIA_SOAK_MINUTES` says how many minutes (10).
 */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { SHELF } from "../../engine/fixtures.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { mixedLoad } from "./process/load.ts";
import { makePlace, startService } from "./process/service.ts";

const folder = temporaryFolder();
const MINUTES = Number(process.env["SPOLIA_SOAK_MINUTES"] ?? 10);
/** Of the time: until then code is compiled, and heaps and caches grow to their size, which takes some four minutes. */
const WARM_UP_SHARE = 0.5;
/** Parts of the time of which the least is taken. */
const PARTS = 10;
const MIB = 1024 * 1024;
/** Large texts that the flooding account sends at once, each of so many bytes. */
const LARGE_AT_ONCE = 4;
const LARGE_BYTES = 4 * MIB;

const isUncounted = !existsSync("/proc/self/clear_refs");
test.skipIf(isUncounted)(
  skippable(
    `${MINUTES} minutes of mixed load leave the memory where it was`,
    isUncounted,
    "there is no /proc/self/clear_refs",
  ),
  async () => {
    const { place, made } = await makePlace(folder, async (registry) => {
      const keyOf = async (id: string) => {
        await registry.createTenant({ id, plan: "large" });
        return (await registry.createKey(id)).key;
      };
      return { one: await keyOf("one"), greedy: await keyOf("greedy") };
    });
    const service = await startService(place);
    const started = performance.now();
    const minutes = () => (performance.now() - started) / 60_000;
    const samples: Sample[] = [];
    const sampling = setInterval(() => {
      samples.push({ minutes: minutes(), mib: service.figures()!.residentBytes / MIB });
    }, 1_000);
    const isOver = () => minutes() >= MINUTES;
    const [tally, flood] = await Promise.all([
      mixedLoad(service.url, made.one, { lanes: 4, seed: 1, pauseMs: 4, isOver }),
      largeTexts(service.url, made.greedy, isOver),
    ]);
    clearInterval(sampling);
    // Each large text comes and goes: what lies between them is what stays.
    const settled = leastByPart(samples).filter((one) => one.minutes > WARM_UP_SHARE * MINUTES);
    const slope = slopeOf(settled);
    const { registered, ...rest } = tally;
    const most = Math.max(...samples.map(({ mib }) => mib));
    const ends = { first: settled[0], last: settled.at(-1) };
    const figures = { minutes: MINUTES, ...rest, works: registered.length, flood: flood.statuses, most, ...ends };
    console.log(JSON.stringify({ ...figures, slopeMibPerMinute: slope, cpuMs: service.figures()!.cpuMs }));
    console.log(
      samples
        .filter((_, at) => at % 30 === 0)
        .map(({ mib }) => mib.toFixed(0))
        .join(" "),
    );
    expect(Object.keys(tally.statuses).every((status) => Number(status) < 500)).toBe(true);
    expect(tally.broken).toBe(0);
    expect(flood.statuses[200]).toBeGreaterThan(0);
    expect(flood.others, service.errors().slice(-10_000)).toEqual([]);
    expect(await service.stop()).toBe(0);
    // A service that leaks a kilobyte with each request would be far above; how far below depends on the collector.
    if (MINUTES >= 10) expect(slope).toBeLessThan(1);
  },
  (MINUTES + 2) * 60_000,
);

interface Sample {
  minutes: number;
  mib: number;
}

/** In each part of the time: beside other work a minute may pass in which no large text has gone before the next one came. */
function leastByPart(samples: readonly Sample[]): Sample[] {
  const least = new Map<number, Sample>();
  for (const one of samples) {
    const part = Math.floor((PARTS * one.minutes) / MINUTES);
    if (one.mib < (least.get(part)?.mib ?? Number.POSITIVE_INFINITY)) least.set(part, one);
  }
  return [...least.values()];
}

interface Flood {
  /** How often each status came. */
  statuses: Record<number, number>;
  /** Answers of any status but 200 and 503. */
  others: string[];
}

/** Sends large texts, one after the other on each of several connections. */
async function largeTexts(url: string, key: string, isOver: () => boolean): Promise<Flood> {
  const statuses: Flood["statuses"] = {};
  const others: string[] = [];
  const lane = async (number: number): Promise<void> => {
    for (let turn = 0; !isOver(); turn++) {
      const shelf = SHELF.map(({ text }) => text).join(` ${number} ${turn} `);
      const content = shelf.repeat(Math.ceil(LARGE_BYTES / shelf.length)).slice(0, LARGE_BYTES);
      const response = await fetch(`${url}/api/v1/attribution/analyze`, {
        method: "POST",
        body: JSON.stringify({ content, content_type: "text" }),
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      });
      const { status } = response;
      statuses[status] = (statuses[status] ?? 0) + 1;
      const answer = await response.text();
      if (status !== 200 && status !== 503) others.push(`${new Date().toISOString()} ${status} ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: LARGE_AT_ONCE }, (_, number) => lane(number)));
  return { statuses, others };
}

/** Of the line of least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(({ mib }) => mib))];
  const covariance = samples.reduce((sum, one) => sum + (one.minutes - x) * (one.mib - y), 0);
  return covariance / samples.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0);
}
