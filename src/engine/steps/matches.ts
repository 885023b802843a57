/** The passages, documents and sources of a search as a result lists them, as long as its lists may be. */

import type { PlacedSpan, Stage } from "../../base/contract/common.ts";
import type {
  AnalyzeRequest,
  DocumentRelation,
  Match,
  MatchedDocument,
  SameText,
  UncountedWords,
} from "../../base/contract/operations/analyze.ts";
import type { DocumentInfo } from "../../base/contract/resources/corpus.ts";
import { MATCHES_DEFAULT, SOURCES_DEFAULT } from "../../base/limits.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { rounded } from "../../base/lists/numbers.ts";
import { passageId } from "../../core/fingerprint/passageId.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import type { PassageHit } from "../../corpus/search/weigh.ts";
import type { Attribution } from "../evidence/attribution.ts";
import { type ContentHit, chanceMatches, isWidelyShared, passageWords } from "../evidence/findings.ts";
import { relationOf } from "../evidence/relation.ts";
import type { SharedDocument } from "../evidence/sharedDocuments.ts";
import { stageOf } from "./completeness.ts";
import type { SearchOutcome } from "./search.ts";
import { withSourceTexts } from "./sources.ts";

/**
 * How often a claim is wrong that a corpus without text makes. Share of claimed runs of 12 words and more that were no
 * common runs: the upper end of the 95 % interval in the worst of seven kinds of text, French novels (11 of 357; 192 of
 * 8,467 in all), copied or with up to 30 % of the words changed, in .6 to 6.6 million words. `npm run quality -- claims
 * --sample 50`, 2026-11-24.
 */
export const CLAIM_ERROR_RATE = 0.0545;

/**
 * The lists of a result, as long as the request allows, and stages for those that were cut.
 *
 * @param decided how many decisions hold, and how many do not
 */
export async function listsOf(
  { options = {} }: AnalyzeRequest,
  outcome: SearchOutcome,
  corpora: readonly Corpus[],
  { attributed, possible }: Attribution,
  decided: { applied: number; notApplied: number } | null,
) {
  const { max_matches: matchesMost = MATCHES_DEFAULT, max_sources: sourcesMost = SOURCES_DEFAULT } = options;
  const documents = outcome.shared().map(documentOf);
  const sameTexts = sameTextsOf(outcome);
  const matches = await matchesOf(outcome, matchesMost);
  return {
    documents: documents.slice(0, matchesMost),
    sameTexts: sameTexts.slice(0, matchesMost),
    attributed: attributed.slice(0, sourcesMost),
    possible: possible.slice(0, sourcesMost),
    matches: options.source_texts === true ? await withSourceTexts(matches, corpora) : matches,
    uncounted: uncountedWordsOf(outcome, matchesMost),
    stages: [
      ...cutStages("max_matches", matchesMost, {
        matches: outcome.findings.length,
        "decisions that hold": decided?.applied ?? 0,
        "decisions that do not hold": decided?.notApplied ?? 0,
        documents: documents.length,
        "same texts": sameTexts.length,
      }),
      ...cutStages("max_sources", sourcesMost, {
        "attribution sources": attributed.length,
        "possible sources": possible.length,
      }),
    ],
  };
}

/** What is not listed is said, with the option that lists more of it. @param lengths of lists by what they list */
const cutStages = (option: string, most: number, lengths: Readonly<Record<string, number>>): Stage[] =>
  Object.entries(lengths)
    .filter(([, all]) => all > most)
    .map(([what, all]) =>
      stageOf(`list:${what}`, "bounded", `${most} of ${all} ${what} are listed; ${option} sets how many.`),
    );

/** The longest matches, up to `most`. */
async function matchesOf(outcome: SearchOutcome, most: number): Promise<Match[]> {
  // Many documents may share the same passage.
  const ids = new Map<string, string>();
  const matches: Match[] = [];
  const listed = outcome.findings.slice(0, most);
  const placed = outcome.read.placed(listed.map(({ passage }) => passage.content));
  for (const [i, finding] of listed.entries()) {
    const { start, end } = finding.passage.content;
    const id = ids.get(`${start} ${end}`) ?? (await passageId(outcome.read.shingled, { start, end }));
    ids.set(`${start} ${end}`, id);
    matches.push(matchOf(finding, outcome, placed[i]!, id));
  }
  return matches;
}

/** What does not count in the longest matches, up to `most`. */
function uncountedWordsOf({ uncounted, findings, read }: SearchOutcome, most: number): UncountedWords[] {
  if (uncounted === null) return [];
  const isListed = new Uint8Array(read.shingled.text.lengthWords);
  for (const { passage } of findings.slice(0, most)) isListed.fill(1, passage.content.start, passage.content.end);
  const spans = uncounted.spans.filter(({ start, end }) => isListed.subarray(start, end).includes(1));
  const placed = read.spans(spans);
  return spans.map(({ kind, name, start, end }, i) => ({ kind, name, words: end - start, content: placed[i]! }));
}

/** Texts that stand in corpora of different datasets. */
function sameTextsOf(outcome: SearchOutcome): SameText[] {
  const byText = groupBy(outcome.shared(), ({ hits: [{ passage }] }) => passage.textHash);
  return [...byText.values()].flatMap((same) => {
    const corpora = same.map(({ hits: [{ corpus }] }) => corpus);
    const datasets = [...new Set(corpora.map(({ dataset }) => dataset))];
    if (datasets.length < 2) return [];
    const names = [...new Set(corpora.map(({ name }) => name))];
    return [{ document: matchedDocument(same[0]!.hits[0].passage), documents: same.length, corpora: names, datasets }];
  });
}

function documentOf(shared: SharedDocument): DocumentRelation {
  const [first] = shared.hits;
  return {
    corpus: first.corpus.name,
    dataset: first.corpus.dataset,
    document: matchedDocument(first.passage),
    relation: relationOf(shared),
    words: shared.words,
    own_words: rounded(shared.ownWords),
    content_share: rounded(shared.contentShare),
    document_share: rounded(shared.documentShare),
    longest_run_words: shared.longestRunWords,
  };
}

/** A document as results name it. */
export function matchedDocument({
  document,
  textHash,
}: Pick<PassageHit, "textHash"> & { document: DocumentInfo }): MatchedDocument {
  const { id, title, author, year, url, licence } = document;
  return {
    id,
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(year !== undefined && { year }),
    ...(url !== undefined && { url }),
    ...(licence !== undefined && { licence }),
    text_digest: textHash,
  };
}

function matchOf(
  finding: ContentHit,
  { searchedWords, commonplace }: SearchOutcome,
  content: PlacedSpan,
  passage_id: string,
): Match {
  const { corpus, passage } = finding;
  return {
    corpus: corpus.name,
    dataset: corpus.dataset,
    document: matchedDocument(passage),
    kind: passage.kind,
    widely_shared: isWidelyShared(passage.documentFrequency),
    content,
    source: passage.source,
    words: passageWords(finding),
    passage_id,
    identity: rounded(passage.identity),
    rarity_bits: rounded(passage.rarityBits),
    chance_matches: chanceMatches(searchedWords, passage.rarityBits),
    document_frequency: passage.documentFrequency,
    verified: corpus.has_text,
    ...(!corpus.has_text && { claim_error_rate: CLAIM_ERROR_RATE }),
    commonplace: commonplace.get(finding) ?? null,
  };
}
