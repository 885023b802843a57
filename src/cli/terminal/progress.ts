/** Progress with rate and remaining time: a bar on a terminal, JSON lines under `--json`, nothing elsewhere. */
import type { SingleBar } from "cli-progress";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import { bytes, count, figure } from "../../report/layout/page.ts";
import type { Stream, Terminal } from "./terminal.ts";

export interface ProgressView {
  /** Says that the stages to come are one work: the part that each takes of what is left when it begins. */
  plan(shares: StageShares): void;
  show(progress: Progress): void;
  /** Removes the bar. */
  stop(): void;
}

/** Names of stages, in any order, and parts below 1. */
type StageShares = Readonly<Record<string, number>>;

export const SILENT: ProgressView = { plan() {}, show() {}, stop() {} };

export async function createProgress(terminal: Terminal, json: boolean): Promise<ProgressView> {
  if (json) return new JsonLines(terminal.stderr);
  if (terminal.stderr.isTTY !== true || terminal.env["TERM"] === "dumb") return SILENT;
  return new Bar(terminal.stderr as unknown as NodeJS.WritableStream, await import("cli-progress"));
}

const LINE_EVERY_MS = 1_000;
/** A line on a terminal is written again no sooner. */
const LINE_SHOWN_MS = 100;

/** Share of a stage that the plan does not name. */
const UNPLANNED_SHARE = 0.5;
/** While planned work goes on, it is not all done. */
const SHOWN_SHARE = 0.995;

/** How far work is. Planned work of several stages goes never back, and is never at its end while a stage is shown. */
class Whole {
  #shares: StageShares | undefined;
  #stage: string | undefined;
  #before = 0;
  #part = 1;
  #share = 0;
  #startShare = 0;
  #startMs = 0;

  plan(shares: StageShares): void {
    this.#shares = shares;
    this.#stage = undefined;
  }

  /** @returns whether another stage begins */
  reach({ stage, done }: Progress, total: number): boolean {
    const isNew = stage !== this.#stage;
    const isFirst = this.#stage === undefined || this.#shares === undefined;
    if (isNew) {
      this.#before = isFirst ? 0 : this.#share;
      this.#part = this.#shares === undefined ? 1 : (1 - this.#before) * (this.#shares[stage] ?? UNPLANNED_SHARE);
    }
    const most = this.#shares === undefined ? 1 : SHOWN_SHARE;
    const share = Math.min(most, this.#before + (this.#part * Math.min(done, total)) / total);
    const isRestart = isNew && isFirst;
    this.#share = isRestart ? share : Math.max(this.#share, share);
    if (isRestart) [this.#startShare, this.#startMs] = [share, performance.now()];
    this.#stage = stage;
    return isNew;
  }

  get share(): number {
    return this.#share;
  }

  /** At least 1, by the pace since the first step; `null` before there is one, and where nothing is left. */
  get secondsLeft(): number | null {
    const since = this.#share - this.#startShare;
    if (since <= 0 || this.#share === 1) return null;
    const elapsedSeconds = (performance.now() - this.#startMs) / 1000;
    return Math.max(1, (elapsedSeconds * (1 - this.#share)) / since);
  }
}

/** Writes at most one line of JSON per second and stage, for other programs. Work of less than a second writes none. */
class JsonLines implements ProgressView {
  readonly #stream: Stream;
  readonly #startMs = performance.now();
  readonly #stages = new Map<string, { startMs: number; writtenMs: number }>();
  readonly #whole = new Whole();

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  plan(shares: StageShares): void {
    this.#whole.plan(shares);
  }

  show(progress: Progress): void {
    const { stage, done, total, unit } = progress;
    const nowMs = performance.now();
    if (total) this.#whole.reach(progress, total);
    const known = this.#stages.get(stage) ?? { startMs: nowMs, writtenMs: this.#startMs };
    this.#stages.set(stage, known);
    if (nowMs - known.writtenMs < LINE_EVERY_MS) return;
    known.writtenMs = nowMs;
    const per_second = Math.round((1000 * done) / Math.max(1, nowMs - known.startMs));
    const left = total ? this.#whole.secondsLeft : null;
    const seconds_left = left === null ? null : Math.round(left);
    this.#stream.write(`${JSON.stringify({ progress: { stage, done, total, unit, per_second, seconds_left } })}\n`);
  }

  stop(): void {}
}

class Bar implements ProgressView {
  readonly #stream: NodeJS.WritableStream;
  readonly #bars: typeof import("cli-progress");
  readonly #whole = new Whole();
  #bar: SingleBar | undefined;
  #stageMs = 0;
  #stageDone = 0;
  /** The count of a stage without a known total, shown beside the bar of a stage with one. */
  #counted = "";
  /** The counts of all such stages, for a line of their own where there is no bar. */
  readonly #counts = new Map<string, string>();
  #lineMs = Number.NEGATIVE_INFINITY;

  constructor(stream: NodeJS.WritableStream, bars: typeof import("cli-progress")) {
    this.#stream = stream;
    this.#bars = bars;
  }

  plan(shares: StageShares): void {
    this.#whole.plan(shares);
  }

  show(progress: Progress): void {
    const { stage, done, total, unit } = progress;
    if (total === null || total === 0) {
      this.#counted = `${figure(done)} ${unit}`;
      if (this.#bar === undefined) this.#line(stage, count(done, unit.replace(/s$/, ""), unit));
      else this.#bar.update({ counted: this.#counted });
      return;
    }
    if (this.#whole.reach(progress, total) || this.#bar === undefined) this.#begin(stage, done);
    const elapsedSeconds = Math.max(performance.now() - this.#stageMs, 1) / 1000;
    const perSecond = (done - this.#stageDone) / elapsedSeconds;
    const rate = unit === "bytes" ? bytes(Math.round(perSecond)) : `${figure(Math.round(perSecond))} ${unit}`;
    const seconds = this.#whole.secondsLeft;
    const left = seconds === null ? "" : duration(seconds);
    this.#bar?.update(this.#whole.share, { rate: `${rate}/s`, left, counted: this.#counted });
  }

  stop(): void {
    if (this.#counts.size > 0) this.#stream.write("\r\u001b[K");
    this.#counts.clear();
    this.#bar?.stop();
    this.#bar = undefined;
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

  #begin(stage: string, done: number): void {
    this.stop();
    this.#stageMs = performance.now();
    this.#stageDone = done;
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
    this.#bar.start(1, 0, { rate: "", left: "", counted: this.#counted });
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
