/**
 * Beyond the ends of a chain: does the passage go on, over words that were changed, put in or left out?
 *
 *     b ──▶ w w w w w w w       a cell for each pair of places that a path may come to; its score is that of the best path to it,
 *   a       ╲ ·                 by scoring.ts. A path whose score has fallen by DROP below the best one is given up: what is left is
 *   │       · ╲ · ·             a band of some ten cells that follows the best path, over any number of words put in or left out.
 *   ▼         · · ╲ ·           The passage ends where the score is best.
 *               · · ╲ ·
 *
 * Source: the gapped X-drop extension of BLAST (Altschul et al., "Gapped BLAST and PSI-BLAST", Nucleic Acids Research 1997), with words
 * for residues and linear costs of gaps.
 */
import type { Text } from "../text/text.ts";
import { type Anchor, sameWord } from "./anchors.ts";
import { DIFFERS_UNITS, SKIPS_UNITS, type Scoring, UNITS_PER_BIT, wordUnits } from "./scoring.ts";

/** How far a path may fall below the best: 13 changed words in a row, or eight that were put in. */
const DROP_UNITS = 24 * UNITS_PER_BIT;
/** What a path has to gain behind a difference to move the end there: one common word, met by chance, does not. */
const END_GAIN_UNITS = 4 * UNITS_PER_BIT;
/** Widest band, in words of b, and longest stretch that is remembered at once, in words of a. */
const WIDTH_MAX = 64;
const ROWS_MAX = 256;

/** Score of a cell that no path comes to any more. */
const FELL = -(2 ** 30);
const DIAGONAL = 0;
const SKIP_A = 1;
const SKIP_B = 2;

/** Cells of one row that paths come to: columns `from` to `to`, without the latter, and their scores from column `base` on. */
interface Row {
  scores: Int32Array;
  base: number;
  from: number;
  to: number;
}

/** Extends chains of two texts: keeps the room it works in, and counts what it spends. */
export class Extender {
  readonly #a: Text;
  readonly #b: Text;
  readonly #scoring: Scoring;
  #cellsLeft: number;
  #rows: [Row, Row] = [emptyRow(), emptyRow()];
  readonly #moves = new Uint8Array(ROWS_MAX * WIDTH_MAX);
  /** Column at which each row begins. */
  readonly #bases = new Int32Array(ROWS_MAX);
  /** The best end of the stretch: words of a and b up to there. */
  #best = { score: 0, a: 0, b: 0 };

  /** @param cellsMax cells that may be computed in all */
  constructor(a: Text, b: Text, scoring: Scoring, cellsMax: number) {
    this.#a = a;
    this.#b = b;
    this.#scoring = scoring;
    this.#cellsLeft = cellsMax;
  }

  /** Whether all cells were used up, so that passages may go on beyond their ends. */
  get isSpent(): boolean {
    return this.#cellsLeft <= 0;
  }

  /**
   * Words that agree beyond an end of a chain, in the order in which they are met.
   *
   * @param from the first pair of words to look at
   * @param step 1 to go on behind the chain, -1 to go back from it
   */
  extend(from: { a: number; b: number }, step: 1 | -1): Anchor[] {
    const words: Anchor[] = [];
    let at = from;
    let goesOn = true;
    while (goesOn) {
      goesOn = this.#fill(at, step);
      words.push(...this.#traced(at, step));
      at = { a: at.a + step * this.#best.a, b: at.b + step * this.#best.b };
    }
    return words;
  }

  /** Fills the cells of a stretch. Returns whether room was missing, so that more may be found from the best end on. */
  #fill(at: { a: number; b: number }, step: 1 | -1): boolean {
    const [mostA, mostB] = step > 0 ? [this.#a.lengthWords - at.a, this.#b.lengthWords - at.b] : [at.a + 1, at.b + 1];
    const rowsMax = Math.min(mostA, ROWS_MAX);
    this.#best = { score: 0, a: 0, b: 0 };
    const first = this.#rows[0];
    first.base = first.from = 0;
    first.to = Math.min(Math.max(0, mostB), Math.floor(DROP_UNITS / SKIPS_UNITS)) + 1;
    for (let column = 0; column < first.to; column++) first.scores[column] = -SKIPS_UNITS * column;
    let rows = 0;
    while (rows < rowsMax && this.#rows[0].from < this.#rows[0].to && !this.isSpent) {
      this.#fillRow(at, step, rows++, mostB);
      this.#rows = [this.#rows[1], this.#rows[0]];
    }
    return rows === ROWS_MAX && rows < mostA && this.#best.a > 0 && !this.isSpent;
  }

  #fillRow(at: { a: number; b: number }, step: 1 | -1, number: number, mostB: number): void {
    const [before, row] = this.#rows;
    const { scores: above, base, from, to } = before;
    const { scores } = row;
    const wordA = at.a + step * number;
    const last = Math.min(mostB, from + WIDTH_MAX - 1);
    let [left, aliveFrom, aliveTo] = [FELL, -1, from];
    let column = from;
    for (; column <= last && (column <= to || left > FELL); column++) {
      let score = column < to ? above[column - base]! - SKIPS_UNITS : FELL;
      let move = SKIP_A;
      if (column > from && column <= to) {
        const isSame = sameWord(this.#a, wordA, this.#b, at.b + step * (column - 1));
        const change = isSame ? wordUnits(this.#scoring, this.#a.words.low[wordA]!) : -DIFFERS_UNITS;
        const diagonal = above[column - 1 - base]! + change;
        if (diagonal >= score) {
          score = diagonal;
          move = DIAGONAL;
        }
      }
      if (left - SKIPS_UNITS > score) {
        score = left - SKIPS_UNITS;
        move = SKIP_B;
      }
      const best = this.#best;
      if (score > best.score) {
        const goesStraightOn = move === DIAGONAL && best.a === number && best.b === column - 1;
        if (goesStraightOn || score > best.score + END_GAIN_UNITS) this.#best = { score, a: number + 1, b: column };
      }
      if (score < this.#best.score - DROP_UNITS) score = FELL;
      else {
        if (aliveFrom < 0) aliveFrom = column;
        aliveTo = column + 1;
      }
      scores[column - from] = left = score;
      this.#moves[number * WIDTH_MAX + column - from] = move;
    }
    this.#cellsLeft -= column - from;
    this.#bases[number] = row.base = from;
    row.from = Math.max(aliveFrom, from);
    row.to = aliveTo;
  }

  #traced(from: { a: number; b: number }, step: 1 | -1): Anchor[] {
    const words: Anchor[] = [];
    let { a, b } = this.#best;
    while (a > 0 && b > 0) {
      const move = this.#moves[(a - 1) * WIDTH_MAX + b - this.#bases[a - 1]!]!;
      const word = { a: from.a + step * (a - 1), b: from.b + step * (b - 1), lengthWords: 1 };
      if (move === DIAGONAL && sameWord(this.#a, word.a, this.#b, word.b)) words.push(word);
      if (move !== SKIP_B) a--;
      if (move !== SKIP_A) b--;
    }
    return words.reverse();
  }
}

function emptyRow(): Row {
  return { scores: new Int32Array(WIDTH_MAX), base: 0, from: 0, to: 0 };
}
