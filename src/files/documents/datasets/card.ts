/**
 * The front matter of a dataset's card: which files are of which split. It is written by programs, so that lists and
 * fields, one a line, are all of YAML that is read.
 */

export interface SplitPatterns {
  splitOf(name: string): string | undefined;
}

/** Fields of the front matter that only cards of datasets have. */
const OF_DATASETS =
  /^(?:configs|dataset_info|task_categories|task_ids|size_categories|pretty_name|annotations_creators):/m;

/** The front matter of a card of a dataset; `undefined` where the text is none. */
export function frontMatter(text: string): string | undefined {
  const matter = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---\s*(?:\r?\n|$)/.exec(text)?.[1];
  return matter !== undefined && OF_DATASETS.test(matter) ? matter : undefined;
}

/** Which split each file is of, by `configs`, `data_files`. The first pattern that fits a file counts. */
export function splitPatterns(matter: string): SplitPatterns {
  const patterns: { split: string; glob: string }[] = [];
  let split: string | undefined;
  for (const line of configLines(matter)) {
    const [, key, value = ""] = /^[\s-]*(split|path)\s*:\s*(.*)$/.exec(line) ?? [];
    if (key === "split") split = unquoted(value);
    const item = key === undefined ? /^\s*-\s+([^:]+)$/.exec(line)?.[1] : key === "path" ? value : undefined;
    if (split !== undefined && item) for (const one of listed(item)) patterns.push({ split, glob: one });
  }
  return { splitOf: (name) => patterns.find(({ glob }) => fits(glob, name))?.split };
}

/** The lines of `configs`: those that are indented below it, or items of its list. */
function configLines(matter: string): string[] {
  const lines = matter.split(/\r?\n/);
  const start = lines.findIndex((line) => /^configs:\s*$/.test(line));
  if (start === -1) return [];
  const end = lines.findIndex((line, i) => i > start && /^[^\s#-]/.test(line));
  return lines.slice(start + 1, end === -1 ? lines.length : end);
}

/** One value, or those of a list in brackets. */
function listed(value: string): string[] {
  const inner = /^\[(.*)\]$/.exec(value.trim())?.[1];
  return inner === undefined ? [unquoted(value)] : inner.split(",").map(unquoted);
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** Whether a pattern fits a name, in time of their product: `*` and `?` are within a name, `**` is across folders. */
export function fits(glob: string, name: string): boolean {
  const tokens = glob.replace(/^\.?\//, "").match(/\*\*\/?|./gsu) ?? [];
  /** Places in the pattern that the characters so far can lead to. */
  let places = new Set([0]);
  const skipStars = (): void => {
    for (const at of places) if (tokens[at]?.startsWith("*")) places.add(at + 1);
  };
  skipStars();
  for (const character of name) {
    const next = new Set<number>();
    for (const at of places) {
      const token = tokens[at];
      const isWild = token?.startsWith("**") || ((token === "*" || token === "?") && character !== "/");
      if (isWild && token !== "?") next.add(at);
      if (token === character || (isWild && token === "?")) next.add(at + 1);
    }
    places = next;
    skipStars();
  }
  return places.has(tokens.length);
}
