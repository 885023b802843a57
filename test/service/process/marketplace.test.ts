/**
 * The story of a licence over the wire: a work is registered and offered, another account finds the offer by the overlap of its own text,
 * gets a quote, signs it, has tokens, and reports a use that an analysis contradicts; then the licence is revoked, and the whole history
 * verifies without the service.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzlibSync } from "fflate";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromCanonicalBase64Url } from "../../../src/base/bytes/bytes.ts";
import { MARKETPLACE } from "../../../src/service/http/routes/data/marketplace.ts";
import { signAcceptance } from "../../../src/service/index.ts";
import { FOREIGN, SHELF, words } from "../../engine/fixtures.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { type Client, openClient } from "./client.ts";
import { type RunningService, spolia, startService } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-marketplace-"));
const WORK = SHELF[0]!.text;
const TEXT = `${words(FOREIGN, 0, 200)} ${words(WORK, 100, 260)}`;
const MODEL = "eleutherai/pythia";

let service: RunningService;
let archive: Client;
let lab: Client;
let stranger: Client;
let work: { work_id: string; work_hash: string };
let offer: { offer_id: string };
let quote: { quote_id: string; quote_digest: string };
let licence: { licence_id: string };
let token: string;

const key = async (tenant: string): Promise<string> => {
  const made = await spolia(
    folder,
    "keys",
    "create",
    "--data",
    "records",
    "--tenant",
    tenant,
    "--plan",
    "pro",
    "--json",
  );
  expect(made, made.stderr).toMatchObject({ code: 0 });
  return JSON.parse(made.stdout).key;
};

beforeAll(async () => {
  writeFileSync(join(folder, "stories.jsonl"), SHELF.map((document) => JSON.stringify(document)).join("\n"));
  const built = await spolia(folder, "corpus", "build", "-o", "s.spolia", "--dataset", "the-pile", "stories.jsonl");
  expect(built, built.stderr).toMatchObject({ code: 0 });
  const keys = [await key("archive"), await key("lab"), await key("stranger")];
  service = await startService(folder, "--data", "records", "--corpus", "s.spolia", "--threads", "1", "--log", "none");
  [archive, lab, stranger] = (await Promise.all(keys.map((one) => openClient(service.url, one)))) as [
    Client,
    Client,
    Client,
  ];
});

afterAll(async () => {
  await service?.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Each step rests on those before: one that failed is told of alone. */
let failedStep: string | null = null;
beforeEach(({ skip }) => skip(failedStep !== null, `after "${failedStep}"`));
afterEach(({ task }) => {
  if (task.result?.state === "fail") failedStep ??= task.name;
});

const ofId = (id: string) => ({ path: { id } });

/** Writes an answer to a file, and verifies it with the command line, which does not know the service. */
async function verifiedOffline(document: object): Promise<{ code: number; stdout: string }> {
  const path = join(folder, "document.json");
  writeFileSync(path, JSON.stringify(document));
  return spolia(folder, "verify", path, "--json");
}

