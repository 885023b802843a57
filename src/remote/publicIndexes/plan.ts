/**
 * Finds the maximal runs of a text that stand in an index, with few questions.
 *
 *   1. Windows of `PROBE_UNITS` units, one at each stride: every run of the guaranteed length contains one of them.
 *   2. From the start of each window that stands there, its end: by leaps to windows that stand there too, then halving.
 *   3. Where that end lies beyond those of all earlier windows, its start: every maximal run is found from the first
 *      window that it contains, once.
 *
 * A run may be longer than a query may be. Then further windows in it are followed, each at the end of the last query,
 * and the run is reported as joined: that it stands in one document, the document shows.
 *
 * Questions are asked in rounds, so that which ones are asked depends on the answers alone and not on their order.
 */
import { Oracle, type UnitRange } from "./oracle.ts";

/** Units of a window: shorter strings stand in an index of trillions of words by chance. */
const PROBE_UNITS = 12;

/** A run of the text that stands in the index, and in which no longer one does. */
export interface FoundRun extends UnitRange {
  /** Whether it is longer than a query may be: each of its parts that was asked for overlaps the next. */
  isJoined: boolean;
}

/** A run that may go on behind the longest query from its last window. */
interface KnownRun extends FoundRun {
  goesOn: boolean;
}

interface PlanOptions {
  /** Units of the text. */
  units: number;
  /** Any run of at least so many units is found; more than `PROBE_UNITS`. */
  certainUnits: number;
  /** The greatest end of a query that starts at a unit; the start itself where not even that unit fits. */
  fitEnd: (start: number) => number;
  /** Most questions of a round. */
  atOnce: number;
}

/** A question that waits for its answer, and what asked it. */
interface PlanTask {
  steps: Generator<UnitRange, void, void>;
  wanted: UnitRange;
}

/** Whether a range stands in the index, for each of the asked ones; `null` ends the search. */
type AskRound = (ranges: readonly UnitRange[]) => Promise<readonly boolean[] | null>;

export class RunPlan {
  readonly oracle: Oracle;
  readonly #options: PlanOptions;
  readonly #stride: number;
  readonly #windows: readonly UnitRange[];
  /** The end of the longest query from the start of each window, once it is known; 0 where the window is absent. */
  readonly #ends: (number | undefined)[];
  /** Windows that were not followed, since a later one of the same query was. */
  readonly #passedOver = new Set<number>();
  readonly #runs: KnownRun[] = [];
  /** Where what goes on behind a query ends, by the end of the query. */
  readonly #continued = new Map<number, Pick<KnownRun, "end" | "goesOn">>();

  constructor(options: PlanOptions) {
    this.#options = options;
    this.#stride = options.certainUnits - PROBE_UNITS + 1;
    this.#windows = windowsOf(options.units, this.#stride);
    this.#ends = this.#windows.map(() => undefined);
    this.oracle = new Oracle(options.units);
  }

