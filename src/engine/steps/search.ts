/**
 * Searches corpora for a content, in parallel. The outcome is computed once, here, for all operations: the telling
 * passages, what the content shares with each document, its coverage, and the stages that were skipped or bounded.
 */

import type { SearchOptions, Stage } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { Commonplace, Coverage } from "../../base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import { createQueue } from "../../base/queues/queue.ts";
import { loadedOnce } from "../../base/queues/remembered.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { indexShingles } from "../../core/passages/shingleIndex.ts";
import type { WordRange } from "../../core/text/text.ts";
import type { Uncounted } from "../../core/uncounted/spans.ts";
import { requireAnswered, unansweredIn } from "../../corpus/search/answered.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import type { IndexFindings, SearchResult } from "../../corpus/search/search.ts";
import type { PassageHit } from "../../corpus/search/weigh.ts";
import { type Carrier, worksPerWord } from "../../corpus/search/works.ts";
import { EVENT_WORDS_MAX } from "../evidence/confidence/event.ts";
import { type ContentHit, type ContentLength, coverageOf } from "../evidence/findings.ts";
import { type SharedDocument, sharedDocuments } from "../evidence/sharedDocuments.ts";
import { commonplaceOf, isSignificant, tooShortToJudge } from "../evidence/verdict/verdict.ts";
import { areDone, stageOf } from "./completeness.ts";
import { type Content, readForSearch } from "./content.ts";
import type { UsedIndex } from "./context.ts";

export interface SearchOutcome {
  /** All passages, longest first; then by place in the content. */
  findings: readonly ContentHit[];
  /**
   * The passages that a verdict may rest on, in the same order. The others are only listed; no conclusion uses them.
   */
  significant: readonly ContentHit[];
  /** Words of the content that everybody writes, or `null` if no passage was found. */
  uncounted: Uncounted | null;
  /** What passages consist of that are not significant because of what everybody writes. */
  commonplace: ReadonlyMap<ContentHit, Commonplace>;
  /** What the content shares with each document that has a passage, most own words first. Computed when asked for. */
  shared(): readonly SharedDocument[];
  /** The content as it was searched: its first reading, or a second one. */
  read: Content;
  /** Length of the content. */
  content: ContentLength;
  stages: readonly Stage[];
  /** The public indexes that were asked, with what was sent. */
  indexes: ReadonlyMap<Corpus, UsedIndex>;
  /** Whether there was a corpus, and every corpus was searched in full. */
  complete: boolean;
  /** Words of the corpora that were searched. */
  searchedWords: number;
  /** Coverage of the content by all passages. */
  coverage: Coverage;
  /** Why the content cannot be judged, or `null`. */
  tooShort: string | null;
  /** The outcome for some of the searched corpora: equal to that of a search of these alone. */
  ofCorpora(corpora: readonly Corpus[]): SearchOutcome;
  /**
   * The outcome for some of the passages. How many works share a word is still counted over all that were found: what
   * is left out is not rarer for it.
   */
  ofPassages(keep: (passage: PassageHit) => boolean): SearchOutcome;
}

/** A passage before anything is known of what everybody writes. */
type FoundPassage = Omit<ContentHit, "isProvision">;

/** The passages found in one corpus, and the state of the corpus in the search. */
interface CorpusSearch {
  corpus: Corpus;
  info: CorpusInfo;
  findings: readonly FoundPassage[];
  /** All passages, also those that repeat better ones. */
  carriers: readonly Carrier[];
  stage: Stage;
  /** What a public index adds; `null` for other corpora. */
  index: { used: UsedIndex; stages: readonly Stage[] } | null;
}

/** Corpora that are searched at once. Each holds up to 64 of its blocks in memory, about 1 MB, and its passages. */
const CORPORA_AT_ONCE = 8;

/**
 * Reads the content again where that is needed, and looks for it. The outcome depends on the order of the corpora, not
 * on which search ends first.
 *
 * @throws search_incomplete and storage_failed where a corpus or a part of one did not answer, unless a partial answer
 *   was asked for
 */
export async function searchCorpora(
  context: { readonly kernels: Kernels; readonly askedByName?: readonly Corpus[] },
  corpora: readonly Corpus[],
  first: Content,
  host: HostOptions,
  options?: SearchOptions,
): Promise<SearchOutcome> {
  const { kernels, askedByName = [] } = context;
  const content = readForSearch(context, corpora, first);
  const searches = (await foundIn(corpora, content, host, options)).map((found) => described(found, content));
  const hasFound = searches.some(({ findings }) => findings.length > 0);
  const outcome = outcomeOf(content, searches, hasFound ? await uncountedOf(kernels, content, options?.ignore) : null);
  return { ...outcome, stages: [...readAgain(content), ...outcome.stages, ...notAsked(askedByName, corpora)] };
}

