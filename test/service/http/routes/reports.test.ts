/** Reports over HTTP: made of a real analysis, signed, read in every form, verified away from the service, and asked again. */
import { beforeAll, describe, expect, test } from "vitest";
import type { EvidenceBundle, ReportDocument } from "../../../../src/base/contract/resources/report.ts";
import { ENGINE_VERSION } from "../../../../src/base/version.ts";
import { appendDocuments, mergeCorpus } from "../../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import { createEngine, type OpenEngine } from "../../../../src/engine/engine.ts";
import { readers } from "../../../../src/files/documents/readers.ts";
import { buildCorpus, openCorpus } from "../../../../src/index.ts";
import { replayBundle } from "../../../../src/report/bundle/replay.ts";
import { htmlReport } from "../../../../src/report/index.ts";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import {
  createMemoryStore,
  createRegistry,
  type Registry,
  verifyDocument,
  workResolver,
} from "../../../../src/service/index.ts";
import { FOREIGN, openFixture, SHELF, words } from "../../../engine/fixtures.ts";
import { XSS } from "../../../report/given/hostile.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { resolverOf } from "../jsonSchema.ts";
import { type OpenApi, undeclared } from "../openApiDocument.ts";
import { ANALYZE, bodyOf, get, ORIGIN, postJson, problemOf, SCORE } from "../requests.ts";

const ROOT = "/api/v1";
const CONTENT = `${words(FOREIGN, 0, 60)}\n${words(SHELF[0]!.text, 100, 260)} ${words(FOREIGN, 60, 120)}`;

let engine: OpenEngine;
let registry: Registry;
let handler: Handler;
let described: Parameters<typeof undeclared>[0];
let work: { work_id: string; work_hash: string };
let analysis: { analysis_id: string };
let score: { score_id: string };
let keys: { one: string; two: string; reader: string };

const bearer = (key: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...more });
const report = (document: object, key = keys.one, more = {}) =>
  handler(postJson(`${ROOT}/report`, document, bearer(key, more)));
const made = async (document: object) =>
  bodyOf<ReportDocument & { html_url: string; html?: string }>(await report(document));

beforeAll(async () => {
  const { corpora, catalogue } = await openFixture();
  const store = createMemoryStore();
  engine = await createEngine({ corpora, catalogue, readers, resolveWork: workResolver(store) });
  const plans = { free: { calls_per_day: null, burst: { calls: 10_000, seconds: 1 } } };
  registry = await createRegistry(engine, store, { plans });
  for (const id of ["one", "two"]) await registry.createTenant({ id });
  const [one, two, reader] = await Promise.all([
    registry.createKey("one"),
    registry.createKey("two"),
    registry.createKey("one", { scopes: ["read"] }),
  ]);
  keys = { one: one.key, two: two.key, reader: reader.key };
  handler = createHandler({ engine, registry, auth: {} });
  const document = await bodyOf<OpenApi>(await handler(get(`${ROOT}/openapi.json`)));
  described = { document, resolve: resolverOf(document) };
  const title = `A work ${XSS.join(" ")}`;
  work = await bodyOf(
    await handler(postJson(`${ROOT}/content/register`, { content: CONTENT, title }, bearer(keys.one))),
  );
  const { work_hash, work_id } = work;
  analysis = await bodyOf(await handler(postJson(`${ROOT}/works/${work_id}/analyze`, {}, bearer(keys.one))));
  const asked = { work_hash, target_model: "lab/whole", jurisdiction: "NL" };
  score = await bodyOf(await handler(postJson(SCORE, asked, bearer(keys.one))));
});

