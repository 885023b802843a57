/** What the reports of all operations share: the checks of what is given, and both kinds of page. */
import { checkArguments, checkPlain, checkShown, optionsCheck } from "../../base/arguments.ts";
import type { ResultDocuments } from "../../base/contract/operations.ts";
import { checkShape } from "../../base/contract/shapes.ts";
import { type Captions, type Cited, HtmlSheet, type ReportedOn } from "./html.ts";
import { type Detail, type PlainOptions, TerminalPage } from "./page.ts";
import { ShortPage } from "./shortPage.ts";

/** A kind of result: its functions are `plain` and `html` followed by its name. */
interface ShownResult<Result> {
  readonly name: string;
  readonly shape: keyof ResultDocuments;
  readonly idField: keyof Result & string;
  readonly captions?: Captions;
}

/** @throws invalid_request where the result or the options are not what they should be */
export function plainOf<Result>(
  { name, shape, idField, captions }: ShownResult<Result>,
  result: Result,
  options: PlainOptions,
  write: (page: TerminalPage) => void,
  writeShort?: (page: ShortPage) => void,
): string {
  checkShown(`plain${name}`, result, idField);
  checkShape(`plain${name}`, shape, result);
  checkPlain(`plain${name}`, options);
  return pageOf(`plain${name}`, options, write, writeShort, captions);
}

const DETAILS: readonly unknown[] = ["full", "short", "line", undefined] satisfies (Detail | undefined)[];

/** A report in the detail that is asked for; full where it has no short form. */
export function pageOf(
  name: string,
  options: PlainOptions,
  write: (page: TerminalPage) => void,
  writeShort?: (page: ShortPage) => void,
  captions?: Captions,
): string {
  checkArguments(name, [["/options/detail", DETAILS.includes(options.detail), '"full", "short" or "line"']]);
  const isShort = options.detail === "short" || options.detail === "line";
  if (isShort && writeShort !== undefined) {
    const page = new ShortPage(options);
    writeShort(page);
    return page.finish();
  }
  const page = new TerminalPage(options, captions?.source);
  write(page);
  return page.finish();
}

/** @throws invalid_request where the result or the options are not what they should be */
export function htmlOf<Result extends object>(
  { name, shape, idField, captions }: ShownResult<Result>,
  result: Result,
  options: Cited & ReportedOn,
  write: (page: HtmlSheet) => void,
): string {
  checkShown(`html${name}`, result, idField);
  checkShape(`html${name}`, shape, result);
  checkArguments(`html${name}`, [optionsCheck(options)]);
  checkArguments(`html${name}`, [
    ["/options/file", isTextOrAbsent(options.file), "a text, or absent"],
    ["/options/date", isTextOrAbsent(options.date), "a text, or absent"],
  ]);
  const page = new HtmlSheet({ citations: options.citations, ...captions });
  write(page);
  return page.finish(`${name} ${result[idField]}`, result, options);
}

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === "string";
