/** What versions that were released wrote, unpacked: `VERSION/files` beside this file, made once by `VERSION/make`. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Every version with files. */
export const RELEASED: readonly string[] = readdirSync(import.meta.dirname).filter((name) =>
  /^\d+\.\d+\.\d+$/.test(name),
);

export interface Stored {
  version: string;
  /** Where the files lie as their version left them; whoever unpacked them may change them. */
  folder: string;
  path: (name: string) => string;
  /** A file of JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of another version, looked at field by field
  json: (name: string) => any;
  text: (name: string) => string;
  /** Names of the entries of a folder. */
  names: (folder: string) => string[];
  remove: () => void;
}

export function unpacked(version: string): Stored {
  const from = join(import.meta.dirname, version, "files");
  const folder = mkdtempSync(join(tmpdir(), `spolia-${version}-`));
  for (const name of readdirSync(from, { recursive: true }) as string[]) {
    if (!name.endsWith(".gz")) continue;
    const to = join(folder, name.slice(0, -".gz".length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, gunzipSync(readFileSync(join(from, name))));
  }
  const path = (name: string) => join(folder, name);
  const text = (name: string) => readFileSync(path(name), "utf8");
  return {
    ...{ version, folder, path, text },
    json: (name) => JSON.parse(text(name)),
    names: (name) => readdirSync(path(name)).sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