test("every response matches the document", async () => {
  const { report_id } = await made({ work_id: work.work_id });
  for (const format of ["bundle", "html"]) {
    for (const accept of ["application/json", "application/msgpack"]) {
      for (const path of ["/api/v1/report", "/report"]) {
        const response = await handler(
          postJson(path, { work_id: work.work_id, include_content: true, format }, bearer(keys.one, { accept })),
        );
        expect(response.status).toBe(201);
        expect(await undeclared(described, path, "post", response)).toEqual([]);
      }
    }
  }
  for (const [template, path] of [
    ["reports", "reports"],
    ["reports", `reports?work_id=${work.work_id}&page_size=1`],
    ["reports/{id}", `reports/${report_id}`],
    ["reports/{id}/html", `reports/${report_id}/html`],
    ["signing-keys", "signing-keys"],
  ] as const) {
    const response = await handler(get(`${ROOT}/${path}`, bearer(keys.reader)));
    expect([path, response.status]).toEqual([path, 200]);
    expect(await undeclared(described, `${ROOT}/${template}`, "get", response)).toEqual([]);
    if (!template.includes("{id}")) continue;
    const missing = await handler(get(`${ROOT}/${path.replace(report_id, "rp_0")}`, bearer(keys.reader)));
    expect(missing.status).toBe(404);
    expect(await undeclared(described, `${ROOT}/${template}`, "get", missing)).toEqual([]);
  }
  for (const [document, status, code] of [
    [{}, 400, "invalid_request"],
    [{ work_id: work.work_id, work_hash: work.work_hash }, 400, "invalid_request"],
    [{ work_id: "wk_0" }, 404, "not_found"],
    [{ work_hash: `sha256:${"0".repeat(64)}` }, 404, "not_found"],
    [{ work_id: work.work_id, analyses: ["an_0"] }, 404, "not_found"],
    [{ work_id: work.work_id, scores: [analysis.analysis_id] }, 404, "not_found"],
    [{ work_id: work.work_id, analyses: [] }, 400, "invalid_request"],
  ] as const) {
    const response = await report(document);
    expect([response.status, (await problemOf(response.clone())).code]).toEqual([status, code]);
    expect(await undeclared(described, `${ROOT}/report`, "post", response)).toEqual([]);
  }
  const removed = await handler(
    new Request(`${ORIGIN}${ROOT}/reports/${report_id}`, { method: "DELETE", headers: bearer(keys.one) }),
  );
  expect(await undeclared(described, `${ROOT}/reports/{id}`, "delete", removed)).toEqual([]);
  expect((await handler(get(`${ROOT}/reports/${report_id}`, bearer(keys.one)))).status).toBe(404);
});

