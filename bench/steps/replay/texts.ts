/** Texts of many kinds for a replay, the same in each run, and the corpus that they are asked of: half of the development data. */

import type { Random } from "../../harness/random.ts";
import { type SharedDocument, sharedCorpus } from "../../harness/shared.ts";
import { randomlyEdited } from "../../quality/search/edits.ts";

/** Text in words with what stands behind each; half of the documents are in the corpus, the others are unknown to it. */
interface Source {
  known: SharedDocument[];
  knownWords: string[][];
  unknownWords: string[][];
}

const CHARACTERS_MAX = 4e6;

function sourceOf(name: string): Source {
  let characters = 0;
  const documents = sharedCorpus(name).filter(({ text }) => {
    characters += text.length;
    return characters < CHARACTERS_MAX;
  });
  const known = documents.filter((_, i) => i % 2 === 0);
  const wordsIn = (some: readonly SharedDocument[]) => some.map(({ text }) => text.match(/\S+\s*/g) ?? []);
  return { known, knownWords: wordsIn(known), unknownWords: wordsIn(documents.filter((one) => !known.includes(one))) };
}

function excerpt(random: Random, from: readonly string[][], words: number): string {
  const document = random.pick(from);
  const start = random.below(Math.max(1, document.length - words + 1));
  return document.slice(start, start + words).join("");
}

/** Excerpts until there are so many words: of sources with short documents some behind each other. */
function excerpts(random: Random, from: readonly string[][], words: number, most = words): string {
  let text = "";
  for (let left = words; left > 0; ) {
    const piece = excerpt(random, from, Math.min(left, most));
    text += `${piece}\n\n`;
    left -= Math.max(1, piece.split(/\s+/).length - 1);
  }
  return text;
}

export interface ReplayTexts {
  documents: SharedDocument[];
  /** The kinds of texts, each drawn by chance with about so many words. */
  kinds: Record<string, (random: Random, words: number) => string>;
}

export function replayTexts(): ReplayTexts {
  const sources = {
    ...{ novels: sourceOf("eltec-eng"), law: sourceOf("dc-law/code-sections"), gesetze: sourceOf("de-gesetze") },
    ...{ russian: sourceOf("ruslit"), poems: sourceOf("chinese-poetry"), bible: sourceOf("bible-en") },
  };
  const { novels, law, gesetze, russian, poems, bible } = sources;
  const repeated = (random: Random, words: number, period: number) => {
    const phrase = excerpt(random, novels.knownWords, period).trim();
    return `${phrase} `.repeat(Math.ceil(words / period));
  };
  const editedBy = (rate: number) => (random: Random, words: number) => {
    const text = excerpts(random, novels.knownWords, words);
    return randomlyEdited(text, rate, random, excerpt(random, novels.unknownWords, 200).split(/\s+/).filter(Boolean));
  };
  return {
    documents: Object.entries(sources).flatMap(([name, { known }]) =>
      known.map((document) => ({ ...document, id: `${name} ${document.id}` })),
    ),
    kinds: {
      copied: (random, words) => excerpts(random, novels.knownWords, words),
      "edited 5 %": editedBy(0.05),
      "edited 15 %": editedBy(0.15),
      "edited 30 %": editedBy(0.3),
      unknown: (random, words) => excerpts(random, novels.unknownWords, words),
      law: (random, words) => excerpts(random, law.knownWords, words),
      "unknown law": (random, words) => excerpts(random, law.unknownWords, words),
      Gesetze: (random, words) => excerpts(random, gesetze.knownWords, words),
      Russian: (random, words) => excerpts(random, russian.knownWords, words),
      Chinese: (random, words) => excerpts(random, poems.knownWords, Math.ceil(words / 8)),
      "Chinese without a blank": (random, words) =>
        excerpts(random, poems.knownWords, Math.ceil(words / 8)).replace(/\s/g, ""),
      Bible: (random, words) => excerpts(random, bible.unknownWords, words),
      "pieces in another order": (random, words) =>
        random.shuffled(excerpts(random, novels.knownWords, words, 60).split("\n\n")).join("\n\n"),
      "one line": (random, words) => excerpts(random, novels.knownWords, words).replace(/\s+/g, " "),
      "a phrase, repeated": (random, words) => repeated(random, words, 3 + random.below(40)),
      "one word, repeated": (random, words) => repeated(random, words, 1),
      "two words in turn": (random, words) => repeated(random, words, 2),
      "letters alone": (random, words) => excerpt(random, novels.knownWords, words / 4).replace(/\w/g, "$& "),
      "numbered lines": (random, words) =>
        Array.from({ length: Math.ceil(words / 9) }, (_, i) => `(${i + 1}) ${excerpt(random, law.knownWords, 8)}`).join(
          "\n",
        ),
    },
  };
}
