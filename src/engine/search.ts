/**
 * Searches corpora for a content, in parallel. The outcome is computed once, here, for all operations: the significant
 * passages, the coverage of the content, the verdict, and the stages that were skipped or bounded.
 */
import { greatest, sum } from "../base/numbers.ts";
import { createQueue } from "../base/queue.ts";
import type { Coverage, Verdict } from "../contract/analyze.ts";
import type { Stage } from "../contract/common.ts";
import type { CorpusInfo } from "../contract/corpus.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { type ContentHit, coverageOf } from "../evidence/findings.ts";
import { isSignificant, tooShortToJudge, verdictOf } from "../evidence/verdict.ts";
import { indexShingles, type ShingleIndex } from "../passages/anchors.ts";
import { areDone, stageOf } from "./completeness.ts";
import type { Content } from "./content.ts";

export interface SearchOutcome {
  /** All passages, longest first; then by place in the content. */
  findings: readonly ContentHit[];
  /**
   * The passages that a verdict may rest on, in the same order. The others are only listed; no conclusion uses them.
   */
  significant: readonly ContentHit[];
  stages: readonly Stage[];
  /** Whether there was a corpus, and every corpus was searched in full. */
  complete: boolean;
  /** Words of the corpora that were searched. */
  searchedWords: number;
  /** Coverage of the content by all passages. */
  coverage: Coverage;
  /** Why the content cannot be judged, or `null`. */
  tooShort: string | null;
  verdict: Verdict;
  /** The outcome for some of the searched corpora: equal to that of a search of these alone. */
  ofCorpora(corpora: readonly Corpus[]): SearchOutcome;
}

/** The passages found in one corpus, and the state of the corpus in the search. */
interface CorpusSearch {
  corpus: Corpus;
  info: CorpusInfo;
  findings: readonly ContentHit[];
  stage: Stage;
}

/** Corpora that are searched at once. Each holds up to 64 of its blocks in memory, about 1 MB, and its passages. */
const CORPORA_AT_ONCE = 8;

/** The outcome depends on the order of the corpora, not on which search ends first. */
export async function searchCorpora(
  corpora: readonly Corpus[],
  content: Content,
  host: HostOptions,
): Promise<SearchOutcome> {
  const query = indexShingles(content.shingled);
  // The search of a corpus on a web host mostly waits for the network; the others run meanwhile.
  const queued = createQueue(CORPORA_AT_ONCE);
  const settled = await Promise.allSettled(
    corpora.map((corpus) => queued(() => searchCorpus(corpus, query, content, host))),
  );
  const searches = settled.map((search) => {
    if (search.status === "rejected") throw search.reason;
    return search.value;
  });
  return outcomeOf(content, searches);
}

async function searchCorpus(
  corpus: Corpus,
  query: ShingleIndex,
  content: Content,
  host: HostOptions,
): Promise<CorpusSearch> {
  const { passages, bounded, certainFromWords } = await corpus.search(query, host.signal);
  const { info } = corpus;
  const spans = content.spans(passages.map((passage) => passage.content));
  return {
    corpus,
    info,
    findings: passages.map((passage, i) => ({ corpus: info, passage, content: spans[i]! })),
    stage: {
      name: `search:${info.name}`,
      ...(bounded
        ? { status: "bounded", reason: "A budget ended the search of this corpus; there may be more than was found." }
        : { status: "done", reason: `Any common run of ${certainFromWords} words was found.` }),
    },
  };
}

function outcomeOf(content: Content, searches: readonly CorpusSearch[]): SearchOutcome {
  const facts = { lengthWords: content.shingled.text.lengthWords, distinctShingles: content.distinctShingles };
  const stages = searches.map(({ stage }) => stage);
  const complete = searches.length > 0 && areDone(stages);
  const searchedWords = sum(searches, ({ info }) => info.words);
  const findings = searches.flatMap((search) => search.findings);
  findings.sort((x, y) => y.passage.agreeingWords - x.passage.agreeingWords || x.content.start - y.content.start);
  const significant = findings.filter((finding) => isSignificant(finding, searchedWords));
  return {
    findings,
    significant,
    complete,
    searchedWords,
    stages: stages.length > 0 ? stages : [stageOf("search", "skipped", NO_CORPUS)],
    coverage: coverageOfFindings(facts.lengthWords, findings),
    tooShort: tooShortToJudge(facts),
    verdict: verdictOf(facts, significant, complete),
    ofCorpora: (corpora) =>
      outcomeOf(
        content,
        searches.filter(({ corpus }) => corpora.includes(corpus)),
      ),
  };
}

export const NO_CORPUS = "The engine has no corpus to search.";

/**
 * The coverage of a content of `lengthWords` words by passages, and the longest run of words that a passage shares with
 * it.
 */
export function coverageOfFindings(lengthWords: number, findings: readonly ContentHit[]): Coverage {
  const longestRunWords = greatest(findings, ({ passage }) => passage.longestRunWords);
  return coverageOf(
    lengthWords,
    findings.map(({ passage }) => passage.content),
    longestRunWords,
  );
}
