/**
 * Metrics in the text format of Prometheus (0.0.4), without a library, because prom-client adds 4.7 MB of packages.
 * Labels contain only routes, methods, statuses, error codes, and the operator's corpora and models, so their
 * number is bounded for any requests.
 */
import type { Exchange } from "./exchange.ts";

/** Upper ends of the buckets, in seconds: from a small document to a long search. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The method if it is a usual one, because callers can invent methods. */
export const knownMethod = (method: string): string | undefined => METHODS.find((one) => one === method);

/** A value of the host, or one for each value of a label. */
export type Gauge = {
  readonly name: string;
  readonly help: string;
  /** Default: gauge. */
  readonly type?: "counter" | "gauge" | undefined;
} & (
  | { readonly value: number }
  | { readonly label: string; readonly values: readonly (readonly [of: string, value: number])[] }
);

interface Durations {
  /** Count of each bucket (not cumulative); the last bucket has no upper end. */
  counts: number[];
  sumSeconds: number;
}

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();
  readonly #problems = new Map<string, number>();

  count({ method, path, status, code, durationMs }: Exchange): void {
    const route = path ?? "none";
    const labels = `method="${knownMethod(method) ?? "other"}",path="${route}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    if (code !== null) this.#problems.set(code, (this.#problems.get(code) ?? 0) + 1);
    const durations = this.#durations.get(route) ?? { counts: BUCKETS_SECONDS.map(() => 0).concat(0), sumSeconds: 0 };
    this.#durations.set(route, durations);
    const seconds = durationMs / 1000;
    const bucket = BUCKETS_SECONDS.findIndex((end) => seconds <= end);
    durations.counts[bucket < 0 ? BUCKETS_SECONDS.length : bucket]! += 1;
    durations.sumSeconds += seconds;
  }

  /** @param gauges further values */
  text(gauges: readonly Gauge[] = []): string {
    const lines = [
      ...described("spolia_requests_total", "counter", "Number of answered requests; 499: the caller left."),
      ...[...this.#requests].map(([labels, count]) => `spolia_requests_total{${labels}} ${count}`),
      ...described("spolia_problems_total", "counter", "Number of problems by error code."),
      ...[...this.#problems].map(([code, count]) => `spolia_problems_total{code="${code}"} ${count}`),
      ...described("spolia_request_duration_seconds", "histogram", "Time from the request to its response."),
      ...[...this.#durations].flatMap(([route, durations]) => histogram(route, durations)),
    ];
    for (const gauge of gauges) {
      lines.push(...described(gauge.name, gauge.type ?? "gauge", gauge.help));
      if ("value" in gauge) lines.push(`${gauge.name} ${gauge.value}`);
      else
        for (const [of, value] of gauge.values) lines.push(`${gauge.name}{${gauge.label}="${escaped(of)}"} ${value}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

/** As values of labels are written. */
const escaped = (value: string): string => value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n");

const described = (name: string, type: "counter" | "gauge" | "histogram", help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function histogram(route: string, { counts, sumSeconds }: Durations): string[] {
  const name = "spolia_request_duration_seconds";
  let below = 0;
  const buckets = [...BUCKETS_SECONDS, "+Inf"].map((end, i) => {
    below += counts[i]!;
    return `${name}_bucket{path="${route}",le="${end}"} ${below}`;
  });
  return [...buckets, `${name}_sum{path="${route}"} ${sumSeconds}`, `${name}_count{path="${route}"} ${below}`];
}
