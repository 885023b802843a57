/** Progress with rate and remaining time: a bar on a terminal, JSON lines under `--json`, nothing elsewhere. */
import type { SingleBar } from "cli-progress";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import { bytes, count, figure } from "../../report/layout/page.ts";
import type { Stream, Terminal } from "./terminal.ts";

export interface ProgressView {
  show(progress: Progress): void;
  /** Removes the bar. */
  stop(): void;
}

const SILENT: ProgressView = { show() {}, stop() {} };

export async function createProgress(terminal: Terminal, json: boolean): Promise<ProgressView> {
  if (json) return new JsonLines(terminal.stderr);
  if (terminal.stderr.isTTY !== true || terminal.env["TERM"] === "dumb") return SILENT;
  return new Bar(terminal.stderr as unknown as NodeJS.WritableStream, await import("cli-progress"));
}

const LINE_EVERY_MS = 1_000;
/** A line on a terminal is written again no sooner. */
const LINE_SHOWN_MS = 100;

/** Writes at most one line of JSON per second and stage, for other programs. Work of less than a second writes none. */
class JsonLines implements ProgressView {
  readonly #stream: Stream;
  readonly #startMs = performance.now();
  readonly #stages = new Map<string, { startMs: number; writtenMs: number }>();

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  show({ stage, done, total, unit }: Progress): void {
    const nowMs = performance.now();
    const known = this.#stages.get(stage) ?? { startMs: nowMs, writtenMs: this.#startMs };
    this.#stages.set(stage, known);
    if (nowMs - known.writtenMs < LINE_EVERY_MS) return;
    known.writtenMs = nowMs;
    const per_second = Math.round((1000 * done) / Math.max(1, nowMs - known.startMs));
    const seconds_left = total === null || per_second === 0 ? null : Math.round((total - done) / per_second);
    this.#stream.write(`${JSON.stringify({ progress: { stage, done, total, unit, per_second, seconds_left } })}\n`);
  }

  stop(): void {}
}

class Bar implements ProgressView {
  readonly #stream: NodeJS.WritableStream;
  readonly #bars: typeof import("cli-progress");
  #bar: SingleBar | undefined;
  #stage = "";
  #startMs = 0;
  /** The count of a stage without a known total, shown beside the bar of a stage with one. */
  #counted = "";
  /** The counts of all such stages, for a line of their own where there is no bar. */
  readonly #counts = new Map<string, string>();
  #lineMs = Number.NEGATIVE_INFINITY;

  constructor(stream: NodeJS.WritableStream, bars: typeof import("cli-progress")) {
    this.#stream = stream;
    this.#bars = bars;
  }

  show({ stage, done, total, unit }: Progress): void {
    if (total === null || total === 0) {
      this.#counted = `${figure(done)} ${unit}`;
      if (this.#bar === undefined) this.#line(stage, count(done, unit.replace(/s$/, ""), unit));
      else this.#bar.update({ counted: this.#counted });
      return;
    }
    if (stage !== this.#stage) this.#begin(stage, total);
    const elapsedSeconds = Math.max(performance.now() - this.#startMs, 1) / 1000;
    const perSecond = done / elapsedSeconds;
    const rate = unit === "bytes" ? bytes(Math.round(perSecond)) : `${figure(Math.round(perSecond))} ${unit}`;
    const left = done > 0 ? duration((total - done) / perSecond) : "";
    this.#bar?.setTotal(total);
    this.#bar?.update(done, { rate: `${rate}/s`, left, counted: this.#counted });
  }

  stop(): void {
    if (this.#counts.size > 0) this.#stream.write("\r\u001b[K");
    this.#counts.clear();
    this.#bar?.stop();
    this.#bar = undefined;
    this.#stage = "";
  }

  /** A search of an index takes half a minute, and does not know how many requests it needs. */
  #line(stage: string, counted: string): void {
    const isNew = !this.#counts.has(stage);
    this.#counts.set(stage, counted);
    const nowMs = performance.now();
    if (!isNew && nowMs - this.#lineMs < LINE_SHOWN_MS) return;
    this.#lineMs = nowMs;
    this.#stream.write(`\r${[...this.#counts].map((one) => one.join(": ")).join("; ")}\u001b[K`);
  }

  #begin(stage: string, total: number): void {
    this.stop();
    this.#stage = stage;
    this.#startMs = performance.now();
    const settings = {
      format: `${stage.padEnd(8)} {bar} {percentage} %  {rate}  {left}  {counted}`,
      stream: this.#stream,
      barsize: 24,
      clearOnComplete: true,
      linewrap: true,
      // The command handles signals itself: a build must first remove the files that it wrote.
      gracefulExit: false,
    };
    this.#bar = new this.#bars.SingleBar(settings, this.#bars.Presets.shades_classic);
    this.#bar.start(total, 0, { rate: "", left: "", counted: this.#counted });
  }
}

/** `1 h 02 min left`, `3 min 10 s left`, `12 s left`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min left`;
  if (whole >= 60) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s left`;
  return `${whole} s left`;
}
