/** Writes RTF for tests. */

/** Text as RTF has it: ASCII, and all else as UTF-16 units with a sign for other readers. */
export function rtfText(text: string): string {
  const unit = (letter: string) => {
    const code = letter.charCodeAt(0);
    return code < 0x80 ? letter : `\\u${code > 0x7fff ? code - 0x10000 : code}?`;
  };
  return Array.from({ length: text.length }, (_, i) => text[i]!)
    .map((letter) => (/[\\{}]/.test(letter) ? `\\${letter}` : unit(letter)))
    .join("");
}

/** A document around paragraphs. */
export function rtfAround(body: string): string {
  const fonts = String.raw`{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fcharset204 Arial;}{\f2\fcharset2 Symbol;}{\f3\fcharset128 Mincho;}}`;
  const styles = String.raw`{\stylesheet{\ql Normal;}{\s1\outlinelevel0 heading 1;}{\s2 Title;}{\*\cs3 heading 9;}}`;
  return String.raw`{\rtf1\ansi\ansicpg1252\deff0\uc1${fonts}${styles}${body}}`;
}

export function rtfOf(chapters: readonly { title: string; paragraphs: readonly string[] }[]): string {
  const paragraphs = chapters.flatMap(({ title, paragraphs }) => [
    String.raw`\pard\plain\s1 ${rtfText(title)}\par`,
    ...paragraphs.map((one) => String.raw`\pard\plain\f0 ${rtfText(one)}\par`),
  ]);
  return rtfAround(`\n${paragraphs.join("\n")}\n`);
}
