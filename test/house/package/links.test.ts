/** Links of what is packed to be read: each leads to a file of the tarball, or to an address. */
import { readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { ROOT, run } from "./packed.ts";

/** Links, not pictures. */
const LINK = /(?<!!\[[^\]]*)\]\(([^)\s]+)\)/g;
const PICTURE = /!\[[^\]]+\]\(([^)\s]+)\)/g;
const PICTURE_BYTES_MAX = 150_000;
const WORDS_MAX = 900;

let packed: string[];
beforeAll(async () => {
  const { code, stdout, stderr } = await run("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], ROOT);
  expect(code, stderr).toBe(0);
  const [{ files }] = Object.values<{ files: { path: string }[] }>(JSON.parse(stdout)) as [
    { files: { path: string }[] },
  ];
  packed = files.map(({ path }) => path);
});

const linksOf = (path: string): string[] =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(LINK)].map(([, target]) => target!);

test("pictures stand in the repository, whose address registries have", () => {
  const shown = [...readFileSync(join(ROOT, "README.md"), "utf8").matchAll(PICTURE)].map(([, path]) => path!);
  for (const path of notEmpty(shown)) {
    expect(statSync(join(ROOT, path)).size).toBeLessThan(PICTURE_BYTES_MAX);
    // Not in the tarball: a page of a registry shows it from there.
    expect(packed).not.toContain(path);
  }
  const { repository } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/);
});

test("README and all that it leads to can be read without the repository", () => {
  const read = packed.filter((path) => path.endsWith(".md"));
  expect(read).toEqual(expect.arrayContaining(["README.md", "SECURITY.md", "CHANGELOG.md", "src/engine/README.md"]));
  const inside = read.flatMap((path) =>
    linksOf(path)
      .filter((target) => !/^(?:https?:|mailto:|#)/.test(target))
      .map((target) => ({ path, target, to: normalize(join(dirname(path), target.replace(/#.*/, ""))) })),
  );
  expect(inside.length).toBeGreaterThan(20);
  expect(inside.filter(({ to }) => !packed.includes(to)).map(({ path, target }) => `${path}: ${target}`)).toEqual([]);
});

describe("README", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");

  test("begins with how it is installed", () => {
    expect(/^```sh\n([^`]*)```/m.exec(readme)![1]).toMatch(
      /^npm install spolia\nnpx spolia analyze [^\n]* {3}# [^\n]*: sends [^\n]*--dry-run[^\n]*\n$/,
    );
  });

  test("is short", () => expect(readme.split(/\s+/).length).toBeLessThanOrEqual(WORDS_MAX));
});

describe("the page of entries", () => {
  const page = readFileSync(join(ROOT, "src/faces/site/pages/entries.md"), "utf8");

  test("names every entry of the package", () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      exports: Record<string, unknown>;
    };
    const names = Object.keys(exports).filter((name) => name !== "./package.json");
    expect(names.length).toBeGreaterThan(10);
    const isNamed = (name: string) => page.includes(name === "." ? "`spolia`" : `\`spolia${name.slice(1)}\``);
    // Of the earlier names of storages the first is written out.
    const isStorage = (name: string) => name.startsWith("./storage/") && name !== "./storage/copies";
    expect(names.filter((name) => !isStorage(name) && !isNamed(name))).toEqual([]);
    for (const name of notEmpty(names.filter(isStorage))) expect(page).toContain(`\`/${name.split("/").at(-1)}\``);
  });

  test("says from which TypeScript on the types hold", () => expect(page).toContain("TypeScript 5.0"));
});
