/** Recognises the operation of a stored result, and shows the same report as the operation. */
import { checkArguments, checkPlain, checkShown, isRecord, optionsCheck } from "../base/arguments.ts";
import type { OperationName, ResultDocuments, ResultOf } from "../base/contract/operations.ts";
import type { EvidenceBundle } from "../base/contract/resources/report.ts";
import { parseShape } from "../base/contract/shapes.ts";
import { SpoliaError } from "../base/errors.ts";
import { OPERATIONS, operationOf } from "../engine/operations.ts";
import type { Cited, ReportedOn } from "./layout/html.ts";
import type { PlainOptions } from "./layout/page.ts";
import type { GivenText } from "./layout/shownText.ts";
import { type AnalysisOptions, htmlAnalysis, plainAnalysis } from "./views/analysis.ts";
import { htmlAssessment, plainAssessment } from "./views/assessment.ts";
import { htmlComparison, plainComparison } from "./views/comparison.ts";
import { htmlComparisons, plainComparisons } from "./views/comparisons.ts";
import type { AnyReport } from "./views/evidence.ts";
import { htmlExtraction, plainExtraction } from "./views/extraction.ts";
import { htmlProbe, plainProbe } from "./views/probe.ts";
import { htmlScore, plainScore } from "./views/score.ts";

interface Shown<Name extends ShownName> {
  plain(result: ResultOf<Name>, options: PlainOptions, texts: readonly GivenText[], more: AnalysisOptions): string;
  html(result: ResultOf<Name>, cited: Cited & ReportedOn, texts: readonly GivenText[], more: AnalysisOptions): string;
}

/** How the result of each operation is checked and shown. */
const SHOWN: { readonly [Name in ShownName]: Shown<Name> } = {
  analyze: {
    plain: (result, options, [content], more) => plainAnalysis(result, { ...options, ...more, content }),
    html: (result, cited, [content], more) => htmlAnalysis(result, { ...cited, ...more, content }),
  },
  score: { plain: plainScore, html: htmlScore },
  compare: {
    plain: (result, options, [a, b]) => plainComparison(result, { ...options, a, b }),
    html: (result, _, [a, b]) => htmlComparison(result, { a, b }),
  },
  compareAll: {
    plain: (result, options, texts) => plainComparisons(result, { ...options, texts }),
    html: (result, _, texts) => htmlComparisons(result, { texts }),
  },
  assess: { plain: plainAssessment, html: htmlAssessment },
  extract: { plain: plainExtraction, html: htmlExtraction },
  probe: { plain: plainProbe, html: htmlProbe },
};
const SHOWN_NAMES = Object.keys(SHOWN) as readonly ShownName[];

/** Operations whose results say what was looked at: what is a value alone needs no report. */
type ShownName = {
  [Name in OperationName]: ResultOf<Name> extends { completeness: unknown } ? Name : never;
}[OperationName];

const shapeOf = (name: ShownName) =>
  `${name[0]!.toUpperCase()}${name.slice(1)}Result` as `${Capitalize<ShownName>}Result`;

/** A result and its operation. */
export type OperationResult = { [Name in ShownName]: { of: Name; result: ResultOf<Name> } }[ShownName];

/**
 * Parses an unknown value as the result of an operation.
 *
 * @throws invalid_request with `fields` if it is not such a result
 */
export function parseResult(value: unknown): OperationResult {
  const of = SHOWN_NAMES.find((name) => isRecord(value) && Object.hasOwn(value, OPERATIONS[name].idField!));
  if (of === undefined) {
    throw new SpoliaError("invalid_request", `The document is not a result of ${shownInWords()}.`, {
      hint: HINT,
    });
  }
  parsed(shapeOf(of), value);
  // Return the same object: its fields keep their order, and the report shows the document unchanged.
  return { of, result: value } as OperationResult;
}

const shownInWords = () => `${SHOWN_NAMES.slice(0, -1).join(", ")} or ${SHOWN_NAMES.at(-1)}`;

/**
 * Parses an unknown value as a report of a service, or as a bundle. It does not verify the signature; use
 * `verifyDocument` of `spolia/service`.
 *
 * @throws invalid_request with `fields` if it is neither
 */
export function parseReport(value: unknown): AnyReport {
  checkShown("parseReport", value, "format");
  const { format, success: _, html_url: __, ...rest } = value as Record<string, unknown>;
  const document = { format, ...rest };
  parsed(format === "spolia-evidence-1" ? "EvidenceBundle" : "ReportDocument", document);
  const bundle = (format === "spolia-evidence-1" ? document : rest["bundle"]) as EvidenceBundle;
  for (const { kind, result } of bundle.results) parsed(shapeOf(operationOf(kind)), result);
  return document as AnyReport;
}

const HINT = "Write one with --json: the whole of what the command prints.";
const parsed = <Name extends keyof ResultDocuments>(name: Name, value: unknown): ResultDocuments[Name] =>
  parseShape(name, value, "The document does not have the form of a result of this version.", HINT);

/**
 * The texts of the request: an analysis has one, a comparison two. Results contain no texts: without them, passages are
 * shown as in the source, or by their positions.
 */
export interface ResultTexts extends Omit<AnalysisOptions, "content"> {
  texts?: readonly GivenText[] | undefined;
}

/** The report of a result for a terminal. */
export function plainResult(document: OperationResult, given: PlainOptions & ResultTexts): string {
  checkShown("plainResult", document, "of");
  checkPlain("plainResult", given);
  const { texts = [], allConfidences, differing, wholeText: _, ...options } = given;
  return shownOf(document).plain(document.result, options, texts, { allConfidences, differing });
}

/** The report as one HTML file: with the same inputs, the same bytes as the operation's own report. */
export function htmlResult(document: OperationResult, given: Cited & ReportedOn & ResultTexts = {}): string {
  checkShown("htmlResult", document, "of");
  checkArguments("htmlResult", [optionsCheck(given)]);
  const { texts = [], allConfidences, differing, wholeText, ...cited } = given;
  return shownOf(document).html(document.result, cited, texts, { allConfidences, differing, wholeText });
}

/** @throws invalid_request if the document has no operation with a report */
function shownOf({ of }: OperationResult): Shown<ShownName> {
  checkArguments("The document", [["/of", Object.hasOwn(SHOWN, of), `one of ${shownInWords()}`]]);
  return SHOWN[of] as unknown as Shown<ShownName>;
}
