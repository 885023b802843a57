/** A whole report as one HTML page: propositions, what was found, limits, how to replay. */
import { checkPlain, checkShown } from "../arguments.ts";
import type { AnalyzeResult } from "../contract/analyze.ts";
import type { Method } from "../contract/common.ts";
import type { ChannelObservation } from "../contract/observation.ts";
import type { EvidenceBundle, EvidenceResult, ReportDocument } from "../contract/report.ts";
import type { ScoreResult } from "../contract/score.ts";
import { checkShape } from "../contract/shapes.ts";
import { writeAnalysis } from "./analysis.ts";
import { HtmlSheet } from "./html.ts";
import { writeCompleteness, writeReplay } from "./method.ts";
import { count, figure, type PlainOptions, percent, TerminalPage } from "./page.ts";
import { writeScore } from "./score.ts";
import type { Axis, Sheet } from "./sheet.ts";

const SHARES: Axis = [
  [0, "0"],
  [0.5, "50 %"],
  [1, "100 %"],
];

/** A report that was signed, or a bundle without a signature. */
export type AnyReport = ReportDocument | EvidenceBundle;

const bundleOf = (document: AnyReport): EvidenceBundle =>
  document.format === "spolia-report-1" ? document.bundle : document;

const RESULT_OF = {
  analysis: "AnalyzeResult",
  score: "ScoreResult",
  probe: "ProbeResult",
  extraction: "ExtractResult",
} as const;

/** @throws invalid_request where it is no report, or a result in it is not whole */
function checkReport(caller: string, document: AnyReport): void {
  checkShown(caller, document, "format");
  checkShape(caller, document.format === "spolia-evidence-1" ? "EvidenceBundle" : "ReportDocument", document);
  for (const { kind, result } of bundleOf(document).results) checkShape(caller, RESULT_OF[kind], result);
}

/** A report, or a bundle, as one page. */
export function htmlReport(document: AnyReport): string {
  checkReport("htmlReport", document);
  const { sources } = bundleOf(document);
  const page = new HtmlSheet({ citations: () => sources });
  writeReport(page, document);
  page.sources(sources.map(({ id }) => id));
  return page.finish("report_id" in document ? `Evidence report ${document.report_id}` : "Evidence report", document);
}

/** The same on a terminal. */
export function plainReport(document: AnyReport, options: PlainOptions): string {
  checkReport("plainReport", document);
  checkPlain("plainReport", options);
  const page = new TerminalPage(options);
  writeReport(page, document);
  return page.finish();
}

function writeReport(page: Sheet, document: AnyReport): void {
  const bundle = bundleOf(document);
  page.verdict("EVIDENCE REPORT", titleOf(bundle), "plain");
  writePropositions(page, bundle);
  writeContents(page, bundle);
  for (const result of bundle.results) {
    page.blank();
    writeResult(page, result, bundle);
  }
  page.blank();
  page.verdict("WHAT THIS RESTS ON", "The same for every result above.", "plain");
  writeErrorRates(page, bundle);
  writeLimits(page, bundle);
  writeIdentity(page, bundle, document.format === "spolia-report-1" ? document : null);
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
  page.text("None of them is blended with another.", { dim: true });
}

function writeContents(page: Sheet, { results }: EvidenceBundle): void {
  page.heading("What is in this report");
  page.table({
    columns: ["Result", "Answer", "SHA-256 of the answer"],
    rows: results.map((one) => [`${one.kind} ${one.id}`, answerOf(one), one.digest.replace("sha256:", "")]),
  });
}

function answerOf({ kind, result }: EvidenceResult): string {
  if (kind === "analysis") return (result as unknown as AnalyzeResult).verdict.replaceAll("_", " ");
  if (kind !== "score") return `${(result as unknown as { model: string }).model}, ${observed(result)}`;
  const { model_id: model, tier, score } = result as unknown as ScoreResult;
  return `${model}: ${tier.replaceAll("_", " ")}, score ${figure(score)} of 100`;
}

const observationsOf = (result: object): ChannelObservation[] =>
  (result as { observations?: ChannelObservation[] }).observations ?? [];
const observed = (result: object): string => count(observationsOf(result).length, "observation");

function writeResult(page: Sheet, one: EvidenceResult, { inputs }: EvidenceBundle): void {
  const { kind, result, request } = one;
  const hash = (request as { work_hash?: string } | null)?.work_hash;
  const content = inputs.find(({ work_hash }) => work_hash === hash)?.content ?? undefined;
  if (kind === "analysis") writeAnalysis(page, result as unknown as AnalyzeResult, content);
  else if (kind === "score") writeScore(page, result as unknown as ScoreResult);
  else writeObservations(page, one);
}

function writeObservations(page: Sheet, { kind, id, result }: EvidenceResult): void {
  const { model, caveats, method } = result as unknown as { model: string; caveats: string[]; method: Method };
  page.verdict(kind.toUpperCase(), `What was observed of ${model}.`, "plain");
  page.heading("What was observed");
  const observations = observationsOf(result);
  if (observations.length === 0) page.text("Nothing that a score could take.");
  page.table({
    columns: ["Channel", "p-value", "Rests on", "Blind gate", "Why no more"],
    rows: observations.map(({ channel, p, exactness, gate, reason, tests }) => [
      channel.replaceAll("_", " "),
      p === null ? "none" : `${figure(p)}, corrected for ${count(tests, "test")}`,
      exactness,
      gate.replaceAll("_", " "),
      reason ?? "",
    ]),
  });
  for (const caveat of caveats) page.text(caveat, { label: "- " });
  writeCompleteness(page, result.completeness);
  writeReplay(page, `${kind} ${id}`, method);
}

function writeErrorRates(page: Sheet, { error_rates: rates }: EvidenceBundle): void {
  page.heading("Error rates");
  if (rates.length === 0) page.text("No calibration is in this report, so no error rate is stated.");
  for (const { calibration, true_positive: right, false_positive: wrong } of rates) {
    page.text(`Of the verdict match, by ${calibration}, on its labelled cases:`);
    const rows = [
      ["where it is true", right, "95 % interval"],
      ["where it is not", wrong, "one-sided 95 % bound at the upper end:"],
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
          label: `Told ${label}`,
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
  for (const limit of limits) page.text(limit, { label: "- " });
  if (skipped.length === 0) return;
  page.heading("What was not tested, in all results");
  page.table({
    columns: ["Stage", "Status", "Why", "Result"],
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
    `${name}${sha256 === null ? ", not at hand" : `, ${sha256}`}`,
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
      `${engine}, folding ${fold}, ${wasm === null ? "TypeScript kernels" : `WebAssembly sha256:${wasm}`}`,
    ]),
    ...method.seeds.map(({ name, seed, result }) => ["seed", `${name} ${seed} of ${result}`]),
    ...(report === null
      ? []
      : [
          ["report", `${report.report_id}, ${report.created_at}`],
          ["digest", report.digest],
          ["key", report.key],
          ["signature", `Ed25519 ${report.signature}`],
        ]),
  ];
  page.table({ columns: ["What", "Which"], rows });
  page.text(
    "The report as a document, by which it is verified, is asked of the service; this page shows it and proves nothing.",
    {
      dim: true,
    },
  );
}
