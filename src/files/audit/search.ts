/** Searches corpora for each item by their index. */

import type { AuditPassage } from "../../base/contract/operations/audit.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { groupBy } from "../../base/lists/groups.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { createQueue } from "../../base/queues/queue.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import { shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { findPassages } from "../../core/passages/passages.ts";
import { indexShingles, type ShingleIndex, usingIndex } from "../../core/passages/shingleIndex.ts";
import { readText, utf16Spans } from "../../core/text/text.ts";
import { SLOTS_SHARE_MIN } from "../../core/uncounted/frames/frames.ts";
import { otherNumbers } from "../../core/uncounted/frames/numbers.ts";
import { type FrameInstance, instancesOf } from "../../core/uncounted/frames/slots.ts";
import { requireAnswered } from "../../corpus/search/answered.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import type { PassageHit } from "../../corpus/search/weigh.ts";
import type { ReadItem } from "./items.ts";
import { type Agreed, agreedOf, type ItemFinding, judged } from "./match/align.ts";
import { editsOf } from "./tally.ts";

/** Searches wait for storage, so some run while others wait. */
const SEARCHES_AT_ONCE = 4;
/** Documents that are read for one item, to see whether they have only its frame. */
const LOOKED_AT_MAX = 16;

/** What the documents of a corpus share with an item. */
async function searchItem(
  kernels: Kernels,
  corpus: Corpus,
  read: ReadItem,
  item: number,
  signal: PlatformAbortSignal | undefined,
): Promise<{ found: ItemFinding[]; bounded: boolean }> {
  const query = indexShingles(shingle(kernels, read.shingled.text, PASSAGE));
  return usingIndex(kernels, query, () => searchedFor(kernels, corpus, { read, item, query }, signal));
}

async function searchedFor(
  kernels: Kernels,
  corpus: Corpus,
  { read, item, query }: { read: ReadItem; item: number; query: ShingleIndex },
  signal: PlatformAbortSignal | undefined,
): ReturnType<typeof searchItem> {
  const { passages, bounded } = requireAnswered(corpus.info.name, await corpus.search(query, signal));
  const found: ItemFinding[] = [];
  const others = (hit: PassageHit) => othersInSnippet(kernels, read, hit);
  let looked = 0;
  for (const hits of groupBy(passages, ({ documentNumber }) => documentNumber).values()) {
    const agreed = agreedOf(hits, others);
    const judgement = judged(read, agreed);
    if (judgement === null) continue;
    const { document, documentNumber } = hits[0]!;
    const isLookedAt = mayHaveSlots(agreed, read.own.length) && looked++ < LOOKED_AT_MAX;
    const instances = isLookedAt ? await instancesIn(kernels, corpus, documentNumber, query) : [];
    const described = passagesOf(read, hits);
    found.push({
      item,
      finding: {
        document: document.id,
        ...(document.title === undefined ? {} : { title: document.title }),
        corpus: corpus.info.name,
        ...(document.copies > 1 ? { copies: document.copies - 1 } : {}),
        ...judgement,
        occurrences: 1,
        edits: editsOf(described),
        passages: described,
      },
      agreed,
      places: [],
      instances,
    });
  }
  return { found, bounded };
}

/** Whether so many of an item's words do not agree that others may stand in their place. */
function mayHaveSlots({ runs }: Agreed, words: number): boolean {
  const agrees = new Uint8Array(words);
  for (const { a, lengthWords } of runs) agrees.fill(1, a, a + lengthWords);
  return agrees.filter((one) => one === 0).length >= SLOTS_SHARE_MIN * words;
}

/** The index tells what agrees; what stands there instead is read from the document, if the corpus has its text. */
async function instancesIn(
  kernels: Kernels,
  corpus: Corpus,
  documentNumber: number,
  query: ShingleIndex,
): Promise<FrameInstance[]> {
  if (corpus.info.has_text === false) return [];
  const content = await corpus.textOf?.(documentNumber).catch((error: unknown) => {
    // It was deleted since it was found.
    if (isSpoliaError(error) && error.code === "unknown_document") return undefined;
    throw error;
  });
  if (content === undefined) return [];
  const text = readText(kernels, content);
  const { passages } = findPassages(kernels, query, shingle(kernels, text, PASSAGE));
  return instancesOf(
    query.shingled.text,
    passages.flatMap(({ agreeing }) => agreeing),
    text,
  );
}

/** The numbers of an item for which a passage has others, as far as its snippet goes. */
function othersInSnippet(kernels: Kernels, { shingled }: ReadItem, { agreeing, source }: PassageHit): number[] {
  const first = agreeing[0]!.b;
  const snippet = readText(kernels, source.snippet);
  const inSnippet = agreeing.map((run) => ({ ...run, b: run.b - first })).filter(({ b }) => b < snippet.lengthWords);
  return otherNumbers(shingled.text, snippet, inSnippet);
}

function passagesOf({ shingled }: ReadItem, hits: readonly PassageHit[]): AuditPassage[] {
  const inOrder = [...hits].sort((x, y) => x.source.start - y.source.start || x.content.start - y.content.start);
  const spans = utf16Spans(
    shingled.text,
    inOrder.map(({ content }) => content),
  );
  return inOrder.map(({ kind, content, source: { start, end }, sourceWords, agreeingWords }, i) => ({
    kind,
    item: spans[i]!,
    document: { start, end },
    agreeing_words: agreeingWords,
    edited_words: Math.max(content.end - content.start, sourceWords) - agreeingWords,
  }));
}

/** Calls `note` for each item, in their order, with what the corpora share with it. */
export async function searchItems(
  kernels: Kernels,
  corpora: readonly Corpus[],
  items: readonly ReadItem[],
  signal: PlatformAbortSignal | undefined,
  note: (found: readonly ItemFinding[], bounded: boolean) => void,
): Promise<void> {
  const queued = createQueue(SEARCHES_AT_ONCE);
  for (let from = 0; from < items.length; from += SEARCHES_AT_ONCE) {
    const batch = items.slice(from, from + SEARCHES_AT_ONCE);
    const answers = await Promise.all(
      batch.map((item, i) =>
        queued(() => Promise.all(corpora.map((corpus) => searchItem(kernels, corpus, item, from + i, signal)))),
      ),
    );
    for (const answer of answers)
      note(
        answer.flatMap(({ found }) => found),
        answer.some(({ bounded }) => bounded),
      );
  }
}
