/** `spolia compare`: what do two texts share? */
import { Argument } from "commander";
import type { CompareSide } from "../../../base/contract/operations/compare.ts";
import type { FileContent } from "../../../files/documents/index.ts";
import { readContent, withEngine } from "../../inputs/inputs.ts";
import { ENCODER_OPTION } from "../../inputs/models.ts";
import { encodingOption, shownAs, strictOption, tellAnswer } from "../../table/contents.ts";
import { IGNORE_OPTION, type IgnoreFlags, ignoredTexts } from "../../table/table.ts";
import { action, addDetailOptions, type DetailFlags, declare, detailOf, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { answerResult } from "../../terminal/results.ts";
import { tellUnreadPages } from "../../terminal/skipped.ts";

interface CompareFlags extends IgnoreFlags, DetailFlags {
  encoder?: string;
  html?: string;
}

export function compareCommand(run: Runner) {
  const command = declare({
    name: "compare",
    summary: "measure what two texts share",
    arguments: [new Argument("<a>", "the first text; - reads standard input"), new Argument("<b>", "the second text")],
    examples: [
      ["spolia compare draft.md published.html", "how much of each is in the other"],
      ["spolia compare a.txt b.txt --json", "with the offsets of all passages"],
      [
        "spolia compare a.txt b.txt --encoder minilm-l6-int8",
        "also what they say in other words, with an encoder (spolia encoder install)",
      ],
    ],
  })
    .option(...IGNORE_OPTION)
    .option(...ENCODER_OPTION)
    .option("--html <file>", "also write the result as one HTML file")
    .addOption(encodingOption())
    .addOption(strictOption());
  addDetailOptions(command);

  return action(run, command, async (context, a: string, b: string, flags: CompareFlags) => {
    if (a === "-" && b === "-") throw new UsageError("Only one of the two texts can come from standard input.");
    const one = await readContent(a, context.terminal, flags);
    const other = await readContent(b, context.terminal, flags);
    await tellUnreadPages(a, one, context.output);
    await tellUnreadPages(b, other, context.output);
    tellAnswer(a, one, context.output);
    tellAnswer(b, other, context.output);
    const ignore = await ignoredTexts(flags, context);
    const request = { a: sideOf(one), b: sideOf(other), ...(ignore.length > 0 && { options: { ignore } }) };
    const { encoder } = flags;
    const result = await withEngine({ encoder }, (engine) => engine.compare(request, context.host));
    context.progress.stop();
    answerResult({ of: "compare", result }, { ...flags, detail: detailOf(flags) }, context, {
      texts: [one, other].map(shownAs),
    });
  });
}

const sideOf = ({ content, content_type, sections }: FileContent): CompareSide => ({
  content,
  content_type,
  ...(sections !== undefined && { sections }),
});
