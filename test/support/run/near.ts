/**
 * `npm run test:near`: the tests nearest to what has changed, some ten seconds of them. Changed is what differs from the last commit, or
 * where nothing does, what that commit changed.
 *
 *   node test/support/run/near.ts [FILE …]      # the nearest tests of these files
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { importersIn, relatedTests, usableTests } from "./related.ts";
import { isOfRest } from "./rings.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SECONDS = 10;
/** What a file takes besides its tests: its process, and what it imports. */
const START_SECONDS = 0.7;
/** Of a file that has not run here, by its length: most tests are short. */
const CHARACTERS_PER_SECOND = 10_000;

const git = (...words: string[]): string[] =>
  execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);

function changedFiles(): string[] {
  const [, , ...named] = process.argv;
  if (named.length > 0) return named.map((file) => relative(ROOT, resolve(file)).replaceAll("\\", "/"));
  const changed = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  return changed.length > 0 ? changed : git("diff-tree", "--no-commit-id", "--name-only", "-r", "HEAD");
}

/** Seconds that the tests of each file took when they last ran, as vitest notes them. */
function lastSeconds(): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const file of globSync("node_modules/.vite/vitest/*/results.json", { cwd: ROOT })) {
    const { results } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
      results: [name: string, result: { duration: number }][];
    };
    for (const [name, { duration }] of results) seconds.set(name.replace(/^.*?:\/?/, ""), duration / 1_000);
  }
  return seconds;
}

/** Tests for the changes, the nearest of each change first. */
function nearestOf(changed: readonly string[]): { nearest: string[]; lengths: ReadonlyMap<string, number> } {
  const files = globSync(["{src,test,bench}/**/*.ts"], { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
  const importers = importersIn(ROOT, files);
  const lengths = usableTests(ROOT, files);
  const lists = changed
    .filter((file) => /^(?:src|test|bench)\/.*\.tsx?$/.test(file) && existsSync(join(ROOT, file)))
    .map((file) => relatedTests(file, importers, lengths));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  const nearest = [...new Set(inTurn)].filter((file) => changed.includes(file) || !isOfRest(file));
  return { nearest, lengths };
}

const changed = changedFiles();
const { nearest, lengths } = nearestOf(changed);
const took = lastSeconds();
const taken: string[] = [];
let left = SECONDS * availableParallelism();
for (const file of nearest) {
  left -= START_SECONDS + (took.get(file) ?? lengths.get(file)! / CHARACTERS_PER_SECOND);
  if (left < 0 && taken.length > 0) break;
  taken.push(file);
}
console.log(
  `${changed.length} files have changed; of ${nearest.length} files of tests that they reach, the nearest ${taken.length} run.`,
);
if (taken.length > 0) {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(process.execPath, [vitest, "run", ...taken], { cwd: ROOT, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
