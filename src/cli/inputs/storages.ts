/** Where corpora and large values of records are that a command names: folders, buckets, web hosts to read from. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { CopiedStorage } from "../../corpus/storage/copies.ts";
import type { Storage, WritableStorage } from "../../corpus/storage/storage.ts";
import { UsageError } from "../terminal/exit.ts";

/** Whether a corpus is named by its place in object storage. */
export const isInBucket = (where: string): boolean => /^s3:\/\//i.test(where);

const isOnWeb = (where: string): boolean => /^https?:\/\//i.test(where);

/** @param where a path, or `s3://bucket/prefix` */
export async function writableAt(where: string): Promise<WritableStorage> {
  if (isInBucket(where)) return (await import("../../corpus/storage/s3/s3.ts")).createS3Storage(where);
  return (await import("../../corpus/storage/file.ts")).createFileStorage(where);
}

/** @param where a path, `s3://bucket/prefix`, or the URL of a folder on a web host */
async function readableAt(where: string): Promise<Storage> {
  if (isInBucket(where)) return (await import("../../corpus/storage/s3/s3.ts")).openS3Storage(where);
  if (isOnWeb(where)) return (await import("../../corpus/storage/http/http.ts")).openHttpStorage(where);
  return (await import("../../corpus/storage/file.ts")).openFileStorage(where);
}

const MEBIBYTE = 1024 * 1024;

/**
 * A far corpus with copies of its indexes on this machine, which the main thread makes and its threads read;
 * `undefined` where it is near, or no folder is named.
 */
export async function copiedAt(
  where: string,
  { cache, cacheMb }: { readonly cache?: string | undefined; readonly cacheMb?: number | undefined },
): Promise<CopiedStorage | undefined> {
  if (cache === undefined || !(isInBucket(where) || isOnWeb(where))) return undefined;
  if (statSync(cache, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new UsageError(`--cache ${cache} is a file.`, "Name a folder, which is made where there is none.");
  }
  const { openCopies } = await import("../../corpus/storage/copies.ts");
  const folder = join(cache, (await sha256(where)).slice(0, 16));
  const bytesMax = cacheMb === undefined ? undefined : cacheMb * MEBIBYTE;
  return openCopies(await readableAt(where), folder, { bytesMax, keeps: isMainThread });
}
