/**
 * Writes a dataset without some of its documents or passages, and keeps what was taken out in a ledger. Text, markup
 * and JSON Lines stay as they are to the byte; other files are left out as a whole, or copied. Datasets in other
 * formats that lose something become JSON Lines where the caller allows it, and the ledger keeps the file itself.
 */
import { checkArguments, isName, isTexts, optionsChecks } from "../../base/arguments.ts";
import type { Span } from "../../base/contract/common.ts";
import type { CorpusDocument, Progress } from "../../base/contract/resources/corpus.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import type { TextEncoding } from "../documents/bytes/decode.ts";
import { NotRead } from "../documents/bytes/notRead.ts";
import { ENCODING_SHAPE, isEncoding } from "../documents/content.ts";
import { documentOfRecord, fieldsFor, type RecordFields } from "../documents/datasets/fields.ts";
import type { RecordReading } from "../documents/datasets/reading.ts";
import { parseRecord } from "../documents/datasets/record.ts";
import { valueAt } from "../documents/datasets/records/valueAt.ts";
import { discover, type FoundFile, type UnreadEntry, uniqueId } from "../documents/folders/discover.ts";
import { noteSkipped, noteUnread, readDocuments, type SkippedInput } from "../documents/folders/files.ts";
import { CleanedFile, PART_BYTES_MAX } from "./cleanedFile.ts";
import { convertedLines, type DatasetLine, foundTextField, linesOf } from "./datasetLines.ts";
import { fieldsToCut, leavesGap, without } from "./fieldsToCut.ts";
import { type Cause, exists, LEDGER_FORMAT, type LedgerFile, LedgerWriter } from "./ledger.ts";
import { placesInMarkup } from "./markupPlaces.ts";
import { bytePlaces, placesOfText, withoutSpans } from "./recordBytes.ts";
import { editsOf, type PlacedRecord, placedRecords, type RecordCut } from "./recordPlaces.ts";
import { withSeparators } from "./separators.ts";
import { type CleaningWay, isOpenable, wayOf } from "./ways.ts";

/** What is taken out of a document. */
export interface Cut extends Cause {
  /** UTF-16 spans of the text, ascending, or the document as a whole. */
  spans: readonly Span[] | "document";
}

/** Decides what is taken out of a document; `null` for nothing. */
export type Decide = (document: CorpusDocument) => Cut | null;

export interface CleanOptions {
  /** What decides, as the ledger names it: `audit` or `dedup`. */
  by: string;
  /** Writes datasets in formats other than JSON Lines as JSON Lines. Without it they are refused. */
  convert?: boolean | undefined;
  /**
   * Keeps documents from which passages cannot be cut alone, as those of Markdown, HTML and PDF: right for what repeats
   * itself, since the first of each might be in one of them. Without it blocks of markup go, or the whole document.
   */
  keepUncuttable?: boolean | undefined;
  /** Field of records that holds the text, as `readDocuments` takes it. */
  textField?: string | undefined;
  /** Field of records that holds the id. */
  idField?: string | undefined;
  /** Encoding of files that are not UTF-8, have no mark and declare no encoding. Without it they stay. */
  encoding?: TextEncoding | undefined;
  /** Throws `document_invalid` at the first input that cannot be read. Without it such files and lines stay. */
  strict?: boolean | undefined;
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  onSkip?: ((skipped: SkippedInput) => void) | undefined;
}

export interface CleanResult {
  files: number;
  documents: number;
  /** Documents that were taken out. */
  documents_removed: number;
  /** Of these, documents from which passages alone should have gone, and could not be cut. */
  documents_uncut: number;
  /** Documents of which passages were taken out. */
  documents_cut: number;
  /** Of these, documents of which one of several texts is empty now, such as a turn of a conversation. */
  documents_with_gaps: number;
  /** Documents that stay, since passages that should have been taken out could not be cut (`keepUncuttable`). */
  documents_uncuttable: number;
  bytes: number;
  cleaned_bytes: number;
}

