/** Texts that were written for the scenarios: `test/support/scenarios/texts/NAME.txt`, each with sections under `=== TITLE`. */
import { readFileSync } from "node:fs";

const files = new Map<string, ReadonlyMap<string, string>>();

function sectionsOf(file: string): ReadonlyMap<string, string> {
  let sections = files.get(file);
  if (sections === undefined) {
    const text = readFileSync(new URL(`../../../test/support/scenarios/texts/${file}.txt`, import.meta.url), "utf8");
    const parts = text.split(/^=== /m).slice(1);
    sections = new Map(
      parts.map((part) => {
        const end = part.indexOf("\n");
        return [part.slice(0, end), part.slice(end + 1).trim()];
      }),
    );
    files.set(file, sections);
  }
  return sections;
}

/** A section with `{{NAME}}` filled in: by the first, second, … of `excerpts`, or by the section of that name. */
export function ownText(file: string, title: string, excerpts: readonly string[] = []): string {
  const sections = sectionsOf(file);
  const filled = sections.get(title)?.replace(/\{\{([\w-]+)\}\}/g, (_, name: string) => {
    const excerpt = excerpts[Number(name) - 1] ?? sections.get(name);
    if (excerpt === undefined) throw new Error(`${file}.txt: nothing fills in ${name} of ${title}.`);
    return excerpt;
  });
  if (filled === undefined) throw new Error(`${file}.txt has no section ${title}.`);
  return filled;
}

/** Titles of a file whose sections begin so, in their order. */
export const ownTitles = (file: string, beginning: string): string[] =>
  [...sectionsOf(file).keys()].filter((title) => title.startsWith(beginning));
