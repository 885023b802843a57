/**
 * The documents of the best runs: read around a few of the places where a run stands, and aligned with the text word
 * by word like those of any other corpus.
 */
import { sha256 } from "../../base/bytes/sha256.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { shingleUnkept } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { findPassages, type Passage } from "../../core/passages/passages.ts";
import { allowanceOf, type ShingleIndex } from "../../core/passages/shingleIndex.ts";
import { readText, type Text, type WordRange } from "../../core/text/text.ts";
import { type Carrier, surroundingsOf, worksOf } from "../../corpus/search/works.ts";
import type { Unanswered } from "../../models/connectors/ask.ts";
import type { IndexClient, Reply } from "./client.ts";
import type { FoundRun } from "./plan.ts";
import type { IndexPlace, Places } from "./protocol.ts";
import { formsOf, type Units } from "./units.ts";

/** Up to so many places may all be copies of the work itself: they make a run no less rare. */
const RARE_PLACES_MAX = 3;
/** Most places of a run of which the surroundings are read. */
const CONTEXTS_MAX = 20;
/** Most runs below the guaranteed length around which a document is read. */
const SHORT_RUNS_READ_MAX = 4;
/** Most documents that a search reads. */
const DOCUMENTS_MAX = 40;
/** Characters before and after a run: of the first document, and of those that only show whose run it is. */
const WIDE = 12_000;
const NARROW = 400;
/** Share of the words of a run from which on documents that were read contain it. */
const COVERED_SHARE = 0.9;
/** Other works with a run beyond this number change nothing. */
const OTHERS_MAX = 64;
/** Numbers of documents that nobody has read, as carriers of a run. */
const UNREAD_FROM = 2 ** 31;

/** A run with what the index says of it. */
export interface CountedRun {
  run: FoundRun;
  words: WordRange;
  /** Number of places; of a joined run those of its first part. */
  places: number;
  /** Number of documents that were read around it. */
  documents: number;
}

/** A document of which a part was read. */
export interface ReadDocument {
  number: number;
  id: string;
  /** Words of the document, estimated where it was read in part. */
  words: number;
  textHash: string;
  text: Text;
  passages: readonly Passage[];
}

export interface DocumentsOfRuns {
  runs: CountedRun[];
  documents: ReadDocument[];
  carriers: Carrier[];
  /** Why not all of it was read; `null` where it was. */
  unanswered: Unanswered | null;
}

interface RunReading {
  kernels: Kernels;
  client: IndexClient;
  units: Units;
  query: ShingleIndex;
  /** Whether further contexts are read, or one document of each run only. */
  hasContexts: boolean;
  signal: PlatformAbortSignal | undefined;
}

/**
 * @param runs all of them are counted, and documents read around the longest
 * @param shortRuns of these, documents are read around the first ones that no document read before contains
 */
export async function readDocumentsOf(
  runs: readonly FoundRun[],
  shortRuns: readonly FoundRun[],
  reading: RunReading,
): Promise<DocumentsOfRuns> {
  const reader = new DocumentReader(reading);
  const counted = await reader.read(runs);
  await reader.readShort(shortRuns);
  return { ...reader.found(), runs: counted };
}

class DocumentReader {
  readonly #reading: RunReading;
  readonly #documents = new Map<string, ReadDocument>();
  readonly #covered: Uint8Array;
  readonly #carriers: Carrier[] = [];
  #unread = UNREAD_FROM;
  #unanswered: Unanswered | null = null;

  constructor(reading: RunReading) {
    this.#reading = reading;
    this.#covered = new Uint8Array(reading.query.shingled.text.lengthWords);
  }

