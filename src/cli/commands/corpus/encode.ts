/** `spolia corpus encode`: gives a corpus vectors by which an analysis finds what it says in other words. */
import type { Command } from "commander";
import { plainCorpusInfo } from "../../../report/index.ts";
import { count } from "../../../report/layout/page.ts";
import { ENCODER_OPTION, openEncoder } from "../../inputs/models.ts";
import { writableAt } from "../../inputs/storages.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { CORPUS } from "./change.ts";

export function corpusEncodeCommand(run: Runner): Command {
  const command = declare({
    name: "encode",
    summary: "let analyses find what the corpus says in other words",
    description:
      "Gives the corpus vectors of its words and windows. `spolia analyze --encoder` with the same encoder then finds stretches of its " +
      "documents that say what a text says in other words. Words are encoded once: after an append only new ones are, and work that was stopped " +
      "goes on. A merge needs it anew, and a purge removes the vectors.",
    arguments: [CORPUS()],
    examples: [
      ["spolia encoder install minilm-l6-int8", "first, once on a machine"],
      ["spolia corpus encode books.spolia --encoder minilm-l6-int8", "some 800 new words a second"],
      ["spolia analyze chapter.txt --corpus books.spolia --encoder minilm-l6-int8", "then, what it is for"],
    ],
  }).requiredOption(...ENCODER_OPTION);
  return action(run, command, async (context, corpus: string, { encoder: where }: { encoder: string }) => {
    const { signal, host, output } = context;
    const [{ openCorpus }, { encodeCorpus }] = await Promise.all([
      import("../../../index.ts"),
      import("../../../corpus/index.ts"),
    ]);
    const before = await openCorpus(corpus);
    await before.close();
    const made = before.info.vectors === undefined ? [] : [before.info.vectors.encoder];
    const encoder = await openEncoder(where, signal, made);
    const encoded = await encodeCorpus(await writableAt(corpus), encoder, host);
    output.notice(`encoded ${count(encoded, "word")}`);
    const opened = await openCorpus(corpus);
    await opened.close();
    output.answer({ encoded, ...opened.info }, (plain) => plainCorpusInfo(opened.info, plain));
  });
}
