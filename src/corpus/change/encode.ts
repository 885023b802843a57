/**
 * Makes the vectors by which an analysis finds what says the same in other words:
 *
 *   texts ─▶ words that have no vector ─▶ encoded once each, kept after every 16,384 ─▶ windows: sums of their words
 */
import { checkArguments, hasMethods } from "../../base/arguments.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { breathing } from "../../base/queues/yieldToEvents.ts";
import type { KernelOptions } from "../../core/kernels/load.ts";
import { readUtf8 } from "../../core/text/text.ts";
import { checkedEncoder, identityOf, isSameEncoder } from "../../core/vectors/checked.ts";
import { segmentsOf, windowsOf } from "../../core/vectors/segments.ts";
import { Vocabulary, type WordTable } from "../../core/vectors/vocabulary.ts";
import { type Change, commit } from "../build/commit.ts";
import { withoutText } from "../format/layout.ts";
import { type Manifest, writeFile } from "../format/manifest.ts";
import type { OpenSegment } from "../search/open.ts";
import { liveTextsOf } from "../search/texts.ts";
import { readWords, type StoredName } from "../segment/read/windows.ts";
import { packWindows, packWords, type WindowPlace } from "../segment/vectors.ts";
import type { WritableStorage } from "../storage/storage.ts";
import { type Changing, changing } from "./change.ts";

export interface EncodeCorpusOptions extends KernelOptions {
  signal?: PlatformAbortSignal | undefined;
  /** Reports words that were encoded, then texts whose windows were added up. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Words that are encoded before what is done is kept: 20 seconds, or some two minutes by ONNX Runtime. */
const KEPT_WORDS = 16_384;
const BREATH_WORDS = 1 << 16;
/** The kernel counts differing bits of a row in bytes. */
const DIMENSIONS_MAX = 3_968;

/**
 * Gives a corpus vectors of its words and windows, so that an engine with the same encoder finds what says the same in
 * other words. What was made before by this encoder stays: after documents were added, only what is new is encoded, and
 * work that was stopped goes on. Vectors of another encoder are replaced. A merge leaves segments without vectors.
 *
 * @returns number of words that were encoded
 * @throws invalid_request; corpus_not_found, corpus_locked, corpus_corrupt, storage_failed; `invalid_request` for a
 *   corpus without text; model_failed, aborted: what was encoded by then stays
 */
export async function encodeCorpus(
  storage: WritableStorage,
  encoder: Encoder,
  options: EncodeCorpusOptions = {},
): Promise<number> {
  checkArguments("encodeCorpus", [["/encoder", hasMethods(encoder, "encode"), "an encoder of spolia/models"]]);
  if (encoder.dimensions > DIMENSIONS_MAX)
    throw new SpoliaError("invalid_request", `The encoder gives ${encoder.dimensions} numbers.`, {
      hint: `At most ${DIMENSIONS_MAX} can be ranked.`,
      fields: [{ pointer: "/encoder", detail: `at most ${DIMENSIONS_MAX} dimensions` }],
    });
  return changing("encodeCorpus", storage, options, { wasm: true, signal: true, onProgress: true }, async (change) =>
    new CorpusEncoding(change, checkedEncoder(encoder), options).run(),
  );
}

class CorpusEncoding {
  readonly #change: Changing;
  readonly #encoder: Encoder;
  readonly #options: EncodeCorpusOptions;
  #manifest: Manifest;

  constructor(change: Changing, encoder: Encoder, options: EncodeCorpusOptions) {
    this.#change = change;
    this.#encoder = encoder;
    this.#options = options;
    this.#manifest = change.before.manifest;
  }

