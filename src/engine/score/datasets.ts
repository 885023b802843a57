/** What a search finds in the datasets that a model is documented, reported or inferred to have trained on. */
import type { Stage } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { ScoreRequest } from "../../base/contract/operations/score.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import { sentFingerprint } from "../../core/fingerprint/fingerprint.ts";
import type { Uncounted } from "../../core/uncounted/spans.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import type { Calibration } from "../evidence/calibration/calibration.ts";
import type { ChannelFacts } from "../evidence/channels/channels.ts";
import type { FoundMatch } from "../evidence/channels/provenance.ts";
import { eventWords } from "../evidence/confidence/event.ts";
import { byDocument, coverageOf } from "../evidence/findings.ts";
import { stageOf } from "../steps/completeness.ts";
import { calibrationFor, judge } from "../steps/confidence.ts";
import type { EngineContext } from "../steps/context.ts";
import type { ScoredContent } from "../steps/custody/custody.ts";
import { type ContentLanguage, languageOf, UNKNOWN_LANGUAGE } from "../steps/language.ts";
import { NO_CORPUS, type SearchOutcome, searchCorpora } from "../steps/search.ts";

interface FoundInDatasets extends Pick<ChannelFacts, "inDataset" | "match" | "matches">, ContentLanguage {
  stages: readonly Stage[];
  uncounted: Uncounted | null;
  /** That of the ratios; `null` where none is given. */
  calibration: Calibration | null;
}

/** Tests H_D, that the text is in the dataset, for each of these datasets of which there is a corpus. */
export async function lookIntoDatasets(
  context: EngineContext,
  { request, read }: ScoredContent,
  datasets: ReadonlySet<string>,
  host: HostOptions,
): Promise<FoundInDatasets> {
  const corpora = context.corpora.filter(({ info }) => datasets.has(info.dataset));
  const reason = whyNotSearched(context, request, corpora);
  if (reason !== null) return notMeasured(reason);
  const outcome = await searchCorpora(context, corpora, read(), host, request.options);
  const found = corpora.map((corpus) => {
    const own = outcome.ofCorpora([corpus]);
    const { matched_words, share, longest_run_words } = coverageOf(outcome.coverage.words, own.significant);
    return {
      dataset: corpus.info.dataset,
      corpus: corpus.info.name,
      matched_words,
      share: rounded(share),
      longest_run_words,
      documents: byDocument(own.significant).length,
      verdict: judge(context, own, [corpus]).verdict,
    };
  });
  const match = matchOver(context, outcome, corpora);
  const byDataset = groupBy(corpora, ({ info }) => info.dataset);
  const matches = new Map([...byDataset].map(([dataset, own]) => [dataset, matchOver(context, outcome, own)]));
  const hasRatio = [match, ...matches.values()].some(({ ratio }) => typeof ratio !== "string");
  return {
    inDataset: { status: "measured", datasets: found, reason: null },
    match,
    matches,
    stages: outcome.stages,
    ...(await languageOf(context, outcome.read, request)),
    uncounted: outcome.uncounted,
    calibration: hasRatio ? calibrationFor(context, corpora) : null,
  };
}

/** @throws fingerprint_invalid, incompatible_fingerprints */
function whyNotSearched(context: EngineContext, request: ScoreRequest, corpora: readonly Corpus[]): string | null {
  if (request.fingerprint_data !== undefined) {
    sentFingerprint(request.fingerprint_data);
    return "Fingerprint data carries no text, so passages cannot be verified; send the content.";
  }
  if (context.corpora.length === 0) return NO_CORPUS;
  if (corpora.length > 0) return null;
  return "No searched corpus holds a dataset that this model is known to have trained on.";
}

const notMeasured = (reason: string): FoundInDatasets => ({
  inDataset: { status: "not_measured", datasets: [], reason },
  match: null,
  matches: new Map(),
  stages: [stageOf("search", "skipped", reason)],
  ...UNKNOWN_LANGUAGE,
  uncounted: null,
  calibration: null,
});

/** The match over some of the searched corpora, with the ratio that `analyze` states over them. */
function matchOver(context: EngineContext, searched: SearchOutcome, corpora: readonly Corpus[]): FoundMatch {
  const outcome = searched.ofCorpora(corpora);
  const { verdict, confidence, stage } = judge(context, outcome, corpora);
  const copies = outcome.shared().filter(({ words }) => words >= eventWords(outcome.content.lengthWords));
  return {
    verdict,
    ratio: confidence.log10_lr ?? stage.reason ?? "",
    copies: sum(copies, ({ hits: [{ passage }] }) => passage.document.copies),
  };
}
