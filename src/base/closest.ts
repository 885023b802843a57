/** "Did you mean …": which of some names is nearest to one that is none of them. */

/** Names that people give to what has another name here. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  text: "content",
  body: "content",
  texts: "contents",
  kind: "type",
  lang: "language",
  cores: "jobs",
  threads: "jobs",
  out: "output",
  outfile: "output",
  output: "html",
  corpora: "corpus",
};
/** Least share of letters that two names have in common. */
const LIKENESS_MIN = 0.55;

/** @returns `undefined` where no name is near */
export function closest(name: string, names: readonly string[]): string | undefined {
  const given = plain(name);
  const other = names.find((one) => plain(one) === OTHER_WORDS[given]);
  if (other !== undefined) return other;
  const rated = names.map((one) => ({ one, likeness: likeness(given, plain(one)) }));
  const best = rated.sort((x, y) => y.likeness - x.likeness)[0];
  return best !== undefined && best.likeness >= LIKENESS_MIN ? best.one : undefined;
}

/** An addition to a sentence, ` (did you mean x?)`; nothing where no name is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const near = closest(name, names);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

function likeness(one: string, other: string): number {
  const longest = Math.max(one.length, other.length, 1);
  return 1 - distance(one, other) / longest;
}

/** Least number of letters to insert, remove, replace or swap with the next. */
function distance(one: string, other: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      next[j] = Math.min(row![j]! + 1, next[j - 1]! + 1, row![j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) next[j] = Math.min(next[j]!, before![j - 2]! + 1);
    }
    [before, row] = [row!, next];
  }
  return row![other.length]!;
}
