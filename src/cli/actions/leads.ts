/** Shows leads on a terminal, with what they are, what they are not, and what was sent to find them. */
import type { Stage } from "../../base/contract/common.ts";
import type { CapturesFound, PlannedLeads, RowsFound, TitlesFound } from "../../remote/publicIndexes/index.ts";
import { count, type PlainOptions, TerminalPage } from "../../report/layout/page.ts";
import { writeCompleteness } from "../../report/parts/method.ts";

const SHOWN = 20;

export function plainPlan({ addresses, sent, requests_max }: PlannedLeads, plain: PlainOptions): string {
  const page = new TerminalPage(plain);
  page.item(
    `${count(sent.length, "address", "addresses")} would be asked for at ${addresses.join(" and ")}; what comes back decides which others follow, ` +
      `at most ${count(requests_max, "request")} in all.`,
  );
  for (const one of sent) page.text(one);
  return page.finish();
}

export function plainRows(result: RowsFound, plain: PlainOptions): string {
  const page = new TerminalPage(plain);
  const { found, dataset } = result;
  const rows = `${count(found.length, "cell")} of rows of ${dataset} share words with the text.`;
  if (found.length > 0) page.verdict("LEADS", rows, "part");
  else page.verdict("NO LEAD", `No row that the viewer of ${dataset} showed shares a passage with the text.`, "plain");
  for (const { config, split, row, column, words, longest_run_words, is_cut } of found.slice(0, SHOWN)) {
    const cut = is_cut ? "; the viewer shows a part of the cell" : "";
    page.item(
      `${config}/${split}, row ${row}, ${column}: ${count(words, "word")}, the longest run has ${longest_run_words}${cut}`,
    );
  }
  writeMore(page, found.length);
  page.text("A row shows what is in that dataset now. It is in no verdict, and says nothing of a model.", {
    dim: true,
  });
  return finished(page, result);
}

export function plainCaptures(result: CapturesFound, plain: PlainOptions): string {
  const page = new TerminalPage(plain);
  const { found, url } = result;
  if (found.length > 0) page.verdict("LEADS", `${count(found.length, "capture")} of ${url} by Common Crawl.`, "part");
  else page.verdict("NO LEAD", `The crawls that were asked list no capture of ${url}.`, "plain");
  for (const { crawl, url: captured, timestamp, status, record, not_read } of found.slice(0, SHOWN)) {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(timestamp)!;
    page.item(`${crawl}: ${captured}, ${year}-${month}-${day}, status ${status}`);
    if (not_read !== null) page.text(not_read, { indent: 4 });
    if (record === null) continue;
    const shared =
      record.shared === null ? "" : `, ${count(record.shared.words, "word")} of the text in common passages`;
    page.text(`its record has ${count(record.characters, "character")} of text${shared}`, { indent: 4 });
  }
  writeMore(page, found.length);
  page.text("A capture shows that the address was taken. It does not show that a dataset or a model used it.", {
    dim: true,
  });
  return finished(page, result);
}

const BY = {
  isbn: "the same ISBN",
  title_and_author: "the same title and author",
  title: "the same title; no author was compared",
} as const;

export function plainTitles({ found, lists }: TitlesFound, plain: PlainOptions): string {
  const page = new TerminalPage(plain);
  const all = lists.reduce((sum, { found: ofList }) => sum + ofList, 0);
  if (all > 0) page.verdict("LEADS", `${count(all, "entry", "entries")} of lists name the work.`, "part");
  else page.verdict("NO LEAD", "No list names the work.", "plain");
  for (const { list, entry, by, title, authors, isbns } of found.slice(0, SHOWN)) {
    const named = [title, authors, ...isbns].filter((one) => one !== null).join(", ");
    page.item(`${list}, entry ${entry}: ${named} (${BY[by]})`);
  }
  writeMore(page, found.length);
  for (const { list, entries, unread } of lists) {
    const without = unread === 0 ? "" : `, ${unread} of them without a title and an ISBN`;
    page.text(`${list}: ${count(entries, "entry", "entries")}${without}`);
  }
  page.text("A list names works. It holds no text, and says nothing of training. Nothing was sent.", { dim: true });
  return page.finish();
}

function writeMore(page: TerminalPage, found: number): void {
  if (found > SHOWN) page.text(`${found - SHOWN} more: the result document (--json) has them.`);
}

function finished(
  page: TerminalPage,
  {
    sent,
    requests,
    addresses,
    completeness,
  }: { sent: string[]; requests: number; addresses: string[]; completeness: { complete: boolean; stages: Stage[] } },
): string {
  const to = addresses.length === 0 ? "" : ` to ${addresses.join(" and ")}`;
  page.text(
    `${count(requests, "request")}${to} for ${count(sent.length, "address", "addresses")}; the result document (--json) lists them.`,
  );
  writeCompleteness(page, completeness);
  return page.finish();
}
