/** What commands that read documents into a corpus share: their options, their paths, and the reading itself. */
import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { BuildOptions, IndexOptions } from "../../corpus/build/options.ts";
import type { SkippedInput, UnreadIds } from "../../files/index.ts";
import { count } from "../../report/layout/page.ts";
import { folderNames } from "../inputs/folders.ts";
import { type ReadingFlags, readListing, readText } from "../inputs/inputs.ts";
import { encodingOption, strictOption } from "../table/contents.ts";
import { parseCount } from "../terminal/command.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Context } from "../terminal/run.ts";
import { SkippedInputs } from "../terminal/skipped.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { BuildThreads } from "../threads/building.ts";
import { collectRarely } from "../threads/garbage.ts";
import { Indexers } from "../threads/indexers.ts";
import { BuildReaders } from "../threads/readers.ts";

/** Only builds go on where an interrupted one stopped. */
export interface ResumeFlag {
  resume?: boolean;
}

/** Which part of what is left each stage of indexing takes, roughly; segments are merged where there are many. */
export const INDEX_STAGES = { read: 0.55, merge: 0.4, write: 0.9 } as const;

/** Options of the inputs. */
export interface ReadFlags extends ReadingFlags {
  idField?: string;
  fields?: string[];
  split?: string;
  filesFrom?: string;
  manifest?: string;
}

/** Options of the index. */
export interface IndexFlags {
  codec?: "deflate" | "raw";
  jobs?: number;
  memory?: number;
}

const MEMORY_MB = 1024;
/** Memory that a thread needs for a chunk of 8 MB of text and its index. */
const CHUNK_MEMORY_BYTES = 128 * 1024 * 1024;

/** Options of every command that reads documents into a corpus. */
export function addReadOptions(command: Command): void {
  command
    .option(
      "--files-from <file>",
      "read more paths from a file, one per line or separated by NUL; - reads standard input",
    )
    .option(
      "--manifest <file>",
      "published hashes to compare the files with: output of sha256sum, or JSON Lines of path, size, sha256",
    )
    .option(
      "--text-field <name>",
      "field of records that holds the text, such as data.content, messages[].content or instruction,output (default: text, or what datasets of instructions and conversations call it)",
    )
    .option("--id-field <name>", "field of records that holds the id (default: id)")
    .option("--fields <names>", "more fields that documents keep, with commas between them", namesIn)
    .option("--split <name>", "only files of this split of a dataset, such as train")
    .addOption(strictOption())
    .addOption(encodingOption())
    .addOption(
      new Option("--codec <name>", "how text is stored: deflate, or raw, which is faster and more than twice as large")
        .choices(["deflate", "raw"])
        .default("deflate"),
    )
    .option("--jobs <n>", "threads that read and index (default: one per core, as far as --memory allows)", parseCount)
    .option("--memory <mb>", "memory for indexing, for all threads together, in MB (default: 1024)", parseCount);
}

/** @throws UsageError if there is nothing to read */
export async function allPaths(paths: readonly string[], flags: ReadFlags, { terminal }: Context): Promise<string[]> {
  const listed = flags.filesFrom === undefined ? [] : await listedPaths(flags.filesFrom, terminal);
  const all = [...paths, ...listed];
  if (all.length === 0) throw new UsageError("There is nothing to read.", "Give folders or files, or --files-from.");
  return all;
}

async function listedPaths(list: string, terminal: Terminal): Promise<string[]> {
  const text = await readText(list, terminal);
  return text.split(text.includes("\0") ? "\0" : /\r?\n/).filter((path) => path !== "");
}

const memoryBytesOf = ({ memory = MEMORY_MB }: IndexFlags): number => memory * 1024 * 1024;

/** Memory of the index: a sixteenth, since what is set aside in files costs little. */
export const indexMemoryBytes = (flags: IndexFlags): number => memoryBytesOf(flags) / 16;

/** Documents to read, inputs that were skipped, and the options of the index. */
interface Reading {
  documents: AsyncIterable<CorpusDocument>;
  skipped: SkippedInputs;
  /** Ids of documents that skipped inputs may hold. */
  unreadIds: UnreadIds;
  index: IndexOptions & Pick<BuildOptions, "resume">;
}

/**
 * Reads documents and gives them to `work` with threads that index them. Reports skipped inputs, also after an error.
 *
 * @param corpus where the corpus is, or will be
 */
export async function reading<T>(
  corpus: string,
  paths: readonly string[],
  flags: ReadFlags & IndexFlags & ResumeFlag,
  { output, progress, signal, terminal }: Context,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  const [{ readDocuments, UnreadIds }, { BuildResume, SourceLog }] = await Promise.all([
    import("../../files/index.ts"),
    import("../../corpus/index.ts"),
  ]);
  progress.plan(INDEX_STAGES);
  const onProgress = progress.show.bind(progress);
  const skipped = new SkippedInputs();
  const sources = new SourceLog(flags.manifest === undefined ? undefined : await readListing(flags.manifest, terminal));
  const unreadIds = new UnreadIds(paths);
  const onSkip = (input: SkippedInput) => {
    skipped.add(input);
    unreadIds.add(input);
  };
  const goesOn = (documents: number) =>
    output.notice(`goes on after an interrupted build, which had indexed ${count(documents, "document")}`);
  const resume = flags.resume ? new BuildResume(goesOn) : undefined;
  const { strict, encoding, textField, idField, fields, split } = flags;
  const about = { strict, encoding, textField, idField, fields, split };
  const memoryBytes = indexMemoryBytes(flags);
  // Half of the memory is theirs; the rest is for documents that were read ahead.
  const threads = Math.min(
    flags.jobs ?? availableParallelism(),
    Math.max(1, Math.floor(memoryBytesOf(flags) / 2 / CHUNK_MEMORY_BYTES)),
  );
  collectRarely();
  const pool = threads > 1 ? new BuildThreads(threads) : undefined;
  const reader = pool && new BuildReaders(pool);
  const how = { ...about, reader, signal, onProgress, onSkip, sources, resume };
  const documents = nameTheFlags(readDocuments(paths, how));
  const index = {
    codec: flags.codec,
    folders: await folderNames(corpus, paths),
    memoryBytes,
    indexer: pool && new Indexers(pool),
    unread: skipped.log,
    sources,
    resume,
    signal,
    onProgress,
  };
  try {
    const result = await work({ documents, skipped, unreadIds, index });
    progress.stop();
    skipped.tell(output);
    return result;
  } catch (error) {
    progress.stop();
    // Under --strict the error names the refused input.
    if (!flags.strict) skipped.tell(output);
    throw error;
  } finally {
    await pool?.close();
  }
}

function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** An error about an option of the library names the flag instead. */
async function* nameTheFlags(documents: AsyncIterable<CorpusDocument>): AsyncGenerator<CorpusDocument> {
  try {
    yield* documents;
  } catch (error) {
    const [field] = isSpoliaError(error) ? error.fields : [];
    const flag = FLAGS.find(([option]) => field?.pointer.startsWith(`/options/${option}`))?.[1];
    if (flag === undefined || !isSpoliaError(error)) throw error;
    const { code, message, hint, fields } = error;
    const [what] = message.split(": ");
    const named = fields.map(({ detail }) => ({ pointer: flag, detail }));
    throw new SpoliaError(code, `${what}.`, { ...(hint && { hint }), fields: named });
  }
}

const FLAGS = [
  ["textField", "--text-field"],
  ["idField", "--id-field"],
  ["fields", "--fields"],
  ["split", "--split"],
] as const;
