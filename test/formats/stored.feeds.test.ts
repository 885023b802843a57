/** A feed of the catalogue and a file of proposals, as the first version that has them wrote them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptProposals, loadCatalogue, openFeed, parseProposals } from "../../src/catalogue/index.ts";

const stored = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, "feed", name), "utf8"));

test("the feed opens by its key, and has its records", async () => {
  const feed = stored("feed.json");
  const opened = await openFeed(feed, [feed.key]);
  expect(opened.records.edges.map(({ model, place }) => [model, place])).toEqual([["acme/one", "section 2"]]);
  const catalogue = await loadCatalogue(opened);
  expect(catalogue.lineageOf("acme/one")[0]).toMatchObject({ dataset: "letters", confirmed: "2026-11" });
});

test("the proposals are accepted", async () => {
  const catalogue = await loadCatalogue();
  const ledger = acceptProposals(catalogue, {}, parseProposals(stored("proposals.json")));
  const { base, id } = (await loadCatalogue(ledger)).model("acme/two");
  expect([id, base]).toEqual(["acme/two", "eleutherai/gpt-j-6b"]);
});
