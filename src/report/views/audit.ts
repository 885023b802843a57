/** The report of an audit: in words, and as a page with plots of frequency and edits. */
import { checkPlain, checkShown } from "../../base/arguments.ts";
import type { AuditedItem, AuditResult, AuditRule, AuditStatus } from "../../base/contract/operations/audit.ts";
import { plural } from "../../base/plural.ts";
import { HtmlSheet } from "../layout/html.ts";
import { count, figure, type PlainOptions, percent } from "../layout/page.ts";
import { pageOf } from "../layout/result.ts";
import type { Histogram, Sheet, Tone } from "../layout/sheet.ts";
import { elide } from "../layout/terminal.ts";
import { writeCompleteness } from "../parts/method.ts";
import { LIKELY_RATE, writeShortAudit } from "../short/audit.ts";

const ITEMS_SHOWN = 20;
const DOCUMENTS_SHOWN = 3;
const NAME_CHARACTERS = 160;

const STATUSES: Readonly<Record<AuditStatus, string>> = {
  found: "found",
  in_part: "found in part",
  not_found: "not found",
  by_chance: "no more than chance",
  not_judged: "not judged",
};

const RULES: Readonly<Record<AuditRule, string>> = {
  template: "of a template, which others have too",
  boilerplate: "of licences and other listed texts",
  enumeration: "of lists that everybody writes",
  given: "of texts that were given as ones that do not count",
};

export function plainAudit(result: AuditResult, options: PlainOptions): string {
  checkShown("plainAudit", result, "summary");
  checkPlain("plainAudit", options);
  return pageOf(
    "plainAudit",
    options,
    (page) => writeAudit(page, result),
    (page) => writeShortAudit(page, result, verdictOf(result)),
  );
}

/** The same report as one printable HTML file without scripts or external resources. */
export function htmlAudit(result: AuditResult): string {
  checkShown("htmlAudit", result, "summary");
  const page = new HtmlSheet({});
  writeAudit(page, result);
  return page.finish("Audit", result);
}

function verdictOf({ summary }: AuditResult): [word: string, sentence: string, tone: Tone] {
  const { found, documents, documents_with_items: holding, words } = summary;
  const looked = `${count(documents, "document")}, ${count(words, "word")} in all`;
  const asked = count(summary.items, "item");
  const likely = summary.reworded?.likely ?? 0;
  const otherwise =
    likely === 0 ? "" : ` ${figure(likely)} of them ${plural(likely, "is", "are")} likely there in other words.`;
  if (found === 0 && likely > 0) return ["REWORDED", `None of ${asked} is in ${looked}.${otherwise}`, "part"];
  if (found === 0) return ["NOT FOUND", `None of ${asked} is in ${looked}.`, "sound"];
  // Documents that hold only short items are not counted.
  const where = holding === 0 ? looked : `${figure(holding)} of ${looked}`;
  return ["FOUND", `${figure(found)} of ${asked} ${plural(found, "is", "are")} in ${where}.${otherwise}`, "found"];
}

export function writeAudit(page: Sheet, result: AuditResult): void {
  const { summary, items, completeness } = result;
  page.verdict(...verdictOf(result));
  writeSummary(page, summary);
  const aligned = items.filter(({ judged_by }) => judged_by === "passages");
  writeItems(
    page,
    "Items found",
    items.filter(({ status }) => status === "found"),
  );
  writeItems(
    page,
    "Items found in part",
    items.filter(({ status }) => status === "in_part"),
  );
  writeRewordings(page, items);
  if (aligned.some(({ findings }) => findings.length > 0)) {
    page.heading("How often, and how much edited");
    page.histogram(frequencyOf(aligned));
    page.histogram(editsOf(aligned));
  }
  writeShort(
    page,
    items.filter(({ judged_by }) => judged_by === "exact_run"),
  );
  writeLeftOut(page, aligned);
  writeCompleteness(page, completeness);
}

function writeSummary(page: Sheet, summary: AuditResult["summary"]): void {
  for (const [status, words] of Object.entries(STATUSES) as [AuditStatus, string][]) {
    if (summary[status] > 0) page.text(count(summary[status], "item"), { label: words.padEnd(22) });
  }
  page.text(count(summary.documents_with_items, "document"), { label: "documents with items".padEnd(22) });
  page.text(
    "An item is found where a document holds at least half of the words that only this item has, in order, or 800 of them, and more of them where no 12 are in a row; in part where a document shares a passage of 12 words with it, or has other numbers in its words.",
    { dim: true },
  );
}

function writeItems(page: Sheet, heading: string, items: readonly AuditedItem[]): void {
  if (items.length === 0) return;
  page.heading(heading);
  const ofMost = [...items].sort((x, y) => y.documents - x.documents);
  const table = (shown: readonly AuditedItem[]) => ({
    columns: ["item", "documents", "share of its words", "edits", "where"],
    rows: shown.map((item) => rowOf(item)),
  });
  page.table(table(ofMost.slice(0, ITEMS_SHOWN)));
  const rest = ofMost.slice(ITEMS_SHOWN);
  if (rest.length > 0) page.more(count(rest.length, "more item"), () => table(rest));
}

