/** Reads a whole corpus and reports what is damaged. */
import { checkArguments, optionsChecks } from "../../base/arguments.ts";
import { toBase64 } from "../../base/bytes/bytes.ts";
import type { CorpusDamage, CorpusVerification, Progress } from "../../base/contract/resources/corpus.ts";
import { isSpoliaError, throwIfAborted } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { PlatformAbortSignal, PlatformUrl } from "../../base/platform.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { wordsFrom } from "../../core/kernels/tables/bits.ts";
import { revisionOf } from "../build/commit.ts";
import { corrupt, FOOTER_BYTES, ROW_BYTES, type SectionName, type SegmentTableName } from "../format/layout.ts";
import { type Manifest, readManifest, type SegmentEntry, withoutFooter } from "../format/manifest.ts";
import { encodedRecord } from "../format/names.ts";
import { openedCounts } from "../format/paragraphs.ts";
import { unpackSections } from "../format/sections.ts";
import { storageAt } from "../search/corpus.ts";
import { closeSegments, type OpenSegment, openSegments, profileOf } from "../search/open.ts";
import { inflatedBlock, readStored } from "../segment/blocks.ts";
import { KeyPage } from "../segment/read/page.ts";
import { pageBytesOf, readPages } from "../segment/read/pages.ts";
import { readFooter } from "../segment/read/segment.ts";
import { SegmentTable } from "../segment/read/tables.ts";
import { readWordPart, Windows } from "../segment/read/windows.ts";
import type { Storage } from "../storage/storage.ts";

