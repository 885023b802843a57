/**
 * How many runs of words works share with works of other authors, exactly and without the engine's code: runs of words get numbers, not
 * hashes, so equal numbers are equal words. Runs of 2, 4 and 8 words are numbered by pairs of halves, longer ones by a run and its next word.
 */
export const RUN_LEAST = 8;
/** Longer runs count as so long. */
export const RUN_MOST = 128;
/** Authors are dealt to so many blocks; each block, each two, four and eight are an index in turn, and last all other authors. */
export const BLOCKS = 16;

export interface ScannedWork {
  id: string;
  /** Number of the author; works of one are never compared. */
  author: number;
  /** Of the author: 0 to `BLOCKS` - 1. */
  block: number;
  /** Whether the work is asked too, or only indexed. */
  asks: boolean;
  words: Int32Array;
}

/** Which blocks are indexed: a mask of them, and `size`, its place among the sizes. The last is all authors but the asked one. */
export interface View {
  size: number;
  blocks: number;
}
export const SIZES = Math.log2(BLOCKS) + 1;
export const VIEWS: readonly View[] = Array.from({ length: SIZES }, (_, size) => {
  const width = 2 ** size;
  return Array.from({ length: BLOCKS / width }, (_, i) => ({ size, blocks: ((1 << width) - 1) << (i * width) }));
}).flat();

/** Where the works' words are, one behind the other, a gap behind each. */
class Line {
  readonly words: Int32Array;
  readonly work: Int32Array;
  readonly starts: number[] = [];

  constructor(works: readonly ScannedWork[]) {
    const length = works.reduce((sum, { words }) => sum + words.length + 1, 0);
    this.words = new Int32Array(length).fill(-1);
    this.work = new Int32Array(length);
    let at = 0;
    works.forEach(({ words }, i) => {
      this.starts.push(at);
      this.words.set(words, at);
      this.work.fill(i, at, at + words.length + 1);
      at += words.length + 1;
    });
  }
}

/** Numbers of pairs of numbers, exact below 2^53. */
class Numbers {
  readonly #keys: Float64Array;
  readonly #numbers: Int32Array;
  count = 0;

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * most + 16));
    this.#keys = new Float64Array(size).fill(-1);
    this.#numbers = new Int32Array(size);
  }

  of(key: number): number {
    const mask = this.#keys.length - 1;
    let at = (Math.imul(key % 4294967296, 0x9e3779b1) ^ Math.imul(key / 4294967296, 0x85ebca6b)) >>> 0;
    at = (at ^ (at >>> 15)) & mask;
    while (this.#keys[at] !== key) {
      if (this.#keys[at] === -1) {
        this.#keys[at] = key;
        this.#numbers[at] = this.count++;
        break;
      }
      at = (at + 1) & mask;
    }
    return this.#numbers[at]!;
  }
}

/** Places of runs of one length that works of several authors have, in order, with the number of the run at each. */
export interface Places {
  lengthWords: number;
  at: Int32Array;
  numbers: Int32Array;
  /** By number: the blocks that have the run, and its author or -1 where there are several. */
  blocks: Int32Array;
  authors: Int32Array;
}

export class Scan {
  readonly works: readonly ScannedWork[];
  readonly #line: Line;

  constructor(works: readonly ScannedWork[]) {
    this.works = works;
    this.#line = new Line(works);
  }