  async run(): Promise<number> {
    const { kernels, before } = this.#change;
    if (this.#manifest.text === "none") throw withoutText("Finding what is said in other words");
    const known = await this.#known();
    const fresh = before.segments.filter(({ entry }) => known?.isFinished !== true || entry.windows === undefined);
    if (fresh.length === 0) return 0;
    const vocabulary = new Vocabulary(this.#encoder, known?.table);
    const breathe = breathing(BREATH_WORDS, this.#options.signal);
    let texts = 0;
    for (const open of fresh)
      for await (const { bytes } of liveTextsOf(open)) {
        await breathe(vocabulary.idsOf(readUtf8(kernels, bytes)).length);
        texts += 1;
      }
    const encoded = await this.#encodeWords(vocabulary);
    let done = 0;
    const onText = () => this.#options.onProgress?.({ stage: "windows", done: ++done, total: texts, unit: "texts" });
    const made = new Map<string, StoredName>();
    for (const open of fresh) made.set(open.entry.segment.file, await this.#addUp(open, vocabulary, breathe, onText));
    const segments = this.#manifest.segments.map((entry) => {
      const windows = made.get(entry.segment.file);
      return windows === undefined ? entry : { ...entry, windows };
    });
    const vectors = { encoder: identityOf(this.#encoder), words: await this.#keepWords(vocabulary, true) };
    await this.#commit({ segments, vectors, encoding: null });
    return encoded;
  }

  /** Words of this encoder that are there, of a work that was stopped first; `null` where none can be read. */
  async #known(): Promise<{ table: WordTable; isFinished: boolean } | null> {
    const { kernels, storage } = this.#change;
    const { vectors, encoding } = this.#manifest;
    for (const one of [encoding, vectors]) {
      if (one === undefined || !isSameEncoder(one.encoder, this.#encoder)) continue;
      try {
        const table = await readWords(kernels, storage, one.words, this.#encoder.dimensions);
        const isFinished = vectors !== undefined && isSameEncoder(vectors.encoder, this.#encoder);
        return { table, isFinished };
      } catch (error) {
        // What is damaged or gone is made anew.
        if (!isSpoliaError(error) || !["corpus_corrupt", "corpus_not_found"].includes(error.code)) throw error;
      }
    }
    return null;
  }

  /** Encodes the words that have no vector, and keeps what is done from time to time, beside vectors of before. */
  async #encodeWords(vocabulary: Vocabulary): Promise<number> {
    const { signal, onProgress } = this.#options;
    const total = vocabulary.missing;
    for (let done = 0; done < total; done = total - vocabulary.missing) {
      const onEncoded = (now: number) => onProgress?.({ stage: "encode", done: done + now, total, unit: "texts" });
      await vocabulary.encode(signal, onEncoded, KEPT_WORDS);
      const encoding = { encoder: identityOf(this.#encoder), words: await this.#keepWords(vocabulary, false) };
      await this.#commit({ segments: this.#manifest.segments, encoding });
    }
    return total;
  }

  async #addUp(
    open: OpenSegment,
    vocabulary: Vocabulary,
    breathe: (words: number) => Promise<void>,
    onText: () => void,
  ): Promise<StoredName> {
    const { kernels, storage } = this.#change;
    const places: WindowPlace[] = [];
    const vectors: Int8Array[] = [];
    for await (const { number, bytes } of liveTextsOf(open)) {
      const text = readUtf8(kernels, bytes);
      const segments = segmentsOf(text);
      const ranges = windowsOf(segments);
      // One by one: a long text has more windows than a call takes arguments.
      for (const vector of vocabulary.vectorsOf(vocabulary.knownIdsOf(text), segments, ranges)) vectors.push(vector);
      for (const { start, end } of ranges) places.push({ text: number, start, words: end - start });
      onText();
      await breathe(text.lengthWords);
    }
    return named(
      storage,
      "windows",
      packWindows(kernels, open.segment.source.seed, this.#encoder.dimensions, places, vectors),
    );
  }

  #keepWords(vocabulary: Vocabulary, isWhole: boolean): Promise<StoredName> {
    const { kernels, storage } = this.#change;
    return named(storage, "words", packWords(kernels, this.#encoder.dimensions, vocabulary.table(isWhole)));
  }

  async #commit(change: Change): Promise<void> {
    const { kernels, storage } = this.#change;
    this.#manifest = await commit(kernels, storage, this.#manifest, change);
  }
}

/** Writes a file under a name that is a hash of what it holds. */
async function named(storage: WritableStorage, kind: "words" | "windows", bytes: Uint8Array): Promise<StoredName> {
  const file = `vectors/${(await sha256(bytes)).slice(0, 16)}.${kind}`;
  await writeFile(storage, file, bytes);
  return { file, bytes: bytes.length };
}
