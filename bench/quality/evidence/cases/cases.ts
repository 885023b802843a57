/** Labelled cases of one set in one split: contents whose truth is known by how they were made, and the documents to search. */
import { Random } from "../../../harness/random.ts";
import { type Words, wordsOf } from "../../words.ts";
import { anyChange, type Change, HELD_OUT_EDIT, NEGATIVE, type Negative, PLANTED, TOO_SHORT } from "./kinds.ts";
import { type Block, excerpt, type IndexedWork, type Material } from "./material.ts";

/**
 * What is searched, by growing size: a few works or one long one; all indexed works of the set; those of all sets, a corpus each; those of the set
 * and a million words of generated text in one corpus; the same as if it were far away; them, and three million in another; all sets with as
 * much; everything in one corpus of 50 million words.
 */
export const SIZES = ["shelf", "set", "library", "million", "far", "beside", "wide", "grand"] as const;
export type Size = (typeof SIZES)[number];

export interface Case {
  id: string;
  kind: string;
  /** Event G of src/engine/evidence/confidence/event.ts, and event G50, by how the case was made. */
  isEvent: boolean;
  isPassageEvent: boolean;
  /** Of the work that the case is about; one case of each is independent of the others. */
  cluster: string;
  size: Size;
  text: string;
  lengthWords: number;
}

/** What event G and event G50 ask for (src/engine/evidence/confidence/event.ts, by design). */
export const PASSAGE_EVENT_WORDS = 50;
export const eventWords = (lengthWords: number): number =>
  Math.max(PASSAGE_EVENT_WORDS, Math.min(0.2 * lengthWords, 800));

const CONTENT_WORDS_MIN = 50;
/** A long book, where a set has enough clean words. */
export const CONTENT_WORDS_MAX = 200_000;
/** One case in twelve or so is longer than 4,000 words. */
const SHORT_CLEAN_WORDS = [60, 100, 200, 300, 500, 1000, 2000];
const CLEAN_WORDS = [...SHORT_CLEAN_WORDS, ...SHORT_CLEAN_WORDS, ...SHORT_CLEAN_WORDS, 5_000, 60_000];
/** Words of a planted excerpt, and the share that it has of the content. */
const SHORT_PLANTED_WORDS = [50, 60, 80, 100, 150, 200, 300, 500, 1000, 2000];
const PLANTED_WORDS = [...SHORT_PLANTED_WORDS, ...SHORT_PLANTED_WORDS, 4_000, 15_000];
/** A work from its beginning to its end, as far as it was taken. */
const WHOLE_WORK_SHARE = 0.02;
const PLANTED_SHARES = [1, 1, 0.8, 0.6, 0.4, 0.3, 0.25, 0.21, 1, 0.8, 0.5, 0.1, 0.04];
const BELOW_WORDS = [12, 16, 20, 25, 30, 40, 45, 80, 120, 200, 300, 600];
const BELOW_SHARES = [0.8, 0.5, 0.3, 0.19, 0.17, 0.15, 0.1, 0.05, 0.02, 0.005];
/** Share of the events of which a piece is quoted in other indexed works, and of those that stand there whole. */
const QUOTED_EVENTS = 0.25;
const COPIED_EVENTS = 0.06;
const PIECE_WORDS = [12, 13, 20, 30, 60];
const QUOTED_WORDS = [12, 16, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200];
const BOILERPLATE_WORDS = [30, 50, 80, 120, 200, 300];
const QUOTED_SHARES = [1, 0.8, 0.5, 0.3, 0.21, 0.1, 0.05];
const QUOTING_WORKS = [1, 1, 2, 3, 4];
const BOILERPLATE_WORKS = [6, 10, 20, 30];
const SHELF_WORDS = 2_000;
const TRIES = 200;
/** Without the other sets: a genre or a language that stands in what is searched is no other one. */
const OWN_SIZES: readonly Size[] = ["shelf", "set", "million", "far", "beside"];

export interface Labelled {
  cases: Case[];
  /** The documents to index, with what they quote. */
  documents: { id: string; text: string; isOnShelf: boolean }[];
}

interface Maker extends Material {
  random: Random;
  /** Pieces that are put into indexed works, by work. */
  quoted: Map<string, string[]>;
  shelf: ReadonlySet<string>;
  others: readonly Material[];
}

interface Wanted {
  split: string;
  /** Cases of the weighted kinds. */
  count: number;
  /** Cases of the edit that is kept out of fit. */
  heldOut: number;
  /** Words of a content at most. */
  wordsMost?: number;
}

