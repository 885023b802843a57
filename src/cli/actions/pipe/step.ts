/** What steps of a pipe share: records come one by one, answers go out as they are known, an end says all is there. */
import { isRecord } from "../../../base/arguments.ts";
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";

export type PipeRecord = Readonly<Record<string, unknown>>;

/** A step: it reads all records, and returns what is said at the end. */
export type PipeStep = (
  settings: PipeRecord,
  records: AsyncIterable<PipeRecord>,
  write: (answer: object) => void,
) => Promise<object>;

export function refused(what: string, cause?: unknown): SpoliaError {
  const hint = "spolia pipe is written to by spolia.spark and spolia.datatrove: are they of this version?";
  return new SpoliaError("invalid_request", `${what}.`, { hint, cause });
}

/** Reads what another step has written, however deep it is: where that fails, it is malformed. */
export async function readAs<Result>(what: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (isSpoliaError(error)) throw error;
    throw refused(what, error);
  }
}

/** Whether a value is a place in a text, or a number of such a place. */
export function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is a range of a text of that length. */
export function isSpanOf(value: unknown, length: number): boolean {
  if (!isRecord(value)) return false;
  const { start, end } = value;
  return isPlace(start) && isPlace(end) && start <= end && end <= length;
}

/** The document of a record. */
export function documentOf({ document }: PipeRecord): CorpusDocument {
  const isDocument = isRecord(document) && typeof document["id"] === "string" && typeof document["text"] === "string";
  if (!isDocument) throw refused("A record needs a `document` with `id` and `text`, both strings");
  return document as unknown as CorpusDocument;
}
