/**
 * A user's life with the service, from the first key to what is there after a crash: `spolia serve` as a process, called over the wire
 * by a client that knows nothing but the OpenAPI document. Whatever the service serves has a step here, or the last test names it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MARKETPLACE } from "../../../src/service/http/routes/data/marketplace.ts";
import { verifyWebhook } from "../../../src/service/index.ts";
import { FOREIGN, SHELF, words } from "../../engine/fixtures.ts";
import { LocalService, leadServices } from "../../remote/publicIndexes/leads/services.ts";
import { openReceiver } from "../fixtures/receiver.ts";
import { type Client, openClient } from "./client.ts";
import { OPERATOR_KEY, type RunningService, spolia, startServiceIn } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-service-"));
const COPY = `${words(FOREIGN, 0, 60)} ${words(SHELF[0]!.text, 100, 400)}`;
const OTHER = words(FOREIGN, 200, 500);
const MODEL = "eleutherai/pythia";
const JURISDICTION = "NL";
const ISSUER = "https://spolia.example";
const POLLED_SECONDS_MAX = 300;

/** What the story has come to: filled in as it goes. */
let service: RunningService;
let client: Client;
/** A dataset viewer, and an index of a crawl. */
let others: LocalService;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let keyId: string;
let work: { work_id: string; work_hash: string };
let kept: { analysis: string; score: string };
let monitor: { monitor_id: string; webhook: { webhook_id: string; secret: string } };
let report: { report_id: string; digest: string };
const ofId = (id: string) => ({ path: { id } });

const serve = () =>
  startServiceIn(
    { SPOLIA_API_KEY: OPERATOR_KEY },
    folder,
    ...["--data", "records", "--corpus", "stories.spolia", "--threads", "1", "--log", "none"],
    ...["--webhooks", "any", "--oauth-issuer", ISSUER, "--leads-address", others.url],
  );

beforeAll(async () => {
  writeFileSync(join(folder, "stories.jsonl"), SHELF.map((document) => JSON.stringify(document)).join("\n"));
  const built = await spolia(
    folder,
    "corpus",
    "build",
    "-o",
    "stories.spolia",
    "--dataset",
    "the-pile",
    "stories.jsonl",
  );
  expect(built, built.stderr).toMatchObject({ code: 0 });
  const made = await spolia(
    folder,
    "keys",
    "create",
    "--data",
    "records",
    "--tenant",
    "archive",
    "--plan",
    "pro",
    "--json",
  );
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const { key, key_id } = JSON.parse(made.stdout);
  keyId = key_id;
  others = await LocalService.start(leadServices());
  [service, receiver] = await Promise.all([serve(), openReceiver()]);
  client = await openClient(service.url, key);
});

