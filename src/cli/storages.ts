/** Where corpora are written that a command names: folders, and prefixes of buckets. */
import type { WritableStorage } from "../storage/storage.ts";

/** Whether a corpus is named by its place in object storage. */
export const isInBucket = (where: string): boolean => /^s3:\/\//i.test(where);

/** @param where a path, or `s3://bucket/prefix` */
export async function writableAt(where: string): Promise<WritableStorage> {
  if (isInBucket(where)) return (await import("../storage/s3.ts")).createS3Storage(where);
  return (await import("../storage/file.ts")).createFileStorage(where);
}
