/** JSON with the keys of every object ordered by their UTF-16 units (RFC 8785, for values that JSON can hold). */
export function canonicalJson(value: unknown): string {
  const pieces: string[] = [];
  writeCanonicalJson(value, (piece) => pieces.push(piece));
  return pieces.join("");
}

/** UTF-16 length of a piece of a long string. */
const PIECE_UNITS = 65_536;

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
    value.forEach((one, i) => {
      write(i === 0 ? "[" : ",");
      writeCanonicalJson(one ?? null, write);
    });
    write(value.length === 0 ? "[]" : "]");
  } else if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.sort(([left], [right]) => (left < right ? -1 : 1));
    fields.forEach(([key, field], i) => {
      write(`${i === 0 ? "{" : ","}${JSON.stringify(key)}:`);
      writeCanonicalJson(field, write);
    });
    write(fields.length === 0 ? "{}" : "}");
  } else write(JSON.stringify(value));
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
