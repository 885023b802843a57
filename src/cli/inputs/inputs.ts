/** Reads the inputs of commands: contents, ledgers, corpora. */
import { createReadStream } from "node:fs";
import { isRecord } from "../../base/arguments.ts";
import type { CanarySecret, OrderEvidence } from "../../base/contract/operations/canary.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { CONTENT_BYTES_MAX } from "../../base/limits.ts";
import type { Catalogue, Ledger, OpenedFeed } from "../../catalogue/index.ts";
import type { Listing } from "../../corpus/build/listing.ts";
import type { Corpus, Depth } from "../../corpus/search/corpus.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import type { PairsWork } from "../../engine/steps/context.ts";
import type { EngineOptions } from "../../engine/steps/options.ts";
import { LINE_BYTES_MAX } from "../../files/documents/bytes/lines.ts";
import type { FileContent, TextEncoding } from "../../files/index.ts";
import { isIndexName } from "../../remote/publicIndexes/names.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Output } from "../terminal/output.ts";
import { SkippedInputs } from "../terminal/skipped.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { nameOf, readJson, unreadable } from "./files.ts";
import type { EncoderMade } from "./models.ts";
import type { IndexInputs } from "./openIndexes.ts";
import { feedInUse, otherBases } from "./taken.ts";

export interface EngineInputs extends IndexInputs {
  /** Paths and URLs of corpora, and names of public indexes. */
  readonly corpus?: readonly string[] | undefined;
  readonly ledger?: readonly string[] | undefined;
  /** Revision of the catalogue that is wanted; without one, or where it is not at hand, the one in use. */
  readonly catalogue?: string | null | undefined;
  /** Path of a file that `spolia corpus calibrate` wrote, or its parsed content. */
  readonly calibration?: string | object | undefined;
  readonly depth?: Depth | undefined;
  /** Texts that do not count in any request. */
  readonly ignored?: readonly string[] | undefined;
  /** What finds the same in other words: an address, a folder, or the name of an installed encoder. */
  readonly encoder?: string | undefined;
  /** Encoders of results that are to be computed again. */
  readonly encodersMade?: readonly EncoderMade[] | undefined;
  /** Folder for copies of the indexes of far corpora, and the megabytes of those of each. */
  readonly cache?: string | undefined;
  readonly cacheMb?: number | undefined;
}

type EngineExtras = Pick<EngineOptions, "models" | "resolveWork" | "comparePairs">;

/** The task of a thread, given at its start. */
export type ThreadTask =
  | { task: "read documents"; look?: object | undefined }
  | { task: "compare pairs"; work: PairsWork }
  | { task: "answer questions"; inputs: EngineInputs }
  | { task: "keep records"; path: string }
  | { task: "back up records"; path: string; to: string };

/** How files are read. */
export interface ReadingFlags {
  readonly encoding?: TextEncoding | undefined;
  /** Whether what cannot be read, also a page of a document, is an error. */
  readonly strict?: boolean | undefined;
  /** Field of records that holds the text. */
  readonly textField?: string | undefined;
}

/** Content of a file, or of stdin for `-`. */
export async function readContent(
  path: string,
  terminal: Terminal,
  { encoding, strict }: ReadingFlags = {},
): Promise<FileContent> {
  const { readBytes } = await import("../../files/index.ts");
  const bytes = await readWhole(path, terminal);
  return readBytes(bytes, { name: nameOf(path), encoding, strict, signal: terminal.signal });
}

/** Text of a file, or of stdin for `-`: of lists and result documents as it is written. */
export async function readText(path: string, terminal: Terminal, flags: ReadingFlags = {}): Promise<string> {
  if (!/\.(?:jsonl?|ndjson|csv|tsv)$/i.test(path)) return (await readContent(path, terminal, flags)).content;
  const { readBytes } = await import("../../files/index.ts");
  return (await readBytes(await readWhole(path, terminal), { encoding: flags.encoding })).content;
}

async function readWhole(path: string, { stdin, signal }: Terminal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let lengthBytes = 0;
  // Ctrl-C must end the wait for a terminal or a pipe that sends nothing.
  const wake = () => stdin.destroy?.();
  if (path === "-") signal.addEventListener("abort", wake, { once: true });
  try {
    for await (const chunk of path === "-" ? stdin : (createReadStream(path) as AsyncIterable<Uint8Array>)) {
      throwIfAborted(signal);
      lengthBytes += chunk.length;
      chunks.push(chunk);
      if (lengthBytes > bytesMax(chunks[0]!)) throw tooLarge(path, bytesMax(chunks[0]!));
    }
  } catch (cause) {
    throwIfAborted(signal);
    throw cause instanceof SpoliaError ? cause : unreadable(path, cause);
  } finally {
    signal.removeEventListener("abort", wake);
  }
  return Buffer.concat(chunks);
}

/** An archive or a PDF may hold pictures besides its text. */
function bytesMax(beginning: Uint8Array): number {
  const mark = String.fromCharCode(...beginning.subarray(0, 4));
  return mark.startsWith("PK") || mark === "%PDF" ? LINE_BYTES_MAX : CONTENT_BYTES_MAX;
}

/** A listing of hashes in a file, or of stdin for `-`. */
export async function readListing(path: string, terminal: Terminal): Promise<Listing> {
  const { parseListing } = await import("../../corpus/index.ts");
  return parseListing(await readText(path, terminal));
}

