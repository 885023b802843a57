/** Files of the reader as texts and documents: every format that is read. */
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { TEXT_HEAD_BYTES } from "../../../files/documents/bytes/binary.ts";
import { bytesInMemory, chunksOf } from "../../../files/documents/bytes/byteSource.ts";
import { damaged } from "../../../files/documents/bytes/notRead.ts";
import { contentOfFile } from "../../../files/documents/content.ts";
import { readDataset } from "../../../files/documents/datasets/dataset.ts";
import { documentOfContent } from "../../../files/documents/fileDocument.ts";
import { formatOfFile, notRead } from "../../../files/documents/formats.ts";
import { isDataset, kindOf, mayBeText, packingOf } from "../../../files/documents/kinds.ts";
import { PDF_MISSING } from "../../../files/documents/pdf/install.ts";
import { type PdfThread, startPdfThreadsBy } from "../../../files/documents/pdf/thread.ts";
import { plainUnreadPages } from "../../../files/documents/pdf/unreadPages.ts";
import { readBytes } from "../../../files/documents/readBytes.ts";
import type { CallHost, GivenFile, IndexedFiles, ReadFile } from "../messages.ts";

type Skipped = IndexedFiles["skipped"][number];

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

startPdfThreadsBy(startPdfWorker);

/** What to do where a page has no pdf.js beside it. */
const PDF_LACKING = {
  message: "PDF needs pdf.js, which this page does not have.",
  hint: "Where `spolia serve` runs: npm install unpdf@1, and start it again. On another host: put the file dist/pdfjs.mjs of unpdf beside the page as pdfjs.js.",
};

/** A text as it is read: marks of Markdown and HTML are taken away, so that places are those of what one sees. */
export async function readGiven({ path, file }: GivenFile, { signal }: CallHost): Promise<ReadFile> {
  const read = await readBytes(await bytesOf(file), { name: path, signal }).catch((error) => {
    if (!isSpoliaError(error) || error.message !== PDF_MISSING.message) throw error;
    throw new SpoliaError("unsupported_runtime", PDF_LACKING.message, { hint: PDF_LACKING.hint, cause: error });
  });
  const { text, sections = [] } = documentOfContent(path, read);
  const unread = (read.unread_pages ?? []).map(plainUnreadPages);
  return { name: path, content: text, sections, ...(unread.length > 0 && { unread }) };
}

/** The documents of files, one at a time, with progress; what was not read is listed. */
export function reading(files: readonly GivenFile[], { signal, onProgress }: CallHost) {
  const skipped: Skipped[] = [];
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const documents = documentsIn(files, {
    signal,
    onBytes: (done) => onProgress({ stage: "read", done, total, unit: "bytes" }),
    onSkip: (one) => skipped.push(one),
  });
  return { documents, skipped };
}

/** The documents of files. Ids are paths; a second of the same id has a number. */
async function* documentsIn(
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
    for await (const read of documentsOf(one, signal)) {
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

async function* documentsOf({ path, file }: GivenFile, signal: AbortSignal): AsyncGenerator<CorpusDocument | Skipped> {
  const kind = kindOf(path);
  const bytes = await bytesOf(file);
  const head = bytes.subarray(0, TEXT_HEAD_BYTES);
  if (kind === undefined && !mayBeText(head, path)) return yield { path, ...notRead(formatOfFile(path, head)) };
  if (isDataset(kind)) {
    const source = bytesInMemory(bytes);
    const how = { source, stream: () => chunksOf(source), packing: packingOf(path), onBytes: () => {} };
    for await (const item of readDataset(kind, { ...how, name: path, fields: {}, after: 0, record: 0 }))
      yield "reason" in item
        ? { path: item.name ?? path, code: item.code, reason: item.reason, note: item.note }
        : item;
    return;
  }
  const read = await contentOfFile(bytes, { name: path, signal });
  if ("reason" in read) {
    const isLacking = read.reason === PDF_MISSING.reason;
    return yield {
      path,
      code: read.code,
      reason: isLacking ? `${PDF_LACKING.message} ${PDF_LACKING.hint}` : read.reason,
    };
  }
  for (const pages of read.unread_pages ?? [])
    yield { path, code: pages.code, reason: plainUnreadPages(pages), note: pages.note };
  const document = documentOfContent(path, read);
  yield document.text.trim() === "" ? { path, code: "empty", reason: "empty text" } : document;
}

/** A thread that reads PDF, of a browser: a worker of the page's worker. */
function startPdfWorker(): PdfThread {
  const worker = new Worker(new URL("pdf.js", import.meta.url), { type: "module" });
  const thread: PdfThread = {
    onReply: () => {},
    onDeath: () => {},
    post: (bytes) => worker.postMessage(bytes),
    end: async () => worker.terminate(),
    setWaiting: () => {},
  };
  worker.addEventListener("message", ({ data: { reply } }) => reply && thread.onReply(reply));
  worker.addEventListener("error", () => thread.onDeath(damaged("it cannot be read")));
  return thread;
}