afterAll(async () => {
  await Promise.all([service?.stop("SIGKILL"), receiver?.close(), others?.[Symbol.asyncDispose]()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Each step rests on those before: one that failed is told of alone. */
let failedStep: string | null = null;
beforeEach(({ skip }) => skip(failedStep !== null, `after "${failedStep}"`));
afterEach(({ task }) => {
  if (task.result?.state === "fail") failedStep ??= task.name;
});

/** Asks again until what is answered is as it is waited for. */
async function polled<Document>(
  ask: () => Promise<Document>,
  isReached: (document: Document) => boolean,
): Promise<Document> {
  for (let waited = 0; ; waited += 0.1) {
    const document = await ask();
    if (isReached(document)) return document;
    if (waited > POLLED_SECONDS_MAX) throw new Error(`still ${JSON.stringify(document)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const ended = (jobId: string) =>
  polled(
    () => client.ask("getJob", ofId(jobId)),
    ({ status }) => !["queued", "running"].includes(status),
  );

const delivered = (count: number) =>
  polled(
    async () =>
      (await client.ask("listDeliveries", { ...ofId(monitor.webhook.webhook_id), query: { status: "delivered" } }))
        .items,
    ({ length }) => length >= count,
  );

const isSigned = ({ headers, body }: (typeof receiver.received)[number], secret = monitor.webhook.secret) =>
  verifyWebhook(headers as Record<string, string>, body, secret, Date.now());

const idsOf = (items: Record<string, string>[], name: string): string[] => items.map((item) => item[name]!);

describe("what anyone may read", () => {
  it("is there without a key", async () => {
    const open = { key: null };
    expect(await client.ask("openApi", open)).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
    expect(await client.ask("live", open)).toEqual({ status: "pass" });
    expect(await client.ask("ready", open)).toEqual({ status: "pass" });
    expect(await client.ask("status", open)).toMatchObject({ success: true });
    expect(await client.ask("statusPage", open)).toContain("<html");
    expect(await client.ask("docs", open)).toContain("/api/v1/attribution/analyze");
    expect((await client.ask("listSigningKeys", open)).keys).toHaveLength(1);
    expect(await client.ask("oauthMetadata", open)).toMatchObject({ issuer: ISSUER });
    expect(await client.ask("resourceMetadata", open)).toMatchObject({
      resource: ISSUER,
      authorization_servers: [ISSUER],
    });
  });

  it("is all: the rest asks for a key", async () => {
    for (const key of [null, "sp_live_nobody", `${client.key}x`])
      expect(await client.ask("listWorks", { key, status: 401 })).toMatchObject({
        success: false,
        code: "unauthorized",
      });
  });
});

describe("questions about a text", () => {
  it("analyze: the same in JSON and MessagePack", async () => {
    const body = { content: COPY, content_type: "text", metadata: { title: "Found" } };
    const found = await client.ask("analyze", { body });
    expect(found).toMatchObject({ success: true, verdict: "match", method: { corpora: [{ name: "stories" }] } });
    expect(found.matches[0].document).toMatchObject({ id: SHELF[0]!.id, title: SHELF[0]!.title });
    expect(idsOf(found.attribution_sources, "model_id")).toContain(MODEL);
    expect(await client.ask("analyze", { body, as: "msgpack" })).toEqual(found);
    expect(await client.ask("analyze", { body: { content: OTHER, content_type: "text" } })).toMatchObject({
      verdict: "none_found",
      matches: [],
    });
    expect(await client.ask("analyze", { body: { content: 1 }, status: 400 })).toMatchObject({
      code: "invalid_request",
    });
  });

  it("a batch, whose lines are in order, whatever is wrong with one", async () => {
    const lines = [COPY, 7, OTHER].map((content) => ({ content, content_type: "text" }));
    const answers = await client.ask("analyzeBatch", { lines });
    expect(answers).toMatchObject([
      { index: 0, success: true, result: { verdict: "match" } },
      { index: 1, success: false, problem: { code: "invalid_request" } },
      { index: 2, success: true, result: { verdict: "none_found" } },
    ]);
    expect(await client.ask("analyzeBatch", { body: { requests: [lines[0]] } })).toEqual([answers[0]]);
    const headers = { prefer: "respond-async" };
    const accepted = await client.exchange("analyzeBatch", { lines, headers, status: 202 });
    client.counted--; // the invalid line
    const { job_id } = accepted.document;
    expect(accepted.headers.get("location")).toBe(`/api/v1/jobs/${job_id}`);
    expect(await ended(job_id)).toMatchObject({ status: "done", result: { lines: 3, failed: 1 } });
    const later = await client.ask("getJobResults", { ...ofId(job_id), query: { after: "0" } });
    expect(later).toMatchObject([{ ...answers[1], problem: { request_id: expect.any(String) } }, answers[2]]);
  });

  it("score, compare, fingerprints", async () => {
    const asked = { target_model: MODEL, jurisdiction: JURISDICTION };
    const scored = await client.ask("score", { body: { content: COPY, ...asked } });
    expect(scored).toMatchObject({ model_id: MODEL, direction: "for", jurisdiction: { code: JURISDICTION } });
    const print = await client.ask("createFingerprint", { body: { content: COPY } });
    expect(print).toMatchObject({ fingerprint: expect.stringMatching(/^spolia1_/), words: 360 });
    const { fingerprint_data } = print;
    expect(await client.ask("score", { body: { fingerprint_data, ...asked } })).toMatchObject({ model_id: MODEL });
    const body = { a: { content: words(SHELF[0]!.text, 150, 250) }, b: { content: COPY } };
    const pair = await client.ask("compare", { body });
    expect(pair).toMatchObject({ success: true, relation: "excerpt" });
    const alias = await client.exchange("compareAlias", { body });
    expect(alias.document).toEqual(pair);
    expect(alias.headers.get("deprecation")).toMatch(/^@\d+$/);
    const texts = [
      { id: "excerpt", ...body.a },
      { id: "copy", ...body.b },
    ];
    const all = await client.ask("compareAll", { body: { texts } });
    expect(all.pairs).toMatchObject([{ a: "excerpt", b: "copy", relation: "excerpt" }]);
  });
});

describe("what the answers rest on", () => {
  it("the catalogue", async () => {
    const [provider, name] = MODEL.split("/") as [string, string];
    const path = { provider, name };
    const page = await client.ask("listProviders", { query: { page_size: "2" } });
    const next = await client.ask("listProviders", { query: { page_size: "2", page_token: page.next_page_token } });
    expect(new Set(idsOf([...page.items, ...next.items], "id")).size).toBe(4);
    expect(idsOf((await client.ask("listModels", { query: { provider } })).items, "id")).toContain(MODEL);
    expect(idsOf((await client.ask("listDatasets", { query: { q: "pile" } })).items, "id")).toContain("the-pile");
    const rules = (await client.ask("listJurisdictions", { as: "msgpack" })).items;
    expect(idsOf(rules, "id")).toContain("EU-DSM");
    expect(await client.ask("getModel", { path })).toMatchObject({ model: { id: MODEL } });
    const { datasets } = await client.ask("getModelLineage", { path });
    expect(idsOf(datasets, "dataset")).toContain("the-pile");
    expect(await client.ask("getSource", ofId(datasets[0].sources[0]))).toMatchObject({
      source: { id: datasets[0].sources[0], citation: expect.any(String) },
    });
    expect(await client.ask("getDataset", ofId("the-pile"))).toMatchObject({ dataset: { id: "the-pile" } });
    expect(idsOf((await client.ask("listDatasetModels", ofId("the-pile"))).models, "model")).toContain(MODEL);
    const { feed } = await client.ask("getCatalogueFeed");
    expect(feed).toMatchObject({ signature: expect.anything() });
    const domain = await client.ask("getDomain", { path: { domain: "github.com/python/peps" } });
    expect(JSON.stringify(domain)).toContain("eleutherai/comma-v0.1");
    expect(await client.ask("getJurisdiction", { path: { code: JURISDICTION } })).toMatchObject({ applied: "EU-DSM" });
    const { method } = await client.ask("analyze", { body: { content: COPY, content_type: "text" } });
    expect(await client.ask("getCalibration", ofId(method.calibration))).toMatchObject({
      calibration: { name: method.calibration },
    });
    expect(await client.ask("getModel", { path: { provider, name: "no-such" }, status: 404 })).toMatchObject({
      code: "unknown_model",
    });
  });

  it("the corpora, checked to the last byte by a job", async () => {
    expect((await client.ask("listCorpora")).items).toMatchObject([{ name: "stories", documents: SHELF.length }]);
    expect(await client.ask("getCorpus", ofId("stories"))).toMatchObject({ corpus: { dataset: "the-pile" } });
    const found = await client.ask("searchCorpus", { ...ofId("stories"), body: { content: COPY, max_matches: 3 } });
    const { id, title } = found.matches[0].document;
    expect(await client.ask("getCorpusDocument", { path: { id: "stories", doc: id } })).toMatchObject({
      document: { id, title },
    });
    const { job_id } = await client.ask("verifyCorpus", ofId("stories"));
    expect(await ended(job_id)).toMatchObject({ status: "done", result: { is_sound: true } });
    expect(idsOf((await client.ask("listJobs", { query: { status: "done" } })).items, "job_id")).toContain(job_id);
    expect(await client.ask("cancelJob", ofId(job_id))).toMatchObject({ status: "done" });
  });

  it("which documents of a corpus hold given texts, told by a job", async () => {
    const items = [
      { id: "copy", text: words(SHELF[0]!.text, 100, 300) },
      { id: "other", text: OTHER },
    ];
    const { job_id, input } = await client.ask("auditCorpus", { ...ofId("stories"), body: { items } });
    expect(input).toEqual({ corpus: "stories", items: items.length });
    const { status, result } = await ended(job_id);
    expect([status, result.way]).toEqual(["done", "searched"]);
    expect(result.summary).toMatchObject({ items: 2, found: 1, not_found: 1, documents: SHELF.length });
    expect(result.items[0].findings).toMatchObject([{ document: SHELF[0]!.id, corpus: "stories", holds: true }]);
  });

  it("whether a quotation stands in what it cites, or elsewhere", async () => {
    const quotation = words(SHELF[0]!.text, 150, 180);
    const ofDocument = (document: string) => client.ask("checkQuotation", { body: { quotation, document } });
    expect(await ofDocument(COPY)).toMatchObject({ status: "verbatim", words: 30, share: 1, differences: [] });
    const elsewhere = await ofDocument(OTHER);
    expect(elsewhere).toMatchObject({ status: "elsewhere", place: null });
    expect(elsewhere.elsewhere).toMatchObject([{ corpus: "stories", document: SHELF[0]!.id, share: 1 }]);
  });

  it("what files say of the use of a text", async () => {
    const files = [{ name: "robots.txt", content: "User-agent: CCBot\nDisallow: /\n" }];
    const { uses, crawlers } = await client.ask("readRights", { body: { files, url: "https://example.org/a" } });
    expect(uses).toContainEqual({ use: "ai-train", says: "reserved", in_part: true, statements: [0] });
    expect(crawlers).toContainEqual(expect.objectContaining({ token: "CCBot", access: "disallowed" }));
  });

  it("what it was trained on, as a statement with sources and blanks", async () => {
    const body = { format: "ab2013", corpora: ["stories"], created: "2026-11-25T00:00:00Z" };
    const { stated, blanks, sources } = await client.ask("draftStatement", { body });
    expect(stated.length).toBeGreaterThan(0);
    expect(blanks.length).toBeGreaterThan(0);
    expect(JSON.stringify(sources)).toContain("stories");
  });

  it("what else points at a text: rows of a dataset, captures of a page, lists of titles", async () => {
    const dry = await client.ask("findLeads", {
      body: { kind: "rows", content: COPY, dataset: "someone/pages", dry_run: true },
    });
    expect(dry).toMatchObject({ found: [], completeness: { complete: false } });
    expect(others.received).toEqual([]);
    const rows = await client.ask("findLeads", { body: { kind: "rows", content: COPY, dataset: "someone/pages" } });
    expect(rows).toMatchObject({ kind: "rows", found: [] });
    expect(rows.sent).toEqual(others.received.map(({ url }) => `${others.url}${url}`).sort());
    const captures = await client.ask("findLeads", {
      body: { kind: "captures", url: "https://example.org/essay", records: 1 },
    });
    expect(captures.found).toMatchObject([{ crawl: "CC-MAIN-2025-05", record: { characters: expect.any(Number) } }]);
    const lists = [{ name: "books", text: "title,author\nThe Copy,A. Writer\n", format: "csv" }];
    const work = { title: "The copy", authors: ["A. Writer"] };
    const titles = await client.ask("findLeads", { body: { kind: "titles", ...work, lists } });
    expect(titles.found).toMatchObject([{ list: "books", entry: 1, by: "title_and_author" }]);
  });

  it.each(["infiniGram", "infiniGramMini"])("the corpora, asked as public indexes are: %s", async (operation) => {
    const query = words(SHELF[0]!.text.split("\n\n")[2]!, 0, 20); // of one paragraph: characters are compared as they are
    const answerTo = (asked: object) => client.ask(operation, { body: { index: "stories", query, ...asked } });
    expect(await answerTo({ query_type: "count" })).toMatchObject({ count: 1, approx: false });
    expect(await answerTo({ query_type: "find" })).toMatchObject({ cnt: 1, segment_by_shard: [[0, 1]] });
    const shown = await answerTo({ query_type: "get_doc_by_rank", s: 0, rank: 0 });
    expect(shown.text ?? shown.spans.map(([span]: [string]) => span).join("")).toContain(query);
    expect(await answerTo({ query_type: "count", index: "none" })).toEqual({ error: expect.any(String) });
  });
});

describe("a work", () => {
  it("is registered once, however often it is sent", async () => {
    const body = { content: COPY, title: "The copy", author: "A. Writer" };
    const headers = { "idempotency-key": "first-registration" };
    const first = await client.exchange("registerContent", { body, headers });
    const replay = await client.exchange("registerContent", { body, headers });
    expect(replay.bytes).toEqual(first.bytes);
    expect([first, replay].map((one) => one.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    work = first.document;
    for (const again of ["registerContent", "registerWork", "registerWorkAlias"])
      expect(await client.ask(again, { body })).toMatchObject({ work_id: work.work_id, work_hash: work.work_hash });
    expect(idsOf((await client.ask("listWorks")).items, "work_id")).toEqual([work.work_id]);
    expect(await client.ask("getWork", ofId(work.work_id))).toMatchObject({ metadata: { title: "The copy" } });
  });

  it("has results that are kept", async () => {
    const { work_hash } = work;
    const found = await client.ask("analyzeWork", { ...ofId(work.work_id), body: {} });
    const scored = await client.ask("score", { body: { work_hash, target_model: MODEL, jurisdiction: JURISDICTION } });
    kept = { analysis: found.analysis_id, score: scored.score_id };
    const query = { work_id: work.work_id };
    expect(idsOf((await client.ask("listAnalysisResults", { query })).items, "id")).toEqual([kept.analysis]);
    expect(idsOf((await client.ask("listScoreResults", { query })).items, "id")).toEqual([kept.score]);
    const { success: _, ...result } = found;
    expect((await client.ask("getAnalysisResult", ofId(kept.analysis))).result).toEqual(result);
    expect(await client.ask("getScoreResult", ofId(kept.score))).toMatchObject({ result: { score: scored.score } });
  });
});

describe("what a person decided", () => {
  it("is kept, shown beside the same findings, and forgotten", async () => {
    const { decisions: none, matches, work_hash, verdict } = await client.ask("analyze", { body: { content: COPY } });
    const [match] = matches;
    const decision = { decision: "quoted", reason: "An epigraph.", author: "A. Writer", date: "2026-11-23" };
    const { decision_id } = await client.ask("registerDecision", {
      body: { ...decision, about: { work_hash, passage_id: match.passage_id } },
    });
    expect(idsOf((await client.ask("listDecisions")).items, "decision_id")).toEqual([decision_id]);
    expect(await client.ask("getDecision", ofId(decision_id))).toMatchObject({ decision });
    const query = { decisions: "registered" };
    const decided = await client.ask("analyze", { body: { content: COPY }, query });
    expect([none, decided.decisions.applied, decided.verdict]).toMatchObject([null, [decision], verdict]);
    await client.ask("deleteDecision", ofId(decision_id));
    await client.ask("getDecision", { ...ofId(decision_id), status: 404 });
  });
});

describe("what a model knows of a work", () => {
  it("is assessed by documents, without asking it", async () => {
    const body = { work_hash: work.work_hash, target_model: MODEL };
    const assessed = await client.ask("assess", { body });
    expect(assessed).toMatchObject({ success: true, model_id: MODEL });
    expect(await client.ask("assessAlias", { body })).toEqual(assessed);
  });

  const windows = { unit: "words", prefix: 12, suffix: 12, select: "census" };
  const suspects = [{ id: "copy", text: words(COPY, 60, 120) }];
  /** Of nobody: each character is a token, and all are as likely. */
  const scores = (text: string) => ({
    tokens: [...text].map((_, start) => ({ start, end: start + 1, logprob: -1.5 })),
    vocabulary_size: null,
  });
  const elsewhere = { model: MODEL, retrieval: "absent" };
  const said = (from: number) => ({
    ...{ prefix: words(COPY, from, from + 12), temperature: 0 },
    continuations: [{ text: ` ${words(COPY, from + 12, from + 24)}`, finish: "length" }],
  });

  it("is asked of models that the operator configured, here none", async () => {
    const asked = {
      extract: { model: "pythia", work: { content: COPY }, windows },
      probe: { model: "pythia", suspects },
    };
    for (const [operation, body] of Object.entries(asked))
      expect(await client.ask(operation, { body, status: 422 })).toMatchObject({ code: "model_not_configured" });
  });

  it("is computed from what a model said elsewhere, and kept", async () => {
    const query = { keep: "true" };
    const extract = {
      ...{ work: { work_hash: work.work_hash }, windows, protocol: "continuations" },
      observations: { ...elsewhere, continued: [said(0)] },
    };
    const probe = { suspects, observations: { ...elsewhere, texts: { copy: { text: scores(suspects[0]!.text) } } } };
    const { extract_id } = await client.ask("extract", { query, body: extract });
    expect(await client.ask("extractAlias", { body: extract })).toMatchObject({ extract_id });
    const { probe_id } = await client.ask("probe", { query, body: probe });
    expect(await client.ask("probeAlias", { body: probe })).toMatchObject({ probe_id });
    const kinds = { Extraction: extract_id, Probe: probe_id };
    for (const [kind, id] of Object.entries(kinds)) {
      expect(idsOf((await client.ask(`list${kind}Results`)).items, "id")).toEqual([id]);
      expect(await client.ask(`get${kind}Result`, ofId(id))).toMatchObject({ id });
      await client.ask(`delete${kind}Result`, ofId(id));
      await client.ask(`get${kind}Result`, { ...ofId(id), status: 404 });
    }
  });

  it("is told by a canary whose commitment was kept", async () => {
    const canary = await client.ask("createCanary", { body: { strings: 100, work_hash: work.work_hash } });
    const { canary_id, secret, publish, commitment } = canary;
    const scores = secret.strings.map((string: string) => (string === publish ? -1 : -2));
    const body = { secret, model: MODEL, retrieval: "absent", statistic: "log-probability", scores };
    const { observations } = await client.ask("testCanary", { ...ofId(canary_id), body });
    expect(observations).toHaveLength(1);
    const another = { ...secret, index: (secret.index + 1) % secret.strings.length };
    const refused = await client.ask("testCanary", {
      ...ofId(canary_id),
      body: { ...body, secret: another },
      status: 422,
    });
    expect(refused).toMatchObject({ code: "commitment_mismatch" });
    expect(idsOf((await client.ask("listCanaryResults")).items, "id")).toEqual([canary_id]);
    expect(await client.ask("getCanaryResult", ofId(canary_id))).toMatchObject({ result: { commitment } });
    await client.ask("deleteCanaryResult", ofId(canary_id));
    await client.ask("getCanaryResult", { ...ofId(canary_id), status: 404 });
  });
});

describe("a monitor", () => {
  it("tells by a signed message what it found, and of a run that found the same nothing", async () => {
    const body = { work_id: work.work_id, schedule: null, on: ["corpus"], webhook_url: receiver.url };
    monitor = await client.ask("createMonitor", { body });
    const [delivery] = await delivered(1);
    const [message] = receiver.received;
    expect(message!.event).toMatchObject({ type: "monitor.finding_changed", data: { monitor_id: monitor.monitor_id } });
    expect(message!.headers["webhook-id"]).toBe(delivery.delivery_id);
    expect(await isSigned(message!)).toBe(true);
    expect(await isSigned({ ...message!, body: `${message!.body} ` })).toBe(false);
    const { job_id } = await client.ask("runMonitor", ofId(monitor.monitor_id));
    expect(await ended(job_id)).toMatchObject({ kind: "monitor_run", status: "done" });
    expect((await client.ask("listRuns", ofId(monitor.monitor_id))).items).toMatchObject([
      { triggers: ["request"], status: "unchanged", delivery_id: null, problem: null },
      { triggers: ["first"], status: "changed", delivery_id: delivery.delivery_id, problem: null },
    ]);
    expect(receiver.received).toHaveLength(1);
    const { items } = await client.ask("listMonitors", { query: { work_id: work.work_id } });
    expect(idsOf(items, "monitor_id")).toEqual([monitor.monitor_id]);
  });

  it("has a webhook that is tried out, told again, and given another secret", async () => {
    const id = monitor.webhook.webhook_id;
    const { delivery_id } = await client.ask("testWebhook", ofId(id));
    await delivered(2);
    expect(receiver.received[1]!.event).toMatchObject({ type: "webhook.test" });
    const { secret } = await client.ask("rotateWebhookSecret", ofId(id));
    await client.ask("redeliver", { path: { id, delivery: delivery_id } });
    await delivered(2);
    const again = (
      await polled(
        async () => receiver.received,
        ({ length }) => length === 3,
      )
    )[2]!;
    expect([again.headers["webhook-id"], again.body]).toEqual([delivery_id, receiver.received[1]!.body]);
    expect([await isSigned(again), await isSigned(again, secret)]).toEqual([true, true]);
    expect(await client.ask("getWebhook", ofId(id))).toMatchObject({ url: receiver.url, secrets_in_use: 2 });
    expect(idsOf((await client.ask("listWebhooks")).items, "webhook_id")).toEqual([id]);
  });

  it("is paused, and one that is no longer wanted goes with its webhook", async () => {
    const paused = await client.ask("changeMonitor", { ...ofId(monitor.monitor_id), body: { status: "paused" } });
    expect(paused).toMatchObject({ status: "paused", verdict: "match", next_look_at: null });
    const other = await client.ask("createWebhook", { body: { url: `${receiver.url}/other` } });
    const { webhook_id } = other;
    expect(await client.ask("changeWebhook", { ...ofId(webhook_id), body: { status: "disabled" } })).toMatchObject({
      status: "disabled",
    });
    const added = await client.ask("addMonitor", {
      body: { work_hash: work.work_hash, schedule: "daily", webhook_id },
    });
    await client.ask("deleteMonitor", ofId(added.monitor_id));
    await client.ask("getMonitor", { ...ofId(added.monitor_id), status: 404 });
    await client.ask("deleteWebhook", ofId(webhook_id));
    await client.ask("getWebhook", { ...ofId(webhook_id), status: 404 });
  });
});

describe("a report", () => {
  /** As another machine would: all it has is the file, and what it knows of the service's keys. */
  async function verified(name: string, bytes: Uint8Array | string, ...flags: string[]) {
    writeFileSync(join(folder, name), bytes);
    const { code, stdout } = await spolia(folder, "verify", name, "--json", ...flags);
    return { code, ...JSON.parse(stdout) };
  }

  it("is made, read as a page, and verified without the service", async () => {
    const [{ kid }] = (await client.ask("listSigningKeys", { key: null })).keys;
    const body = { work_id: work.work_id, analyses: [kept.analysis], scores: [kept.score], include_content: true };
    report = await client.ask("createReport", { body });
    const { report_id } = report;
    expect(await client.ask("createReport", { body: { ...body, format: "html" } })).toMatchObject({ report_id });
    expect(await client.ask("createReportAlias", { body })).toMatchObject({ report_id });
    expect(idsOf((await client.ask("listReports")).items, "report_id")).toEqual([report_id]);
    const page = await client.ask("getReportPage", ofId(report_id));
    expect(page).toContain("The copy");
    expect(page).not.toContain("<script");
    const json = await client.exchange("getReport", ofId(report_id));
    const packed = await client.exchange("getReport", { ...ofId(report_id), as: "msgpack" });
    const isHeld = {
      code: 0,
      verified: true,
      verification: { kind: "report", is_trusted: true, work_hash: work.work_hash },
    };
    expect(
      await verified("report.json", json.bytes, "--key", kid, "--replay", "--corpus", "stories.spolia"),
    ).toMatchObject({
      ...isHeld,
      replayed: [{ outcome: "same" }, { outcome: "same" }],
    });
    expect(await verified("report.msgpack", packed.bytes, "--key", kid)).toMatchObject(isHeld);
    expect(await client.ask("verifyReport", { body: json.document })).toMatchObject({
      kind: "report",
      is_trusted: true,
    });
  });

  it("does not hold once a word of it is another", async () => {
    const { document } = await client.exchange("getReport", ofId(report.report_id));
    const { work: named } = document.bundle;
    const bundle = { ...document.bundle, work: { ...named, metadata: { ...named.metadata, author: "B. Writer" } } };
    const tampered = { ...document, bundle };
    expect(await verified("tampered.json", JSON.stringify(tampered))).toMatchObject({ code: 1, verified: false });
    expect(await client.ask("verifyReport", { body: tampered, status: 422 })).toMatchObject({ code: "report_invalid" });
  });

  it("stands in the history of its work, which is verified in the same way", async () => {
    const { document, bytes } = await client.exchange("getWorkHistory", ofId(work.work_id));
    expect(await verified("history.json", bytes)).toMatchObject({
      ...{ code: 0, verified: true },
      verification: { kind: "history", entries: document.history.entries.length, work_hash: work.work_hash },
    });
    expect(document.history.entries.at(-1)).toMatchObject({ kind: "report", digest: report.digest });
  });
});

describe("keys and what they used", () => {
  it("a key is made, listed, and of no use once it is revoked", async () => {
    const { key_id, key } = await client.ask("createKey", { body: { label: "reader", scopes: ["read"] } });
    expect((await client.ask("listWorks", { key })).items).toHaveLength(1);
    expect(await client.ask("analyze", { key, body: {}, status: 403 })).toMatchObject({ code: "forbidden" });
    client.counted--; // who may not is not counted
    expect(idsOf((await client.ask("listKeys")).items, "key_id").sort()).toEqual([key_id, keyId].sort());
    await client.ask("revokeKey", ofId(key_id));
    expect(await client.ask("listWorks", { key, status: 401 })).toMatchObject({ code: "unauthorized" });
  });

  it("a token is as good as its key, and ends with it", async () => {
    const { key_id, key } = await client.ask("createKey", { body: { scopes: ["read", "analyze"] } });
    const form = { grant_type: "client_credentials", client_id: key_id, client_secret: key, scope: "read" };
    const token = await client.ask("createToken", { key: null, body: form });
    expect((await client.ask("listWorks", { key: token.access_token })).items).toHaveLength(1);
    const wrong = { ...form, client_secret: client.key };
    expect(await client.ask("createToken", { key: null, body: wrong, status: 401 })).toMatchObject({
      error: "invalid_client",
    });
    const second = await client.ask("createToken", { key: null, body: form });
    const presented = { key: null, body: { client_id: key_id, client_secret: key, token: second.access_token } };
    const active = { active: true, client_id: key_id, scope: "read", sub: "archive", iss: ISSUER };
    expect(await client.ask("introspectToken", presented)).toMatchObject(active);
    expect(await client.ask("revokeToken", presented)).toEqual({});
    expect(await client.ask("introspectToken", presented)).toEqual({ active: false });
    await client.ask("listWorks", { key: second.access_token, status: 401 });
    expect((await client.ask("listWorks", { key: token.access_token })).items).toHaveLength(1);
    await client.ask("revokeKey", ofId(key_id));
    await client.ask("listWorks", { key: token.access_token, status: 401 });
  });

  it("the operator, and no account, sees and changes plans", async () => {
    const byOperator = { key: OPERATOR_KEY, path: { id: "archive" } };
    expect(idsOf((await client.ask("listAccounts", byOperator)).items, "account_id")).toContain("archive");
    expect(await client.ask("getAccount", byOperator)).toMatchObject({ plan: "pro" });
    expect(await client.ask("changeAccount", { ...byOperator, body: { plan: "pro" } })).toMatchObject({ plan: "pro" });
    expect(await client.ask("listAccounts", { status: 403 })).toMatchObject({ code: "forbidden" });
  });

  it("every call is in the usage of its day", async () => {
    const plans = (await client.ask("listPlans")).plans;
    expect(idsOf(plans, "name")).toContain("pro");
    const runs = (await client.ask("listRuns", ofId(monitor.monitor_id))).items.length;
    const { items } = await client.ask("listUsage");
    expect(items.reduce((calls: number, day: { calls: number }) => calls + day.calls, 0)).toBe(client.counted + runs);
  });
});

describe("a service that was killed", () => {
  const state = async () => ({
    work: await client.ask("getWork", ofId(work.work_id)),
    history: await client.ask("getWorkHistory", ofId(work.work_id)),
    analysis: await client.ask("getAnalysisResult", ofId(kept.analysis)),
    score: await client.ask("getScoreResult", ofId(kept.score)),
    report: await client.ask("getReport", ofId(report.report_id)),
    monitor: await client.ask("getMonitor", ofId(monitor.monitor_id)),
    runs: await client.ask("listRuns", ofId(monitor.monitor_id)),
    webhook: await client.ask("getWebhook", ofId(monitor.webhook.webhook_id)),
    deliveries: await client.ask("listDeliveries", ofId(monitor.webhook.webhook_id)),
    jobs: await client.ask("listJobs"),
    signingKeys: await client.ask("listSigningKeys", { key: null }),
  });

  it("has everything that it ever said it had", async () => {
    // Answered a moment before: the last of what it acknowledged.
    const late = await client.ask("registerContent", { body: { content: OTHER } });
    const before = await state();
    expect(await service.stop("SIGKILL")).toBeNull();
    service = await serve();
    client.url = service.url;
    expect(await state()).toEqual(before);
    expect(idsOf((await client.ask("listWorks")).items, "work_id")).toEqual([late.work_id, work.work_id]);
    const body = { content: COPY, title: "The copy", author: "A. Writer" };
    const replay = await client.exchange("registerContent", {
      body,
      headers: { "idempotency-key": "first-registration" },
    });
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    const runs = (await client.ask("listRuns", ofId(monitor.monitor_id))).items.length;
    const { items } = await client.ask("listUsage");
    expect(items.reduce((calls: number, day: { calls: number }) => calls + day.calls, 0)).toBe(client.counted + runs);
  });

  it("forgets what it is told to forget", async () => {
    await client.ask("deleteAnalysisResult", ofId(kept.analysis));
    await client.ask("getAnalysisResult", { ...ofId(kept.analysis), status: 404 });
    await client.ask("deleteScoreResult", ofId(kept.score));
    await client.ask("getScoreResult", { ...ofId(kept.score), status: 404 });
    await client.ask("deleteReport", ofId(report.report_id));
    await client.ask("getReport", { ...ofId(report.report_id), status: 404 });
    await client.ask("deleteWork", ofId(work.work_id));
    await client.ask("getWork", { ...ofId(work.work_id), status: 404 });
    await client.ask("getMonitor", { ...ofId(monitor.monitor_id), status: 404 });
  });

  it("ends well when it is asked to", async () => {
    expect(await service.stop("SIGTERM")).toBe(0);
  });
});

it("every operation of the OpenAPI document has a step above that it answered well", () => {
  // The marketplace has a story of its own.
  expect(client.unanswered().filter((id) => !MARKETPLACE.some((route) => route.operationId === id))).toEqual([]);
});
