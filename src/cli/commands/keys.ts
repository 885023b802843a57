/** `spolia keys`: keys to a service, made and revoked where its records are. */
import { Argument, type Command, Option } from "commander";
import type { KeyDocument, Registry, Scope } from "../../registry/index.ts";
import { Page, type PlainOptions } from "../../report/page.ts";
import { collect, declare, type Runner } from "../command.ts";
import { EXIT, UsageError } from "../exit.ts";
import { openKeptRecords, openRecords, openRegistry } from "../records.ts";

interface KeyFlags {
  data: string;
  tenant: string;
}

interface CreateFlags extends KeyFlags {
  plan?: string;
  plans?: string;
  label?: string;
  scope?: readonly Scope[];
  test?: true;
  expires?: string;
}

export function keysCommand(run: Runner): Command {
  return declare({
    name: "keys",
    summary: "make, list and revoke keys to a service",
    examples: [
      ["spolia keys create --data ./records", "for the operator"],
      ["spolia keys create --data ./records --tenant archive --plan pro", "for an account of its own"],
      ["spolia keys revoke --data ./records --tenant archive key_…", "at once, while the service runs"],
    ],
  })
    .addCommand(createCommand(run))
    .addCommand(listCommand(run))
    .addCommand(revokeCommand(run));
}

/** What each of them takes. */
const ofTenant = (command: Command): Command =>
  command
    .requiredOption("--data <folder>", "the folder that `spolia serve --data` is given")
    .option("--tenant <id>", "whose keys", "default");

function createCommand(run: Runner): Command {
  const command = ofTenant(
    declare({
      name: "create",
      summary: "make a key, which is shown this once",
      description: "Makes a key, and its account where there is none. The key is shown this once and kept nowhere.",
      examples: [
        ["spolia keys create --data ./records", "for the operator, with every scope"],
        ["spolia keys create --data ./records --tenant archive --scope read --scope analyze", "one that only asks"],
      ],
    }),
  )
    .option("--plan <name>", "plan of an account that is made (default: free)")
    .option("--plans <file>", "plans, as `spolia serve --plans` is given them")
    .option("--label <words>", "what it is for")
    .addOption(new Option("--scope <name>", "what it may do; may be repeated (default: everything)").argParser(collect))
    .option("--test", "a key that says that it is one for tests")
    .option("--expires <time>", "ISO 8601 in UTC, such as 2027-01-01T00:00:00Z");
  return command.action(() =>
    run(command, async ({ output }) => {
      const { data, tenant, plan, plans, label, scope, test, expires } = command.opts<CreateFlags>();
      if (expires !== undefined && Number.isNaN(Date.parse(expires))) throw new UsageError("--expires is no time.");
      const made = await withRegistry(await openRecords({ data }), { plans }, async (registry) => {
        const isThere = await registry.host.store.read(({ tenants }) => tenants.find(tenant));
        if (isThere === null) await registry.createTenant({ id: tenant, plan });
        else if (plan !== undefined && plan !== isThere.plan)
          throw new UsageError(`The account ${tenant} has the plan ${isThere.plan}.`, "Leave out --plan.");
        return registry.createKey(tenant, {
          ...(label !== undefined && { label }),
          ...(scope !== undefined && { scopes: scope }),
          ...(test && { mode: "test" as const }),
          ...(expires !== undefined && { expires_at: expires }),
        });
      });
      output.answer(made, () => `${made.key}\n`);
      output.notice(
        `${made.key_id} of ${tenant}: ${made.scopes.join(", ")}. It is shown this once. A service that was started before its first key asks for keys from its next start on.`,
      );
      return EXIT.answered;
    }),
  );
}

function listCommand(run: Runner): Command {
  const command = ofTenant(
    declare({
      name: "list",
      summary: "list the keys of an account",
      description: "Lists the keys of an account, the newest first, revoked ones too. Keys themselves are kept nowhere.",
      examples: [["spolia keys list --data ./records --tenant archive", "one account's"]],
    }),
  );
  return command.action(() =>
    run(command, async ({ output }) => {
      const { data, tenant } = command.opts<KeyFlags>();
      const keys = await withRegistry(await openKeptRecords(data), {}, async (registry) => {
        const all: KeyDocument[] = [];
        for (let page_token = ""; ; ) {
          const { items, next_page_token } = await registry.listKeys(tenant, { page_token });
          all.push(...items);
          if (next_page_token === "") return all;
          page_token = next_page_token;
        }
      });
      output.answer({ tenant, keys }, (plain) => plainKeys(tenant, keys, plain));
      return EXIT.answered;
    }),
  );
}

function revokeCommand(run: Runner): Command {
  const command = ofTenant(
    declare({
      name: "revoke",
      summary: "revoke a key, at once",
      arguments: [new Argument("<key-id>", "as `spolia keys list` shows it")],
      examples: [["spolia keys revoke --data ./records key_…", "effective with the next request"]],
    }),
  );
  return command.action((id: string) =>
    run(command, async ({ output }) => {
      const { data, tenant } = command.opts<KeyFlags>();
      await withRegistry(await openKeptRecords(data), {}, (registry) => registry.revokeKey(tenant, id));
      output.answer({ tenant, key_id: id, revoked: true }, () => `${id} of ${tenant} is revoked.\n`);
      return EXIT.answered;
    }),
  );
}

async function withRegistry<Result>(
  store: Awaited<ReturnType<typeof openRecords>>,
  settings: { plans?: string | undefined },
  work: (registry: Registry) => Promise<Result>,
): Promise<Result> {
  try {
    const { createEngine } = await import("../../index.ts");
    return await work(await openRegistry(await createEngine({ corpora: [] }), store, settings));
  } finally {
    await store.close();
  }
}

function plainKeys(tenant: string, keys: readonly KeyDocument[], options: PlainOptions): string {
  const page = new Page(options);
  if (keys.length === 0) page.text(`The account ${tenant} has no keys.`, { indent: 0 });
  for (const { key_id, mode, last_four, label, scopes, created_at, expires_at, revoked_at } of keys) {
    const state = revoked_at !== null ? `revoked ${revoked_at}` : expires_at !== null ? `expires ${expires_at}` : "no end";
    page.text(
      `sp_${mode}_…${last_four}, ${state}, made ${created_at}: ${scopes.join(", ")}${label === "" ? "" : ` (${label})`}`,
      {
        indent: 0,
        label: `${key_id}  `,
      },
    );
  }
  return page.finish();
}
