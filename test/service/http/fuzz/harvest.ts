/** Ids that a service gave away, by what they name: learned from its answers alone, so that new routes need no word here. */

const singularOf = (segment: string): string => {
  if (segment === "analyses") return "analysis";
  return segment.replace(/ies$/, "y").replace(/s$/, "");
};

/** The part of a path before a parameter says what is named: `works` for `/api/v1/works/{id}/history`. */
const segmentBefore = (template: string): string => template.slice(0, template.indexOf("/{")).split("/").at(-1)!;

export class Harvest {
  readonly #values = new Map<string, Set<string>>();
  readonly #left: ReadonlySet<string>;

  /** @param left never learned, such as the ids of the keys that the asking is done with */
  constructor(left: Iterable<string> = []) {
    this.#left = new Set(left);
  }

  /** Keeps every text of an answer under the name of its field, and the ids of a list under the list's name. */
  take(path: string, body: unknown): void {
    const segment = new URL(path, "http://x").pathname.split("/").at(-1)!;
    const items = (body as { items?: unknown } | null)?.items;
    for (const item of Array.isArray(items) ? (items as Record<string, unknown>[]) : []) {
      const id = item["id"] ?? item[`${singularOf(segment)}_id`] ?? item["name"] ?? item["code"];
      if (typeof id === "string") this.#add(segment, id);
    }
    this.#walk("", body);
  }

  all(): { name: string; value: string }[] {
    return [...this.#values].flatMap(([name, values]) => [...values].map((value) => ({ name, value })));
  }

  /** What may stand for a field of this name. */
  named(name: string): string[] {
    return [...(this.#values.get(name) ?? [])];
  }

  /** What may stand in the parameters of a path. */
  idsOf(template: string): string[] {
    const segment = segmentBefore(template);
    const singular = singularOf(segment);
    return [...new Set([segment, singular, `${singular}_id`].flatMap((name) => this.named(name)))];
  }

  #walk(name: string, value: unknown): void {
    if (typeof value === "string") this.#add(name, value);
    else if (Array.isArray(value)) for (const one of value) this.#walk(name, one);
    else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
      for (const [field, one] of Object.entries(value)) this.#walk(field, one);
    }
  }

  #add(name: string, value: string): void {
    // Enough to choose from; texts that are no ids are longer.
    const values = this.#values.get(name) ?? new Set();
    if (value.length <= 300 && !this.#left.has(value) && values.size < 400) this.#values.set(name, values.add(value));
  }
}

/** A path with its parameters filled in from one id: `a/b` fills two. */
export function filledPath(template: string, id: string): string {
  const names = template.match(/\{\w+\}/g) ?? [];
  const parts = names.length === 2 ? [id.split("/")[0]!, id.split("/").slice(1).join("/")] : [id];
  return names.reduce((path, name, at) => path.replace(name, () => encodeURIComponent(parts[at] || "x")), template);
}
