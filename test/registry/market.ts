/** A registry with an archive that offers a story and a lab that licenses it, by a clock that the test moves. */
import { loadCatalogue } from "../../src/catalogue/index.ts";
import type { OfferRequest } from "../../src/base/contract/resources/marketplace.ts";
import { createEngine } from "../../src/index.ts";
import { createMemoryStore, type RecordStore, signAcceptance } from "../../src/service/index.ts";
import { createRegistry } from "../../src/service/registry.ts";
import { SHELF, words } from "../engine/fixtures.ts";
import { START, seededBytes } from "./fixture.ts";

export const TEXT = words(SHELF[0]!.text, 0, 400);

export async function openedMarket(store: RecordStore = createMemoryStore()) {
  const clock = { now: START };
  const engine = await createEngine({ corpora: [], catalogue: await loadCatalogue() });
  const registry = await createRegistry(engine, store, { now: () => clock.now, random: seededBytes(7) });
  for (const id of ["archive", "lab"]) await registry.createTenant({ id });
  const work = await registry.works.register("archive", { content: TEXT, title: "A story" });
  const offer = (more: Partial<OfferRequest> = {}) =>
    registry.marketplace.offer("archive", {
      work_hash: work.work_hash,
      licensor: "The archive",
      permits: { usage: ["ai-train", "ai-input"] },
      payment: { type: "purchase", amount: "2", currency: "EUR" },
      ...more,
    });
  const quote = (offer_id: string, more: object = {}) =>
    registry.marketplace.quote("lab", { offer_id, use: "ai-input", licensee: "The lab", quantity: 1_000_000, ...more });
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const accept = async ({ quote_id, quote_digest }: Awaited<ReturnType<typeof quote>>) =>
    registry.marketplace.accept(
      "lab",
      await signAcceptance({ quote_id: quote_id!, quote_digest: quote_digest! }, pair),
    );
  const licence = async (more: Partial<OfferRequest> = {}) => {
    const { licence_id } = await accept(await quote((await offer(more)).offer_id));
    return licence_id!;
  };
  const report = (licence_id: string, count = 1, works?: string[]) =>
    registry.marketplace.usage("lab", {
      licence_id,
      from: "2026-01-02",
      to: "2026-01-02",
      model: "example/small",
      uses: [{ use: "ai-input", count }],
      ...(works !== undefined && { works }),
    });
  return { engine, registry, store, clock, work, offer, quote, accept, licence, report };
}
