/**
 * Metrics in the text format of Prometheus (0.0.4), without a library, because prom-client adds 4.7 MB of packages.
 * Labels contain only routes, methods and statuses, so their number is bounded for any requests.
 */
import type { Exchange } from "./exchange.ts";

/** Upper ends of the buckets, in seconds: from a small document to a long search. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Methods with their own label; any other is `other`, because callers can invent methods. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"];

interface Durations {
  /** Count of each bucket (not cumulative); the last bucket has no upper end. */
  counts: number[];
  sumSeconds: number;
}

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();

  count({ method, path, status, durationMs }: Exchange): void {
    const route = path ?? "none";
    const known = METHODS.includes(method) ? method : "other";
    const labels = `method="${known}",path="${route}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const durations = this.#durations.get(route) ?? { counts: BUCKETS_SECONDS.map(() => 0).concat(0), sumSeconds: 0 };
    this.#durations.set(route, durations);
    const seconds = durationMs / 1000;
    const bucket = BUCKETS_SECONDS.findIndex((end) => seconds <= end);
    durations.counts[bucket < 0 ? BUCKETS_SECONDS.length : bucket]! += 1;
    durations.sumSeconds += seconds;
  }

  /** @param gauges further values of the host by name, each with a description */
  text(gauges: Readonly<Record<string, readonly [value: number, help: string]>> = {}): string {
    const lines = [
      "# HELP spolia_requests_total Number of answered requests.",
      "# TYPE spolia_requests_total counter",
      ...[...this.#requests].map(([labels, count]) => `spolia_requests_total{${labels}} ${count}`),
      "# HELP spolia_request_duration_seconds Time from the request to its response.",
      "# TYPE spolia_request_duration_seconds histogram",
      ...[...this.#durations].flatMap(([route, durations]) => histogram(route, durations)),
    ];
    for (const [name, [value, help]] of Object.entries(gauges)) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

function histogram(route: string, { counts, sumSeconds }: Durations): string[] {
  const name = "spolia_request_duration_seconds";
  let below = 0;
  const buckets = [...BUCKETS_SECONDS, "+Inf"].map((end, i) => {
    below += counts[i]!;
    return `${name}_bucket{path="${route}",le="${end}"} ${below}`;
  });
  return [...buckets, `${name}_sum{path="${route}"} ${sumSeconds}`, `${name}_count{path="${route}"} ${below}`];
}
