/** An analysis for a reader: conclusions from a part of the passages, and passages beside their sources. */

import type { Span } from "../base/contract/common.ts";
import type { HostOptions } from "../base/contract/engine.ts";
import type { AnalyzeRequest, AnalyzeResult, ContentRewordings, Match } from "../base/contract/operations/analyze.ts";
import { counted } from "../base/plural.ts";
import type { Kernels } from "../core/kernels/kernels.ts";
import { conclusionsOf } from "./analyze.ts";
import { prepared, withIgnored } from "./requests.ts";
import { searchContent } from "./steps/analyzed.ts";
import { stageOf } from "./steps/completeness.ts";
import type { EngineContext } from "./steps/context.ts";
import { type DifferingRun, differingWords } from "./steps/decisions/differences.ts";
import { strongestOf } from "./steps/reworded/rule.ts";
import type { SearchOutcome } from "./steps/search.ts";
import { withSourceTexts } from "./steps/sources.ts";

/** What a reader wants to see of an analysis. */
export interface ReaderSelection {
  /**
   * Whether a passage counts; absent: all do. `place` is its place in `matches` of the first result. A document none of
   * whose passages counts says nothing in other words either.
   */
  keep?: ((match: Match, place: number) => boolean) | undefined;
  /** Prior probability, strictly between 0 and 1; absent: that of the request. */
  prior?: number | undefined;
}

/** A passage in its source, with the words around it. */
export interface PassageBeside {
  /** Text of the document around the passage; the snippet of the result where the corpus has no text. */
  text: string;
  /** UTF-16 index of `text` in the document. */
  start: number;
  /** The passage in `text`. */
  passage: Span;
  /** Words of the passage that differ from its other side: in the content, and in `text`. */
  differing: { content: DifferingRun[]; text: DifferingRun[] };
}

export interface Exploration {
  /** The result of `analyze` for the request. */
  readonly result: AnalyzeResult;
  /** The result for some of the passages: nothing is searched again. */
  conclude(selection: ReaderSelection): Promise<AnalyzeResult>;
  /** The passage at a place in `matches` of the first result. */
  beside(place: number): Promise<PassageBeside>;
}

/**
 * Analyses a content once, for a reader who then looks at parts of the result.
 *
 * @throws as `analyze`
 */
export async function explore(
  context: EngineContext,
  request: AnalyzeRequest,
  host: HostOptions = {},
): Promise<Exploration> {
  const [ignoring, known] = await withIgnored(context, "analyze", await prepared(context, "analyze", request, host));
  const searched = await searchContent(ignoring, known, host);
  const result = await conclusionsOf(ignoring, known, searched);
  const { outcome, corpora } = searched;
  const places = new Map(outcome.findings.map(({ passage }, place) => [passage, place]));
  return {
    result,
    async conclude({ keep, prior = known.options?.prior }) {
      const asked = { ...known, options: { ...known.options, prior } };
      if (keep === undefined) return conclusionsOf(ignoring, asked, searched);
      const kept = result.matches.map(keep);
      const all = outcome.findings.length;
      // Passages that the first result does not list cannot be chosen: they count.
      const some = outcome.ofPassages((passage) => kept[places.get(passage)!] ?? true);
      const left = all - some.findings.length;
      if (left === 0) return conclusionsOf(ignoring, asked, searched);
      const reworded = result.reworded === undefined ? null : rewordedIn(result.reworded, outcome, some);
      const gone = (result.reworded?.found.length ?? 0) - (reworded?.found.length ?? 0);
      const beside = gone === 0 ? "" : `, and with them ${counted(gone, "rewording")}`;
      const reason = `The reader left out ${left} of ${counted(all, "passage")}${beside}.`;
      return conclusionsOf(ignoring, asked, searched, {
        outcome: some,
        key: some.findings.map(({ passage }) => places.get(passage)),
        reworded,
        stage: stageOf("selection", "bounded", reason),
      });
    },
    async beside(place) {
      const [match] = await withSourceTexts([result.matches[place]!], corpora);
      return besideOf(context.kernels, known.content!, match!);
    },
  };
}

/** What is said in other words by documents of which a passage stays, or had none. */
function rewordedIn(reworded: ContentRewordings, all: SearchOutcome, kept: SearchOutcome): ContentRewordings {
  const leftOut = new Set(all.findings.map(({ passage }) => passage.textHash));
  for (const { passage } of kept.findings) leftOut.delete(passage.textHash);
  const found = reworded.found.filter(({ document }) => !leftOut.has(document.text_digest));
  return found.length === reworded.found.length ? reworded : { ...reworded, found, verdict: strongestOf(found) };
}

/** A passage beside its source, as far as the match has it. */
export function besideOf(kernels: Kernels, content: string, { content: own, source }: Match): PassageBeside {
  const { start, snippet, text: whole } = source;
  const { before, passage, after } = whole ?? { before: "", passage: snippet, after: "" };
  // Of a snippet the other side has no more than its length.
  const ownEnd = whole === undefined ? Math.min(own.end, own.start + snippet.length) : own.end;
  const differing = differingWords(kernels, content.slice(own.start, ownEnd), passage);
  return {
    text: `${before}${passage}${after}`,
    start: start - before.length,
    passage: { start: before.length, end: before.length + passage.length },
    differing: {
      content: differing.a.map((run) => moved(run, own.start)),
      text: differing.b.map((run) => moved(run, before.length)),
    },
  };
}

const moved = (run: DifferingRun, by: number): DifferingRun => ({ ...run, start: run.start + by, end: run.end + by });
