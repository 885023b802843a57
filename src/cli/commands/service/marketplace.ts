/** `spolia marketplace`: offers, licences and reports of use of registered works, in a folder of records. */
import { existsSync, writeFileSync } from "node:fs";
import { Argument, type Command, Option } from "commander";
import { count, type PlainOptions, TerminalPage } from "../../../report/layout/page.ts";
import type { DealEntry, DealKind, DealOutcome, Registry } from "../../../service/index.ts";
import { readJson } from "../../inputs/files.ts";
import { signingPair } from "../../inputs/signingKey.ts";
import { openKeptRecords, openRegistry } from "../../service/records.ts";
import { action, declare, RECORDS_OPTION, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";

interface MarketplaceFlags {
  data: string;
  tenant: string;
  sign?: string;
  role?: DealEntry["role"];
  kind?: DealKind;
}

type DealOperation = (registry: Registry, tenant: string, request: never) => Promise<object>;

const OPERATIONS: Readonly<Record<string, DealOperation>> = {
  offers: ({ marketplace }, tenant, request) => marketplace.offer(tenant, request),
  search: ({ marketplace }, tenant, request) => marketplace.search(tenant, request),
  quote: ({ marketplace }, tenant, request) => marketplace.quote(tenant, request),
  accept: ({ marketplace }, tenant, request) => marketplace.accept(tenant, request),
  token: ({ marketplace }, tenant, request) => marketplace.token(tenant, request),
  usage: ({ marketplace }, tenant, request) => marketplace.usage(tenant, request),
  revoke: ({ marketplace }, tenant, request) => marketplace.revoke(tenant, request),
  settle: ({ marketplace }, tenant, request) => marketplace.settle(tenant, request),
  get({ marketplace }, tenant, request: { id: string } | null) {
    const isNamed = typeof request?.id === "string";
    if (!isNamed) throw new UsageError("get needs the id of a deal.", 'As in {"id": "of_…"}.');
    return marketplace.get(tenant, request.id);
  },
};

export function marketplaceCommand(run: Runner): Command {
  const command = declare({
    name: "marketplace",
    summary: "offer registered works, find offers by overlap, license, report use",
    description:
      "Runs an operation of the marketplace on the records of `spolia serve --data`, with the request of its route as JSON. Each change is signed " +
      "into the history of the work. No money is moved: settlements are recorded as stated.",
    arguments: [
      new Argument("<operation>", "what to do").choices([...Object.keys(OPERATIONS), "list"]),
      new Argument("[request]", "a file of JSON; of `accept --sign`, the answer to a quote"),
    ],
    examples: [
      ["spolia marketplace offers offer.json --data ./records --tenant archive", "offers a registered work"],
      ["spolia marketplace search text.json --data ./records --tenant lab", "offers whose work overlaps a text"],
      ["spolia marketplace accept quote.json --sign lab.key.json --data ./records --tenant lab", "signs and accepts"],
    ],
  })
    .requiredOption(...RECORDS_OPTION)
    .option("--tenant <id>", "the account that acts", "default")
    .option("--sign <file>", "with accept: the licensee's Ed25519 key, PEM or JSON Web Key; made where there is none")
    .addOption(new Option("--role <role>", "with list: as whom").choices(["licensor", "licensee"]))
    .addOption(new Option("--kind <kind>", "with list: only of this kind").choices(["offer", "quote", "licence"]));
  return action(run, command, async (context, name: string, path: string | undefined, flags: MarketplaceFlags) => {
    if ((path === undefined) !== (name === "list"))
      throw new UsageError(
        name === "list" ? "list takes no request." : `${name} needs a request.`,
        "Give a file of JSON, with what the route of the same name takes.",
      );
    if (flags.sign !== undefined && name !== "accept") throw new UsageError("--sign is for accept.", "Leave it out.");
    const request = path === undefined ? {} : readJson(path, "invalid_request", "A request is one JSON object.");
    const store = await openKeptRecords(flags.data);
    try {
      const [{ createEngine }, { loadCatalogue }] = await Promise.all([
        import("../../../index.ts"),
        import("../../../catalogue/index.ts"),
      ]);
      const engine = await createEngine({ corpora: [], catalogue: await loadCatalogue() });
      const registry = await openRegistry(engine, store);
      const { role, kind } = flags;
      const filter = { ...(role !== undefined && { role }), ...(kind !== undefined && { kind }) };
      const signed = flags.sign === undefined ? request : await acceptance(request as never, flags.sign);
      const answer =
        name === "list"
          ? await registry.marketplace.list(flags.tenant, {}, filter)
          : await OPERATIONS[name]!(registry, flags.tenant, signed as never);
      context.progress.stop();
      context.output.answer(answer, (plain) => plainDeal(answer, plain));
    } finally {
      await store.close();
    }
    return undefined;
  });
}

/** Signs the answer to a quote with the key of a file, which is made where there is none. */
async function acceptance(quote: { quote_id: string; quote_digest: string }, path: string): Promise<object> {
  const { signAcceptance } = await import("../../../service/deals/acceptance.ts");
  if (!existsSync(path)) {
    const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
    const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
    writeFileSync(path, `${JSON.stringify(jwk)}\n`, { mode: 0o600, flag: "wx" });
  }
  return signAcceptance(quote, await signingPair(path));
}

function plainDeal(answer: object, plain: PlainOptions): string {
  const page = new TerminalPage(plain);
  if ("receipt" in answer) {
    const { state, receipt, amount, check } = answer as DealOutcome;
    page.verdict(state.toUpperCase(), `${receipt.kind} ${receipt.deal_id}`, state === "disputed" ? "found" : "plain");
    for (const { entry } of receipt.events) page.item(`${entry.at} ${entry.kind.replaceAll("_", " ")}`);
    if (amount?.low != null) page.text(`${amount.low} to ${amount.high} ${amount.currency}`, { label: "amount  " });
    for (const { because } of check?.contradictions ?? []) page.item(because);
  } else {
    const { items, offers } = answer as {
      items?: DealEntry[];
      offers?: { offer_id: string; title: string; overlap: { share_of_text: number } }[];
    };
    if (items !== undefined) page.verdict("DEALS", `${count(items.length, "deal")} listed.`, "plain");
    for (const { deal_id, kind, state, created_at } of items ?? [])
      page.item(`${deal_id}: ${kind}, ${state}, ${created_at}`);
    if (offers !== undefined)
      page.verdict("OFFERS", `${count(offers.length, "offer")} of works that overlap the text.`, "plain");
    for (const { offer_id, title, overlap } of offers ?? [])
      page.item(`${offer_id}: ${title || "without a title"}; ${Math.round(100 * overlap.share_of_text)} % of the text`);
    if (items === undefined && offers === undefined) page.text(JSON.stringify(answer));
  }
  return page.finish();
}
