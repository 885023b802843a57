/** A model whose training is known: counts of letters after two letters, mixed with counts of letters alone. */
import type {
  ModelAnswer,
  ModelConnector,
  ScoredText,
  TokenScore,
} from "../../../src/base/contract/resources/model.ts";

const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz .,"];
const OTHER = ALPHABET.length;
const SIZE = ALPHABET.length + 1;

const idOf = (character: string): number => {
  const id = ALPHABET.indexOf(character);
  return id < 0 ? OTHER : id;
};

export interface TinyOptions {
  scores?: ModelConnector["scores"];
  name?: string;
  /** Texts that are answered before the budget runs out. */
  budget?: number;
  /** Spoils an answer. */
  spoil?: (scored: ScoredText, text: string) => ScoredText;
}

export function tinyModel(trainedOn: readonly string[], options: TinyOptions = {}): ModelConnector {
  const { scores = "rows", name = "tests/tiny", budget = Infinity, spoil = (scored) => scored } = options;
  const counts = new Map<string, Float64Array>();
  const single = new Float64Array(SIZE).fill(1);
  for (const text of trainedOn) {
    for (let i = 0; i < text.length; i++) {
      const context = text.slice(Math.max(0, i - 2), i);
      const row = counts.get(context) ?? new Float64Array(SIZE);
      counts.set(context, row);
      row[idOf(text[i]!)]!++;
      single[idOf(text[i]!)]!++;
    }
  }
  const total = single.reduce((sum, count) => sum + count, 0);
  const rowOf = (text: string, i: number): Float64Array => {
    const row = counts.get(text.slice(Math.max(0, i - 2), i));
    const seen = row?.reduce((sum, count) => sum + count, 0) ?? 0;
    return Float64Array.from(single, (count, id) => Math.log(((row?.[id] ?? 0) + (2 * count) / total) / (seen + 2)));
  };
  let asked = 0;
  const answer = (text: string): ModelAnswer<ScoredText> => {
    if (asked++ >= budget) return { status: "unanswered", reason: "budget", detail: "used up" };
    const rows = Array.from(text, (_, i) => rowOf(text, i)).slice(0, text.length);
    const tokens = rows.map((row, i): TokenScore => {
      const logprob = i === 0 ? null : row[idOf(text[i]!)]!;
      const top = [...row.keys()].sort((a, b) => row[b]! - row[a]!).slice(0, 8);
      const listed = top.map((id) => ({ token: ALPHABET[id] ?? "?", logprob: row[id]! }));
      return { start: i, end: i + 1, logprob, ...(scores === "top" && { top: listed }) };
    });
    const whole = {
      rows: Float64Array.from(rows.flatMap((row) => [...row].map((value) => value + 3))),
      ids: Uint32Array.from(text.slice(0, rows.length), idOf),
    };
    return {
      status: "answered",
      answer: spoil({ tokens, vocabulary_size: SIZE, ...(scores === "rows" && whole) }, text),
    };
  };
  return {
    name,
    scores,
    completes: false,
    retrieval: "absent",
    logprobs: async (texts) => texts.map(answer),
    complete: async (prefixes) => prefixes.map(() => ({ status: "unanswered", reason: "failed", detail: "never" })),
  };
}
