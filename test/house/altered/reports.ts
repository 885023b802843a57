/** Signed reports, given to `verifyDocument`, with the key of the service known, and replayed. */
import type { ReportDocument } from "../../../src/base/contract/resources/report.ts";
import { createEngine, isSpoliaError } from "../../../src/index.ts";
import { digestOfDocument } from "../../../src/report/bundle/bundle.ts";
import { replayBundle } from "../../../src/report/index.ts";
import { openSigners, type Signers } from "../../../src/service/history/signing.ts";
import { createMemoryStore, createRegistry, verifyDocument, workResolver } from "../../../src/service/index.ts";
import { statementOf } from "../../../src/service/works/reports.ts";
import { FOREIGN, openFixture, SHELF, words } from "../../engine/fixtures.ts";
import { ACCEPTED, type Altered, type AlteredKind } from "./altered.ts";

const CONTENT = `${words(FOREIGN, 0, 60)}\n${words(SHELF[0]!.text, 100, 260)} ${words(FOREIGN, 60, 120)}`;

type Signer = Awaited<ReturnType<Signers["oldest"]>>;

interface Opened {
  report: ReportDocument;
  other: ReportDocument;
  /** Id of the service's key. */
  trusted: string;
  /** The service's own signer, and that of a stranger. */
  own: Signer;
  strange: Signer;
  /** Outcomes of the results when they are computed again. */
  replay(report: ReportDocument): Promise<string[]>;
}
let opened: Promise<Opened> | undefined;
const world = (): Promise<Opened> => {
  opened ??= open();
  return opened;
};

async function open(): Promise<Opened> {
  const { corpora, catalogue } = await openFixture();
  const store = createMemoryStore();
  const engine = await createEngine({ corpora, catalogue, resolveWork: workResolver(store) });
  const registry = await createRegistry(engine, store);
  await registry.createTenant({ id: "one" });
  const reportOn = async (content: string) => {
    const { work_id, work_hash } = await registry.works.register("one", { content });
    const request = { work_hash };
    const result = await engine.analyze(request, { tenant: "one" });
    await registry.works.keep("one", "analysis", { id: result.analysis_id, result, work_id, request });
    return registry.reports.create("one", { work_id, include_content: true }, engine);
  };
  const [report, other] = [await reportOn(CONTENT), await reportOn(words(SHELF[1]!.text, 0, 200))];
  return {
    report: plain(report),
    other: plain(other),
    trusted: registry.signingKey.id,
    own: await (await openSigners(registry.host)).oldest(),
    strange: await (await openSigners({ store: createMemoryStore(), now: () => 0 })).oldest(),
    replay: async ({ bundle }) => (await replayBundle(bundle, engine)).map(({ outcome }) => outcome),
  };
}

const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** Verifies a report, and computes its results again where the signature is that of the service. */
async function answerTo(report: ReportDocument): Promise<string> {
  const { trusted, replay } = await world();
  try {
    const { is_trusted } = await verifyDocument(report, [trusted]);
    if (is_trusted !== true) return "untrusted: signed by a key that is not the service's";
    const outcomes = await replay(report);
    return outcomes.every((outcome) => outcome === "same") ? ACCEPTED : `replayed: ${outcomes.join(", ")}`;
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    return `refused: ${error.code} ${error.fields[0]?.pointer ?? ""}`;
  }
}

/** Computes all hashes again and signs. */
async function signedAgain(report: ReportDocument, signer: Signer): Promise<ReportDocument> {
  const { bundle } = report;
  for (const one of bundle.results) one.digest = await digestOfDocument(one.result);
  const digest = await digestOfDocument(bundle);
  const unsigned = { ...report, digest, key: signer.id, public_key: signer.publicKey };
  return { ...unsigned, signature: await signer.sign("spolia report 1", statementOf(unsigned)) };
}

type Change = (report: ReportDocument, other: ReportDocument) => unknown;

// biome-ignore lint/suspicious/noExplicitAny: results are changed field by field
type Fields = Record<string, any>;
const analysis = ({ bundle }: ReportDocument) => bundle.results[0]!.result as unknown as Fields;

/** Changes of what a report says. */
const CLAIMS: readonly (readonly [string, Change])[] = [
  ["another verdict", (one) => (analysis(one)["verdict"] = "none_found")],
  ["more confidence", (one) => (analysis(one)["confidence"] = 99.9)],
  ["a match left out", (one) => analysis(one)["matches"].pop()],
  ["a model added", (one) => analysis(one)["attribution_sources"].push(analysis(one)["attribution_sources"][0])],
  [
    "a decision invented",
    (one) =>
      (analysis(one)["decisions"] = {
        given: 1,
        applied: [],
        not_applied: [],
        elsewhere: 1,
        decided_words: 0,
        undecided_words: 0,
      }),
  ],
  ["another catalogue", (one) => (analysis(one)["method"].catalogue = "other")],
  ["another calibration", (one) => (analysis(one)["method"].calibration = "other")],
  ["a result of another work", (one, other) => (one.bundle.results[0] = other.bundle.results[0]!)],
];

const plainly: readonly (readonly [string, Change])[] = [
  ...CLAIMS,
  ["another id", (one) => (one.report_id = "rp_0")],
  ["another date", (one) => (one.created_at = "2020-01-01T00:00:00.000Z")],
  ["the signature of another report", (one, other) => (one.signature = other.signature)],
  ["the digest of another report", (one, other) => (one.digest = other.digest)],
  ["the bundle of another report", (one, other) => (one.bundle = other.bundle)],
  ["a result left out", (one) => one.bundle.results.pop()],
  ["a result twice", (one) => one.bundle.results.push(one.bundle.results[0]!)],
  ["another request", (one) => (one.bundle.results[0]!.request = {})],
  ["no request", (one) => (one.bundle.results[0]!.request = null)],
  ["another text", (one) => (one.bundle.inputs[0]!.content = "Another text.")],
  ["the hash of another text", (one, other) => (one.bundle.inputs[0]!.work_hash = other.bundle.inputs[0]!.work_hash)],
  ["other limits", (one) => (one.bundle.limits = [])],
  ["error rates left out", (one) => (one.bundle.error_rates = [])],
  ["sources left out", (one) => (one.bundle.sources = [])],
  ["exhibits left out", (one) => (one.bundle.exhibits = [])],
  ["an exhibit that says more", (one) => (one.bundle.exhibits[0]!.custody = "recomputed")],
  ["what was not tested left out", (one) => (one.bundle.not_tested = [])],
  ["the work of another report", (one, other) => (one.bundle.work = other.bundle.work)],
];

const changed = (name: string, change: Change, again?: "own" | "strange"): Altered => ({
  name: again === undefined ? name : `${name}, all hashes computed again`,
  of:
    again === undefined ? "the document" : again === "own" ? "signed by the service itself" : "signed with another key",
  answer: async () => {
    const all = await world();
    const report = plain(all.report);
    change(report, plain(all.other));
    return answerTo(again === undefined ? report : await signedAgain(report, all[again]));
  },
});

export const REPORTS: AlteredKind = {
  kind: "signed report",
  untouched: [
    { name: "as it was made", of: "the document", answer: async () => answerTo((await world()).report) },
    changed("nothing", () => {}, "own"),
  ],
  altered: [
    ...plainly.map(([name, change]) => changed(name, change)),
    changed("nothing", () => {}, "strange"),
    ...CLAIMS.map(([name, change]) => changed(name, change, "strange")),
    // What a service signs it answers for: only a replay shows that its engine did not say it.
    ...CLAIMS.map(([name, change]) => changed(name, change, "own")),
  ],
};