  async read(runs: readonly FoundRun[]): Promise<CountedRun[]> {
    const { units } = this.#reading;
    const longestFirst = runs
      .map((run) => ({ run, words: units.wordsOf(run) }))
      .sort((x, y) => y.words.end - y.words.start - (x.words.end - x.words.start) || x.run.start - y.run.start);
    const counted: CountedRun[] = [];
    for (const { run, words } of longestFirst) {
      const found = await this.#find(run);
      if (found === null) break;
      const documents = await this.#readAround(found, words, this.#reading.hasContexts);
      counted.push({ run, words, places: found.places.count, documents });
      if (this.#unanswered !== null) break;
    }
    return counted.sort((x, y) => x.run.start - y.run.start);
  }

  async readShort(runs: readonly FoundRun[]): Promise<void> {
    let read = 0;
    for (const run of runs) {
      const words = this.#reading.units.wordsOf(run);
      if (this.#isCovered(words)) continue;
      if (this.#unanswered !== null || read++ === SHORT_RUNS_READ_MAX) return;
      const found = await this.#find(run);
      if (found !== null) await this.#readAround(found, words, false);
    }
  }

  found(): Omit<DocumentsOfRuns, "runs"> {
    return { documents: [...this.#documents.values()], carriers: this.#carriers, unanswered: this.#unanswered };
  }

  async #find(run: FoundRun): Promise<{ query: string; places: Places } | null> {
    const { client, units, signal } = this.#reading;
    const asked = { start: run.start, end: Math.min(run.end, units.fitEnd(run.start)) };
    for (const query of formsOf(units.textOf(asked))) {
      const places = this.#answer(await client.find(query, signal));
      if (places === null) return null;
      if (places.count > 0) return { query, places };
    }
    // Counted a moment ago, and gone: the index has changed meanwhile.
    return { query: "", places: { count: 0, shards: [] } };
  }

  /** @returns how many documents were read */
  async #readAround(
    { query, places }: { query: string; places: Places },
    words: WordRange,
    hasContexts: boolean,
  ): Promise<number> {
    const isCovered = this.#isCovered(words);
    const isRare = places.count <= RARE_PLACES_MAX;
    const wanted = isRare ? Number(!isCovered) : hasContexts ? CONTEXTS_MAX : Number(!isCovered);
    const chosen = placesOf(places, Math.min(wanted, DOCUMENTS_MAX - this.#documents.size));
    const around = await this.#readEach(query, chosen, isCovered);
    if (isRare) {
      for (const document of around.slice(0, 1)) this.#carriers.push(...this.#carriersOf(document));
      return around.length;
    }
    const own = around.flatMap((document) => this.#carriersOf(document));
    this.#carriers.push(...own);
    this.#addUnread(words, places.count - around.length, own);
    return around.length;
  }

  async #readEach(query: string, chosen: readonly IndexPlace[], isCovered: boolean): Promise<ReadDocument[]> {
    const { client, signal } = this.#reading;
    const wide = isCovered ? NARROW : WIDE;
    const replies = await Promise.all(
      chosen.map((place, i) => client.document(query, place, i === 0 ? wide : NARROW, signal)),
    );
    const read: ReadDocument[] = [];
    for (const [i, reply] of replies.entries()) {
      const answer = this.#answer(reply);
      if (answer !== null) read.push(await this.#align(`${chosen[i]!.shard}/${answer.number}`, answer));
    }
    return read;
  }

  async #align(id: string, { text: shown, share }: { text: string; share: number }): Promise<ReadDocument> {
    const { kernels, query } = this.#reading;
    const text = readText(kernels, shown);
    const { passages } = findPassages(kernels, query, shingleUnkept(kernels, text), 0, allowanceOf(query.shingled));
    const known = this.#documents.get(id);
    const fresh = passages.filter(
      ({ a }) => !known?.passages.some((one) => one.a.start <= a.start && a.end <= one.a.end),
    );
    for (const { agreeing } of passages)
      for (const { a, lengthWords } of agreeing) this.#covered.fill(1, a, a + lengthWords);
    const document: ReadDocument = {
      number: known?.number ?? this.#documents.size,
      id,
      words: Math.max(known?.words ?? 0, Math.round(text.lengthWords / share)),
      textHash: (await sha256(shown)).slice(0, 32),
      text,
      passages: fresh,
    };
    // Of a document that is read in two parts, each part has its passages.
    this.#documents.set(known === undefined ? id : `${id} ${this.#documents.size}`, document);
    return document;
  }

  #carriersOf({ number, words, text, passages }: ReadDocument): Carrier[] {
    return passages.map(({ a, b }) => ({
      documentNumber: number,
      content: a,
      lengthWords: words,
      surroundings: surroundingsOf(text.words, b),
    }));
  }

  /** Places that were not read count as other works, in the share that other works have among those that were. */
  #addUnread(content: WordRange, unread: number, read: readonly Carrier[]): void {
    const others = Math.min(OTHERS_MAX, Math.round(unread * shareOfOthers(read)));
    for (let i = 0; i < others; i++) {
      const documentNumber = this.#unread++;
      const surroundings = Uint32Array.of(documentNumber);
      this.#carriers.push({ documentNumber, content, lengthWords: content.end - content.start, surroundings });
    }
  }

  #isCovered({ start, end }: WordRange): boolean {
    const covered = this.#covered.subarray(start, end).reduce((words, isCovered) => words + isCovered, 0);
    return covered >= COVERED_SHARE * (end - start);
  }

  #answer<Answer>(reply: Reply<Answer>): Answer | null {
    if (reply.status === "answered") return reply.answer;
    this.#unanswered ??= reply;
    return null;
  }
}

/** Of the documents with a passage, the share that is not of the work that most of them are; 1 where few were read. */
function shareOfOthers(carriers: readonly Carrier[]): number {
  const works = worksOf(0, carriers);
  if (works.size <= RARE_PLACES_MAX) return 1;
  const documents = new Map<number, number>();
  for (const work of works.values()) documents.set(work, (documents.get(work) ?? 0) + 1);
  return 1 - Math.max(...documents.values()) / works.size;
}

/** Up to `most` places, spread evenly over all. */
function placesOf({ count, shards }: Places, most: number): IndexPlace[] {
  const wanted = Math.max(0, Math.min(count, most));
  const numbers = Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * count) / wanted));
  return numbers.map((number) => {
    let before = 0;
    for (const [shard, [start, end]] of shards.entries()) {
      if (number < before + end - start) return { shard, rank: start + number - before };
      before += end - start;
    }
    throw new RangeError("A place lies outside of all shards.");
  });
}
