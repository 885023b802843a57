/** Feeds: what was signed opens, and nothing else does. */
import { describe, expect, test } from "vitest";
import { toBase64Url } from "../../src/base/bytes/bytes.ts";
import { SIGNATURE_ALGORITHM, signDocument } from "../../src/base/bytes/signature.ts";
import type { SpoliaError } from "../../src/base/errors.ts";
import {
  type CatalogueFeed,
  changesBetween,
  loadCatalogue,
  openFeed,
  parseLedger,
  SHIPPED_DAY,
  signedFeed,
} from "../../src/catalogue/index.ts";
import { notEmpty } from "../support/notEmpty.ts";

const shipped = await loadCatalogue();
const signer = await newSigner();
const feed = await signedFeed(shipped, "2026-12-01T00:00:00Z", signer);
const copy = (changes: object = {}): CatalogueFeed => ({ ...structuredClone(feed), ...changes });

/** What it is refused with. */
async function refusal(work: Promise<unknown>): Promise<SpoliaError> {
  const [outcome] = await Promise.allSettled([work]);
  expect(outcome.status).toBe("rejected");
  return (outcome as PromiseRejectedResult).reason;
}

async function newSigner() {
  const pair = (await crypto.subtle.generateKey(SIGNATURE_ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
  const key = toBase64Url(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  return { key, privateKey: pair.privateKey };
}

describe("a feed", () => {
  test("opens by its key, also as the answer of a service, and gives the catalogue that it was made of", async () => {
    for (const document of [feed, { success: true, feed }]) {
      const opened = await openFeed(JSON.parse(JSON.stringify(document)), [signer.key]);
      const catalogue = await loadCatalogue(opened);
      expect(catalogue.revision).toBe(shipped.revision);
      expect(catalogue.trainedOn("the-pile")).toEqual(shipped.trainedOn("the-pile"));
    }
  });

  test("takes ledgers above it, whose faults have their place", async () => {
    const opened = await openFeed(feed, [signer.key]);
    const ledger = parseLedger({ providers: [{ id: "acme", name: "Acme" }] });
    expect((await loadCatalogue(opened, ledger)).provider("acme")?.name).toBe("Acme");
    const wrong = parseLedger({ providers: [{ id: "acme", name: "Acme", sources: ["nowhere"] }] });
    const error = await refusal(loadCatalogue(opened, wrong));
    expect(error.fields.map(({ pointer }) => pointer)).toEqual(["/1/providers/0/sources/0"]);
    expect((await refusal(loadCatalogue(ledger, opened))).code).toBe("invalid_request");
  });

  test("may leave out what a ledger may leave out, so that feeds of earlier versions open", async () => {
    const models = shipped.models.map(({ note, aliases, ...one }) => ({
      ...one,
      ...(note !== null && { note }),
      ...(aliases.length > 0 && { aliases }),
    }));
    const made = await signedFeed({ ...shipped, models: models as never }, "2026-12-01T00:00:00Z", signer);
    expect((await loadCatalogue(await openFeed(made, [signer.key]))).revision).toBe(shipped.revision);
  });

  test.each([
    ["another key signed it", {}, [], "report_invalid"],
    ["a record was changed", { records: { ...feed.records, crawlers: [] } }, [signer.key], "report_invalid"],
    ["its time was changed", { created_at: "2027-01-01T00:00:00Z" }, [signer.key], "report_invalid"],
    ["its signature is of another", { signature: "A".repeat(86) }, [signer.key], "report_invalid"],
    ["it is of another format", { format: "spolia-catalogue-2" }, [signer.key], "catalogue_invalid"],
    ["its time is none", { created_at: "2026-13-01T00:00:00Z" }, [signer.key], "catalogue_invalid"],
    ["its revision is none", { revision: "../cat" }, [signer.key], "catalogue_invalid"],
    ["it has no records", { records: null }, [signer.key], "catalogue_invalid"],
  ])("is refused where %s", async (_, changes, keys, code) => {
    expect((await refusal(openFeed(copy(changes), keys))).code).toBe(code);
  });

  test("is refused where it is no feed", async () => {
    for (const value of notEmpty([null, 1, "feed", [], {}, { feed: null }])) {
      expect((await refusal(openFeed(value, [signer.key]))).code).toBe("catalogue_invalid");
    }
  });

  test("is refused where it has a table that is none", async () => {
    const { signature: _, ...unsigned } = copy({ records: { ...feed.records, spells: [] } });
    const signature = await signDocument(signer.privateKey, "spolia catalogue feed 1", unsigned);
    expect((await refusal(openFeed({ ...unsigned, signature }, [signer.key]))).fields[0]?.pointer).toBe("/records");
  });
});

test("changes name what is new, gone and changed", () => {
  const [first, second, ...others] = shipped.crawlers;
  const after = { ...shipped, crawlers: [{ ...first!, operator: "Acme" }, ...others, { ...second!, id: "zz" }] };
  expect(changesBetween(shipped, after)).toEqual([
    { table: "crawlers", added: ["zz"], removed: [second!.id], changed: [{ id: first!.id, fields: ["operator"] }] },
  ]);
  expect(changesBetween(shipped, shipped)).toEqual([]);
});

test("the shipped day is not before the last check of a source", () => {
  const months = notEmpty(shipped.sources.map(({ checked }) => checked ?? ""));
  expect(months.every((month) => month <= SHIPPED_DAY.slice(0, month.length))).toBe(true);
});
