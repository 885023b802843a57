/** Shows the result of an operation. */
import { basename } from "node:path";
import {
  type Cited,
  htmlResult,
  loadDifferences,
  type PlainOptions,
  plainResult,
  type ReportedOn,
  type ResultDocument,
  type ResultTexts,
} from "../../report/index.ts";
import { today } from "./output.ts";
import type { Context } from "./run.ts";

/** Answers with a result, and with `--html` writes its page first. */
export function answerResult(
  document: ResultDocument,
  { html, detail }: { html?: string; detail?: PlainOptions["detail"] },
  { output, progress }: Context,
  { citations, file, ...shown }: ResultTexts & Cited & ReportedOn = {},
): void {
  const page = html ? htmlResult(document, { ...shown, citations, file, date: today() }) : null;
  progress.stop();
  if (html && page !== null) output.page(html, page);
  output.answer(document.result, (plain) => plainResult(document, { ...plain, ...shown, detail }));
}

interface WholeFlags {
  html?: string;
  wholeText?: boolean;
  full?: boolean | undefined;
}

/** Beyond a short answer: words that differ; a page also has the name of the file, and the whole text if wanted. */
export async function ofPage(path: string, { html, wholeText, full }: WholeFlags) {
  if (html === undefined && full !== true) return {};
  const differing = await loadDifferences();
  return html === undefined ? { differing } : { file: path === "-" ? undefined : basename(path), wholeText, differing };
}
