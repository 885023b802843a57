/** Results in the form in which the page shows them. */

import type { AnalyzeResult } from "../../../base/contract/operations/analyze.ts";
import type { CompareResult } from "../../../base/contract/operations/compare.ts";
import type { Decision } from "../../../base/contract/operations/decision.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import type { ShownPassage as QuotedPassage } from "../../../report/layout/sheet.ts";
import { shownText } from "../../../report/layout/shownText.ts";
import { printable } from "../../../report/layout/terminal.ts";
import { passagesOf } from "../../../report/parts/decisions.ts";
import { writeCompleteness, writeReplay } from "../../../report/parts/method.ts";
import { isGiven, openingStatements } from "../../../report/parts/opening.ts";
import { writeContentRewordings, writeReworded } from "../../../report/parts/reworded.ts";
import { VERDICTS, writeConfidence, writeDisguise, writeRevenue, writeRisk } from "../../../report/views/analysis.ts";
import type { NumberedPassage, ShownAnalysis, ShownSource } from "../messages.ts";
import { NodeSheet, type SheetPart } from "./nodeSheet.ts";

export function partsOf(write: (sheet: NodeSheet) => void): SheetPart[] {
  const sheet = new NodeSheet();
  write(sheet);
  return sheet.parts;
}

export function shownAnalysis(
  result: AnalyzeResult,
  first: AnalyzeResult,
  kept: readonly number[],
  catalogue: Catalogue,
  { text, isOwn, decisions }: { text: string; isOwn: boolean; decisions: readonly Decision[] },
): ShownAnalysis {
  return {
    result,
    word: VERDICTS[result.verdict],
    statements: openingStatements(result),
    passages: passagesIn(first),
    kept: [...kept],
    certainty: partsOf((sheet) => {
      writeDisguise(sheet, result);
      writeConfidence(sheet, result, true);
    }),
    reworded: rewordedIn(result, text),
    risk: partsOf((sheet) => {
      writeRisk(sheet, result);
      writeRevenue(sheet, result);
    }),
    untested: partsOf((sheet) => writeCompleteness(sheet, result.completeness)),
    replay: partsOf((sheet) =>
      writeReplay(sheet, `Analysis ${result.analysis_id} of text ${result.fingerprint}`, result.method),
    ),
    sources: sourcesOf(result, catalogue),
    isOwn,
    decisions: [...decisions],
  };
}

/** Sentences beside each other: the page marks passages in the text itself, and these are none. */
class SentenceSheet extends NodeSheet {
  override passage({ number, title, facts, own, source, differing }: QuotedPassage): void {
    const side = (name: "own" | "source", words: string | undefined) =>
      words === undefined ? null : { words, differing: [...(differing?.[name] ?? [])] };
    this.parts.push({
      is: "sentences",
      title: printable(`${number}. ${title}`),
      facts: printable(facts),
      own: side("own", own?.words),
      source: side("source", source?.words),
    });
  }
}

function rewordedIn({ reworded }: AnalyzeResult, text: string): SheetPart[] {
  const sheet = new SentenceSheet();
  if (reworded !== undefined) writeContentRewordings(sheet, reworded, shownText(text), 1);
  return sheet.parts;
}

export function rewordedSides({ reworded }: CompareResult, a: string, b: string): SheetPart[] {
  const sheet = new SentenceSheet();
  if (reworded !== undefined) writeReworded(sheet, reworded, { a: shownText(a), b: shownText(b) }, 1);
  return sheet.parts;
}

function passagesIn({ matches }: AnalyzeResult): NumberedPassage[] {
  const places = new Map(matches.map((match, place) => [match, place]));
  return passagesOf(matches).map((group, i) => ({
    number: i + 1,
    start: group[0]!.content.start,
    end: group[0]!.content.end,
    places: group.map((match) => places.get(match)!),
    given: group.every(isGiven) ? group[0]!.commonplace!.name : null,
  }));
}

function sourcesOf(result: AnalyzeResult, catalogue: Catalogue): Record<string, ShownSource> {
  const { attribution_sources, possible_sources, risk_assessment, estimated_revenue } = result;
  const ids = [...attribution_sources, ...possible_sources, ...risk_assessment.explanations]
    .flatMap(({ sources }) => sources)
    .concat(estimated_revenue.basis.map(({ source }) => source));
  return Object.fromEntries(
    catalogue.citations(ids).map((source) => [source.id, { citation: source.citation, url: source.url }]),
  );
}
