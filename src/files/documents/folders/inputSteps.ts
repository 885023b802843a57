/** What is to be read of the files that were found, part by part. */
import type { ReadingPlace } from "../../../corpus/build/resume.ts";
import { type ByteSource, chunksOf, type OpenFile, openFile } from "../bytes/byteSource.ts";
import { FileHash, type HashedBytes } from "../bytes/fileHash.ts";
import { NotRead } from "../bytes/notRead.ts";
import { DatasetTaking, partsOfDataset } from "../datasets/dataset.ts";
import type { DatasetReading, RecordReading } from "../datasets/reading.ts";
import { isDataset, packingOf } from "../kinds.ts";
import type { FoundFile } from "./discover.ts";
import type { InputPart } from "./inputParts.ts";

/** A part of a file to read, or without one the end of the file. */
interface InputStep {
  /** Number of the file, from 0. */
  readonly files: number;
  readonly file: FoundFile;
  readonly taking: DatasetTaking;
  readonly part?: InputPart;
  /** The file, where its parts are read while it is open. */
  readonly open?: ByteSource | undefined;
  /** Hash of the file, where it was read from beginning to end. */
  readonly hashed?: HashedBytes | undefined;
}

/** A step, and how much of all files is read with it. */
export interface PlacedStep extends InputStep {
  readonly reachedBytes: number;
  readonly totalBytes: number;
}

interface StepsReading extends RecordReading {
  isHashed: boolean;
  /** Whether threads read the parts. */
  isAhead: boolean;
  /** Files and records that were read before. */
  start: Pick<ReadingPlace, "files" | "records">;
}

/** A file of a dataset, and what its parts are told. */
interface FileReading extends StepsReading {
  files: number;
  file: FoundFile;
  after: number;
  onBytes(bytes: number): void;
}

export async function* stepsOf(found: readonly FoundFile[], reading: StepsReading): AsyncGenerator<PlacedStep> {
  const { start } = reading;
  const totalBytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let before = 0;
  for (const [files, file] of found.entries()) {
    const from = before;
    before += file.sizeBytes;
    if (files < start.files) continue;
    let reachedBytes = from;
    const onBytes = (bytes: number) => {
      reachedBytes = Math.min(from + bytes, totalBytes);
    };
    const after = files === start.files ? start.records : 0;
    for await (const step of stepsOfFile({ ...reading, files, file, after, onBytes })) {
      if (step.part === undefined) onBytes(file.sizeBytes);
      yield { ...step, reachedBytes, totalBytes };
    }
  }
}

async function* stepsOfFile(reading: FileReading): AsyncGenerator<InputStep> {
  const { files, file, after, isHashed } = reading;
  const at = { files, file, taking: new DatasetTaking(file.sizeBytes) };
  if (isDataset(file.kind)) return yield* stepsOfDataset(reading, at);
  const { path, id: name, sizeBytes } = file;
  yield { ...at, part: { kind: "file", path, name, sizeBytes, isHashed, wasRead: after > 0 } };
  yield at;
}

async function* stepsOfDataset(
  { file, after, isHashed, isAhead, onBytes, fields, encoding }: FileReading,
  at: Pick<InputStep, "files" | "file" | "taking">,
): AsyncGenerator<InputStep> {
  const { path, id: name, kind } = file;
  if (!isDataset(kind)) return;
  let source: OpenFile;
  try {
    source = await openFile(path);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    yield { ...at, part: { kind: "item", record: 0, item: { code, reason } } };
    return yield at;
  }
  // Parquet is read by its columns, so its bytes are hashed apart.
  const hash = isHashed && kind !== "parquet" ? new FileHash() : undefined;
  try {
    const stream = () => streamOf(source, hash, onBytes);
    const packing = packingOf(path);
    const record = after;
    const reading: DatasetReading = { source, path, stream, packing, name, fields, encoding, after, record, onBytes };
    const open = isAhead ? undefined : source;
    for await (const part of partsOfDataset(kind, reading)) {
      yield { ...at, part, open };
      if (part.kind === "rows") onBytes(part.endBytes);
    }
    if (isHashed && hash === undefined) yield { ...at, part: { kind: "hash", path }, open };
  } finally {
    await source.close();
  }
  yield { ...at, hashed: hash?.digest() };
}

/** The bytes of a file in order, hashed as they are read. */
async function* streamOf(
  source: OpenFile,
  hash: FileHash | undefined,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of chunksOf(source)) {
    hash?.update(chunk);
    at += chunk.length;
    onBytes(at);
    yield chunk;
  }
}