  /** The windows in the order in which they are asked for where none of them stands in the index. */
  probes(): UnitRange[] {
    return spread(this.#windows.length)
      .map((window) => this.#windows[window]!)
      .filter((window) => this.#fits(window));
  }

  /** Windows that no query can ask for, because they are too long. */
  get unaskable(): number {
    return this.#windows.filter((window) => !this.#fits(window)).length;
  }

  /** @returns whether the search came to its end */
  async run(ask: AskRound): Promise<boolean> {
    const waiting = spread(this.#windows.length).filter((window) => this.#fits(this.#windows[window]!));
    const isDone = await this.#perform(ask, () => this.#nextEnd(waiting));
    if (!isDone) return false;
    const starts = this.#windows.map((_, window) => window);
    return this.#perform(ask, () => (starts.length === 0 ? null : this.#startsOf(starts.shift()!)));
  }

  /** The runs of the guaranteed length, in order. After a search that was cut short: those known so far. */
  runs(isDone: boolean): FoundRun[] {
    const whole = this.#runs.map((run) => this.#whole(run));
    const known = isDone ? whole : [...whole, ...this.#standing()];
    const sorted = [...known].sort((x, y) => x.start - y.start || y.end - x.end);
    const joined: FoundRun[] = [];
    for (const { start, end, isJoined } of sorted) {
      const last = joined.at(-1);
      if (last !== undefined && end <= last.end) continue;
      if (!isDone && last !== undefined && start <= last.end - PROBE_UNITS) last.end = end;
      else joined.push({ start, end, isJoined });
    }
    return joined.filter(({ start, end }) => end - start >= this.#options.certainUnits);
  }

  #whole(run: KnownRun): KnownRun {
    let whole = run;
    while (whole.goesOn) {
      const more = this.#continued.get(whole.end);
      if (more === undefined) break;
      whole = { ...whole, ...more, isJoined: true };
    }
    return whole;
  }

  /** Windows that stand in the index in shorter runs, the longest known first: what surrounds them may be alike too. */
  shortRuns(): FoundRun[] {
    return [...this.#standing()]
      .filter(({ start, end }) => end - start < this.#options.certainUnits)
      .map(({ start, end }) => ({ start, end, isJoined: false }))
      .sort((x, y) => y.end - y.start - (x.end - x.start) || x.start - y.start);
  }

  /** What is known to stand in the index when the search is cut short. */
  *#standing(): Generator<KnownRun> {
    for (const { start, end } of this.#windows) {
      const reach = this.oracle.reach(start);
      if (reach >= end) yield { start, end: reach, isJoined: true, goesOn: false };
    }
  }

  /** Asks round by round what the tasks want to know. Tasks are begun only as far as a round has room. */
  async #perform(ask: AskRound, begin: () => PlanTask["steps"] | null): Promise<boolean> {
    let tasks: PlanTask[] = [];
    for (;;) {
      const round = new Map<string, UnitRange>();
      tasks = tasks.flatMap((task) => this.#advanced(task.steps, task.wanted) ?? []);
      for (const { wanted } of tasks)
        if (round.size < this.#options.atOnce) round.set(`${wanted.start} ${wanted.end}`, wanted);
      while (round.size < this.#options.atOnce) {
        const steps = begin();
        if (steps === null) break;
        const task = this.#advanced(steps, null);
        if (task === null) continue;
        tasks.push(task);
        round.set(`${task.wanted.start} ${task.wanted.end}`, task.wanted);
      }
      if (round.size === 0) {
        if (tasks.length === 0) return true;
        continue;
      }
      const ranges = [...round.values()];
      const answers = await ask(ranges);
      if (answers === null) return false;
      for (const [at, range] of ranges.entries()) this.oracle.tell(range, answers[at]!);
    }
  }

  /** Goes on as long as the answers are known; `null` where the task is done. */
  #advanced(steps: PlanTask["steps"], wanted: UnitRange | null): PlanTask | null {
    if (wanted !== null && this.oracle.knows(wanted) === undefined) return { steps, wanted };
    for (;;) {
      const step = steps.next();
      if (step.done) return null;
      if (this.oracle.knows(step.value) === undefined) return { steps, wanted: step.value };
    }
  }

  /**
   * The next window whose end is to be found. Windows in what is known to stand there come last, and of these the last
   * one first: where the run does not go on from there, it does not go on from those before it.
   */
  #nextEnd(waiting: number[]): PlanTask["steps"] | null {
    const isInside = (window: number) => this.oracle.knows(this.#windows[window]!) === true;
    const outside = waiting.findIndex((window) => !isInside(window));
    const next = outside >= 0 ? outside : waiting.findIndex((window) => this.#isLastInside(window));
    return next < 0 ? null : this.#endOf(waiting.splice(next, 1)[0]!);
  }

  /** Whether no later window in the same range that is known to stand in the index still has to be followed. */
  #isLastInside(window: number): boolean {
    const next = this.#windows[window + 1];
    const isSame = next !== undefined && next.end <= this.oracle.reach(this.#windows[window]!.start);
    return !isSame || this.#ends[window + 1] !== undefined;
  }

  *#endOf(window: number): PlanTask["steps"] {
    const range = this.#windows[window]!;
    yield range;
    const stands = this.oracle.knows(range) === true;
    if (!stands || this.#isChained(window)) {
      this.#ends[window] = 0;
      if (stands) this.#passedOver.add(window);
      return;
    }
    if (!(yield* this.#mayBeLong(range))) {
      this.#ends[window] = 0;
      return;
    }
    const fitEnd = this.#options.fitEnd(range.start);
    for (;;) {
      const reach = this.oracle.reach(range.start);
      const absent = Math.min(this.oracle.absentEnd(range.start), fitEnd + 1);
      if (absent <= reach + 1) break;
      yield { start: range.start, end: this.#nextTry(range.start, reach, absent, fitEnd) };
    }
    this.#ends[window] = Math.min(this.oracle.reach(range.start), fitEnd);
  }

  /**
   * Whether a run of the guaranteed length may contain a window: it would go on for half of what it is longer, on one
   * side or the other.
   */
  *#mayBeLong(window: UnitRange): Generator<UnitRange, boolean, void> {
    const more = this.#options.certainUnits - PROBE_UNITS;
    const right = { start: window.start, end: window.end + Math.ceil(more / 2) };
    if (right.end <= this.#options.units && this.#fits(right)) {
      if (!this.#standAhead(window.start, window.end, right.end + more)) yield right;
      if (this.oracle.knows(right) !== false) return true;
    }
    const left = { start: window.start - Math.floor(more / 2) - 1, end: window.end };
    if (left.start < 0 || !this.#fits(left)) return false;
    yield left;
    return this.oracle.knows(left) === true;
  }

  /** Whether a window that ends between two places is known to stand in the index. */
  #standAhead(start: number, after: number, to: number): boolean {
    return this.#windows.some((one) => {
      return one.start > start && one.end > after && one.end <= to && this.oracle.knows(one) === true;
    });
  }

  /** Which end between a known one and one that does not stand there is asked for next. */
  #nextTry(start: number, reach: number, absent: number, fitEnd: number): number {
    const ahead = this.#windows.filter((one) => one.end > reach && one.end < absent && this.oracle.knows(one) === true);
    const isBounded = absent <= fitEnd;
    if (ahead.length > 0) return ahead[isBounded ? ahead.length >> 1 : ahead.length - 1]!.end;
    if (isBounded) return (reach + absent) >> 1;
    return Math.min(fitEnd, reach + Math.max(this.#stride, reach - start));
  }

  /** Whether a window lies in a query of full length and another one behind it does too: only the last goes on. */
  #isChained(window: number): boolean {
    const { start, end } = this.#windows[window]!;
    const next = this.#windows[window + 1];
    return this.#ends.some((reach, other) => {
      if (reach === undefined || reach === 0 || other >= window || !this.#isFull(other)) return false;
      return this.#windows[other]!.start < start && end <= reach && next !== undefined && next.end <= reach;
    });
  }

  /** Whether a query that starts at the window could not be longer, though the text goes on. */
  #isFull(window: number): boolean {
    const fitEnd = this.#options.fitEnd(this.#windows[window]!.start);
    return this.#ends[window] === fitEnd && fitEnd < this.#options.units;
  }

  /** The maximal runs whose first window this is. */
  *#startsOf(window: number): PlanTask["steps"] {
    const { start, end } = this.#windows[window]!;
    const ownEnd = this.#ends[window] ?? 0;
    const before = this.#before(window);
    if (ownEnd <= before.end) return;
    const isFull = this.#isFull(window);
    if (before.isFull && start <= before.end - PROBE_UNITS) {
      this.#continued.set(before.end, { end: ownEnd, goesOn: isFull });
      return;
    }
    const least = this.#leastOwnStart(window);
    let run = { end: ownEnd, isJoined: false, goesOn: isFull };
    for (let from = start, to = ownEnd; ; ) {
      from = yield* this.#leastStart(from, to, least);
      if (from > least && !this.#fits({ start: from - 1, end: to })) {
        // A start before this one fits only with an earlier end.
        const whole = from;
        to = Math.min(to, Math.max(end, this.#options.fitEnd(least)));
        from = yield* this.#leastStart(from, to, least);
        run.isJoined = from < whole;
      }
      this.#runs.push({ start: from, ...run });
      if (from === least) return;
      // A run that begins earlier and ends earlier, but behind the ends of all earlier windows.
      const shorter = { start: from - 1, end: Math.max(end, before.end + 1) };
      if (shorter.end >= to || !this.#fits(shorter)) return;
      yield shorter;
      if (this.oracle.knows(shorter) !== true) return;
      to = yield* this.#greatestEnd(from - 1, shorter.end, to);
      run = { end: to, isJoined: false, goesOn: false };
      from--;
    }
  }

  /** The least start that is not found from an earlier window. */
  #leastOwnStart(window: number): number {
    let earlier = window - 1;
    while (this.#passedOver.has(earlier)) earlier--;
    return earlier < 0 ? 0 : this.#windows[earlier]!.start + 1;
  }

  /** The greatest end of earlier windows. */
  #before(window: number): { end: number; isFull: boolean } {
    let found = { end: 0, isFull: false };
    for (let other = 0; other < window; other++) {
      const end = this.#ends[other] ?? 0;
      if (end > found.end) found = { end, isFull: this.#isFull(other) };
    }
    return found;
  }

  /** The least start from which the text up to `end` stands in the index, given that it does from `start`. */
  *#leastStart(start: number, end: number, least: number): Generator<UnitRange, number, void> {
    let [stands, absent] = [start, least - 1];
    while (stands - absent > 1) {
      const middle = (stands + absent) >> 1;
      const range = { start: middle, end };
      if (!this.#fits(range)) {
        absent = middle;
        continue;
      }
      yield range;
      if (this.oracle.knows(range) === true) stands = middle;
      else absent = middle;
    }
    return stands;
  }

  /** The greatest end before `absent` to which the text from `start` stands there, given that it does to `end`. */
  *#greatestEnd(start: number, end: number, absent: number): Generator<UnitRange, number, void> {
    let [stands, beyond] = [end, absent];
    while (beyond - stands > 1) {
      const range = { start, end: (stands + beyond) >> 1 };
      yield range;
      if (this.oracle.knows(range) === true) stands = range.end;
      else beyond = range.end;
    }
    return stands;
  }

  #fits({ start, end }: UnitRange): boolean {
    return end <= this.#options.fitEnd(start);
  }
}

function windowsOf(units: number, stride: number): UnitRange[] {
  const windows: UnitRange[] = [];
  for (let start = 0; start + PROBE_UNITS <= units; start += stride) windows.push({ start, end: start + PROBE_UNITS });
  return windows;
}

/** 0 to `count` - 1 so that each beginning of the list lies evenly in all of it: places by reversed bits. */
export function spread(count: number): number[] {
  const bits = Math.max(0, 32 - Math.clz32(Math.max(0, count - 1)));
  const places: number[] = [];
  for (let at = 0; at < 2 ** bits; at++) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) reversed = 2 * reversed + ((at >>> bit) & 1);
    if (reversed < count) places.push(reversed);
  }
  return places;
}
