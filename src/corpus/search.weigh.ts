/** From what was found in each document to what is told of it: echoes of better passages go, frequency and rarity come. */
import type { PassageKind } from "../contract/analyze.ts";
import type { Hashes } from "../kernels/kernels.ts";
import type { ShingleIndex } from "../passages/anchors.ts";
import type { WordRange } from "../text/text.ts";
import type { Living } from "./deletions.ts";
import { type Weighed, withoutExplained } from "./explained.ts";
import type { DocumentRecord } from "./layout.ts";
import type { OpenSegment } from "./open.ts";
import { surpriseBits } from "./vocabulary.ts";

/** What a result says of a document. */
export interface FoundDocument extends DocumentRecord {
  words: number;
  /** Documents of the same text, this one included. */
  copies: number;
}

/** A passage of the query in one document of the corpus. */
export interface FoundPassage {
  /** Number of the document's text in this corpus, and the document itself. */
  documentNumber: number;
  document: FoundDocument;
  kind: PassageKind;
  content: WordRange;
  /** UTF-16 indices into the document's text. */
  source: { start: number; end: number; snippet: string };
  agreeingWords: number;
  longestRunWords: number;
  identity: number;
  rarityBits: number;
  /** Documents in which a passage over the middle of this one was verified, echoes of better ones that are not told included. */
  documentFrequency: number;
}

/** A passage before the whole result is known. */
export interface Found extends Weighed {
  told: Omit<FoundPassage, "rarityBits" | "documentFrequency" | "document">;
  /** Those that agree. */
  words: Hashes;
  open: OpenSegment;
  living: Living;
  /** Of the document. */
  lengthWords: number;
}

/** Adds what only the whole result and the whole corpus can tell: document frequency and rarity. */
export async function weigh(
  segments: readonly OpenSegment[],
  query: ShingleIndex,
  all: readonly Found[],
): Promise<FoundPassage[]> {
  if (all.length === 0) return [];
  const frequency = documentsPerWord(query.shingled.text.lengthWords, all);
  const found = withoutExplained(query, all);
  const common = await Promise.all(segments.map(({ segment }) => segment.common()));
  const total = segments.reduce((sum, { segment }) => sum + segment.footer.words, 0);
  const records = new Map<number, FoundDocument>();
  const distinct = new Map(found.map((one) => [one.told.documentNumber, one]));
  await Promise.all(
    [...distinct].map(async ([number, { open, living, lengthWords }]) => {
      const record = await open.segment.record(living.document);
      records.set(number, { ...record, words: lengthWords, copies: living.documents });
    }),
  );
  const passages = found.map(({ words, told }) => {
    const inSegments = common.map((one) => one.countEach(words));
    const counts = Uint32Array.from(words.low, (_, i) => inSegments.reduce((sum, counts) => sum + counts[i]!, 0));
    return {
      ...told,
      document: records.get(told.documentNumber)!,
      rarityBits: surpriseBits(words, counts, total),
      documentFrequency: frequency[(told.content.start + told.content.end) >> 1]!,
    };
  });
  return passages.sort(
    (x, y) => y.agreeingWords - x.agreeingWords || x.content.start - y.content.start || x.documentNumber - y.documentNumber,
  );
}

/** For each word of the content, the number of documents that have a passage over it. Passages come grouped by document. */
function documentsPerWord(lengthWords: number, found: readonly Found[]): Uint32Array {
  const documents = new Uint32Array(lengthWords);
  const lastDocument = new Int32Array(lengthWords).fill(-1);
  for (const { told } of found) {
    const { content, documentNumber } = told;
    for (let word = content.start; word < content.end; word++) {
      if (lastDocument[word] !== documentNumber) documents[word]!++;
      lastDocument[word] = documentNumber;
    }
  }
  return documents;
}
