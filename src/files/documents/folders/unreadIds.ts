/** Which ids documents may have that stand in inputs that could not be read. */

import { checkArguments, isRecord, isTexts } from "../../../base/arguments.ts";
import { folderWithoutEnd } from "../../../base/slashes.ts";
import { isDataset, kindOf } from "../kinds.ts";
import type { SkippedInput } from "./files.ts";

/**
 * Ids of documents that may stand in inputs that `readDocuments` skipped: give each to `add` in `onSkip`, and `has` to
 * `syncDocuments` as `keeps`, so that an input that could not be read deletes nothing. An empty file was read: its
 * document is gone.
 *
 * Records of datasets (lines of JSON Lines, rows of Parquet) have ids of their own. Where one could not be read, or a
 * folder that may hold such files, any id may stand there.
 *
 * @since 0.2.0
 */
export class UnreadIds {
  /** Names of the given folders and `/`, which ids begin with where two folders hold files of one name. */
  readonly #folders: readonly string[];
  readonly #names = new Set<string>();
  #mayBeAny = false;

  /** @param paths that are given to `readDocuments` */
  constructor(paths: readonly string[]) {
    checkArguments("UnreadIds", [["/paths", isTexts(paths), "an array of paths"]]);
    const folders = paths.map((path) => folderWithoutEnd(path).split(/[/\\]/).at(-1)!);
    this.#folders = [...new Set(folders)].map((folder) => `${folder}/`);
  }

  add(skipped: SkippedInput): void {
    checkArguments("UnreadIds.add", [["/skipped", isRecord(skipped), "an input that was skipped"]]);
    const { name, code, line, note } = skipped;
    if (code === "empty" || note) return;
    this.#names.add(name);
    const isFolder = code === "unreadable" && kindOf(name) === undefined;
    const isAny = line !== undefined || isFolder || isDataset(kindOf(name));
    if (isAny && code !== "link") this.#mayBeAny = true;
  }

  /** Whether a document of this id may stand in one of the inputs. */
  has(id: string): boolean {
    if (this.#mayBeAny) return true;
    // A second `x` is `x~2`.
    const forms = [id, id.replace(/~\d+$/, "")];
    for (const folder of this.#folders)
      for (const form of forms.slice(0, 2)) if (form.startsWith(folder)) forms.push(form.slice(folder.length));
    return forms.some((form) => this.#hasOrIsBelow(form));
  }

  #hasOrIsBelow(id: string): boolean {
    if (this.#names.has(id)) return true;
    for (let at = id.indexOf("/"); at !== -1; at = id.indexOf("/", at + 1))
      if (this.#names.has(id.slice(0, at))) return true;
    return false;
  }
}
