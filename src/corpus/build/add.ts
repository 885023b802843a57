/**
 * Adds documents to the segment being built: checks them, groups them into chunks, indexes each chunk and appends the
 * chunks in order.
 */
import { isRecord } from "../../base/arguments.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { CorpusDocument, Progress } from "../../base/contract/resources/corpus.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { sectionedTextSchema } from "../../base/contract/schemas/sections.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { FIELD_LENGTH_MAX } from "../../base/limits.ts";
import type { Profile } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type BlockCodec, type DocumentRecord, SEGMENT_BLOCKS_MAX } from "../format/layout.ts";
import { documentHash, wellFormed } from "../format/names.ts";
import { packSections } from "../format/sections.ts";
import type { SegmentBuilder } from "../segment/write/builder.ts";
import { type CorpusChunk, indexChunk } from "../segment/write/chunk.ts";
import { tooManyBlocks } from "../segment/write/keyIndex.ts";

/**
 * Bytes of text in a chunk. The number is fixed, so that the same documents give the same bytes for any memory and
 * worker count.
 */
const CHUNK_BYTES = 8 * 1024 * 1024;
const ROOM_BYTES = 8 * 1024 * 1024;
const encoder = new TextEncoder();
/** Documents of one build: what a set of their ids can hold. */
const BUILD_DOCUMENTS_MAX = 2 ** 24 - 1;
/** Documents in a chunk, where documents are very short. */
const CHUNK_DOCUMENTS = 16_384;

/** Indexes chunks, in this thread or in others. */
export interface ChunkIndexer {
  /** Number of chunks that can be indexed in parallel. */
  readonly lanes: number;
  /** Takes ownership of the texts. */
  index(texts: Uint8Array[], profile: Profile, codec: BlockCodec): Promise<CorpusChunk>;
}

/** Indexes chunks in the calling thread. */
export function indexerHere(kernels: Kernels): ChunkIndexer {
  return { lanes: 1, index: async (texts, profile, codec) => indexChunk(kernels, texts, profile, codec) };
}

/** A document whose text was indexed. */
export interface IndexedDocument {
  record: DocumentRecord;
  /** Number of its text in the segment. */
  text: number;
  hash: string;
}

/** A chunk with all that the segment needs of it. */
export interface JournalPart {
  chunk: CorpusChunk;
  /** Hashes of the texts that are new to the segment, in order. */
  hashes: string[];
  documents: IndexedDocument[];
}

/** Keeps chunks for a build that goes on after this one. */
export interface ChunkJournal {
  /** The chunks of earlier builds, in order. */
  earlier(): AsyncGenerator<JournalPart>;
  /** What is to be kept beside a chunk; asked for after its last document. */
  state(): unknown;
  add(part: JournalPart, state: unknown): Promise<void>;
}

interface AddOptions {
  journal?: ChunkJournal | undefined;
  indexer: ChunkIndexer;
  profile: Profile;
  codec: BlockCodec;
  /** Whether to add this document, whose text is the string. Throws where it is refused. */
  admits: (record: DocumentRecord, text: string) => Promise<boolean>;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export type Documents = Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>;

/** A chunk being indexed, and the documents that wait for it. */
interface Pending {
  chunk: Promise<CorpusChunk>;
  hashes: string[];
  documents: IndexedDocument[];
  /** What the journal keeps beside it. */
  state: unknown;
}

/** @returns the number of documents added */
export async function addDocuments(
  builder: SegmentBuilder,
  documents: Documents,
  options: AddOptions,
): Promise<number> {
  checkIterable(documents);
  return new Adder(builder, options).run(documents);
}

function checkIterable(documents: unknown): void {
  const isObject = typeof documents === "object" && documents !== null;
  if (isObject && (Symbol.iterator in documents || Symbol.asyncIterator in documents)) return;
  throw new SpoliaError("invalid_request", "The documents cannot be iterated over.", {
    hint: "Pass an array, a generator or another (async) iterable of { id, text }.",
  });
}

class Adder {
  readonly #builder: SegmentBuilder;
  readonly #options: AddOptions;
  readonly #ids = new Set<string>();
  readonly #pending: Pending[] = [];
  #batch: { record: DocumentRecord; text: Uint8Array }[] = [];
  #batchBytes = 0;
  #added = 0;
  #room = new Uint8Array(0);

