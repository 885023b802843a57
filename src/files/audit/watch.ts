/** Looks through documents one after the other for all items at once. */
import type { AuditPassage } from "../../base/contract/operations/audit.ts";
import { type ShingledText, shingleUnkept } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { Passage } from "../../core/passages/passages.ts";
import { usingIndex } from "../../core/passages/shingleIndex.ts";
import { readText, type Text, utf16Spans } from "../../core/text/text.ts";
import { otherNumbers } from "../../core/uncounted/frames/numbers.ts";
import { instancesOf } from "../../core/uncounted/frames/slots.ts";
import { unescaped } from "./escapes.ts";
import type { Items, ReadItem } from "./items.ts";
import { type Agreed, Aligner, agreedOf, type ItemFinding } from "./match/align.ts";
import { type SeededStretch, Seeds } from "./match/seeds.ts";
import { type LookedThrough, ShortItems, type ShortRun } from "./match/shortItems.ts";
import { judgeSeen, type SeenDocument, type SeenItem, type SeenLine, type SeenRuns, seenOfLine } from "./seen.ts";

/** A document that is looked through. */
export interface LookedAt {
  id: string;
  text: string;
  title?: string | undefined;
  /** Name of the corpus that has it. */
  corpus?: string | undefined;
  /** What another thread has seen in it; its text may be empty then, unless items are short. */
  ahead?: SeenAhead | undefined;
}

/** What was seen in a document before its turn. A class: documents of callers may have any field. */
export class SeenAhead {
  /** `null` where the document shares nothing. */
  readonly seen: SeenLine | null;
  readonly words: number;
  readonly isBounded: boolean;

  constructor({ seen, words, isBounded }: Readonly<SeenAhead>) {
    this.seen = seen;
    this.words = words;
    this.isBounded = isBounded;
  }
}

/** Passages of one finding that are listed. */
const PASSAGES_MAX = 100;
/** Occurrences of a short item in one document that are listed. */
const RUNS_MAX = PASSAGES_MAX;

export class Watch {
  readonly short: ShortItems;
  readonly #kernels: Kernels;
  readonly #items: readonly ReadItem[];
  readonly #seeds: Seeds;
  readonly #aligner: Aligner;
  /** Whether some text repeated itself so often that not everything in it was aligned. */
  isBounded = false;
  /** Words of the documents so far. */
  words = 0;

  /** @param before what was looked through before the first document */
  constructor(kernels: Kernels, { distinct }: Items, before?: LookedThrough) {
    this.#kernels = kernels;
    this.#items = distinct;
    this.#seeds = new Seeds(kernels, distinct);
    this.#aligner = new Aligner(kernels, distinct);
    this.short = new ShortItems(kernels, distinct, before);
  }

  /** What a document shares with the items, in their order; of those that are aligned, then of the short ones. */
  look(document: LookedAt): ItemFinding[] {
    return judgeSeen(this.#items, this.see(document));
  }

  /** The same before it is judged, which depends on what other documents have shown. */
  see(document: LookedAt): SeenDocument {
    if (document.ahead instanceof SeenAhead) return this.#take(document, document.ahead);
    const { looks, runs } = this.#lookAt(document.text, true);
    const second = unescaped(document.text);
    if (second !== null) looks.push(...this.#lookAt(second, false).looks);
    return { named: namedBy(document), looks, runs };
  }

  /** Which runs of words are counted depends on all documents before this one, which no other thread knows. */
  #take(document: LookedAt, { seen, words, isBounded }: SeenAhead): SeenDocument {
    this.words += words;
    this.isBounded ||= isBounded;
    if (this.short.isNextCounted) {
      const text = readText(this.#kernels, document.text);
      this.short.in(text, shingleUnkept(this.#kernels, text).shingles);
    } else this.short.pass(words);
    const { looks, runs } = seen === null ? { looks: [], runs: [] } : seenOfLine(seen);
    return { named: namedBy(document), looks, runs };
  }

  /** @param isFirst whether the words and the short items of the text count */
  #lookAt(content: string, isFirst: boolean): Pick<SeenDocument, "looks" | "runs"> {
    const text = readText(this.#kernels, content);
    if (isFirst) this.words += text.lengthWords;
    const shingled = shingleUnkept(this.#kernels, text);
    const { stretches, bounded } = this.#seeds.in(shingled.shingles, text.lengthWords);
    this.isBounded ||= bounded;
    return {
      looks: [groupsOf(stretches).flatMap((group) => this.#aligned(group, shingled))],
      runs: groupsOf(isFirst ? this.short.in(text, shingled.shingles) : []).map((runs) => this.#exact(runs, text)),
    };
  }

  #aligned(stretches: readonly SeededStretch[], shingled: ShingledText): SeenItem[] {
    const { item } = stretches[0]!;
    const read = this.#items[item]!;
    const others = ({ agreeing }: Passage) => otherNumbers(read.shingled.text, shingled.text, agreeing);
    const passages: Passage[] = [];
    const places: Agreed[] = [];
    usingIndex(this.#kernels, this.#aligner.indexOf(item), () => {
      for (const alignment of this.#aligner.alignAll(stretches, shingled)) {
        this.isBounded ||= alignment.bounded;
        places.push(agreedOf(alignment.passages, others));
        passages.push(...alignment.passages);
      }
    });
    if (passages.length === 0) return [];
    const agreed = agreedOf(passages, others);
    const detail = () => {
      passages.sort((x, y) => x.b.start - y.b.start || x.a.start - y.a.start);
      return {
        passages: passagesOf(read, passages.slice(0, PASSAGES_MAX), shingled.text),
        instances: instancesOf(read.shingled.text, agreed.runs, shingled.text),
      };
    };
    return [{ item, agreed, places, detail }];
  }

  #exact(runs: readonly ShortRun[], text: Text): SeenRuns {
    const { item } = runs[0]!;
    const words = this.#items[item]!.own.length;
    const listed = runs.slice(0, RUNS_MAX);
    const [whole] = utf16Spans(this.#items[item]!.shingled.text, [{ start: 0, end: words }]);
    const passages = utf16Spans(text, listed).map(
      (document): AuditPassage => ({
        kind: "verbatim",
        item: whole!,
        document,
        agreeing_words: words,
        edited_words: 0,
      }),
    );
    return { item, occurrences: runs.length, passages };
  }
}

/** How a finding names a document. */
export function namedBy({ id, title, corpus }: LookedAt): SeenDocument["named"] {
  return {
    document: id,
    ...(title === undefined ? {} : { title }),
    ...(corpus === undefined ? {} : { corpus }),
  };
}

/** Runs of one item. */
function groupsOf<One extends { item: number }>(sorted: readonly One[]): One[][] {
  const groups: One[][] = [];
  for (const one of sorted) {
    if (groups.at(-1)?.[0]?.item === one.item) groups.at(-1)!.push(one);
    else groups.push([one]);
  }
  return groups;
}

function passagesOf({ shingled }: ReadItem, passages: readonly Passage[], text: Text): AuditPassage[] {
  const inItem = utf16Spans(
    shingled.text,
    passages.map(({ a }) => a),
  );
  const inDocument = utf16Spans(
    text,
    passages.map(({ b }) => b),
  );
  return passages.map(({ kind, a, b, agreeingWords }, i) => ({
    kind,
    item: inItem[i]!,
    document: inDocument[i]!,
    agreeing_words: agreeingWords,
    edited_words: Math.max(a.end - a.start, b.end - b.start) - agreeingWords,
  }));
}
