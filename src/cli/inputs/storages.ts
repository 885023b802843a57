/** Where corpora and large values of records are that a command names: folders, buckets, web hosts to read from. */
import type { Storage, WritableStorage } from "../../corpus/storage/storage.ts";

/** Whether a corpus is named by its place in object storage. */
export const isInBucket = (where: string): boolean => /^s3:\/\//i.test(where);

/** @param where a path, or `s3://bucket/prefix` */
export async function writableAt(where: string): Promise<WritableStorage> {
  if (isInBucket(where)) return (await import("../../corpus/storage/s3/s3.ts")).createS3Storage(where);
  return (await import("../../corpus/storage/file.ts")).createFileStorage(where);
}

/** @param where a path, `s3://bucket/prefix`, or the URL of a folder on a web host */
export async function readableAt(where: string): Promise<Storage> {
  if (isInBucket(where)) return (await import("../../corpus/storage/s3/s3.ts")).openS3Storage(where);
  if (/^https?:\/\//i.test(where)) return (await import("../../corpus/storage/http/http.ts")).openHttpStorage(where);
  return (await import("../../corpus/storage/file.ts")).openFileStorage(where);
}
