/**
 * Reference implementation of `assembly/passages/extend.ts`. Does a passage continue beyond the ends of a chain, over
 * words that were changed, inserted or deleted?
 *
 *     b ──▶ w w w w w w w       a cell for each pair of places that a path may reach; its score is that of the best path to it,
 *   a       ╲ ·                 by scoring.ts. A path whose score has fallen by DROP below the best one is abandoned: what is left is
 *   │       · ╲ · ·             a band of some ten cells that follows the best path, over any number of inserted or deleted words.
 *   ▼         · · ╲ ·           The passage ends where the score is best.
 *               · · ╲ ·
 *
 * Source: the gapped X-drop extension of BLAST (Altschul et al., "Gapped BLAST and PSI-BLAST", Nucleic Acids Research
 * 1997), with words for residues and linear costs of gaps.
 */
import type { Anchor, IndexedWords, WordHashes } from "./kernels.ts";
import { sameWord } from "./sameWord.ts";
import { DIFFERS_UNITS, END_GAIN_UNITS, SKIPS_UNITS, UNITS_PER_BIT } from "./scoring.ts";

/** How far a path's score may fall below the best: 13 changed words in a row, or eight inserted ones. */
export const DROP_UNITS = 24 * UNITS_PER_BIT;
/** Widest band, in words of b, and longest stretch that is kept in memory, in words of a. */
const WIDTH_MAX = 48;
const ROWS_MAX = 128;

/** Score of a cell that no path reaches. */
const FELL = -(2 ** 30);
const DIAGONAL = 0;
const SKIP_A = 1;
const SKIP_B = 2;

/** A word of a and a word of b. */
interface WordPair {
  a: number;
  b: number;
}

/**
 * Extends chains of two texts: holds the working memory, the words that passages have taken, and the remaining budget.
 */
export class Extender {
  readonly #a: WordHashes;
  readonly #b: WordHashes;
  readonly #units: Uint8Array;
  /** For each word of a that agrees in a passage its word of b, else -1: a pair of places belongs to one passage. */
  readonly #places: Int32Array;
  readonly #takenB: Uint8Array;
  readonly #taken: Anchor[] = [];
  #cellsLeft: number;
  /** Scores of the current row and of the one before, from column `#bases[row]` on. */
  #scores = new Int32Array(WIDTH_MAX);
  #above = new Int32Array(WIDTH_MAX);
  readonly #bases = new Int32Array(ROWS_MAX + 1);
  readonly #moves = new Uint8Array((ROWS_MAX + 1) * WIDTH_MAX);
  /** Columns of the last row that paths reach: from `#from` to before `#to`. */
  #from = 0;
  #to = 0;
  /** The best score, and the number of words of a and b up to it. */
  #bestScore = 0;
  #bestA = 0;
  #bestB = 0;

  /**
   * @param places working memory until `release`: -1 for each word of a
   * @param cellsMax most cells that may be computed in all
   */
  constructor({ shingled: { text }, wordUnits }: IndexedWords, places: Int32Array, b: WordHashes, cellsMax: number) {
    this.#a = text;
    this.#b = b;
    this.#units = wordUnits;
    this.#places = places;
    this.#takenB = new Uint8Array(b.lengthWords);
    this.#cellsLeft = cellsMax;
  }

  /** Number of cells that may still be computed. At 0, passages may continue beyond the ends that were found. */
  get cellsLeft(): number {
    return this.#cellsLeft;
  }

  /** Assigns words to a passage: no later path uses them. */
  take(agreeing: readonly Anchor[]): void {
    for (const run of agreeing) {
      const { a, b, lengthWords } = run;
      for (let i = 0; i < lengthWords; i++) this.#places[a + i] = b + i;
      this.#takenB.fill(1, b, b + lengthWords);
      this.#taken.push(run);
    }
  }