describe("a report", () => {
  test("contains complete results, is the same each time, and is recorded in the work's history", async () => {
    const asked = { work_hash: work.work_hash, analyses: [analysis.analysis_id], scores: [score.score_id] };
    const first = await made(asked);
    const notes = async () => {
      const path = `${ROOT}/works/${work.work_id}/history`;
      type Answer = { history: { entries: { kind: string; digest: string }[] } };
      return (await bodyOf<Answer>(await handler(get(path, bearer(keys.one))))).history.entries;
    };
    const entries = await notes();
    expect(entries.at(-1)).toMatchObject({ kind: "report", digest: first.digest });
    expect(await made(asked)).toEqual(first);
    expect(await notes()).toEqual(entries);
    const { bundle } = first;
    expect(bundle.results.map(({ kind, id }) => [kind, id])).toEqual([
      ["analysis", analysis.analysis_id],
      ["score", score.score_id],
    ]);
    expect(bundle.results[1]!.result).toEqual(without(score, "success"));
    expect(bundle.inputs).toEqual([{ work_hash: work.work_hash, content: null }]);
    expect(bundle.method.corpora.map(({ name }) => name)).toEqual(["shelf", "attic"]);
    expect(bundle.method.calibrations[0]).toMatchObject({ calibration: { provenance: expect.anything() } });
    expect(bundle.error_rates).toHaveLength(1);
    expect(bundle.sources.map(({ id }) => id)).toContain("a-test-source");
    expect(bundle.not_tested.length).toBeGreaterThan(0);
    // What the history signs of each result is what the report says of it.
    const digests = entries.map(({ digest }) => digest);
    for (const { digest } of notEmpty(bundle.results)) expect(digests).toContain(digest);
  });

  test("shows each limit, and the reason of each stage that was not tested, on its page", async () => {
    const document = await made({ work_id: work.work_id, include_content: true });
    const page = htmlReport(document);
    for (const limit of notEmpty(document.bundle.limits)) expect(page).toContain(`>${limit}<`);
    for (const { reason } of notEmpty(document.bundle.not_tested)) expect(page).toContain(`>${reason ?? ""}<`);
  });

  test("is the same document in JSON and MessagePack, and verifies offline in both", async () => {
    const { report_id } = await made({ work_id: work.work_id, include_content: true });
    const [json, packed] = await Promise.all(
      ["application/json", "application/msgpack"].map(async (accept) =>
        bodyOf(await handler(get(`${ROOT}/reports/${report_id}`, bearer(keys.one, { accept })))),
      ),
    );
    expect(packed).toEqual(json);
    const { keys: published } = await bodyOf<{ keys: { kid: string }[] }>(await handler(get(`${ROOT}/signing-keys`)));
    for (const document of [json, packed, JSON.stringify(json)]) {
      const verification = await verifyDocument(document, [published[0]!.kid]);
      expect(verification).toMatchObject({ kind: "report", report_id, is_trusted: true, work_hash: work.work_hash });
    }
    expect(await verifyDocument(json, ["another"])).toMatchObject({ is_trusted: false });
  });

  test("of texts with lone surrogates is the same in both, too", async () => {
    const content = `${CONTENT} \ud800 and \udfff`;
    const title = "T\ud800";
    const odd = await bodyOf<typeof work>(
      await handler(
        postJson(`${ROOT}/content/register`, { content, metadata: { title, "k\udc00": [title] } }, bearer(keys.one)),
      ),
    );
    await handler(postJson(`${ROOT}/works/${odd.work_id}/analyze`, {}, bearer(keys.one)));
    const { report_id } = await made({ work_id: odd.work_id, include_content: true });
    for (const accept of ["application/json", "application/msgpack"]) {
      const document = await bodyOf<ReportDocument>(
        await handler(get(`${ROOT}/reports/${report_id}`, bearer(keys.one, { accept }))),
      );
      expect(await verifyDocument(document)).toMatchObject({ report_id });
      expect(await replayBundle(document.bundle, engine)).toMatchObject([{ outcome: "same" }]);
    }
  });

  test("belongs to its tenant: another sees none of it, and reports nothing of another's works", async () => {
    const { report_id } = await made({ work_id: work.work_id });
    const ask = async (path: string) => {
      const response = await handler(get(`${ROOT}/reports/${path}`, bearer(keys.two, { "x-request-id": "r" })));
      return [response.status, await response.text()];
    };
    for (const end of ["", "/html"]) expect(await ask(report_id + end)).toEqual(await ask(`rp_0${end}`));
    const list = await bodyOf<{ items: unknown[] }>(await handler(get(`${ROOT}/reports`, bearer(keys.two))));
    expect(list.items).toEqual([]);
    const body = async (document: object) => (await report(document, keys.two, { "x-request-id": "r" })).text();
    expect(await body({ work_id: work.work_id })).toBe(await body({ work_id: "wk_0" }));
    const own = await bodyOf<typeof work>(
      await handler(postJson(`${ROOT}/content/register`, { content: CONTENT }, bearer(keys.two))),
    );
    const named = (id: string) => body({ work_id: own.work_id, analyses: [id] });
    expect(await named(analysis.analysis_id)).toBe(await named("an_0"));
    expect((await report({ work_id: work.work_id }, keys.reader)).status).toBe(403);
  });

  test("of another work's results is rejected", async () => {
    const other = await bodyOf<typeof work>(
      await handler(postJson(`${ROOT}/content/register`, { content: FOREIGN }, bearer(keys.one))),
    );
    const response = await report({ work_id: other.work_id, analyses: [analysis.analysis_id] });
    expect((await problemOf(response)).errors).toEqual([
      { pointer: "/analyses/0", detail: "must name a kept result about this work" },
    ]);
    expect((await report({ work_id: other.work_id })).status).toBe(400);
  });

  test("accepts a stored result about the same text sent as content", async () => {
    const asked = { content: CONTENT, content_type: "text", options: { max_matches: 3 } };
    const kept = await bodyOf<typeof analysis>(
      await handler(postJson(`${ANALYZE}?keep=true`, asked, bearer(keys.one))),
    );
    const { bundle } = await made({ work_id: work.work_id, analyses: [kept.analysis_id], include_content: true });
    expect(bundle.results[0]!.request).toEqual({
      ...{ work_hash: work.work_hash, content_type: "text", options: { max_matches: 3 } },
    });
    expect(await replayBundle(bundle, engine)).toEqual([{ kind: "analysis", id: kept.analysis_id, outcome: "same" }]);
  });

  test("is a page that runs nothing, with a policy that allows nothing to run", async () => {
    const { html_url, report_id } = await made({ work_id: work.work_id, include_content: true });
    const response = await handler(get(html_url, bearer(keys.reader)));
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline';.*frame-ancestors 'none'$/,
    );
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await response.text();
    expect(html).not.toMatch(
      /<(?:script|img|iframe|object|embed|link|base|form|video|math|a)\b|<[^>]*\s(?:on\w+|href|src)=/i,
    );
    const order = [
      "EVIDENCE REPORT",
      "Propositions",
      "Contents of this report",
      "Where it was found",
      "Channels",
      ">Error rates<",
      "Limits",
      "To verify and replay",
      report_id,
    ];
    const places = order.map((text) => html.indexOf(text, html.indexOf("<main>")));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(html).toContain("<mark>");
    const { html: inline } = await made({ work_id: work.work_id, include_content: true, format: "html" });
    expect(inline).toBe(html);
  });
});

