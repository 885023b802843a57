/** Inputs that were not read: summarised on stderr, listed under `--json`, and recorded in the corpus. */
import type { Completeness } from "../../base/contract/common.ts";
import { plural } from "../../base/plural.ts";
import { UnreadLog } from "../../corpus/build/unread.ts";
import { placeInFile } from "../../files/documents/kinds.ts";
import type { FileContent, SkippedInput } from "../../files/index.ts";
import { count, figure } from "../../report/layout/page.ts";
import { plainUnreadKinds } from "../../report/views/corpus.ts";
import { AlikeNotices } from "./alike.ts";
import type { Output } from "./output.ts";

/**
 * Most skipped inputs that are named on stderr, and most that are listed under `--json`; further ones are only counted.
 */
const NAMED = 10;
const inputs = (number: number): string => count(number, "input");
const LISTED = 10_000;
const OTHER_ENCODING = "text in another encoding is read with --encoding LABEL, such as windows-1252 or koi8-r";

export class SkippedInputs {
  readonly log = new UnreadLog();
  readonly #listed: SkippedInput[] = [];
  readonly #notes = new AlikeNotices();
  readonly #parts = new AlikeNotices();
  #isPartly = false;

  readonly add = (skipped: SkippedInput): void => {
    const { path, line, reason, note, partly } = skipped;
    if (note) {
      this.#notes.add(placeInFile(path, line), reason);
      return;
    }
    if (partly) {
      this.#parts.add(`not read of ${placeInFile(path, line)}`, reason);
      this.#isPartly = true;
    }
    this.log.add(skipped);
    if (this.#listed.length < LISTED) this.#listed.push(skipped);
  };

  /** The fields of the JSON document. */
  get document(): { skipped_count: number; skipped: Omit<SkippedInput, "name">[] } {
    const skipped = this.#listed.map(({ name: _, ...one }) => one);
    return { skipped_count: this.log.inputs().inputs, skipped };
  }

  /**
   * A result of what was read: where inputs were not, it says so itself, wherever it is passed on to.
   *
   * @param what what the inputs are
   */
  told<Result extends { completeness: Completeness }>(result: Result, what: string): Result {
    const unread = this.log.inputs();
    if (unread.inputs === 0) return result;
    const reason = `${inputs(unread.inputs)} of ${what} ${plural(unread.inputs, "was", "were")} ${this.#notRead}: ${plainUnreadKinds(unread)}.`;
    const stages = [...result.completeness.stages, { name: "reading", status: "skipped" as const, reason }];
    return { ...result, completeness: { complete: false, stages } };
  }

  tell(output: Output): void {
    const notes = this.#notes.lines(NAMED);
    for (const note of notes.lines) output.notice(note);
    if (notes.more > 0) output.notice(`${figure(notes.more)} more ${plural(notes.more, "note")} on what was read.`);
    const unread = this.log.inputs();
    const whole = this.#listed.filter(({ partly }) => !partly).slice(0, NAMED);
    for (const { path, line, reason } of whole) output.notice(`skipped ${placeInFile(path, line)}: ${reason}`);
    const parts = this.#parts.lines(NAMED - whole.length);
    for (const line of parts.lines) output.notice(line);
    if (this.#listed.some(({ code, partly }) => code === "not_utf8" && !partly)) output.notice(OTHER_ENCODING);
    if (unread.inputs < 2) return;
    const more = unread.inputs > NAMED ? ` The first ${NAMED} are shown; --json lists them.` : "";
    const kinds = plainUnreadKinds(unread);
    output.notice(`${inputs(unread.inputs)} were ${this.#notRead}: ${kinds}.${more}`);
  }

  get #notRead(): string {
    return this.#isPartly ? "not read, or not in full" : "not read";
  }
}

/** Names the pages of a document that were not read. */
export async function tellUnreadPages(
  path: string,
  { unread_pages: unread }: FileContent,
  output: Output,
): Promise<void> {
  if (unread === undefined) return;
  const { plainUnreadPages } = await import("../../files/index.ts");
  for (const pages of unread) output.notice(`${pages.note ? "" : "not read of "}${path}: ${plainUnreadPages(pages)}`);
  if (unread.some(({ code }) => code === "not_utf8")) output.notice(OTHER_ENCODING);
}
