/** `spolia encoder`: weights that tell what says the same in other words. */
import { existsSync } from "node:fs";
import { Argument, type Command } from "commander";
import { sum } from "../../../base/lists/numbers.ts";
import { cosineOf } from "../../../core/vectors/wordVectors.ts";
import { bytes } from "../../../report/layout/page.ts";
import { printable } from "../../../report/layout/terminal.ts";
import { ENCODER_OPTION, installedFolder, openEncoder } from "../../inputs/models.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";

export function encoderCommand(run: Runner): Command {
  return declare({
    name: "encoder",
    summary: "list, install and check weights that find what was rewritten",
    examples: [
      ["spolia encoder list", "which there are, and which are here"],
      ["spolia encoder install minilm-l6-int8", "fetches one, and checks its hash"],
      ["spolia encoder check minilm-l6-int8", "reads its files, and a text with it"],
    ],
  })
    .addCommand(listCommand(run))
    .addCommand(installCommand(run))
    .addCommand(checkCommand(run));
}

const loadEncoders = () => import("../../../models/index.ts");

function listCommand(run: Runner): Command {
  const command = declare({
    name: "list",
    summary: "list the encoders that can be installed by name",
    examples: [["spolia encoder list", "with languages, size and licence"]],
  });
  return action(run, command, async ({ output }) => {
    const { KNOWN_ENCODERS } = await loadEncoders();
    const encoders = Object.entries(KNOWN_ENCODERS).map(([name, { about, licence, downloads }]) => ({
      name,
      weights: about.files["model.onnx"],
      model: about.name,
      languages: about.languages,
      dimensions: about.dimensions,
      licence,
      bytes: sum(downloads, (one) => one.bytes),
      folder: existsSync(installedFolder(name)) ? installedFolder(name) : null,
    }));
    output.answer({ encoders }, () =>
      encoders
        .map((one) => {
          const here = one.folder === null ? "not installed" : `in ${printable(one.folder)}`;
          return `${one.name}  ${one.model}, ${one.languages.join(" ")}, ${bytes(one.bytes)} to fetch, ${one.licence}, ${here}\n`;
        })
        .join(""),
    );
    return undefined;
  });
}

interface InstallFlags {
  from?: string;
  to?: string;
}

function installCommand(run: Runner): Command {
  const command = declare({
    name: "install",
    summary: "fetch the weights of an encoder, and check their hash",
    arguments: [new Argument("<name>", "as `spolia encoder list` names it")],
    examples: [
      ["spolia encoder install minilm-l6-int8", "into the cache of this user"],
      ["spolia encoder install minilm-l6-int8 --from http://127.0.0.1:8000/", "from a mirror, by the files' names"],
    ],
  })
    .option("--from <url>", "fetch the files from here instead, by their names")
    .option("--to <folder>", "write them here (default: the cache of this user)");
  return action(run, command, async ({ output, signal }, name: string, { from, to }: InstallFlags) => {
    const { installEncoder, KNOWN_ENCODERS } = await loadEncoders();
    const known = Object.hasOwn(KNOWN_ENCODERS, name) ? KNOWN_ENCODERS[name] : undefined;
    if (known === undefined)
      throw new UsageError(
        "There is no encoder of that name.",
        `There are: ${Object.keys(KNOWN_ENCODERS).join(", ")}.`,
      );
    if (from !== undefined && !/^https?:\/\/./.test(from))
      throw new UsageError("--from is no address.", "Give one as http://127.0.0.1:8000/.");
    const folder = to ?? installedFolder(name);
    await installEncoder(known, folder, { from, signal });
    const weights = known.about.files["model.onnx"];
    output.answer({ name, folder, weights }, () => `Installed in ${printable(folder)}, as its hash says.\n`);
    return undefined;
  });
}

/** Texts of which the first two say the same. */
const CHECKED = [
  "The shop opens at nine in the morning.",
  "The store begins its day at nine o'clock.",
  "Whales breathe air and give milk to their young.",
];

function checkCommand(run: Runner): Command {
  const [, where] = ENCODER_OPTION;
  const command = declare({
    name: "check",
    summary: "check that an encoder is whole and tells texts apart",
    arguments: [new Argument("<encoder>", where)],
    examples: [
      ["spolia encoder check minilm-l6-int8", "an installed one"],
      ["spolia encoder check http://127.0.0.1:8000/v1#e5-query", "a server on this machine"],
    ],
  });
  return action(run, command, async ({ output, signal }, given: string) => {
    const encoder = await openEncoder(given, signal);
    const [one, same, other] = await encoder.encode(CHECKED, { signal });
    const { name, weights, implementation, dimensions, languages } = encoder;
    const tells = cosineOf(one!, same!) > cosineOf(one!, other!);
    const answer = { name, weights, implementation, dimensions, languages, tells_texts_apart: tells };
    const says = tells ? "tells texts apart" : "does not tell texts apart";
    output.answer(answer, () => `${printable(name)}, ${dimensions} numbers, ${implementation}: ${says}.\n`);
    return tells ? undefined : 1;
  });
}