/** @param others material of the other sets in this split */
export function labelledCases(
  { split, count, heldOut, wordsMost = CONTENT_WORDS_MAX }: Wanted,
  material: Material,
  others: readonly Material[],
): Labelled {
  const random = new Random(`${material.set.name} ${split} cases`);
  const maker: Maker = { ...material, random, quoted: new Map(), shelf: shelfOf(material.indexed, random), others };
  const cases: Case[] = [];
  const add = (kind: string, wanted: number, make: () => Made | null): number => {
    let made = 0;
    for (let tries = 0; made < wanted && tries < TRIES + 20 * wanted; tries++) {
      const one = make();
      if (one === null || one.lengthWords > wordsMost) continue;
      cases.push({ ...one, id: `${material.set.name} ${kind} ${made++} ${one.id}`, kind });
    }
    return wanted - made;
  };
  for (const [kind, { weight, change }] of Object.entries(PLANTED)) {
    add(kind, Math.round(weight * count), () => planted(maker, PLANTED_WORDS, PLANTED_SHARES, true, change));
  }
  let missing = 0;
  for (const kind of Object.keys(MAKERS) as (keyof typeof MAKERS)[]) {
    missing += add(kind, Math.round(NEGATIVE[kind] * count), () => MAKERS[kind](maker));
  }
  add("clean, same genre", Math.round(NEGATIVE["clean, same genre"] * count) + missing, () =>
    clean(maker, maker.clean),
  );
  add(HELD_OUT_EDIT.kind, heldOut, () => planted(maker, PLANTED_WORDS, PLANTED_SHARES, true, HELD_OUT_EDIT.change));
  add(TOO_SHORT, Math.round(0.02 * count), () => tooShort(maker));
  return { cases, documents: material.indexed.map((work) => withQuotations(maker, work)) };
}

type Made = Omit<Case, "kind">;
const NO_EVENT = { isEvent: false, isPassageEvent: false };

/** A planted excerpt of an indexed work that is event G, or that is not, as is asked. Some stand in other works too. */
function planted(
  maker: Maker,
  lengths: readonly number[],
  shares: readonly number[],
  isEvent: boolean,
  change: Change,
): Made | null {
  const { random, vocabulary } = maker;
  const size = random.pick(SIZES);
  const isWhole = isEvent && random.next() < WHOLE_WORK_SHARE;
  const wanted = isWhole ? CONTENT_WORDS_MIN : random.pick(lengths);
  const work = fitting(searchedWorks(maker, size), wanted, random);
  if (work === null) return null;
  const length = isWhole ? work.words.starts.length : wanted;
  const first = random.below(work.words.starts.length - length + 1);
  const original = excerpt(work.words, first, length);
  const made = around(maker, change(original.text, random, vocabulary), random.pick(shares));
  if (made === null || made.excerptWords >= eventWords(made.lengthWords) !== isEvent) return null;
  const drawn = random.next();
  if (isEvent && size !== "shelf" && drawn < QUOTED_EVENTS) {
    const pieceWords = drawn < COPIED_EVENTS ? length : Math.min(length, random.pick(PIECE_WORDS));
    const piece = excerpt(original, random.below(length - pieceWords + 1), pieceWords).text;
    const others = searchedWorks(maker, size).filter(({ id }) => id !== work.id);
    quoteIn(maker, random.shuffled(others).slice(0, random.pick(QUOTING_WORKS)), piece);
  }
  const isPassageEvent = made.excerptWords >= PASSAGE_EVENT_WORDS;
  return { ...made, id: `${work.id}@${first}+${length}`, isEvent, isPassageEvent, cluster: work.cluster, size };
}

/** Puts a piece into works that are searched. */
function quoteIn({ quoted }: Maker, works: readonly IndexedWork[], piece: string): void {
  for (const { id } of works) quoted.set(id, [...(quoted.get(id) ?? []), piece]);
}

const MAKERS: Record<Exclude<Negative, "clean, same genre">, (maker: Maker) => Made | null> = {
  "clean, same author": (maker) => {
    const authors = new Set(maker.indexed.map(({ author }) => author).filter((author) => author !== undefined));
    return clean(
      maker,
      maker.clean.filter(([block]) => authors.has(block!.author ?? "")),
    );
  },
  "unrelated genre": (maker) =>
    clean(
      maker,
      cleanOf(maker, ({ language }) => language === maker.set.language),
      OWN_SIZES,
    ),
  "other language": (maker) =>
    clean(
      maker,
      cleanOf(maker, ({ language }) => language !== maker.set.language),
      OWN_SIZES,
    ),
  "below the event": (maker) => planted(maker, BELOW_WORDS, BELOW_SHARES, false, anyChange(maker.random)),
  "shared quotation": (maker) => quotation(maker, QUOTED_WORDS, QUOTING_WORKS),
  boilerplate: (maker) => quotation(maker, BOILERPLATE_WORDS, BOILERPLATE_WORKS),
  "natural formulas": ({ blocks, random }) => {
    const formulaic = blocks.filter(
      ({ sharedWords, words }) => sharedWords > 0 && sharedWords < eventWords(words.words.length),
    );
    if (formulaic.length === 0) return null;
    const { id, cluster, words } = random.pick(formulaic);
    const size = random.pick(SIZES.slice(1));
    return { id, cluster, ...NO_EVENT, size, text: words.text, lengthWords: words.words.length };
  },
};

function cleanOf({ others }: Maker, isMeant: (set: Material["set"]) => boolean): Block[][] {
  return others.filter(({ set }) => isMeant(set)).flatMap(({ clean }) => clean);
}

