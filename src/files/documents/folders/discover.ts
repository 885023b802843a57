/** Finds the files under the paths that a caller names, in a fixed order, and gives each document an id. */

import { SpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { folderWithoutEnd } from "../../../base/slashes.ts";
import type { FileOrigin } from "../../../corpus/build/sources.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import { TEXT_HEAD_BYTES } from "../bytes/binary.ts";
import { HubFolder } from "../datasets/hub.ts";
import { isForeignName, isHiddenName, isOfPrograms } from "../formats.ts";
import { type FileKind, kindOf, mayBeText } from "../kinds.ts";
import { type IgnoreRules, isIgnored, rulesIn } from "./gitignore.ts";

/** A file to read. `id` identifies it in the corpus: its path below the given folder, with `/`. */
export interface FoundFile {
  path: string;
  id: string;
  kind: FileKind;
  sizeBytes: number;
  /** When it was changed, in milliseconds since 1970; 0 where it has disappeared. */
  modifiedMs: number;
  /** Which dataset, revision and split it is of, where its folder says it. */
  origin?: FileOrigin;
}

/** Something in a folder that is not read. `name` is its path below the given folder. */
export interface UnreadEntry {
  path: string;
  name: string;
  why: "ending" | "link" | "closed folder" | "special file" | "card" | "split" | "corpus" | "ignored" | "hidden";
  /** The first bytes, where the ending says that it is not read. */
  head?: Uint8Array;
}

/**
 * The files under `paths`: of folders all files below them, sorted, without `node_modules`, hidden names and what
 * a `.gitignore` leaves out; of files the file itself, with any ending. Everything else in a folder is reported to
 * `onUnread`, a corpus as one entry. With a split, only its files.
 *
 * @throws invalid_request where a path does not exist or may not be read, or no file is of the split
 */
export async function discover(
  paths: readonly string[],
  signal?: AbortSignal,
  onUnread: (entry: UnreadEntry) => void = () => {},
  split?: string,
): Promise<FoundFile[]> {
  const files = builtin("node:fs/promises");
  const found: FoundFile[] = [];
  const ids = new Set<string>();
  const splits = new Set<string>();
  const add = (root: string, file: FoundFile) => {
    const of = file.origin?.split;
    if (of) splits.add(of);
    if (split !== undefined && of !== split) {
      if (!of) onUnread({ path: file.path, name: file.id, why: "split" });
      return;
    }
    const unique = uniqueId(file.id, root, ids);
    ids.add(unique);
    found.push({ ...file, id: unique });
  };

  for (const [index, root] of paths.entries()) {
    const stat = await files.stat(root).catch((cause: unknown) => {
      throw unreadable(root, index, cause);
    });
    const isFolder = stat.isDirectory();
    const hub = await HubFolder.of(isFolder ? root : builtin("node:path").dirname(root));
    if (!isFolder) {
      const origin = await hub.originOf(builtin("node:path").basename(root), split !== undefined);
      add(root, {
        path: root,
        id: idOfNamedFile(root),
        kind: kindOf(root) ?? "text",
        sizeBytes: stat.size,
        modifiedMs: stat.mtimeMs,
        ...origin,
      });
      continue;
    }
    const base = folderWithoutEnd(hub.folder);
    const onUnreadable = (folder: string, cause: unknown) => {
      if (folder === "") throw unreadable(root, index, cause);
      onUnread({ path: `${base}/${folder}`, name: folder, why: "closed folder" });
    };
    for await (const { name, type } of entriesUnder(base === "" ? "/" : base, signal, onUnreadable)) {
      const path = `${base}/${name}`;
      if (type === "ignored" || type === "hidden") {
        onUnread({ path, name, why: type });
        continue;
      }
      if (hub.isCard(name)) {
        onUnread({ path, name, why: "card" });
        continue;
      }
      if (type === "corpus") {
        onUnread(name === "" ? { path: root, name: idOfNamedFile(base), why: type } : { path, name, why: type });
        continue;
      }
      const linked = type === "link" ? await hub.linkedFile(path) : undefined;
      if (type !== "file" && linked === undefined) {
        onUnread({ path, name, why: type });
        continue;
      }
      const stated = kindOf(name);
      const head = stated === undefined ? await headOfFile(path, TEXT_HEAD_BYTES) : undefined;
      const kind = stated ?? kindByContent(head, name);
      if (kind === undefined) {
        onUnread({ path, name, why: "ending", ...(head && { head }) });
        continue;
      }
      // A file that has disappeared since is reported when it is opened.
      const { size: sizeBytes, mtimeMs: modifiedMs } = await files
        .lstat(linked ?? path)
        .catch(() => ({ size: 0, mtimeMs: 0 }));
      add(root, { path, id: name, kind, sizeBytes, modifiedMs, ...(await hub.originOf(name, split !== undefined)) });
    }
  }
  if (split !== undefined && found.length === 0) throw noSuchSplit(split, splits);
  return found;
}

/** Any other file is a text if its bytes are; one that cannot be opened is told when it is read. */
function kindByContent(head: Uint8Array | undefined, name: string): FileKind | undefined {
  return (head === undefined ? !isForeignName(name) : mayBeText(head, name)) ? "text" : undefined;
}

/** The first bytes of a file; `undefined` where it cannot be opened. */
async function headOfFile(path: string, bytes: number): Promise<Uint8Array | undefined> {
  const file = await builtin("node:fs/promises")
    .open(path)
    .catch(() => null);
  if (file === null) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Paths of the entries below a folder, with `/`, in order of their names folder by folder. */
async function* entriesUnder(
  root: string,
  signal: AbortSignal | undefined,
  onUnreadable: (folder: string, cause: unknown) => void,
): AsyncGenerator<{ name: string; type: "file" | "link" | "special file" | "corpus" | "ignored" | "hidden" }> {
  const { readdir, readFile } = builtin("node:fs/promises");
  const open: { folder: string; rules: IgnoreRules }[] = [{ folder: "", rules: [] }];
  while (open.length > 0) {
    throwIfAborted(signal);
    const { folder, rules: outer } = open.pop()!;
    const entries = await readdir(`${root}/${folder}`, { withFileTypes: true }).catch((cause: unknown) => {
      onUnreadable(folder, cause);
      return [];
    });
    const kept = entries.filter(({ name }) => !isOfPrograms(name));
    const manifest = kept.find(({ name }) => name === MANIFEST);
    // Of a pipe of that name nobody may ever write the other end.
    if (manifest?.isFile() && (await isOfCorpus(`${root}/${folder}${MANIFEST}`))) {
      yield { name: folder.slice(0, -1), type: "corpus" };
      continue;
    }
    const own = entries.some((entry) => entry.name === IGNORE && entry.isFile());
    const ignoring = own ? await readFile(`${root}/${folder}${IGNORE}`, "utf8").catch(() => "") : "";
    const rules = [...outer, ...rulesIn(ignoring, folder)];
    kept.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of kept) {
      const isFolder = entry.isDirectory();
      if (isHiddenName(entry.name)) {
        yield { name: folder + entry.name, type: "hidden" };
        continue;
      }
      if (isIgnored(rules, folder + entry.name, isFolder)) {
        yield { name: folder + entry.name, type: "ignored" };
        continue;
      }
      if (isFolder) continue;
      const type = entry.isFile() ? "file" : entry.isSymbolicLink() ? "link" : "special file";
      yield { name: folder + entry.name, type };
    }
    for (const entry of kept.reverse())
      if (entry.isDirectory() && !isHiddenName(entry.name) && !isIgnored(rules, folder + entry.name, true))
        open.push({ folder: `${folder}${entry.name}/`, rules });
  }
}

const MANIFEST = "manifest.json";
const IGNORE = ".gitignore";
const MANIFEST_BEGINNING = /^\s*\{\s*"format":\s*"spolia-corpus"/;

/** Whether a manifest is that of a corpus of this library. */
async function isOfCorpus(path: string): Promise<boolean> {
  const head = await headOfFile(path, 64);
  return head !== undefined && MANIFEST_BEGINNING.test(new TextDecoder().decode(head));
}

function noSuchSplit(split: string, splits: ReadonlySet<string>): SpoliaError {
  const known =
    splits.size === 0 ? "No file says of which split it is." : `Splits are ${[...splits].sort().join(", ")}.`;
  return new SpoliaError("invalid_request", `No file is of the split ${split}.`, {
    hint: known,
    fields: [{ pointer: "/options/split", detail: "must be the split of a file" }],
  });
}

/** The detail names the path: among thousands in a list, its index alone would be hard to find. */
function unreadable(path: string, index: number, cause: unknown): SpoliaError {
  const isAddress = /^https?:\/\//i.test(path);
  const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  const what = isAddress ? "is an address of the web, and no file" : missing ? "does not exist" : "may not be read";
  return new SpoliaError("invalid_request", "A path cannot be read.", {
    hint: isAddress
      ? "Save what is there, and name that file."
      : "Check the spelling of the paths and the permissions of their folders.",
    fields: [{ pointer: `/paths/${index}`, detail: `${path} ${what}` }],
    cause,
  });
}

/** The path as given, without the parts that reveal where it lies on this machine. */
function idOfNamedFile(path: string): string {
  const posix = path.replaceAll("\\", "/").replace(/^(\.\/){1,1000}/, "");
  const elsewhere = /^([A-Za-z]:)?\//.test(posix) || posix.split("/").includes("..");
  return elsewhere ? posix.slice(posix.lastIndexOf("/") + 1) : posix;
}

/**
 * Two folders may hold files of the same name: the later one is distinguished by its folder's name, then by a number.
 */
export function uniqueId(id: string, root: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  const folder = folderWithoutEnd(root).split(/[/\\]/).at(-1) ?? "";
  const prefixed = folder === "" || folder === id ? id : `${folder}/${id}`;
  let unique = prefixed;
  for (let number = 2; taken.has(unique); number += 1) unique = `${prefixed}~${number}`;
  return unique;
}