/** What a search of one corpus has found. */
interface FoundIn {
  corpus: Corpus;
  /** The state of the corpus at the beginning. */
  before: CorpusInfo;
  found: SearchResult;
  /** What did not answer, as a sentence; `null` where all did. */
  unanswered: string | null;
}

/** What is found in a corpus whose storage failed. */
const NOTHING: SearchResult = { passages: [], carriers: [], bounded: false, certainFromWords: 0, blocksRead: 0 };
/** Names no cause: messages of storages hold paths, and results are shown to callers. */
const STORAGE_FAILED = "The storage of this corpus failed; there may be more than was found.";

/** The index of the content ends with the searches: of a long text it is as large as all else of it. */
function foundIn(
  corpora: readonly Corpus[],
  content: Content,
  host: HostOptions,
  { partial: isPartial = false }: SearchOptions = {},
): Promise<FoundIn[]> {
  const query = indexShingles(content.shingled);
  // The search of a corpus on a web host mostly waits for the network; the others run meanwhile.
  const queued = createQueue(CORPORA_AT_ONCE);
  const search = async (corpus: Corpus): Promise<FoundIn> => {
    const before = corpus.info;
    try {
      const found = await corpus.search(query, host.signal, host.onProgress);
      if (!isPartial) requireAnswered(before.name, found);
      return { corpus, before, found, unanswered: unansweredIn(found) };
    } catch (error) {
      if (!isPartial || !isSpoliaError(error) || error.code !== "storage_failed") throw error;
      return { corpus, before, found: NOTHING, unanswered: STORAGE_FAILED };
    }
  };
  return allSettledValues(corpora.map((corpus) => queued(() => search(corpus))));
}

function readAgain({ secondReading: reason }: Content): Stage[] {
  return reason === undefined ? [] : [{ name: "second_reading", status: "done", reason }];
}

/** Says which corpora were not searched because that sends text away. */
function notAsked(askedByName: readonly Corpus[], searched: readonly Corpus[]): Stage[] {
  return askedByName
    .filter((corpus) => !searched.includes(corpus))
    .map(({ info }) =>
      stageOf(
        `search:${info.name}`,
        "skipped",
        "Parts of the text would be sent to another machine: only an analysis whose options.corpora names it does that.",
      ),
    );
}

/** What everybody writes of the content, beside the texts that some of the searched corpora carry. */
type UncountedBeside = (searches: readonly Pick<CorpusSearch, "corpus">[]) => Uncounted;

/** Loaded where something was found, since the lists are large. */
const loadUncounted = loadedOnce(() => import("../../core/uncounted/uncounted.ts"));

async function uncountedOf(
  kernels: Kernels,
  { shingled }: Content,
  ignore: readonly string[] = [],
): Promise<UncountedBeside> {
  const { uncountedIn, shinglesOfTexts, withGiven } = await loadUncounted();
  const given = shinglesOfTexts(kernels, ignore);
  const uncounted = withGiven(await uncountedIn(kernels, shingled), shingled, given);
  return (searches) =>
    withGiven(
      uncounted,
      shingled,
      searches.flatMap(({ corpus }) => corpus.ignore ?? []),
    );
}

/** Words of the content that stand in texts which do not count, of the request or of corpora. */
export async function givenIn(
  kernels: Kernels,
  content: Content,
  corpora: readonly Corpus[],
  ignore?: readonly string[],
): Promise<WordRange[]> {
  const { spans } = (await uncountedOf(kernels, content, ignore))(corpora.map((corpus) => ({ corpus })));
  return spans.filter(({ kind }) => kind === "given");
}

function described({ corpus, before, found, unanswered }: FoundIn, content: Content): CorpusSearch {
  const { passages, carriers, bounded, certainFromWords, index, searched: info = before } = found;
  const ranges = passages.map((passage) => passage.content);
  const spans = content.spans(ranges);
  const short = ranges.filter((range) => canBeQuotation(range, content));
  const marks = content.quotationMarks(short);
  const claimed = info.has_text ? "" : ` ${WITHOUT_TEXT}`;
  const quoted = new Map(short.map((range, i) => [range, marks[i]!]));
  return {
    corpus,
    info,
    findings: passages.map((passage, i) => ({
      corpus: info,
      passage,
      content: spans[i]!,
      quotation: quoted.get(passage.content) ?? null,
    })),
    carriers,
    stage: {
      name: `search:${info.name}`,
      ...(unanswered !== null
        ? { status: "failed", reason: unanswered }
        : (index?.stage ??
          (bounded
            ? { status: "bounded", reason: `${BOUNDED}${claimed}` }
            : { status: "done", reason: `Any common run of ${certainFromWords} words was found.${claimed}` }))),
    },
    index: index === undefined ? null : indexOf(info, index, content),
  };
}