/** JSON of a file, or of stdin for `-`. */
export async function readDocument(path: string, terminal: Terminal): Promise<unknown> {
  const text = await readText(path, terminal);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const hint = "A result document is one JSON object, as --json prints it.";
    throw new SpoliaError("invalid_request", `${nameOf(path)} is not JSON.`, { hint, cause });
  }
}

/**
 * The catalogue in use, extended by ledgers.
 *
 * @param wanted revision of a result: the shipped one or another that was taken is used where it gives this one
 */
export async function openCatalogue(ledgers: readonly string[] = [], wanted?: string | null): Promise<Catalogue> {
  const { loadCatalogue, parseLedger } = await import("../../catalogue/index.ts");
  const hint =
    "A ledger is one JSON object with your own records about models and datasets, besides the shipped ones: src/catalogue/README.md.";
  const read = (path: string): Ledger => {
    const document = readJson(path, "catalogue_invalid", hint, "ledger");
    try {
      return parseLedger(document);
    } catch (error) {
      if (!isSpoliaError(error)) throw error;
      const message = `${path} (--ledger) is no ledger that can be used.`;
      throw new SpoliaError(error.code, message, { hint, fields: error.fields, cause: error });
    }
  };
  const own = ledgers.map(read);
  const over = (base: OpenedFeed | undefined) => loadCatalogue(...(base === undefined ? own : [base, ...own]));
  const inUse = await over(await feedInUse());
  if (wanted === undefined || wanted === null || inUse.revision === wanted) return inUse;
  for await (const base of otherBases()) {
    const other = await over(base);
    if (other.revision === wanted) return other;
  }
  return inUse;
}

/** Opens corpora, runs `work` with an engine over them, and closes them, also after an error. */
export async function withEngine<Result>(
  inputs: EngineInputs,
  work: (engine: OpenEngine, catalogue: Catalogue) => Promise<Result>,
  more: EngineExtras = {},
): Promise<Result> {
  const twice = inputs.corpus?.find((path, i, all) => all.indexOf(path) < i);
  if (twice !== undefined) throw new UsageError(`${twice} is given twice.`, "Give each corpus once.");
  const [{ createEngine, openCorpus }, { readers }, catalogue] = await Promise.all([
    import("../../index.ts"),
    import("../../files/index.ts"),
    openCatalogue(inputs.ledger, inputs.catalogue),
  ]);
  const corpora: Corpus[] = [];
  const closers: (() => unknown)[] = [];
  try {
    for (const path of inputs.corpus ?? []) {
      if (!isIndexName(path)) {
        const { copiedAt } = await import("./storages.ts");
        const copies = await copiedAt(path, inputs);
        if (copies !== undefined) closers.push(() => copies.close());
        corpora.push(await openCorpus(copies ?? path, { depth: inputs.depth }));
        continue;
      }
      const { corpus, close } = await (await import("./openIndexes.ts")).openIndex(path, inputs);
      corpora.push(corpus);
      closers.push(close);
    }
    const calibration =
      typeof inputs.calibration === "string" ? readCalibration(inputs.calibration) : inputs.calibration;
    const { ignored: ignore, encoder: where } = inputs;
    const made = [...(inputs.encodersMade ?? []), ...corpora.flatMap(({ info }) => info.vectors?.encoder ?? [])];
    const encoder =
      where === undefined ? undefined : await (await import("./models.ts")).openEncoder(where, undefined, made);
    const engine = await createEngine({ corpora, catalogue, readers, calibration, ignore, encoder, ...more });
    return await work(engine, catalogue);
  } finally {
    await Promise.all(corpora.map((corpus) => corpus.close()));
    for (const close of closers) await close();
  }
}

function readCalibration(path: string): unknown {
  return readJson(path, "calibration_invalid", "Make one with `spolia corpus calibrate`.", "calibration");
}

/** The content is not checked here: the operations refuse an invalid secret. */
export function readSecret(path: string): CanarySecret {
  const hint = "Name the file that `spolia evidence canary create` wrote.";
  return readJson(path, "invalid_request", hint, "secret of a canary") as CanarySecret;
}

/** The content is not checked here. @throws invalid_request where it is no object, or has no secret */
export function readOrder(path: string): OrderEvidence {
  const hint = 'An order is one JSON object: {"randomisation", "secret": {…}, "commitment", "permutations"?}.';
  const read = readJson(path, "invalid_request", hint, "order");
  if (isRecord(read) && isRecord(read["secret"] ?? read)) return read as unknown as OrderEvidence;
  throw new SpoliaError("invalid_request", `${path} is not an order.`, { hint });
}

/** Texts of folders and files. Unreadable files are reported and left out, or an error where the flags say so. */
export async function readTexts(
  paths: readonly string[],
  output: Output,
  signal: AbortSignal,
  { strict, encoding }: ReadingFlags = {},
  skipped = new SkippedInputs(),
): Promise<{ id: string; text: string }[]> {
  if (paths.length === 0) return [];
  const { readDocuments } = await import("../../files/index.ts");
  const texts: { id: string; text: string }[] = [];
  try {
    for await (const { id, text } of readDocuments(paths, { strict, encoding, signal, onSkip: skipped.add }))
      texts.push({ id, text });
  } finally {
    skipped.tell(output);
  }
  return texts;
}

function tooLarge(path: string, bytesMax: number): SpoliaError {
  const mebibytes = Math.round(bytesMax / 1024 / 1024);
  return new SpoliaError("content_too_large", `${nameOf(path)} is over ${mebibytes} MiB.`, {
    hint: "Analyse it in parts, or build a corpus from it.",
  });
}
