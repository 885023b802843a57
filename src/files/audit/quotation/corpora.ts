/** Looks for a quotation in corpora: through their index, and for a short one through their text. */
import type { QuotationResult } from "../../../base/contract/operations/quotation.ts";
import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import { groupBy } from "../../../base/lists/groups.ts";
import { rounded, sum } from "../../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { PASSAGE } from "../../../core/fingerprint/profile.ts";
import { shingle } from "../../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { indexShingles } from "../../../core/passages/shingleIndex.ts";
import { readText, type Text } from "../../../core/text/text.ts";
import { requireAnswered } from "../../../corpus/search/answered.ts";
import type { Corpus } from "../../../corpus/search/corpus.ts";
import type { PassageHit } from "../../../corpus/search/weigh.ts";
import type { InDocument } from "./document.ts";
import type { QuotedPart } from "./parts.ts";
import { moved } from "./parts.ts";
import { strip } from "./tokens.ts";

/** Share of the quotation's words that a document has to have. */
const ELSEWHERE_SHARE_MIN = 0.7;
const ELSEWHERE_MAX = 20;
/** A longer quotation with a changed word has a run that an index finds. */
const READ_WORDS_MAX = 40;
/** Bytes of text that are read for one quotation: of a corpus here some seconds, of a far one some requests. */
const READ_HERE_BYTES_MAX = 512e6;
const READ_FAR_BYTES_MAX = 16e6;
/** Share of words that may differ before marks are looked at, such as a running head within the quotation. */
const WORTH_READING_SHARE = 0.6;

type QuotedSource = QuotationResult["elsewhere"][number];

interface Looked {
  parts: readonly QuotedPart[];
  words: number;
  corpora: readonly Corpus[];
  signal: PlatformAbortSignal | undefined;
}

interface FoundInCorpora {
  elsewhere: QuotedSource[];
  /** Corpora whose index may miss so short a quotation, and whose text is not there to be read. */
  tooShortFor: Corpus[];
}

/** @param check compares the quotation with a document */
export async function inCorpora(
  kernels: Kernels,
  { parts, words, corpora, signal }: Looked,
  check: (document: string) => InDocument,
): Promise<FoundInCorpora> {
  // As it stands and without marks: what looks like a mark may be the author's.
  const written = [parts.map(({ text }) => text).join(" "), parts.map(withoutMarks).join(" ")];
  const shapes = [...new Set(written)].map((text) => readText(kernels, text));
  const found: FoundInCorpora = { elsewhere: [], tooShortFor: [] };
  for (const corpus of corpora) {
    let inCorpus: QuotedSource[] = [];
    for (const shape of shapes) {
      if (inCorpus.length > 0) break;
      const found = await corpus.search(indexShingles(shingle(kernels, shape, PASSAGE)), signal);
      const { passages } = requireAnswered(corpus.info.name, found);
      inCorpus = hitsOf(corpus, passages, words);
    }
    if (inCorpus.length === 0 && words < READ_WORDS_MAX && isReadable(corpus))
      inCorpus = await reading(kernels, corpus, { shapes, check, signal });
    else if (inCorpus.length === 0 && words < PASSAGE_WORDS_MIN) found.tooShortFor.push(corpus);
    found.elsewhere.push(...inCorpus.map((one) => ({ ...one, share: rounded(Math.min(1, one.share)) })));
  }
  found.elsewhere.sort((x, y) => y.share - x.share).splice(ELSEWHERE_MAX);
  return found;
}

function hitsOf(corpus: Corpus, passages: readonly PassageHit[], words: number): QuotedSource[] {
  const hits = groupBy(passages, ({ documentNumber }) => documentNumber).values();
  return [...hits].flatMap((ofDocument): QuotedSource[] => {
    const share = sum(ofDocument, ({ agreeingWords }) => agreeingWords) / words;
    const [{ document, source }] = ofDocument as [PassageHit];
    const { start, end } = source;
    return share < ELSEWHERE_SHARE_MIN ? [] : [{ ...named(corpus, document), share, place: { start, end } }];
  });
}

const withoutMarks = ({ text, marks, offset }: QuotedPart): string =>
  strip(
    text,
    marks.map((mark) => moved(mark, -offset)),
  ).text;

function named({ info }: Corpus, { id, title }: { id: string; title?: string | undefined }) {
  return { corpus: info.name, document: id, ...(title === undefined ? {} : { title }) };
}

function isReadable({ info, lookups }: Corpus): boolean {
  // A public index is asked for runs of words: its text is not handed out.
  if (!info.has_text || lookups === "runs") return false;
  return info.text_bytes <= (lookups === "all" ? READ_HERE_BYTES_MAX : READ_FAR_BYTES_MAX);
}

interface ReadFor {
  shapes: readonly Text[];
  check: (document: string) => InDocument;
  signal: PlatformAbortSignal | undefined;
}

async function reading(kernels: Kernels, corpus: Corpus, { shapes, check, signal }: ReadFor): Promise<QuotedSource[]> {
  const found: QuotedSource[] = [];
  // What inflates texts is loaded where they are read.
  const { readDocumentsOf } = await import("../../../corpus/search/texts.ts");
  for await (const document of readDocumentsOf(corpus)) {
    signal?.throwIfAborted();
    const { low } = readText(kernels, document.text).words;
    const isWorth = ({ words }: Text) =>
      kernels.bestPlace(words.low, low).distance <= WORTH_READING_SHARE * words.low.length;
    if (!shapes.some(isWorth)) continue;
    const { status, share, place } = check(document.text);
    if ((status === "verbatim" || status === "altered") && place !== null)
      found.push({ ...named(corpus, document), share, place });
  }
  return found;
}
