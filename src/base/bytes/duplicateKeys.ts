/**
 * Keys that an object has twice. Parsers keep the last value, others the first (RFC 8259, section 4), so that two
 * readers of one request would disagree about what was asked, and two of one report about what was signed.
 */

/** Members of all objects within a document. As many were written, unless one has a key twice. */
export function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return 0;
  const parts = Object.values(value);
  let members = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) members += membersOf(part);
  return members;
}

/** JSON Pointer of the first member whose object has had its key before; `null` where there is none. */
export function duplicateIn(json: string): string | null {
  const open: { readonly keys: Set<string> | null; at: string | number }[] = [];
  let isKey = false;
  for (let index = 0; index < json.length; index++) {
    const top = open.at(-1);
    switch (json[index]) {
      case "{":
      case "[":
        isKey = json[index] === "{";
        open.push({ keys: isKey ? new Set() : null, at: 0 });
        break;
      case "}":
      case "]":
        isKey = false;
        open.pop();
        break;
      case ",":
        isKey = top?.keys != null;
        if (top?.keys === null) top.at = Number(top.at) + 1;
        break;
      case '"': {
        const end = textEnd(json, index + 1);
        if (isKey && top?.keys != null) {
          top.at = JSON.parse(json.slice(index, end + 1)) as string;
          if (top.keys.has(top.at)) return pointerTo(open.map(({ at }) => at));
          top.keys.add(top.at);
        }
        isKey = false;
        index = end;
      }
    }
  }
  return null;
}

/** Index of the quote that ends the string which begins at `from`. */
function textEnd(json: string, from: number): number {
  let quote = json.indexOf('"', from);
  for (;;) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote;
    quote = json.indexOf('"', quote + 1);
  }
}

const pointerTo = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