  /** The places of common runs of `RUN_LEAST` words. */
  first(): Places {
    const { words } = this.#line;
    const at = Int32Array.from(words.keys()).filter((i) => words[i] !== -1);
    let places = this.#kept(
      1,
      at,
      at.map((i) => words[i]!),
      1 + words.reduce((a, b) => Math.max(a, b), 0),
    );
    for (let length = 1; length < RUN_LEAST; length *= 2) {
      const known = new Int32Array(words.length).fill(-1);
      places.at.forEach((i, place) => {
        known[i] = places.numbers[place]!;
      });
      places = this.#joined(places, length, (i) => known[i + length]!, places.blocks.length);
    }
    return places;
  }

  /** Those of them that go on for one more word. */
  next(places: Places): Places {
    const { words } = this.#line;
    return this.#joined(places, 1, (i) => words[i + places.lengthWords]!, 2 ** 26);
  }

  #joined(places: Places, more: number, otherOf: (at: number) => number, base: number): Places {
    const numbers = new Numbers(places.at.length);
    const at = new Int32Array(places.at.length);
    const joined = new Int32Array(places.at.length);
    let count = 0;
    for (let place = 0; place < places.at.length; place++) {
      const i = places.at[place]!;
      const other = otherOf(i);
      if (other === -1 || this.#line.work[i] !== this.#line.work[i + places.lengthWords + more - 1]) continue;
      at[count] = i;
      joined[count++] = numbers.of(places.numbers[place]! * base + other);
    }
    return this.#kept(places.lengthWords + more, at.subarray(0, count), joined.subarray(0, count), numbers.count);
  }

  #kept(lengthWords: number, at: Int32Array, numbers: Int32Array, count: number): Places {
    const [blocks, authors] = [new Int32Array(count), new Int32Array(count).fill(-2)];
    for (let place = 0; place < at.length; place++) {
      const { author, block } = this.works[this.#line.work[at[place]!]!]!;
      const number = numbers[place]!;
      blocks[number]! |= 1 << block;
      if (authors[number] === -2) authors[number] = author;
      else if (authors[number] !== author) authors[number] = -1;
    }
    const isKept = (_: number, place: number) => authors[numbers[place]!] === -1;
    return { lengthWords, at: at.filter(isKept), numbers: numbers.filter(isKept), blocks, authors };
  }

  workAt(at: number): number {
    return this.#line.work[at]!;
  }

  startOf(work: number): number {
    return this.#line.starts[work]!;
  }
}

/** Lengths of the longest common run at each place of common runs of `RUN_LEAST` words; a row for each view. */
interface Longest {
  at: Int32Array;
  rows: Uint8Array[];
}

function longest(scan: Scan): Longest {
  let places = scan.first();
  const { at } = places;
  const rows = VIEWS.map(() => new Uint8Array(at.length));
  for (; places.at.length > 0 && places.lengthWords <= RUN_MOST; places = scan.next(places)) {
    for (let place = 0, row = 0; place < places.at.length; place++) {
      while (at[row] !== places.at[place]) row++;
      const own = 1 << scan.works[scan.workAt(at[row]!)]!.block;
      const blocks = places.blocks[places.numbers[place]!]!;
      VIEWS.forEach((view, v) => {
        const isHere = view.size === SIZES - 1 || ((view.blocks & own) === 0 && (blocks & view.blocks) !== 0);
        if (isHere) rows[v]![row] = places.lengthWords;
      });
    }
  }
  return { at, rows };
}

/** A run of an asked work that an indexed work of another author has, and that no longer one begins before. */
export interface SharedRun {
  view: number;
  work: number;
  /** In the work. */
  at: number;
  /** At most `RUN_MOST`. */
  lengthWords: number;
}

export function* sharedRuns(works: readonly ScannedWork[]): Generator<SharedRun> {
  const scan = new Scan(works);
  const { at, rows } = longest(scan);
  for (const [view, row] of rows.entries()) {
    for (let i = 0; i < at.length; i++) {
      const lengthWords = row[i]!;
      const work = scan.workAt(at[i]!);
      if (lengthWords < RUN_LEAST || !works[work]!.asks) continue;
      const before = i > 0 && at[i - 1] === at[i]! - 1 ? row[i - 1]! : 0;
      // A run that is longer than can be told goes on at the next place.
      if (lengthWords < before || (lengthWords === RUN_MOST && before === RUN_MOST)) continue;
      yield { view, work, at: at[i]! - scan.startOf(work), lengthWords };
    }
  }
}
