/** How has the service done since it started? Counted from its own answers, not claimed. */
import * as v from "valibot";
import { rounded } from "../base/numbers.ts";
import { closedObject, count } from "../contract/schemas/primitives.ts";
import { ENGINE_VERSION } from "../version.ts";
import type { Exchange } from "./exchange.ts";
import { answerSchema } from "./schemas.ts";

/** Latencies are those of the last so many answers. */
const LATENCIES_MAX = 1_000;

const milliseconds = v.pipe(v.number(), v.minValue(0));

export const statusSchema = answerSchema({
  status: v.literal("pass"),
  engine: v.string(),
  started_at: v.pipe(v.string(), v.metadata({ format: "date-time" })),
  uptime_seconds: count,
  requests: v.pipe(count, v.description("Answered since the start, documents such as this one left out.")),
  failed: v.pipe(count, v.description("Of these, answered with a status of 500 or more.")),
  latency_ms: v.pipe(
    v.nullable(closedObject({ answers: count, p50: milliseconds, p95: milliseconds, p99: milliseconds })),
    v.description(`Of the last ${LATENCIES_MAX} answers, from the first byte of the request read to the answer made.`),
  ),
});

export class StatusBoard {
  readonly #startedMs: number;
  readonly #nowMs: () => number;
  readonly #latencies = new Float64Array(LATENCIES_MAX);
  #requests = 0;
  #failed = 0;

  /** @param nowMs Unix time */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  count({ status, durationMs }: Exchange): void {
    this.#latencies[this.#requests % LATENCIES_MAX] = durationMs;
    this.#requests++;
    if (status >= 500) this.#failed++;
  }

  document() {
    return {
      status: "pass" as const,
      engine: ENGINE_VERSION,
      started_at: new Date(this.#startedMs).toISOString(),
      uptime_seconds: Math.max(0, Math.floor((this.#nowMs() - this.#startedMs) / 1000)),
      requests: this.#requests,
      failed: this.#failed,
      latency_ms: this.#latency(),
    };
  }

  #latency() {
    const answers = Math.min(this.#requests, LATENCIES_MAX);
    if (answers === 0) return null;
    const sorted = this.#latencies.slice(0, answers).sort();
    const quantile = (share: number) => rounded(sorted[Math.ceil(share * answers) - 1]!, 3);
    return { answers, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) };
  }
}
