/**
 * Texts that are JSON, or hold some: their escapes break words, so that they are looked through a second time without.
 * Every place stays where it is: what an escape is longer than its character is filled with what folding ignores.
 */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
/** A soft hyphen, which folding ignores. */
const NOTHING = "\u00ad";
/** Escapes that a text of mathematics would hardly have: `\n` begins `\nu` too. */
const LIKELY = /\\["n]|\\u[0-9a-fA-F]{4}/;

/** The text with its escapes read, or `null` where it has none. */
export function unescaped(text: string): string | null {
  if (!text.includes("\\") || !LIKELY.test(text)) return null;
  return text.replace(ESCAPE, (written, code: string | undefined, letter: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16)) + NOTHING.repeat(written.length - 1);
    const isSpace = "bfnrt".includes(letter!);
    return isSpace ? "  " : ` ${letter}`;
  });
}
