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
import { today, writeTo } from "./output.ts";
import type { Context } from "./run.ts";

/** Answers with a result, and with `--html` writes its page first. */
export function answerResult(
  document: ResultDocument,
  { html, detail }: { html?: string; detail?: PlainOptions["detail"] },
  { output, progress }: Context,
  { citations, file, ...shown }: ResultTexts & Cited & ReportedOn = {},
): void {
  if (html) writeTo(html, htmlResult(document, { ...shown, citations, file, date: today() }));
  progress.stop();
  output.answer(document.result, (plain) => plainResult(document, { ...plain, ...shown, detail }));
}

/** What a page shows beyond a terminal: the name of the file, words that differ, the whole text where it is wanted. */
export async function ofPage(path: string, { html, wholeText }: { html?: string; wholeText?: boolean }) {
  if (html === undefined) return {};
  const file = path === "-" ? undefined : basename(path);
  return { file, wholeText, differing: await loadDifferences() };
}
