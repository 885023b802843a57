/**
 * An audit of which each part of the documents is looked at elsewhere. A part gives what it has seen, unjudged; the
 * join of all parts, in the order of the documents, judges it as one audit of all documents does:
 *
 *   part 1 ─▶ seen, …, end ─┐
 *   part 2 ─▶ seen, …, end ─┴─▶ join ─▶ the result, the same to the byte
 */
import { checkArguments } from "../../base/arguments.ts";
import type { AuditItem, AuditResult } from "../../base/contract/operations/audit.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { readText } from "../../core/text/text.ts";
import { shinglesOfTexts } from "../../core/uncounted/given.ts";
import {
  AUDIT_OPTIONS,
  alignmentStage,
  documentFinding,
  FINDINGS_DEFAULT,
  optionChecks,
  SHORT_SKIPPED,
} from "./audit.ts";
import { type Items, readItems, strike } from "./items.ts";
import { COUNTED_WORDS_MIN, isShort, type LookedThrough, type ShortCounts, ShortItems } from "./match/shortItems.ts";
import { judgeSeen, lineOfSeen, type SeenLine, seenOfLine } from "./seen.ts";
import { AuditTally } from "./tally.ts";
import { type LookedAt, SeenAhead, Watch } from "./watch.ts";

/** Words of items that documents have shown to be a frame: an audit that begins anew leaves them out. */
export type ShownFrames = readonly { item: number; words: readonly number[] }[];

interface PartsOptions {
  ignore?: readonly string[] | undefined;
  frames?: ShownFrames | undefined;
}

/** What a part says at its end. */
export interface PartEnd extends LookedThrough {
  /** What all parts before it have, as it was told; without it short items are not judged where much was read. */
  before: LookedThrough | null;
  isBounded: boolean;
  short: ShortCounts;
}

interface AuditPart {
  /** What a document shares with the items; `null` where that is nothing. */
  look(document: LookedAt): SeenLine | null;
  end(): PartEnd;
}

/** @throws the errors of `auditDocuments` */
export async function openAuditPart(
  items: Iterable<AuditItem>,
  { before, ...options }: PartsOptions & { before?: LookedThrough | null | undefined },
): Promise<AuditPart> {
  const { kernels, read } = await itemsOf(items, options);
  const watch = new Watch(kernels, read, before ?? undefined);
  let documents = 0;
  return {
    look(document) {
      documents += 1;
      return lineOfSeen(watch.see(document));
    },
    end: () => ({
      documents,
      words: watch.words,
      before: before ?? null,
      isBounded: watch.isBounded,
      short: watch.short.counts(),
    }),
  };
}

/**
 * Looks at documents before it is their turn, in another thread than the audit.
 *
 * @param read the items as they were before the first document
 */
export async function openAuditAhead(read: Items): Promise<(document: LookedAt) => SeenAhead> {
  const watch = new Watch(await loadKernels(), read, COUNTED_ELSEWHERE);
  return (document) => {
    const before = watch.words;
    const seen = lineOfSeen(watch.see(document));
    return new SeenAhead({ seen, words: watch.words - before, isBounded: watch.isBounded });
  };
}

/** So few runs as may be: the audit counts them. */
const COUNTED_ELSEWHERE: LookedThrough = { documents: 1, words: COUNTED_WORDS_MIN };

/** Counts documents and words, for the parts behind them. */
export async function openAuditSizes(): Promise<{ look(document: LookedAt): void; end(): LookedThrough }> {
  const kernels = await loadKernels();
  const looked = { documents: 0, words: 0 };
  return {
    look({ text }) {
      looked.documents += 1;
      looked.words += readText(kernels, text).lengthWords;
    },
    end: () => looked,
  };
}

async function itemsOf(items: Iterable<AuditItem>, { ignore = [], frames = [] }: PartsOptions) {
  checkArguments("openAudit", optionChecks({ ignore }, AUDIT_OPTIONS));
  const kernels = await loadKernels();
  const read = await readItems(kernels, items, shinglesOfTexts(kernels, ignore));
  for (const { item, words } of frames) {
    const mask = new Uint8Array(read.distinct[item]!.own.length);
    for (const word of words) mask[word] = 1;
    strike(read.distinct[item]!, "template", mask);
  }
  return { kernels, read };
}

/** @throws the errors of `auditDocuments` */
export async function openAuditJoin(
  items: Iterable<AuditItem>,
  { findings = FINDINGS_DEFAULT, ...options }: PartsOptions & { findings?: number | undefined },
): Promise<AuditJoin> {
  checkArguments("openAudit", optionChecks({ findings }, AUDIT_OPTIONS));
  const { kernels, read } = await itemsOf(items, options);
  return new AuditJoin(read, new ShortItems(kernels, read.distinct), findings);
}

class AuditJoin {
  readonly #read: Items;
  readonly #short: ShortItems;
  readonly #tally: AuditTally;
  /** The items' own words as they were at first. */
  readonly #own: readonly Uint8Array[];
  readonly #looked: LookedThrough = { documents: 0, words: 0 };
  #isBounded = false;
  /** Whether each part knew what was before it; whether each counted all of its words. */
  #isInOrder = true;
  #isAllCounted = true;

  constructor(read: Items, short: ShortItems, findings: number) {
    this.#read = read;
    this.#short = short;
    this.#tally = new AuditTally(read, findings);
    this.#own = read.distinct.map(({ own }) => own.slice());
  }

  /** Takes what a part has seen, in the order of the documents. @returns what `OpenAudit.look` does */
  look(seen: SeenLine) {
    const found = this.#tally.noteDocument(judgeSeen(this.#read.distinct, seenOfLine(seen)));
    return found.map((one) => documentFinding(this.#read, one));
  }

  /** Takes the end of a part, behind all that it has seen. */
  end({ documents, words, before, isBounded, short }: PartEnd): void {
    this.#isInOrder &&= before?.documents === this.#looked.documents && before.words === this.#looked.words;
    this.#isAllCounted &&= short.words === words;
    this.#short.add(short, words);
    this.#looked.documents += documents;
    this.#looked.words += words;
    this.#isBounded ||= isBounded;
  }

  /** Whether an item is short: then a part has to know what is before it. */
  get hasShort(): boolean {
    return this.#read.distinct.some(isShort);
  }

  finish(): AuditResult {
    const { hasShort } = this;
    const isAll = this.#isAllCounted && this.#looked.words <= COUNTED_WORDS_MIN;
    const isCounted = this.#isInOrder || isAll;
    const stages = [alignmentStage(this.#isBounded), ...(hasShort && !isCounted ? [NOT_IN_ORDER] : [])];
    const expected = (item: number) => (isCounted ? this.#short.expected(item) : null);
    return this.#tally.result(this.#looked, "streamed", stages, expected);
  }

  /** What `OpenAudit.again` begins with; `null` where what `look` said of documents holds to the end. */
  again(): ShownFrames | null {
    if (!this.#tally.isRevised) return null;
    return this.#read.distinct.flatMap(({ own }, item) => {
      const words = [...own.keys()].filter((word) => own[word] !== this.#own[item]![word]);
      return words.length === 0 ? [] : [{ item, words }];
    });
  }
}

const NOT_IN_ORDER = {
  ...SHORT_SKIPPED,
  reason:
    "The parts of the documents do not say how many words are before them, or came in another order: which words are counted depends on it.",
};
