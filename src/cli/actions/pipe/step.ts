/** What steps of a pipe share: records come one by one, answers go out as they are known, an end says all is there. */
import { isRecord } from "../../../base/arguments.ts";
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../../base/errors.ts";

export type PipeRecord = Readonly<Record<string, unknown>>;

/** A step: it reads all records, and returns what is said at the end. */
export type PipeStep = (
  settings: PipeRecord,
  records: AsyncIterable<PipeRecord>,
  write: (answer: object) => void,
) => Promise<object>;

export function refused(what: string): SpoliaError {
  const hint = "spolia pipe is written to by spolia.spark and spolia.datatrove: are they of this version?";
  return new SpoliaError("invalid_request", `${what}.`, { hint });
}

/** The document of a record. */
export function documentOf({ document }: PipeRecord): CorpusDocument {
  const isDocument = isRecord(document) && typeof document["id"] === "string" && typeof document["text"] === "string";
  if (!isDocument) throw refused("A record needs a `document` with `id` and `text`, both strings");
  return document as unknown as CorpusDocument;
}
