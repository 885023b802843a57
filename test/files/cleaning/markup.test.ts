/** Of a document of markup the passage goes, or its blocks; elements of a page still close, and all comes back. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cleanDataset, type Decide, restoreDataset } from "../../../src/files/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { archiveOf, wordParagraph, wordParts } from "../documents/office/archives.ts";

const SECRET = "The keeper hid the second key beneath the third stair of the tower.";
const SPAN = { rule: "secret", found: [] };
const decide: Decide = ({ text }) => {
  const start = text.replace(/[\n\u00a0]/g, " ").indexOf(SECRET);
  return start < 0 ? null : { ...SPAN, spans: [{ start, end: start + SECRET.length }] };
};
const marked = (text: string, mark: string) => text.replace("second", `${mark}second${mark}`);

const folder = mkdtempSync(join(tmpdir(), "markup-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function cleaned(name: string, bytes: Uint8Array, keepUncuttable = false, by = decide) {
  const at = mkdtempSync(join(folder, "run-"));
  const [input, output, ledger, back] = ["in", "out", "ledger", "back"].map((one) => join(at, one)) as [
    string,
    string,
    string,
    string,
  ];
  mkdirSync(input);
  writeFileSync(join(input, name), bytes);
  writeFileSync(join(input, "other.txt"), "another text");
  const result = await cleanDataset([input], output, ledger, by, { by: "test", keepUncuttable });
  await restoreDataset(ledger, output, back);
  expect(readFileSync(join(back, name))).toEqual(Buffer.from(bytes));
  return result.documents_removed > 0 ? undefined : readFileSync(join(output, name));
}

const FORMS: readonly (readonly [name: string, source: string, rest: string | undefined])[] = [
  ["line.md", `# A\n\nOne. ${SECRET} Two.\n\nThree.\n`, "# A\n\nOne. Two.\n\nThree.\n"],
  ["marked.md", `# A\n\nOne. ${marked(SECRET, "**")} Two.\n\nThree.\n`, "# A\n\nThree.\n"],
  ["strong.md", `One.\n\n**${SECRET}**\n\nTwo.\n`, "One.\n\nTwo.\n"],
  ["link.md", `One.\r\n\r\n${SECRET.replace("keeper", "[keeper](k_e)")}\r\n\r\nTwo.\r\n`, "One.\r\n\r\nTwo.\r\n"],
  ["item.md", `- one\n- ${SECRET}\n- two\n`, "- one\n- two\n"],
  ["alone.md", `**${SECRET}**\n`, undefined],
  ["a.rst", `A\n=\n\n${marked(SECRET, "*")}\n\nTwo.\n`, "A\n=\n\nTwo.\n"],
  ["a.adoc", `= A\n\n${marked(SECRET, "*")}\n\nTwo.\n`, "= A\n\nTwo.\n"],
  ["a.org", `* A\n\n${marked(SECRET, "/")}\n\nTwo.\n`, "* A\n\nTwo.\n"],
  ["a.wiki", `== A ==\n\n${marked(SECRET, "'''")}\n\nTwo.\n`, "== A ==\n\nTwo.\n"],
  ["end.tex", `\\begin{document}One.\n\n${SECRET}\n\\end{document}\n`, "\\begin{document}One.\n\n\\end{document}\n"],
  [
    "in.tex",
    `\\begin{document}\nOne. ${SECRET} Two.\n\\end{document}\n`,
    "\\begin{document}\nOne. Two.\n\\end{document}\n",
  ],
  ["comment.tex", `One.\n\n${SECRET.replace("second", "% a { brace\nsecond")}\n\nTwo.\n`, "One.\n\nTwo.\n"],
  ["bold.tex", `One.\n\n${SECRET.replace("second", "\\textbf{second}")}\n\nTwo.\n`, "One.\n\nTwo.\n"],
  [
    "open.tex",
    `One.\n\n\\begin{quote}\n${SECRET.replace("second", "\\emph{second}")}\n\nTwo.\n\\end{quote}\n`,
    undefined,
  ],
  [
    "a.html",
    `<p>One.</p><p class="c">${SECRET.replace("second ", "<b>sec</b>ond&nbsp;")}</p>`,
    '<p>One.</p><p class="c"><b></b></p>',
  ],
  ["in.html", `<p>One. ${SECRET} Two.</p>`, "<p>One. Two.</p>"],
  // What is left would be another character.
  ["joined.html", `<p>One &${SECRET}lt; two</p>`, undefined],
];

test.each(notEmpty(FORMS))("%s", async (name, source, rest) => {
  const bytes = new TextEncoder().encode(source);
  expect((await cleaned(name, bytes))?.toString()).toBe(rest);
});

test("an office document goes as a whole, whatever its name", async () => {
  const letter = archiveOf(wordParts(wordParagraph(SECRET)));
  for (const name of notEmpty(["a.docx", "a.md", "a.html"])) expect(await cleaned(name, letter)).toBeUndefined();
});

test("a page in another encoding loses the bytes of the passage", async () => {
  const page = (text: string) => Buffer.from(`<meta charset=iso-8859-1><p>é ${text}è</p>`, "latin1");
  expect(await cleaned("a.html", page(`${SECRET} `))).toEqual(page(""));
});

test("of several equal passages that is cut which was found", async () => {
  const twice = new TextEncoder().encode(`One ${SECRET}\n\n> *Two* ${SECRET}\n`);
  expect((await cleaned("a.md", twice))?.toString()).toBe(`One\n\n> *Two* ${SECRET}\n`);
});

test("of many passages each is cut", async () => {
  const of = (i: number) => `Number ${i} hid the key beneath the third stair of the tower.`;
  const source = Array.from({ length: 300 }, (_, i) => `*One* ${i}.\n\n${of(i)}\n\n`).join("");
  const each: Decide = ({ text }) => ({
    ...SPAN,
    spans: Array.from(text.matchAll(/Number.*/g), ({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
    })),
  });
  const left = await cleaned("a.md", new TextEncoder().encode(source), false, each);
  expect(left?.toString()).toMatch(/^(?:\*One\* \d+\.\n\n){300}$/);
});

test("what only repeats itself stays, where whole blocks would go", async () => {
  const bytes = new TextEncoder().encode(`One. ${marked(SECRET, "**")}\n\nTwo.\n`);
  expect(await cleaned("a.md", bytes, true)).toEqual(Buffer.from(bytes));
});
