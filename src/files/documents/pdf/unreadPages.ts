/** Names pages that were not read, as a person reads it: "pages 3, 7–9: pictures, which need text recognition". */
import { checkArguments, isRecord } from "../../../base/arguments.ts";
import type { UnreadPages } from "../documentText.ts";

const SHOWN = 20;

/**
 * A phrase without a full stop: which pages, and why.
 *
 * @throws invalid_request
 * @since 0.2.0
 */
export function plainUnreadPages(unread: UnreadPages): string {
  const isWhole = isRecord(unread) && Array.isArray(unread["pages"]) && typeof unread["reason"] === "string";
  checkArguments("plainUnreadPages", [["/unread", isWhole, "one of the `unread_pages` of a document"]]);
  const { pages, reason } = unread;
  if (pages.length === 0) return reason;
  const runs = runsOf(pages);
  const more = runs.length > SHOWN ? " and others" : "";
  return `${pages.length === 1 ? "page" : "pages"} ${runs.slice(0, SHOWN).join(", ")}${more}: ${reason}`;
}

/** `3`, `7–9`: labels that follow each other as numbers are one run. */
function runsOf(labels: readonly string[]): string[] {
  const runs: string[][] = [];
  for (const label of labels) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && /^\d+$/.test(last) && label === String(Number(last) + 1)) runs.at(-1)!.push(label);
    else runs.push([label]);
  }
  return runs.map((run) => (run.length === 1 ? run[0]! : `${run[0]}–${run.at(-1)}`));
}
