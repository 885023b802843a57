/** `spolia admin keys … -signing`: the keys that a service signs histories, reports and tokens with. */
import { Argument, type Command } from "commander";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { TerminalPage } from "../../../report/layout/page.ts";
import type { Registry, SigningKeyDocument } from "../../../service/index.ts";
import { openKeptRecords, withRegistry } from "../../service/records.ts";
import { action, declare, RECORDS_OPTION, type Runner } from "../../terminal/command.ts";

interface SigningFlags {
  data: string;
}

export const signingKeyCommands = (run: Runner): Command[] => [
  listCommand(run),
  rotateCommand(run),
  retireCommand(run),
];

const inFolder = (command: Command): Command => command.requiredOption(...RECORDS_OPTION);

function listCommand(run: Runner): Command {
  const command = inFolder(
    declare({
      name: "list-signing",
      summary: "list the keys that the service signs with, the newest first",
      description: "Lists the ids of the signing keys. The newest signs; the others verify what they signed.",
      examples: [["spolia admin keys list-signing --data ./records", "as GET /api/v1/signing-keys shows them"]],
    }),
  );
  return action(run, command, async ({ output }, { data }: SigningFlags) => {
    const keys = await withRegistry(await openKeptRecords(data), {}, (registry) => registry.signingKeys());
    output.answer({ keys: keys.map(documentOf) }, (plain) => {
      const page = new TerminalPage(plain);
      for (const [at, key] of keys.entries()) page.text(stateOf(key, at === 0), { indent: 0, label: `${key.id}  ` });
      return page.finish();
    });
  });
}

function rotateCommand(run: Runner): Command {
  const command = inFolder(
    declare({
      name: "rotate-signing",
      summary: "make a new signing key, which signs from now on",
      description:
        "Makes a new key that signs histories, reports and tokens from now on, also in services that run. The keys before stay " +
        "published, and what they signed stays valid. If others may have read a key, retire it too, with `spolia admin keys retire-signing`.",
      examples: [["spolia admin keys rotate-signing --data ./records", "effective with the next signature"]],
    }),
  );
  return action(run, command, async ({ output }, { data }: SigningFlags) => {
    const key = await withRegistry(await openKeptRecords(data), {}, (registry) => registry.rotateSigningKey());
    output.answer(documentOf(key), () => `${key.id} signs from now on.\n`);
  });
}

function retireCommand(run: Runner): Command {
  const command = inFolder(
    declare({
      name: "retire-signing",
      summary: "declare from when on a signing key is not to be trusted",
      description:
        "Publishes the time of retirement with the key. Signatures that state this time or a later one are not trusted, and tokens of the " +
        "key are refused from then on. The key that signs now cannot be retired: make a new one first. Who has a key can write an " +
        "earlier time: only a copy or a time stamp from before shows that a document existed then.",
      arguments: [new Argument("<key-id>", "as `spolia admin keys list-signing` shows it")],
      examples: [
        ["spolia admin keys retire-signing --data ./records <key-id>", "from now on"],
        [
          "spolia admin keys retire-signing --data ./records <key-id> --at 2026-11-01T00:00:00Z",
          "from an earlier time on",
        ],
      ],
    }),
  ).option("--at <time>", "time in ISO 8601, UTC (default: now)");
  return action(run, command, async ({ output }, id: string, { data, at }: SigningFlags & { at?: string }) => {
    const retire = (registry: Registry) => registry.retireSigningKey(id, at).catch((error) => notFoundAs(id, error));
    const key = await withRegistry(await openKeptRecords(data), {}, retire);
    output.answer(documentOf(key), () => `${key.id} is retired from ${key.retired_at} on.\n`);
  });
}

function notFoundAs(id: string, error: unknown): never {
  if (!isSpoliaError(error) || error.code !== "not_found") throw error;
  const hint = "`spolia admin keys list-signing` shows the ids.";
  throw new SpoliaError("not_found", `There is no signing key ${id}.`, { hint, cause: error });
}

const documentOf = ({ id, created_at, retired_at }: SigningKeyDocument) => ({ key_id: id, created_at, retired_at });

const stateOf = ({ created_at, retired_at }: SigningKeyDocument, isNewest: boolean): string =>
  `made ${created_at}${isNewest ? ", signs" : ""}${retired_at === null ? "" : `, retired from ${retired_at} on`}`;
