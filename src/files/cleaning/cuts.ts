/** What is taken out of each document of a dataset, as the caller decides, and where that stands in its bytes. */
import type { Span } from "../../base/contract/common.ts";
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import type { SpoliaError } from "../../base/errors.ts";
import { documentOfRecord, fieldsFor } from "../documents/datasets/fields.ts";
import type { RecordReading } from "../documents/datasets/reading.ts";
import { parseRecord } from "../documents/datasets/record.ts";
import { valueAt } from "../documents/datasets/records/valueAt.ts";
import type { FoundFile } from "../documents/folders/discover.ts";
import { noteSkipped, readDocuments } from "../documents/folders/files.ts";
import type { CleanOptions, CleanResult, Cut, Decide } from "./asked.ts";
import type { DatasetLine } from "./datasetLines.ts";
import { fieldsToCut, leavesGap, without } from "./fieldsToCut.ts";
import type { DocumentCause } from "./ledger.ts";
import { placesInMarkup } from "./markupPlaces.ts";
import { placesOfText, withoutSpans } from "./recordBytes.ts";
import type { PlacedRecord, RecordCut } from "./recordPlaces.ts";
import { withSeparators } from "./separators.ts";

/** What goes of a line, and what stays of it. */
interface LineCut {
  rest: Uint8Array;
  cause: DocumentCause;
}

/** What goes of a file that is one document. */
interface FileCut {
  places: readonly Span[] | "all";
  cause: DocumentCause;
}

export const readingOf = ({ textField, idField, encoding }: CleanOptions): RecordReading => ({
  fields: { textField, idField },
  encoding,
});

const NOTHING = new Uint8Array(0);

/** Whether a single file held no document; why, was told. */
export const isWithoutDocument = (error: unknown): boolean => (error as SpoliaError).code === "no_documents";

/** Finds what is taken out. */
export class DocumentCuts {
  readonly reading: RecordReading;
  readonly #decide: Decide;
  readonly #options: CleanOptions;
  readonly #result: CleanResult;

  constructor(decide: Decide, options: CleanOptions, result: CleanResult) {
    this.reading = readingOf(options);
    this.#decide = decide;
    this.#options = options;
    this.#result = result;
  }

  /** Of a line of JSON Lines; `null` where it holds no document, or loses nothing. */
  ofLine({ bytes, number, textField }: DatasetLine, { id, path }: FoundFile): LineCut | null {
    const read = parseRecord(bytes, this.#options.encoding);
    const record = read !== null && "value" in read ? read.value : {};
    const fieldOf = (field: string) => valueAt(record, field);
    const named = fieldsFor(fieldOf, this.reading.fields, textField);
    const found = documentOfRecord(fieldOf, `${id}#${number}`, named);
    if (read === null || "reason" in read || "reason" in found) {
      const { reason } = read !== null && "reason" in read ? read : (found as { reason: string });
      if (read !== null) noteSkipped({ path, name: id, line: number, code: "invalid_record", reason }, this.#options);
      return null;
    }
    const cut = this.of({ ...record, ...found });
    if (cut === null) return null;
    const { spans } = cut;
    const cuts = spans === "document" ? [] : fieldsToCut(record, spans, named);
    if (cuts.length === 0 && spans !== "document" && this.#staysWhole()) return null;
    if (leavesGap(record, cuts)) this.#result.documents_with_gaps += 1;
    const rest = cuts.length === 0 ? NOTHING : withoutSpans(bytes, read.encoding, cuts);
    return { rest, cause: { document: found.id, line: number, rule: cut.rule, found: cut.found } };
  }

  /** What is taken out of a record of a document, and where. */
  ofRecord(placed: PlacedRecord, line: number, id: string, path: string): RecordCut | null {
    const read = parseRecord(new TextEncoder().encode(placed.json), "utf-8");
    const record = read !== null && "value" in read ? read.value : {};
    const fieldOf = (field: string) => valueAt(record, field);
    const named = fieldsFor(fieldOf, this.reading.fields, placed.textField);
    const found = read !== null && "reason" in read ? read : documentOfRecord(fieldOf, `${id}#${line}`, named);
    if ("reason" in found) {
      noteSkipped({ path, name: id, line, code: "invalid_record", reason: found.reason }, this.#options);
      return null;
    }
    const cut = this.of({ ...record, ...found });
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

  /** The places in the bytes of a file that is one document, of what is taken out of it; `null` where nothing is. */
  async ofFile({ id, path }: FoundFile, bytes: Uint8Array): Promise<FileCut | null> {
    const document = await this.#documentOf(path);
    const cut = document === null ? null : this.of({ ...document, id });
    if (cut === null) return null;
    const cause = { document: id, rule: cut.rule, found: cut.found };
    if (cut.spans === "document") return { places: "all", cause };
    const places = this.#placesOf(bytes, path, document!.text, cut.spans);
    if (places === undefined && this.#staysWhole()) return null;
    return { places: places ?? "all", cause };
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
      for await (const document of this.documentsOf(path)) return document;
    } catch (error) {
      if (!isWithoutDocument(error)) throw error;
    }
    return null;
  }

  documentsOf(path: string): AsyncGenerator<CorpusDocument> {
    const { onSkip, signal, strict, encoding } = this.#options;
    return readDocuments([path], { onSkip, signal, strict, encoding, ...this.reading.fields });
  }

  of(document: CorpusDocument): Cut | null {
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
