/** Collects what an audit finds, item by item, in bounded memory. */

import type { Stage } from "../../base/contract/common.ts";
import type { AuditedItem, AuditFinding, AuditResult, AuditStatus } from "../../base/contract/operations/audit.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import { Frames } from "../../core/uncounted/frames/frames.ts";
import { type Items, type ReadItem, strike } from "./items.ts";
import { type ItemFinding, judged } from "./match/align.ts";
import { isShort, type LookedThrough } from "./match/shortItems.ts";
import { EXPECTED_MAX } from "./rules.ts";

/** Fewest findings of an item that are kept until the end, however few are listed: a frame may yet judge them anew. */
const JUDGED_ANEW_MIN = 32;
/** Of the others, those that have a slot, at most. */
const SPARE_MAX = 1_000;

/** Documents with the same text, and how many items they hold. */
interface HeldDocument {
  documents: number;
  items: number;
}

interface Noted extends ItemFinding {
  document: HeldDocument;
  order: number;
  /** Whether the document has other words in a slot of the item. */
  isSlotted: boolean;
}

interface ItemTally {
  documents: number;
  documentsInPart: number;
  occurrences: number;
  /** The best, and others until they are next sorted. */
  findings: Noted[];
  /** Of the others those that a frame would judge anew, without their passages; whether there were more. */
  spare: Noted[];
  isSpareFull: boolean;
}

export class AuditTally {
  /** Whether a document was first said to hold an item, and then not. */
  isRevised = false;
  readonly #items: Items;
  readonly #frames = new Frames();
  readonly #findingsMax: number;
  readonly #tallies: ItemTally[];
  /** Documents of corpora that hold an item. */
  readonly #holders = new Map<string, HeldDocument>();
  /** Documents that hold an item, counted once. */
  #documentsWithItems = 0;
  #order = 0;

