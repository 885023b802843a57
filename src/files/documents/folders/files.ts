/** Reads documents from files and folders: one file or record is in memory, with threads some more. */
import { checkArguments, hasMethods, isName, isTexts, optionsChecks } from "../../../base/arguments.ts";
import type { ContentType } from "../../../base/contract/common.ts";
import type { CorpusDocument, Progress } from "../../../base/contract/resources/corpus.ts";
import { SpoliaError, throwIfAborted } from "../../../base/errors.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import type { BuildResume } from "../../../corpus/build/resume.ts";
import type { SourceLog } from "../../../corpus/build/sources.ts";
import type { UnreadInput } from "../../../corpus/build/unread.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import type { TextEncoding } from "../bytes/decode.ts";
import type { HashedBytes } from "../bytes/fileHash.ts";
import { ENCODING_SHAPE, isEncoding } from "../content.ts";
import type { RecordFields } from "../datasets/fields.ts";
import type { DatasetItem, RecordReading } from "../datasets/reading.ts";
import { formatOfFile, HIDDEN_REASON, notRead } from "../formats.ts";
import { isDataset, placeInFile } from "../kinds.ts";
import { discover, type FoundFile, type UnreadEntry } from "./discover.ts";
import { type FoundInput, foundIn } from "./inputParts.ts";
import { type PlacedStep, stepsOf } from "./inputSteps.ts";
import { type PartReader, readAhead } from "./readInOrder.ts";

/** An input that did not become a document, or how it did, and the reason. */
export interface SkippedInput extends UnreadInput {
  path: string;
}

export interface ReadOptions extends RecordFields {
  /** Throws `document_invalid` at the first input of which something would be lost. */
  strict?: boolean | undefined;
  /**
   * Encoding of files that are not UTF-8, have no mark and declare no encoding: a label of the Encoding Standard.
   * Without it they are skipped, but for a few wrong bytes.
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
  /**
   * Where files and parts of datasets are read: in the calling thread by default. The documents and their order are the
   * same.
   *
   * @since 0.2.0
   */
  reader?: PartReader | undefined;
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
 * PDF (`.pdf`), EPUB (`.epub`), Word (`.docx`, `.docm`), OpenDocument (`.odt`), RTF (`.rtf`), LaTeX (`.tex`, `.ltx`,
 * `.latex`), reStructuredText (`.rst`), AsciiDoc (`.adoc`), Org (`.org`), wikitext (`.wiki`), TEI, flat ODT and
 * other XML (`.xml`, `.tei`, `.fodt`, `.fb2`), notebooks (`.ipynb`), subtitles (`.srt`, `.vtt`, `.ass`),
 * presentations (`.pptx`), mail (`.eml`, `.mhtml`); datasets: JSON Lines (`.jsonl`, `.ndjson`),
 * JSON (`.json`), tables (`.csv`, `.tsv`), mailboxes (`.mbox`), web archives (`.warc`, `.wet`), tar archives (`.tar`),
 * Parquet (`.parquet`); files with any other ending whose bytes are text; and all of them packed (`.gz`, `.zst`), but
 * for Parquet.
 * Ids are made unique: a second `x` becomes `x~2`. Input that is not read is skipped and reported to `onSkip`, files of
 * other formats too; hidden names and `node_modules` are ignored, and what a
 * `.gitignore` below a path leaves out is not read, and reported.
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
  for await (const { document, file, line, content: given, content_type } of readInputs(paths, options)) {
    const { text, sections, ...fields } = document;
    const content = given ?? text;
    // Those of Markdown and HTML refer to the text that was read, not to the content.
    const ofContent = content_type === "text" && sections !== undefined ? { sections } : {};
    yield { ...fields, ...ofContent, file, ...(line !== undefined && { line }), content, content_type };
  }
}