describe("verification", () => {
  const verify = (document: object) => handler(postJson(`${ROOT}/reports/verify`, document, bearer(keys.reader)));

  test("accepts reports, histories and receipts, as documents or as responses", async () => {
    const whole = await made({ work_id: work.work_id });
    const history = await bodyOf<object>(await handler(get(`${ROOT}/works/${work.work_id}/history`, bearer(keys.one))));
    const receipt = await bodyOf<object>(
      await handler(postJson(`${ROOT}/content/register`, { content: CONTENT }, bearer(keys.one))),
    );
    for (const [document, kind] of [
      [whole, "report"],
      [history, "history"],
      [(history as { history: object }).history, "history"],
      [receipt, "history"],
    ] as const) {
      const response = await verify(document);
      expect(await undeclared(described, `${ROOT}/reports/verify`, "post", response.clone())).toEqual([]);
      const body = await bodyOf<{ work_hash: string }>(response);
      expect(body).toMatchObject({ kind, verified: true, is_trusted: true, work_hash: work.work_hash });
    }
  });

  test("points to what is invalid", async () => {
    const whole = await made({ work_id: work.work_id, include_content: true });
    const changed = (change: (document: ReportDocument) => void) => {
      const copy = structuredClone(whole) as ReportDocument;
      change(copy);
      return copy;
    };
    const other = (await made({ work_id: work.work_id })).bundle;
    for (const [document, pointer] of [
      [{}, "/format"],
      [
        changed((one) => Object.assign(one.bundle.results[0]!.result, { verdict: "none_found" })),
        "/bundle/results/0/result",
      ],
      [changed((one) => (one.bundle.inputs[0]!.content += " ")), "/bundle/inputs/0/content"],
      [changed((one) => (one.bundle.limits[0] = "none")), "/bundle"],
      [changed((one) => (one.bundle = other)), "/bundle"],
      [changed((one) => (one.created_at = "2020-01-01T00:00:00.000Z")), "/signature"],
      [changed((one) => (one.key = "x")), "/key"],
      [changed((one) => Object.assign(one, { more: 1 })), "/more"],
    ] as const) {
      const response = await verify(document);
      expect(await undeclared(described, `${ROOT}/reports/verify`, "post", response.clone())).toEqual([]);
      const problem = await problemOf(response);
      expect([problem.code, problem.errors[0]!.pointer]).toEqual(["report_invalid", pointer]);
    }
  });

  test("detects a change of any signed byte", async () => {
    const content = words(FOREIGN, 200, 260);
    const small = await bodyOf<typeof work>(
      await handler(postJson(`${ROOT}/content/register`, { content }, bearer(keys.one))),
    );
    await handler(postJson(`${ROOT}/works/${small.work_id}/analyze`, {}, bearer(keys.one)));
    // Without the calibration, whose numbers are many and alike.
    const whole = await registry.reports.create("one", { work_id: small.work_id, include_content: true }, {});
    const text = JSON.stringify(whole);
    let tried = 0;
    for (let at = 0; at < text.length; at += fewOrAll(3, 1)) {
      const swapped = String.fromCharCode(text.charCodeAt(at) ^ 1);
      const changed = text.slice(0, at) + swapped + text.slice(at + 1);
      let value: unknown = null;
      try {
        value = JSON.parse(changed);
      } catch {}
      // A name of a field twice, or an escape written otherwise: the same document.
      if (value !== null && JSON.stringify(value) === text) continue;
      tried++;
      await expect(
        verifyDocument(value ?? changed),
        `byte ${at}: ${text.slice(at - 20, at + 20)}`,
      ).rejects.toMatchObject({
        code: "report_invalid",
      });
    }
    expect(tried).toBeGreaterThan(fewOrAll(1_600, 5_000));
  });

  test("rejects endless nesting, and values that are not documents", async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const whole = await made({ work_id: work.work_id });
    const nested = JSON.stringify(without(whole, "success", "html_url")).replace(
      '"metadata":{',
      `"metadata":{"x":${deep},`,
    );
    for (const value of [
      deep,
      nested,
      "",
      "null",
      "[]",
      "1",
      undefined,
      null,
      1,
      [],
      { history: null },
      { receipt: 1 },
    ])
      await expect(verifyDocument(value)).rejects.toMatchObject({ code: "report_invalid" });
  });
});

