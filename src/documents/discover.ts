/** Which files lie under the paths that a caller names, in which order, and what each document is called. */
import { SpoliaError, throwIfAborted } from "../errors.ts";
import { builtin } from "../storage/builtin.ts";

export type FileKind = "text" | "markdown" | "html" | "jsonl" | "jsonl.gz";

/** A file to read. `id` names it in the corpus: its path under the folder that was given, with `/`. */
export interface FoundFile {
  path: string;
  id: string;
  kind: FileKind;
  sizeBytes: number;
}

const ENDINGS: readonly (readonly [string, FileKind])[] = [
  [".jsonl.gz", "jsonl.gz"],
  [".jsonl", "jsonl"],
  [".txt", "text"],
  [".md", "markdown"],
  [".markdown", "markdown"],
  [".html", "html"],
  [".htm", "html"],
];

/** Kind of a file by the end of its name, or `undefined` for a name that no folder search picks up. */
export function kindOf(name: string): FileKind | undefined {
  const lower = name.toLowerCase();
  return ENDINGS.find(([ending]) => lower.endsWith(ending))?.[1];
}

/**
 * The files under `paths`: folders with all that is in them, sorted, without hidden names, `node_modules` and symbolic links; a
 * file that is named itself whatever its ending. `invalid_request` where a path does not exist.
 */
export async function discover(paths: readonly string[], signal?: AbortSignal): Promise<FoundFile[]> {
  const files = builtin("node:fs/promises");
  const found: FoundFile[] = [];
  const ids = new Set<string>();
  const add = (path: string, root: string, id: string, kind: FileKind, sizeBytes: number) => {
    const unique = uniqueId(id, root, ids);
    ids.add(unique);
    found.push({ path, id: unique, kind, sizeBytes });
  };

  for (const root of paths) {
    const stat = await files.stat(root).catch((cause: unknown) => {
      throw new SpoliaError("invalid_request", "A path to read does not exist or may not be read.", {
        hint: "Check the spelling of the paths and the permissions of their folders.",
        fields: [{ pointer: `/paths/${paths.indexOf(root)}`, detail: "does not exist" }],
        cause,
      });
    });
    if (!stat.isDirectory()) {
      add(root, root, idOfNamedFile(root), kindOf(root) ?? "text", stat.size);
      continue;
    }
    for await (const relative of filesUnder(root, signal)) {
      const kind = kindOf(relative);
      if (kind === undefined) continue;
      const path = `${root.replace(/[/\\]+$/, "") || "/"}/${relative}`;
      add(path, root, relative, kind, (await files.lstat(path)).size);
    }
  }
  return found;
}

/** Paths of the regular files under a folder, with `/`, in order of their names folder by folder. */
async function* filesUnder(root: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const { readdir } = builtin("node:fs/promises");
  const open = [""];
  while (open.length > 0) {
    throwIfAborted(signal);
    const folder = open.pop()!;
    const entries = await readdir(`${root}/${folder}`, { withFileTypes: true });
    const kept = entries.filter((entry) => !entry.name.startsWith(".") && entry.name !== "node_modules");
    kept.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of kept) if (entry.isFile()) yield folder + entry.name;
    for (const entry of kept.reverse()) if (entry.isDirectory()) open.push(`${folder}${entry.name}/`);
  }
}

/** The path as it was given, but nothing of where on this machine it lies. */
function idOfNamedFile(path: string): string {
  const posix = path.replaceAll("\\", "/").replace(/^(\.\/)+/, "");
  const elsewhere = /^([A-Za-z]:)?\//.test(posix) || posix.split("/").includes("..");
  return elsewhere ? posix.slice(posix.lastIndexOf("/") + 1) : posix;
}

/** Two folders may hold files of one name: the later one is told apart by its folder's name, then by a number. */
function uniqueId(id: string, root: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  const folder = root.replaceAll("\\", "/").replace(/\/+$/, "").split("/").at(-1) ?? "";
  const prefixed = folder === "" || folder === id ? id : `${folder}/${id}`;
  let unique = prefixed;
  for (let number = 2; taken.has(unique); number += 1) unique = `${prefixed}~${number}`;
  return unique;
}