  constructor(builder: SegmentBuilder, options: AddOptions) {
    this.#builder = builder;
    this.#options = options;
  }

  async run(documents: Documents): Promise<number> {
    const { signal, onProgress, journal } = this.#options;
    try {
      if (journal !== undefined) for await (const part of journal.earlier()) await this.#restore(part);
      for await (const document of documents) {
        throwIfAborted(signal);
        await this.#add(document);
        onProgress?.({ stage: "build", done: this.#ids.size, total: null, unit: "documents" });
        if (this.#batchBytes >= CHUNK_BYTES || this.#batch.length >= CHUNK_DOCUMENTS) await this.#dispatch();
      }
      if (this.#batch.length > 0) await this.#dispatch();
      while (this.#pending.length > 0) await this.#take();
    } finally {
      await Promise.allSettled(this.#pending.map(({ chunk }) => chunk));
    }
    return this.#added;
  }

  async #restore(part: JournalPart): Promise<void> {
    throwIfAborted(this.#options.signal);
    for (const hash of part.hashes) this.#builder.numberOf(hash);
    for (const { record } of part.documents) this.#ids.add(record.id);
    this.#added += part.documents.length;
    await this.#append(part);
  }

  async #add(document: CorpusDocument): Promise<void> {
    const number = this.#ids.size;
    checkDocument(document, number);
    const record = recordOf(document, this.#options.codec !== "none");
    if (this.#ids.has(record.id)) throw idTaken(record.id, "two of the documents to be added have");
    if (this.#ids.size === BUILD_DOCUMENTS_MAX) throw tooManyDocuments();
    this.#ids.add(record.id);
    if (!(await this.#options.admits(record, document.text))) return;
    this.#added += 1;
    const text = this.#encode(document.text);
    this.#batch.push({ record, text });
    this.#batchBytes += text.length;
  }

  /** Encodes to UTF-8 into a large shared buffer, which is twice as fast as allocating a buffer for each text. */
  #encode(text: string): Uint8Array {
    const most = 3 * text.length;
    if (most > ROOM_BYTES / 4) return encoder.encode(text);
    if (most > this.#room.length) this.#room = new Uint8Array(ROOM_BYTES);
    const { written } = encoder.encodeInto(text, this.#room);
    const bytes = this.#room.subarray(0, written);
    this.#room = this.#room.subarray(Math.min(this.#room.length, (written + 3) & ~3));
    return bytes;
  }

  /** Starts indexing the batch; waits for the oldest pending chunk first where all lanes are busy. */
  async #dispatch(): Promise<void> {
    const { signal, indexer, profile, codec, journal } = this.#options;
    const state = journal?.state();
    await new Promise((resolve) => setTimeout(resolve));
    throwIfAborted(signal);
    const batch = this.#batch.splice(0);
    this.#batchBytes = 0;
    const textHashes = await Promise.all(batch.map(async ({ text }) => (await sha256(text)).slice(0, 32)));
    const fresh: Uint8Array[] = [];
    const hashes: string[] = [];
    const documents = await Promise.all(
      batch.map(async ({ record, text }, i) => {
        const hash = textHashes[i]!;
        const { number, isNew } = this.#builder.numberOf(hash);
        if (isNew) {
          fresh.push(text);
          hashes.push(hash);
        }
        return { record, text: number, hash: await documentHash(hash, record) };
      }),
    );
    if (this.#pending.length >= indexer.lanes) await this.#take();
    const chunk = indexer.index(fresh, profile, codec);
    chunk.catch(() => {}); // #take() reports the error, in order
    this.#pending.push({ chunk, hashes, documents, state });
  }

  async #take(): Promise<void> {
    const { chunk, state, ...about } = this.#pending.shift()!;
    const part = { ...about, chunk: await chunk };
    await this.#options.journal?.add(part, state);
    await this.#append(part);
  }

  async #append({ chunk, hashes, documents }: JournalPart): Promise<void> {
    await this.#builder.addChunk(chunk, hashes);
    for (const { record, text, hash } of documents) await this.#builder.addDocument(record, text, hash);
    throwIfAborted(this.#options.signal);
    if (this.#builder.blocks.count > SEGMENT_BLOCKS_MAX) throw tooManyBlocks();
  }
}

const TEXT_FIELDS = ["title", "author", "lang", "url", "licence"] as const;

function checkDocument(document: CorpusDocument, number: number): void {
  const where = `Document ${number + 1}`;
  if (typeof document !== "object" || document === null)
    throw invalidDocument(`${where} is no object.`, "Pass { id, text }.");
  const { id, text, year } = document;
  if (typeof id !== "string" || id === "")
    throw invalidDocument(`${where} has no id.`, "Give every document an id of its own.");
  if (typeof text !== "string")
    throw invalidDocument(`${where} has no text.`, "Give every document a text that is a string.");
  const wrong = TEXT_FIELDS.find((field) => document[field] !== undefined && typeof document[field] !== "string");
  if (wrong !== undefined)
    throw invalidDocument(`The ${wrong} of document ${number + 1} is no string.`, "Leave it out if unknown.");
  if (year !== undefined && !Number.isSafeInteger(year))
    throw invalidDocument(`The year of document ${number + 1} is no whole number.`, "Leave it out if unknown.");
  if (document.fields !== undefined && !areFields(document.fields))
    throw invalidDocument(
      `The fields of document ${number + 1} cannot be kept.`,
      `Pass an object of up to ${FIELDS_MAX} texts of up to ${FIELD_LENGTH_MAX} characters, numbers, true or false.`,
    );
  if (document.sections !== undefined) checkSections(document, number);
}

/** Most fields of a document: every search result reads its record. */
const FIELDS_MAX = 100;

/** `__proto__` is no name in MessagePack as the records are read. */
function isFieldName(name: string): boolean {
  return name !== "__proto__" && name.length <= FIELD_LENGTH_MAX;
}

function areFields(fields: unknown): boolean {
  if (!isRecord(fields)) return false;
  const isKept = (value: unknown) =>
    typeof value === "string" ? value.length <= FIELD_LENGTH_MAX : typeof value === "boolean" || Number.isFinite(value);
  const entries = Object.entries(fields);
  return entries.length <= FIELDS_MAX && entries.every(([name, value]) => isFieldName(name) && isKept(value));
}

function checkSections({ text: content, sections }: CorpusDocument, number: number): void {
  try {
    parseRequest(sectionedTextSchema, { content, sections });
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    throw new SpoliaError("document_invalid", `The sections of document ${number + 1} are invalid.`, {
      hint: "Give the headings and pages of its text in order, or leave them out.",
      fields: error.fields.map(({ pointer, detail }) => ({ pointer: `/documents/${number}${pointer}`, detail })),
    });
  }
}

/** @param whose who already has this id, as a clause that ends before "this id", such as "the corpus has" */
export function idTaken(id: string, whose: string): SpoliaError {
  return new SpoliaError("document_invalid", `There is a document ${id} already: ${whose} this id.`, {
    hint: "Ids are unique within a corpus. `onExisting` decides on documents that the corpus already has: replace or skip.",
    fields: [{ pointer: "/documents/id", detail: `${id} is taken` }],
  });
}

function invalidDocument(message: string, hint: string): SpoliaError {
  return new SpoliaError("document_invalid", message, { hint });
}

function tooManyDocuments(): SpoliaError {
  return new SpoliaError("content_too_large", `One build takes at most ${BUILD_DOCUMENTS_MAX} documents.`, {
    hint: "Build with the first ones and append the others.",
  });
}

/** @param hasText without text there are no headings either, which are text */
function recordOf(document: CorpusDocument, hasText: boolean): DocumentRecord {
  const record: DocumentRecord = { id: wellFormed(document.id) };
  for (const field of ["title", "author", "year", "lang", "url", "licence"] as const) {
    const value = document[field];
    if (value !== undefined) Object.assign(record, { [field]: typeof value === "string" ? wellFormed(value) : value });
  }
  const fields = Object.entries(document.fields ?? {})
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([name, value]) => [wellFormed(name), typeof value === "string" ? wellFormed(value) : value] as const);
  if (fields.length > 0) record.fields = Object.fromEntries(fields);
  if (hasText && document.sections !== undefined && document.sections.length > 0)
    record.sections = packSections(document.sections);
  return record;
}
