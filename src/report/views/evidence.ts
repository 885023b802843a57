/** A whole evidence report: propositions, results, limits, and how to replay it. */
import { checkArguments, checkPlain, checkShown, optionsChecks } from "../../base/arguments.ts";
import type { ContentType, Method, Sha256 } from "../../base/contract/common.ts";
import type { AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import type { ScoreResult } from "../../base/contract/operations/score.ts";
import type {
  EvidenceBundle,
  EvidenceInput,
  EvidenceResult,
  ReportDocument,
} from "../../base/contract/resources/report.ts";
import { checkShape } from "../../base/contract/shapes.ts";
import type { Readers } from "../../engine/steps/content.ts";
import { HtmlSheet } from "../layout/html.ts";
import { count, figure, type PlainOptions, percent, TerminalPage } from "../layout/page.ts";
import type { Axis, Sheet } from "../layout/sheet.ts";
import type { GivenText } from "../layout/shownText.ts";
import { writeMethod } from "../parts/method.ts";
import { plainTimestamp, type ShownTimestamps } from "../parts/timestamp.ts";
import { writeAnalysis } from "./analysis.ts";
import { writeScore } from "./score.ts";

const SHARES: Axis = [
  [0, "0"],
  [0.5, "50 %"],
  [1, "100 %"],
];

/** A signed report, or a bundle without a signature. */
export type AnyReport = ReportDocument | EvidenceBundle;

const bundleOf = (document: AnyReport): EvidenceBundle =>
  document.format === "spolia-report-1" ? document.bundle : document;

const RESULT_OF = {
  analysis: "AnalyzeResult",
  score: "ScoreResult",
  probe: "ProbeResult",
  extraction: "ExtractResult",
} as const;

/** @throws invalid_request if it is not a report, or a result in it is incomplete */
function checkReport(caller: string, document: AnyReport): void {
  checkShown(caller, document, "format");
  checkShape(caller, document.format === "spolia-evidence-1" ? "EvidenceBundle" : "ReportDocument", document);
  for (const { kind, result } of bundleOf(document).results) checkShape(caller, RESULT_OF[kind], result);
}

/** What a report is shown with. */
export interface ReportOptions extends ShownTimestamps {
  /** Passages are shown as these readers read the contents (`readers` of `spolia/documents`); default: as sent. */
  readers?: Readers | undefined;
}

/** A report, or a bundle, as one page. */
export function htmlReport(document: AnyReport, options: ReportOptions = {}): string {
  checkReport("htmlReport", document);
  checkArguments("htmlReport", [...optionsChecks<ReportOptions>(options, { timestamps: true, readers: true })]);
  const { sources } = bundleOf(document);
  const page = new HtmlSheet({ citations: () => sources });
  writeReport(page, document, options);
  page.sources(sources.map(({ id }) => id));
  return page.finish("report_id" in document ? `Evidence report ${document.report_id}` : "Evidence report", document);
}

/** The same report for a terminal. */
export function plainReport(document: AnyReport, options: PlainOptions & ReportOptions): string {
  checkReport("plainReport", document);
  checkPlain("plainReport", options);
  const page = new TerminalPage(options);
  writeReport(page, document, options);
  return page.finish();
}

function writeReport(page: Sheet, document: AnyReport, { timestamps, readers = {} }: ReportOptions): void {
  const bundle = bundleOf(document);
  page.verdict("EVIDENCE REPORT", titleOf(bundle), "plain");
  writePropositions(page, bundle);
  writeContents(page, bundle);
  writeExhibits(page, bundle);
  for (const result of bundle.results) {
    page.blank();
    writeResult(page, result, bundle, readers);
  }
  page.blank();
  page.verdict("BASIS", "This part applies to every result above.", "plain");
  writeErrorRates(page, bundle);
  writeLimits(page, bundle);
  const signed = document.format === "spolia-report-1" ? document : null;
  writeIdentity(page, bundle, signed);
  for (const one of timestamps ?? [])
    if (one.digest === signed?.digest) page.text(`Time stamp of the digest: ${plainTimestamp(one)}`);
}

function titleOf({ work, results }: EvidenceBundle): string {
  const found = count(results.length, "result");
  if (work === null) return `${found}.`;
  const { title, author } = work.metadata;
  const name = [
    title === undefined ? "a registered work" : `“${title}”`,
    ...(author === undefined ? [] : [author]),
  ].join(", ");
  return `${found} about ${name}, ${count(work.words, "word")}.`;
}

function writePropositions(page: Sheet, { propositions }: EvidenceBundle): void {
  page.heading("Propositions");
  page.text(propositions.in_corpus, { label: "In corpus: " });
  page.text(propositions.reproduced, { label: "Reproduced: " });
  page.text(propositions.trained_on, { label: "Trained on: " });
  page.text(propositions.alternative, { label: "Or: " });
  page.text("The report treats each proposition separately.", { dim: true });
}

function writeContents(page: Sheet, { results }: EvidenceBundle): void {
  page.heading("Contents of this report");
  page.table({
    columns: ["Result", "Answer", "SHA-256 of the result"],
    rows: results.map((one) => [`${one.kind} ${one.id}`, answerOf(one), one.digest.replace("sha256:", "")]),
  });
}

function answerOf({ kind, result }: EvidenceResult): string {
  if (kind === "analysis") return (result as unknown as AnalyzeResult).verdict.replaceAll("_", " ");
  if (kind !== "score") return `${(result as unknown as { model: string }).model}, ${observed(result)}`;
  const { model_id: model, tier, score } = result as unknown as ScoreResult;
  return `${model}: ${tier.replaceAll("_", " ")}, score ${figure(score)} of 100`;
}

/** What of each exhibit was checked. Bundles of 0.1.0 do not say it. */
function writeExhibits(page: Sheet, { exhibits = [], results }: Partial<EvidenceBundle>): void {
  if (exhibits.length === 0) return;
  page.heading("Custody of the exhibits");
  page.table({
    columns: ["Exhibit", "Custody", "What was checked"],
    rows: exhibits.map(({ result, observation, custody, reason }) => {
      const kind = results?.find(({ id }) => id === result)?.kind ?? "result";
      return [`${observation === null ? "" : `observation ${observation + 1} of `}${kind} ${result}`, custody, reason];
    }),
  });
}

const observationsOf = (result: object): ChannelObservation[] =>
  (result as { observations?: ChannelObservation[] }).observations ?? [];
const observed = (result: object): string => count(observationsOf(result).length, "observation");

function writeResult(page: Sheet, one: EvidenceResult, { inputs }: EvidenceBundle, readers: Readers): void {
  const { kind, result } = one;
  if (kind === "analysis") {
    const content = contentOf(one, inputs, readers);
    writeAnalysis(page, result as unknown as AnalyzeResult, { content, allConfidences: true });
  } else if (kind === "score") writeScore(page, result as unknown as ScoreResult);
  else writeObservations(page, one);
}

/** The text of a request, read as the engine read it; undefined where the bundle holds no texts. */
function contentOf(
  { request }: EvidenceResult,
  inputs: readonly EvidenceInput[],
  readers: Readers,
): GivenText | undefined {
  const { work_hash, content_type = "text" } = (request ?? {}) as { work_hash?: Sha256; content_type?: ContentType };
  const content = inputs.find((input) => input.work_hash === work_hash)?.content ?? undefined;
  return content === undefined ? undefined : (readers[content_type]?.(content) ?? content);
}

function writeObservations(page: Sheet, { kind, id, result }: EvidenceResult): void {
  const { model, caveats, method } = result as unknown as { model: string; caveats: string[]; method: Method };
  page.verdict(kind.toUpperCase(), `Observations of ${model}.`, "plain");
  page.heading("Observations");
  const observations = observationsOf(result);
  if (observations.length === 0) page.text("None that a score can use.");
  page.table({
    columns: ["Channel", "p-value", "Validity", "Blind gate", "Restriction"],
    rows: observations.map(({ channel, p, exactness, gate, reason, tests }) => [
      channel.replaceAll("_", " "),
      p === null ? "none" : `${figure(p)}, corrected for ${count(tests, "test")}`,
      exactness,
      gate.replaceAll("_", " "),
      reason ?? "",
    ]),
  });
  for (const caveat of caveats) page.item(caveat);
  writeMethod(page, `${kind} ${id}`, { completeness: result.completeness, method });
}

function writeErrorRates(page: Sheet, { error_rates: rates }: EvidenceBundle): void {
  page.heading("Error rates");
  if (rates.length === 0) page.text("This report contains no calibration, so it states no error rate.");
  for (const { calibration, true_positive: right, false_positive: wrong } of rates) {
    page.text(
      `Share of the labelled cases of ${calibration} with the verdict match. Kinds of cases are mixed with the fixed weights of that calibration; where quotations or formulas are more common than there, more verdicts are wrong.`,
    );
    const rows = [
      ["Cases with a reused passage", right, "95 % interval"],
      ["Cases without one", wrong, "one-sided 95 % bound at the upper end:"],
    ] as const;
    page.estimates(
      rows.map(
        ([
          label,
          {
            value,
            ci_95: [lo, hi],
          },
          words,
        ]) => ({
          label,
          value: percent(value),
          interval: `${words} ${percent(lo)} to ${percent(hi)}`,
          at: value,
          lo,
          hi,
        }),
      ),
      SHARES,
    );
  }
}

function writeLimits(page: Sheet, { limits, not_tested: skipped }: EvidenceBundle): void {
  page.heading("Limits");
  for (const limit of limits) page.item(limit);
  if (skipped.length === 0) return;
  page.heading("Not tested, in all results");
  page.table({
    columns: ["Stage", "Status", "Reason", "Result"],
    rows: skipped.map(({ result, stage, status, reason }) => [stage.replaceAll("_", " "), status, reason, result]),
  });
}

function writeIdentity(
  page: Sheet,
  { work, inputs, method, replay }: EvidenceBundle,
  report: ReportDocument | null,
): void {
  page.heading("To verify and replay");
  for (const command of replay) page.text(command, { label: "$ " });
  const calibrations = method.calibrations.map(({ name, sha256 }) => [
    "calibration",
    `${name}${sha256 === null ? ", not available" : `, ${sha256}`}`,
  ]);
  const rows: string[][] = [
    ...(work === null ? [] : [["work", `${work.work_id}, ${work.fingerprint}, registered ${work.registered_at}`]]),
    ...inputs.map(({ work_hash, content }) => [
      "text",
      `${work_hash}${content === null ? ", not in this report" : ""}`,
    ]),
    ...method.corpora.map(({ name, revision, documents }) => [
      "corpus",
      `${name} at ${revision}, ${count(documents, "document")}`,
    ]),
    ...method.catalogues.map((revision) => ["catalogue", revision]),
    ...calibrations,
    ...method.engines.map(({ engine, wasm_sha256: wasm, fold }) => [
      "engine",
      `${engine}, normalisation ${fold}, ${wasm === null ? "TypeScript kernels" : `WebAssembly sha256:${wasm}`}`,
    ]),
    ...method.seeds.map(({ name, seed, result }) => ["seed", `${name} ${seed} of ${result}`]),
    ...(method.tolerances ?? []).map(({ implementation, margin }) => [
      "tolerance",
      margin === 0
        ? `none: vectors by ${implementation} are the same to the byte`
        : `margins of rewordings may differ by ${margin}: vectors by ${implementation} depend on the machine`,
    ]),
    ...(report === null
      ? []
      : [
          ["report", `${report.report_id}, ${report.created_at}`],
          ["digest", report.digest],
          ["key", report.key],
          ["signature", `Ed25519 ${report.signature}`],
        ]),
  ];
  page.table({ columns: ["Item", "Value"], rows });
  page.text(
    "This page shows the report but does not prove it. To verify the report, get its JSON document from the service.",
    {
      dim: true,
    },
  );
}
