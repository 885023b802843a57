/** Works of a series by their titles: acts of a series, as for the coins of each year, are written after each other. */

/** Least share of different words that the titles of two works of a series have in common. */
const ALIKE_SHARE = 0.4;
const TITLE_WORD = /\p{L}{3,}/gu;

/** Those of the works whose title is not like any of the others'. */
export function withoutSeries<Titled extends { title: string }>(
  works: readonly Titled[],
  others: readonly { title: string }[],
): Titled[] {
  const titles = others.map(({ title }) => wordsIn(title));
  return works.filter(({ title }) => {
    const own = wordsIn(title);
    return !titles.some((other) => areAlike(own, other));
  });
}

const wordsIn = (title: string) => new Set(title.toLowerCase().match(TITLE_WORD) ?? []);

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length;
  return common > 0 && common >= ALIKE_SHARE * (one.size + other.size - common);
}
