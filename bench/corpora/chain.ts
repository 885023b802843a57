/**
 * A Markov chain over real text that forgets as much as the text itself does.
 *
 * Every word of the real text has a rank: its place when all are sorted by their last words, read backwards. Places that share their
 * last one, two, three … words are then stretches of ranks, one within the other:
 *
 *   rank   … history                             order 1 [0, 5)   order 2 [1, 4)   order 3 [2, 4)
 *     0    … and    the  old  fox   │ 1
 *     1    … of     an   old  fox   │ 1 2
 *     2    … saw    the  sly  fox   │ 1 …
 *
 * A step goes to a place drawn from the stretch of some order and takes the word behind it. The order is the highest that the chain
 * remembers, and one less with the probability of Witten and Bell (1991), kinds / (seen + kinds): a history that was followed by
 * something new each time tells little of what follows. One fixed factor on `kinds` for each genre is what calibration sets.
 */
export interface Tokens {
  /** The word as it is printed, and as it is compared, of each place. */
  printed: Uint32Array;
  folded: Uint32Array;
  printedForms: string[];
  foldedForms: string[];
  /** Documents each folded form stands in, 255 at most. */
  documents: Uint8Array;
}

export const ORDERS = 3;
/** Numbers of a rank, half a line of the cache: see `Chain`. */
export const ROW = 2 * ORDERS + 2;
/** Odds of forgetting are in 256ths, a byte for each order. */
const ODDS = 256;

export interface Chain {
  tokens: Tokens;
  /** For each rank the odds of forgetting and, from the third number on, first rank and number of ranks of the stretch of each order. */
  rows: Uint32Array;
  /** For each rank, rank and printed word of the place behind. */
  behind: Uint32Array;
}

/** Words between white space, with their punctuation: what is generated is printed as it was. */
export function tokensOf(texts: Iterable<string>): Tokens {
  const printedIds = new Map<string, number>();
  const foldedIds = new Map<string, number>();
  const [printedForms, foldedForms, foldedOfPrinted]: [string[], string[], number[]] = [[], [], []];
  const places: number[] = [];
  const [lastDocument, documents]: [number[], number[]] = [[], []];
  let document = 0;
  for (const text of texts) {
    document++;
    for (const printed of text.split(/\s+/)) {
      if (printed === "") continue;
      let id = printedIds.get(printed);
      if (id === undefined) {
        id = printedForms.push(printed) - 1;
        printedIds.set(printed, id);
        const form = printed.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
        const folded = foldedIds.get(form) ?? foldedForms.push(form) - 1;
        foldedIds.set(form, folded);
        foldedOfPrinted.push(folded);
      }
      const folded = foldedOfPrinted[id]!;
      if (lastDocument[folded] !== document) documents[folded] = Math.min(255, (documents[folded] ?? 0) + 1);
      lastDocument[folded] = document;
      places.push(id);
    }
  }
  const printed = Uint32Array.from(places);
  const folded = printed.map((id) => foldedOfPrinted[id]!);
  return { printed, folded, printedForms, foldedForms, documents: Uint8Array.from(documents) };
}

/** @param boldness factor on the probability of forgetting */
export function chainOf(tokens: Tokens, boldness: number): Chain {
  const { printed, folded, foldedForms } = tokens;
  const count = printed.length;
  const places = sortByHistory(folded, foldedForms.length);
  const rankOf = new Uint32Array(count);
  for (let rank = 0; rank < count; rank++) rankOf[places[rank]!] = rank;
  const rows = new Uint32Array(ROW * count);
  const behind = new Uint32Array(2 * count);
  for (let rank = 0; rank < count; rank++) {
    const next = places[rank]! + 1 < count ? places[rank]! + 1 : 0;
    behind[2 * rank] = rankOf[next]!;
    behind[2 * rank + 1] = printed[next]!;
  }
  const seen = new Uint32Array(foldedForms.length);
  let stamp = 0;
  for (let order = 1; order <= ORDERS; order++) {
    for (let first = 0; first < count; ) {
      let end = first + 1;
      while (end < count && sharesHistory(folded, places[end]!, places[first]!, order)) end++;
      stamp++;
      let kinds = 0;
      for (let rank = first; rank < end; rank++) {
        const next = folded[places[rank]! + 1] ?? 0;
        if (seen[next] !== stamp) kinds++;
        seen[next] = stamp;
      }
      const odds = Math.min(ODDS - 1, Math.round((ODDS * boldness * kinds) / (end - first + boldness * kinds)));
      for (let rank = first; rank < end; rank++) {
        const row = ROW * rank;
        rows[row]! |= odds << (8 * (order - 1));
        rows[row + 2 * order] = first;
        rows[row + 2 * order + 1] = end - first;
      }
      first = end;
    }
  }
  return { tokens, rows, behind };
}

/** Radix sort, a word a pass: the oldest first, so that the last word counts most. */
function sortByHistory(folded: Uint32Array, forms: number): Uint32Array {
  const count = folded.length;
  let places = Uint32Array.from(folded, (_, i) => i);
  for (let back = ORDERS - 1; back >= 0; back--) {
    const at = (place: number) => (place >= back ? folded[place - back]! : 0);
    const starts = new Uint32Array(forms + 1);
    for (let place = 0; place < count; place++) starts[at(place) + 1]!++;
    for (let form = 0; form < forms; form++) starts[form + 1]! += starts[form]!;
    const sorted = new Uint32Array(count);
    for (let i = 0; i < count; i++) sorted[starts[at(places[i]!)]!++] = places[i]!;
    places = sorted;
  }
  return places;
}

function sharesHistory(folded: Uint32Array, x: number, y: number, order: number): boolean {
  for (let back = 0; back < order; back++) if (folded[x - back] !== folded[y - back]) return false;
  return true;
}