/** Both texts of the most certain rewording of each item: a reader has to judge them. */
function writeRewordings(page: Sheet, items: readonly AuditedItem[]): void {
  const found = items.flatMap(({ id, rewordings = [] }) => rewordings.slice(0, 1).map((one) => ({ id, ...one })));
  if (found.length === 0) return;
  page.heading("In other words");
  page.text(
    `These documents say what the items say, in other words. It shows no copying: both may have a third text as their source. ${LIKELY_RATE}`,
    { dim: true },
  );
  found.sort((x, y) => y.confidence - x.confidence);
  for (const [i, one] of found.slice(0, ITEMS_SHOWN).entries()) {
    const { agree, item_only, document_only } = one.numbers;
    const numbers = [
      ...(agree.length > 0 ? [`numbers in both: ${agree.join(", ")}`] : []),
      ...(item_only.length > 0 ? [`only in the item: ${item_only.join(", ")}`] : []),
      ...(document_only.length > 0 ? [`only in the document: ${document_only.join(", ")}`] : []),
    ];
    const where = elide(one.title ?? one.document, NAME_CHARACTERS);
    page.passage({
      number: i + 1,
      title: `${elide(one.id, NAME_CHARACTERS)} in ${where}`,
      facts: [`${one.verdict} ${one.kind}, ${percent(one.confidence)}`, ...numbers].join(" · "),
      own: { before: "", words: one.item_text, after: "" },
      source: { before: "", words: one.document_text, after: "" },
      isWhole: true,
    });
  }
  if (found.length > ITEMS_SHOWN) page.text(`${count(found.length - ITEMS_SHOWN, "more item")}: --json lists them.`);
}

function rowOf({ id, documents, documents_in_part, findings }: AuditedItem): string[] {
  const [best] = findings;
  const where = findings.slice(0, DOCUMENTS_SHOWN).map(({ document, corpus }) => {
    const name = elide(document, NAME_CHARACTERS);
    return corpus === undefined ? name : `${name} (${corpus})`;
  });
  return [
    elide(id, NAME_CHARACTERS),
    figure(documents + documents_in_part),
    best === undefined ? "" : percent(best.share),
    best === undefined ? "" : percent(best.edits),
    `${where.join(", ")}${findings.length > DOCUMENTS_SHOWN ? ", …" : ""}`,
  ];
}

const FREQUENCIES = [
  [0, "no document"],
  [1, "1 document"],
  [2, "2 to 9"],
  [10, "10 to 99"],
  [100, "100 to 999"],
  [1_000, "1,000 and more"],
] as const;

/** Items of 12 words and more by the number of documents that hold them. */
function frequencyOf(items: readonly AuditedItem[]): Histogram {
  const bars = FREQUENCIES.map(([from, label], i) => {
    const to = FREQUENCIES[i + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    return { label, cases: items.filter(({ documents }) => documents >= from && documents < to).length };
  });
  return { label: "Items of 12 words and more, by the number of documents that hold them", bars };
}

const EDITS = [
  [0, "no word"],
  [0.05, "up to 5 %"],
  [0.1, "up to 10 %"],
  [0.2, "up to 20 %"],
  [0.3, "up to 30 %"],
  [1, "more"],
] as const;

/** Places that hold items, by the share of words that were edited. */
function editsOf(items: readonly AuditedItem[]): Histogram {
  const edits = items.flatMap(({ findings }) => findings.filter(({ holds }) => holds).map((one) => one.edits));
  const bars = EDITS.map(([most, label], i) => {
    const above = EDITS[i - 1]?.[0] ?? -1;
    return { label, cases: edits.filter((share) => share > above && share <= most).length };
  });
  return { label: "Listed documents by the share of words that were edited", bars };
}

function writeShort(page: Sheet, short: readonly AuditedItem[]): void {
  if (short.length === 0) return;
  page.heading("Items of fewer than 12 words");
  page.text(
    "They are found only as a whole and unchanged. A run that documents have by chance, by the frequencies of its words and their neighbours, is no finding.",
  );
  const seen = short.filter(({ occurrences }) => occurrences > 0);
  const rows = [...seen].sort((x, y) => (x.expected_by_chance ?? 0) - (y.expected_by_chance ?? 0));
  const table = (shown: readonly AuditedItem[]) => ({
    columns: ["item", "occurrences", "expected by chance", "status"],
    rows: shown.map(({ id, occurrences, expected_by_chance, status }) => [
      elide(id, NAME_CHARACTERS),
      figure(occurrences),
      expected_by_chance === null ? "" : figure(expected_by_chance),
      STATUSES[status],
    ]),
  });
  page.table(table(rows.slice(0, ITEMS_SHOWN)));
  if (rows.length > ITEMS_SHOWN)
    page.more(count(rows.length - ITEMS_SHOWN, "more item"), () => table(rows.slice(ITEMS_SHOWN)));
  const absent = short.length - seen.length;
  page.text(`${figure(absent)} of ${count(short.length, "such item")} ${plural(absent, "does", "do")} not occur.`);
}

function writeLeftOut(page: Sheet, items: readonly AuditedItem[]): void {
  const rules = (Object.keys(RULES) as AuditRule[]).map((rule) => {
    const having = items.filter(({ left_out }) => left_out.some((one) => one.rule === rule));
    return { rule, items: having.length };
  });
  if (rules.every(({ items }) => items === 0)) return;
  page.heading("Words that do not count");
  for (const { rule, items } of rules)
    if (items > 0) page.item(`Rule ${rule}: words ${RULES[rule]}, in ${count(items, "item")}.`);
}