/**
 * Writes the files under `paths` to a new folder, without what `decide` takes out, and the ledger.
 *
 * @param output a folder that does not exist
 * @param ledger a file that does not exist
 * @throws invalid_request, conflict where something exists, no_documents, unsupported_content_type for a format that is
 *   not written, document_invalid when strict, aborted; nothing is left behind
 * @since 0.2.0
 */
export async function cleanDataset(
  paths: readonly string[],
  output: string,
  ledger: string,
  decide: Decide,
  options: CleanOptions,
): Promise<CleanResult> {
  checkArguments("cleanDataset", [
    ["/paths", isTexts(paths), "an array of paths"],
    ["/output", isName(output), "the path of a folder"],
    ["/ledger", isName(ledger), "the path of a file"],
    ["/decide", typeof decide === "function", "a function"],
    ...optionsChecks<CleanOptions>(options, {
      by: true,
      convert: true,
      keepUncuttable: true,
      textField: true,
      idField: true,
      encoding: true,
      strict: true,
      signal: true,
      onProgress: true,
      onSkip: true,
    }),
    ["/options/by", isName(options?.by), "a name"],
    ["/options/encoding", isEncoding(options?.encoding), ENCODING_SHAPE],
  ]);
  const { existsSync, mkdirSync, renameSync, rmSync } = builtin("node:fs");
  if (existsSync(output)) throw exists(output);
  const unread: UnreadEntry[] = [];
  const found = await discover(paths, options.signal, (entry) => unread.push(entry));
  const ways = new Map<FoundFile, CleaningWay>();
  for (const file of found) ways.set(file, await wayOf(file, readingOf(options)));
  const foreign = found.find((file) => ways.get(file) === "converted");
  if (foreign !== undefined && !options.convert) throw notWritten(foreign.path);
  if (found.length === 0) throw new SpoliaError("no_documents", "No document was found under the given paths.");
  const partial = `${output}.partial`;
  if (existsSync(partial)) throw exists(partial);
  const writer = new LedgerWriter(ledger, { format: LEDGER_FORMAT, engine: ENGINE_VERSION, by: options.by });
  try {
    mkdirSync(partial);
    const result = await new Cleaner(partial, writer, decide, options).clean(ways, unread);
    renameSync(partial, output);
    writer.finish();
    return result;
  } catch (error) {
    writer.discard();
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

/** The given folder that an entry was found below. */
const folderOf = ({ path, name }: UnreadEntry): string => path.slice(0, path.length - name.length);

function notWritten(path: string): SpoliaError {
  return new SpoliaError("unsupported_content_type", `${path} is of a format that is not written.`, {
    hint: "Allow it to be written as JSON Lines: --convert (option convert).",
  });
}

const readingOf = ({ textField, idField, encoding }: CleanOptions): RecordReading => ({
  fields: { textField, idField },
  encoding,
});

const NOTHING = new Uint8Array(0);

/** Whether a single file held no document; why, was told. */
const isWithoutDocument = (error: unknown): boolean => (error as SpoliaError).code === "no_documents";

class Cleaner {
  readonly #output: string;
  readonly #ledger: LedgerWriter;
  readonly #decide: Decide;
  readonly #options: CleanOptions;
  /** Of the files that were written: two folders may hold files of the same name. */
  readonly #names = new Set<string>();
  readonly #result: CleanResult = {
    files: 0,
    documents: 0,
    documents_removed: 0,
    documents_uncut: 0,
    documents_cut: 0,
    documents_with_gaps: 0,
    documents_uncuttable: 0,
    bytes: 0,
    cleaned_bytes: 0,
  };

  constructor(output: string, ledger: LedgerWriter, decide: Decide, options: CleanOptions) {
    this.#output = output;
    this.#ledger = ledger;
    this.#decide = decide;
    this.#options = options;
  }

  async clean(ways: ReadonlyMap<FoundFile, CleaningWay>, unread: readonly UnreadEntry[]): Promise<CleanResult> {
    const found = [...ways.keys()];
    const total = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let done = 0;
    for (const [file, way] of ways) {
      if (way === "converted") await this.#convert(file);
      else {
        const writer = new CleanedFile(this.#output, file.id);
        if (way === "whole") await this.#whole(file, writer);
        else if (way === "json" || way === "csv") await this.#records(file, way, writer);
        else for await (const line of linesOf(file.path, this.#reading())) this.#line(line, file, writer);
        this.#count(writer.finish(this.#ledger));
      }
      this.#result.files += 1;
      done += file.sizeBytes;
      this.#options.onProgress?.({ stage: "clean", done, total, unit: "bytes" });
    }
    for (const { id } of found) this.#names.add(id);
    for (const entry of unread) await this.#leave(entry);
    return this.#result;
  }

  /** What is not read is told. Files are copied: the cleaned dataset has whatever stood beside the texts. */
  async #leave(entry: UnreadEntry): Promise<void> {
    noteUnread(entry, this.#options);
    if ((entry.why !== "ending" && entry.why !== "card") || !isOpenable(entry.path)) return;
    const name = uniqueId(entry.name, folderOf(entry), this.#names);
    this.#names.add(name);
    const copy = new CleanedFile(this.#output, name);
    await this.#copy(entry.path, (bytes) => copy.keep(bytes));
    this.#count(copy.finish(this.#ledger));
    this.#result.files += 1;
  }

  async #copy(path: string, put: (bytes: Uint8Array) => void): Promise<void> {
    for await (const piece of builtin("node:fs").createReadStream(path, { highWaterMark: PART_BYTES_MAX })) {
      throwIfAborted(this.#options.signal);
      put(piece as Uint8Array);
    }
  }

  #count({ bytes, cleaned_bytes }: Pick<LedgerFile, "bytes" | "cleaned_bytes">): void {
    this.#result.bytes += bytes;
    this.#result.cleaned_bytes += cleaned_bytes;
  }

  /** A file that loses something becomes JSON Lines, and is in the ledger as a whole; others are copied. */
  async #convert(file: FoundFile): Promise<void> {
    const { documents_cut, documents_removed } = this.#result;
    const converted = new CleanedFile(this.#output, `${file.id}.jsonl`);
    let beside: readonly string[] = [];
    const onBeside = (names: readonly string[]) => {
      beside = names;
    };
    const replaced = new Set<string>();
    const onReplaced = (column: string) => void replaced.add(column);
    try {
      const documents = () => this.#documentsOf(file.path);
      const lines = convertedLines(file, documents, { ...this.#options, fields: this.#fields(), onBeside, onReplaced });
      for await (const line of lines) this.#line(line, file, converted);
    } catch (error) {
      if (error instanceof NotRead) {
        const { code, reason } = error;
        noteSkipped({ path: file.path, name: file.id, code, reason }, this.#options);
      } else if (!isWithoutDocument(error)) throw error;
    }
    const isKept = documents_cut === this.#result.documents_cut && documents_removed === this.#result.documents_removed;
    if (!isKept) this.#tellConverted(file, beside, [...replaced]);
    if (isKept) converted.discard();
    else this.#result.cleaned_bytes += converted.finish(this.#ledger, file.id).cleaned_bytes;
    const original = new CleanedFile(this.#output, file.id);
    const cause = { document: file.id, rule: "converted", found: [{ file: `${file.id}.jsonl` }] };
    await this.#copy(file.path, (bytes) => {
      if (isKept) original.keep(bytes);
      else original.takeAll(this.#ledger, bytes, cause);
    });
    this.#count(original.finish(this.#ledger));
  }

  /** What the ledger alone keeps of a file that became JSON Lines. */
  #tellConverted({ path, id: name }: FoundFile, beside: readonly string[], replaced: readonly string[]): void {
    const tell = (format: string, reason: string) => {
      const told = { path, name, code: "format_not_read", format, reason, partly: true } as const;
      noteSkipped(told, { ...this.#options, strict: false });
    };
    if (beside.length > 0)
      tell(
        "JSON document",
        `only its records become JSON Lines; the ledger alone keeps what is beside them: ${beside.join(", ")}`,
      );
    if (replaced.length > 0)
      tell(
        "bytes that are no UTF-8",
        `U+FFFD stands for wrong bytes, which the ledger alone keeps: ${replaced.join(", ")}`,
      );
  }

  /** A line of JSON Lines with its end; lines that hold no document stay. */
  #line({ bytes, number, textField }: DatasetLine, { id, path }: FoundFile, writer: CleanedFile): void {
    throwIfAborted(this.#options.signal);
    const read = parseRecord(bytes, this.#options.encoding);
    const record = read !== null && "value" in read ? read.value : {};
    const fieldOf = (field: string) => valueAt(record, field);
    const named = fieldsFor(fieldOf, this.#fields(), textField);
    const found = documentOfRecord(fieldOf, `${id}#${number}`, named);
    if (read === null || "reason" in read || "reason" in found) {
      const { reason } = read !== null && "reason" in read ? read : (found as { reason: string });
      if (read !== null) noteSkipped({ path, name: id, line: number, code: "invalid_record", reason }, this.#options);
      writer.keep(bytes);
      return;
    }
    const cut = this.#cutOf({ ...record, ...found });
    if (cut === null) {
      writer.keep(bytes);
      return;
    }
    const { spans } = cut;
    const cuts = spans === "document" ? [] : fieldsToCut(record, spans, named);
    if (cuts.length === 0 && spans !== "document" && this.#staysWhole()) {
      writer.keep(bytes);
      return;
    }
    if (leavesGap(record, cuts)) this.#result.documents_with_gaps += 1;
    const put = cuts.length === 0 ? NOTHING : withoutSpans(bytes, read.encoding, cuts);
    writer.take(this.#ledger, bytes, put, { document: found.id, line: number, rule: cut.rule, found: cut.found });
  }

  /** Of a document with records, or a table, what is decided of each; where none is read, it stays. */
  async #records({ id, path }: FoundFile, kind: "json" | "csv", writer: CleanedFile): Promise<void> {
    const bytes = new Uint8Array(builtin("node:fs").readFileSync(path));
    try {
      const about = { name: id, ...this.#reading() };
      const found = kind === "csv" ? undefined : await foundTextField(path, about);
      const { encoding, text, records } = placedRecords(bytes, kind, about, found);
      const cuts = records.map((record, i) => this.#cutOfRecord(record, i + 1, id, path));
      const edits = editsOf(records, cuts);
      const spans = edits.map(({ span }) => span);
      // A document of one record, and nothing else.
      const [first] = edits;
      const isOne = kind === "json" && records.length === 1 && cuts[0]?.isWhole;
      if (first !== undefined && isOne && /^[\s[\]{}]*$/.test(without(text, spans))) {
        writer.takeAll(this.#ledger, bytes, first.cause);
        return;
      }
      const places = bytePlaces(bytes, encoding, spans);
      let from = 0;
      for (const [i, { cause }] of edits.entries()) {
        const { start, end } = places[i]!;
        writer.keep(bytes.subarray(from, start));
        writer.take(this.#ledger, bytes.subarray(start, end), NOTHING, cause);
        from = end;
      }
      writer.keep(bytes.subarray(from));
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      const { code, reason, format } = error;
      noteSkipped({ path, name: id, code, reason, ...(format !== undefined && { format }) }, this.#options);
      writer.keep(bytes);
    }
  }

  #reading(): RecordReading {
    return readingOf(this.#options);
  }

  #fields(): RecordFields {
    return readingOf(this.#options).fields;
  }

  /** What is taken out of a record of a document, and where. */
  #cutOfRecord(placed: PlacedRecord, line: number, id: string, path: string): RecordCut | null {
    throwIfAborted(this.#options.signal);
    const read = parseRecord(new TextEncoder().encode(placed.json), "utf-8");
    const record = read !== null && "value" in read ? read.value : {};
    const fieldOf = (field: string) => valueAt(record, field);
    const named = fieldsFor(fieldOf, this.#fields(), placed.textField);
    const found = read !== null && "reason" in read ? read : documentOfRecord(fieldOf, `${id}#${line}`, named);
    if ("reason" in found) {
      noteSkipped({ path, name: id, line, code: "invalid_record", reason: found.reason }, this.#options);
      return null;
    }
    const cut = this.#cutOf({ ...record, ...found });
    if (cut === null) return null;
    const cause = { document: found.id, line, rule: cut.rule, found: cut.found };
    if (cut.spans === "document") return { isWhole: true, spans: [], cause };
    const { cutsIn, inventedField } = placed;
    const cuts = fieldsToCut(record, cut.spans, named, inventedField);
    const spans = cuts.length === 0 ? undefined : cutsIn(cuts);
    if (spans === undefined && this.#staysWhole()) return null;
    if (spans !== undefined && leavesGap(record, cuts)) this.#result.documents_with_gaps += 1;
    return { isWhole: spans === undefined, spans: spans ?? [], cause };
  }

  async #whole({ id, path }: FoundFile, writer: CleanedFile): Promise<void> {
    const bytes = new Uint8Array(builtin("node:fs").readFileSync(path));
    const document = await this.#documentOf(path);
    const cut = document === null ? null : this.#cutOf({ ...document, id });
    if (cut === null) {
      writer.keep(bytes);
      return;
    }
    const cause = { document: id, rule: cut.rule, found: cut.found };
    const places = cut.spans === "document" ? undefined : this.#placesOf(bytes, path, document!.text, cut.spans);
    if (places === undefined) {
      if (cut.spans !== "document" && this.#staysWhole()) writer.keep(bytes);
      else writer.takeAll(this.#ledger, bytes, cause);
      return;
    }
    let from = 0;
    for (const { start, end } of places) {
      writer.keep(bytes.subarray(from, start));
      writer.take(this.#ledger, bytes.subarray(start, end), NOTHING, cause);
      from = end;
    }
    writer.keep(bytes.subarray(from));
  }

  #placesOf(bytes: Uint8Array, name: string, text: string, spans: readonly Span[]): Span[] | undefined {
    const { encoding, keepUncuttable } = this.#options;
    const places = placesOfText(bytes, text, spans, this.#options);
    // What repeats itself stays rather than the rest of its block goes.
    return places ?? (keepUncuttable ? undefined : placesInMarkup({ bytes, name, encoding }, text, spans));
  }

  /** Whether a document stays from which passages cannot be cut; else it is taken out as a whole. */
  #staysWhole(): boolean {
    const stays = this.#options.keepUncuttable === true;
    this.#result.documents_cut -= 1;
    this.#result[stays ? "documents_uncuttable" : "documents_removed"] += 1;
    if (!stays) this.#result.documents_uncut += 1;
    return stays;
  }

  async #documentOf(path: string): Promise<CorpusDocument | null> {
    try {
      for await (const document of this.#documentsOf(path)) return document;
    } catch (error) {
      if (!isWithoutDocument(error)) throw error;
    }
    return null;
  }

  #documentsOf(path: string): AsyncGenerator<CorpusDocument> {
    const { onSkip, signal, strict, encoding } = this.#options;
    return readDocuments([path], { onSkip, signal, strict, encoding, ...this.#fields() });
  }

  #cutOf(document: CorpusDocument): Cut | null {
    this.#result.documents += 1;
    const cut = this.#decide(document);
    if (cut === null || cut.spans.length === 0) return null;
    const spans = cutOf(document.text, cut.spans);
    if (spans === "document") this.#result.documents_removed += 1;
    else this.#result.documents_cut += 1;
    return { ...cut, spans };
  }
}

/** What is cut: spans take along what only separated them, and what is left without a word is no document. */
export function cutOf(text: string, wanted: Cut["spans"]): Cut["spans"] {
  if (wanted === "document") return wanted;
  const spans = withSeparators(text, wanted);
  return /[\p{L}\p{N}]/u.test(without(text, spans)) ? spans : "document";
}

export { without };
