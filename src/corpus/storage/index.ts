/**
 * Where corpora are stored: in a folder, in memory, in a browser, on a web host, in object storage, or far away with
 * copies on this machine's disk. None loads an engine, and optional packages come with the first request.
 *
 * @module spolia/storage
 */
export { type CopiedStorage, type CopyOptions, openCopies } from "./copies.ts";
export { createFileStorage, openFileStorage, pathOfFileUrl } from "./file.ts";
export { type HttpStorageOptions, openHttpStorage } from "./http/http.ts";
export { createMemoryStorage } from "./memory.ts";
export { openOpfsStorage } from "./opfs/opfs.ts";
export { createS3Storage, openS3Storage, type S3Credentials, type S3StorageOptions } from "./s3/s3.ts";
export type { NewFile, Storage, StoredFile, WritableStorage, WriteLock } from "./storage.ts";
