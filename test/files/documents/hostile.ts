/** Forms that make parsers of Markdown or HTML slow: each repeats or nests what has to be looked ahead for. */

const nested =
  (open: string, close: string) =>
  (units: number): string => {
    const depth = Math.floor(units / (open.length + close.length));
    return `${open.repeat(depth)}a${close.repeat(depth)}`;
  };

/** What `part` says of 0, 1, 2, … one after another. */
const growing =
  (part: (number: number) => string) =>
  (units: number): string => {
    let text = "";
    for (let number = 0; text.length < units; number += 1) text += part(number);
    return text;
  };

/** Each of these over and over. */
const REPEATED = [
  ...["[", "]", "[]", "[[]", "[a](", "[a](b", "[a](<b", '[a](b "', "[ (a](", "![[", "![[]()", "[a\\", "[a\n", "[^1]"],
  ...["*a ", "a* ", "**x", "a**b", "*a_ ", "_a__b", "a***b_c", "**a *a ", "~a~~b"],
  ...["`", "`a``b", "```\n", "~~~", "~~~\n"],
  ...[
    "<",
    "<a ",
    "<a b='",
    "</a",
    "<a:",
    "<a@",
    "a <!-- ",
    "<!--\n",
    "a <?",
    "a <!A ",
    "a <![CDATA[",
    "<script>",
    "<div>",
    "<div>\n",
  ],
  ...["&", "&#1", "&amp;", "&aaaa", "\\", "\0"],
  ...[
    ">",
    "> ",
    "> a\n",
    ">a\nb\n",
    "- ",
    "- a\n",
    "-\n",
    "-\t",
    "* ",
    "1. ",
    "1. a\n",
    "#",
    "# #",
    "a\n=",
    "a\n",
    "\n",
    "\r\n",
    " ",
    "\t",
  ],
  ...[
    "[a]: b\n",
    "[a]:\n",
    '[a]: b"c ',
    '[a]: b "c\n',
    "[^a]: ",
    "| a",
    "|-\n",
    "a|\n-|\n",
    "|a|\n|-|\n",
    "(",
    "http://a.",
    "www.a ",
    "a@b.",
  ],
];

export const HOSTILE: Readonly<Record<string, (units: number) => string>> = {
  ...Object.fromEntries(
    REPEATED.map((part) => [part, (units: number) => part.repeat(Math.floor(units / part.length))]),
  ),
  "nested []": nested("[", "]"),
  "nested links": nested("[", "](b)"),
  "nested images": nested("![", "](b)"),
  "nested **": nested("*", "*"),
  "nested strong and plain emphasis": nested("**a *a ", " a* a**"),
  "nested elements": nested("<b>", "</b>"),
  "nested parentheses of an address": (units) => `[a](${nested("(", ")")(units)})`,
  "runs of 1, 2, 3 … backticks": growing((number) => `e${"`".repeat(number + 1)}`),
  "runs of 1, 2, 3 … asterisks": growing((number) => `e${"*".repeat(number + 1)}`),
  "stairs of quotes": growing((number) => `${">".repeat(number + 1)}a\n`),
  "stairs of lists": growing((number) => `${"  ".repeat(number)}- a\n`),
  "stairs of loose lists": growing((number) => `${"  ".repeat(number)}- a\n\n`),
  "a deep quote and lines": (units) => "> ".repeat(units / 4) + "a\n".repeat(units / 4),
  "a deep list and blank lines": (units) => `${"- ".repeat(units / 4)}a${"\n".repeat(units / 2)}`,
  "a flood of definitions": growing((number) => `[k${number}]: b\n`),
  "a flood of definitions and references": (units) =>
    growing((number) => `[k${number}]: b\n`)(units / 2) + growing((number) => `[k${number}] `)(units / 2),
  "a long definition, often referred to": (units) => `[a]: /${"u".repeat(units / 2)}\n\n${"[a]".repeat(units / 6)}`,
  "a table of many columns": (units) => `${"|a".repeat(units / 4)}|\n${"|-".repeat(units / 4)}|\n`,
  "a square table": (units) => {
    const columns = Math.floor(Math.sqrt(units));
    return `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|\n".repeat(units / 2)}`;
  },
  "a fence that many shorter ones do not close": (units) => `${"`".repeat(units / 4)}\n${"```\n".repeat(units / 6)}`,
  "white space within a line": (units) => `a${" ".repeat(units)}b`,
  "white space at the end of a line": (units) => `a${" ".repeat(units)}\nb`,
  "white space after a label": (units) => `[a]:${" ".repeat(units)}\nb`,
  "one long word": (units) => "a".repeat(units),
};
