/**
 * The segment being built: collects texts and documents, writes the file of their text, and finally the segment file.
 */
import { concat } from "../../../base/bytes/bytes.ts";
import { sha256 } from "../../../base/bytes/sha256.ts";
import type { Profile } from "../../../core/fingerprint/profile.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { type BlockRow, type DocumentRecord, ROW_BYTES, type TextRow } from "../../format/layout.ts";
import type { SegmentEntry } from "../../format/manifest.ts";
import { encodedRecord, idHash, segmentSeed } from "../../format/names.ts";
import { sealedCounts } from "../../format/paragraphs.ts";
import { PostingRuns, type PostingSource } from "../../format/postings.ts";
import {
  addDocumentOfText,
  parseDocumentRow,
  writeBlockRow,
  writeCopyRow,
  writeDocumentRow,
  writeIdRow,
  writeTextRow,
} from "../../format/rows.ts";
import { Spool } from "../../format/spool.ts";
import type { NewFile } from "../../storage/storage.ts";
import type { CorpusChunk } from "./chunk.ts";
import { type SegmentTools, writeSegment } from "./segment.ts";
import { PackedRows } from "./tables.ts";
import { PartialCounts } from "./vocabulary.ts";

/** A text that is new to the segment. */
type NewText = Omit<TextRow, "firstDocument" | "documents"> & {
  /** 32 lower-case hexadecimal digits. */
  hash: string;
};

/** How text is indexed. */
export interface IndexForm {
  profile: Profile;
  /** Whether the text is stored. */
  hasText: boolean;
}

/** Bytes of text that are written at once. */
const WRITE_BYTES = 1024 * 1024;

export class SegmentBuilder {
  readonly blocks = new PackedRows("blocks");
  readonly texts = new PackedRows("texts");
  readonly documents = new PackedRows("documents");
  readonly vocabulary = new PartialCounts();
  readonly #copies: { text: number; document: number }[] = [];
  readonly #idHashes: { high: number[]; low: number[] } = { high: [], low: [] };
  readonly #textOfHash = new Map<string, number>();
  /** Counts of paragraphs of texts that were indexed here. */
  readonly #paragraphs = new Map<number, number[]>();
  readonly #tools: SegmentTools;
  readonly form: IndexForm;
  readonly #records: Spool;
  readonly #recordBytes: Uint8Array[] = [];
  #recordsBytes = 0;
  readonly #keys: PostingRuns;
  readonly #coarse: PostingRuns;
  readonly #spools: Spool[];
  #textFile: NewFile | undefined;
  /** Blocks that are not written yet. */
  readonly #stored: Uint8Array[] = [];
  #storedPending = 0;
  #storedBytes = 0;
  #words = 0;
  #textBytes = 0;
  /** Bytes of UTF-8 of all documents' texts, copies included. */
  #documentBytes = 0;
  /** Documents with sections. */
  #sectioned = 0;

  constructor(tools: SegmentTools, form: IndexForm) {
    this.#tools = tools;
    this.form = form;
    this.#spools = Array.from({ length: 3 }, () => new Spool(tools.storage, tools.memory));
    this.#records = this.#spools[0]!;
    this.#keys = new PostingRuns(this.#spools[1]!);
    this.#coarse = new PostingRuns(this.#spools[2]!);
  }

  get kernels(): Kernels {
    return this.#tools.kernels;
  }

