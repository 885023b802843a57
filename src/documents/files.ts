/** Reads documents from files and folders, one at a time: one file, or one record of a dataset, is in memory. */
import { checkArguments, isName, isTexts, optionsCheck } from "../arguments.ts";
import type { ContentType, Sha256 } from "../contract/common.ts";
import type { CorpusDocument, Progress } from "../contract/corpus.ts";
import type { BuildResume } from "../corpus/resume.ts";
import type { SourceLog } from "../corpus/sources.ts";
import type { UnreadInput } from "../corpus/unread.ts";
import { SpoliaError, throwIfAborted } from "../errors.ts";
import type { PlatformAbortSignal } from "../platform.ts";
import { builtin } from "../storage/builtin.ts";
import { chunksOf, type OpenFile, openFile } from "./byteSource.ts";
import { contentOfFile, isEncoding, notRead } from "./content.ts";
import { readDataset } from "./datasets/dataset.ts";
import type { RecordFields } from "./datasets/fields.ts";
import type { DatasetItem } from "./datasets/reading.ts";
import type { TextEncoding } from "./decode.ts";
import { discover, type FoundFile, type UnreadEntry } from "./discover.ts";
import { documentOfContent } from "./fileDocument.ts";
import { formatOfName } from "./formats.ts";
import { type DatasetKind, isDataset, packingOf } from "./kinds.ts";
import { LINE_BYTES_MAX } from "./lines.ts";
import { NotRead } from "./notRead.ts";
import { plainUnreadPages } from "./pdf/unreadPages.ts";

/** An input that did not become a document, and the reason. */
export interface SkippedInput extends UnreadInput {
  path: string;
}

export interface ReadOptions extends RecordFields {
  /** Throws `document_invalid` at the first input that would be skipped. */
  strict?: boolean | undefined;
  /**
   * Encoding of files that are not UTF-8, have no mark and declare no encoding. Without it they are skipped.
   *
   * @since 0.2.0
   */
  encoding?: TextEncoding | undefined;
  /**
   * Only files of this split, such as `train`: by the card of a dataset of the Hugging Face hub, or by the names of the
   * files and their folders.
   *
   * @since 0.2.0
   */
  split?: string | undefined;
  signal?: PlatformAbortSignal | undefined;
  /** Reports bytes of files read, and those of all files; compressed bytes where files are compressed. */
  onProgress?: ((progress: Progress) => void) | undefined;
  onSkip?: ((skipped: SkippedInput) => void) | undefined;
  /**
   * Goes on after an interrupted build; given to `buildCorpus` too.
   *
   * @since 0.2.0
   */
  resume?: BuildResume | undefined;
  /** Log of the files that documents are read from, for `buildCorpus` and `appendDocuments`; they are hashed for it. */
  sources?: SourceLog | undefined;
}

/**
 * The documents under `paths`: folders; text (`.txt`), Markdown (`.md`, `.markdown`), HTML (`.html`, `.htm`, `.xhtml`),
 * PDF (`.pdf`), EPUB (`.epub`), Word (`.docx`, `.docm`), OpenDocument (`.odt`), TEI and other XML (`.xml`, `.tei`);
 * datasets: JSON Lines (`.jsonl`, `.ndjson`), web archives (`.warc`, `.wet`) and tar archives (`.tar`), all also packed
 * (`.gz`, `.zst`), and Parquet (`.parquet`); and files with any other ending where a path names the file itself.
 * Ids are made unique: a second `x` becomes `x~2`. Input that is not read is skipped and reported to `onSkip`, files of
 * other formats too; hidden names and `node_modules` are ignored.
 *
 * @throws invalid_request for a path or a field that does not exist; no_documents; document_invalid when strict;
 *   unsupported_runtime where a package is missing that a file needs; aborted
 */
