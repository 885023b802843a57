/** Clean contents with a telling run by chance: works cut into contents, each asked of all works of other authors. */
import { tellingRunWords } from "../../../src/engine/evidence/verdict/telling.ts";
import { type Proportion, proportion } from "../figures.ts";
import type { ListedRun, TellingRow } from "./measure.ts";

export const CONTENT_WORDS = [60, 300, 1_000, 4_000] as const;

export interface ContentsRow {
  kind: string;
  content_words: number;
  searched_words: number;
  /** Infinity, as `null` in a record, where no length tells. */
  telling_words: number | null;
  by_chance: Proportion;
  with_quotations: Proportion;
}

export function contentsOf({ kind, language, sizes, listed }: TellingRow): ContentsRow[] {
  const { indexed_words: searchedWords, asked_words } = sizes.at(-1)!;
  return CONTENT_WORDS.map((contentWords) => {
    const words = tellingRunWords({ contentWords, searchedWords, language });
    const isTelling = ({ at, length_words }: ListedRun) =>
      Math.min(length_words, contentWords - (at % contentWords)) >= words;
    const share = (runs: readonly ListedRun[]) =>
      proportion(
        new Set(runs.filter(isTelling).map(({ work, at }) => `${work} ${Math.floor(at / contentWords)}`)).size,
        Math.floor(asked_words / contentWords),
      );
    return {
      ...{ kind, content_words: contentWords, searched_words: searchedWords },
      ...{ telling_words: Number.isFinite(words) ? words : null },
      ...{ by_chance: share(listed.filter(({ quoted }) => !quoted)), with_quotations: share(listed) },
    };
  });
}
