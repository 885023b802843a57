/**
 * Disguised characters of a content as a result states them: the count of each kind, and the spans of the first ones.
 */

import type { Span } from "../../../base/contract/common.ts";
import type { DisguisedCharacters } from "../../../base/contract/operations/analyze.ts";
import { sum } from "../../../base/lists/numbers.ts";
import type { Disguise } from "../../../core/text/disguise.ts";

/** Maximum of spans that a result lists for each kind. */
const SPANS_MAX = 10;

/** @param toOriginal maps a span of the analysed text to a span of the content as it was sent */
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
