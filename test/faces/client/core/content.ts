/** A text of the table of cases: as it stands there, or by a rule. One of the fields is given. */
export interface CoreInput {
  text?: string;
  /** Bytes. */
  base64?: string;
  /** Code units, which may be lone surrogates. */
  utf16?: readonly number[];
  /** A text so many times. */
  repeat?: string;
  times?: number;
  /** So many words: `w` and 7,919 × i modulo 999,983 for i = 0, 1, 2 …, with spaces between. */
  numbered?: number;
}

export function contentOf({ text, base64, utf16, repeat, times = 0, numbered = 0 }: CoreInput): string | Uint8Array {
  if (text !== undefined) return text;
  if (base64 !== undefined) return Uint8Array.from(Buffer.from(base64, "base64"));
  if (utf16 !== undefined) return String.fromCharCode(...utf16);
  if (repeat !== undefined) return repeat.repeat(times);
  return Array.from({ length: numbered }, (_, i) => `w${(7_919 * i) % 999_983}`).join(" ");
}
