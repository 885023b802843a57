/** Reads documents from files and folders, one at a time: at most one file, or one line of JSON Lines, is in memory. */
import { checkArguments, isTexts, optionsCheck } from "../arguments.ts";
import type { Sha256 } from "../contract/common.ts";
import type { CorpusDocument, Progress } from "../contract/corpus.ts";
import type { SourceLog } from "../corpus/sources.ts";
import type { UnreadInput } from "../corpus/unread.ts";
import { SpoliaError, throwIfAborted } from "../errors.ts";
import type { PlatformAbortSignal } from "../platform.ts";
import { builtin } from "../storage/builtin.ts";
import { contentOfBytes, type FileContent, isEncoding, notRead } from "./content.ts";
import type { TextEncoding } from "./decode.ts";
import { discover, type FoundFile, type UnreadEntry } from "./discover.ts";
import { formatOfName } from "./formats.ts";
import { LINE_BYTES_MAX, splitLines } from "./lines.ts";
import { readers } from "./readers.ts";
import { htmlTitleSource, markdownTitle, parseRecord } from "./records.ts";

/** An input that did not become a document, and the reason. */
export interface SkippedInput extends UnreadInput {
  path: string;
}

export interface ReadOptions {
  /** Throws `document_invalid` at the first input that would be skipped. */
  strict?: boolean | undefined;
  /**
   * Encoding of files that are not UTF-8, have no mark and declare no encoding. Without it they are skipped.
   *
   * @since 0.2.0
   */
  encoding?: TextEncoding | undefined;
  signal?: PlatformAbortSignal | undefined;
  /** Reports bytes of files read, and those of all files; compressed bytes where files are compressed. */
  onProgress?: ((progress: Progress) => void) | undefined;
  onSkip?: ((skipped: SkippedInput) => void) | undefined;
  /** Log of the files that documents are read from, for `buildCorpus` and `appendDocuments`; they are hashed for it. */
  sources?: SourceLog | undefined;
}

/**
 * The documents under `paths`: folders; text (`.txt`), Markdown (`.md`, `.markdown`), HTML (`.html`, `.htm`, `.xhtml`),
 * EPUB (`.epub`), Word (`.docx`, `.docm`), OpenDocument (`.odt`), TEI and other XML (`.xml`, `.tei`), JSON Lines
 * (`.jsonl`, `.jsonl.gz`); and files with any other ending where a path names the file itself. Ids are made unique: a
 * second `x` becomes `x~2`.
 * Input that is not read is skipped and reported to `onSkip`, files of other formats too; hidden names and
 * `node_modules` are ignored.
 *
 * @throws invalid_request for a path that does not exist, no_documents, document_invalid when strict, aborted
 */
export async function* readDocuments(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<CorpusDocument> {
  checkArguments("readDocuments", [
    ["/paths", isTexts(paths), "an array of paths"],
    optionsCheck(options),
    ["/options/encoding", isEncoding(options?.encoding), 'absent, or "windows-1252"'],
  ]);
  const found = await discover(paths, options.signal, (entry) => skip(skippedEntry(entry), options));
  const total = found.reduce((sum, file) => sum + file.sizeBytes, 0);
  let before = 0;
  let documents = 0;
  const given = new Map<string, number>();
  for (const file of found) {
    throwIfAborted(options.signal);
    const onBytes = (bytes: number) =>
      options.onProgress?.({ stage: "read", done: Math.min(before + bytes, total), total, unit: "bytes" });
    const hash = options.sources && new FileHash();
    const earlier = documents;
    for await (const one of readFile(file, onBytes, hash, options.encoding)) {
      throwIfAborted(options.signal);
      if ("reason" in one) {
        skip(one, options);
      } else {
        documents += 1;
        yield { ...one, id: distinctId(one.id, given) };
      }
    }
    if (hash !== undefined && documents > earlier) noteSource(options.sources!, file, hash);
    before += file.sizeBytes;
    onBytes(0);
  }
  if (documents === 0) {
    throw new SpoliaError("no_documents", "No document was found under the given paths.", {
      hint: "Give folders or files of text, Markdown, HTML, XML, EPUB, DOCX, ODT or JSON Lines; these need a `text` field.",
    });
  }
}

/** The hash of the bytes of a file, as they are read. */
class FileHash {
  readonly #hash = builtin("node:crypto").createHash("sha256");
  bytes = 0;

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
  }

  digest(): Sha256 {
    return `sha256:${this.#hash.digest("hex")}`;
  }
}

/** A file of another length than was found at first was not read to its end, or has changed: its hash is of neither. */
function noteSource(sources: SourceLog, { id: name, sizeBytes }: FoundFile, hash: FileHash): void {
  if (hash.bytes === sizeBytes) sources.add({ name, bytes: sizeBytes, sha256: hash.digest() });
  else sources.addUnhashed();
}

/**
 * `given` counts how often an id occurred: no document may be lost because its collection numbers every file from 1.
 */
function distinctId(id: string, given: Map<string, number>): string {
  let distinct = id;
  for (let times = (given.get(id) ?? 0) + 1; given.has(distinct); times += 1) {
    distinct = `${id}~${times}`;
    given.set(id, times);
  }
  given.set(distinct, given.get(distinct) ?? 1);
  return distinct;
}

