/** How has the service done since it started? Counted from its own answers, not claimed. */
import { rounded } from "../base/numbers.ts";
import type { Count, Timestamp } from "../contract/common.ts";
import { ENGINE_VERSION } from "../version.ts";
import type { Exchange } from "./exchange.ts";

/** Latencies are those of the last so many answers. */
const LATENCIES_MAX = 1_000;

/** How the service has done since it started. */
export interface ServiceStatus {
  /** Always `pass`. */
  status: "pass";
  /** Version of the engine, as results name it. */
  engine: string;
  /** When the service started. */
  started_at: Timestamp;
  /** Seconds since then. */
  uptime_seconds: Count;
  /** Requests that were answered since the start. Documents such as this one are not counted. */
  requests: Count;
  /** Of these, requests that were answered with a status of 500 or more. */
  failed: Count;
  /**
   * Latencies of the last 1,000 answers, from the first byte of the request to the complete answer; `null` before the
   * first one.
   */
  latency_ms: Latencies | null;
}

/** Quantiles of latencies, in milliseconds. */
interface Latencies {
  /** Answers that were measured. */
  answers: Count;
  /** Median, in milliseconds. */
  p50: number;
  /** Milliseconds that 95 % of the answers stay within. */
  p95: number;
  /** Milliseconds that 99 % of the answers stay within. */
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