function clean({ random }: Maker, from: readonly Block[][], sizes: readonly Size[] = SIZES): Made | null {
  if (from.length === 0) return null;
  const size = random.pick(sizes);
  const host = hostOf(from, random.pick(CLEAN_WORDS), random);
  if (host === null) return null;
  const { text, id, cluster } = host;
  return { id, cluster, ...NO_EVENT, size, text, lengthWords: wordsOf(text).words.length };
}

/** A piece of a work that is not indexed, put into indexed works and into the content. Content that holds no passage of the works is no event. */
function quotation(maker: Maker, lengths: readonly number[], works: readonly number[]): Made | null {
  const { random, third, vocabulary } = maker;
  // Boilerplate needs more works than a shelf has, and a shelf is to stay small with all that it quotes.
  const size = works === BOILERPLATE_WORKS || random.next() < 0.95 ? random.pick(SIZES.slice(1)) : "shelf";
  const work = fitting(third, random.pick(lengths), random);
  if (work === null) return null;
  const length = Math.min(work.words.starts.length, random.pick(lengths));
  const first = random.below(work.words.starts.length - length + 1);
  const { text } = excerpt(work.words, first, length);
  // Quoted as carelessly as works are copied, so that changes alone tell nothing.
  const made = around(maker, anyChange(random)(text, random, vocabulary), random.pick(QUOTED_SHARES));
  const searched = searchedWorks(maker, size);
  const quoting = random.shuffled(searched).slice(0, random.pick(works));
  if (made === null || quoting.length === 0) return null;
  quoteIn(maker, quoting, text);
  return {
    ...made,
    id: `${work.cluster}@${first}+${length} in ${quoting.length}`,
    ...NO_EVENT,
    cluster: work.cluster,
    size,
  };
}

function tooShort({ indexed, random }: Maker): Made | null {
  const length = 20 + random.below(30);
  const work = fitting(indexed, length, random);
  if (work === null) return null;
  const { text } = excerpt(work.words, 0, length);
  return { id: work.id, cluster: work.cluster, ...NO_EVENT, size: "set", text, lengthWords: length };
}

/** The excerpt inside clean text, of which it has about that share. */
function around(
  { clean, random }: Maker,
  text: string,
  share: number,
): (Pick<Made, "text" | "lengthWords"> & { excerptWords: number }) | null {
  const excerptWords = wordsOf(text).words.length;
  const hostWords = Math.max(Math.round((excerptWords * (1 - share)) / share), CONTENT_WORDS_MIN - excerptWords);
  if (excerptWords + hostWords > CONTENT_WORDS_MAX) return null;
  if (hostWords <= 0) return { text, lengthWords: excerptWords, excerptWords };
  const host = hostOf(clean, hostWords, random);
  if (host === null) return null;
  const { starts } = wordsOf(host.text);
  const at = starts[random.below(starts.length)]!;
  const content = `${host.text.slice(0, at)}\n\n${text}\n\n${host.text.slice(at)}`;
  return { text: content, lengthWords: wordsOf(content).words.length, excerptWords };
}

/** Clean text of so many words: of one work as far as it goes, then of others. */
function hostOf(
  from: readonly Block[][],
  lengthWords: number,
  random: Random,
): { text: string; id: string; cluster: string } | null {
  const parts: Words[] = [];
  const first = random.pick(from);
  let words = 0;
  for (let work = first, tries = 0; words < lengthWords; work = random.pick(from)) {
    if (++tries > CONTENT_WORDS_MAX) return null;
    for (let at = random.below(work.length); at < work.length && words < lengthWords; at++) {
      const block = work[at]!.words;
      const taken = Math.min(block.words.length, lengthWords - words);
      parts.push(taken === block.words.length ? block : excerpt(block, 0, taken));
      words += taken;
    }
  }
  return { text: parts.map(({ text }) => text).join("\n\n"), id: first[0]!.work, cluster: first[0]!.cluster };
}

function searchedWorks({ indexed, shelf }: Maker, size: Size): IndexedWork[] {
  return size === "shelf" ? indexed.filter(({ id }) => shelf.has(id)) : [...indexed];
}

function shelfOf(indexed: readonly IndexedWork[], random: Random): Set<string> {
  const shelf = new Set<string>();
  let words = 0;
  for (const work of random.shuffled(indexed)) {
    if (words >= SHELF_WORDS) break;
    shelf.add(work.id);
    words += work.words.words.length;
  }
  return shelf;
}

function fitting<Item extends { words: Words }>(
  items: readonly Item[],
  lengthWords: number,
  random: Random,
): Item | null {
  for (let tries = 0; tries < TRIES; tries++) {
    if (items.length === 0) return null;
    const item = random.pick(items);
    if (item.words.starts.length >= lengthWords) return item;
  }
  return null;
}

/** Pieces are put behind the work, each as a paragraph, so that they part no excerpt of it. */
function withQuotations({ quoted, shelf }: Maker, { id, words: { text } }: IndexedWork): Labelled["documents"][number] {
  return { id, text: [text, ...(quoted.get(id) ?? [])].join("\n\n"), isOnShelf: shelf.has(id) };
}
