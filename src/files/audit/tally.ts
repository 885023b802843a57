/** Collects what an audit finds, item by item, in bounded memory. */

import type { Stage } from "../../base/contract/common.ts";
import type { AuditedItem, AuditFinding, AuditResult, AuditStatus } from "../../base/contract/operations/audit.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import type { Items, ReadItem } from "./items.ts";
import { isShort } from "./match/shortItems.ts";
import { EXPECTED_MAX } from "./rules.ts";

/** What is known of the documents that were looked through. */
interface LookedThrough {
  documents: number;
  words: number;
}

/** What a document shares with a distinct item, by its number. */
interface HeldItem {
  item: number;
  finding: AuditFinding;
}

interface ItemTally {
  documents: number;
  documentsInPart: number;
  occurrences: number;
  /** The best, and others until they are next sorted. */
  findings: { finding: AuditFinding; order: number }[];
}

export class AuditTally {
  readonly #items: Items;
  readonly #findingsMax: number;
  readonly #tallies: ItemTally[];
  /** Documents of corpora that hold an item. */
  readonly #holders = new Set<string>();
  /** Documents that hold an item, counted once. */
  #documentsWithItems = 0;
  #order = 0;

  constructor(items: Items, findingsMax: number) {
    this.#items = items;
    this.#findingsMax = findingsMax;
    this.#tallies = items.distinct.map(() => ({ documents: 0, documentsInPart: 0, occurrences: 0, findings: [] }));
  }

  /** Notes what one document, which is met once, shares with items. */
  noteDocument(found: readonly HeldItem[]): void {
    this.#documentsWithItems += Number(found.some((one) => this.#isHeld(one)));
    this.#note(found);
  }

  /** Notes what documents of corpora, which other items may be in too, share with one item. */
  noteItem(found: readonly HeldItem[]): void {
    for (const one of found) {
      const { corpus, document, copies = 0 } = one.finding;
      const key = JSON.stringify([corpus, document]);
      if (!this.#isHeld(one) || this.#holders.has(key)) continue;
      this.#holders.add(key);
      this.#documentsWithItems += 1 + copies;
    }
    this.#note(found);
  }

  #isHeld({ item, finding }: HeldItem): boolean {
    return finding.holds && !isShort(this.#items.distinct[item]!);
  }

  #note(found: readonly HeldItem[]): void {
    for (const { item, finding } of found) {
      const tally = this.#tallies[item]!;
      const documents = 1 + (finding.copies ?? 0);
      if (finding.holds) {
        tally.documents += documents;
        tally.occurrences += documents * finding.occurrences;
      } else tally.documentsInPart += documents;
      tally.findings.push({ finding, order: this.#order++ });
      if (tally.findings.length >= 2 * this.#findingsMax) this.#keepBest(tally);
    }
  }

  #keepBest(tally: ItemTally): void {
    tally.findings.sort((x, y) => y.finding.share - x.finding.share || x.order - y.order);
    tally.findings.length = Math.min(tally.findings.length, this.#findingsMax);
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
    this.#keepBest(tally);
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