export interface VerifyOptions extends KernelOptions {
  signal?: PlatformAbortSignal | undefined;
  /** Reports bytes of files read. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Pages that are read and checked together. */
const PAGES_AT_ONCE = 256;
/** Attempts to verify a corpus that is being changed meanwhile, before damage is reported. */
const SNAPSHOT_TRIES_MAX = 4;
/** Most reported damages of one kind in one file. */
const REPORTED_MAX = 20;

/**
 * Reads and checks every page, row, record and block of a corpus.
 *
 * @param where as for `openCorpus`
 * @throws corpus_not_found, storage_failed, aborted; damage is part of the result, not an error
 */
export async function verifyCorpus(
  where: string | PlatformUrl | Storage,
  options: VerifyOptions = {},
): Promise<CorpusVerification> {
  checkArguments("verifyCorpus", [
    ...optionsChecks<VerifyOptions>(options, { wasm: true, signal: true, onProgress: true }),
  ]);
  const kernels = await loadKernels(options.wasm);
  const storage = await storageAt(where);
  for (let tries = 1; ; tries++) {
    const { generation, ...verification } = await verifyOnce(kernels, storage, options);
    if (verification.is_sound || generation === null || tries === SNAPSHOT_TRIES_MAX) return verification;
    const now = await readManifest(kernels, storage).catch(() => null);
    if (now === null || now.manifest.generation === generation) return verification;
  }
}

/**
 * Verifies one snapshot. Apparent damage is no damage where the corpus was changed meanwhile and old files were
 * removed: compare `generation`.
 */
async function verifyOnce(
  kernels: Kernels,
  storage: Storage,
  options: VerifyOptions,
): Promise<CorpusVerification & { generation: number | null }> {
  const found: CorpusDamage[] = [];
  const manifest = await readManifest(kernels, storage).then(
    (read) => read.manifest,
    (error) => {
      noteDamage(found, "manifest.json", "manifest", error);
      return null;
    },
  );
  const segments = manifest?.segments ?? [];
  const { vectors, encoding } = manifest ?? {};
  const files = [
    ...segments.flatMap(({ segment, text, windows }) => [segment, text, windows]),
    ...[vectors, encoding].flatMap((made) => made?.words ?? []),
  ];
  const total = sum(files, (file) => file?.bytes ?? 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    options.onProgress?.({ stage: "verify", done, total, unit: "bytes" });
    throwIfAborted(options.signal);
  };
  for (const entry of segments) {
    let opened: OpenSegment[];
    try {
      opened = await openSegments(kernels, storage, [withoutFooter(entry)], profileOf(manifest!));
    } catch (error) {
      noteDamage(found, entry.segment.file, "footer, tables or length of a file", error);
      continue;
    }
    try {
      const { file } = opened[0]!.segment.source;
      if (entry.footer !== undefined && entry.footer !== toBase64(await readFooter(file, (bytes) => bytes)))
        noteDamage(found, "manifest.json", `footer of ${entry.segment.file}`, corrupt("The manifest"));
      onBytes(FOOTER_BYTES);
      await new Verifier(opened[0]!, entry, found, onBytes).run();
      await verifyWindows(kernels, storage, manifest!, opened[0]!, found, onBytes);
    } finally {
      await closeSegments(opened);
    }
  }
  if (manifest !== null) await verifyWords(kernels, storage, manifest, found, onBytes);
  if (manifest !== null && found.length === 0 && !(await isOfRevision(kernels, storage, manifest)))
    noteDamage(found, "manifest.json", "revision", corrupt("The manifest"));
  const generation = manifest?.generation ?? null;
  return { is_sound: found.length === 0, segments: segments.length, bytes: done, damages: found, generation };
}

/** Whether the revision is that of name, dataset and documents: results say by it which corpus they searched. */
async function isOfRevision(kernels: Kernels, storage: Storage, manifest: Manifest): Promise<boolean> {
  try {
    const segments = await openSegments(kernels, storage, manifest.segments, profileOf(manifest));
    try {
      return (await revisionOf(manifest, segments)) === manifest.revision;
    } finally {
      await closeSegments(segments);
    }
  } catch (error) {
    // Files that were removed meanwhile, by a change of the corpus.
    if (isSpoliaError(error) && ["corpus_corrupt", "corpus_not_found"].includes(error.code)) return false;
    throw error;
  }
}

/** Reads the vectors of words, also of those that are being made. */
async function verifyWords(
  kernels: Kernels,
  storage: Storage,
  { vectors, encoding }: Manifest,
  found: CorpusDamage[],
  onBytes: (bytes: number) => void,
): Promise<void> {
  for (const one of [vectors, encoding]) {
    if (one === undefined) continue;
    for (const [number, part] of one.words.entries()) {
      await readWordPart(kernels, storage, part, { dimensions: one.encoder.dimensions, number }).catch((error) =>
        noteDamage(found, part.file, "vectors", isGone(error) ? corrupt("A file") : error),
      );
      onBytes(part.bytes);
    }
  }
}

async function verifyWindows(
  kernels: Kernels,
  storage: Storage,
  { vectors }: Manifest,
  { entry, segment }: OpenSegment,
  found: CorpusDamage[],
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { windows } = entry;
  if (windows === undefined || vectors === undefined) return;
  const of = { seed: segment.source.seed, dimensions: vectors.encoder.dimensions, texts: segment.texts.rows };
  await new Windows(kernels, storage, windows, of)
    .read()
    .catch((error) => noteDamage(found, windows.file, "vectors", isGone(error) ? corrupt("A file") : error));
  onBytes(windows.bytes);
}

const isGone = (error: unknown): boolean => isSpoliaError(error) && error.code === "corpus_not_found";

/** Records damage; rethrows any other error. */
function noteDamage(found: CorpusDamage[], file: string, part: string, error: unknown): void {
  if (!isSpoliaError(error) || (error.code !== "corpus_corrupt" && error.code !== "corpus_version")) throw error;
  found.push({ file, part, message: error.message });
}

class Verifier {
  readonly #open: OpenSegment;
  readonly #entry: SegmentEntry;
  readonly #found: CorpusDamage[];
  readonly #onBytes: (bytes: number) => void;

