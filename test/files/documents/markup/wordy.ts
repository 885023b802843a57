/** Random Markdown of which it is known what it shows: words `v0`, `v1`, … are shown, words `h0`, `h1`, … are not. */
import fc from "fast-check";

/** `V` and `H` stand for a word that is shown and one that is not. */
const INLINE = [
  ...["V", "V", "V", "*V*", "**V**", "_V_", "__V__", "***V***", "*V **V***", "V*V*", "5*3", "snake_V_case", "~~V~~"],
  ...[
    "`V`",
    "`` V ` V ``",
    "\\*V\\*",
    "V\\",
    "V &amp; V",
    "&copy;V",
    "V&nbsp;V",
    "AT&T V",
    "V < V",
    "V [V] V",
    "V ] V",
    "V ** V",
  ],
  ...[
    '[V](http://H.x/H "H")',
    "[V V](<H H>)",
    "[V](H(H)H 'H')",
    "[V]()",
    "[V][r]",
    "[V][]",
    "**[V](H)**",
    "[*V* `V`](H)",
  ],
  ...["![V](H.png)", '![V V](H "H")', "[![V](H)](H)", "![V][r]", "<b>V</b>", '<span class="H">V</span>', "V<br/>V"],
  ...["<!-- H -->", "<!-- H\nH -->", "<script>H</script>", "<?H ?>", "V[^n]"],
];

const BLOCKS = [
  ...[
    "I",
    "I",
    "I I\nI",
    "# I",
    "## I ##",
    "I\n===",
    "I\n---",
    "- I\n- I",
    "* I\n\n  I",
    "- V\n  - I\n    - I",
    "1. I\n2. I",
    "3) I",
  ],
  ...["> I\n> I", "> - I\n>   I", "> > I\nI", "- > I", "- [x] I", "| I | I |\n|---|:-:|\n| V | V |", "***", "- - I"],
  ...["```H\nV *V* <b>V\n```", "~~~\nV [V](V)\n\n`V\n~~~", "- ```\n  V\n  ```", "> ```\n> V\n> ```"],
  ...[
    '<div class="H">\n\nI\n\n</div>',
    "<p>I</p>",
    "<style>\nH\n</style>",
    "<!--\nH\n\nH\n-->",
    '[H]: http://H "H"',
    "[H]:\n  H",
  ],
];

/** Ends of lines, in one document all the same. */
const NEWLINES = ["\n", "\r\n"];

export const documentOfWords = fc
  .tuple(
    fc.array(
      fc.tuple(fc.constantFrom(...BLOCKS), fc.array(fc.constantFrom(...INLINE), { minLength: 3, maxLength: 3 })),
      {
        maxLength: 12,
      },
    ),
    fc.constantFrom(...NEWLINES),
  )
  .map(([blocks, newline]) => {
    const shown: string[] = [];
    let hidden = 0;
    const content = [...blocks.map(([block, inlines]) => fill(block, inlines)), "[r]: H 'H'\n[^n]: V"]
      .join("\n\n")
      .replace(/[VH]/g, (kind) => {
        if (kind === "H") return `h${hidden++}`;
        shown.push(`v${shown.length}`);
        return shown.at(-1)!;
      })
      .replaceAll("\n", newline);
    return { content, shown };
  });

/** A block with inline text for each `I`. */
function fill(block: string, inlines: readonly string[]): string {
  let used = 0;
  return block.replace(/I/g, () => inlines[used++ % inlines.length]!);
}
