/** Disguised characters of a content as a result states them: how many of each kind, and where the first stand. */
import { sum } from "../base/numbers.ts";
import type { DisguisedCharacters } from "../contract/analyze.ts";
import type { Span } from "../contract/common.ts";
import type { Disguise } from "../text/disguise.ts";

/** Words and runs of a kind that a result points to. */
const SPANS_MAX = 10;

/** @param toOriginal from a span of the text that was read to one of the content as it was sent */
export function disguisedCharacters(found: readonly Disguise[], toOriginal: (span: Span) => Span): DisguisedCharacters {
  const kinds = [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const all = found.filter((one) => one.kind === kind);
    return {
      kind,
      characters: sum(all, charactersOf),
      spans: all.slice(0, SPANS_MAX).map(({ start, end }) => toOriginal({ start, end })),
    };
  });
  return { total: sum(kinds, charactersOf), kinds };
}

const charactersOf = ({ characters }: { characters: number }): number => characters;
