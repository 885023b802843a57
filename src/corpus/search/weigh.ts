/**
 * Completes passage candidates: drops those that repeat better ones; adds document, rarity, number of works and rights
 * notice. Loaded when there are candidates.
 */

import type { PlacedSpan } from "../../base/contract/common.ts";
import type { PassageKind } from "../../base/contract/operations/analyze.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import type { Passage } from "../../core/passages/passages.ts";
import type { ShingleIndex } from "../../core/passages/shingleIndex.ts";
import { noticeIn } from "../../core/text/rightsNotice.ts";
import type { WordRange } from "../../core/text/text.ts";
import { paragraphsIn, type StretchParagraphs } from "../format/paragraphs.ts";
import type { LiveText } from "../segment/deletions.ts";
import { type DocumentFacts, knownDocument } from "../segment/read/knownDocuments.ts";
import type { OpenSegment } from "./open.ts";
import type { QueryWords } from "./queryWords.ts";
import { type CorpusWords, type FrequentPhrase, framesIn, surpriseOfKinds } from "./rarity.ts";
import type { BlockText } from "./reader.ts";
import { dropRedundant, type Weighed } from "./redundancy.ts";
import { type Carrier, worksOver, worksPerWord } from "./works.ts";

/** The document of a passage. */
interface HitDocument extends DocumentFacts {
  words: number;
  /** Number of documents with the same text, this one included. */
  copies: number;
}

/** A passage of the query in one document of the corpus. */
export interface PassageHit {
  /** Number of the first live document with this text, among the documents that were added to the corpus. */
  documentNumber: number;
  document: HitDocument;
  /** Equal for equal texts, in every corpus. */
  textHash: string;
  kind: PassageKind;
  content: WordRange;
  /** UTF-16 indices into the document's text. */
  source: PlacedSpan & { snippet: string };
  agreeingWords: number;
  longestRunWords: number;
  identity: number;
  /**
   * Words that reserve rights, where they stand in the text that was read around the passage; searched for only in the
   * texts read first.
   */
  rightsNotice: string | null;
  rarityBits: number;
  /**
   * Number of different works of the corpus that share this passage, in the harmonic mean over its words, rounded.
   * Copies and editions of one work count once; dropped passages count too.
   */
  documentFrequency: number;
  /** Runs of words that agree, ascending; `a` is the first word in the query. */
  agreeing: Passage["agreeing"];
  /** Words of the document in the passage. */
  sourceWords: number;
  /** Surprise of the query's words in this corpus, in bits: word i has `bits[kindOf[i]]`, 0 if it is in no passage. */
  surprise: { readonly kindOf: Uint32Array; readonly bits: Float64Array };
  /** 1 for each word of the query that stands in a frame (`framesIn`); absent where phrases were not counted. */
  frames?: Uint8Array;
}

/** What a search found, with what is needed to tell how many works share each word of the query. */
export interface WeighedPassages {
  passages: PassageHit[];
  /** Every passage, also those that were dropped as repetitions of better ones. */
  carriers: Carrier[];
}

/** A passage before the whole result is known. */
interface UnweighedPassage extends Weighed {
  reported: Omit<
    PassageHit,
    "rarityBits" | "documentFrequency" | "agreeing" | "surprise" | "document" | "textHash" | "rightsNotice" | "source"
  > & { source: Omit<PassageHit["source"], "place"> };
  surroundings: Uint32Array;
  /** Words of the document. */
  lengthWords: number;
}

/** A passage with what its segment can tell of it. */
export interface PassageCandidate extends UnweighedPassage {
  /** Paragraphs of the text that was read around the passage; `null` where none was read. */
  paragraphs: StretchParagraphs | null;
  /** The text that was read around the passage, where it is to be searched for a rights notice. */
  read: BlockText | null;
  /** Words that were read around passages before this one. */
  wordsBefore: number;
  open: OpenSegment;
  /** Number of the text in its segment. */
  text: number;
  liveText: LiveText;
}

