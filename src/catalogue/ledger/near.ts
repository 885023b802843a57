/** Finds similar names, as suggestions for an unknown name. An adapter that uses one of them must say so. */
import { NEAR_NAMES_MAX } from "../../base/limits.ts";

/** An id, and one of the ways in which people write it. */
export type Spelling = readonly [id: string, spelling: string];

/** Longer names are cut to this length, so that the cost of a hint is bounded. */
const COMPARED_CHARACTERS_MAX = 64;

/** Up to so many edits, a name counts as a typing error, which ranks before names with words in common. */
const SLIP_EDITS_MAX = 2;

/** Ids with spellings similar to `asked`, nearest first, each once, at most `NEAR_NAMES_MAX`. */
export function nearNames(asked: string, spellings: Iterable<Spelling>): string[] {
  const question = normal(asked);
  const words = wordsOf(question);
  const nearest = new Map<string, Nearness>();
  for (const [id, spelling] of spellings) {
    const candidate = normal(spelling);
    const found = {
      id,
      edits: editDistance(question, candidate),
      shared: wordsOf(candidate).filter((word) => words.includes(word)).length,
    };
    const best = nearest.get(id);
    if (isNear(found, question.length) && (best === undefined || compareNearness(found, best) < 0))
      nearest.set(id, found);
  }
  return [...nearest.values()]
    .sort(compareNearness)
    .slice(0, NEAR_NAMES_MAX)
    .map(({ id }) => id);
}

/** A sentence with the near names, or `otherwise` where there are none. */
export function nearNamesHint(asked: string, spellings: Iterable<Spelling>, otherwise: string): string {
  const names = nearNames(asked, spellings);
  return names.length === 0 ? otherwise : `Near names: ${names.join(", ")}. ${otherwise}`;
}

/** A name without spaces and hyphens. A point stays between digits, since 4.1 is not 41, and a plus: R+ is not R. */
export const bare = (name: string): string =>
  normal(name)
    .replaceAll(/(?<=\d)[^\p{L}\p{N}+]+(?=\d)/gu, ".")
    .replaceAll(/(?<!\d)[^\p{L}\p{N}+]+|[^\p{L}\p{N}+]+(?!\d)/gu, "");

interface Nearness {
  readonly id: string;
  readonly edits: number;
  readonly shared: number;
}

function isNear({ edits, shared }: Nearness, askedCharacters: number): boolean {
  return shared > 0 || edits <= Math.max(1, Math.floor(askedCharacters / 3));
}

/** Order: typing errors first, then more words in common, then fewer edits, then by id. */
function compareNearness(left: Nearness, right: Nearness): number {
  const slip = (one: Nearness) => (one.edits <= SLIP_EDITS_MAX ? one.edits : SLIP_EDITS_MAX + 1);
  return (
    slip(left) - slip(right) || right.shared - left.shared || left.edits - right.edits || (left.id < right.id ? -1 : 1)
  );
}

const normal = (name: string) => name.slice(0, COMPARED_CHARACTERS_MAX).toLowerCase();

/** Words of two or more characters: half of all names contain a single version digit. */
const wordsOf = (name: string) => [...new Set(name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1))];

/** Levenshtein distance in UTF-16 units: insertions, deletions and replacements. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = row[j - 1]! + Number(left[i - 1] !== right[j - 1]);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
