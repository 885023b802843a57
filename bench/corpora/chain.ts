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

/** Orders of histories; order 0 is any place at all. */
export const ORDERS = 3;
/** Odds of forgetting are in 256ths. */
const ODDS = 256;
/** Ranks that a stretch of order 2 and 3 may have, so that a rank takes 8 bytes: of longer ones the part around the rank stands for all. */
const RANKS_MAX = [0, 0, 0xffff, 0xff] as const;
/** Numbers of a printed form in `ofLast`. */
export const LAST_ROW = 4;

/** Signed, though nothing is below 0: V8 has faster code for what never leaves 32 bits with a sign. */
export interface Chain {
  tokens: Tokens;
  /**
   * Two numbers a rank. Of order 2 the ranks before it in its stretch and those in all, 16 bits each; of order 3 the same, 8 bits each,
   * and then the odds of forgetting order 3 and order 2.
   */
  rows: Int32Array;
  /** Four numbers a printed form: first rank, number of ranks and odds of forgetting of order 1. */
  ofLast: Int32Array;
  /** Two numbers a rank: rank and printed form of the place behind. */
  behind: Int32Array;
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

export interface Forgetting {
  /** Factor on the probability of forgetting. */
  boldness: number;
  /** A history that was seen less often is always forgotten: going by it would copy the one place where it stands. */
  seenLeast: number;
}

export function chainOf(tokens: Tokens, { boldness, seenLeast }: Forgetting): Chain {
  const { printed, folded, foldedForms } = tokens;
  const count = printed.length;
  const places = sortByHistory(folded, foldedForms.length);
  const rankOf = new Uint32Array(count);
  for (let rank = 0; rank < count; rank++) rankOf[places[rank]!] = rank;
  const rows = new Int32Array(2 * count);
  const ofLast = new Int32Array(LAST_ROW * tokens.printedForms.length);
  const behind = new Int32Array(2 * count);
  for (let rank = 0; rank < count; rank++) {
    const next = places[rank]! + 1 < count ? places[rank]! + 1 : 0;
    behind[2 * rank] = rankOf[next]!;
    behind[2 * rank + 1] = printed[next]!;
  }
  const seen = new Uint32Array(foldedForms.length);
  let stamp = 0;
  for (let order = 1; order <= ORDERS; order++) {
    for (let first = 0, end = 0; first < count; first = end) {
      end = first + 1;
      while (end < count && sharesHistory(folded, places[end]!, places[first]!, order)) end++;
      stamp++;
      let kinds = 0;
      for (let rank = first; rank < end; rank++) {
        const next = folded[places[rank]! + 1] ?? 0;
        if (seen[next] !== stamp) kinds++;
        seen[next] = stamp;
      }
      const share = order > 1 && end - first < seenLeast ? 1 : (boldness * kinds) / (end - first + boldness * kinds);
      const odds = Math.min(ODDS - 1, Math.round(ODDS * share));
      for (let rank = first; rank < end; rank++) {
        if (order === 1) {
          ofLast.set([first, end - first, odds], LAST_ROW * printed[places[rank]!]!);
          continue;
        }
        const most = RANKS_MAX[order]!;
        const partFirst = rank - ((rank - first) % most);
        const [before, all] = [rank - partFirst, Math.min(most, end - partFirst)];
        if (order === 2) {
          rows[2 * rank] = (before << 16) | all;
          rows[2 * rank + 1]! |= odds;
        } else rows[2 * rank + 1]! |= (before << 24) | (all << 16) | (odds << 8);
      }
    }
  }
  return { tokens, rows, ofLast, behind };
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