/** What is told of a passage that is reported. */
interface DescribedPassage extends Pick<PassageHit, "document" | "textHash" | "rightsNotice"> {
  place: PassageHit["source"]["place"];
}

/**
 * Adds what depends on the whole result and the whole corpus: the document, the rarity and the frames.
 *
 * @param phrases that many blocks have
 */
export async function weigh(
  segments: readonly OpenSegment[],
  query: ShingleIndex,
  queryWords: QueryWords,
  all: readonly PassageCandidate[],
  phrases: readonly FrequentPhrase[] = [],
): Promise<WeighedPassages> {
  const found = dropRedundant(query, all);
  const [described, corpus] = await allSettledValues([describePassages(found), corpusWords(segments)]);
  const authors = new Map(found.map(({ reported }, i) => [reported.documentNumber, described[i]!.document.author]));
  const carriers = all.map(({ reported: { documentNumber, content }, lengthWords, surroundings }) => {
    return { documentNumber, content, lengthWords, surroundings, author: authors.get(documentNumber) };
  });
  const works = worksPerWord(query.shingled.text.lengthWords, carriers);
  const bits = surpriseOfKinds(queryWords, corpus);
  const surprise = { kindOf: queryWords.kindOf, bits };
  const over = carriers.map(({ content }) => content);
  const frames = phrases.length === 0 ? null : framesIn(query.shingled.text.lengthWords, phrases, over, works);
  const passages = found.map(({ agreeing, reported }, i): PassageHit => {
    const { place, document, textHash, rightsNotice } = described[i]!;
    return {
      ...reported,
      document,
      textHash,
      agreeing,
      source: { ...reported.source, place },
      rightsNotice,
      rarityBits: bitsOf(agreeing, queryWords, bits),
      documentFrequency: worksOver(works, reported.content),
      surprise,
      ...(frames !== null && { frames }),
    };
  });
  passages.sort(
    (x, y) =>
      y.agreeingWords - x.agreeingWords || x.content.start - y.content.start || x.documentNumber - y.documentNumber,
  );
  return { passages, carriers };
}

/** Documents, places and rights notices of passages, in their order. */
async function describePassages(found: readonly PassageCandidate[]): Promise<DescribedPassage[]> {
  const distinct = [...new Map(found.map((one) => [one.reported.documentNumber, one])).values()];
  const read = await allSettledValues(
    distinct.map(({ open, text, liveText }) => knownDocument(open.segment, text, liveText.document)),
  );
  const known = new Map(distinct.map(({ reported }, i) => [reported.documentNumber, read[i]!]));
  return found.map(({ reported: { documentNumber, source }, read, paragraphs, lengthWords, liveText }) => {
    const { sections, counts, facts, textHash } = known.get(documentNumber)!;
    const document = { ...facts, words: lengthWords, copies: liveText.documents };
    const place = sections.placeOf(source, paragraphs && paragraphsIn(paragraphs, counts, source));
    return { document, textHash, place, rightsNotice: read && noticeOf(read) };
  });
}

async function corpusWords(segments: readonly OpenSegment[]): Promise<CorpusWords> {
  const common = await allSettledValues(segments.map(({ segment }) => segment.common()));
  return {
    words: segments.reduce((sum, { segment }) => sum + segment.footer.words, 0),
    countEach(words) {
      const counts = new Uint32Array(words.low.length);
      for (const one of common) one.countEach(words, counts);
      return counts;
    },
  };
}

function bitsOf(agreeing: Passage["agreeing"], { kindOf }: QueryWords, bits: Float64Array): number {
  let sum = 0;
  for (const { a, lengthWords } of agreeing)
    for (let word = a; word < a + lengthWords; word++) sum += bits[kindOf[word]!]!;
  return sum;
}

function noticeOf({ bytes, facts }: BlockText): string | null {
  if (facts.notice === undefined) facts.notice = noticeIn(bytes);
  return facts.notice;
}
