/** `spolia catalogue propose`: reads the metadata of a card, and writes down what a person may accept. */
import { Argument, type Command, InvalidArgumentError } from "commander";
import { sha256 } from "../../../base/bytes/sha256.ts";
import { plainProposals } from "../../../report/index.ts";
import { readThere } from "../../actions/there.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { action, declare, LEDGER_OPTION, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { today, writeTo } from "../../terminal/output.ts";

interface ProposeFlags {
  of?: string;
  date?: string;
  ledger?: string[];
  private?: true;
  output: string;
}

export function proposeCommand(run: Runner): Command {
  const command = declare({
    name: "propose",
    summary: "read the metadata of a Hugging Face card, and write proposals for you to accept",
    description:
      "Reads `datasets`, `base_model`, `source_datasets` and `license` of a card of Hugging Face, finds the records that they name, and " +
      "writes proposals, each with its line. Names that are only near are shown and not taken, and so is what contradicts the catalogue. " +
      "Nothing is accepted here: `spolia catalogue accept` does that.",
    arguments: [new Argument("<source>", "a card, README.md, or its address; - reads standard input")],
    examples: [
      [
        "spolia catalogue propose https://huggingface.co/stabilityai/stablelm-3b-4e1t -o proposals.json",
        "what the card of a model names",
      ],
      ["spolia catalogue propose README.md --of datasets/allenai/peS2o -o proposals.json", "a card that you have"],
      ["spolia catalogue accept proposals.json --ledger ledger.json", "puts what is new into your ledger"],
    ],
  })
    .requiredOption("-o, --output <file>", "file of the proposals")
    .option("--of <name>", "whose card a file is: owner/model or datasets/owner/dataset")
    .option("--date <day>", "day on which the card was read, YYYY-MM-DD (default: today, UTC)", parseDay)
    .option(...LEDGER_OPTION)
    .option("--private", "also addresses of private networks, and any port");
  return action(run, command, async (context, source: string, flags: ProposeFlags) => {
    const { HUB_CARD_BYTES_MAX, proposalsOf, readCard } = await import("../../../catalogue/index.ts");
    const card = cardAt(source, flags.of);
    const catalogue = await openCatalogue(flags.ledger);
    const { text, bytes } = await readThere(card.address, HUB_CARD_BYTES_MAX, flags, context);
    const entries = await readCard(text);
    const read = { name: card.name, entries, sha256: await sha256(bytes), read_on: flags.date ?? today() };
    const proposals = proposalsOf(catalogue, read);
    writeTo(flags.output, `${JSON.stringify(proposals, null, 1)}\n`);
    context.output.answer(proposals, (plain) => plainProposals(proposals, plain));
    return undefined;
  });
}

const NAME = /^(?:datasets\/)?[\w.-]+\/[\w.-]+$/;

/** Where a card is, and whose it is. @throws UsageError where nothing tells whose */
function cardAt(source: string, of: string | undefined): { name: string; address: string } {
  const [, path] = /^https?:\/\/huggingface\.co\/([^?#]+)/i.exec(source) ?? [];
  const owner = /^(?:datasets\/)?[\w.-]+\/[\w.-]+/.exec(path ?? "")?.[0];
  const name = of ?? owner;
  if (name === undefined || !NAME.test(name))
    throw new UsageError("It is not said whose card this is.", "Add --of owner/model, or --of datasets/owner/dataset.");
  const isPage = owner !== undefined && !/\.md$/i.test(path!);
  return { name, address: isPage ? `https://huggingface.co/${owner}/raw/main/README.md` : source };
}

function parseDay(value: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value)) return value;
  throw new InvalidArgumentError("A day is YYYY-MM-DD.");
}
