/** `spolia admin keys`: makes, lists and revokes the access keys of a service, in its folder of records. */
import { Argument, type Command } from "commander";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { count, type PlainOptions, TerminalPage } from "../../../report/layout/page.ts";
import type { KeyDocument, Registry, Scope } from "../../../service/index.ts";
import { limitsOf, openKeptRecords, openRecords, withRegistry } from "../../service/records.ts";
import { action, collect, declare, RECORDS_OPTION, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { signingKeyCommands } from "../evidence/signingKeys.ts";

interface KeyFlags {
  data: string;
  tenant: string;
}

interface CreateKeyFlags extends KeyFlags {
  plan?: string;
  plans?: string;
  label?: string;
  scope?: readonly Scope[];
  test?: true;
  expires?: string;
}

export function keysCommand(run: Runner): Command {
  const command = declare({
    name: "keys",
    summary: "make, list and revoke access keys of a service, set plans, rotate signing keys",
    examples: [
      ["spolia admin keys create --data ./records", "for the operator"],
      ["spolia admin keys create --data ./records --tenant archive --plan pro", "for an account of its own"],
      ["spolia admin keys plan --data ./records pro", "more calls a day for the operator's account"],
      [
        "spolia admin keys revoke --data ./records --tenant archive key_…",
        "effective at once, also while the service runs",
      ],
    ],
  })
    .addCommand(createCommand(run))
    .addCommand(planCommand(run))
    .addCommand(listCommand(run))
    .addCommand(revokeCommand(run));
  for (const one of signingKeyCommands(run)) command.addCommand(one);
  return command;
}

/** Adds the shared options of these commands. */
const ofTenant = (command: Command): Command =>
  command.requiredOption(...RECORDS_OPTION).option("--tenant <id>", "the account of the keys", "default");

function createCommand(run: Runner): Command {
  const command = ofTenant(
    declare({
      name: "create",
      summary: "make a key, which is shown only once",
      description: "Makes a key, and its account if there is none. The key is shown only once and is not stored.",
      examples: [
        ["spolia admin keys create --data ./records", "for the operator, with every scope"],
        [
          "spolia admin keys create --data ./records --tenant archive --scope read --scope analyze",
          "a key that can only read and analyse",
        ],
        ["spolia admin keys create --data ./records --test", "a key to try the service without changing live records"],
      ],
    }),
  )
    .option("--plan <name>", "plan of a new account (default: free)")
    .option("--plans <file>", "the file of `spolia serve --plans`")
    .option("--label <words>", "what the key is for")
    .option("--scope <name>", "what the key allows; may be repeated (default: everything)", collect)
    .option("--test", "a test key: it sees and changes test records only, and uses no calls of the plan")
    .option("--expires <time>", "time in ISO 8601, UTC, such as 2027-01-01T00:00:00Z");
  return action(
    run,
    command,
    async ({ output }, { data, tenant, plan, plans, label, scope, test, expires }: CreateKeyFlags) => {
      if (expires !== undefined && Number.isNaN(Date.parse(expires)))
        throw new UsageError("--expires is not a valid time.", "Write it in UTC, such as 2027-01-01T00:00:00Z.");
      const store = await openRecords({ data });
      const makeKey = async (registry: Registry) => {
        const account = await accountOf(registry, tenant, plan);
        const key = await registry.createKey(tenant, {
          label,
          scopes: scope,
          mode: test ? "test" : "live",
          expires_at: expires,
        });
        const limits = registry.plans.plans.find((one) => one.name === account.plan);
        return { key: { ...key, plan: account.plan }, limits };
      };
      // A plan limits the keys that an account makes for itself, and the operator may not have named all plans here.
      const { key: made, limits } = await withRegistry(store, { plans }, makeKey, [tenant]);
      output.answer(made, () => `${made.key}\n`);
      output.notice(
        `${made.key_id} of ${tenant}: ${made.scopes.join(", ")}. The key is shown only once. A service that started before its first key was made requires keys after a restart.`,
      );
      if (made.mode === "test")
        output.notice(
          `A test key sees and changes test records only. Calls with test keys are counted apart${limits === undefined ? "" : `: ${count(limits.test_calls_per_day, "call")} a UTC day`}.`,
        );
      output.notice(
        `The account has the plan ${made.plan}${limits === undefined ? "" : `: ${limitsOf(limits)}`}. \`spolia admin keys plan\` changes it.`,
      );
    },
  );
}

/** The account; made if there is none. An account without keys gets the requested plan. @throws UsageError */
async function accountOf(registry: Registry, id: string, plan: string | undefined): Promise<{ plan: string }> {
  const { store } = registry.host;
  const account = await store.read(({ tenants }) => tenants.find(id));
  if (account === null) return registry.createTenant({ id, plan });
  if (plan === undefined || plan === account.plan) return account;
  if ((await registry.listKeys(id, { page_size: 1 })).items.length > 0)
    throw new UsageError(
      `The account ${id} has the plan ${account.plan}.`,
      "Leave out --plan, or change the plan of the account first, with `spolia admin keys plan`.",
    );
  return registry.changePlan(id, planNamed(registry, plan).name);
}

function planCommand(run: Runner): Command {
  const command = ofTenant(
    declare({
      name: "plan",
      summary: "change the plan of an account: what its keys may use and keep",
      description:
        "Changes the plan of an account, effective with the next request. All keys of an account share its limits.",
      arguments: [new Argument("<plan>", "free, pro, or one of --plans")],
      examples: [
        ["spolia admin keys plan --data ./records pro", "the operator's account"],
        ["spolia admin keys plan --data ./records --tenant archive --plans plans.json large", "a plan of your own"],
      ],
    }),
  ).option("--plans <file>", "the file of `spolia serve --plans`");
  return action(
    run,
    command,
    async ({ output }, name: string, { data, tenant, plans }: KeyFlags & { plans?: string }) => {
      const plan = await withRegistry(await openKeptRecords(data), { plans }, async (registry) => {
        const found = planNamed(registry, name);
        try {
          await registry.changePlan(tenant, name);
        } catch (error) {
          if (!isSpoliaError(error) || error.code !== "not_found") throw error;
          const hint = "`spolia admin keys create` makes one.";
          throw new SpoliaError("not_found", `There is no account ${tenant}.`, { hint, cause: error });
        }
        return found;
      });
      output.answer({ tenant, plan }, () => `${tenant} has the plan ${plan.name}: ${limitsOf(plan)}.\n`);
    },
  );
}

/** @throws UsageError */
function planNamed({ plans: { plans } }: Registry, name: string): (typeof plans)[number] {
  const plan = plans.find((one) => one.name === name);
  if (plan !== undefined) return plan;
  throw new UsageError(
    `There is no plan ${name}.`,
    `The plans are ${plans.map((one) => one.name).join(", ")}; --plans adds your own.`,
  );
}

function listCommand(run: Runner): Command {
  const command = ofTenant(
    declare({
      name: "list",
      summary: "list the keys of an account",
      description:
        "Lists the keys of an account, newest first, including revoked ones. The secret part of keys is not stored.",
      examples: [["spolia admin keys list --data ./records --tenant archive", "the keys of one account"]],
    }),
  );
  return action(run, command, async ({ output }, { data, tenant }: KeyFlags) => {
    const keys = await withRegistry(await openKeptRecords(data), {}, async (registry) => {
      const all: KeyDocument[] = [];
      for (let page_token = ""; ; ) {
        const { items, next_page_token } = await registry.listKeys(tenant, { page_token });
        all.push(...items);
        if (next_page_token === "") break;
        page_token = next_page_token;
      }
      if (all.length === 0 && !(await hasAccount(registry, tenant)))
        output.notice(`There is no account ${tenant}: check --tenant. \`spolia admin keys create\` makes accounts.`);
      return all;
    });
    output.answer({ tenant, keys }, (plain) => plainKeys(tenant, keys, plain));
  });
}

function revokeCommand(run: Runner): Command {
  const command = ofTenant(
    declare({
      name: "revoke",
      summary: "revoke a key, at once",
      arguments: [new Argument("<key-id>", "as `spolia admin keys list` shows it")],
      examples: [["spolia admin keys revoke --data ./records key_…", "effective with the next request"]],
    }),
  );
  return action(run, command, async ({ output }, id: string, { data, tenant }: KeyFlags) => {
    await withRegistry(await openKeptRecords(data), {}, (registry) => registry.revokeKey(tenant, id));
    output.answer({ tenant, key_id: id, revoked: true }, () => `${id} of ${tenant} is revoked.\n`);
  });
}

const hasAccount = (registry: Registry, tenant: string): Promise<boolean> =>
  registry.account(tenant).then(
    () => true,
    (error) => {
      if (isSpoliaError(error) && error.code === "not_found") return false;
      throw error;
    },
  );

function plainKeys(tenant: string, keys: readonly KeyDocument[], options: PlainOptions): string {
  const page = new TerminalPage(options);
  if (keys.length === 0) page.text(`The account ${tenant} has no keys.`, { indent: 0 });
  for (const { key_id, mode, last_four, label, scopes, created_at, expires_at, revoked_at } of keys) {
    const state =
      revoked_at !== null ? `revoked ${revoked_at}` : expires_at !== null ? `expires ${expires_at}` : "does not expire";
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
