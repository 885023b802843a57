/** JSON with the keys of every object ordered by their UTF-16 units (RFC 8785, for values that JSON can hold). */
export function canonicalJson(value: unknown): string {
  const pieces: string[] = [];
  writeCanonicalJson(value, (piece) => pieces.push(piece));
  return pieces.join("");
}

/** UTF-16 length of a piece of a long string. */
const PIECE_UNITS = 65_536;
/** Plain values of an array that are written as one piece. */
const PIECE_ITEMS = 2_048;

/**
 * Writes the same piece by piece, so that a text of 32 MB is never copied as a whole. Fields that are undefined are
 * left out, as `JSON.stringify` leaves them out.
 */
export function writeCanonicalJson(value: unknown, write: (piece: string) => void): void {
  if (typeof value === "string" && value.length > PIECE_UNITS) {
    write('"');
    for (const piece of piecesOf(value)) write(JSON.stringify(piece).slice(1, -1));
    write('"');
  } else if (Array.isArray(value)) {
    if (value.length === 0) write("[]");
    else if (value.every(isPlain)) writePlain(value, write);
    else {
      for (let i = 0; i < value.length; i++) {
        write(i === 0 ? "[" : ",");
        writeCanonicalJson(value[i] ?? null, write);
      }
      write("]");
    }
  } else if (typeof value === "object" && value !== null) {
    const fields = value as Readonly<Record<string, unknown>>;
    let before = "{";
    // Without an order of its own, `sort` compares by UTF-16 units.
    for (const key of Object.keys(fields).sort()) {
      const field = fields[key];
      if (field === undefined) continue;
      write(`${before}${JSON.stringify(key)}:`);
      writeCanonicalJson(field, write);
      before = ",";
    }
    write(before === "{" ? "{}" : "}");
  } else write(JSON.stringify(value));
}

const isPlain = (value: unknown): boolean => typeof value === "number" || typeof value === "boolean";

/** Scores and counts come by the thousand, and need no call each. */
function writePlain(items: readonly unknown[], write: (piece: string) => void): void {
  for (let from = 0; from < items.length; from += PIECE_ITEMS) {
    const piece = JSON.stringify(items.slice(from, from + PIECE_ITEMS)).slice(1, -1);
    write(`${from === 0 ? "[" : ","}${piece}`);
  }
  write("]");
}

/** Pieces of a string, none of which ends between the two surrogates of a character. */
export function* piecesOf(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE_UNITS);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to--;
    yield text.slice(from, to);
    from = to;
  }
}
