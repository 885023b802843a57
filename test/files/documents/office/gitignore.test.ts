/** What a `.gitignore` leaves out: what git leaves out, of any pattern, in little time. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isIgnored, rulesIn } from "../../../../src/files/documents/folders/gitignore.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { skippable } from "../../../support/skippable.ts";
import { seeded } from "../../../support/texts.ts";

/** Whether a file is left out, itself or with a folder that it is in. */
function isLeftOut(text: string, name: string): boolean {
  const rules = rulesIn(text, "");
  const parts = name.split("/");
  const folders = parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
  return folders.some((folder) => isIgnored(rules, folder, true)) || isIgnored(rules, name, false);
}

test.each([
  ["num[0-9].txt", "num1.txt", "numa.txt"],
  ["neg[!a].txt", "negb.txt", "nega.txt"],
  ["neg[^a-c].txt", "negd.txt", "negb.txt"],
  ["two[ab][cd].txt", "twoac.txt", "twoca.txt"],
  ["ab[]x].txt", "ab].txt", "aby.txt"],
  ["[[:upper:]]*.txt", "Class.txt", "class.txt"],
  ["r[\\]-a].txt", "r^.txt", "rb.txt"],
  ["esc\\*.txt", "esc*.txt", "escX.txt"],
  ["sp\\ ace.txt", "sp ace.txt", "sp\\ ace.txt"],
  ["end\\   ", "end ", "end"],
  ["tab\t", "tab\t", "tab"],
  ["*\\[1].txt", "n[1].txt", "n1.txt"],
  ["\ufeffbom.txt", "bom.txt", "\ufeffbom.txt"],
  ["dot.txt\n!./dot.txt", "dot.txt", "other.txt"],
  ["*.txt\r\n!kept.txt\r\n", "a.txt", "kept.txt"],
  ["\\!a\n\\#b", "!a", "a"],
  ["sub/**/x", "sub/a/b/x", "a/sub/x"],
  ["??.txt", "é.txt", "a.txt"],
  ["a/[!b]c", "a/dc", "a/b/c"],
  ["open[", "none", "open["],
])("%j", (text, out, kept) => {
  if (out !== "none") expect(isLeftOut(text, out)).toBe(true);
  expect(isLeftOut(text, kept)).toBe(false);
});

test("`./` is of no place", () => {
  expect(isLeftOut("./dot.txt", "dot.txt")).toBe(false);
});

const hasGit = spawnSync("git", ["--version"]).status === 0;
test.skipIf(!hasGit)(skippable("random patterns leave out what git leaves out", !hasGit, "no git"), () => {
  const root = mkdtempSync(join(tmpdir(), "gitignore-"));
  try {
    const random = seeded(22);
    const drawn = (pieces: readonly string[], most: number) =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () => pieces[Math.floor(random() * pieces.length)]!).join(
        "",
      );
    const signs = [
      ..."aab/.-]!^ é",
      "**",
      "*",
      "?",
      "[",
      "\\",
      "/**/",
      "[a-b]",
      "[!a]",
      "[]a]",
      "[[:alpha:]",
      "[\\]]",
      "**/",
    ];
    const texts = Array.from({ length: 900 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 2) }, () => (random() < 0.1 ? "!" : "") + drawn(signs, 6)).join(
        "\n",
      ),
    );
    const names = Array.from({ length: 150 }, () => drawn([..."aab/.-]!^ é*[", "\\"], 5)).filter(
      (name) => !name.split("/").some((part) => ["", ".", ".."].includes(part)),
    );
    for (const [i, text] of notEmpty([...texts.entries()])) {
      mkdirSync(join(root, `${i}`));
      writeFileSync(join(root, `${i}`, ".gitignore"), text);
    }
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
    spawnSync("git", ["init", "-q"], { cwd: root, env });
    const input = texts.flatMap((_, i) => names.map((name) => `${i}/${name}\0`)).join("");
    const how = { cwd: root, env, input, encoding: "utf8", maxBuffer: 1 << 28 } as const;
    const { stdout } = spawnSync("git", ["check-ignore", "--stdin", "-z", "--no-index"], how);
    const right = new Set(stdout.split("\0").filter(Boolean));
    const wrong = texts.flatMap((text, i) =>
      names
        .filter((name) => isLeftOut(text, name) !== right.has(`${i}/${name}`))
        .map((name) => ({ text, name, isOutOfGit: right.has(`${i}/${name}`) })),
    );
    expect(right.size).toBeGreaterThan(1_000);
    expect(wrong.slice(0, 10)).toEqual([]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("hostile lines take little time", () => {
  for (const line of [
    "[[:".repeat(100_000),
    "[".repeat(200_000),
    "*a".repeat(5_000),
    "**/".repeat(20_000),
    "\\ ".repeat(100_000),
  ])
    expect(isLeftOut(`${line}x\n`, `${"a".repeat(200)}/${"a".repeat(200)}b`)).toBe(false);
});
