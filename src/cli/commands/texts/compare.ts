/** `spolia compare`: what do two texts share, or all pairs of a folder? */
import { Argument } from "commander";
import { isDataset, kindOf } from "../../../files/documents/kinds.ts";
import type { ComparisonsFlags } from "../../actions/comparisons.ts";
import { isFolder } from "../../inputs/files.ts";
import { withEngine } from "../../inputs/inputs.ts";
import { ENCODER_OPTION } from "../../inputs/models.ts";
import { addTypeOptions, sectionedContentOf, shownAs, textFieldOption } from "../../table/contents.ts";
import { IGNORE_OPTION, ignoredTexts } from "../../table/table.ts";
import {
  action,
  addDetailOptions,
  collect,
  declare,
  detailOf,
  JOBS_OPTION,
  type Runner,
} from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { answerResult } from "../../terminal/results.ts";

export function compareCommand(run: Runner) {
  const command = declare({
    name: "compare",
    summary: "measure what two texts share, or all pairs of a folder",
    description:
      "Measures what two texts share. Of a folder, a dataset or more than two files, it finds the pairs that share something, the strongest " +
      "first, with the figures that each two alone would have; in another spelling, and in code with other names, too.",
    arguments: [
      new Argument("<path...>", "two texts, - reads one from standard input; or folders, datasets and files"),
    ],
    examples: [
      ["spolia compare draft.md published.html", "how much of each is in the other"],
      ["spolia compare a.txt b.txt --json", "with the offsets of all passages"],
      ["spolia compare ./answers --ignore handout.pdf --html pairs.html", "who shares what beyond the handout"],
      [
        "spolia compare a.txt b.txt --encoder minilm-l6-int8",
        "also what they say in other words, with an encoder (spolia encoder install)",
      ],
    ],
  })
    .option(...IGNORE_OPTION)
    .option(...ENCODER_OPTION)
    .option("--with <path>", "texts that are compared with these, and not with each other; may be repeated", collect)
    .option("--csv <file>", "of more than two texts: also write a row for each pair that shares something")
    .option("--html <file>", "also write the result as one HTML file, the passages side by side")
    .option(...JOBS_OPTION)
    .addOption(textFieldOption());
  addTypeOptions(command);
  addDetailOptions(command);

  return action(run, command, async (context, paths: string[], flags: ComparisonsFlags) => {
    const [a, b] = paths;
    if (a === undefined || b === undefined || !areTwoTexts(paths) || flags.with !== undefined)
      return (await import("../../actions/comparisons.ts")).compareAll(paths, flags, context);
    if (flags.csv !== undefined || flags.textField !== undefined)
      throw new UsageError("Two texts are no table.", "Name a folder, or leave out --csv and --text-field.");
    if (a === "-" && b === "-") throw new UsageError("Only one of the two texts can come from standard input.");
    const one = await sectionedContentOf(a, flags, context);
    const other = await sectionedContentOf(b, flags, context);
    const ignore = await ignoredTexts(flags, context);
    const request = { a: one, b: other, ...(ignore.length > 0 && { options: { ignore } }) };
    const { encoder } = flags;
    const result = await withEngine({ encoder }, (engine) => engine.compare(request, context.host));
    context.progress.stop();
    answerResult({ of: "compare", result }, { ...flags, detail: detailOf(flags) }, context, {
      texts: [one, other].map(shownAs),
    });
  });
}

/** A file of many documents, such as JSON Lines, is as many texts; beside standard input it has to be one. */
const areTwoTexts = (paths: readonly string[]): boolean =>
  paths.length === 2 && !paths.some(isFolder) && (paths.includes("-") || !paths.some(isOfMany));

const isOfMany = (path: string): boolean => isDataset(kindOf(path)) && kindOf(path) !== "json";
