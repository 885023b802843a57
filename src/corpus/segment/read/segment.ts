/**
 * Reads a segment; `layout.ts` draws it. Everything that is read is checked first; damage raises an error and never
 * changes a result.
 */
import { decode } from "@msgpack/msgpack";
import { sum } from "../../../base/lists/numbers.ts";
import type { Profile } from "../../../core/fingerprint/profile.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { type FoundEntries, Hits } from "../../format/hits.ts";
import {
  type BlockRow,
  COMMON_WORDS,
  CONTEXT_VALUES,
  COUNT_MAX,
  corrupt,
  type DocumentRecord,
  FOOTER_BYTES,
  LIST_UNIT_BYTES,
  type TextRow,
} from "../../format/layout.ts";
import { blocksOf, type KeyPostings, listPageOf, parseList } from "../../format/lists.ts";
import { documentHash } from "../../format/names.ts";
import {
  type IdRow,
  parseBlockRow,
  parseCopyRow,
  parseDocumentRow,
  parseIdRow,
  parseRecordPlace,
  parseTextHash,
  parseTextRow,
} from "../../format/rows.ts";
import { CommonWords, type WordCounts } from "../../format/vocabulary.ts";
import type { StoredFile } from "../../storage/storage.ts";
import { type Footer, parseFooter } from "../footer.ts";
import { keptPages } from "./kept.ts";
import { lookUp } from "./lookup.ts";
import { type PageSource, readChecked, readPages } from "./pages.ts";
import { SegmentTable } from "./tables.ts";
import { readCommonWords, readVocabulary } from "./vocabulary.ts";

/** Tables that are requested at once: those of some thousand documents. */
const TABLES_BYTES_MAX = 512 * 1024;
/** As long as most records are. */
const RECORD_BYTES = 512;

export class Segment {
  readonly footer: Footer;
  readonly blocks: SegmentTable<BlockRow>;
  readonly texts: SegmentTable<TextRow>;
  /** First half of the SHA-256 of each text. */
  readonly textHashes: SegmentTable<string>;
  /** Roughly where the record of each text's first document begins; `null` where the segment does not tell. */
  readonly #recordPlaces: SegmentTable<number | null>;
  readonly documents: SegmentTable<ReturnType<typeof parseDocumentRow>>;
  readonly copies: SegmentTable<[text: number, document: number]>;
  readonly ids: SegmentTable<IdRow>;
  readonly source: PageSource;
  #common: Promise<CommonWords> | undefined;

  private constructor(source: PageSource, footer: Footer) {
    const { sections } = footer;
    this.source = source;
    this.footer = footer;
    this.blocks = new SegmentTable(source, "blocks", sections.blocks, (view, at, row) =>
      parseBlockRow(view, at, source.seed, row),
    );
    this.texts = new SegmentTable(source, "texts", sections.texts, parseTextRow);
    this.textHashes = new SegmentTable(source, "texts", sections.texts, parseTextHash);
    this.#recordPlaces = new SegmentTable(source, "texts", sections.texts, parseRecordPlace);
    this.documents = new SegmentTable(source, "documents", sections.documents, parseDocumentRow);
    this.copies = new SegmentTable(source, "copies", sections.copies, parseCopyRow);
    this.ids = new SegmentTable(source, "ids", sections.ids, parseIdRow);
  }

  /**
   * @param seed the segment's own seed, from its name in the manifest
   * @param stored the footer, where the manifest has it; else it is read
   * @throws corpus_version, corpus_corrupt
   */
  static async open(
    kernels: Kernels,
    file: StoredFile,
    seed: number,
    profile: Profile,
    stored?: Uint8Array,
  ): Promise<Segment> {
    const parsed = (bytes: Uint8Array) => parseFooter(kernels, bytes, seed, file.sizeBytes, profile);
    const footer = stored === undefined ? await readFooter(file, parsed) : parsed(stored);
    const keyPageBytes = footer.keys.pageBytes;
    return new Segment(
      { kernels, file, seed, keyPageBytes, checked: new Map(), kept: new Map(), numbers: new WeakMap() },
      footer,
    );
  }

  /** Looks up many keys together. */
  async lookup(name: "keys" | "coarse", keys: Uint32Array, checkAborted: () => void): Promise<Hits> {
    const section = { name, form: this.footer[name], section: this.footer.sections[name] };
    return this.resolve((await lookUp(this.source, section, keys, checkAborted)).entries());
  }

