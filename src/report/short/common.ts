/** What short answers share: what was not searched, and where more is. */
import type { Completeness, Stage } from "../../base/contract/common.ts";
import type { ShortPage } from "../layout/shortPage.ts";

/** Stages that are skipped in every result of an operation, since another operation does them. */
const OTHERS_WORK = new Set(["model_probing", "model probing"]);

/** Silence means that nothing was left out. */
export function writeLeftOut(page: ShortPage, { stages }: Completeness): void {
  const left = stages.filter(({ name, status }) => status !== "done" && !OTHERS_WORK.has(name));
  const isAboutRates = ({ name }: Stage) => name === "confidence";
  const caution = left.find(isAboutRates);
  if (caution !== undefined) page.statement("Caution", caution.reason ?? "the error rate may be another here.");
  const rest = left.filter((stage) => !isAboutRates(stage));
  const first = rest.find(({ status }) => status === "failed") ?? rest[0];
  if (first === undefined) return;
  const [, corpus] = /^(?:search|coverage):(.*)$/s.exec(first.name) ?? [];
  const others = rest.length === 1 ? "" : ` And ${rest.length - 1} more: see --full.`;
  const what = `${corpus ?? first.name.replaceAll("_", " ")}: ${first.reason ?? first.status}${others}`;
  page.statement(first.status === "failed" ? "Failed" : "Not complete", what);
}

export function writeMore(page: ShortPage): void {
  page.statement("More", "--full prints all, --html FILE writes a page, --json the whole result.");
}
