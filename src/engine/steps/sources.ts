/** Reads the passages of a result whole, from the corpora in which they were found. */
import type { ContentRewordings, Match, SourceText } from "../../base/contract/operations/analyze.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";

/** UTF-16 units of a document before and after a passage, less a word that this would cut. */
const AROUND = 240;

/**
 * The matches with their passages whole, as their documents have them. Each document is read once; those of far corpora
 * are fetched. A match whose corpus holds no text, or no longer has the document as it was searched, stays as it is.
 *
 * @throws as reading a corpus does
 */
export async function withSourceTexts(matches: readonly Match[], corpora: readonly Corpus[]): Promise<Match[]> {
  const texts = new Map<string, string | null>();
  const textOf = async ({ corpus: name, document: { id }, verified }: Match): Promise<string | null> => {
    const key = JSON.stringify([name, id]);
    const corpus = verified ? corpora.find(({ info }) => info.name === name) : undefined;
    if (!texts.has(key)) texts.set(key, (await corpus?.text?.(id)) ?? null);
    return texts.get(key)!;
  };
  const whole: Match[] = [];
  // One after another: books in a far corpus are megabytes each.
  for (const match of matches) {
    const text = sourceTextIn(await textOf(match), match.source);
    whole.push(text === null ? match : { ...match, source: { ...match.source, text } });
  }
  return whole;
}

/** Rewordings with their stretches whole, where their corpora hold the text. @throws as reading a corpus does */
export async function withStretches(
  reworded: ContentRewordings,
  corpora: readonly Corpus[],
): Promise<ContentRewordings> {
  const found: ContentRewordings["found"] = [];
  for (const one of reworded.found) {
    const { start, end, snippet } = one.source;
    const corpus = corpora.find(({ info }) => info.name === one.corpus);
    const document = (await corpus?.text?.(one.document.id)) ?? "";
    const isThere = document.startsWith(snippet, start);
    found.push(isThere ? { ...one, source: { ...one.source, text: document.slice(start, end) } } : one);
  }
  return { ...reworded, found };
}

function sourceTextIn(document: string | null, { start, end, snippet }: Match["source"]): SourceText | null {
  if (document === null || end > document.length || !document.startsWith(snippet, start)) return null;
  return {
    before: document.slice(wordFrom(document, start - AROUND, start), start),
    passage: document.slice(start, end),
    after: document.slice(end, wordTo(document, end + AROUND, end)),
  };
}

/** The first word from a place on, or the passage itself where no word begins before it. */
function wordFrom(text: string, place: number, passage: number): number {
  if (place <= 0) return 0;
  const space = text.indexOf(" ", place);
  return space < 0 || space >= passage ? passage : space + 1;
}

/** The end of the last whole word before a place, or that of the passage where none ends before it. */
function wordTo(text: string, place: number, passage: number): number {
  if (place >= text.length) return text.length;
  const space = text.lastIndexOf(" ", place);
  return space < passage ? passage : space;
}
