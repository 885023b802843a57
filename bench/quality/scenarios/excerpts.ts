/** Excerpts of texts, drawn by a seed and begun where a sentence begins. */
import { Random } from "../../harness/random.ts";
import { wordsOf } from "../words.ts";

/** The first so many words, with their punctuation. */
export function firstWords(text: string, count: number): string {
  const { ends } = wordsOf(text);
  return text.slice(0, ends[count - 1] ?? text.length);
}

/** So many words of a text from the beginning of a sentence on; `seed` says what they are for. */
export function excerpt(seed: string, text: string, count: number): string {
  const random = new Random(`scenario ${seed}`);
  const { starts, ends } = wordsOf(text);
  const last = starts.length - count;
  if (last < 0) throw new Error(`${seed}: the text has ${starts.length} words, fewer than ${count}.`);
  let at = random.below(last + 1);
  while (at > 0 && !/[.!?…»”"’']\s+\P{L}*$/u.test(text.slice(Math.max(0, starts[at]! - 8), starts[at]!))) at--;
  return text.slice(starts[at]!, ends[at + count - 1]!);
}

const SPEECH = /^["“‘'«—–-]/;

/** So many words of consecutive paragraphs that all begin as speech does. */
export function conversation(seed: string, text: string, count: number): string {
  const paragraphs = text.split(/\n\s*\n/);
  const begins = new Random(`scenario ${seed}`).shuffled([...paragraphs.keys()]);
  for (const begin of begins) {
    let end = begin;
    while (end < paragraphs.length && SPEECH.test(paragraphs[end]!)) end++;
    const spoken = paragraphs.slice(begin, end).join("\n\n");
    if (end - begin >= 5 && wordsOf(spoken).words.length >= count) return firstWords(spoken, count);
  }
  throw new Error(`${seed}: there is no conversation of ${count} words.`);
}

/** The sentences in another order. */
export function shuffledSentences(seed: string, text: string): string {
  const sentences = text.split(/(?<=[.!?]["”’]?)\s+/);
  return new Random(`scenario ${seed}`).shuffled(sentences).join(" ");
}

/** Subtitles of a text: seven words each, with a number and the times. */
export function subtitles(text: string): string {
  const words = text.split(/\s+/);
  const blocks: string[] = [];
  for (let at = 0; at < words.length; at += 7) {
    const number = blocks.length + 1;
    const line = words.slice(at, at + 7).join(" ");
    blocks.push(`${number}\n${clock(3 * number)} --> ${clock(3 * number + 2)}\n${line}`);
  }
  return blocks.join("\n\n");
}

const clock = (seconds: number): string =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")},000`;
