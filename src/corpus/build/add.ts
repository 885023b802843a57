/**
 * Adds documents to the segment being built: checks them, groups them into chunks, indexes each chunk and appends the
 * chunks in order.
 */
import { sha256 } from "../../base/bytes/sha256.ts";
import type { CorpusDocument, Progress } from "../../base/contract/resources/corpus.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { Profile } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { WordRoom } from "../../core/kernels/text/growing.ts";
import { type BlockCodec, type DocumentRecord, SEGMENT_BLOCKS_MAX } from "../format/layout.ts";
import { documentHash } from "../format/names.ts";
import type { SegmentBuilder } from "../segment/write/builder.ts";
import { type CorpusChunk, indexChunk } from "../segment/write/chunk.ts";
import { tooManyBlocks } from "../segment/write/keyIndex.ts";
import { checkDocument, idTaken, recordOf } from "./documents.ts";
import { utf8TextOf } from "./utf8Text.ts";

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
  /** Takes ownership of the texts, and of the buffers that they are in. */
  index(texts: Uint8Array[], profile: Profile, codec: BlockCodec): Promise<CorpusChunk>;
}

/** Indexes chunks in the calling thread. */
export function indexerHere(kernels: Kernels): ChunkIndexer {
  const room = new WordRoom();
  return { lanes: 1, index: async (texts, profile, codec) => indexChunk(kernels, texts, profile, codec, room) };
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
  /** Whether to add this document, of which this is kept. Throws where it is refused. */
  admits: (record: DocumentRecord, document: CorpusDocument) => Promise<boolean>;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export type Documents = Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>;

/** A chunk being indexed, and the documents that wait for it. */
interface Pending {
  chunk: Promise<CorpusChunk>;
  hashes: string[];
  documents: IndexedDocument[];
  /** What the journal keeps beside it; `undefined` where it keeps nothing. */
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
  /** Whether every chunk that was taken is kept. */
  #isInOrder = true;
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
      if (this.#batch.length > 0) await this.#dispatch(true);
      while (this.#pending.length > 0) await this.#take();
    } catch (error) {
      await Promise.allSettled(this.#pending.map(({ chunk }) => chunk));
      await this.#keepPending().catch(() => {});
      throw error;
    }
    return this.#added;
  }

  /** Keeps the chunks for another build that were indexed and not yet taken, where none before them is missing. */
  async #keepPending(): Promise<void> {
    for (; this.#isInOrder && this.#pending.length > 0; this.#pending.shift()) {
      const { chunk, state, ...about } = this.#pending[0]!;
      if (state !== undefined) await this.#options.journal?.add({ ...about, chunk: await chunk }, state);
    }
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
    const utf8 = utf8TextOf(document);
    const record = recordOf(document, this.#options.codec !== "none");
    if (this.#ids.has(record.id)) throw idTaken(record.id, "two of the documents to be added have");
    if (this.#ids.size === BUILD_DOCUMENTS_MAX) throw tooManyDocuments();
    this.#ids.add(record.id);
    if (!(await this.#options.admits(record, document))) return;
    this.#added += 1;
    const text = utf8 === undefined ? this.#encode(document.text) : this.#copied(utf8);
    this.#batch.push({ record, text });
    this.#batchBytes += text.length;
  }

  /** Encodes to UTF-8 into a large shared buffer, which is twice as fast as allocating a buffer for each text. */
  #encode(text: string): Uint8Array {
    const most = 3 * text.length;
    if (most > ROOM_BYTES) return encoder.encode(text);
    this.#makeRoom(most);
    return this.#taken(this.#builder.kernels.encodeUtf8(text, this.#room));
  }

  /** A copy that whoever indexes it can own: the bytes may lie beside those of other texts. */
  #copied(utf8: Uint8Array): Uint8Array {
    if (utf8.length > ROOM_BYTES) return utf8.slice();
    this.#makeRoom(utf8.length);
    this.#room.set(utf8);
    return this.#taken(utf8.length);
  }

  #makeRoom(lengthBytes: number): void {
    if (lengthBytes > this.#room.length) this.#room = new Uint8Array(ROOM_BYTES);
  }

  /** The first bytes of the room, which is what is left then. */
  #taken(lengthBytes: number): Uint8Array {
    const bytes = this.#room.subarray(0, lengthBytes);
    this.#room = this.#room.subarray(Math.min(this.#room.length, (lengthBytes + 3) & ~3));
    return bytes;
  }

  /**
   * Starts indexing the batch; waits for the oldest pending chunk first where all lanes are busy.
   *
   * @param isLast whether it is the last chunk, which is not kept for another build: a small one pays nothing for it
   */
  async #dispatch(isLast = false): Promise<void> {
    const { signal, indexer, profile, codec, journal } = this.#options;
    const state = isLast ? undefined : journal?.state();
    await new Promise((resolve) => setTimeout(resolve));
    throwIfAborted(signal);
    const batch = this.#batch.splice(0);
    this.#batchBytes = 0;
    // Whoever indexes owns it.
    this.#room = new Uint8Array(0);
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
    this.#isInOrder = false;
    const { chunk, state, ...about } = this.#pending.shift()!;
    const part = { ...about, chunk: await chunk };
    if (state !== undefined) await this.#options.journal?.add(part, state);
    this.#isInOrder = true;
    await this.#append(part);
  }

  async #append({ chunk, hashes, documents }: JournalPart): Promise<void> {
    await this.#builder.addChunk(chunk, hashes);
    for (const { record, text, hash } of documents) await this.#builder.addDocument(record, text, hash);
    throwIfAborted(this.#options.signal);
    if (this.#builder.blocks.count > SEGMENT_BLOCKS_MAX) throw tooManyBlocks();
  }
}

function tooManyDocuments(): SpoliaError {
  return new SpoliaError("content_too_large", `One build takes at most ${BUILD_DOCUMENTS_MAX} documents.`, {
    hint: "Build with the first ones and append the others.",
  });
}
