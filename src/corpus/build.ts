/** From documents to a corpus: fold, fingerprint, place in blocks, sort, write; the manifest last. */
import type { CorpusDocument, Progress } from "../contract/corpus.ts";
import { SpoliaError, throwIfAborted } from "../errors.ts";
import { PASSAGE } from "../fingerprint/profile.ts";
import { sha256 } from "../fingerprint/sha256.ts";
import { type ShingledText, shingle } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { type KernelSource, loadKernels } from "../kernels/load.ts";
import { createMemoryStorage } from "../storage/memory.ts";
import type { WritableStorage } from "../storage/storage.ts";
import { FOLD_VERSION, readText } from "../text/text.ts";
import { BlockWriter, blockChecksum } from "./blocks.ts";
import { type Corpus, openStorage } from "./corpus.ts";
import { BLOCK_WORDS, type DocumentRow, segmentSeed } from "./layout.ts";
import { MANIFEST_NAME, packManifest, refuseExisting } from "./manifest.ts";
import { Postings } from "./postings.ts";
import { writeSegment } from "./segment.write.ts";
import { WordCounter } from "./wordcounts.ts";

export interface BuildOptions {
  name: string;
  /** Slug of the dataset in the catalogue, or one's own: lower case letters, digits, `.`, `_`, `-`. */
  dataset: string;
  /** An empty storage to write to; memory when absent. */
  storage?: WritableStorage | undefined;
  wasm?: KernelSource | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

const DATASET_SLUG = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
/** Text after which a build lets other work run, so that a signal can stop it. */
const YIELD_BYTES = 4 * 1024 * 1024;

/**
 * Builds a corpus and opens it. Documents are taken one at a time; postings are held in memory, 12 bytes a kept shingle.
 *
 * @throws invalid_request, document_invalid, no_documents, corpus_exists, storage_failed, aborted; nothing is left behind then
 */
export async function buildCorpus(
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: BuildOptions,
): Promise<Corpus> {
  checkOptions(options);
  checkIterable(documents);
  const kernels = await loadKernels(options.wasm);
  const storage = options.storage ?? createMemoryStorage();
  await refuseExisting(storage);
  const written: string[] = [];
  try {
    await new Build(kernels, storage, options, written).run(documents);
    return await openStorage(kernels, storage);
  } catch (error) {
    // The manifest goes first. What a failing storage will not remove is no corpus without it; the first error is the one to tell.
    for (const name of written.reverse()) await storage.remove(name).catch(() => {});
    throw error;
  }
}

function checkOptions({ name, dataset }: BuildOptions): void {
  const fields = [];
  if (typeof name !== "string" || name === "") fields.push({ pointer: "/name", detail: "a name of at least one character" });
  if (typeof dataset !== "string" || !DATASET_SLUG.test(dataset)) {
    fields.push({ pointer: "/dataset", detail: "a slug of lower case letters and digits, parted by '.', '_' or '-'" });
  }
  if (fields.length > 0) throw new SpoliaError("invalid_request", "The corpus cannot be named so.", { fields });
}

function checkIterable(documents: unknown): void {
  const isObject = typeof documents === "object" && documents !== null;
  if (isObject && (Symbol.iterator in documents || Symbol.asyncIterator in documents)) return;
  throw new SpoliaError("invalid_request", "The documents cannot be iterated over.", {
    hint: "Pass an array, a generator or another (async) iterable of { id, text }.",
  });
}

/** One build under way. */
class Build {
  readonly #kernels: Kernels;
  readonly #storage: WritableStorage;
  readonly #options: BuildOptions;
  readonly #written: string[];
  readonly #postings = new Postings();
  readonly #wordCounts = new WordCounter();
  readonly #rows: DocumentRow[] = [];
  readonly #ids = new Set<string>();
  readonly #rowOfText = new Map<string, number>();
  /** One line a document, in order: what the revision is a hash of. */
  readonly #content: string[] = [];
  #words = 0;
  #textBytes = 0;

  constructor(kernels: Kernels, storage: WritableStorage, options: BuildOptions, written: string[]) {
    this.#kernels = kernels;
    this.#storage = storage;
    this.#options = options;
    this.#written = written;
  }