  /** Gives the working memory back as it was. */
  release(): void {
    for (const { a, lengthWords } of this.#taken) this.#places.fill(-1, a, a + lengthWords);
  }

  /** Whether one of two words agrees in a passage. */
  isTaken(a: number, b: number): boolean {
    return this.#places[a]! >= 0 || this.#takenB[b] === 1;
  }

  /** Whether a word of a agrees in a passage. */
  isTakenA(a: number): boolean {
    return this.#places[a]! >= 0;
  }

  /** Whether an anchor lies in a passage: if its first and its last word do, all words between them do. */
  isWithin({ a, b, lengthWords }: Anchor): boolean {
    const last = lengthWords - 1;
    return this.#places[a] === b && this.#places[a + last] === b + last;
  }

  /**
   * Words that agree beyond an end of a chain, in the order of the search.
   *
   * @param from the first pair of words to compare
   * @param step 1 to search after the chain, -1 to search before it
   */
  extend(from: WordPair, step: 1 | -1): Anchor[] {
    const words: Anchor[] = [];
    let at = from;
    for (;;) {
      const goesOn = this.#fill(at, step);
      for (const word of this.#traced(at, step)) words.push(word);
      if (!goesOn) return words;
      at = { a: at.a + step * this.#bestA, b: at.b + step * this.#bestB };
    }
  }

  /** Fills the cells of a stretch. Returns whether memory ran out, so that more may be found from the best end on. */
  #fill(at: WordPair, step: 1 | -1): boolean {
    const mostA = step > 0 ? this.#a.lengthWords - at.a : at.a + 1;
    const mostB = step > 0 ? this.#b.lengthWords - at.b : at.b + 1;
    const rows = Math.min(mostA, ROWS_MAX);
    this.#bestScore = this.#bestA = this.#bestB = 0;
    this.#from = 0;
    this.#to = Math.min(Math.max(0, mostB), Math.floor(DROP_UNITS / SKIPS_UNITS)) + 1;
    for (let column = 0; column < this.#to; column++) this.#scores[column] = -SKIPS_UNITS * column;
    this.#bases[0] = 0;
    let row = 0;
    while (row < rows && this.#from < this.#to && this.#cellsLeft > 0) this.#fillRow(++row, at, step, mostB);
    return row === ROWS_MAX && row < mostA && this.#bestA > 0;
  }

  #fillRow(row: number, at: WordPair, step: 1 | -1, mostB: number): void {
    const above = this.#scores;
    const scores = this.#above;
    this.#scores = scores;
    this.#above = above;
    const moves = this.#moves;
    const { low, high } = this.#b.words;
    const wordA = at.a + step * (row - 1);
    const lowA = this.#a.words.low[wordA]!;
    const highA = this.#a.words.high[wordA]!;
    const agrees = this.#units[wordA]!;
    const taken = this.#places[wordA]!;
    const from = this.#from;
    const to = this.#to;
    const base = this.#bases[row - 1]!;
    const last = Math.min(mostB, from + WIDTH_MAX - 1);
    const movesAt = row * WIDTH_MAX - from;
    let left = FELL;
    let diagonal = FELL;
    let aliveFrom = -1;
    let aliveTo = from;
    let least = this.#bestScore - DROP_UNITS;
    let column = from;
    for (; column <= last && (column <= to || left > FELL); column++) {
      const up = column < to ? above[column - base]! : FELL;
      let score = up - SKIPS_UNITS;
      let move = SKIP_A;
      if (diagonal > FELL) {
        const wordB = at.b + step * (column - 1);
        diagonal += low[wordB] === lowA && high[wordB] === highA && wordB !== taken ? agrees : -DIFFERS_UNITS;
        if (diagonal >= score) {
          score = diagonal;
          move = DIAGONAL;
        }
      }
      if (left - SKIPS_UNITS > score) {
        score = left - SKIPS_UNITS;
        move = SKIP_B;
      }
      diagonal = up;
      left = score < least ? FELL : score;
      scores[column - from] = left;
      moves[movesAt + column] = move;
      if (left === FELL) continue;
      if (aliveFrom < 0) aliveFrom = column;
      aliveTo = column + 1;
      if (score > this.#bestScore && this.#isEnd(score, move, row, column)) {
        this.#bestScore = score;
        this.#bestA = row;
        this.#bestB = column;
        least = score - DROP_UNITS;
      }
    }
    this.#cellsLeft -= column - from;
    this.#bases[row] = from;
    this.#from = Math.max(aliveFrom, from);
    this.#to = aliveTo;
  }

  /**
   * Whether a better score moves the end: directly after an agreeing word, or where enough is gained after a
   * difference.
   */
  #isEnd(score: number, move: number, row: number, column: number): boolean {
    const goesStraightOn = move === DIAGONAL && this.#bestA === row - 1 && this.#bestB === column - 1;
    return goesStraightOn || score > this.#bestScore + END_GAIN_UNITS;
  }

  #traced(from: WordPair, step: 1 | -1): Anchor[] {
    const words: Anchor[] = [];
    let row = this.#bestA;
    let column = this.#bestB;
    while (row > 0 && column > 0) {
      const move = this.#moves[row * WIDTH_MAX + column - this.#bases[row]!]!;
      const word = { a: from.a + step * (row - 1), b: from.b + step * (column - 1), lengthWords: 1 };
      const isFree = this.#places[word.a] !== word.b;
      if (move === DIAGONAL && isFree && sameWord(this.#a, word.a, this.#b, word.b)) words.push(word);
      if (move !== SKIP_B) row--;
      if (move !== SKIP_A) column--;
    }
    return words.reverse();
  }
}
