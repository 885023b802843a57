/** The naive reference for a changing corpus: documents in a map, and the properties of a corpus with these documents. */
import { expect } from "vitest";
import type { CorpusDocument, CorpusInfo } from "../../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { filesOf, readManifest } from "../../../../src/corpus/format/manifest.ts";
import type { Corpus } from "../../../../src/corpus/search/corpus.ts";
import type { SearchResult } from "../../../../src/corpus/search/search.ts";
import type { PassageHit } from "../../../../src/corpus/search/weigh.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import type { Storage, WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import { notAlwaysEmpty } from "../../notAlwaysEmpty.ts";
import { notEmpty } from "../../notEmpty.ts";
import { fillerWords } from "../../texts.ts";
import { foldedWords, type JudgedText, judged, kernels, placesOf, queryOf } from "./judge.ts";
import { readAll } from "./storage.suite.ts";

export const RUN_WORDS = 12;
export const NAMES = { name: "life", dataset: "life" };

/** Existing documents by id, in the order in which they were added. */
export type Living = ReadonlyMap<string, CorpusDocument>;

const filler = fillerWords();
export const fill = (words: number): string => Array.from({ length: words }, () => filler.next().value).join(" ");

const judgedOf = new Map<string, JudgedText>();

export function judgedText(text: string): JudgedText {
  const known = judgedOf.get(text);
  if (known !== undefined) return known;
  const fresh = judged(text);
  judgedOf.set(text, fresh);
  return fresh;
}

/** A run of words of a text. */
export function sliceOf(text: string, at: number, words = RUN_WORDS): string {
  const { spans } = judgedText(text);
  return text.slice(spans[at]!.start, spans[at + words - 1]!.end);
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/** The info of a corpus of these documents in one segment. Two segments may both store a text; a merge removes the copy. */
export function figuresOf(
  living: Living,
): Pick<CorpusInfo, "documents" | "identical_documents" | "words" | "text_bytes"> {
  const texts = new Set([...living.values()].map(({ text }) => text));
  return {
    documents: living.size,
    identical_documents: living.size - texts.size,
    words: [...texts].reduce((sum, text) => sum + judgedText(text).words.length, 0),
    text_bytes: [...living.values()].reduce((sum, { text }) => sum + utf8Length(text), 0),
  };
}

export function expectFigures({ info }: Corpus, living: Living): void {
  const figures = figuresOf(living);
  expect(info).toMatchObject({ documents: figures.documents, text_bytes: figures.text_bytes });
  if (info.segments <= 1) expect(info).toMatchObject(figures);
  expect(info.words).toBeGreaterThanOrEqual(figures.words);
  expect(info.identical_documents).toBeLessThanOrEqual(figures.identical_documents);
}

/**
 * Searches for runs of 12 words and compares each result with a scan of every live document: found word for word in exactly the texts
 * that contain it, with all their documents counted.
 */
export async function expectRuns(corpus: Corpus, living: Living, runs: readonly string[]): Promise<void> {
  const documentsOf = new Map<string, string[]>();
  for (const { id, text } of living.values()) documentsOf.set(text, [...(documentsOf.get(text) ?? []), id]);
  const content = `${fill(15)} ${runs.map((run) => `${run} ${fill(15)}`).join(" ")}`;
  const query = judged(content);
  const { passages, bounded } = await corpus.search(queryOf(content));
  expect(bounded).toBe(false);
  for (const passage of passages) expectTrue(passage, query, living);
  for (const [i, run] of notEmpty(runs.entries())) {
    const words = foldedWords(run);
    const [at] = placesOf(words, query);
    const covering = passages.filter(({ content: { start, end } }) => start <= at! && end >= at! + words.length);
    const texts = [...documentsOf.keys()].filter((text) => placesOf(words, judgedText(text)).length > 0);
    const found = new Map(
      covering.map(({ documentNumber, document }) => [
        documentNumber,
        { text: living.get(document.id)!.text, document },
      ]),
    );
    expect(new Set([...found.values()].map(({ text }) => text)), `run ${i}`).toEqual(new Set(texts));
    for (const text of notAlwaysEmpty(texts)) {
      const documents = [...found.values()].filter((one) => one.text === text).map(({ document }) => document);
      const ids = documentsOf.get(text)!;
      expect(documents.reduce((sum, { copies }) => sum + copies, 0)).toBe(ids.length);
      if (corpus.info.segments === 1) expect(documents.map(({ id }) => id)).toEqual([ids[0]]);
    }
  }
}

function expectTrue(
  { document, content, source, agreeingWords, kind }: PassageHit,
  query: JudgedText,
  living: Living,
): void {
  const stored = living.get(document.id);
  expect(stored, "a passage in a document that is not there").toBeDefined();
  const { text: _, ...known } = stored!;
  expect(document).toMatchObject(known);
  const ours = query.words.slice(content.start, content.end);
  const theirs = foldedWords(stored!.text.slice(source.start, source.end));
  expect(agreeingWords).toBeGreaterThanOrEqual(RUN_WORDS);
  expect(kind === "verbatim").toBe(ours.join() === theirs.join());
  expect(stored!.text.slice(source.start, source.end).startsWith(source.snippet)).toBe(true);
}

/** A corpus built from these documents, at least one. The caller closes it. */
export function builtOf(living: Living, options: { codec?: "raw" | "deflate" } = {}): Promise<Corpus> {
  return buildCorpus(living.values(), { ...NAMES, ...options, storage: createMemoryStorage() });
}

/** A result without the figures on how it was read. */
export function answerOf({ blocksRead: _, ...answer }: SearchResult): Omit<SearchResult, "blocksRead"> {
  return answer;
}

export function byId(documents: Iterable<CorpusDocument>): Map<string, CorpusDocument> {
  return new Map([...documents].map((document) => [document.id, document]));
}

/** Checks that exactly the files of the manifest exist. */
export async function expectTidy(storage: WritableStorage): Promise<void> {
  const { manifest } = await readManifest(kernels, storage);
  const named = [...filesOf(manifest), ...manifest.superseded.map(({ file }) => file), "manifest.json"];
  expect(await storage.list()).toEqual(named.sort());
}

/** All files with their bytes. */
export async function contentsOf(storage: Storage & { list(): Promise<string[]> }): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const name of await storage.list())
    contents.set(name, Buffer.from(await readAll(storage, name)).toString("latin1"));
  return contents;
}
