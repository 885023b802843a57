/** The files of the page, where the build has put them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { PageFiles } from "../http/index.ts";

/** Beside the built command line, or below the root where it runs from its sources. */
const FOLDERS = ["./web/", "../../build/web/"].map((folder) => new URL(folder, import.meta.url));
const PACKED = /\.gz$/;

/** `undefined` where nothing was built. */
export function readPage(): PageFiles | undefined {
  const folder = FOLDERS.find((one) => existsSync(new URL("index.html", one)));
  if (folder === undefined) return undefined;
  const names = readdirSync(folder);
  const whole = names.filter((name) => !PACKED.test(name));
  const packed = names.filter((name) => PACKED.test(name) && !names.includes(name.replace(PACKED, "")));
  const read = (name: string) => readFileSync(new URL(name, folder));
  return new Map([
    ...whole.map((name) => [name, read(name)] as const),
    ...packed.map((name) => [name.replace(PACKED, ""), gunzipSync(read(name))] as const),
  ]);
}