export async function* readDocuments(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<CorpusDocument> {
  checkReading("readDocuments", paths, options);
  for await (const { document } of readInputs(paths, options)) yield document;
}

/**
 * A text of a file as requests of the engine take it, and what its file says of it. Without `sections` for Markdown and
 * HTML, where the engine's readers find them.
 */
export interface FoundContent extends Omit<CorpusDocument, "text"> {
  /** Path of the file below the given folder. */
  file: string;
  /** Line of JSON Lines, or number of the record in another dataset, from 1; absent if the file is one text. */
  line?: number;
  /** Text, Markdown and HTML as they are; of other formats, the text that was read. */
  content: string;
  content_type: ContentType;
}

/**
 * The texts of the same files as `readDocuments` reads, with the same ids, as `engine.analyze` takes them: Markdown and
 * HTML keep their marks, so that offsets refer to the file.
 *
 * @throws as `readDocuments`
 * @since 0.2.0
 */
export async function* readContents(paths: readonly string[], options: ReadOptions = {}): AsyncGenerator<FoundContent> {
  checkReading("readContents", paths, options);
  for await (const { document, file, line, content, content_type } of readInputs(paths, options)) {
    const { text: _, sections, ...fields } = document;
    // Those of Markdown and HTML refer to the text that was read, not to the content.
    const ofContent = content_type === "text" && sections !== undefined ? { sections } : {};
    yield { ...fields, ...ofContent, file, ...(line !== undefined && { line }), content, content_type };
  }
}

function checkReading(name: string, paths: readonly string[], options: ReadOptions): void {
  checkArguments(name, [
    ["/paths", isTexts(paths), "an array of paths"],
    optionsCheck(options),
    ["/options/encoding", isEncoding(options?.encoding), 'absent, or "windows-1252"'],
    ["/options/textField", isNameOrAbsent(options?.textField), "the name of a field, or absent"],
    ["/options/idField", isNameOrAbsent(options?.idField), "the name of a field, or absent"],
    ["/options/split", isNameOrAbsent(options?.split), "the name of a split, or absent"],
    ["/options/fields", options?.fields === undefined || isTexts(options.fields), "names of fields, or absent"],
  ]);
}

/** A text that was read, as a document and as a content. */
interface ReadInput extends Pick<FoundContent, "content" | "content_type" | "line"> {
  document: CorpusDocument;
}

async function* readInputs(
  paths: readonly string[],
  options: ReadOptions,
): AsyncGenerator<ReadInput & Pick<FoundContent, "file">> {
  // What was passed over when files were looked for is in the record of the build that is resumed.
  const unread: UnreadEntry[] = [];
  const found = await discover(paths, options.signal, (entry) => unread.push(entry), options.split);
  const start = options.resume?.begin(inputsOf(found, options));
  const isResumed = start !== undefined && start.files + start.records > 0;
  if (!isResumed) for (const entry of unread) skip(skippedEntry(entry), options);
  const total = found.reduce((sum, file) => sum + file.sizeBytes, 0);
  const given = new Map((options.resume?.takeIds() ?? []).map((id) => [id, 1]));
  let documents = given.size;
  let before = 0;
  for (const [files, file] of found.entries()) {
    throwIfAborted(options.signal);
    const [after, known] = !isResumed || files > start.files ? [0, 0] : [start.records, start.documents];
    const onBytes = (bytes: number) =>
      options.onProgress?.({ stage: "read", done: Math.min(before + bytes, total), total, unit: "bytes" });
    if (isResumed && files < start.files) {
      before += file.sizeBytes;
      continue;
    }
    const reading: FileReading = {
      file,
      onBytes,
      hash: options.sources && new FileHash(),
      options,
      after,
      record: after,
    };
    let ofFile = known;
    for await (const one of readFile(reading)) {
      throwIfAborted(options.signal);
      if ("reason" in one) {
        skip(one, options);
      } else {
        documents += 1;
        ofFile += 1;
        options.resume?.reach({ files, records: reading.record, documents: ofFile });
        yield { ...one, file: file.id, document: { ...one.document, id: distinctId(one.document.id, given) } };
      }
    }
    if (reading.hash !== undefined && ofFile > 0) noteSource(options.sources!, file, reading.hash);
    options.resume?.reach({ files: files + 1, records: 0, documents: 0 });
    before += file.sizeBytes;
    onBytes(0);
  }
  if (documents === 0) {
    throw new SpoliaError("no_documents", "No document was found under the given paths.", {
      hint: "Give folders or files of text, Markdown, HTML, XML, PDF, EPUB, DOCX, ODT, or datasets with a `text` field.",
    });
  }
}

/** What the documents depend on: the files that were found, and how they are read. */
function inputsOf(found: readonly FoundFile[], options: ReadOptions): string {
  const { encoding, textField, idField, fields } = options;
  const hash = builtin("node:crypto").createHash("sha256");
  hash.update(JSON.stringify([encoding, textField, idField, fields]));
  for (const { id, kind, sizeBytes, modifiedMs } of found)
    hash.update(`\n${JSON.stringify([id, kind, sizeBytes, modifiedMs])}`);
  return hash.digest("hex");
}

function isNameOrAbsent(value: unknown): boolean {
  return value === undefined || isName(value);
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
function noteSource(sources: SourceLog, { id: name, sizeBytes, origin }: FoundFile, hash: FileHash): void {
  if (hash.bytes === sizeBytes) sources.add({ name, bytes: sizeBytes, sha256: hash.digest() }, origin);
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
  if (why === "card") {
    const reason = "the card of a dataset is not of its texts";
    return { path, name, code: "format_not_read", format: "card of a dataset", reason };
  }
  if (why === "split") return { path, name, code: "unreadable", reason: "of which split it is, is not known" };
  if (why === "link") return { path, name, code: "link", reason: "symbolic links are not followed" };
  return {
    path,
    name,
    code: "unreadable",
    reason: why === "closed folder" ? "folder cannot be opened" : "no regular file",
  };
}

interface FileReading {
  file: FoundFile;
  onBytes: (bytes: number) => void;
  hash: FileHash | undefined;
  options: ReadOptions;
  /** Number of records that were read before. A file that is one document has one. */
  after: number;
  /** Number of the record that is being read. */
  record: number;
}

function readFile(reading: FileReading): AsyncGenerator<ReadInput | SkippedInput> {
  return isDataset(reading.file.kind) ? readRecords(reading, reading.file.kind) : readWhole(reading);
}

async function* readWhole(reading: FileReading): AsyncGenerator<ReadInput | SkippedInput> {
  const { file, hash, after } = reading;
  const { encoding, signal } = reading.options;
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
  if (after > 0) return;
  reading.record = 1;
  const read = await contentOfFile(bytes, { name: path, encoding, signal });
  if ("reason" in read) return yield { path, name, ...read };
  for (const pages of read.unread_pages ?? []) yield skipped(pages.code, plainUnreadPages(pages));
  const document = documentOfContent(file.id, read);
  const { content, content_type } = read;
  yield document.text.trim() === "" ? skipped("empty", "empty text") : { document, content, content_type };
}

async function* readRecords(whole: FileReading, kind: DatasetKind): AsyncGenerator<ReadInput | SkippedInput> {
  const { file, onBytes, hash, options, after } = whole;
  const { path, id } = file;
  const of = ({ name, ...why }: Exclude<DatasetItem, CorpusDocument>): SkippedInput => ({
    path,
    name: name === undefined ? id : `${id}/${name}`,
    ...why,
  });
  let source: OpenFile;
  try {
    source = await openFile(path);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return yield of({ code: error.code, reason: error.reason });
  }
  try {
    const { textField, idField, fields, encoding } = options;
    const reading = {
      source,
      name: id,
      packing: packingOf(path),
      fields: { textField, idField, fields },
      encoding,
      onBytes,
    };
    // Parquet is read by its columns, so its bytes are hashed apart.
    const stream = () => streamOf(source, { onBytes, hash: kind === "parquet" ? undefined : hash });
    const records = { ...reading, stream, after, record: after };
    for await (const item of readDataset(kind, records)) {
      whole.record = records.record;
      yield "reason" in item
        ? of(item)
        : { document: item, content: item.text, content_type: "text", line: records.record };
    }
    if (kind === "parquet" && hash !== undefined) for await (const _ of streamOf(source, { onBytes, hash }));
  } finally {
    await source.close();
  }
}

/** The bytes of a file in order, hashed as they are read. */
async function* streamOf(
  source: OpenFile,
  { onBytes, hash }: Pick<FileReading, "onBytes" | "hash">,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunksOf(source)) {
    hash?.update(chunk);
    at += chunk.length;
    onBytes(at);
    yield chunk;
  }
}