  /** The smallest value that is the place of a list; smaller values are postings. */
  get firstList(): number {
    return this.blocks.rows * CONTEXT_VALUES;
  }

  /** One more than the largest value: the places of lists end with their section. */
  get valuesEnd(): number {
    return this.firstList + this.footer.sections.lists.lengthBytes / LIST_UNIT_BYTES;
  }

  /** Resolves values of entries to postings; lists are read together. */
  async resolve({ indexes, starts, ends, values }: FoundEntries): Promise<Hits> {
    const { firstList } = this;
    const pages = new Set<number>();
    for (let i = 0; i < values.length; i++) if (values[i]! >= firstList) pages.add(listPageOf(values[i]! - firstList));
    const views = await readPages(this.source, "lists", this.footer.sections.lists, ascending(pages));
    const listAt = (unit: number) => parseList(views.get(listPageOf(unit))!, unit);
    const hits = new Hits(indexes.length, values.length);
    for (let i = 0; i < indexes.length; i++) {
      const [from, to] = [starts[i]!, ends[i]!];
      let hasLists = false;
      for (let at = from; at < to; at++) hasLists ||= values[at]! >= firstList;
      if (hasLists) {
        const { postings, blocksInAll } = together(valuesOf(values, from, to), firstList, listAt);
        if (postings[postings.length - 1]! >= firstList) throw corrupt("A list");
        hits.add(indexes[i]!, blocksInAll, postings, 0, postings.length);
      } else hits.add(indexes[i]!, blocksOf(values, from, to), values, from, to);
    }
    return hits;
  }

  /** Metadata of a document, checked against its hash. */
  async record(document: number): Promise<DocumentRecord> {
    return (await this.identified(document)).record;
  }

  /** The same with the hash of the document's text. */
  async identified(document: number): Promise<{ record: DocumentRecord; textHash: string }> {
    const row = await this.documents.row(document);
    const textHash = await this.textHashes.row(row.text);
    const { file } = this.source;
    return readChecked(file, this.#placeOfRecord(row), row.lengthBytes, async (bytes) => {
      const record = decodedRecord(bytes);
      if ((await documentHash(textHash, record)) !== row.hash) throw corrupt("The record of a document");
      return { record, textHash };
    });
  }

  /**
   * The same for a document of a text whose row was read. The record of a far corpus is requested together with the row
   * that tells its exact place.
   */
  async identifiedOf(text: number, document: number): Promise<{ record: DocumentRecord; textHash: string }> {
    const before = this.source.file.isFar ? this.#requestRecord(text).catch(() => {}) : undefined;
    const [identified] = await Promise.all([this.identified(document), before]);
    return identified;
  }

  /** Pages of a file that is far away are kept by its storage. */
  async #requestRecord(text: number): Promise<void> {
    const place = await this.#recordPlaces.row(text);
    const { offsetBytes, lengthBytes } = this.footer.sections.records;
    if (place === null || place >= lengthBytes) return;
    await this.source.file.read(offsetBytes + place, Math.min(RECORD_BYTES, lengthBytes - place));
  }

  /** Of a far file: requests at once what tells of texts and documents, where it is little. */
  async requestTables(): Promise<void> {
    const { file } = this.source;
    const { blocks, texts, documents, records } = this.footer.sections;
    const sections = [blocks, texts, documents, records].filter(({ lengthBytes }) => lengthBytes > 0);
    const start = Math.min(...sections.map(({ offsetBytes }) => offsetBytes));
    const end = Math.max(...sections.map(({ offsetBytes, lengthBytes }) => offsetBytes + lengthBytes));
    // What fails here fails again where it is read.
    if (file.isFar && end - start <= TABLES_BYTES_MAX) await file.read(start, end - start).catch(() => {});
  }

  /** The stored bytes of a document's record. */
  async storedRecord(document: number): Promise<Uint8Array> {
    const row = await this.documents.row(document);
    return this.source.file.read(this.#placeOfRecord(row), row.lengthBytes);
  }

  #placeOfRecord(row: { offsetBytes: number; lengthBytes: number }): number {
    const { offsetBytes, lengthBytes } = this.footer.sections.records;
    if (!(row.offsetBytes >= 0 && row.offsetBytes + row.lengthBytes <= lengthBytes))
      throw corrupt("The table of documents");
    return offsetBytes + row.offsetBytes;
  }

  /** The most common words, read once. */
  common(): Promise<CommonWords> {
    this.#common ??= this.#readCommon().catch((error) => {
      this.#common = undefined; // a store that failed once may serve the next search
      throw error;
    });
    return this.#common;
  }

  async #readCommon(): Promise<CommonWords> {
    const { sections, unlistedCount } = this.footer;
    const words = await readCommonWords(this.source, this.footer);
    // A word of the vocabulary that is not among the common ones is at most as common as the rarest of them.
    const least = words.counts.reduce((least, count) => Math.min(least, count), COUNT_MAX);
    return new CommonWords(words, sections.vocabulary.rows <= COMMON_WORDS ? unlistedCount : least);
  }

  /** All listed words of the segment with their counts. */
  vocabulary(): Promise<WordCounts> {
    return readVocabulary(this.source, this.footer);
  }

  close(): Promise<void> {
    for (const pages of this.source.kept.values()) keptPages.close(pages);
    return this.source.file.close();
  }
}

