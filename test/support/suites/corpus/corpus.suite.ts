/** Tests of a corpus in every storage. */
import { beforeAll, describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { type Corpus, openCorpus } from "../../../../src/corpus/search/corpus.ts";
import type { SearchResult } from "../../../../src/corpus/search/search.ts";
import type { PassageHit } from "../../../../src/corpus/search/weigh.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import type { Storage } from "../../../../src/corpus/storage/storage.ts";
import { notAlwaysEmpty } from "../../notAlwaysEmpty.ts";
import { notEmpty } from "../../notEmpty.ts";
import { corpusDocuments, DECLARATION, fillerWords, seeded, zipfText, zipfWords } from "../../texts.ts";
import { commonWords, foldedWords, type JudgedText, judged, placesOf, queryOf } from "./judge.ts";
import type { Made, Place } from "./places.ts";
import { readAll } from "./storage.suite.ts";

const RUN_WORDS = 12;
const NAMES = { name: "test", dataset: "test-set" };
const filler = fillerWords();
const fill = (words: number): string => Array.from({ length: words }, () => filler.next().value).join(" ");

/** A run of words of a document, to search for. */
interface Planted {
  document: string;
  at: number;
}

const documents = corpusDocuments();
const texts = new Map<string, JudgedText>(documents.map(({ id, text }) => [id, judged(text)]));

const runOf = ({ document, at }: Planted, words = RUN_WORDS): string[] =>
  texts.get(document)!.words.slice(at, at + words);

function sliceOf({ document, at }: Planted, words = RUN_WORDS): string {
  const { text, spans } = texts.get(document)!;
  return text.slice(spans[at]!.start, spans[at + words - 1]!.end);
}

export function corpusSuite(place: Place): void {
  describe(`corpus: ${place.name}`, () => {
    let made: Made;
    let corpus: Corpus;
    beforeAll(async () => {
      made = place.make();
      await (await buildCorpus(documents, { ...NAMES, storage: made.storage })).close();
      corpus = await openCorpus(made.again(), { depth: "thorough" });
      return () => corpus.close();
    });

    /** Searches for many runs at a time, separated by words of no document, and checks each result. */
    async function expectFound(planted: readonly Planted[]): Promise<void> {
      for (let from = 0; from < planted.length; from += 20) {
        const batch = planted.slice(from, from + 20);
        const content = `${fill(30)} ${batch.map((one) => `${sliceOf(one)} ${fill(30)}`).join(" ")}`;
        const query = judged(content);
        const result = await corpus.search(queryOf(content));
        expectTrue(result, query);
        expect(result.bounded).toBe(false); // no list is cut in so small a corpus
        for (const one of batch) expectExact(one, result, query);
      }
    }

    test("finds every run of 12 words at random places, exactly", async () => {
      const random = seeded(1);
      const long = documents.filter(({ id }) => texts.get(id)!.words.length >= RUN_WORDS && !id.endsWith("again"));
      const planted = Array.from({ length: 1_500 }, () => {
        const document = long[Math.floor(random() * long.length)]!.id;
        return { document, at: Math.floor(random() * (texts.get(document)!.words.length - RUN_WORDS + 1)) };
      });
      await expectFound(planted);
    });

    test("finds every run at and around the borders of blocks, and at both ends of every document", async () => {
      const planted: Planted[] = [];
      for (const [document, { words }] of texts) {
        const last = words.length - RUN_WORDS;
        if (last < 0 || document.endsWith("again")) continue;
        const borders = Array.from({ length: Math.ceil(words.length / 4_096) - 1 }, (_, i) => (i + 1) * 4_096);
        const starts = borders.flatMap((border) => Array.from({ length: 31 }, (_, i) => border - 15 + i));
        for (const at of new Set([0, 1, last - 1, last, ...starts]))
          if (at >= 0 && at <= last) planted.push({ document, at });
      }
      expect(planted.length).toBeGreaterThan(1_500);
      await expectFound(planted);
    });

    test("reports a passage once, also if a search reads both blocks at a border", async () => {
      for (const border of [4_096, 8_192, 12_288]) {
        const at = [border - 3_000, border - 1_000, border + 3, border + 2_000];
        const planted = at.map((at) => ({ document: "30000 words", at }));
        const content = planted.map((one) => `${sliceOf(one)} ${fill(30)}`).join(" ");
        const { passages } = await corpus.search(queryOf(content));
        expect(passages.filter(({ document }) => document.id === "30000 words").length).toBe(at.length);
      }
    });

    test("a search without a budget is not reported as bounded", async () => {
      const result = await corpus.search(queryOf(sliceOf({ document: "30000 words", at: 100 }, 50)));
      expect(result.bounded).toBe(false);
    });

    test("the end of one document and the beginning of the next do not form a passage", async () => {
      const stored = documents.filter(({ id }) => texts.get(id)!.words.length >= RUN_WORDS && !id.endsWith("again"));
      for (let i = 0; i + 1 < stored.length; i += 3) {
        const [one, next] = [stored[i]!.id, stored[i + 1]!.id];
        const end = texts.get(one)!.words.length;
        const content = `${fill(12)} ${sliceOf({ document: one, at: end - 6 }, 6)} ${sliceOf({ document: next, at: 0 }, 6)} ${fill(12)}`;
        const result = await corpus.search(queryOf(content));
        expectTrue(result, judged(content));
        const isFormed = ({ document, content }: PassageHit) => placesOfRange(content, document.id).length === 0;
        expect(result.passages.filter(isFormed), one).toEqual([]);
        const whole = `${sliceOf({ document: one, at: end - 12 })} ${sliceOf({ document: next, at: 0 })}`;
        const both = await corpus.search(queryOf(whole));
        expectTrue(both, judged(whole));
        expect(both.passages.map(({ document }) => document.id)).toEqual(expect.arrayContaining([one, next]));

        function placesOfRange({ start, end }: { start: number; end: number }, id: string): number[] {
          return placesOf(judged(content).words.slice(start, end), texts.get(id)!);
        }
      }
    });

    test("finds the whole of a document of eight blocks as one passage", async () => {
      const { passages, bounded, blocksRead } = await corpus.search(queryOf(texts.get("30000 words")!.text));
      expect(bounded).toBe(false);
      expect(blocksRead).toBeLessThan(60);
      expect(passages[0]).toMatchObject({
        kind: "verbatim",
        content: { start: 0, end: 30_000 },
        agreeingWords: 30_000,
        identity: 1,
      });
      expect(passages[0]!.source.start).toBe(0);
    });

    test("finds all of a long document from a query that is too long to look up every shingle", async () => {
      const content = `${zipfText(seeded(99), 25_000, 50_000)} ${sliceOf({ document: "8191 words", at: 4_000 }, 1_000)}`;
      const result = await corpus.search(queryOf(content));
      const covered = coverage(result, "8191 words", 25_000, 26_000);
      expect(covered).toBe(1_000);
    });

    test("covers at least 90 % of passages with every tenth word changed", async () => {
      const random = seeded(3);
      for (const document of ["30000 words", "8192 words", "scripts", "lines"]) {
        const { words, spans, text } = texts.get(document)!;
        for (let n = 0; n < 12; n++) {
          const at =
            n === 0
              ? Math.max(0, Math.min(4_096 - 60, words.length - 120))
              : Math.floor(random() * (words.length - 120));
          const changed = Array.from({ length: 120 }, (_, i) => {
            const span = spans[at + i]!;
            return i % 10 === 5
              ? ` ${filler.next().value} `
              : text.slice(span.start, spans[at + i + 1]?.start ?? span.end);
          }).join("");
          const content = `${fill(20)} ${changed} ${fill(20)}`;
          const result = await corpus.search(queryOf(content));
          expectTrue(result, judged(content));
          expect(coverage(result, document, 20, 140), `${document} at ${at}`).toBeGreaterThanOrEqual(108);
        }
      }
    });

    test("a hundred concurrent searches return the same as one after the other", async () => {
      const queries = Array.from({ length: 100 }, (_, i) =>
        queryOf(
          `${sliceOf({ document: "30000 words", at: 97 * i }, 40)} ${fill(5)} ${sliceOf({ document: "scripts", at: 31 * i }, 30)}`,
        ),
      );
      const inTurn: SearchResult[] = [];
      for (const query of queries) inTurn.push(await corpus.search(query));
      expect(await Promise.all(queries.map((query) => corpus.search(query)))).toEqual(inTurn);
      expect(inTurn.every(({ passages }) => passages.length >= 2)).toBe(true);
    });

    test("queries without a shingle find nothing, and the search is complete", async () => {
      for (const content of ["", "spolia", "— …", "\ud800", DECLARATION.en.slice(0, 20)]) {
        expect(await corpus.search(queryOf(content))).toEqual({
          passages: [],
          carriers: [],
          bounded: false,
          certainFromWords: 12,
          blocksRead: 0,
        });
      }
    });

    test("identical documents are reported once, with the id of the first and their number", async () => {
      const { passages } = await corpus.search(queryOf(DECLARATION.ru));
      expect(passages.map(({ document }) => document.id)).toEqual(["declaration ru"]);
      expect(passages[0]!.document).toMatchObject({ copies: 2, title: "UDHR 1 (ru)", lang: "ru", year: 1948 });
    });

    test("snippets equal the beginning of the passage in the source", async () => {
      const { passages } = await corpus.search(queryOf(texts.get("scripts")!.text));
      for (const { document, source } of notEmpty(passages)) {
        const { text } = texts.get(document.id)!;
        expect(text.slice(source.start, source.end).startsWith(source.snippet)).toBe(true);
        expect(source.snippet.length).toBeGreaterThan(Math.min(200, source.end - source.start - 2));
      }
    });

    test("its info is correct", async () => {
      const distinct = new Map(documents.map(({ text }) => [Buffer.from(text).toString(), text]));
      const utf8 = (text: string) => new TextEncoder().encode(text).length;
      let storedBytes = 0;
      for (const name of await made.storage.list()) storedBytes += (await readAll(made.storage, name)).length;
      expect(corpus.info).toMatchObject({
        ...NAMES,
        fold: "spolia1",
        profile: { name: "passage", shingle_words: 5, window_shingles: 8 },
        documents: documents.length,
        identical_documents: documents.length - distinct.size,
        words: [...distinct.values()].reduce((sum, text) => sum + foldedWords(text).length, 0),
        text_bytes: documents.reduce((sum, { text }) => sum + utf8(text), 0),
        stored_bytes: storedBytes,
      });
      expect(corpus.info.identical_documents).toBeGreaterThanOrEqual(3);
      expect(corpus.info.revision).toMatch(/^[0-9a-f]{64}$/);
    });

    test("has the same bytes as the corpus in memory", async () => {
      const twin = createMemoryStorage();
      const built = await buildCorpus(asynchronous(documents), { ...NAMES, storage: twin });
      expect(built.info).toEqual(corpus.info);
      expect(await twin.list()).toEqual(await made.storage.list());
      for (const name of notEmpty(await twin.list())) {
        expect(Buffer.compare(await readAll(twin, name), await readAll(made.storage, name)), name).toBe(0);
      }
    });

    test("a signal aborts a search before or at any read, and the next search is complete", async () => {
      // Blocks apart: neighbours are read together.
      const parts = [4_000, 9_000, 14_000, 26_000].map((at) => sliceOf({ document: "30000 words", at }, 500));
      const query = queryOf(parts.join("\n"));
      const whole = await corpus.search(query);
      await expect(corpus.search(query, AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
      await expect(corpus.search(queryOf(""), AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
      let onRead = () => {};
      // Text that was read stays in memory: each search is the first of its corpus, but for tables that are read once.
      const opened = async () => {
        onRead = () => {};
        const watched = await openCorpus(
          watching(made.again(), () => onRead()),
          { depth: "thorough" },
        );
        await watched.search(queryOf(sliceOf({ document: "30000 words", at: 20_000 }, 300)));
        return watched;
      };
      let reads = 0;
      const counted = await opened();
      onRead = () => reads++;
      expect(await counted.search(query)).toEqual(whole);
      await counted.close();
      expect(reads).toBeGreaterThan(1);
      for (let n = 1; n < reads; n++) {
        const watched = await opened();
        const controller = new AbortController();
        let left = n;
        onRead = () => {
          if (--left === 0) controller.abort("enough");
        };
        await expect(watched.search(query, controller.signal), `at read ${n}`).rejects.toMatchObject({
          code: "aborted",
          cause: "enough",
        });
        onRead = () => {};
        expect(await watched.search(query)).toEqual(whole);
        await watched.close();
      }
    });

    test("a read that fails once fails one search with the same error, and the next search is complete", async () => {
      const query = queryOf(sliceOf({ document: "30000 words", at: 4_000 }, 300));
      const whole = await corpus.search(query);
      const own = new Error("the store's");
      let failed = 0;
      for (let n = 1; n < 100; n++) {
        let left = Number.POSITIVE_INFINITY;
        const failing = await openCorpus(
          watching(made.again(), () => {
            if (--left === 0) throw own;
          }),
          { depth: "thorough" },
        );
        left = n;
        const answer = await failing.search(query).catch((thrown) => thrown);
        const isWhole = left > 0;
        expect(answer).toEqual(isWhole ? whole : own);
        if (!isWhole) expect(await failing.search(query), `after read ${n} failed`).toEqual(whole);
        await failing.close();
        if (isWhole) break;
        failed++;
      }
      expect(failed).toBeGreaterThan(2); // keys, text and word counts
    });

    test("after close a new search is `closed`, a running one is `closed` or complete, and closing again is allowed", async () => {
      const closing = await openCorpus(made.again(), { depth: "thorough" });
      const query = queryOf(sliceOf({ document: "30000 words", at: 4_000 }, 9_000));
      const whole = await corpus.search(query);
      const underWay = closing.search(query).catch((error) => error.code);
      await closing.close();
      expect([whole, "closed"]).toContainEqual(await underWay);
      await expect(closing.search(query)).rejects.toMatchObject({ code: "closed" });
      await closing.close();
      await using disposed = await openCorpus(made.again(), { depth: "thorough" });
      expect(disposed.info).toEqual(closing.info);
    });

    function expectExact(planted: Planted, { passages }: SearchResult, query: JudgedText): void {
      const run = runOf(planted);
      const source = texts.get(planted.document)!;
      const isIt = ({ document, content, source: { start, end } }: PassageHit) =>
        document.id === planted.document &&
        query.words.slice(content.start, content.end).join() === run.join() &&
        placesOf(run, source).some(
          (at) => source.spans[at]!.start === start && source.spans[at + RUN_WORDS - 1]!.end === end,
        );
      expect(passages.some(isIt), `12 words at word ${planted.at} of "${planted.document}"`).toBe(true);
    }
  });
}

/** Checks that every reported passage exists, with correct words, figures and positions. */
function expectTrue({ passages }: SearchResult, query: JudgedText): void {
  const places = passages.map(
    ({ documentNumber, content, source }) => `${documentNumber}:${content.start}:${source.start}`,
  );
  expect(new Set(places).size).toBe(places.length);
  const order = (x: PassageHit, y: PassageHit) =>
    y.agreeingWords - x.agreeingWords || x.content.start - y.content.start || x.documentNumber - y.documentNumber;
  expect(passages).toEqual([...passages].sort(order));
  for (const passage of notAlwaysEmpty(passages)) {
    const { document, content, source } = passage;
    const ours = query.words.slice(content.start, content.end);
    const theirs = foldedWords(texts.get(document.id)!.text.slice(source.start, source.end));
    const common = commonWords(ours, theirs);
    expect(ours.length).toBe(content.end - content.start);
    expect(passage.agreeingWords).toBeGreaterThanOrEqual(RUN_WORDS);
    expect(passage.agreeingWords).toBeLessThanOrEqual(common);
    expect(passage.identity).toBeCloseTo(passage.agreeingWords / Math.max(ours.length, theirs.length), 12);
    expect(passage.kind === "verbatim").toBe(ours.join() === theirs.join());
    expect(passage.longestRunWords).toBeLessThanOrEqual(passage.agreeingWords);
    expect(passage.documentFrequency).toBeGreaterThanOrEqual(1);
    expect(Number.isFinite(passage.rarityBits) && passage.rarityBits > 0).toBe(true);
  }
}

/** Words of the content in [from, to) that are in a passage of the document. */
function coverage({ passages }: SearchResult, document: string, from: number, to: number): number {
  const covered = new Set<number>();
  for (const { document: found, content } of passages) {
    if (found.id !== document) continue;
    for (let at = Math.max(from, content.start); at < Math.min(to, content.end); at++) covered.add(at);
  }
  return covered.size;
}

async function* asynchronous<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) {
    await null;
    yield value;
  }
}

/** A storage that calls a listener before every read. */
export function watching(
  storage: Storage,
  onRead: (name: string, lengthBytes: number, sizeBytes: number) => void,
): Storage {
  return {
    label: storage.label,
    async open(name) {
      const file = await storage.open(name);
      return {
        sizeBytes: file.sizeBytes,
        gapBytes: file.gapBytes,
        close: () => file.close(),
        read(offset, length) {
          onRead(name, length, file.sizeBytes);
          return file.read(offset, length);
        },
      };
    },
  };
}

/** Corpora that are made for one test each; their storage does not matter. */
export function weighingSuite(place: Place): void {
  const build = (documents: Iterable<CorpusDocument>) =>
    buildCorpus(documents, { ...NAMES, storage: place.make().storage });

  describe(`frequencies and rarity in a corpus of ${place.name}`, () => {
    test("document frequency counts documents, not occurrences", async () => {
      const random = seeded(11);
      const shared = zipfText(random, 30);
      const around = (words: number) => zipfText(random, words);
      const corpus = await build([
        { id: "short", text: shared },
        { id: "within", text: around(30) + shared + around(30) },
        { id: "long, over a border", text: around(4_080) + shared + around(9_000) },
        { id: "twice, far apart", text: around(2_000) + shared + around(14_000) + shared + around(500) },
        { id: "without", text: around(5_000) },
      ]);
      const { passages } = await corpus.search(queryOf(`${fill(20)} ${shared} ${fill(20)}`));
      expect(new Set(passages.map(({ document }) => document.id)).size).toBe(4);
      for (const { documentFrequency } of notEmpty(passages)) expect(documentFrequency).toBe(4);
      await corpus.close();
    });

    test("rarity increases as words become rarer, and words that occur only in the passage are the rarest", async () => {
      const random = seeded(12);
      const common = zipfWords(random, 20_000, 300);
      const tiers = [1, 10, 100, 1_000].map((times) => ({
        times,
        words: zipfWords(random, 20).map((word) => `${word}${times}`),
      }));
      const elsewhere = tiers.flatMap(({ times, words }) =>
        Array.from({ length: times }, () => [...words].sort(() => random() - 0.5)),
      );
      const corpus = await build([
        { id: "common", text: common.join(" ") },
        { id: "elsewhere", text: elsewhere.flatMap((words) => [...words, fill(1)]).join(" ") },
        { id: "passages", text: tiers.map(({ words }) => `${words.join(" ")} ${fill(40)}`).join(" ") },
        { id: "alone", text: Array.from({ length: 20 }, (_, i) => `unheard${i}`).join(" ") },
      ]);
      const bits: number[] = [];
      for (const content of [
        ...tiers.map(({ words }) => words.join(" ")).reverse(),
        Array.from({ length: 20 }, (_, i) => `unheard${i}`).join(" "),
      ]) {
        const { passages } = await corpus.search(queryOf(content));
        bits.push(passages.find(({ document }) => ["passages", "alone"].includes(document.id))!.rarityBits);
      }
      expect(bits).toEqual([...bits].sort((x, y) => x - y));
      expect(new Set(bits).size).toBe(bits.length);
      // A word that occurs nowhere else has the probability 1 / (other words + 1); there are twenty of them.
      expect(bits.at(-1)).toBeCloseTo(20 * Math.log2(corpus.info.words - 20 + 1), 6);
      await corpus.close();
    });

    test("copies of a work do not change the frequency of its words or of its passage", async () => {
      const random = seeded(15);
      const others = Array.from({ length: 40 }, (_, i) => ({ id: `other-${i}`, text: zipfText(random, 1_500) }));
      const own = zipfWords(random, 600).map((word, i) => (i % 3 === 0 ? `${word}own${i % 12}` : word));
      const copy = (i: number) => own.map((word, at) => (at % 100 === i % 100 ? `misread${i}` : word)).join(" ");
      const excerpt = own.slice(201, 260).join(" ");
      const weighed = await Promise.all(
        [1, 60].map(async (copies) => {
          const corpus = await build([
            ...others,
            ...Array.from({ length: copies }, (_, i) => ({ id: `copy-${i}`, text: copy(i) })),
          ]);
          const { passages } = await corpus.search(queryOf(`${fill(20)} ${excerpt} ${fill(20)}`));
          await corpus.close();
          expect(new Set(passages.map(({ document }) => document.id)).size).toBe(copies);
          return passages.at(0)!;
        }),
      );
      for (const { documentFrequency } of notEmpty(weighed)) expect(documentFrequency).toBe(1);
      const [once, often] = weighed.map(({ rarityBits }) => rarityBits) as [number, number];
      expect(Math.abs(once - often)).toBeLessThan(0.02 * once);
    });

    test("the frequency of a quoted passage is the number of works that quote it; editions of a work count once", async () => {
      const random = seeded(16);
      const quotation = zipfText(random, 40);
      const work = () => `${zipfText(random, 900)} ${quotation} ${zipfText(random, 900)}`;
      const works = Array.from({ length: 7 }, work);
      const edition = (text: string) =>
        text
          .split(" ")
          .filter((_, i) => i % 40 !== 7)
          .join(" ");
      const corpus = await build(
        works.flatMap((text, i) => [
          { id: `work-${i}`, text },
          { id: `edition-${i}`, text: edition(text) },
        ]),
      );
      const { passages } = await corpus.search(queryOf(`${fill(20)} ${quotation} ${fill(20)}`));
      expect(new Set(passages.map(({ document }) => document.id)).size).toBe(14);
      expect(Math.max(...passages.map(({ documentFrequency }) => documentFrequency))).toBe(7);
      await corpus.close();
    });

    test("a passage in many blocks is found in each of them", async () => {
      const random = seeded(13);
      const refrain = Array.from({ length: RUN_WORDS }, (_, i) => `refrain${i}`).join(" ");
      const documents = Array.from({ length: 70 }, (_, i) => ({
        id: `${i}`,
        text: `${zipfText(random, 2_000)} ${i < 66 ? refrain : ""} ${zipfText(random, 2_090)}`,
      }));
      const corpus = await build(documents);
      const result = await corpus.search(queryOf(`${fill(20)} ${refrain} ${fill(20)}`));
      expect(result.bounded).toBe(false);
      expect(result.passages.length).toBe(66);
      expect(result.passages[0]).toMatchObject({ agreeingWords: RUN_WORDS, documentFrequency: 66 });
      const elsewhere = await corpus.search(queryOf(documents[68]!.text.slice(0, 400)));
      expect(elsewhere.bounded).toBe(false);
      await corpus.close();
    });

    test("finds every run exactly in formulaic text", async () => {
      const random = seeded(14);
      const formulas = Array.from({ length: 300 }, () => zipfText(random, 8));
      const documents = Array.from({ length: 80 }, (_, i) => ({
        id: `${i}`,
        text: Array.from({ length: 500 }, () => formulas[Math.floor(random() * formulas.length)]).join(" "),
      }));
      const corpus = await build(documents);
      for (let n = 0; n < 40; n++) {
        const { id, text } = documents[Math.floor(random() * documents.length)]!;
        const { words, spans } = judged(text);
        const at = Math.floor(random() * (words.length - RUN_WORDS));
        const run = text.slice(spans[at]!.start, spans[at + RUN_WORDS - 1]!.end);
        const { passages, bounded } = await corpus.search(queryOf(`${fill(12)} ${run} ${fill(12)}`));
        const isFound = passages.some(
          ({ document, agreeingWords }) => document.id === id && agreeingWords === RUN_WORDS,
        );
        expect(isFound, `12 words at word ${at} of document ${id}`).toBe(true);
        expect(bounded).toBe(false);
      }
      await corpus.close();
    });

    test("a different order, name, dataset, text or field gives a different revision", async () => {
      const two: CorpusDocument[] = [
        { id: "a", text: DECLARATION.en, title: "A" },
        { id: "b", text: DECLARATION.fr },
      ];
      const variants: [CorpusDocument[], typeof NAMES][] = [
        [two, NAMES],
        [[two[1]!, two[0]!], NAMES],
        [two, { ...NAMES, name: "other" }],
        [two, { ...NAMES, dataset: "other" }],
        [[{ ...two[0]!, title: "B" }, two[1]!], NAMES],
        [[{ ...two[0]!, author: "A" }, two[1]!], NAMES],
        [[{ ...two[0]!, year: 1948 }, two[1]!], NAMES],
        [[{ ...two[0]!, id: "c" }, two[1]!], NAMES],
        [[{ ...two[0]!, text: `${DECLARATION.en}!` }, two[1]!], NAMES],
        [[...two, { id: "c", text: DECLARATION.en }], NAMES],
      ];
      const revisions = new Set<string>();
      for (const [documents, names] of variants) {
        const corpus = await buildCorpus(documents, { ...names, storage: place.make().storage });
        revisions.add(corpus.info.revision);
        await corpus.close();
      }
      expect(revisions.size).toBe(variants.length);
      const extra = await build(two.map((document) => ({ ...document, unknown: 1, title: document.title })));
      expect(revisions).toContain(extra.info.revision); // fields of no meaning have none
      await extra.close();
    });
  });
}