  constructor(open: OpenSegment, entry: SegmentEntry, found: CorpusDamage[], onBytes: (bytes: number) => void) {
    this.#open = open;
    this.#entry = entry;
    this.#found = found;
    this.#onBytes = onBytes;
  }

  async run(): Promise<void> {
    const { segment } = this.#open;
    for (const name of ["keys", "coarse"] as const) await this.#pages(name, (view) => this.#keyPage(name, view));
    await this.#pages("lists", () => {});
    for (const name of Object.keys(ROW_BYTES) as SegmentTableName[])
      await (name === "common" ? this.#common() : this.#table(name));
    await this.#each("records", segment.documents.rows, (document) => this.#record(document));
    const { text } = this.#entry;
    if (text !== null) await this.#each("text", segment.blocks.rows, (block) => this.#block(block), text.file);
  }

  async #pages(name: SectionName, check: (view: DataView) => void): Promise<void> {
    const { source, footer } = this.#open.segment;
    const section = footer.sections[name];
    const pageBytes = pageBytesOf(source, name);
    const pagesInAll = section.lengthBytes / pageBytes;
    await this.#each(name, Math.ceil(pagesInAll / PAGES_AT_ONCE), async (run) => {
      const first = run * PAGES_AT_ONCE;
      const count = Math.min(PAGES_AT_ONCE, pagesInAll - first);
      const pages = await readPages(
        source,
        name,
        section,
        Array.from({ length: count }, (_, i) => first + i),
      );
      for (const view of pages.values()) check(view);
      this.#onBytes(count * pageBytes);
    });
  }

  #keyPage(name: "keys" | "coarse", view: DataView): void {
    const { segment } = this.#open;
    const form = segment.footer[name];
    const { own, spilled } = new KeyPage(form, wordsFrom(view, 0)).entries();
    const ascends = own.keys.every((key, i) => i === 0 || own.keys[i - 1]! <= key);
    if (!ascends || [...own.values, ...spilled.values].some((value) => value >= segment.valuesEnd))
      throw corrupt("A page");
  }

  async #table(name: SegmentTableName): Promise<void> {
    const { segment } = this.#open;
    const section = segment.footer.sections[name];
    await this.#each(name, 1, async () => {
      for await (const _ of new SegmentTable(segment.source, name, section, () => null).all());
      this.#onBytes(section.lengthBytes);
    });
  }

  /** As rows or coded. */
  async #common(): Promise<void> {
    const { segment } = this.#open;
    await this.#each("common", 1, async () => {
      await segment.common();
      this.#onBytes(segment.footer.sections.common.lengthBytes);
    });
  }

  /**
   * Compares the bytes as well: the hash covers the decoded record, and different bytes can decode to the same record,
   * such as a year with a sign or invalid UTF-8.
   */
  async #record(document: number): Promise<void> {
    const { segment } = this.#open;
    const { record, textHash } = await segment.identified(document);
    const { sections = [], paragraphs } = record;
    unpackSections(sections);
    if (paragraphs !== undefined) openedCounts(segment.source.kernels, textHash, paragraphs);
    const expected = encodedRecord(record);
    const stored = await segment.storedRecord(document);
    if (expected.length !== stored.length || expected.some((byte, i) => byte !== stored[i]))
      throw corrupt("The record of a document");
    this.#onBytes(stored.length);
  }

  async #block(block: number): Promise<void> {
    const { segment } = this.#open;
    const row = await segment.blocks.row(block);
    inflatedBlock(segment.source.kernels, row, await readStored(this.#open, row));
    this.#onBytes(row.storedBytes);
  }

  /** Checks parts one by one, and continues after damaged ones. */
  async #each(
    part: string,
    count: number,
    check: (index: number) => Promise<unknown>,
    file = this.#entry.segment.file,
  ) {
    let reported = 0;
    for (let i = 0; i < count && reported < REPORTED_MAX; i++) {
      try {
        await check(i);
      } catch (error) {
        noteDamage(this.#found, file, part, error);
        reported++;
      }
    }
  }
}
