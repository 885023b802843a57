/** Files and folders that a reader drops or picks. */
import type { GivenFile } from "./messages.ts";

/** Hidden names are left out, as the command line does. */
const isHidden = (path: string): boolean =>
  path.split("/").some((part) => part.startsWith(".") || part === "node_modules");

export function pickedFiles(list: FileList | null): GivenFile[] {
  return [...(list ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !isHidden(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The files of a drop, those in folders too. */
export async function droppedFiles(transfer: DataTransfer | null): Promise<GivenFile[]> {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...(transfer?.files ?? [])];
  const found: GivenFile[] = [];
  for (const entry of entries) if (entry !== null) await walk(entry, found);
  const given = found.length > 0 ? found : files.map((file) => ({ path: file.name, file }));
  return given.filter(({ path }) => !isHidden(path)).sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function walk(entry: FileSystemEntry, found: GivenFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await walk(one, found);
  }
}
