/** Looks through documents one after the other for all items at once. */
import type { AuditFinding, AuditPassage } from "../../base/contract/operations/audit.ts";
import { type ShingledText, shingleUnkept } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { Passage } from "../../core/passages/passages.ts";
import { readText, type Text, utf16Spans } from "../../core/text/text.ts";
import { otherNumbers } from "../../core/uncounted/frames/numbers.ts";
import { instancesOf } from "../../core/uncounted/frames/slots.ts";
import { unescaped } from "./escapes.ts";
import type { Items, ReadItem } from "./items.ts";
import { type Agreed, Aligner, agreedOf, type ItemFinding, judged } from "./match/align.ts";
import { type SeededStretch, Seeds } from "./match/seeds.ts";
import { ShortItems, type ShortRun } from "./match/shortItems.ts";
import { editsOf } from "./tally.ts";

/** A document that is looked through. */
export interface LookedAt {
  id: string;
  text: string;
  title?: string | undefined;
  /** Name of the corpus that has it. */
  corpus?: string | undefined;
}

/** What names the document in a finding. */
type Named = Pick<AuditFinding, "document" | "title" | "corpus">;

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

  constructor(kernels: Kernels, { distinct }: Items) {
    this.#kernels = kernels;
    this.#items = distinct;
    this.#seeds = new Seeds(kernels, distinct);
    this.#aligner = new Aligner(kernels, distinct);
    this.short = new ShortItems(kernels, distinct);
  }

  /** What a document shares with the items, in their order; of those that are aligned, then of the short ones. */
  look(document: LookedAt): ItemFinding[] {
    const found = this.#lookAt(document, document.text, true);
    const second = unescaped(document.text);
    return second === null ? found : better(found, this.#lookAt(document, second, false));
  }

  /** @param isFirst whether the words and the short items of the text count */
  #lookAt(document: LookedAt, content: string, isFirst: boolean): ItemFinding[] {
    const text = readText(this.#kernels, content);
    if (isFirst) this.words += text.lengthWords;
    const shingled = shingleUnkept(this.#kernels, text);
    const { stretches, bounded } = this.#seeds.in(shingled.shingles, text.lengthWords);
    this.isBounded ||= bounded;
    const named = namedBy(document);
    return [
      ...groupsOf(stretches).flatMap((group) => this.#aligned(group, shingled, named)),
      ...groupsOf(isFirst ? this.short.in(text, shingled.shingles) : []).map((runs) => this.#exact(runs, text, named)),
    ];
  }

  #aligned(stretches: readonly SeededStretch[], shingled: ShingledText, named: Named): ItemFinding[] {
    const { item } = stretches[0]!;
    const read = this.#items[item]!;
    const others = ({ agreeing }: Passage) => otherNumbers(read.shingled.text, shingled.text, agreeing);
    const passages: Passage[] = [];
    const places: Agreed[] = [];
    for (const stretch of stretches) {
      const alignment = this.#aligner.align(stretch, shingled);
      if (alignment === null) continue;
      this.isBounded ||= alignment.bounded;
      const place = agreedOf(alignment.passages, others);
      if (judged(read, place)?.holds) places.push(place);
      passages.push(...alignment.passages);
    }
    const agreed = agreedOf(passages, others);
    const judgement = judged(read, agreed);
    if (judgement === null) return [];
    passages.sort((x, y) => x.b.start - y.b.start || x.a.start - y.a.start);
    const described = passagesOf(read, passages.slice(0, PASSAGES_MAX), shingled.text);
    const [occurrences, edits] = [Math.max(1, places.length), editsOf(described)];
    const finding = { ...named, ...judgement, occurrences, edits, passages: described };
    const instances = instancesOf(read.shingled.text, agreed.runs, shingled.text);
    return [{ item, finding, agreed, places: places.length > 1 ? places : [], instances }];
  }

  #exact(runs: readonly ShortRun[], text: Text, named: Named): ItemFinding {
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
    return {
      item,
      finding: { ...named, holds: true, share: 1, occurrences: runs.length, edits: 0, passages },
      agreed: null,
      places: [],
      instances: [],
    };
  }
}

/** Of two looks at a document the finding with the larger share of each item. */
function better(first: readonly ItemFinding[], second: readonly ItemFinding[]): ItemFinding[] {
  const best = new Map(first.map((one) => [one.item, one]));
  for (const one of second) {
    const known = best.get(one.item);
    if (known === undefined || one.finding.share > known.finding.share) best.set(one.item, one);
  }
  return [...best.values()];
}

function namedBy({ id, title, corpus }: LookedAt): Named {
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