describe("replay", () => {
  const bundleOf = async (include_content: boolean): Promise<EvidenceBundle> =>
    (await made({ work_id: work.work_id, analyses: [analysis.analysis_id], scores: [score.score_id], include_content }))
      .bundle;

  test("gives the same bytes with the same corpora, with the text in the bundle or given", async () => {
    const same = [
      { kind: "analysis", id: analysis.analysis_id, outcome: "same" },
      { kind: "score", id: score.score_id, outcome: "same" },
    ];
    expect(await replayBundle(await bundleOf(true), engine)).toEqual(same);
    expect(await replayBundle(await bundleOf(false), engine, { contents: ["another", CONTENT] })).toEqual(same);
    const cannot = await replayBundle(await bundleOf(false), engine);
    for (const one of notEmpty(cannot))
      expect(one).toMatchObject({ outcome: "cannot", missing_contents: [work.work_hash] });
  });

  test("points to differences", async () => {
    const bundle = structuredClone(await bundleOf(true));
    Object.assign(bundle.results[0]!.result, { verdict: "none_found" });
    (bundle.results[0]!.result as unknown as { matches: { words: number }[] }).matches[0]!.words++;
    expect((await replayBundle(bundle, engine))[0]).toMatchObject({
      outcome: "differs",
      pointers: ["/verdict", "/matches/0/words"],
    });
  });

  test("of another version states this: only the version differs, or other differences, which do not invalidate the report", async () => {
    const bundle = structuredClone(await bundleOf(true));
    const [first] = bundle.results;
    Object.assign((first!.result as unknown as { method: object }).method, {
      engine: "spolia 0.0.9",
      wasm_sha256: "0".repeat(64),
    });
    const engines = { answered: "spolia 0.0.9", replayed: ENGINE_VERSION };
    const { kind, id } = first!;
    const replayed = async () => (await replayBundle({ ...bundle, results: [first!] }, engine))[0];
    expect(await replayed()).toEqual({ kind, id, engines, outcome: "same" });
    Object.assign(first!.result, { verdict: "none_found" });
    expect(await replayed()).toEqual({ kind, id, engines, outcome: "other_version", pointers: ["/verdict"] });
  });

  test("names the changed corpus, and everything that is missing", async () => {
    const { corpora, catalogue } = await openFixture();
    const changed = await buildCorpus([...SHELF, { id: "more", text: FOREIGN }], { name: "shelf", dataset: "shelf" });
    const bundle = await bundleOf(true);
    const over = async (options: Parameters<typeof createEngine>[0]) =>
      replayBundle(bundle, await createEngine(options));
    for (const one of notEmpty(await over({ corpora: [changed, corpora[1]!], catalogue }))) {
      expect(one).toMatchObject({
        outcome: "cannot",
        missing_corpora: [{ name: "shelf", revision: corpora[0]!.info.revision }],
      });
    }
    expect(await over({ corpora: [], catalogue })).toMatchObject([{ outcome: "cannot" }, { outcome: "cannot" }]);
    for (const one of notEmpty(await over({ corpora })))
      expect(one).toMatchObject({ outcome: "cannot", reason: expect.stringContaining("catalogue") });
    const more = await buildCorpus([{ id: "x", text: FOREIGN }], { name: "more", dataset: "more" });
    expect(await over({ corpora: [more, ...corpora], catalogue })).toMatchObject([
      { outcome: "same" },
      { outcome: "cannot", reason: expect.stringContaining("shelf, attic") },
    ]);
    // Copies in two segments count twice until a merge, which keeps the revision: the words tell that it is another state.
    const storage = createMemoryStorage();
    await buildCorpus(SHELF, { name: "shelf", dataset: "shelf", storage });
    await appendDocuments(storage, [{ id: "copy", text: SHELF[0]!.text }]);
    const copies = { corpora: [await openCorpus(storage)], catalogue };
    const asked = { ...bundle.results[0]!, request: { content: CONTENT } };
    const result = await (await createEngine(copies)).analyze(asked.request);
    const ofCopies = { ...bundle, results: [{ ...asked, id: result.analysis_id, result }] } as EvidenceBundle;
    expect(await replayBundle(ofCopies, await createEngine(copies))).toMatchObject([{ outcome: "same" }]);
    await mergeCorpus(storage);
    const merged = await openCorpus(storage);
    expect(merged.info.revision).toBe(copies.corpora[0]!.info.revision);
    expect(await replayBundle(ofCopies, await createEngine({ corpora: [merged], catalogue }))).toMatchObject([
      { outcome: "cannot", missing_corpora: [{ name: "shelf", words: copies.corpora[0]!.info.words }] },
    ]);
    const calibration = { ...(await engine.calibration()), name: "another" };
    const uncalibrated = await over({ corpora, catalogue, calibration });
    expect(uncalibrated[0]).toMatchObject({ outcome: "cannot", reason: expect.stringContaining("another") });
  });
});

