/** The files of the page, where the build has put them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { PageFiles } from "../http/index.ts";

/** Beside the built command line, or below the root where it runs from its sources. */
const FOLDERS = ["./web/", "../../build/web/"].map((folder) => new URL(folder, import.meta.url));

/** `undefined` where nothing was built. */
export function readPage(): PageFiles | undefined {
  const folder = FOLDERS.find((one) => existsSync(new URL("index.html", one)));
  if (folder === undefined) return undefined;
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder))]));
}