export async function readFooter<T>(file: StoredFile, parse: (bytes: Uint8Array) => T): Promise<T> {
  if (file.sizeBytes < FOOTER_BYTES) throw corrupt("The segment");
  return readChecked(file, file.sizeBytes - FOOTER_BYTES, FOOTER_BYTES, parse);
}

/** Each page once. */
function ascending(pages: Iterable<number>): number[] {
  const once: number[] = [];
  for (const page of Uint32Array.from(pages).sort()) if (page !== once.at(-1)) once.push(page);
  return once;
}

const valuesOf = (values: ArrayLike<number>, from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, i) => values[from + i]!);

/** The postings of a key with a list; only forged collisions have more than one list, or postings beside it. */
function together(values: readonly number[], firstList: number, listAt: (unit: number) => KeyPostings): KeyPostings {
  if (values.length === 1) {
    const { postings, blocksInAll } = listAt(values[0]! - firstList);
    return { postings: Float64Array.from(postings).sort(), blocksInAll };
  }
  const inline = values.filter((value) => value < firstList);
  const lists = values.filter((value) => value >= firstList).map((value) => listAt(value - firstList));
  const parts = [{ postings: inline, blocksInAll: blocksOf(inline) }, ...lists];
  const postings = Float64Array.from(parts.flatMap((part) => Array.from(part.postings))).sort();
  return { postings, blocksInAll: sum(parts, (part) => part.blocksInAll) };
}

const TEXT_FIELDS = ["id", "title", "author", "lang", "url", "licence"] as const;
const RECORD_FIELDS = new Set<string>([...TEXT_FIELDS, "year", "fields", "sections", "paragraphs"]);
/**
 * Replaces MessagePack's own decoder, which drops a byte order mark at the start of long strings and accepts invalid
 * bits in short ones.
 */
const STRINGS = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodedFields(raw: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(raw);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Uint8Array ? STRINGS.decode(value) : value]),
  );
}
const decodedLabel = (item: unknown) => (item instanceof Uint8Array ? STRINGS.decode(item) : item);

function decodedRecord(bytes: Uint8Array): DocumentRecord {
  try {
    const record = decode(bytes, { rawStrings: true }) as Record<string, unknown>;
    for (const field of TEXT_FIELDS) if (field in record) record[field] = STRINGS.decode(record[field] as Uint8Array);
    if (record["fields"] !== undefined) record["fields"] = decodedFields(record["fields"] as Record<string, unknown>);
    const { id, year, sections, paragraphs } = record;
    if (Array.isArray(sections)) record["sections"] = sections.map(decodedLabel);
    // The hash of a document says nothing of paragraphs: a damaged name of theirs would leave them out.
    if (!Object.keys(record).every((name) => RECORD_FIELDS.has(name))) throw corrupt("The record of a document");
    const areLists = [sections, paragraphs].every((list) => list === undefined || Array.isArray(list));
    if (id !== undefined && (year === undefined || Number.isSafeInteger(year)) && areLists)
      return record as unknown as DocumentRecord;
  } catch {
    // Falls through to the same error.
  }
  throw corrupt("The record of a document");
}