function checkReading(name: string, paths: readonly string[], options: ReadOptions): void {
  checkArguments(name, [
    ["/paths", isTexts(paths), "an array of paths"],
    ...optionsChecks<ReadOptions>(options, {
      textField: true,
      idField: true,
      fields: true,
      strict: true,
      encoding: true,
      split: true,
      reader: true,
      signal: true,
      onProgress: true,
      onSkip: true,
      resume: true,
      sources: true,
    }),
    ["/options/encoding", isEncoding(options?.encoding), ENCODING_SHAPE],
    [
      "/options/textField",
      isNameOrAbsent(options?.textField),
      "the name of a field, names joined by commas, or absent",
    ],
    ["/options/idField", isNameOrAbsent(options?.idField), "the name of a field, or absent"],
    ["/options/split", isNameOrAbsent(options?.split), "the name of a split, or absent"],
    ["/options/reader", options?.reader === undefined || hasMethods(options.reader, "read"), "a reader, or absent"],
    ["/options/fields", options?.fields === undefined || isTexts(options.fields), "names of fields, or absent"],
  ]);
}

/** A text that was read, as a document and as a content. */
interface ReadInput extends Pick<FoundContent, "content_type" | "file" | "line"> {
  document: CorpusDocument;
  /** Where it is not the text of the document. */
  content: string | undefined;
}

async function* readInputs(paths: readonly string[], options: ReadOptions): AsyncGenerator<ReadInput> {
  const { signal, resume, sources, reader } = options;
  // What was passed over when files were looked for is in the record of the build that is resumed.
  const unread: UnreadEntry[] = [];
  const found = await discover(paths, signal, (entry) => unread.push(entry), options.split);
  const start = resume?.begin(inputsOf(found, options));
  const isResumed = start !== undefined && start.files + start.records > 0;
  if (!isResumed) for (const entry of unread) noteUnread(entry, options);
  const given = new Map((resume?.takeIds() ?? []).map((id) => [id, 1]));
  let documents = given.size;
  let ofFile = isResumed ? start.documents : 0;
  let hashed: HashedBytes | undefined;
  const { textField, idField, fields, encoding } = options;
  const about = { fields: { textField, idField, fields }, encoding };
  const how = { isHashed: sources !== undefined, isAhead: reader !== undefined };
  const steps = stepsOf(found, { ...about, ...how, start: isResumed ? start : { files: 0, records: 0 } });
  for await (const { step, found: ahead } of inOrder(steps, reader, about, signal)) {
    throwIfAborted(signal);
    const { files, file, taking, part, open } = step;
    if (part === undefined) {
      if (sources !== undefined && ofFile > 0) noteSource(sources, file, step.hashed ?? hashed);
      resume?.reach({ files: files + 1, records: 0, documents: 0 });
      noteRead(step, options);
      ofFile = 0;
      hashed = undefined;
      continue;
    }
    if (!taking.wants(part)) continue;
    for await (const one of ahead ?? foundIn(part, about, { signal, open })) {
      throwIfAborted(signal);
      if ("hashed" in one) {
        hashed = one.hashed;
        continue;
      }
      const { record, item, content, content_type = "text" } = taking.take(part, one);
      if ("reason" in item) {
        noteSkipped(skippedItem(file, item), options);
      } else {
        documents += 1;
        ofFile += 1;
        resume?.reach({ files, records: record, documents: ofFile });
        // The item itself: a copy would decode its text.
        const document = Object.assign(item, { id: distinctId(item.id, given) });
        const line = isDataset(file.kind) ? { line: record } : {};
        yield { document, file: file.id, ...line, content, content_type };
      }
      if (!taking.wants(part)) break;
    }
    noteRead(step, options);
  }
  if (documents === 0) {
    if (found.length + unread.length === 0)
      throw new SpoliaError("no_documents", `There is no file under ${paths.join(", ")}.`, {
        hint: "Name folders that hold files, or the files themselves.",
      });
    throw new SpoliaError("no_documents", "No document was found under the given paths.", {
      hint:
        "Give folders or files of text, Markdown, HTML, XML, PDF, EPUB, DOCX, ODT, RTF, LaTeX, or datasets with a `text` field. " +
        "Where the text of records is in another field, name it: --text-field (option textField); `audit` has --fields for its --items.",
    });
  }
}

