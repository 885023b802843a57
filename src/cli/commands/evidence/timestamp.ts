/** `spolia evidence timestamp`: an authority certifies when a file of evidence existed (RFC 3161). */
import { Argument } from "commander";
import { plainTimestamp } from "../../../report/index.ts";
import { TerminalPage } from "../../../report/layout/page.ts";
import { type AuthorityFlags, besideOf, digestsOf, stamp } from "../../actions/timestamps.ts";
import { readJson } from "../../inputs/files.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";

interface TimestampFlags extends AuthorityFlags {
  output?: string;
}

export function timestampCommand(run: Runner) {
  const command = declare({
    name: "timestamp",
    summary: "have an authority certify when a commitment, an observation or a report existed",
    description:
      "Sends a hash, and nothing else, to a time-stamp authority (RFC 3161), verifies its answer and keeps it in a file of its own. Of a canary " +
      "or an order the commitment is stamped, of observations the seals, of a report the digest, of a history its last entry. A time stamp " +
      "shows that this hash existed at that time, says that authority, and nothing more. Needs the package pkijs.",
    arguments: [new Argument("<file>", "the JSON of a canary, an order, observations, a report or a history")],
    examples: [
      ["spolia evidence timestamp canary.secret.json --timestamp-authority https://…", "before the work appears"],
      [
        "spolia evidence timestamp report.json --timestamp-authority https://… --tsa-ca root.pem",
        "of an authority that you name",
      ],
      [
        "spolia evidence verify report.json --timestamp report.json.timestamp.json --tsa-ca root.pem",
        "check it later, offline",
      ],
    ],
  })
    .requiredOption("--timestamp-authority <url>", "address of the authority")
    .option("--tsa-ca <file>", "certificates of trusted authorities in PEM; others are refused")
    .option("-o, --output <file>", "the file for the time stamps (default: FILE.timestamp.json)");
  return action(run, command, async ({ output, signal }, path: string, flags: TimestampFlags) => {
    const digests = await digestsOf(
      readJson(path, "invalid_request", "Give the JSON of a canary, an order, observations, a report or a history."),
    );
    const file = flags.output ?? besideOf(path);
    const timestamps = await stamp(digests, file, flags, signal);
    output.answer({ file, timestamps }, (plain) => {
      const page = new TerminalPage(plain);
      for (const one of timestamps) page.text(plainTimestamp(one), { indent: 0, label: `${one.digest}  ` });
      page.text(`Kept in ${file}.`, { indent: 0 });
      return page.finish();
    });
  });
}
