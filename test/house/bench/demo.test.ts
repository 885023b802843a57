/** `npm run demo` as a newcomer runs it: nothing before the answer, and the answer on one screen. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { isFresh } from "../../../src/build/package/package.ts";
import { archiveOf, chapterMarkup, epubParts } from "../../files/documents/office/archives.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { ROOT, run } from "../package/packed.ts";

const LINES_MAX = 40;
const COLUMNS_MAX = 100;

beforeAll(() => {
  if (!isFresh(ROOT)) throw new Error("The library is not built: npm run build");
});

/** Its lines, after the banner that npm puts before each script. */
async function demo(...args: string[]): Promise<{ lines: string[]; progress: string[] }> {
  const { code, stdout, stderr } = await run("npm", ["run", "demo", "--", ...args], ROOT);
  expect(code, stderr).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  const banner = lines.findLastIndex((line) => line.startsWith("> "));
  const progress = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("npm warn"));
  return { lines: lines.slice(banner + 1).filter((line, i) => i > 0 || line !== ""), progress };
}

test("answers on one screen, the plain sentence first, and says what it does meanwhile", async () => {
  const { lines, progress } = await demo();
  expect(lines[0]).toMatch(
    /^\d+ of the \d+ words of this text are in the corpus: they come from 2 sources, in \d+ documents\.$/,
  );
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length + progress.length).toBeLessThanOrEqual(LINES_MAX);
  for (const line of notEmpty(lines)) expect(line.length, line).toBeLessThanOrEqual(COLUMNS_MAX);
  const text = lines.join(" ");
  const documents = / in (\d+) documents/.exec(lines[0]!)![1];
  expect(text).toContain(`2 sources, ${documents} documents: a result counts documents`);
  expect(text).toMatch(/The control, .* None of the \d+ words of this text was found in the corpus\./);
  expect(text).toContain("They do not exist");
  const learnt = /It had learnt folder ([AB])/.exec(text)![1];
  expect(text).toMatch(new RegExp(`folder ${learnt}: +[1-9]\\d*, [a-z ]+ support`));
  expect(text).toMatch(new RegExp(`folder ${learnt === "A" ? "B" : "A"}: +0, no support`));
  expect(progress.map((line) => line.replace(/\d+/, "N"))).toEqual([
    "Indexes N documents …",
    expect.stringMatching(/^Trains a tiny model/),
    expect.stringMatching(/^Asks it/),
  ]);
});

test.each(["mine.txt", "mine.epub"])("answers for a file of one's own: %s", async (name) => {
  const folder = mkdtempSync(join(tmpdir(), "spolia-demo-"));
  try {
    const file = join(folder, name);
    const text = "Seven herons stood where the mill had been, and none of them had read a licence. ".repeat(8);
    const book = archiveOf(epubParts([chapterMarkup({ title: "Herons", paragraphs: [text] })]));
    writeFileSync(file, name === "mine.txt" ? text : book);
    const { lines } = await demo(file);
    expect(lines[0]).toMatch(/^None of the \d+ words of this text was found in the corpus\.$/);
    expect(lines.join(" ")).toContain(name);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
