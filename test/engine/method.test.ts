/** What a result says of how it came about is what ran. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DEFLATE_VERSION } from "../../src/version.ts";

const read = (path: string) => JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8"));

test("what deflates is the version that is named, here and wherever the package is installed", () => {
  const [name, version] = DEFLATE_VERSION.split(" ") as [string, string];
  expect(read("package.json").dependencies[name], "package.json asks for it exactly").toBe(version);
  expect(read(`node_modules/${name}/package.json`).version).toBe(version);
});
