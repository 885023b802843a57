/** A result document that was kept: which operation's it is by its shape, and the same report of it. */
import { checkArguments, checkPlain, checkShown, optionsCheck } from "../arguments.ts";
import type { AnalyzeResult } from "../contract/analyze.ts";
import type { CompareResult } from "../contract/compare.ts";
import type { ExtractResult } from "../contract/extract.ts";
import type { ProbeResult } from "../contract/probe.ts";
import type { EvidenceBundle } from "../contract/report.ts";
import { analyzeResultSchema } from "../contract/schemas/analyze.ts";
import { compareResultSchema } from "../contract/schemas/compare.ts";
import { extractResultSchema } from "../contract/schemas/extract.ts";
import { parseDocument } from "../contract/schemas/parse.ts";
import { probeResultSchema } from "../contract/schemas/probe.ts";
import { evidenceBundleSchema, reportDocumentSchema } from "../contract/schemas/report.ts";
import { scoreResultSchema } from "../contract/schemas/score.ts";
import type { ScoreResult } from "../contract/score.ts";
import { SpoliaError } from "../errors.ts";
import { htmlAnalysis, plainAnalysis } from "./analysis.ts";
import { htmlComparison, plainComparison } from "./comparison.ts";
import type { AnyReport } from "./evidence.ts";
import { htmlExtraction, plainExtraction } from "./extraction.ts";
import type { Cited } from "./html.ts";
import type { PlainOptions } from "./page.ts";
import { htmlProbe, plainProbe } from "./probe.ts";
import { htmlScore, plainScore } from "./score.ts";

/** A result and the operation that gave it. */
export type OperationResult =
  | { of: "analyze"; result: AnalyzeResult }
  | { of: "score"; result: ScoreResult }
  | { of: "compare"; result: CompareResult }
  | { of: "extract"; result: ExtractResult }
  | { of: "probe"; result: ProbeResult };

/**
 * Takes an unknown value for what `analyze`, `score`, `compare`, `extract` or `probe` returned.
 *
 * @throws invalid_request with `fields` where it is none of them
 */
export function parseResult(value: unknown): OperationResult {
  const has = (id: string) => typeof value === "object" && value !== null && Object.hasOwn(value, id);
  // The value itself: its fields stay in their order, and what is shown of the document is the document.
  if (has("analysis_id") && parsed(analyzeResultSchema, value)) return { of: "analyze", result: value as AnalyzeResult };
  if (has("score_id") && parsed(scoreResultSchema, value)) return { of: "score", result: value as ScoreResult };
  if (has("comparison_id") && parsed(compareResultSchema, value)) return { of: "compare", result: value as CompareResult };
  if (has("extract_id") && parsed(extractResultSchema, value)) return { of: "extract", result: value as ExtractResult };
  if (has("probe_id") && parsed(probeResultSchema, value)) return { of: "probe", result: value as ProbeResult };
  throw new SpoliaError("invalid_request", "The document is not a result of analyze, score, compare, extract or probe.", {
    hint: HINT,
  });
}

/**
 * Takes an unknown value for a report of a service, or for a bundle. Whether it holds is for `verifyDocument` of `spolia/registry` to say.
 *
 * @throws invalid_request with `fields` where it is neither
 */
export function parseReport(value: unknown): AnyReport {
  checkShown("parseReport", value, "format");
  const { format, success: _, html_url: __, ...rest } = value as Record<string, unknown>;
  const document = { format, ...rest };
  parsed(format === "spolia-evidence-1" ? evidenceBundleSchema : reportDocumentSchema, document);
  const bundle = (format === "spolia-evidence-1" ? document : rest["bundle"]) as EvidenceBundle;
  for (const { kind, result } of bundle.results) {
    if (kind === "analysis" || kind === "score") parseResult(result);
    else parsed(kind === "probe" ? probeResultSchema : extractResultSchema, result);
  }
  return document as AnyReport;
}

const HINT = "Write one with --json: the whole of what the command prints.";
const parsed = parseDocument("The document does not have the form of a result of this version.", HINT);

/**
 * The texts that a result is about, as they were asked about: an analysis has one, a comparison two. A result has no text in it: where it
 * is not at hand, passages are shown as the source has them, or by their places.
 */
export interface ResultTexts {
  texts?: readonly string[] | undefined;
}

/** The plain words of a result. */
export function plainResult(document: OperationResult, given: PlainOptions & ResultTexts): string {
  checkShown("plainResult", document, "of");
  checkPlain("plainResult", given);
  const { texts = [], ...options } = given;
  if (document.of === "analyze") return plainAnalysis(document.result, { ...options, content: texts[0] });
  if (document.of === "score") return plainScore(document.result, options);
  if (document.of === "extract") return plainExtraction(document.result, options);
  if (document.of === "probe") return plainProbe(document.result, options);
  return plainComparison(document.result, { ...options, a: texts[0], b: texts[1] });
}

/** The same as one HTML file: given what the operation was given, byte for byte the one that it writes. */
export function htmlResult(document: OperationResult, given: Cited & ResultTexts = {}): string {
  checkShown("htmlResult", document, "of");
  checkArguments("htmlResult", [optionsCheck(given)]);
  const { texts = [], ...cited } = given;
  if (document.of === "analyze") return htmlAnalysis(document.result, { ...cited, content: texts[0] });
  if (document.of === "score") return htmlScore(document.result, cited);
  if (document.of === "extract") return htmlExtraction(document.result);
  if (document.of === "probe") return htmlProbe(document.result);
  return htmlComparison(document.result, { a: texts[0], b: texts[1] });
}
