/**
 * Makes the vectors by which an analysis finds what says the same in other words:
 *
 *   texts ─▶ words that have no vector ─▶ encoded once each, kept after every 16,384 ─▶ windows: sums of their words
 */
import { checkArguments, hasMethods } from "../../base/arguments.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { breathing } from "../../base/queues/yieldToEvents.ts";
import type { KernelOptions } from "../../core/kernels/load.ts";
import { readUtf8 } from "../../core/text/text.ts";
import { checkedEncoder, identityOf, isSameEncoder } from "../../core/vectors/checked.ts";
import { segmentsOf, windowsOf } from "../../core/vectors/segments.ts";
import { Vocabulary } from "../../core/vectors/vocabulary.ts";
import { commit } from "../build/commit.ts";
import { withoutText } from "../format/layout.ts";
import { type Manifest, type SegmentEntry, writeFile } from "../format/manifest.ts";
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

/** Words that are encoded before what is done is kept: some two minutes. */
const KEPT_WORDS = 16_384;
const BREATH_WORDS = 1 << 16;

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
    const { kernels, storage, before } = this.#change;
    if (this.#manifest.text === "none") throw withoutText("Finding what is said in other words");
    const known = this.#manifest.vectors;
    const isSame = known !== undefined && isSameEncoder(known.encoder, this.#encoder);
    const fresh = before.segments.filter(({ entry }) => !isSame || entry.windows === undefined);
    if (fresh.length === 0) return 0;
    const vocabulary = new Vocabulary(
      this.#encoder,
      isSame ? await readWords(kernels, storage, known.words) : undefined,
    );
    const breathe = breathing(BREATH_WORDS, this.#options.signal);
    let texts = 0;
    for (const open of fresh)
      for await (const { bytes } of liveTextsOf(open)) {
        await breathe(vocabulary.idsOf(readUtf8(kernels, bytes)).length);
        texts += 1;
      }
    const encoded = await this.#encodeWords(vocabulary, isSame);
    let done = 0;
    const windows = new Map<SegmentEntry, StoredName>();
    for (const open of fresh)
      windows.set(
        open.entry,
        await this.#addUp(open, vocabulary, breathe, () =>
          this.#options.onProgress?.({ stage: "windows", done: ++done, total: texts, unit: "texts" }),
        ),
      );
    await this.#commit(
      before.manifest.segments.map((entry) => {
        const made = [...windows].find(([{ segment }]) => segment.file === entry.segment.file)?.[1];
        return made === undefined ? entry : { ...entry, windows: made };
      }),
      isSame && encoded === 0 ? known.words : await this.#keepWords(vocabulary),
    );
    return encoded;
  }

  /** Encodes the words that have no vector, and keeps what is done from time to time. */
  async #encodeWords(vocabulary: Vocabulary, isSame: boolean): Promise<number> {
    const { signal, onProgress } = this.#options;
    const total = vocabulary.missing;
    // Vectors of another encoder have no words of this one.
    const segments = isSame
      ? this.#manifest.segments
      : this.#manifest.segments.map(({ windows: _, ...entry }) => entry);
    for (let done = 0; done < total; done = total - vocabulary.missing) {
      await vocabulary.encode(
        signal,
        (now) => onProgress?.({ stage: "encode", done: done + now, total, unit: "texts" }),
        KEPT_WORDS,
      );
      if (vocabulary.missing > 0) await this.#commit(segments, await this.#keepWords(vocabulary));
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
      for (const vector of vocabulary.vectorsOf(vocabulary.idsOf(text), segments, ranges)) vectors.push(vector);
      for (const { start, end } of ranges) places.push({ text: number, start, words: end - start });
      onText();
      await breathe(text.lengthWords);
    }
    return named(storage, "windows", packWindows(kernels, this.#encoder.dimensions, places, vectors));
  }

  #keepWords(vocabulary: Vocabulary): Promise<StoredName> {
    const { kernels, storage } = this.#change;
    return named(storage, "words", packWords(kernels, this.#encoder.dimensions, vocabulary.table()));
  }

  async #commit(segments: SegmentEntry[], words: StoredName): Promise<void> {
    const { kernels, storage } = this.#change;
    const vectors = { encoder: identityOf(this.#encoder), words };
    this.#manifest = await commit(kernels, storage, this.#manifest, { segments, vectors });
  }
}

/** Writes a file under a name that is a hash of what it holds. */
async function named(storage: WritableStorage, kind: "words" | "windows", bytes: Uint8Array): Promise<StoredName> {
  const file = `vectors/${(await sha256(bytes)).slice(0, 16)}.${kind}`;
  await writeFile(storage, file, bytes);
  return { file, bytes: bytes.length };
}
