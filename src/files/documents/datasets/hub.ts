/**
 * Copies of datasets of the Hugging Face hub on disk: which dataset, revision and split a file is of. There are two
 * forms:
 *
 *   datasets--ORG--NAME/snapshots/REVISION/…   the cache: files are links to datasets--ORG--NAME/blobs
 *   any folder                                 `hf download --local-dir`; its .cache has the revision of each file
 */

import { SpoliaError } from "../../../base/errors.ts";
import { folderWithoutEnd } from "../../../base/slashes.ts";
import type { FileOrigin } from "../../../corpus/build/sources.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import { frontMatter, type SplitPatterns, splitPatterns } from "./card.ts";

/** A revision of a repository: the hash of a commit. */
const REVISION = /^[0-9a-f]{40}$/;
const REPOSITORY = /^datasets--([^/]+?)(?:--(.+))?$/;
/** Names of splits, and those that mean the same (the rules of the library `datasets`). */
const SPLITS: readonly (readonly [split: string, names: RegExp])[] = [
  ["train", /(?:^|[^a-z0-9])train(?:ing)?(?![a-z0-9])/],
  ["validation", /(?:^|[^a-z0-9])(?:validation|valid|val|dev)(?![a-z0-9])/],
  ["test", /(?:^|[^a-z0-9])(?:test(?:ing)?|eval(?:uation)?)(?![a-z0-9])/],
];
/** Part of a split: `train-00000-of-00003.parquet`. */
const SHARD = /^(.+?)-\d{5}-of-\d{5}\b/;
const CARD = "README.md";
/** Bytes of a dataset's card that are searched for its front matter. */
const CARD_BYTES_MAX = 1024 * 1024;

/** A repository in the cache. */
interface Repository {
  dataset: string;
  revision: string | null;
  /** The folder that links of its snapshots lead to. */
  blobs: string;
}

interface KnownOfFolder {
  repository: Repository | undefined;
  /** Front matter of the card. */
  card: string | undefined;
  downloads: readonly string[];
}

async function knownOf(folder: string, repository: Repository | undefined): Promise<KnownOfFolder> {
  const [card, downloads] = await Promise.all([cardOf(folder), downloadsOf(folder)]);
  return { repository, card, downloads };
}

/** What is known of the files below a folder. */
export class HubFolder {
  /** The folder whose files are read: of a repository in the cache, its snapshot. */
  readonly folder: string;
  readonly #isHub: boolean;
  readonly #repository: Repository | undefined;
  readonly #patterns: SplitPatterns;

  readonly #downloads: readonly string[];

  private constructor(folder: string, { repository, card, downloads }: KnownOfFolder) {
    this.folder = folder;
    this.#repository = repository;
    this.#patterns = splitPatterns(card ?? "");
    this.#downloads = downloads;
    this.#isHub = repository !== undefined || card !== undefined;
  }

  /** @throws invalid_request where it is a repository of several snapshots, and none is the main one */
  static async of(root: string): Promise<HubFolder> {
    const { resolve, sep } = builtin("node:path");
    const parts = resolve(root).split(sep);
    const at = parts.findLastIndex((part) => REPOSITORY.test(part));
    if (at === -1) return new HubFolder(root, await knownOf(root, undefined));
    const repository = parts.slice(0, at + 1).join(sep);
    const [, owner, name] = REPOSITORY.exec(parts[at]!)!;
    const folder = parts.length === at + 1 ? await snapshotOf(repository, root) : root;
    const revision = [...parts, ...folder.split(/[/\\]/)].findLast((part) => REVISION.test(part)) ?? null;
    const dataset = name === undefined ? owner! : `${owner}/${name}`;
    return new HubFolder(folder, await knownOf(folder, { dataset, revision, blobs: `${repository}${sep}blobs` }));
  }

  /** The file that a link of a snapshot leads to, where it is one of the repository. */
  async linkedFile(path: string): Promise<string | undefined> {
    if (this.#repository === undefined) return undefined;
    const { realpath } = builtin("node:fs/promises");
    const [target, blobs] = await Promise.all([realpath(path), realpath(this.#repository.blobs)]).catch(() => [
      "",
      "/",
    ]);
    return target!.startsWith(`${blobs}${builtin("node:path").sep}`) ? target : undefined;
  }

  /** Whether it describes the dataset, and is none of its texts. */
  isCard(name: string): boolean {
    return this.#isHub && name === CARD;
  }

  /**
   * What a file below the folder is of; nothing where neither folder nor file says it.
   *
   * @param withSplit whether the name of a file says its split, in any folder
   */
  async originOf(name: string, withSplit: boolean): Promise<{ origin?: FileOrigin }> {
    const dataset = this.#repository?.dataset ?? null;
    const revision = this.#repository?.revision ?? (await this.#downloaded(name));
    const isOfHub = this.#isHub || revision !== null;
    const split = isOfHub || withSplit ? (this.#patterns.splitOf(name) ?? splitOfName(name)) : null;
    return isOfHub || split !== null ? { origin: { dataset, revision, split } } : {};
  }

  /** The revision that `hf download` notes of a file. */
  async #downloaded(name: string): Promise<string | null> {
    const { readFile } = builtin("node:fs/promises");
    for (const folder of this.#downloads) {
      const noted = await readFile(`${folder}/${name}.metadata`, "utf8").catch(() => "");
      const [revision = ""] = noted.split(/\r?\n/);
      if (REVISION.test(revision)) return revision;
    }
    return null;
  }
}

/** Folders where `hf download` notes what it has downloaded, of now and of earlier versions. */
async function downloadsOf(folder: string): Promise<string[]> {
  const { stat } = builtin("node:fs/promises");
  const folders = [`${folder}/.cache/huggingface/download`, `${folder}/.huggingface/download`];
  const are = await Promise.all(
    folders.map((one) =>
      stat(one).then(
        (found) => found.isDirectory(),
        () => false,
      ),
    ),
  );
  return folders.filter((_, i) => are[i]);
}

/** The split that the name of a file, or of the folders that it is in, says; `null` where none does. */
export function splitOfName(name: string): string | null {
  const base = name.slice(name.lastIndexOf("/") + 1);
  const shard = SHARD.exec(base)?.[1];
  const of = (text: string): string | undefined => SPLITS.find(([, names]) => names.test(text.toLowerCase()))?.[0];
  return (shard && (of(shard) ?? shard)) ?? of(base) ?? of(name) ?? null;
}

async function cardOf(folder: string): Promise<string | undefined> {
  const { open } = builtin("node:fs/promises");
  const handle = await open(`${folder}/${CARD}`).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(CARD_BYTES_MAX), 0, CARD_BYTES_MAX, 0);
    return frontMatter(new TextDecoder().decode(buffer.subarray(0, bytesRead)));
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The snapshot of the main revision, or the only one. */
async function snapshotOf(repository: string, root: string): Promise<string> {
  const { readFile, readdir } = builtin("node:fs/promises");
  const snapshots = (await readdir(`${repository}/snapshots`).catch(() => [])).sort();
  const main = (await readFile(`${repository}/refs/main`, "utf8").catch(() => "")).trim();
  const only = snapshots.length === 1 ? snapshots[0] : snapshots.find((one) => one === main);
  const base = folderWithoutEnd(root);
  if (only !== undefined) return `${base}/snapshots/${only}`;
  if (snapshots.length === 0) return root;
  throw new SpoliaError("invalid_request", `${root} has several snapshots of a dataset.`, {
    hint: `Name one of them, such as ${base}/snapshots/${snapshots[0]}.`,
  });
}