function without(document: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}

test("a page shows the text of a work in HTML, and no tags", async () => {
  const copied = words(SHELF[0]!.text, 100, 260);
  const content = `<title>Page</title><p class="lead">${words(FOREIGN, 0, 60)}</p><p>${copied.replace(" ", " <em>")}</em></p>`;
  const { work_id } = await bodyOf<typeof work>(
    await handler(
      postJson(`${ROOT}/content/register`, { content, content_type: "html", title: "Page" }, bearer(keys.one)),
    ),
  );
  await handler(postJson(`${ROOT}/works/${work_id}/analyze`, {}, bearer(keys.one)));
  const asked = { work_id, include_content: true };
  const { html_url, html } = await made({ ...asked, format: "html" });
  // After the page comes the bundle, which holds the content as it was sent.
  const pageOf = (text = "") => text.slice(0, text.lastIndexOf("<details"));
  expect(pageOf(html)).toContain(copied.split(" ").slice(4, 12).join(" "));
  expect(pageOf(html)).not.toMatch(/&lt;\/?(?:em|p)\b/);
  expect(await (await handler(get(html_url, bearer(keys.one)))).text()).toBe(html);
  // Without readers, the content is shown as it was sent.
  expect(pageOf(htmlReport(await made(asked)))).toMatch(/&lt;em\b/);
});