  async run(documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>): Promise<void> {
    const textFile = await this.#storage.create();
    try {
      const blocks = new BlockWriter(this.#kernels, textFile);
      await this.#addAll(documents, blocks);
      const revision = await this.#revision();
      const textName = `text/${revision.slice(0, 16)}.text`;
      this.#written.push(textName);
      await textFile.finish(textName);
      await this.#finish(blocks, revision, textName);
    } catch (error) {
      await textFile.discard().catch(() => {});
      throw error;
    }
  }

  async #addAll(documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>, blocks: BlockWriter): Promise<void> {
    let sinceYield = 0;
    for await (const document of documents) {
      throwIfAborted(this.#options.signal);
      sinceYield += await this.#add(document, blocks);
      this.#options.onProgress?.({ stage: "build", done: this.#content.length, total: null, unit: "documents" });
      if (sinceYield > YIELD_BYTES) {
        sinceYield = 0;
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    if (this.#content.length === 0) {
      throw new SpoliaError("no_documents", "There is no document to build a corpus from.", {
        hint: "Name folders or files with .txt, .md, .html, .jsonl or .jsonl.gz documents.",
      });
    }
    await blocks.flush();
  }

  /** Adds one document and returns the bytes of its text. */
  async #add(document: CorpusDocument, blocks: BlockWriter): Promise<number> {
    checkDocument(document, this.#content.length, this.#ids);
    this.#ids.add(document.id);
    const shingled = shingle(this.#kernels, readText(this.#kernels, document.text), PASSAGE);
    const { bytes, lengthWords } = shingled.text;
    const textHash = await sha256(bytes);
    const metadata = metadataOf(document);
    this.#content.push(JSON.stringify([textHash, metadata]));
    this.#textBytes += bytes.length;
    const known = this.#rowOfText.get(textHash);
    if (known !== undefined) {
      this.#rows[known]!.copies++;
      return bytes.length;
    }
    this.#rowOfText.set(textHash, this.#rows.length);
    const placement = await blocks.add(shingled, this.#rows.length);
    this.#rows.push({ ...metadata, ...placement, lengthBytes: bytes.length, words: lengthWords, copies: 1 });
    this.#words += lengthWords;
    this.#wordCounts.add(shingled.text);
    this.#post(shingled, placement);
    return bytes.length;
  }

  #post({ shingles, selected }: ShingledText, { firstBlock, blocks }: { firstBlock: number; blocks: number }): void {
    for (const at of selected) {
      const block = firstBlock + (blocks === 1 ? 0 : Math.floor(at / BLOCK_WORDS));
      this.#postings.add(shingles.high[at]!, shingles.low[at]!, block);
    }
  }

  /** Hash of the logical content: equal for equal documents in the same order. */
  #revision(): Promise<string> {
    const { shingleWords, windowShingles } = PASSAGE;
    const head = JSON.stringify([FOLD_VERSION, shingleWords, windowShingles, this.#options.name, this.#options.dataset]);
    return sha256([head, ...this.#content].join("\n"));
  }

  async #finish(blocks: BlockWriter, revision: string, textName: string): Promise<void> {
    const seed = segmentSeed(revision);
    const segmentName = `segments/${revision.slice(0, 16)}.segment`;
    const { keys, bytes } = await this.#writeFile(segmentName, (file) =>
      writeSegment(this.#kernels, file, {
        seed,
        profile: PASSAGE,
        postings: this.#postings,
        blocks: blocks.rows.map((row, i) => ({ ...row, checksum: blockChecksum(blocks.hashes[i]!, seed, i) })),
        documents: this.#rows,
        words: this.#words,
        wordCounts: this.#wordCounts.repeated(),
      }),
    );
    const manifest = packManifest(this.#kernels, {
      name: this.#options.name,
      dataset: this.#options.dataset,
      revision,
      fold: FOLD_VERSION,
      profile: { name: PASSAGE.name, shingle_words: PASSAGE.shingleWords, window_shingles: PASSAGE.windowShingles },
      documents: this.#content.length,
      identical_documents: this.#content.length - this.#rows.length,
      words: this.#words,
      fingerprints: keys,
      text_bytes: this.#textBytes,
      segment: { file: segmentName, bytes },
      text: { file: textName, bytes: blocks.storedBytes },
    });
    await this.#writeFile(MANIFEST_NAME, (file) => file.write(manifest));
  }

  async #writeFile<T>(name: string, write: (file: Awaited<ReturnType<WritableStorage["create"]>>) => Promise<T>): Promise<T> {
    const file = await this.#storage.create();
    try {
      const result = await write(file);
      throwIfAborted(this.#options.signal);
      this.#written.push(name);
      await file.finish(name);
      return result;
    } catch (error) {
      await file.discard().catch(() => {});
      throw error;
    }
  }
}

const TEXT_FIELDS = ["title", "author", "lang", "url", "licence"] as const;

function checkDocument(document: CorpusDocument, number: number, ids: ReadonlySet<string>): void {
  const where = `Document ${number + 1}`;
  if (typeof document !== "object" || document === null) throw invalidDocument(`${where} is no object.`, "Pass { id, text }.");
  const { id, text, year } = document;
  if (typeof id !== "string" || id === "")
    throw invalidDocument(`${where} has no id.`, "Give every document an id of its own.");
  if (typeof text !== "string") throw invalidDocument(`${where} has no text.`, "Give every document a text that is a string.");
  if (ids.has(id)) throw invalidDocument(`${where} has the id of an earlier one.`, "Ids are unique within a corpus.");
  const wrong = TEXT_FIELDS.find((field) => document[field] !== undefined && typeof document[field] !== "string");
  if (wrong !== undefined)
    throw invalidDocument(`The ${wrong} of document ${number + 1} is no string.`, "Leave it out if unknown.");
  if (year !== undefined && !Number.isSafeInteger(year))
    throw invalidDocument(`The year of document ${number + 1} is no whole number.`, "Leave it out if unknown.");
}

function invalidDocument(message: string, hint: string): SpoliaError {
  return new SpoliaError("document_invalid", message, { hint });
}

function metadataOf({ id, title, author, year, lang, url, licence }: CorpusDocument) {
  return {
    id,
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(year !== undefined && { year }),
    ...(lang !== undefined && { lang }),
    ...(url !== undefined && { url }),
    ...(licence !== undefined && { licence }),
  };
}
