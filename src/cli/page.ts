/** The files of the page and of the documentation, where builds have put them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { PageFiles } from "../http/index.ts";

/** Beside the built command line, or below the root where it runs from its sources. */
const BUILDS = ["./", "../../build/"].map((folder) => new URL(folder, import.meta.url));
const PACKED = /\.br$/;

/** `undefined` where nothing was built. */
export const readPage = (): PageFiles | undefined => readFolder("web/");

/** The documentation stands in a clone where it was built, and not in the package. */
export const readSite = (): PageFiles | undefined => readFolder("site/");

function readFolder(build: string): PageFiles | undefined {
  const folder = BUILDS.map((one) => new URL(build, one)).find((one) => existsSync(new URL("index.html", one)));
  if (folder === undefined) return undefined;
  const start = fileURLToPath(folder).length;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(start).replaceAll("\\", "/"));
  const read = (name: string) => readFileSync(new URL(name, folder));
  const whole = names.filter((name) => !PACKED.test(name));
  const packed = names.filter((name) => PACKED.test(name) && !names.includes(name.replace(PACKED, "")));
  return new Map([
    ...whole.map((name) => [name, read(name)] as const),
    ...packed.map((name) => [name.replace(PACKED, ""), brotliDecompressSync(read(name))] as const),
  ]);
}
