/** Finds the files under the paths that a caller names, in a fixed order, and gives each document an id. */
import { SpoliaError, throwIfAborted } from "../errors.ts";
import { builtin } from "../storage/builtin.ts";
import { type FileKind, kindOf } from "./kinds.ts";

/** A file to read. `id` identifies it in the corpus: its path below the given folder, with `/`. */
export interface FoundFile {
  path: string;
  id: string;
  kind: FileKind;
  sizeBytes: number;
}

/** Something in a folder that is not read. `name` is its path below the given folder. */
export interface UnreadEntry {
  path: string;
  name: string;
  why: "ending" | "link" | "closed folder" | "special file";
}

/**
 * The files under `paths`: of folders all files below them, sorted, without hidden names and `node_modules`; of files
 * the file itself, with any ending. Everything else in a folder is reported to `onUnread`.
 *
 * @throws invalid_request where a path does not exist or may not be read
 */
export async function discover(
  paths: readonly string[],
  signal?: AbortSignal,
  onUnread: (entry: UnreadEntry) => void = () => {},
): Promise<FoundFile[]> {
  const files = builtin("node:fs/promises");
  const found: FoundFile[] = [];
  const ids = new Set<string>();
  const add = (path: string, root: string, id: string, kind: FileKind, sizeBytes: number) => {
    const unique = uniqueId(id, root, ids);
    ids.add(unique);
    found.push({ path, id: unique, kind, sizeBytes });
  };

  for (const [index, root] of paths.entries()) {
    const stat = await files.stat(root).catch((cause: unknown) => {
      throw unreadable(root, index, cause);
    });
    if (!stat.isDirectory()) {
      add(root, root, idOfNamedFile(root), kindOf(root) ?? "text", stat.size);
      continue;
    }
    const base = root.replace(/[/\\]+$/, "");
    const onUnreadable = (folder: string, cause: unknown) => {
      if (folder === "") throw unreadable(root, index, cause);
      onUnread({ path: `${base}/${folder}`, name: folder, why: "closed folder" });
    };
    for await (const { name, type } of entriesUnder(root, signal, onUnreadable)) {
      const path = `${base}/${name}`;
      const kind = kindOf(name);
      if (type !== "file") {
        onUnread({ path, name, why: type });
        continue;
      }
      if (kind === undefined) {
        onUnread({ path, name, why: "ending" });
        continue;
      }
      // A file that has disappeared since is reported when it is opened.
      const sizeBytes = await files.lstat(path).then(
        (found) => found.size,
        () => 0,
      );
      add(path, root, name, kind, sizeBytes);
    }
  }
  return found;
}

/** Paths of the entries below a folder, with `/`, in order of their names folder by folder. */
async function* entriesUnder(
  root: string,
  signal: AbortSignal | undefined,
  onUnreadable: (folder: string, cause: unknown) => void,
): AsyncGenerator<{ name: string; type: "file" | "link" | "special file" }> {
  const { readdir } = builtin("node:fs/promises");
  const open = [""];
  while (open.length > 0) {
    throwIfAborted(signal);
    const folder = open.pop()!;
    const entries = await readdir(`${root}/${folder}`, { withFileTypes: true }).catch((cause: unknown) => {
      onUnreadable(folder, cause);
      return [];
    });
    const kept = entries.filter((entry) => !entry.name.startsWith(".") && entry.name !== "node_modules");
    kept.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of kept) {
      if (entry.isDirectory()) continue;
      const type = entry.isFile() ? "file" : entry.isSymbolicLink() ? "link" : "special file";
      yield { name: folder + entry.name, type };
    }
    for (const entry of kept.reverse()) if (entry.isDirectory()) open.push(`${folder}${entry.name}/`);
  }
}

/** The detail names the path: among thousands in a list, its index alone would be hard to find. */
function unreadable(path: string, index: number, cause: unknown): SpoliaError {
  const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  return new SpoliaError("invalid_request", "A path cannot be read.", {
    hint: "Check the spelling of the paths and the permissions of their folders.",
    fields: [{ pointer: `/paths/${index}`, detail: `${path} ${missing ? "does not exist" : "may not be read"}` }],
    cause,
  });
}

/** The path as given, without the parts that reveal where it lies on this machine. */
function idOfNamedFile(path: string): string {
  const posix = path.replaceAll("\\", "/").replace(/^(\.\/)+/, "");
  const elsewhere = /^([A-Za-z]:)?\//.test(posix) || posix.split("/").includes("..");
  return elsewhere ? posix.slice(posix.lastIndexOf("/") + 1) : posix;
}

/**
 * Two folders may hold files of the same name: the later one is distinguished by its folder's name, then by a number.
 */
function uniqueId(id: string, root: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  const folder = root.replaceAll("\\", "/").replace(/\/+$/, "").split("/").at(-1) ?? "";
  const prefixed = folder === "" || folder === id ? id : `${folder}/${id}`;
  let unique = prefixed;
  for (let number = 2; taken.has(unique); number += 1) unique = `${prefixed}~${number}`;
  return unique;
}
