/** Shows the result of an operation. */
import { type Cited, htmlResult, plainResult, type ResultDocument, type ResultTexts } from "../report/index.ts";
import { writeTo } from "./output.ts";
import type { Context } from "./run.ts";

/** Answers with a result, and with `--html` writes its page first. */
export function answerResult(
  document: ResultDocument,
  { html }: { html?: string },
  { output, progress }: Context,
  { citations, ...shown }: ResultTexts & Cited = {},
): void {
  if (html) writeTo(html, htmlResult(document, { ...shown, citations }));
  progress.stop();
  output.answer(document.result, (plain) => plainResult(document, { ...plain, ...shown }));
}
