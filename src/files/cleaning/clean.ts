/**
 * Writes a dataset without some of its documents or passages, and keeps what was taken out in a ledger. Text, markup
 * and JSON Lines stay as they are to the byte; other files are left out as a whole, or copied. Datasets in other
 * formats that lose something become JSON Lines where the caller allows it, and the ledger keeps the file itself.
 */
import { checkArguments, isName, isTexts, optionsChecks } from "../../base/arguments.ts";
import type { Span } from "../../base/contract/common.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { NotRead } from "../documents/bytes/notRead.ts";
import { ENCODING_SHAPE, isEncoding } from "../documents/content.ts";
import { discover, type FoundFile, type UnreadEntry, uniqueId } from "../documents/folders/discover.ts";
import { noteSkipped, noteUnread } from "../documents/folders/files.ts";
import type { CleanOptions, CleanResult, Decide } from "./asked.ts";
import { CleanedFile, PART_BYTES_MAX } from "./cleanedFile.ts";
import { DocumentCuts, isWithoutDocument, readingOf } from "./cuts.ts";
import { convertedLines, type DatasetLine, foundTextField, linesOf } from "./datasetLines.ts";
import { without } from "./fieldsToCut.ts";
import { type DocumentCause, exists, LEDGER_FORMAT, type LedgerFile, LedgerWriter } from "./ledger.ts";
import { bytePlaces } from "./recordBytes.ts";
import { editsOf, placedRecords } from "./recordPlaces.ts";
import { type CleaningWay, isOpenable, wayOf } from "./ways.ts";

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

const NOTHING = new Uint8Array(0);

class Cleaner {
  readonly #output: string;
  readonly #ledger: LedgerWriter;
  readonly #cuts: DocumentCuts;
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
    this.#cuts = new DocumentCuts(decide, options, this.#result);
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
        else for await (const line of linesOf(file.path, this.#cuts.reading)) this.#line(line, file, writer);
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
      const documents = () => this.#cuts.documentsOf(file.path);
      const lines = convertedLines(file, documents, {
        ...this.#options,
        fields: this.#cuts.reading.fields,
        onBeside,
        onReplaced,
      });
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

  /** Of a document with records, or a table, what is decided of each; where none is read, it stays. */
  async #records({ id, path }: FoundFile, kind: "json" | "csv", writer: CleanedFile): Promise<void> {
    const bytes = new Uint8Array(builtin("node:fs").readFileSync(path));
    try {
      const about = { name: id, ...this.#cuts.reading };
      const found = kind === "csv" ? undefined : await foundTextField(path, about);
      const { encoding, text, records } = placedRecords(bytes, kind, about, found);
      const cuts = records.map((record, i) => {
        throwIfAborted(this.#options.signal);
        return this.#cuts.ofRecord(record, i + 1, id, path);
      });
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
      this.#takeOut(bytes, places, (i) => edits[i]!.cause, writer);
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      const { code, reason, format } = error;
      noteSkipped({ path, name: id, code, reason, ...(format !== undefined && { format }) }, this.#options);
      writer.keep(bytes);
    }
  }

  /** Parts of a file go, and the rest stays. @param causeOf why each of them goes */
  #takeOut(bytes: Uint8Array, places: readonly Span[], causeOf: (at: number) => DocumentCause, writer: CleanedFile) {
    let from = 0;
    for (const [i, { start, end }] of places.entries()) {
      writer.keep(bytes.subarray(from, start));
      writer.take(this.#ledger, bytes.subarray(start, end), NOTHING, causeOf(i));
      from = end;
    }
    writer.keep(bytes.subarray(from));
  }

  /** A line of JSON Lines with its end; lines that hold no document stay. */
  #line(line: DatasetLine, file: FoundFile, writer: CleanedFile): void {
    throwIfAborted(this.#options.signal);
    const cut = this.#cuts.ofLine(line, file);
    if (cut === null) writer.keep(line.bytes);
    else writer.take(this.#ledger, line.bytes, cut.rest, cut.cause);
  }

  async #whole(file: FoundFile, writer: CleanedFile): Promise<void> {
    const bytes = new Uint8Array(builtin("node:fs").readFileSync(file.path));
    const cut = await this.#cuts.ofFile(file, bytes);
    if (cut === null) writer.keep(bytes);
    else if (cut.places === "all") writer.takeAll(this.#ledger, bytes, cut.cause);
    else this.#takeOut(bytes, cut.places, () => cut.cause, writer);
  }
}
