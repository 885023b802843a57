/** The report of a drafted statement about training data. */
import { checkPlain, checkShown } from "../../base/arguments.ts";
import type { StatementItem, TrainingStatement } from "../../base/contract/resources/trainingStatement.ts";
import { count, type PlainOptions, TerminalPage } from "../layout/page.ts";

const BLANKS_SHOWN = 30;
const SOURCES_SHOWN = 60;

export function plainStatement(statement: TrainingStatement, options: PlainOptions): string {
  checkShown("plainStatement", statement, "blanks");
  checkPlain("plainStatement", options);
  const { standard, created, document, sources, stated, blanks } = statement;
  const page = new TerminalPage(options);
  page.verdict(
    "DRAFT",
    `${standard}: ${count(stated.length, "value")} with sources, ${count(blanks.length, "blank")}.`,
    "plain",
  );
  page.text(`Made ${created}. Whoever publishes it answers for it. No legal advice.`);
  const { items } = document as { items?: StatementItem[] };
  const sourcesAt = new Map(stated.map((one) => [one.pointer, one.sources.map((at) => `[${at + 1}]`).join("")]));
  for (const [at, { number, asks, says }] of (items ?? []).entries()) {
    page.heading(`${number} ${asks}`);
    if (says.length === 0) page.text("blank: nothing here tells it");
    for (const [line, one] of says.entries())
      page.item(`${one} ${sourcesAt.get(`/items/${at}/says/${line}`) ?? ""}`.trimEnd());
  }
  if (items === undefined) {
    if (blanks.length > 0) page.heading("Blank: nothing here tells it");
    for (const { pointer, asks } of blanks.slice(0, BLANKS_SHOWN)) page.item(`${asks} (${pointer})`);
    const more = blanks.length - BLANKS_SHOWN;
    if (more > 0) page.text(`${count(more, "more blank")}: see the result document (--json).`);
  }
  if (sources.length > 0) page.heading("Sources");
  for (const [at, { kind, id, title, url, checked }] of sources.slice(0, SOURCES_SHOWN).entries()) {
    const place =
      kind === "corpus" ? `corpus ${id}, revision ${title}` : `${title}${url === null ? ` (${id})` : `: ${url}`}`;
    page.item(`[${at + 1}] ${place}${checked === null ? "" : `, checked ${checked}`}`);
  }
  const unlisted = sources.length - SOURCES_SHOWN;
  if (unlisted > 0) page.text(`${count(unlisted, "more source")}: see the result document (--json).`);
  return page.finish();
}
