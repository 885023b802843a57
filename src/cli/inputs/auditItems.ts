/** Reads the items of an audit: texts of files, or fields of JSON Lines. */

import { createReadStream } from "node:fs";
import { isRecord } from "../../base/arguments.ts";
import type { AuditItem } from "../../base/contract/operations/audit.ts";
import { splitLines } from "../../files/documents/bytes/lines.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Context } from "../terminal/run.ts";
import type { SkippedInputs } from "../terminal/skipped.ts";
import { unreadable } from "./files.ts";
import { type ReadingFlags, readTexts } from "./inputs.ts";

/**
 * The items of files and folders. With `fields`, the files are JSON Lines, and an item is what these fields hold, a
 * line for each text: a question and its choices.
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
  for (const path of paths) items.push(...(await itemsOfLines(path, fields)));
  return items;
}

async function itemsOfLines(path: string, fields: readonly string[]): Promise<AuditItem[]> {
  const items: AuditItem[] = [];
  let line = 0;
  const lines = splitLines(createReadStream(path) as AsyncIterable<Uint8Array>);
  try {
    for await (const bytes of lines) {
      line += 1;
      const json = bytes === null ? "" : new TextDecoder().decode(bytes);
      if (json.trim() === "") continue;
      const record = recordIn(json, path, line);
      const text = fields.flatMap((field) => textsIn(record[field])).join("\n");
      if (text === "")
        throw new UsageError(
          `${path}, line ${line} has no text in ${fields.join(", ")}.`,
          `Its fields are ${Object.keys(record).slice(0, 20).join(", ")}.`,
        );
      items.push({ id: `${path}#${line}`, text });
    }
  } catch (cause) {
    throw cause instanceof UsageError ? cause : unreadable(path, cause);
  }
  return items;
}

function recordIn(json: string, path: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (isRecord(value)) return value;
  } catch {
    // Falls through to the same error.
  }
  throw new UsageError(`${path}, line ${line} is not a JSON object.`, "Give JSON Lines with --fields.");
}

/** The texts of a value, in order: of arrays and objects those of their values. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