function indexOf({ name }: CorpusInfo, { revision, use, runs, coverage }: IndexFindings, content: Content) {
  const spans = content.spans(runs.map(({ words }) => words));
  const shown = runs.map(({ words: { start, end }, ...run }, i) => ({ ...spans[i]!, words: end - start, ...run }));
  const stages = coverage === null ? [] : [stageOf(`coverage:${name}`, "bounded", coverage)];
  return { used: { revision, use: { ...use, runs: shown } }, stages };
}

const WITHOUT_TEXT =
  "The corpus has no text: passages are claimed by its index, and were not compared with the documents word by word.";
const BOUNDED = "A budget ended the search of this corpus; there may be more than was found.";

/**
 * Marks around more than half of a content are the author's own: a speech, a letter, a text in quotation marks. And
 * whoever takes over a chapter does not only quote it.
 */
function canBeQuotation({ start, end }: WordRange, { shingled }: Content): boolean {
  return end - start <= Math.min(shingled.text.lengthWords / 2, EVENT_WORDS_MAX);
}

function outcomeOf(
  content: Content,
  searches: readonly CorpusSearch[],
  uncountedBeside: UncountedBeside | null,
): SearchOutcome {
  const uncounted = uncountedBeside?.(searches) ?? null;
  const facts = { lengthWords: content.shingled.text.lengthWords, distinctShingles: content.distinctShingles };
  const searched = searches.map(({ stage }) => stage);
  const complete = searches.length > 0 && areDone(searched);
  const stages = searches.flatMap(({ stage, index }) => [stage, ...(index?.stages ?? [])]);
  const indexes = new Map(searches.flatMap(({ corpus, index }) => (index === null ? [] : [[corpus, index.used]])));
  const searchedWords = sum(searches, ({ info }) => info.words);
  const findings = searches.flatMap((search) => search.findings.map((finding) => asRead(finding, uncounted)));
  findings.sort((x, y) => y.passage.agreeingWords - x.passage.agreeingWords || x.content.start - y.content.start);
  const mask = uncounted?.mask ?? null;
  const significant = findings.filter((finding) => isSignificant(finding, facts, searchedWords, uncounted));
  const telling = new Set(significant);
  const others = findings.filter((finding) => !telling.has(finding));
  const commonplace = commonplaceIn(others, facts, searchedWords, uncounted);
  let shared: SharedDocument[] | undefined;
  return {
    findings,
    significant,
    uncounted,
    commonplace,
    shared: () => {
      shared ??= sharedDocuments(findings, {
        lengthWords: facts.lengthWords,
        mask,
        commonplace,
        works: worksOver(facts.lengthWords, searches, complete),
      });
      return shared;
    },
    read: content,
    content: facts,
    complete,
    searchedWords,
    indexes,
    stages: stages.length > 0 ? stages : [stageOf("search", "skipped", NO_CORPUS)],
    coverage: coverageOf(facts.lengthWords, findings),
    tooShort: tooShortToJudge(facts),
    ofCorpora: (corpora) =>
      outcomeOf(
        content,
        searches.filter((search) => corpora.includes(search.corpus)),
        uncountedBeside,
      ),
    ofPassages: (keep) =>
      outcomeOf(
        content,
        searches.map((search) => ({ ...search, findings: search.findings.filter(({ passage }) => keep(passage)) })),
        uncountedBeside,
      ),
  };
}

/**
 * Number of works with a passage over each word. A work that several corpora contain counts once. Where a search ended
 * early, each word may stand in one work more.
 */
function worksOver(lengthWords: number, searches: readonly CorpusSearch[], isComplete: boolean): Uint32Array {
  const carriers = searches.flatMap(({ carriers }, i) =>
    carriers.map((one) => ({ ...one, documentNumber: i * CORPUS_DOCUMENTS_MAX + one.documentNumber })),
  );
  const works = worksPerWord(lengthWords, carriers);
  return isComplete ? works : works.map((count) => count + 1);
}

/** More documents than a corpus can have. */
const CORPUS_DOCUMENTS_MAX = 2 ** 32;

/** Acts put wording into other acts in quotation marks: in provisions they mark no quotation. */
function asRead(finding: FoundPassage, uncounted: Uncounted | null): ContentHit {
  const isProvision = uncounted?.areProvisions(finding.passage.content) ?? false;
  return { ...finding, isProvision, quotation: isProvision ? null : finding.quotation };
}

/** Of passages that are not significant those that are not because of what everybody writes. */
function commonplaceIn(
  findings: readonly ContentHit[],
  content: ContentLength,
  searchedWords: number,
  uncounted: Uncounted | null,
) {
  const found = new Map<ContentHit, Commonplace>();
  if (uncounted === null) return found;
  for (const finding of findings) {
    const commonplace = commonplaceOf(finding, content, searchedWords, uncounted);
    if (commonplace !== null) found.set(finding, commonplace);
  }
  return found;
}

export const NO_CORPUS = "The engine has no corpus to search.";