function skip(skipped: SkippedInput, options: ReadOptions): void {
  options.onSkip?.(skipped);
  if (options.strict) {
    const where = skipped.line === undefined ? skipped.path : `${skipped.path}, line ${skipped.line}`;
    throw new SpoliaError("document_invalid", `A document cannot be read (${where}): ${skipped.reason}.`, {
      hint: "Correct it, or leave out `strict` to skip such input.",
    });
  }
}

function skippedEntry({ path, name, why }: UnreadEntry): SkippedInput {
  if (why === "ending") return { path, name, ...notRead(formatOfName(name)) };
  if (why === "link") return { path, name, code: "link", reason: "symbolic links are not followed" };
  return {
    path,
    name,
    code: "unreadable",
    reason: why === "closed folder" ? "folder cannot be opened" : "no regular file",
  };
}

function readFile(
  file: FoundFile,
  onBytes: (bytes: number) => void,
  hash: FileHash | undefined,
  encoding: TextEncoding | undefined,
): AsyncGenerator<CorpusDocument | SkippedInput> {
  const isLines = file.kind === "jsonl" || file.kind === "jsonl.gz";
  return isLines ? readJsonLines(file, onBytes, hash) : readWhole(file, hash, encoding);
}

async function* readWhole(
  file: FoundFile,
  hash: FileHash | undefined,
  encoding: TextEncoding | undefined,
): AsyncGenerator<CorpusDocument | SkippedInput> {
  const { path, id: name } = file;
  const skipped = (code: SkippedInput["code"], reason: string): SkippedInput => ({ path, name, code, reason });
  if (file.sizeBytes > LINE_BYTES_MAX) return yield skipped("too_large", "over 512 MB");
  let bytes: Uint8Array;
  try {
    bytes = await builtin("node:fs/promises").readFile(file.path);
  } catch {
    return yield skipped("unreadable", "cannot be opened");
  }
  hash?.update(bytes);
  const read = contentOfBytes(bytes, { name: path, encoding });
  if ("reason" in read) return yield { path, name, ...read };
  const document = documentOf(file.id, read);
  yield document.text.trim() === "" ? skipped("empty", "empty text") : document;
}

/** The document of a file: its text, and the title that it gives itself. */
function documentOf(
  id: string,
  { content, content_type: type, sections: _, ...metadata }: FileContent,
): CorpusDocument {
  if (type !== "markdown" && type !== "html") return { id, text: content, ...metadata };
  const source = type === "markdown" ? markdownTitle(content) : htmlTitleSource(content);
  const title = readers[type](source ?? "")
    .text.replace(/\s+/g, " ")
    .trim();
  return { id, text: readers[type](content).text, ...(title === "" ? {} : { title }) };
}

async function* readJsonLines(
  file: FoundFile,
  onBytes: (bytes: number) => void,
  hash: FileHash | undefined,
): AsyncGenerator<CorpusDocument | SkippedInput> {
  const { path, id: name } = file;
  let line = 0;
  let records = 0;
  try {
    for await (const bytes of splitLines(byteStream(file, onBytes, hash))) {
      line += 1;
      const record = bytes === null ? { reason: "over 512 MB" } : parseRecord(bytes, `${file.id}#${line}`);
      if (record === null) continue;
      records += 1;
      yield "reason" in record ? { path, name, line, code: "invalid_record", ...record } : record;
    }
  } catch (error) {
    if (!isReadError(error)) throw error;
    yield { path, name, line: line + 1, code: "unreadable", reason: "cannot be read further" };
    return;
  }
  if (records === 0) yield { path, name, code: "empty", reason: "empty file" };
}

/** The bytes of a file, inflated where it is gzip. The file is closed in every case when the iteration ends. */
async function* byteStream(
  file: FoundFile,
  onBytes: (bytes: number) => void,
  hash: FileHash | undefined,
): AsyncGenerator<Uint8Array> {
  const source = builtin("node:fs").createReadStream(file.path, { highWaterMark: 256 * 1024 });
  const hashed = hashing(source, hash);
  const inflated = file.kind === "jsonl.gz" ? builtin("node:zlib").createGunzip() : undefined;
  // `pipeline` passes an error of the file on to the reader of the other end; `pipe` does not.
  if (inflated !== undefined) builtin("node:stream").pipeline(hashed, inflated, () => {});
  try {
    for await (const chunk of (inflated ?? hashed) as AsyncIterable<Uint8Array>) {
      onBytes(source.bytesRead);
      yield chunk;
    }
  } finally {
    source.destroy();
    inflated?.destroy();
  }
}

async function* hashing(chunks: AsyncIterable<Uint8Array>, hash: FileHash | undefined): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash?.update(chunk);
    yield chunk;
  }
}

/**
 * Errors of the file system and of inflating have a code (`EACCES`, `Z_BUF_ERROR`); SpoliaErrors and bugs do not match.
 */
function isReadError(error: unknown): boolean {
  return (
    error instanceof Error && /^(E[A-Z]+|Z_[A-Z_]+|ERR_[A-Z_]+)$/.test(String((error as { code?: unknown }).code ?? ""))
  );
}
