/** The service under mixed load for minutes: its memory does not grow. `SPOLIA_SOAK_MINUTES` says how many (10). */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder } from "../suites/places.ts";
import { skippable } from "../suites/skippable.ts";
import { mixedLoad } from "./load.ts";
import { makePlace, startService } from "./service.ts";

const folder = temporaryFolder();
const MINUTES = Number(process.env["SPOLIA_SOAK_MINUTES"] ?? 10);
/** Of the time: until then code is compiled, and heaps and caches grow to their size, which takes some four minutes. */
const WARM_UP_SHARE = 0.5;
const MIB = 1024 * 1024;

const isUncounted = !existsSync("/proc/self/clear_refs");
test.skipIf(isUncounted)(
  skippable(
    `${MINUTES} minutes of mixed load leave the memory where it was`,
    isUncounted,
    "there is no /proc/self/clear_refs",
  ),
  async () => {
    const { place, made } = await makePlace(folder, async (registry) => {
      await registry.createTenant({ id: "one", plan: "large" });
      return registry.createKey("one");
    });
    const service = await startService(place);
    const started = performance.now();
    const minutes = () => (performance.now() - started) / 60_000;
    const samples: { minutes: number; mib: number }[] = [];
    const sampling = setInterval(() => {
      samples.push({ minutes: minutes(), mib: service.figures()!.residentBytes / MIB });
    }, 1_000);
    const tally = await mixedLoad(service.url, made.key, {
      lanes: 4,
      seed: 1,
      pauseMs: 4,
      isOver: () => minutes() >= MINUTES,
    });
    clearInterval(sampling);
    const settled = samples.filter((one) => one.minutes > WARM_UP_SHARE * MINUTES);
    const slope = slopeOf(settled);
    const { registered, ...rest } = tally;
    const figures = { minutes: MINUTES, ...rest, works: registered.length, first: settled[0], last: settled.at(-1) };
    console.log(JSON.stringify({ ...figures, slopeMibPerMinute: slope, cpuMs: service.figures()!.cpuMs }));
    console.log(
      samples
        .filter((_, at) => at % 30 === 0)
        .map(({ mib }) => mib.toFixed(0))
        .join(" "),
    );
    expect(Object.keys(tally.statuses).every((status) => Number(status) < 500)).toBe(true);
    expect(tally.broken).toBe(0);
    expect(await service.stop()).toBe(0);
    // A service that leaks a kilobyte with each request would be far above; how far below depends on the collector.
    if (MINUTES >= 10) expect(slope).toBeLessThan(1);
  },
  (MINUTES + 2) * 60_000,
);

/** Of the line of least squares. */
function slopeOf(samples: readonly { minutes: number; mib: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(({ mib }) => mib))];
  const covariance = samples.reduce((sum, one) => sum + (one.minutes - x) * (one.mib - y), 0);
  return covariance / samples.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0);
}
