/** How a file is cleaned: by its kind, its packing, and whether it is one document of records or lines of them. */
import { builtin } from "../../corpus/storage/builtin.ts";
import type { TextEncoding } from "../documents/bytes/decode.ts";
import { HEAD_BYTES, isWideHead } from "../documents/bytes/narrow.ts";
import { NotRead } from "../documents/bytes/notRead.ts";
import { isDocument } from "../documents/datasets/jsonLines.ts";
import type { RecordReading } from "../documents/datasets/reading.ts";
import { decodeRecords, parsedJson } from "../documents/datasets/record.ts";
import { rowsOfTable } from "../documents/datasets/records/jsonTable.ts";
import type { FoundFile } from "../documents/folders/discover.ts";
import { isDataset, packingOf, packingOfBytes } from "../documents/kinds.ts";
import { chunksOfFile } from "./datasetLines.ts";

/** How a file is written: by lines, by the records of one document, as a whole, or as JSON Lines of its documents. */
export type CleaningWay = "lines" | "json" | "csv" | "whole" | "converted";

export async function wayOf({ path, kind }: FoundFile, { fields, encoding }: RecordReading): Promise<CleaningWay> {
  if (!isDataset(kind)) return "whole";
  if (!isOpenable(path)) return kind === "csv" ? "csv" : "whole";
  if (packingOf(path) !== "none" || packingOfBytes(headOf(path)) !== undefined) return "converted";
  if (kind === "csv") return "csv";
  if (kind !== "jsonl" && kind !== "json") return "converted";
  if (await isDocument(chunksOfFile(path), { encoding, fields })) return isTable(path, encoding) ? "converted" : "json";
  return isWideHead(headOf(path)) ? "converted" : "lines";
}

/** Whether a document has its rows column by column, where none can be taken out of its bytes. */
function isTable(path: string, encoding: TextEncoding | undefined): boolean {
  try {
    const { text } = decodeRecords(new Uint8Array(builtin("node:fs").readFileSync(path)), encoding);
    return rowsOfTable(parsedJson(text.trim())) !== undefined;
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return false;
  }
}

export function isOpenable(path: string): boolean {
  const { accessSync, constants } = builtin("node:fs");
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function headOf(path: string): Uint8Array {
  const { closeSync, openSync, readSync } = builtin("node:fs");
  const file = openSync(path, "r");
  try {
    const head = new Uint8Array(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
