/** Files of the reader as texts and documents: every format that is read without threads. */
import type { CorpusDocument } from "../../contract/corpus.ts";
import { bytesInMemory, chunksOf } from "../../documents/byteSource.ts";
import { contentOfFile, notRead } from "../../documents/content.ts";
import { readDataset } from "../../documents/datasets/dataset.ts";
import { documentOfContent } from "../../documents/fileDocument.ts";
import { formatOfName } from "../../documents/formats.ts";
import { isDataset, kindOf, packingOf } from "../../documents/kinds.ts";
import { readBytes } from "../../documents/readBytes.ts";
import { isSpoliaError, throwIfAborted } from "../../errors.ts";
import type { GivenFile, IndexedFiles, ReadFile } from "../messages.ts";

type Skipped = IndexedFiles["skipped"][number];

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** A text as it is read: marks of Markdown and HTML are taken away, so that places are those of what one sees. */
export async function readGiven({ path, file }: GivenFile): Promise<ReadFile> {
  const { text, sections = [] } = documentOfContent(path, await readBytes(await bytesOf(file), { name: path }));
  return { name: path, content: text, sections };
}

/** The documents of files. Ids are paths; a second of the same id has a number. */
export async function* documentsIn(
  files: readonly GivenFile[],
  {
    signal,
    onBytes,
    onSkip,
  }: { signal: AbortSignal; onBytes: (bytes: number) => void; onSkip: (one: Skipped) => void },
): AsyncGenerator<CorpusDocument> {
  const given = new Map<string, number>();
  let done = 0;
  for (const one of files) {
    throwIfAborted(signal);
    for await (const read of documentsOf(one)) {
      throwIfAborted(signal);
      if ("reason" in read) onSkip(read);
      else {
        const times = (given.get(read.id) ?? 0) + 1;
        given.set(read.id, times);
        yield times === 1 ? read : { ...read, id: `${read.id}~${times}` };
      }
    }
    done += one.file.size;
    onBytes(done);
  }
}

async function* documentsOf({ path, file }: GivenFile): AsyncGenerator<CorpusDocument | Skipped> {
  const kind = kindOf(path);
  if (kind === undefined) return yield { path, ...notRead(formatOfName(path)) };
  const bytes = await bytesOf(file);
  if (isDataset(kind)) {
    const source = bytesInMemory(bytes);
    const how = { source, stream: () => chunksOf(source), packing: packingOf(path), onBytes: () => {} };
    for await (const item of readDataset(kind, { ...how, name: path, fields: {}, after: 0, record: 0 }))
      yield "reason" in item ? { path: item.name ?? path, code: item.code, reason: item.reason } : item;
    return;
  }
  try {
    const read = await contentOfFile(bytes, { name: path });
    if ("reason" in read) return yield { path, code: read.code, reason: read.reason };
    const document = documentOfContent(path, read);
    yield document.text.trim() === "" ? { path, code: "empty", reason: "empty text" } : document;
  } catch (error) {
    // PDF is read in threads of other runtimes only.
    if (!isSpoliaError(error) || error.code !== "unsupported_runtime") throw error;
    yield { path, code: "format_not_read", reason: `${error.message} ${error.hint}` };
  }
}