  constructor(items: Items, findingsMax: number) {
    this.#items = items;
    this.#findingsMax = findingsMax;
    this.#tallies = items.distinct.map(() => ({
      documents: 0,
      documentsInPart: 0,
      occurrences: 0,
      findings: [],
      spare: [],
      isSpareFull: false,
    }));
  }

  /** Notes what one document, which is met once, shares with items. @returns it, judged by what is known since */
  noteDocument(found: readonly ItemFinding[]): ItemFinding[] {
    const document: HeldDocument = { documents: 1, items: 0 };
    return found.flatMap((one) => this.#note([one], () => document));
  }

  /** Notes what documents of corpora, which other items may be in too, share with one item. */
  noteItem(found: readonly ItemFinding[]): void {
    this.#note(found, ({ corpus, document, copies = 0 }) => {
      const key = JSON.stringify([corpus, document]);
      const known = this.#holders.get(key) ?? { documents: 1 + copies, items: 0 };
      this.#holders.set(key, known);
      return known;
    });
  }

  /** Notes what is found of one item. */
  #note(found: readonly ItemFinding[], documentOf: (finding: AuditFinding) => HeldDocument): ItemFinding[] {
    const [first] = found;
    if (first === undefined) return [];
    const { item } = first;
    const tally = this.#tallies[item]!;
    const read = this.#items.distinct[item]!;
    const instances = found.flatMap((one) => one.instances);
    const frame = this.#frames.learn(item, read.own.length, instances);
    const hasLearned = frame !== null && strike(read, "template", frame) > 0;
    if (hasLearned) this.#judgeAnew(item);
    const judged = hasLearned ? found.flatMap((one) => this.#judgedAnew(one)) : found;
    for (const one of judged) {
      const isSlotted = one.instances.length > 0;
      const noted = { ...one, instances: [], isSlotted, document: documentOf(one.finding), order: this.#order++ };
      this.#count(noted, 1);
      tally.findings.push(noted);
      const kept = Math.max(this.#findingsMax, JUDGED_ANEW_MIN);
      if (tally.findings.length >= 2 * kept) this.#keepBest(tally, kept);
    }
    return [...judged];
  }

  /** Adds a finding to what is counted, or takes it away. */
  #count({ item, finding, document }: Noted, sign: 1 | -1): void {
    const tally = this.#tallies[item]!;
    const documents = sign * (1 + (finding.copies ?? 0));
    if (!finding.holds) {
      tally.documentsInPart += documents;
      return;
    }
    tally.documents += documents;
    tally.occurrences += documents * finding.occurrences;
    if (isShort(this.#items.distinct[item]!)) return;
    const before = document.items;
    document.items += sign;
    if (Math.min(before, document.items) === 0) this.#documentsWithItems += sign * document.documents;
  }

  /** Of an item that has fewer words of its own than when its findings were judged. */
  #judgeAnew(item: number): void {
    const tally = this.#tallies[item]!;
    this.isRevised ||= tally.isSpareFull;
    const again = (noted: Noted): Noted[] => {
      this.#count(noted, -1);
      const [judgedAnew] = this.#judgedAnew(noted);
      this.isRevised ||= noted.finding.holds && judgedAnew?.finding.holds !== true;
      if (judgedAnew === undefined) return [];
      this.#count(judgedAnew, 1);
      return [judgedAnew];
    };
    tally.findings = tally.findings.flatMap(again);
    tally.spare = tally.spare.flatMap(again);
  }

  #judgedAnew<One extends ItemFinding>(one: One): One[] {
    if (one.agreed === null) return [one];
    const read = this.#items.distinct[one.item]!;
    const judgement = judged(read, one.agreed);
    if (judgement === null) return [];
    const places = one.places.filter((place) => judged(read, place)?.holds);
    const occurrences = one.places.length === 0 ? one.finding.occurrences : Math.max(1, places.length);
    return [{ ...one, finding: { ...one.finding, ...judgement, occurrences } }];
  }

  #keepBest(tally: ItemTally, kept: number): void {
    tally.findings.sort((x, y) => y.finding.share - x.finding.share || x.order - y.order);
    for (const dropped of tally.findings.splice(kept)) {
      if (!dropped.isSlotted) continue;
      if (tally.spare.length === SPARE_MAX) tally.isSpareFull = true;
      else tally.spare.push({ ...dropped, finding: { ...dropped.finding, passages: [] } });
    }
  }

  /** @param expected by chance, of a short item */
  result(
    looked: LookedThrough,
    way: AuditResult["way"],
    stages: Stage[],
    expected: (item: number) => number | null,
  ): AuditResult {
    const { given, distinct } = this.#items;
    const judged = distinct.map((item, i) => this.#judged(item, this.#tallies[i]!, isShort(item) ? expected(i) : null));
    const items = given.map(({ id, distinct: number }): AuditedItem => {
      const first = distinct[number]!.id;
      return { id, ...judged[number]!, same_as: first === id ? null : first };
    });
    const count = (status: AuditStatus) => items.filter((item) => item.status === status).length;
    return {
      summary: {
        items: items.length,
        found: count("found"),
        in_part: count("in_part"),
        not_found: count("not_found"),
        by_chance: count("by_chance"),
        not_judged: count("not_judged"),
        short_items: items.filter(({ judged_by }) => judged_by === "exact_run").length,
        documents_with_items: this.#documentsWithItems,
        ...looked,
      },
      items,
      way,
      offset_unit: "utf16",
      completeness: { complete: stages.every(({ status }) => status === "done"), stages },
    };
  }

  #judged(item: ReadItem, tally: ItemTally, expected: number | null): Omit<AuditedItem, "id" | "same_as"> {
    this.#keepBest(tally, this.#findingsMax);
    return {
      words: item.own.length,
      own_words: item.ownWords,
      left_out: item.leftOut,
      judged_by: isShort(item) ? "exact_run" : "passages",
      status: statusOf(item, tally, expected),
      documents: tally.documents,
      documents_in_part: tally.documentsInPart,
      occurrences: tally.occurrences,
      expected_by_chance: expected === null ? null : rounded(expected),
      findings: tally.findings.map(({ finding }) => finding),
    };
  }
}

function statusOf(item: ReadItem, { documents, documentsInPart, occurrences }: ItemTally, expected: number | null) {
  if (isShort(item)) {
    if (expected === null) return "not_judged";
    if (occurrences === 0) return "not_found";
    return expected <= EXPECTED_MAX ? "found" : "by_chance";
  }
  if (item.ownWords === 0) return "not_judged";
  if (documents > 0) return "found";
  return documentsInPart > 0 ? "in_part" : "not_found";
}

/** Share of the words of both sides of passages that were edited. */
export function editsOf(passages: readonly { agreeing_words: number; edited_words: number }[]): number {
  const agreeing = sum(passages, ({ agreeing_words }) => agreeing_words);
  const edited = sum(passages, ({ edited_words }) => edited_words);
  return agreeing + edited === 0 ? 0 : rounded(edited / (agreeing + edited));
}
