/** Where do near windows of a document follow each other as those of the text do? Each votes for such a stretch. */
import type { WordRange } from "../../../core/text/text.ts";
import { lengthOf } from "../../../core/vectors/segments.ts";
import type { NearWindow } from "./windows.ts";

/** A stretch of a text that a segment has. */
interface PlacedStretch {
  segment: number;
  /** Number of the text in its segment. */
  text: number;
  content: WordRange;
  source: WordRange;
  votes: number;
}

/** A vote for a text: a window of the content, and a near window of it. */
interface Vote {
  question: number;
  start: number;
  end: number;
  gain: number;
}

/** The best stretch of each text that has so many votes a word of the content, most votes first. */
export function stretchesOf(
  asked: readonly WordRange[],
  live: readonly (readonly NearWindow[])[],
  votesAWord: number,
): PlacedStretch[] {
  const texts = new Map<string, { segment: number; text: number; votes: Vote[] }>();
  for (const [question, found] of live.entries()) {
    const base = found.at(-1)?.product ?? 0;
    for (const { segment, text, start, words, product: value } of found) {
      const key = `${segment} ${text}`;
      const own = texts.get(key) ?? { segment, text, votes: [] };
      texts.set(key, own);
      own.votes.push({ question, start, end: start + words, gain: value - base });
    }
  }
  return [...texts.values()]
    .map(({ votes, ...place }) => ({ ...place, ...bestStretch(asked, votes) }))
    .filter(({ votes, content }) => votes >= votesAWord * lengthOf(content))
    .sort((a, b) => b.votes - a.votes || a.segment - b.segment || a.text - b.text);
}

/** Words by which a text that says the same may be longer or shorter than the one that it is compared with. */
const SLACK_SHARE = 0.35;
const SLACK_WORDS = 60;

/** Around each vote: the votes of other windows near to where the text would then stand. */
function bestStretch(asked: readonly WordRange[], votes: readonly Vote[]): Omit<PlacedStretch, "segment" | "text"> {
  let best: Omit<PlacedStretch, "segment" | "text"> | null = null;
  for (const seed of votes.toSorted((a, b) => b.gain - a.gain).slice(0, VOTES_TRIED_MAX)) {
    const near = new Map<number, Vote>();
    for (const vote of votes) {
      const along = asked[vote.question]!.start - asked[seed.question]!.start;
      const off = Math.abs(vote.start - seed.start - along);
      if (off > SLACK_WORDS + SLACK_SHARE * Math.abs(along)) continue;
      if (vote.gain > (near.get(vote.question)?.gain ?? -1)) near.set(vote.question, vote);
    }
    const chosen = [...near.values()];
    const total = chosen.reduce((sum, { gain }) => sum + gain, 0);
    if (best !== null && total <= best.votes) continue;
    best = {
      content: covering(chosen.map(({ question }) => asked[question]!)),
      source: covering(chosen),
      votes: total,
    };
  }
  return best!;
}

const VOTES_TRIED_MAX = 8;

const covering = (ranges: readonly WordRange[]): WordRange => ({
  start: Math.min(...ranges.map(({ start }) => start)),
  end: Math.max(...ranges.map(({ end }) => end)),
});
