/** Opens public indexes for the command line, and keeps their answers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../base/bytes/sha256.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { IndexAnswers, PublicCorpus } from "../../remote/publicIndexes/index.ts";
import { unwritable } from "../terminal/output.ts";
import { isFolder, readJson, unreadable } from "./files.ts";
import { keptIn } from "./folders.ts";

export interface IndexInputs {
  readonly indexAddress?: string | undefined;
  readonly indexDataset?: string | undefined;
  readonly indexRequests?: number | undefined;
  readonly indexCache?: string | false | undefined;
  readonly private?: true | undefined;
  /** Where the answers behind each result are kept, a file for each by its hash. */
  readonly indexAnswers?: string | undefined;
  /** Recorded answers, which are used in place of the index: a file, or a folder of `indexAnswers`. */
  readonly recorded?: string | undefined;
  /** The state of each index in the results to be replayed, by its name. */
  readonly recordedStates?: ReadonlyMap<string, string> | undefined;
}

/** Opens an index. Nothing is sent. The returned function closes the file of its answers. */
export async function openIndex(
  name: string,
  inputs: IndexInputs,
): Promise<{ corpus: PublicCorpus; close: () => void }> {
  const [{ openPublicCorpus }, { fileJournal }] = await Promise.all([
    import("../../remote/publicIndexes/index.ts"),
    import("../../models/index.ts"),
  ]);
  const { indexAddress: address, indexDataset: dataset, indexRequests: requests, recorded } = inputs;
  const mode = inputs.private === true ? "private" : "full";
  const onAnswers = inputs.indexAnswers === undefined ? undefined : keeper(inputs.indexAnswers);
  const options = { address, dataset, requests, mode, onAnswers } as const;
  if (recorded !== undefined) {
    const path = recordedPath(name, recorded, inputs);
    const corpus = await openPublicCorpus(name, { ...options, answers: recordedFor(name, path) });
    return { corpus, close: () => {} };
  }
  if (inputs.indexCache === false) return { corpus: await openPublicCorpus(name, options), close: () => {} };
  const journal = fileJournal(await cacheFile(name, inputs));
  try {
    return { corpus: await openPublicCorpus(name, { ...options, journal }), close: () => journal.close() };
  } catch (error) {
    journal.close();
    throw error;
  }
}

/** One file for each index and address. */
async function cacheFile(name: string, { indexCache, indexAddress = "" }: IndexInputs): Promise<string> {
  const folder = indexCache || keptIn("indexes");
  makeFolder(folder);
  return join(folder, `${name.replace(":", "-")}.${(await sha256(indexAddress)).slice(0, 8)}.jsonl`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw unreadable(folder, cause);
  }
}

/** Keeps the answers behind each result in a folder. */
function keeper(folder: string): (revision: string, answers: IndexAnswers) => void {
  makeFolder(folder);
  return (revision, answers) => writeRecord(join(folder, `${revision}.json`), answers);
}

/** Writes answers for their owner's eyes: they hold parts of the text. */
export function writeRecord(path: string, answers: unknown): void {
  try {
    writeFileSync(path, `${JSON.stringify(answers)}\n`, { mode: 0o600 });
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** The file itself, or that of the state in a folder. */
function recordedPath(name: string, path: string, { recordedStates }: IndexInputs): string {
  if (!isFolder(path)) return path;
  const revision = recordedStates?.get(name);
  if (revision !== undefined) return join(path, `${revision}.json`);
  throw new SpoliaError("invalid_request", `${path} is a folder.`, {
    hint: "Name one file of it.",
    fields: [{ pointer: "/recorded", detail: "must be a file" }],
  });
}

/** The record of an index in a file of one or several. */
function recordedFor(name: string, path: string): unknown {
  const read = readJson(
    path,
    "report_invalid",
    "Name a file that `spolia analyze --answers` wrote.",
    "file of answers",
  );
  const records = Array.isArray(read) ? (read as { index?: unknown }[]) : [read];
  const record = records.find((one) => (one as { index?: unknown } | null)?.index === name);
  if (record !== undefined) return record;
  throw new SpoliaError("report_invalid", `${path} has no answers of ${name}.`, {
    hint: "Name the file that `spolia analyze --answers` wrote with this result.",
  });
}
