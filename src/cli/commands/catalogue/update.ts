/** `spolia catalogue update`: takes a newer catalogue than the shipped one, from a signed feed. */
import { Argument, type Command } from "commander";
import { SpoliaError } from "../../../base/errors.ts";
import type { CatalogueFeed } from "../../../catalogue/index.ts";
import { plainChanges } from "../../../report/index.ts";
import { readThere } from "../../actions/there.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { feedInUse, takeFeed } from "../../inputs/taken.ts";
import { action, collect, declare, type Runner } from "../../terminal/command.ts";
import { confirmed } from "../../terminal/confirm.ts";
import { EXIT, UsageError } from "../../terminal/exit.ts";

/** Where the makers' feed will be, and the keys that sign it (Ed25519, base64url): none before there is such a feed. */
const ADDRESS = "https://spolia.github.io/spolia/catalogue.json";
const KEYS: readonly string[] = [];

interface UpdateFlags {
  key?: readonly string[];
  accept?: true;
  older?: true;
  shipped?: true;
  private?: true;
}

export function updateCommand(run: Runner): Command {
  const command = declare({
    name: "update",
    summary: "take a newer catalogue from a signed feed, after showing what changes",
    description:
      "Reads a feed, checks its signature and its records, and shows what changes. It is taken with --accept or at a yes; from then on all " +
      "commands use it, and results name its revision. The shipped catalogue and what was taken before stay: `spolia evidence verify " +
      "--replay` uses the one that a result names.",
    arguments: [new Argument("[source]", "address or file of a feed; - reads standard input").default(ADDRESS)],
    examples: [
      ["spolia catalogue update feed.json --key <key>", "shows what a feed changes, whose key you trust, and asks"],
      ["spolia catalogue update --shipped", "back to the catalogue of the package"],
    ],
  })
    .option(
      "--key <key>",
      "public key that you trust (Ed25519, base64url) besides the makers'; may be repeated",
      collect,
    )
    .option("--accept", "take it without a question")
    .option("--older", "take it also where it is older than the one in use")
    .option("--shipped", "use the shipped catalogue again")
    .option("--private", "also addresses of private networks, and any port");
  return action(run, command, async (context, source: string, flags: UpdateFlags) => {
    const { output, terminal } = context;
    if (flags.shipped) {
      if (flags.key ?? flags.accept ?? flags.older)
        throw new UsageError("--shipped takes no feed.", "Leave out the other options.");
      takeFeed(undefined);
      const { revision } = await openCatalogue();
      output.answer({ catalogue: revision, taken: true }, () => `The shipped catalogue ${revision} is in use.\n`);
      return undefined;
    }
    const keys = [...KEYS, ...(flags.key ?? [])];
    if (keys.length === 0)
      throw new UsageError(
        "No key is trusted: the makers have published no feed yet.",
        "Name the public key of whoever signs the feed: --key KEY.",
      );
    const { FEED_BYTES_MAX, SHIPPED_DAY, changesBetween, loadCatalogue, openFeed } = await import(
      "../../../catalogue/index.ts"
    );
    const there = await readThere(source, FEED_BYTES_MAX, flags, context);
    const document = parsed(there.text, source);
    const feed = await openFeed(document, keys);
    const [before, after, inUse] = [await openCatalogue(), await loadCatalogue(feed), await feedInUse()];
    const { created_at, key } = feed;
    const { revision } = after;
    const answer = { catalogue: before.revision, revision, created_at, key, changes: changesBetween(before, after) };
    if (before.revision === revision) {
      output.answer({ ...answer, taken: false }, () => `The catalogue ${revision} is in use already.\n`);
      return undefined;
    }
    const since = inUse?.created_at ?? SHIPPED_DAY;
    if (!flags.older && !isLater(created_at, since))
      throw new SpoliaError("conflict", `This feed was made ${created_at}, and the catalogue in use ${since}.`, {
        hint: "A feed that is not newer is refused, since it takes back what was corrected. Add --older to take it.",
      });
    if (!output.json) output.answer(answer, (plain) => plainChanges(answer, plain));
    const isTaken =
      flags.accept === true ||
      (terminal.stdin.isTTY === true && source !== "-" && (await confirmed("Take it?", output, terminal)));
    if (isTaken) takeFeed(((document as { feed?: CatalogueFeed }).feed ?? document) as CatalogueFeed);
    if (output.json) output.answer({ ...answer, taken: isTaken }, () => "");
    else output.notice(isTaken ? `${revision} is in use from now on.` : "It was not taken: --accept takes it.");
    return isTaken ? undefined : EXIT.found;
  });
}

const isLater = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpoliaError("catalogue_invalid", `${source} is not JSON, or was cut off.`, {
      hint: "A feed is one JSON document. Fetch it again.",
      cause,
    });
  }
}
