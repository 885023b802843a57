/**
 * Parts of files that become documents by themselves, in any thread and any order: whole files, and lines, records and
 * row groups of datasets. They and what they hold are plain data, so that threads can be sent both.
 */
import type { ContentType } from "../../../base/contract/common.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import { type ByteSource, chunksOf, type OpenFile, openFile } from "../bytes/byteSource.ts";
import { FileHash, type HashedBytes } from "../bytes/fileHash.ts";
import { LINE_BYTES_MAX } from "../bytes/lines.ts";
import { NotRead, notOpened } from "../bytes/notRead.ts";
import { contentOfFile } from "../content.ts";
import { foundInPart } from "../datasets/dataset.ts";
import { type DatasetPart, type FoundItem, type RecordReading, unreadItems } from "../datasets/reading.ts";
import { documentOfContent } from "../fileDocument.ts";

export type InputPart = DatasetPart | FilePart | { kind: "hash"; path: string };

/** A file that is one document. */
interface FilePart {
  kind: "file";
  path: string;
  name: string;
  sizeBytes: number;
  isHashed: boolean;
  /** Whether it is only hashed, since it was read before. */
  wasRead: boolean;
}

/** What was found in a part. `content` and its type, where they are not the text of the document. */
export type FoundInput = (FoundItem & { content?: string; content_type?: ContentType }) | { hashed: HashedBytes };

/** What a part holds. @param open the dataset, where it is open already */
export async function* foundIn(
  part: InputPart,
  about: RecordReading,
  more: { signal?: PlatformAbortSignal | undefined; open?: ByteSource | undefined } = {},
): AsyncGenerator<FoundInput> {
  if (part.kind === "file") yield* foundInFile(part, about, more.signal);
  else if (part.kind === "hash") yield* hashOf(part.path, more.open);
  else yield* foundInPart(part, about, more);
}

async function* foundInFile(
  { path, name, sizeBytes, isHashed, wasRead }: FilePart,
  { encoding }: RecordReading,
  signal: PlatformAbortSignal | undefined,
): AsyncGenerator<FoundInput> {
  const record = 1;
  if (sizeBytes > LINE_BYTES_MAX) return yield { record, item: { code: "too_large", reason: "over 512 MB" } };
  let bytes: Uint8Array;
  try {
    bytes = await builtin("node:fs/promises").readFile(path);
  } catch {
    const { code, reason } = notOpened(path);
    return yield { record, item: { code, reason } };
  }
  if (isHashed) {
    const hash = new FileHash();
    hash.update(bytes);
    yield { hashed: hash.digest() };
  }
  if (wasRead) return;
  const read = await contentOfFile(bytes, { name: path, encoding, signal });
  if ("reason" in read) return yield { record, item: read };
  for (const item of unreadItems(read.unread_pages ?? [], {})) yield { record, item };
  const document = documentOfContent(name, read);
  const { content, content_type } = read;
  if (document.text.trim() === "") yield { record, item: { code: "empty", reason: "empty text" } };
  else yield { record, item: document, content_type, ...(content !== document.text && { content }) };
}

/** Nothing where the file cannot be read to its end. */
async function* hashOf(path: string, open: ByteSource | undefined): AsyncGenerator<FoundInput> {
  const hash = new FileHash();
  let opened: OpenFile | undefined;
  try {
    if (open === undefined) opened = await openFile(path);
    for await (const chunk of chunksOf(open ?? opened!)) hash.update(chunk);
  } catch (error) {
    if (error instanceof NotRead) return;
    throw error;
  } finally {
    await opened?.close();
  }
  yield { hashed: hash.digest() };
}
