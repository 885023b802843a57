/** How the client in Go spells names and texts. */

/** Words that Go spells in capitals. */
const CAPITALS = ["API", "CI", "HTML", "HTTP", "ID", "ISCC", "JSON", "LR", "OAuth", "URL", "URI", "UTF16", "SHA256"];
const SPELLED: ReadonlyMap<string, string> = new Map(CAPITALS.map((word) => [word.toLowerCase(), word]));
const COLUMNS = 120;

/** `work_id` is `WorkID`, `openApi` is `OpenAPI`. */
export const exported = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => SPELLED.get(word.toLowerCase()) ?? word[0]!.toUpperCase() + word.slice(1))
    .join("")
    .replace(/^(?=\d)/, "N");

/** Lines of a comment. */
export function comment(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && indent.length + 3 + line.length + 1 + word.length > COLUMNS) {
      lines.push(`${indent}// ${line}`);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? [] : [...lines, `${indent}// ${line}`];
}

/** Rows whose first cells have one width, as gofmt sets them. */
export function aligned(rows: readonly (readonly [name: string, rest: string])[], indent: string): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, rest]) => `${indent}${name.padEnd(width)} ${rest}`);
}

export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
