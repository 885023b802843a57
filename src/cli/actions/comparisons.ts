/** All pairs of the texts of folders and files: what `spolia compare` does with more than two. */
import { dirname, resolve } from "node:path";
import type { ComparedPair, NamedContent } from "../../base/contract/operations/compareAll.ts";
import { COMPARED_TEXTS_MAX, COMPARED_UNITS_MAX } from "../../base/limits.ts";
import type { FoundContent } from "../../files/index.ts";
import { figure } from "../../report/layout/page.ts";
import { type Cell, headerOf, lineOf } from "../../report/layout/table.ts";
import { refuseCorpora } from "../inputs/files.ts";
import { type ReadingFlags, withEngine } from "../inputs/inputs.ts";
import { shownAs, type TypeFlags } from "../table/contents.ts";
import { type IgnoreFlags, ignoredTexts } from "../table/table.ts";
import { type DetailFlags, detailOf } from "../terminal/command.ts";
import { UsageError } from "../terminal/exit.ts";
import { writeTo } from "../terminal/output.ts";
import { answerResult } from "../terminal/results.ts";
import type { Context } from "../terminal/run.ts";
import { SkippedInputs } from "../terminal/skipped.ts";
import { comparingIn } from "../threads/comparers.ts";

export interface ComparisonsFlags extends IgnoreFlags, DetailFlags, TypeFlags {
  with?: readonly string[];
  csv?: string;
  encoder?: string;
  html?: string;
  jobs?: number;
}

/** @throws UsageError where there are fewer than two texts */
export async function compareAll(
  paths: readonly string[],
  flags: ComparisonsFlags,
  context: Context,
): Promise<undefined> {
  refuseCorpora(paths);
  refuseTwice([...paths, ...(flags.with ?? [])]);
  if (paths.includes("-")) throw new UsageError("Standard input is one text.", "Give it with one other text.");
  if (flags.encoder !== undefined)
    throw new UsageError(
      "An encoder reads two texts, not all pairs of many.",
      "Name two files, or leave out --encoder.",
    );
  if (flags.type !== undefined)
    throw new UsageError("Many texts are read by their names and first bytes.", "Name two files, or leave out --type.");
  const { output, host, progress } = context;
  const skipped = new SkippedInputs();
  progress.plan({ read: 0.3, compare: 0.9 });
  const ids = new Set<string>();
  const texts = await namedContents(paths, flags, context, skipped, ids);
  const references = await namedContents(flags.with ?? [], flags, context, skipped, ids);
  skipped.tell(output);
  if (ids.size < 2)
    throw new UsageError(
      `At least two texts are compared, and there ${ids.size === 1 ? "is one" : "is none"}.`,
      "Name two files, or folders and datasets with several texts.",
    );
  const ignore = await ignoredTexts(flags, context);
  const request = { texts, references, ...(ignore.length > 0 && { options: { ignore } }) };
  const result = skipped.told(
    await withEngine({}, (engine) => engine.compareAll(request, host), comparingIn(flags.jobs)),
    "the texts",
  );
  if (flags.csv !== undefined) writeTo(flags.csv, tableOf(result.pairs));
  const isShown = flags.html !== undefined || flags.full === true;
  answerResult({ of: "compareAll", result }, { ...flags, detail: detailOf(flags) }, context, {
    texts: isShown ? [...texts, ...references].map(shownAs) : [],
  });
}

/** A text that is read twice would be a copy of itself. */
function refuseTwice(paths: readonly string[]): void {
  const named = new Map<string, string>();
  for (const path of paths) {
    const whole = resolve(path);
    if (named.has(whole)) throw new UsageError(`${path} is named twice.`, "Name each file and folder once.");
    named.set(whole, path);
  }
  for (const [whole, path] of named) {
    for (let folder = dirname(whole); folder !== dirname(folder); folder = dirname(folder)) {
      if (named.has(folder))
        throw new UsageError(`${path} is in ${named.get(folder)}, which is named too.`, "Leave out one of the two.");
    }
  }
}

type FoundText = NamedContent & Pick<FoundContent, "content_type">;

async function namedContents(
  paths: readonly string[],
  { strict, encoding, textField }: ReadingFlags,
  { host }: Context,
  { add: onSkip }: SkippedInputs,
  taken: Set<string>,
): Promise<FoundText[]> {
  if (paths.length === 0) return [];
  const { readContents } = await import("../../files/index.ts");
  const texts: FoundText[] = [];
  let units = 0;
  for await (const found of readContents(paths, { ...host, strict, encoding, textField, onSkip })) {
    const { content, content_type, sections } = found;
    let id = found.id;
    for (let number = 2; taken.has(id); number += 1) id = `${found.id}~${number}`;
    taken.add(id);
    units += content.length;
    if (taken.size > COMPARED_TEXTS_MAX || units > COMPARED_UNITS_MAX)
      throw new UsageError(
        `Pairs are compared of at most ${figure(COMPARED_TEXTS_MAX)} texts, of ${figure(COMPARED_UNITS_MAX)} characters together.`,
        "Name fewer. In more, `spolia dedup` finds what repeats.",
      );
    texts.push({ id, content, content_type, ...(sections !== undefined && { sections }) });
  }
  return texts;
}

const COLUMNS: Readonly<Record<string, (pair: ComparedPair) => Cell>> = {
  a: ({ a }) => a,
  b: ({ b }) => b,
  relation: ({ relation }) => relation,
  spelling: ({ spelling }) => spelling ?? null,
  containment_a_in_b: (pair) => pair.containment_a_in_b.value,
  containment_b_in_a: (pair) => pair.containment_b_in_a.value,
  jaccard: ({ jaccard }) => jaccard.value,
  longest_run_words: (pair) => pair.longest_run_words,
  passages: ({ passages }) => passages?.length ?? null,
};

function tableOf(pairs: readonly ComparedPair[]): string {
  const [names, cells] = [Object.keys(COLUMNS), Object.values(COLUMNS)];
  const rows = pairs.map((pair) =>
    lineOf(
      "csv",
      names,
      cells.map((cellOf) => cellOf(pair)),
    ),
  );
  return headerOf("csv", names) + rows.join("");
}
