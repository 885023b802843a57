/** `spolia corpus check`: compares the source files of a corpus with published hashes. */
import { Argument, type Command } from "commander";
import { plainListingComparison } from "../../../report/index.ts";
import { readListing } from "../../inputs/inputs.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { EXIT } from "../../terminal/exit.ts";

export function corpusCheckCommand(run: Runner): Command {
  const command = declare({
    name: "check",
    summary: "compare the source files of a corpus with published hashes",
    description:
      "Compares the hashes that the corpus recorded of its source files with a listing of the dataset's publisher. The files are not " +
      "read again. Exits with 1 unless every source file is in the listing.",
    arguments: [new Argument("<corpus>", "path of the corpus")],
    examples: [
      ["spolia corpus check pile.spolia --manifest SHA256SUMS", "output of sha256sum"],
      ["spolia corpus check pile.spolia --manifest files.jsonl --json", "JSON Lines of path, size, sha256"],
    ],
  }).requiredOption("--manifest <file>", "listing of hashes: output of sha256sum, or JSON Lines of path, size, sha256");
  return action(run, command, async ({ output, terminal }, path: string, flags: { manifest: string }) => {
    const [{ openCorpus }, { compareWithListing }] = await Promise.all([
      import("../../../index.ts"),
      import("../../../corpus/index.ts"),
    ]);
    const listing = await readListing(flags.manifest, terminal);
    const corpus = await openCorpus(path);
    await corpus.close();
    const compared = await compareWithListing(corpus.info, listing);
    output.answer(compared, (plain) => plainListingComparison(corpus.info.name, compared, plain));
    return compared.fits === "yes" ? EXIT.answered : EXIT.found;
  });
}
