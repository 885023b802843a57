/** The table of measured rates of runs by chance: its form, and the shipped one. */
import shipped from "./tellingShipped.json" with { type: "json" };

/** The rates of one language, measured in one genre of it. */
export interface TellingGroup {
  /** ISO 639-1. */
  language: string;
  /** Of the works that were asked and indexed. */
  genre: string;
  /** Lengths of runs in words, ascending. */
  lengths: readonly number[];
  /** By words that were indexed, ascending. */
  sizes: readonly TellingSize[];
  /** How the rates fall beyond the last length; `null` where by less than a bit a word, which is no ground to go on. */
  tail: { bits: number; bits_lower: number } | null;
}

/** Runs of at least as many words as each length, in a million words that were asked. */
interface TellingSize {
  indexed_words: number;
  expected: readonly number[];
  /** Upper bounds; with the lower bound of the tail they hold with a probability of 95 %. */
  upper: readonly number[];
}

export interface TellingTable {
  name: string;
  date: string;
  groups: readonly TellingGroup[];
  /** Genres in which no length tells: bits a word between runs of 8 and 16 words. */
  without_threshold: readonly { genre: string; bits: number }[];
}

/** Written by bench/quality/telling/fit.ts; not by hand. */
export const SHIPPED_TELLING: TellingTable = shipped;
