/**
 * What an interrupted build leaves behind for the next one: each indexed chunk with its documents, and how far reading
 * had come. The files `resume/N.part` are named by no manifest, so that a build that does not resume removes them.
 */
import { decode, Encoder } from "@msgpack/msgpack";
import { SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { FOLD_VERSION } from "../../core/text/text.ts";
import { writeFile } from "../format/manifest.ts";
import type { PostingRun } from "../format/postings.ts";
import type { CorpusChunk } from "../segment/write/chunk.ts";
import type { WritableStorage } from "../storage/storage.ts";
import type { ChunkJournal, IndexedDocument, JournalPart } from "./add.ts";
import type { IndexOptions } from "./options.ts";
import type { BuildResume, ReadingPlace } from "./resume.ts";
import type { RecentSources } from "./sources.ts";
import type { UnreadLog } from "./unread.ts";

const CHECKSUM_BYTES = 4;
/** Most bytes of MessagePack before an array of bytes, and around all of them: names and numbers of entries. */
const ENTRY_BYTES_MAX = 5;
const PART_HEAD_BYTES_MAX = 64;
const PART_NAME = /^resume\/\d+\.part$/;

interface State {
  /** What the chunks depend on: chunks of another version may be others. */
  settings: string;
  reading: { inputs: string; place: ReadingPlace };
  sources: RecentSources | null;
  unread: ReturnType<UnreadLog["inputs"]> | null;
}

/** A part as it is stored: typed arrays as bytes, all else as JSON. */
interface StoredPart {
  json: Uint8Array;
  stored: Uint8Array[];
  numbers: Uint8Array[];
}

interface PartJson {
  state: State;
  hashes: string[];
  documents: IndexedDocument[];
  texts: CorpusChunk["texts"];
  blocks: CorpusChunk["blocks"];
  /** First blocks of the runs of keys, then of those of coarse keys. */
  keys: number[];
  coarse: number[];
}

/** Whether a file is a part that an interrupted build has left. */
export function isPart(name: string): boolean {
  return PART_NAME.test(name);
}

export class BuildJournal implements ChunkJournal {
  readonly #kernels: Kernels;
  readonly #storage: WritableStorage;
  readonly #resume: BuildResume;
  readonly #options: IndexOptions;
  readonly #settings: string;
  #parts = 0;

  constructor(
    kernels: Kernels,
    storage: WritableStorage,
    resume: BuildResume,
    { profile, options }: { profile: string; options: IndexOptions },
  ) {
    this.#kernels = kernels;
    this.#storage = storage;
    this.#resume = resume;
    this.#options = options;
    this.#settings = JSON.stringify([ENGINE_VERSION, FOLD_VERSION, profile, options.codec ?? "deflate"]);
    options.sources?.keepRecent();
  }

  /** The parts in order. @throws conflict where they are of another version or have other settings */
  async *earlier(): AsyncGenerator<JournalPart> {
    const names = new Set((await this.#storage.list()).filter(isPart));
    let last: State | undefined;
    for (; names.has(nameOf(this.#parts)); this.#parts += 1) {
      const { part, state } = await this.#read(nameOf(this.#parts));
      if (state.settings !== this.#settings) throw this.#refused(otherSettings());
      this.#resume.restore(
        state.reading,
        part.documents.map(({ record }) => record.id),
      );
      if (state.sources !== null) this.#options.sources?.restore(state.sources);
      last = state;
      yield part;
    }
    if (last?.unread) this.#options.unread?.addAll(last.unread);
  }

  /** What is known of the reading now, as bytes: it goes on before the chunk is indexed. */
  state(): State {
    return {
      settings: this.#settings,
      reading: this.#resume.state,
      sources: this.#options.sources?.takeRecent() ?? null,
      unread: this.#options.unread?.inputs() ?? null,
    };
  }

  async add({ chunk, hashes, documents }: JournalPart, state: unknown): Promise<void> {
    const { texts, blocks, stored, keys, coarse, words } = chunk;
    const firsts = (runs: CorpusChunk["keys"]) => runs.map(({ firstBlock }) => firstBlock);
    const json = {
      state: state as State,
      hashes,
      documents,
      texts,
      blocks,
      keys: firsts(keys),
      coarse: firsts(coarse),
    };
    const runs = [...keys, ...coarse].flatMap(({ run }) => [run.high, run.low]);
    const numbers = [...runs, words.hashes.high, words.hashes.low, words.counts];
    const part: StoredPart = {
      json: new TextEncoder().encode(JSON.stringify(json satisfies PartJson)),
      stored,
      numbers: numbers.map((one) => new Uint8Array(one.buffer, one.byteOffset, one.byteLength)),
    };
    await writeFile(this.#storage, nameOf(this.#parts), sealed(this.#kernels, part));
    this.#parts += 1;
  }

  /** Removes the parts, once the corpus has them. */
  async remove(): Promise<void> {
    for (const name of (await this.#storage.list()).filter(isPart)) await this.#storage.remove(name);
  }

  #refused(error: SpoliaError): SpoliaError {
    this.#resume.refuse();
    return error;
  }

  async #read(name: string): Promise<{ part: JournalPart; state: State }> {
    const file = await this.#storage.open(name);
    let sealed: Uint8Array;
    try {
      sealed = await file.read(0, file.sizeBytes);
    } finally {
      await file.close();
    }
    const bytes = sealed.subarray(0, -CHECKSUM_BYTES);
    const checksum = new DataView(sealed.buffer, sealed.byteOffset).getUint32(bytes.length, true);
    if (checksum !== this.#kernels.xxhash32(bytes, 0)) throw this.#refused(damagedPart(name));
    const { json, stored, numbers } = decode(bytes) as StoredPart;
    const { state, hashes, documents, texts, blocks, keys, coarse } = JSON.parse(
      new TextDecoder().decode(json),
    ) as PartJson;
    // A Buffer, which a storage may give, has a `slice` that copies nothing.
    const arrays = numbers.map((one) => new Uint32Array(new Uint8Array(one).buffer));
    const runAt = (i: number): PostingRun => ({ high: arrays[2 * i]!, low: arrays[2 * i + 1]! });
    const [high, low, counts] = arrays.slice(-3) as [Uint32Array, Uint32Array, Uint32Array];
    const chunk = {
      texts,
      blocks,
      stored,
      keys: keys.map((firstBlock, i) => ({ run: runAt(i), firstBlock })),
      coarse: coarse.map((firstBlock, i) => ({ run: runAt(keys.length + i), firstBlock })),
      words: { hashes: { high, low }, counts },
    };
    return { part: { chunk, hashes, documents }, state };
  }
}

/** The bytes of a part with their checksum, in room of their size: megabytes, which would be copied as they grow. */
function sealed(kernels: Kernels, part: StoredPart): Uint8Array {
  const all = [part.json, ...part.stored, ...part.numbers];
  const roomBytes = sum(all, ({ length }) => length + ENTRY_BYTES_MAX) + PART_HEAD_BYTES_MAX + CHECKSUM_BYTES;
  const bytes = new Encoder({ initialBufferSize: roomBytes }).encodeSharedRef(part);
  new DataView(bytes.buffer).setUint32(bytes.length, kernels.xxhash32(bytes, 0), true);
  return new Uint8Array(bytes.buffer, 0, bytes.length + CHECKSUM_BYTES);
}

function nameOf(part: number): string {
  return `resume/${part}.part`;
}

function otherSettings(): SpoliaError {
  return new SpoliaError(
    "conflict",
    "The build cannot go on: it was begun with other settings, or by another version.",
    {
      hint: "Give the same --profile and --codec, or remove the unfinished corpus and begin again.",
    },
  );
}

function damagedPart(name: string): SpoliaError {
  return new SpoliaError("corpus_corrupt", `The build cannot go on: ${name} is damaged.`, {
    hint: "Remove the unfinished corpus and begin again.",
  });
}
