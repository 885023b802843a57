/** `spolia rights`: what do files say about the use of a text by machines? */
import { Argument, type Command } from "commander";
import { plainRights } from "../../report/index.ts";
import { action, declare, type Runner } from "../command.ts";
import { EXIT } from "../exit.ts";
import { readRightsFiles } from "../rightsFiles.ts";

interface RightsFlags {
  url?: string;
  exitCode?: boolean;
}

export function rightsCommand(run: Runner): Command {
  const command = declare({
    name: "rights",
    summary: "read what files say about the use of a text by machines",
    description:
      "Reads reservations, licences and owners in robots.txt, tdmrep.json, RSL, saved HTTP headers (.headers), HTML, package documents of EPUB, " +
      "manifests of C2PA as JSON, and SPDX, Creative Commons and copyright lines of other text. Addresses in them are listed, not followed.",
    arguments: [new Argument("<path...>", "files and folders")],
    examples: [
      ["spolia rights robots.txt tdmrep.json page.html", "what a site says"],
      ["spolia rights ./site --url https://example.org/a/chapter", "of one address"],
    ],
  })
    .option("--url <address>", "address of the text: rules for other paths do not count")
    .option("--exit-code", "exit with 1 if training is reserved");
  return action(run, command, async (context, paths: readonly string[], flags: RightsFlags) => {
    const { readRights } = await import("../../rights/index.ts");
    const files = readRightsFiles(paths, context.output);
    const result = await readRights({ files, ...(flags.url !== undefined && { url: flags.url }) });
    context.progress.stop();
    context.output.answer(result, (plain) => plainRights(result, plain));
    const isReserved = result.uses.some(({ use, says }) => use === "ai-train" && says === "reserved");
    return flags.exitCode && isReserved ? EXIT.found : EXIT.answered;
  });
}