  /** Number of a text; a new text gets the next number, so texts are numbered in the order of the first call. */
  numberOf(hash: string): { number: number; isNew: boolean } {
    const known = this.#textOfHash.get(hash);
    if (known !== undefined) return { number: known, isNew: false };
    this.#textOfHash.set(hash, this.#textOfHash.size);
    return { number: this.#textOfHash.size - 1, isNew: true };
  }

  has(hash: string): boolean {
    return this.#textOfHash.has(hash);
  }

  /** Adds a chunk whose texts have these hashes. */
  async addChunk(chunk: CorpusChunk, hashes: readonly string[]): Promise<void> {
    const firstBlock = this.blocks.count;
    const firstText = this.texts.count;
    for (const [i, row] of chunk.blocks.entries()) {
      await this.addBlock(
        { ...row, offsetBytes: this.#storedBytes, firstText: firstText + row.firstText },
        chunk.stored[i],
      );
    }
    for (const [i, { paragraphs, ...text }] of chunk.texts.entries()) {
      const hash = hashes[i]!;
      if (paragraphs !== undefined)
        this.#paragraphs.set(this.texts.count, sealedCounts(this.#tools.kernels, hash, paragraphs));
      this.addText({ ...text, firstBlock: firstBlock + text.firstBlock, hash });
    }
    for (const { run, firstBlock: at } of chunk.keys) await this.#keys.add(run, firstBlock + at);
    for (const { run, firstBlock: at } of chunk.coarse) await this.#coarse.add(run, firstBlock + at);
    this.vocabulary.add(chunk.words, 0);
  }

  /** Adds a block as it is stored, if it is. Its texts are added after it. */
  async addBlock(row: BlockRow, stored: Uint8Array | undefined): Promise<void> {
    this.blocks.add((view, at) => writeBlockRow(view, at, { ...row, offsetBytes: this.#storedBytes }));
    if (stored === undefined) return;
    this.#stored.push(stored);
    this.#storedPending += stored.length;
    this.#storedBytes += stored.length;
    if (this.#storedPending >= WRITE_BYTES) await this.#flushText();
  }

  async #flushText(): Promise<void> {
    this.#textFile ??= await this.#tools.storage.create();
    if (this.#stored.length > 0) await this.#textFile.write(concat(this.#stored.splice(0)));
    this.#storedPending = 0;
  }

  addText(text: NewText): void {
    this.#words += text.words;
    this.#textBytes += text.lengthBytes;
    this.texts.add((view, at) => writeTextRow(view, at, { ...text, firstDocument: 0, documents: 0 }));
  }

  /** @param hash hash of the document, see `documentHash` */
  async addDocument(record: DocumentRecord, text: number, hash: string): Promise<void> {
    const paragraphs = record.paragraphs ?? this.#paragraphs.get(text);
    const bytes = encodedRecord(paragraphs === undefined ? record : { ...record, paragraphs });
    const document = this.documents.add((view, at) =>
      writeDocumentRow(view, at, { offsetBytes: this.#recordsBytes, lengthBytes: bytes.length, text, hash }),
    );
    const recordAt = this.#recordsBytes;
    this.#recordsBytes += bytes.length;
    this.#recordBytes.push(bytes);
    if (this.#recordBytes.length >= 1024) await this.#flushRecords();
    const { high, low } = idHash(this.#tools, record.id);
    this.#idHashes.high.push(high);
    this.#idHashes.low.push(low);
    const { isFirst, lengthBytes } = addDocumentOfText(this.texts.view, text * ROW_BYTES.texts, document, recordAt);
    if (!isFirst) this.#copies.push({ text, document });
    this.#documentBytes += lengthBytes;
    if (record.sections !== undefined) this.#sectioned += 1;
  }

  async #flushRecords(): Promise<void> {
    await this.#records.append(concat(this.#recordBytes.splice(0)));
  }

  /** Hash of the documents in order. */
  contentHash(): Promise<string> {
    const hashes: string[] = [];
    for (let i = 0; i < this.documents.count; i++)
      hashes.push(parseDocumentRow(this.documents.view, i * ROW_BYTES.documents).hash);
    return sha256(hashes.join("\n"));
  }

  /**
   * Writes the files.
   *
   * @param contentHash its first 16 digits name the segment
   * @param merged      segments whose postings are included
   */
  async finish(contentHash: string, merged: { keys: PostingSource[]; coarse: PostingSource[] }): Promise<SegmentEntry> {
    const name = contentHash.slice(0, 16);
    const text = this.form.hasText ? await this.#finishText(`text/${name}.text`) : null;
    await this.#flushRecords();
    const file = `segments/${name}.segment`;
    const written = await writeSegment(
      this.#tools,
      {
        profile: this.form.profile,
        keys: [this.#keys, ...merged.keys],
        coarse: [this.#coarse, ...merged.coarse],
        blocks: this.blocks,
        texts: this.texts,
        documents: this.documents,
        copies: this.#copyRows(),
        ids: this.#idRows(),
        records: this.#records,
        vocabulary: this.form.hasText ? this.vocabulary.all() : this.vocabulary.common(),
        words: this.#words,
        textBytes: this.#textBytes,
      },
      segmentSeed(name),
      file,
    );
    return {
      segment: { file, bytes: written.bytes },
      text,
      documents: this.documents.count,
      texts: this.texts.count,
      words: this.#words,
      fingerprints: written.keys,
      ...(this.#sectioned > 0 && { sectioned: this.#sectioned }),
      text_bytes: this.#documentBytes,
      deleted: null,
    };
  }

  async #finishText(file: string): Promise<SegmentEntry["text"]> {
    await this.#flushText();
    await this.#textFile!.finish(file);
    return { file, bytes: this.#storedBytes };
  }

  #copyRows(): PackedRows {
    const rows = new PackedRows("copies");
    for (const copy of this.#copies.sort((x, y) => x.text - y.text || x.document - y.document))
      rows.add((view, at) => writeCopyRow(view, at, copy));
    return rows;
  }

  #idRows(): PackedRows {
    const rows = new PackedRows("ids");
    const hashes = { low: Uint32Array.from(this.#idHashes.low), high: Uint32Array.from(this.#idHashes.high) };
    const sorted = this.#tools.kernels.sortWith(hashes, Uint32Array.from(hashes.low.keys()));
    for (let i = 0; i < sorted.payloads.length; i++)
      rows.add((view, at) =>
        writeIdRow(view, at, [sorted.hashes.high[i]!, sorted.hashes.low[i]!, sorted.payloads[i]!]),
      );
    return rows;
  }

  /** Frees spilled data, and a text file that was not finished. */
  async dispose(): Promise<void> {
    await this.#textFile?.discard().catch(() => {});
    for (const spool of this.#spools) await spool.dispose();
  }
}
