/** `spolia corpus duplicates`: which documents of a corpus are nearly the same? */
import { Argument, type Command, InvalidArgumentError } from "commander";
import { plainDuplicates } from "../../../report/index.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";

export function corpusDuplicatesCommand(run: Runner): Command {
  const command = declare({
    name: "duplicates",
    summary: "list the near duplicates of a corpus, in clusters",
    description:
      "Lists documents that are nearly the same, in clusters. Each member was compared word by word with the first of its cluster, the " +
      "representative. A text that is part of a much longer one is not a near duplicate of it.",
    arguments: [new Argument("<corpus>", "path or URL of the corpus")],
    examples: [
      ["spolia corpus duplicates books.spolia", "a list to read"],
      ["spolia corpus duplicates books.spolia --threshold 0.95 --json", "close ones only, all clusters as JSON"],
    ],
  }).option(
    "--threshold <share>",
    "least share of agreeing words of both documents, 0.8 to 1 (default: 0.8)",
    parseThreshold,
  );
  return action(
    run,
    command,
    async ({ output, progress, host }, corpus: string, { threshold }: { threshold?: number }) => {
      const { findDuplicates } = await import("../../../corpus/index.ts");
      progress.plan({ sketch: 0.5, compare: 0.95 });
      const found = await findDuplicates(corpus, { threshold, ...host });
      progress.stop();
      output.answer(found, (plain) => plainDuplicates(found, plain));
    },
  );
}

function parseThreshold(value: string): number {
  const share = Number(value);
  if (!/^[01](\.\d+)?$/.test(value) || share < 0.8 || share > 1)
    throw new InvalidArgumentError("It must be a share from 0.8 to 1.");
  return share;
}
