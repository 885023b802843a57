/** The files of the page and of the documentation, where builds have put them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { PageFiles } from "../../service/index.ts";

/** Beside the built command line, or below the root where it runs from its sources. */
const BUILDS = ["./", "../../../build/"].map((folder) => new URL(folder, import.meta.url));
const PACKED = /\.br$/;

/** pdf.js as `unpdf` packs it, an optional peer: the page reads PDF where it is installed. */
const PDFJS = { at: "unpdf/dist/pdfjs.mjs", name: "pdfjs.js" };

/** `undefined` where nothing was built. */
export function readPage(): PageFiles | undefined {
  const files = readFolder("web/");
  const pdfjs = createRequire(import.meta.url)
    .resolve.paths(PDFJS.at)
    ?.map((folder) => join(folder, PDFJS.at))
    .find((path) => existsSync(path));
  if (files === undefined || pdfjs === undefined) return files;
  return new Map([...files, [PDFJS.name, readFileSync(pdfjs)]]);
}

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
