/** `spolia corpus list`: lists the corpora in folders. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Argument, type Command } from "commander";
import type { CorpusInfo } from "../../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { bytes, count, type PlainOptions, TerminalPage } from "../../../report/layout/page.ts";
import { bytesPerToken } from "../../../report/views/corpus.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { toErrorDocument } from "../../terminal/output.ts";

/** The corpora that were found, and those that could not be opened. */
interface CorpusList {
  corpora: { path: string; corpus: CorpusInfo }[];
  failed: { path: string; error: { code: string; message: string; hint: string | null } }[];
}

export function corpusListCommand(run: Runner): Command {
  const command = declare({
    name: "list",
    summary: "list the corpora in folders",
    description:
      "Lists the corpora in folders and all folders below, by their manifests. A corpus that cannot be opened is listed with the reason. " +
      "Hidden names, symbolic links and node_modules are ignored.",
    arguments: [new Argument("[path...]", "folders and corpora (default: this folder)")],
    examples: [
      ["spolia corpus list", "corpora below this folder"],
      ["spolia corpus list /data a.spolia --json", "as a document"],
    ],
  });
  return action(run, command, async ({ output, signal }, paths: string[]) => {
    const { openCorpus } = await import("../../../index.ts");
    const list: CorpusList = { corpora: [], failed: [] };
    const closed: string[] = [];
    const roots = paths.length === 0 ? ["."] : paths;
    for (const path of new Set(roots.flatMap((root) => corporaUnder(root, closed)))) {
      throwIfAborted(signal);
      try {
        const corpus = await openCorpus(path);
        await corpus.close();
        list.corpora.push({ path, corpus: corpus.info });
      } catch (error) {
        if (!isSpoliaError(error)) throw error;
        const { code, message, hint } = toErrorDocument(error);
        list.failed.push({ path, error: { code, message, hint } });
      }
    }
    for (const folder of closed) output.notice(`${folder} is not listed: the folder may not be read.`);
    output.answer(list, (plain) => plainList(list, plain));
  });
}

/**
 * Paths of the corpora in a folder (or of the folder itself, if it is a corpus), ordered by name.
 *
 * @param closed gets the folders that may not be read
 */
function corporaUnder(root: string, closed: string[]): string[] {
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new SpoliaError("invalid_request", `${root} is not a folder.`, {
      hint: "Give folders. For a corpus on a web host, run `spolia corpus info URL`.",
      fields: [{ pointer: "/paths", detail: `${root} must be a folder` }],
    });
  }
  const found: string[] = [];
  const open = [root];
  while (open.length > 0) {
    const folder = open.pop()!;
    if (existsSync(join(folder, "manifest.json")) && existsSync(join(folder, "segments"))) {
      found.push(folder);
      continue;
    }
    const entries = entriesOf(folder, closed).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
    const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
    open.push(...below.sort().reverse());
  }
  return found;
}

function entriesOf(folder: string, closed: string[]) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    closed.push(folder);
    return [];
  }
}

function plainList({ corpora, failed }: CorpusList, options: PlainOptions): string {
  const page = new TerminalPage(options);
  const summary = failed.length === 0 ? "" : ` ${count(failed.length, "more cannot", "more cannot")} be opened.`;
  const none = "None is in these folders; `spolia corpus build --help` says how to make one.";
  const isNone = corpora.length + failed.length === 0;
  page.verdict(count(corpora.length, "corpus", "corpora"), isNone ? none : summary.trim(), "plain");
  for (const { path, corpus } of corpora) {
    page.text(
      `${corpus.name}, dataset ${corpus.dataset}: ${count(corpus.documents, "document")}, ${count(corpus.words, "word")}, ${bytes(corpus.stored_bytes)} (${bytesPerToken(corpus)}${corpus.has_text ? "" : ", without text"}), revision ${corpus.revision.slice(0, 12)}`,
      { label: `${path}  ` },
    );
  }
  for (const { path, error } of failed) page.text(`${error.code}: ${error.message}`, { label: `${path}  ` });
  return page.finish();
}
