/** The short answer of an audit: how many items are where, and which. */
import type { AuditedItem, AuditResult, AuditStatus } from "../../base/contract/operations/audit.ts";
import { count, figure, percent } from "../layout/page.ts";
import type { Tone } from "../layout/sheet.ts";
import type { ShortFinding, ShortPage } from "../layout/shortPage.ts";
import { writeLeftOut, writeMore } from "./common.ts";
import { MEASURED, measuredShare } from "./measuredRates.ts";

const OTHERS: Readonly<Record<Exclude<AuditStatus, "found">, string>> = {
  in_part: "found in part",
  not_found: "not found",
  by_chance: "no more than chance",
  not_judged: "not judged",
};

const FALSE_RATE = `${measuredShare(MEASURED.auditFalse)} test items that no document held were found.`;
const MISSED_RATE = `${measuredShare(MEASURED.auditMissed)} test items with up to 10 % of their words changed were not found.`;

export function writeShortAudit(
  page: ShortPage,
  { summary, items, completeness }: AuditResult,
  verdict: readonly [word: string, sentence: string, tone: Tone],
): void {
  page.verdict(...verdict);
  const found = items.filter(({ status }) => status === "found" || status === "in_part");
  // The items that are found before those in part, each in the order in which they were given.
  found.sort((x, y) => Number(y.status === "found") - Number(x.status === "found"));
  const reworded = items.filter(({ reworded_verdict }) => reworded_verdict === "likely");
  page.findings([...found.map(findingOf), ...reworded.map((item, i) => rewordingOf(item, found.length + i))]);
  const others = (Object.keys(OTHERS) as (keyof typeof OTHERS)[]).filter((status) => summary[status] > 0);
  if (others.length > 0)
    page.statement(
      "Other items",
      `${others.map((status) => `${figure(summary[status])} ${OTHERS[status]}`).join(", ")}.`,
    );
  page.statement("Found means", "a document holds at least half of the words that only this item has, in their order.");
  if (summary.reworded !== undefined) {
    const { likely, possible, not_searched } = summary.reworded;
    const other = `${figure(likely)} likely, ${figure(possible)} possible, ${figure(not_searched)} not searched`;
    page.statement(
      "In other words",
      `${other}. Whoever reads both texts decides.${likely > 0 ? ` ${LIKELY_RATE}` : ""}`,
    );
  }
  page.statement("Not shown", "that a model was trained on these documents. An audit looks for no models.");
  page.statement("Error rate", found.length > 0 ? FALSE_RATE : MISSED_RATE);
  writeLeftOut(page, completeness);
  writeMore(page);
}

/** By `npm run quality -- reworded`, 2026-11-28: items of odd numbers, which set no weight, and e5-small. */
export const LIKELY_RATE = `${measuredShare({ hits: 0, cases: 325 })} English word problems that no document had so were called likely; other texts, languages and encoders were not measured.`;

function rewordingOf({ id, rewordings = [] }: AuditedItem, i: number): ShortFinding {
  const [best] = rewordings;
  const where = best === undefined ? "" : ` in ${best.title ?? best.document}, ${percent(best.confidence)} certain`;
  return { number: i + 1, opening: id, where: `in other words${where}` };
}

function findingOf({ id, status, documents, documents_in_part, findings }: AuditedItem, i: number): ShortFinding {
  const [best] = findings;
  const all = documents + documents_in_part;
  const more = all > 1 ? ` and ${figure(all - 1)} more` : "";
  const share = best === undefined ? "" : `, ${percent(best.share)}`;
  const where = best === undefined ? count(all, "document") : `in ${best.title ?? best.document}${more}${share}`;
  return { number: i + 1, opening: id, where: status === "in_part" ? `in part ${where}` : where };
}
