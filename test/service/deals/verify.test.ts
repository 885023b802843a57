/** Exported deals that were changed or made up: each is refused, whoever signed it. */
import { expect, test } from "vitest";
import { digestOf } from "../../../src/base/bytes/digest.ts";
import { signDocument } from "../../../src/base/bytes/signature.ts";
import { verifyDeal } from "../../../src/service/deals/verify.ts";
import { type DealDocument, sealedDeal } from "../../../src/service/history/dealDocument.ts";
import { keyIdOf, type PublicKey } from "../../../src/service/history/signing.ts";

const AT = "2027-01-31T00:00:00.000Z";
const NONE = `sha256:${"0".repeat(64)}`;

/** A deal of one event, signed by a key of its own. */
async function dealOf(record: { event: string; [fact: string]: unknown }): Promise<DealDocument> {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { x } = await crypto.subtle.exportKey("jwk", publicKey);
  const own: PublicKey = { kty: "OKP", crv: "Ed25519", x: x! };
  const key = await keyIdOf(own);
  const facts = {
    at: AT,
    kind: record.event,
    digest: await digestOf(record),
    previous: NONE,
    sequence: 1,
    work_id: "wk_1",
    key,
  };
  const entry = { ...facts, signature: await signDocument(privateKey, "spolia history entry 1", facts) };
  const unsigned = { events: 1, head: await digestOf(entry), key };
  const deal = {
    kind: "offer",
    deal_id: "of_1",
    work_id: "wk_1",
    state: "offered",
    created_at: AT,
    expires_at: AT,
  } as const;
  const signature = await signDocument(privateKey, "spolia deal seal 1", sealedDeal(deal, unsigned));
  return {
    format: "spolia-deal-1",
    ...deal,
    keys: { [key]: own },
    events: [{ record, entry }],
    seal: { ...unsigned, signature },
  };
}

test("times are part of what the seal signs", async () => {
  const deal = await dealOf({ event: "offered" });
  expect(await verifyDeal(deal)).toMatchObject({ deal_id: "of_1", entries: 1 });
  for (const change of [{ expires_at: null }, { created_at: "2026-01-31T00:00:00.000Z" }])
    await expect(verifyDeal({ ...deal, ...change })).rejects.toMatchObject({ code: "report_invalid" });
});

test.each([undefined, null, "text", { public_key: 1, value: "" }])(
  "an acceptance signed by %j is refused",
  async (signature) => {
    const deal = await dealOf({ event: "accepted", quote_id: "qu_1", quote_digest: NONE, signature });
    await expect(verifyDeal(deal)).rejects.toMatchObject({ code: "report_invalid" });
  },
);
