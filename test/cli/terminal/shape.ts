/** The fields of a document, without their values: what a program that reads it relies on. */

/** A line for each field and kind of value, in order; `[]` stands for the items of a list, `*` for names that are values themselves. */
export function shapeOf(document: unknown): string {
  const kinds = new Map<string, Set<string>>();
  const walk = (value: unknown, path: string): void => {
    const kind = value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
    if (path !== "") kinds.set(path, (kinds.get(path) ?? new Set()).add(kind));
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (typeof value === "object" && value !== null)
      for (const [name, part] of Object.entries(value)) walk(part, path === "" ? name : `${path}.${name}`);
  };
  walk(document, "");
  return [...kinds]
    .map(([path, found]) => `${path}: ${[...found].sort().join(" or ")}\n`)
    .sort()
    .join("");
}
