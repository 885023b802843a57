/** The status of the service since its start, measured from its own responses. */
import { rounded } from "../base/numbers.ts";
import type { Count, Timestamp } from "../contract/common.ts";
import { ENGINE_VERSION } from "../version.ts";
import type { Exchange } from "./exchange.ts";

/** Number of recent responses that latencies cover. */
const LATENCIES_MAX = 1_000;

/** Status of the service since its start. */
export interface ServiceStatus {
  /** Always `pass`. */
  status: "pass";
  /** Package name and version of the engine, as in results. */
  engine: string;
  /** When the service started. */
  started_at: Timestamp;
  /** Seconds since the start. */
  uptime_seconds: Count;
  /** Number of requests since the start, without public documents such as this one. */
  requests: Count;
  /** Number of these with a response status of 500 or more. */
  failed: Count;
  /**
   * Latencies of the last 1,000 responses, from the start of the request to the complete response; `null` before the
   * first one.
   */
  latency_ms: Latencies | null;
}

/** Quantiles of latencies, in milliseconds. */
interface Latencies {
  /** Number of measured responses. */
  answers: Count;
  /** Median, in milliseconds. */
  p50: number;
  /** 95 % quantile, in milliseconds. */
  p95: number;
  /** 99 % quantile, in milliseconds. */
  p99: number;
}

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

  document(): ServiceStatus {
    return {
      status: "pass",
      engine: ENGINE_VERSION,
      started_at: new Date(this.#startedMs).toISOString(),
      uptime_seconds: Math.max(0, Math.floor((this.#nowMs() - this.#startedMs) / 1000)),
      requests: this.#requests,
      failed: this.#failed,
      latency_ms: this.#latency(),
    };
  }

  #latency(): Latencies | null {
    const answers = Math.min(this.#requests, LATENCIES_MAX);
    if (answers === 0) return null;
    const sorted = this.#latencies.slice(0, answers).sort();
    const quantile = (share: number) => rounded(sorted[Math.ceil(share * answers) - 1]!, 3);
    return { answers, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) };
  }
}