describe("a licence", () => {
  it("begins with an offer of a registered work, in five forms", async () => {
    work = await archive.ask("registerContent", { body: { content: WORK, title: "A story", author: "A. Writer" } });
    const body = {
      work_hash: work.work_hash,
      licensor: "The archive",
      permits: { usage: ["ai-input", "ai-train"], geo: ["DE", "FR"] },
      payment: { type: "use", amount: "0.015", currency: "EUR", unit: "use" },
      url: "https://archive.example/stories/1",
      terms: "https://archive.example/terms.xml",
      term_days: 365,
    };
    const offered = await archive.ask("offerWork", { body });
    expect(offered).toMatchObject({ state: "offered", quote_id: null, licence_id: null });
    expect(Object.keys(offered.documents)).toEqual(["rsl", "comp", "odrl", "tdmrep", "robots"]);
    const files = [
      { name: "license.rsl", content: offered.documents.rsl },
      { name: "tdmrep.json", content: JSON.stringify(offered.documents.tdmrep) },
      { name: "robots.txt", content: offered.documents.robots },
    ];
    const { uses, faults } = await archive.ask("readRights", { body: { files, url: body.url } });
    expect(faults).toEqual([]);
    expect(uses.find(({ use }: { use: string }) => use === "ai-input")).toMatchObject({ says: "conditional" });
    expect(uses.find(({ use }: { use: string }) => use === "search")).toMatchObject({ says: "reserved" });
    offer = offered;
    await archive.ask("offerWork", { body: { ...body, work_hash: `sha256:${"0".repeat(64)}` }, status: 404 });
    await lab.ask("offerWork", { body, status: 404 });
    // It would write lines of its own into robots.txt.
    const terms = `${body.terms}\n\nUser-agent: *\nContent-Usage: train-ai=y`;
    await archive.ask("offerWork", { body: { ...body, terms }, status: 400 });
  });

  it("is found by another account by the overlap with its text, and by no other text, use or place", async () => {
    const found = await lab.ask("searchOffers", { body: { use: "ai-input", country: "DE", content: TEXT } });
    expect(found.offers).toHaveLength(1);
    const [{ offer_id, title, overlap }] = found.offers;
    expect([offer_id, title]).toEqual([offer.offer_id, "A story"]);
    const shared = words(WORK, 100, 260);
    const covered = overlap.passages.map(({ start, end }: { start: number; end: number }) => TEXT.slice(start, end));
    expect(covered).toEqual([expect.stringContaining(words(shared, 5, 150))]);
    expect(overlap.share_of_text).toBeGreaterThan(0.3);
    expect(overlap.share_of_text).toBeLessThan(0.6);
    const { fingerprint_data } = await lab.ask("createFingerprint", { body: { content: TEXT } });
    const byPrint = await lab.ask("searchOffers", { body: { use: "ai-train", fingerprint_data } });
    expect(byPrint.offers).toMatchObject([{ offer_id, overlap: { passages: null } }]);
    const others = [
      { use: "ai-input", content: words(FOREIGN, 300, 600) },
      { use: "search", content: TEXT },
      { use: "ai-input", country: "US", content: TEXT },
      { use: "ai-all", content: TEXT },
    ];
    for (const body of notEmpty(others)) expect((await lab.ask("searchOffers", { body })).offers).toEqual([]);
  });

  it("has a quote, by the price of the offer", async () => {
    const body = {
      offer_id: offer.offer_id,
      use: "ai-input",
      country: "DE",
      licensee: "The lab",
      model: MODEL,
      quantity: 1_000,
    };
    const quoted = await lab.ask("quoteOffer", { body });
    expect(quoted).toMatchObject({ state: "quoted", amount: { low: "15", high: "15", currency: "EUR" } });
    quote = quoted;
    await lab.ask("quoteOffer", { body: { ...body, use: "search" }, status: 400 });
    await stranger.ask("getDeal", { ...ofId(quoted.quote_id), status: 404 });
  });

  it("comes of the licensee's signature, and of no other", async () => {
    const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
    const body = await signAcceptance(quote, pair);
    const wrong = await signAcceptance({ ...quote, quote_digest: `sha256:${"0".repeat(64)}` }, pair);
    await lab.ask("acceptQuote", { body: wrong, status: 400 });
    await stranger.ask("acceptQuote", { body, status: 404 });
    const accepted = await lab.ask("acceptQuote", { body });
    expect(accepted).toMatchObject({ state: "licensed", offer_id: offer.offer_id, quote_id: quote.quote_id });
    expect(accepted.receipt.events.map(({ entry }: { entry: { kind: string } }) => entry.kind)).toEqual([
      "offered",
      "quoted",
      "accepted",
      "licensed",
    ]);
    licence = accepted;
    await lab.ask("acceptQuote", { body, status: 409 });
    expect((await lab.ask("getDeal", ofId(quote.quote_id))).state).toBe("accepted");
  });

  it("has tokens that the published keys verify, and that tell strangers nothing", async () => {
    const granted = await lab.ask("licenceToken", { body: { licence_id: licence.licence_id } });
    expect(granted).toMatchObject({ token_type: "License", scope: "ai-input", expires_in: 600 });
    token = granted.access_token;
    const { keys } = await lab.ask("listSigningKeys");
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), { typ: "license+jwt" });
    expect(payload).toMatchObject({
      aud: work.work_hash,
      scope: "ai-input",
      geo: ["DE"],
      licence_id: licence.licence_id,
    });
    for (const party of notEmpty([lab, archive]))
      expect(await party.ask("introspectLicence", { body: { token } })).toMatchObject({ active: true, geo: ["DE"] });
    for (const one of notEmpty([token.slice(0, -2), `${token}x`, "", "a.b.c"]))
      expect(await lab.ask("introspectLicence", { body: { token: one } })).toMatchObject({ active: false });
    expect(await stranger.ask("introspectLicence", { body: { token } })).toEqual({ success: true, active: false });
    await archive.ask("licenceToken", { body: { licence_id: licence.licence_id }, status: 404 });
    await lab.ask("licenceToken", { body: { licence_id: licence.licence_id, use: "ai-train" }, status: 400 });
  });

  it("takes reports of use, and an analysis contradicts one", async () => {
    const day = new Date().toISOString().slice(0, 10);
    const report = {
      licence_id: licence.licence_id,
      from: day,
      to: day,
      model: MODEL,
      uses: [{ use: "ai-input", count: 400 }],
    };
    const first = await lab.ask("reportUsage", { body: report });
    expect([first.state, first.check]).toEqual(["reported", { outcome: "not_shown", contradictions: [] }]);
    const found = await archive.ask("analyzeWork", { ...ofId(work.work_id), body: {} });
    expect(found.verdict).toBe("match");
    const second = await lab.ask("reportUsage", { body: report });
    expect(second).toMatchObject({ state: "disputed", check: { outcome: "contradicted" } });
    expect(second.check.contradictions).toMatchObject([
      { rule: "found_but_not_reported", evidence: [{ id: found.analysis_id }] },
    ]);
    const over = {
      ...report,
      uses: [{ use: "search", count: 300 }],
      works: [`sha256:${"1".repeat(64)}`],
      model: "example/other",
    };
    const third = await lab.ask("reportUsage", { body: over });
    expect(third.check.contradictions.map(({ rule }: { rule: string }) => rule)).toEqual([
      "use_not_licensed",
      "quantity_exceeded",
      "other_work",
      "other_model",
    ]);
    await archive.ask("reportUsage", { body: report, status: 404 });
  });

  it("is settled as stated, and ends by the licensor's revocation", async () => {
    const proof = { kind: "invoice", reference: "2026-17" };
    const body = { licence_id: licence.licence_id, amount: "15.00", currency: "EUR", proof };
    // What a party states ends no dispute.
    expect(await lab.ask("settleLicence", { body })).toMatchObject({ state: "disputed", settled_as_stated: true });
    await lab.ask("revokeDeal", { body: { id: licence.licence_id, reason: "x" }, status: 404 });
    const revoked = await archive.ask("revokeDeal", { body: { id: licence.licence_id, reason: "reports do not fit" } });
    expect(revoked.state).toBe("revoked");
    expect(await lab.ask("introspectLicence", { body: { token } })).toEqual({ success: true, active: false });
    await lab.ask("licenceToken", { body: { licence_id: licence.licence_id }, status: 409 });
    const { lst, token: signed } = await lab.ask("licenceStatusList", { key: null });
    const bits = unzlibSync(fromCanonicalBase64Url(lst));
    const { idx } = (decodeJwt(token)["status"] as { status_list: { idx: number } }).status_list;
    expect((bits[idx >> 3]! >> (idx & 7)) & 1).toBe(1);
    expect(decodeJwt(signed)["status_list"]).toEqual({ bits: 1, lst });
  });

  it("verifies offline, whole and deal by deal, and nothing that was changed", async () => {
    const deal = await lab.ask("getDeal", ofId(licence.licence_id));
    expect(await verifiedOffline(deal)).toMatchObject({ code: 0 });
    const history = await archive.ask("getWorkHistory", ofId(work.work_id));
    expect(await verifiedOffline(history)).toMatchObject({ code: 0 });
    const digests = history.history.entries.map(({ digest }: { digest: string }) => digest);
    for (const { entry } of notEmpty(deal.receipt.events as { entry: { digest: string } }[]))
      expect(digests).toContain(entry.digest);
    const copies: ((one: typeof deal.receipt) => unknown)[] = [
      (one) => (one.state = "licensed"),
      (one) => (one.events[3].record.quantity = 9),
      (one) => one.events.splice(5, 1),
      (one) => (one.events[2].record.signature.value = one.events[2].entry.signature),
      (one) => one.events.pop(),
    ];
    for (const change of notEmpty(copies)) {
      const copy = structuredClone(deal.receipt);
      change(copy);
      expect((await verifiedOffline(copy)).code).toBe(1);
      expect(await lab.ask("verifyReport", { body: copy, status: 422 })).toMatchObject({ code: "report_invalid" });
    }
    expect(await lab.ask("verifyReport", { body: deal.receipt })).toMatchObject({ kind: "deal", is_trusted: true });
  });

  it("is listed to its parties only, and an offer can be withdrawn", async () => {
    const kinds = async (client: Client, role: string) =>
      (await client.ask("listDeals", { query: { role } })).items.map(
        ({ kind, state }: { kind: string; state: string }) => [kind, state],
      );
    const theirs = [
      ["licence", "revoked"],
      ["quote", "accepted"],
    ];
    expect(await kinds(lab, "licensee")).toEqual(theirs);
    expect(await kinds(archive, "licensor")).toEqual([...theirs, ["offer", "offered"]]);
    for (const role of notEmpty(["licensor", "licensee"])) expect(await kinds(stranger, role)).toEqual([]);
    expect((await stranger.ask("getDeal", ofId(offer.offer_id))).receipt.events).toHaveLength(1);
    const withdrawal = { body: { id: offer.offer_id, reason: "withdrawn" } };
    await stranger.ask("revokeDeal", { ...withdrawal, status: 404 });
    expect((await archive.ask("revokeDeal", withdrawal)).state).toBe("revoked");
    await stranger.ask("getDeal", { ...ofId(offer.offer_id), status: 404 });
    const told = [archive, lab, stranger].map((client) => client.unanswered());
    expect(MARKETPLACE.filter(({ operationId: id }) => told.every((ids) => ids.includes(id)))).toEqual([]);
    expect((await lab.ask("searchOffers", { body: { use: "ai-input", content: TEXT } })).offers).toEqual([]);
  });

  it("of an offer that prohibits countries is for one that is told", async () => {
    const permits = { usage: ["ai-input"] };
    const prohibits = { usage: ["ai-train"], geo: ["US"] };
    const payment = { type: "free" };
    const body = { work_hash: work.work_hash, licensor: "The archive", permits, prohibits, payment };
    const { offer_id } = await archive.ask("offerWork", { body });
    const request = { offer_id, use: "ai-input", licensee: "The lab", quantity: 1 };
    const told = async (country?: string) => lab.ask("quoteOffer", { body: { ...request, country }, status: 400 });
    expect(await told()).toMatchObject({ errors: [{ pointer: "/country" }] });
    expect(await told("US")).toMatchObject({ errors: [{ pointer: "/country" }] });
    await lab.ask("quoteOffer", { body: { ...request, country: "DE" } });
  });
});
