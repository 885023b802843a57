/** Every code block of the guides and every example of the library runs, as a reader would run them. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { blocksOf, PYTHON_OF_SPARK, runPage } from "./pages.ts";
import { functionsOfEntries } from "./publicFunctions.ts";

const SITE = fileURLToPath(new URL("../../../src/faces/site", import.meta.url));
const read = (path: string) => readFileSync(join(SITE, path), "utf8");
const pages = globSync("{pages,examples}/**/*.md", { cwd: SITE }).filter((path) => blocksOf(read(path)).length > 0);

const hasSpark = existsSync(PYTHON_OF_SPARK) && spawnSync("java", ["-version"]).status === 0;
const lacksSpark = !hasSpark && process.env["CI"] === undefined;

describe.each(notEmpty(pages.sort()))("%s", (path) => {
  const markdown = read(path);
  const blocks = blocksOf(markdown);
  const isAbsent = lacksSpark && markdown.includes("from pyspark");
  test.skipIf(isAbsent)(
    skippable("runs from its first block to its last", isAbsent, "no Java or PySpark"),
    async () => {
      const outcomes = await runPage(markdown, join(SITE, "samples"));
      const failed = outcomes.filter(({ failure }) => failure !== null);
      expect(failed.map(({ block, failure }) => `line ${block.line}: ${failure}`)).toEqual([]);
      expect(outcomes).toHaveLength(blocks.length);
    },
  );
});

test("every public function of the library has an example", () => {
  for (const [entry, functions] of notEmpty(Object.entries(functionsOfEntries()))) {
    const path = pages.find(
      (page) => page.startsWith("examples/") && page.endsWith(`/${entry.replaceAll("/", "-")}.md`),
    );
    const examples = path !== undefined ? [...read(path).matchAll(/^## (\w+)$/gm)].map(([, name]) => name) : [];
    expect(
      functions.filter((name) => !examples.includes(name)),
      entry,
    ).toEqual([]);
  }
});
