/** Folders: where the command line keeps what it has, and names of those that a corpus is made from. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { sha256 } from "../../base/bytes/sha256.ts";
import { isInBucket } from "./storages.ts";

const NAME_DIGITS = 16;

/** Where the command line keeps answers of indexes, encoders and catalogues of this user. */
export const keptIn = (...names: readonly string[]): string =>
  join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "spolia", ...names);

/**
 * Names that say nothing of the machine: a hash of the way from the corpus to each folder, which is the same wherever
 * both are moved. Of more than a corpus records, the name of all together.
 */
export async function folderNames(corpus: string, paths: readonly string[]): Promise<string[]> {
  const { FOLDERS_MAX } = await import("../../corpus/build/options.ts");
  const from = isInBucket(corpus) ? "/" : realPath(corpus);
  const ways = [...new Set(paths.map((path) => relative(from, realPath(path)).replaceAll("\\", "/")))].sort();
  const named = ways.length > FOLDERS_MAX ? [ways.join("\n")] : ways;
  return Promise.all(named.map(async (way) => (await sha256(way)).slice(0, NAME_DIGITS)));
}

/** The path without links; what is not there yet, or no longer, has none. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
}