/** What threads have read ahead counts once its documents were taken. */
function noteRead({ reachedBytes: done, totalBytes: total }: PlacedStep, { onProgress }: ReadOptions): void {
  onProgress?.({ stage: "read", done, total, unit: "bytes" });
}

/** The steps in order, each with what threads have found in its part; `null` where no thread has read it. */
async function* inOrder(
  steps: AsyncGenerator<PlacedStep>,
  reader: PartReader | undefined,
  about: RecordReading,
  signal: PlatformAbortSignal | undefined,
): AsyncGenerator<{ step: PlacedStep; found: readonly FoundInput[] | null }> {
  if (reader !== undefined) yield* readAhead(steps, reader, about, signal);
  else for await (const step of steps) yield { step, found: null };
}

/** What the documents depend on: the files that were found, and how they are read. */
function inputsOf(found: readonly FoundFile[], options: ReadOptions): string {
  const { encoding, textField, idField, fields, strict } = options;
  const hash = builtin("node:crypto").createHash("sha256");
  hash.update(JSON.stringify([encoding, textField, idField, fields, strict ?? false]));
  for (const { id, kind, sizeBytes, modifiedMs } of found)
    hash.update(`\n${JSON.stringify([id, kind, sizeBytes, modifiedMs])}`);
  return hash.digest("hex");
}

function isNameOrAbsent(value: unknown): boolean {
  return value === undefined || isName(value);
}

/** A file of another length than was found at first was not read to its end, or has changed: its hash is of neither. */
function noteSource(sources: SourceLog, { id: name, sizeBytes, origin }: FoundFile, hashed?: HashedBytes): void {
  if (hashed?.bytes === sizeBytes) sources.add({ name, ...hashed }, origin);
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

/** Reports an input that is not read. @throws document_invalid when strict */
export function noteSkipped(skipped: SkippedInput, options: Pick<ReadOptions, "onSkip" | "strict">): void {
  options.onSkip?.(skipped);
  if (options.strict && !skipped.note) {
    const where = placeInFile(skipped.path, skipped.line);
    throw new SpoliaError("document_invalid", `A document cannot be read (${where}): ${skipped.reason}.`, {
      hint: "Correct it, or leave out `strict` to skip such input.",
    });
  }
}

/** Reports an entry of a folder that is not read; what its owner leaves out or hides is no error when strict. */
export function noteUnread(entry: UnreadEntry, { onSkip, strict }: Pick<ReadOptions, "onSkip" | "strict">): void {
  noteSkipped(skippedEntry(entry), { onSkip, strict: strict && entry.why !== "ignored" && entry.why !== "hidden" });
}

/** Says of an entry why it is not read. */
function skippedEntry({ path, name, why, head = new Uint8Array(0) }: UnreadEntry): SkippedInput {
  if (why === "ending") return { path, name, ...notRead(formatOfFile(name, head)) };
  if (why === "card") {
    const reason = "the card of a dataset is not of its texts";
    return { path, name, code: "format_not_read", format: "card of a dataset", reason };
  }
  if (why === "ignored")
    return {
      path,
      name,
      code: "format_not_read",
      format: "left out by .gitignore",
      reason: "left out by a .gitignore",
    };
  if (why === "hidden") return { path, name, code: "format_not_read", format: "hidden", reason: HIDDEN_REASON };
  if (why === "corpus") {
    const reason =
      "a corpus, and no documents: commands that search one take it with --corpus, and `spolia corpus --help` lists those that change one";
    return { path, name, code: "format_not_read", format: "corpus", reason };
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

/** A file in an archive is named as its document would be. */
function skippedItem({ path, id }: FoundFile, { name, ...why }: Exclude<DatasetItem, CorpusDocument>): SkippedInput {
  const within = name === undefined ? "" : `/${name}`;
  return { path: path + within, name: id + within, ...why };
}
