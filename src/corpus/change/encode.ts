/**
 * Makes the vectors by which an analysis finds what says the same in other words:
 *
 *   texts ─▶ words that have no vector ─▶ encoded once each, 8,192 in a file ─▶ windows: sums of their words
 *
 * A file that is full is never written again, and a step writes one: the work grows with the words, not with their
 * square. In memory are the vectors of words, some 450 bytes each, and of windows a page.
 */
import { checkArguments, hasMethods } from "../../base/arguments.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { breathing } from "../../base/queues/yieldToEvents.ts";
import type { KernelOptions } from "../../core/kernels/load.ts";
import { readUtf8 } from "../../core/text/text.ts";
import { checkedEncoder, identityOf, isSameEncoder } from "../../core/vectors/checked.ts";
import { languageOfBeginning } from "../../core/vectors/kind.ts";
import { segmentsOf, windowsOf } from "../../core/vectors/segments.ts";
import { PART_WORDS_MAX, Vocabulary, type WordTable } from "../../core/vectors/vocabulary.ts";
import { type Change, commit, commitEncoding } from "../build/commit.ts";
import { withoutText } from "../format/layout.ts";
import { type Manifest, type SegmentEntry, writeFile } from "../format/manifest.ts";
import type { OpenSegment } from "../search/open.ts";
import { liveTextsOf } from "../search/texts.ts";
import { readWords, type StoredName } from "../segment/read/windows.ts";
import { languageCode } from "../segment/vectors/windows.ts";
import { joinedParts, packWords } from "../segment/vectors/words.ts";
import { writeWindows } from "../segment/write/windows.ts";
import type { WritableStorage } from "../storage/storage.ts";
import { type Changing, changing } from "./change.ts";

export interface EncodeCorpusOptions extends KernelOptions {
  signal?: PlatformAbortSignal | undefined;
  /** Reports words that were encoded, then texts whose windows were added up, each twice. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

const BREATH_WORDS = 1 << 16;
/** Of a text, by which its language is told. */
const BEGINNING_BYTES = 1 << 15;
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

interface KnownWords {
  table: WordTable;
  isFinished: boolean;
}

class CorpusEncoding {
  readonly #change: Changing;
  readonly #encoder: Encoder;
  readonly #options: EncodeCorpusOptions;
  #manifest: Manifest;
  /** The parts of what is encoded. */
  #words: StoredName[] = [];

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
    const encoded = await this.#encodeWords(vocabulary, known);
    let done = 0;
    const onText = () =>
      this.#options.onProgress?.({ stage: "windows", done: ++done, total: 2 * texts, unit: "texts" });
    const made = new Map<string, StoredName>();
    for (const open of fresh) made.set(open.entry.segment.file, await this.#addUp(open, vocabulary, breathe, onText));
    const segments = this.#manifest.segments.map((entry) => {
      const windows = made.get(entry.segment.file);
      return windows === undefined ? entry : { ...entry, windows };
    });
    const vectors = this.#made();
    const change: Change = { segments, vectors, encoding: null };
    this.#manifest = await commit(this.#change.kernels, this.#change.storage, this.#manifest, change);
    return encoded;
  }

  /** Words of this encoder that are there, of a work that was stopped first; `null` where none can be read. */
  async #known(): Promise<KnownWords | null> {
    const { kernels, storage } = this.#change;
    const { vectors, encoding, segments } = this.#manifest;
    for (const one of [encoding, vectors]) {
      if (one === undefined || !isSameEncoder(one.encoder, this.#encoder)) continue;
      try {
        const isFinished = vectors !== undefined && isSameEncoder(vectors.encoder, this.#encoder);
        // Words of segments without windows are counted when these are read, also of a merge of what was counted.
        const counted = isFinished ? wordsIn(segments.filter(({ windows }) => windows !== undefined)) : 0;
        const table = await readWords(kernels, storage, { ...one, counted }, "all");
        this.#words = one.words;
        return { table, isFinished };
      } catch (error) {
        // What is damaged or gone is made anew.
        if (!isSpoliaError(error) || !["corpus_corrupt", "corpus_not_found"].includes(error.code)) throw error;
      }
    }
    return null;
  }

  /** Encodes the words that have no vector, and keeps each part that is done, beside vectors of before. */
  async #encodeWords(vocabulary: Vocabulary, known: KnownWords | null): Promise<number> {
    const { signal, onProgress } = this.#options;
    const { kernels, storage } = this.#change;
    const total = vocabulary.missing;
    let last = known?.table.parts.at(-1);
    while (vocabulary.missing > 0) {
      const done = total - vocabulary.missing;
      const onEncoded = (now: number) => onProgress?.({ stage: "encode", done: done + now, total, unit: "texts" });
      const room = PART_WORDS_MAX - (last?.keys.length ?? PART_WORDS_MAX);
      const made = await vocabulary.encodePart(signal, onEncoded, room || PART_WORDS_MAX);
      // The last part of before is written again with what is new, so that there are never many small ones.
      const full = room > 0 ? this.#words.slice(0, -1) : this.#words;
      last = room > 0 ? joinedParts(last!, made) : made;
      const what = { dimensions: this.#encoder.dimensions, number: full.length, common: vocabulary.common };
      const file = await named(storage, packWords(kernels, what, last));
      this.#words = [...full, file];
      this.#manifest = await commitEncoding(kernels, storage, this.#manifest, this.#made());
    }
    return total;
  }

  /** The words that are encoded by now, as the manifest names them. */
  #made(): NonNullable<Manifest["vectors"]> {
    return { encoder: identityOf(this.#encoder), words: this.#words, counted: wordsIn(this.#manifest.segments) };
  }

  #addUp(
    open: OpenSegment,
    vocabulary: Vocabulary,
    breathe: (words: number) => Promise<void>,
    onText: () => void,
  ): Promise<StoredName> {
    const { kernels, storage } = this.#change;
    const { dimensions, languages } = this.#encoder;
    const isOfOne = languages.length === 1;
    // All windows are gone through twice.
    const codes = new Map<number, number>();
    async function* windows() {
      for await (const { number, bytes } of liveTextsOf(open)) {
        const text = readUtf8(kernels, bytes);
        // An encoder of one language finds no translations.
        const language = isOfOne ? 0 : (codes.get(number) ?? languageCode(await beginningLanguage(bytes)));
        codes.set(number, language);
        const segments = segmentsOf(text);
        const ranges = windowsOf(segments);
        let next = 0;
        for (const vector of vocabulary.vectorsOf(vocabulary.knownIdsOf(text), segments, ranges)) {
          const { start, end } = ranges[next++]!;
          yield { place: { text: number, start, words: end - start, language }, vector };
        }
        onText();
        await breathe(text.lengthWords);
      }
    }
    const what = { seed: open.segment.source.seed, dimensions };
    return writeWindows(kernels, storage, what, windows);
  }
}

const beginningLanguage = (bytes: Uint8Array): Promise<string> =>
  languageOfBeginning(new TextDecoder().decode(bytes.subarray(0, BEGINNING_BYTES)));

/** Words of texts that are not deleted. */
const wordsIn = (segments: readonly SegmentEntry[]): number =>
  sum(segments, ({ words, deleted }) => words - (deleted?.words ?? 0));

/** Writes a file under a name that is a hash of what it holds. */
async function named(storage: WritableStorage, bytes: Uint8Array): Promise<StoredName> {
  const file = `vectors/${(await sha256(bytes)).slice(0, 16)}.words`;
  await writeFile(storage, file, bytes);
  return { file, bytes: bytes.length };
}
