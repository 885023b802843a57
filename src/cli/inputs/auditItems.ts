/** Reads the items of an audit: texts of files, or fields of records. */

import { createReadStream } from "node:fs";
import type { AuditItem } from "../../base/contract/operations/audit.ts";
import { splitLines } from "../../files/documents/bytes/lines.ts";
import { narrowed } from "../../files/documents/bytes/narrow.ts";
import { parseRecord } from "../../files/documents/datasets/record.ts";
import { valueAt } from "../../files/documents/datasets/records/valueAt.ts";
import { optionOf } from "../../files/documents/datasets/recordText.ts";
import { isDataset, kindOf } from "../../files/documents/kinds.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Context } from "../terminal/run.ts";
import type { SkippedInputs } from "../terminal/skipped.ts";
import { unreadable } from "./files.ts";
import { type ReadingFlags, readTexts } from "./inputs.ts";

/**
 * The items of files and folders. With `fields`, the files hold records, and an item is what these fields hold: of JSON
 * Lines a line for each text, as of a question and its choices.
 */
export async function readItems(
  paths: readonly string[],
  fields: readonly string[] | undefined,
  { output, signal }: Context,
  flags: ReadingFlags,
  skipped: SkippedInputs,
): Promise<AuditItem[]> {
  if (fields === undefined) return readTexts(paths, output, signal, flags, skipped);
  const items: AuditItem[] = [];
  for (const path of paths) {
    const kind = kindOf(path);
    const isLines = !isDataset(kind) || kind === "jsonl";
    const named = { ...flags, textField: optionOf(fields) };
    items.push(
      ...(isLines
        ? await itemsOfLines(path, fields, flags, skipped)
        : await readTexts([path], output, signal, named, skipped)),
    );
  }
  skipped.tell(output);
  return items;
}

async function itemsOfLines(
  path: string,
  fields: readonly string[],
  { encoding }: ReadingFlags,
  skipped: SkippedInputs,
): Promise<AuditItem[]> {
  const items: AuditItem[] = [];
  let line = 0;
  const lines = splitLines(narrowed(createReadStream(path) as AsyncIterable<Uint8Array>));
  try {
    for await (const bytes of lines) {
      line += 1;
      const record = bytes === null ? { reason: "over 512 MB" } : parseRecord(bytes, encoding);
      if (record === null) continue;
      if ("reason" in record)
        throw new UsageError(
          `${path}, line ${line} is not a JSON object: ${record.reason}.`,
          "Give JSON Lines with --fields.",
        );
      const { value, unread } = record;
      const text = fields.flatMap((field) => textsIn(valueAt(value, field))).join("\n");
      if (text === "")
        throw new UsageError(
          `${path}, line ${line} has no text in ${fields.join(", ")}.`,
          `Its fields are ${Object.keys(value).slice(0, 20).join(", ")}.`,
        );
      for (const { code, reason, note } of unread)
        skipped.add({ path, name: path, line, code, reason, ...(note ? { note } : { partly: true }) });
      items.push({ id: `${path}#${line}`, text });
    }
  } catch (cause) {
    throw cause instanceof UsageError ? cause : unreadable(path, cause);
  }
  return items;
}

/** The texts of a value, in order: of arrays and objects those of their values. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
