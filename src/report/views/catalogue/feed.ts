/** What a feed of the catalogue changes, for the person who takes it. */
import { checkPlain, checkShown } from "../../../base/arguments.ts";
import type { TableChanges } from "../../../catalogue/feed/changes.ts";
import { count, type PlainOptions, TerminalPage } from "../../layout/page.ts";

/** Ids of one kind that are shown; `--json` has all. */
const SHOWN = 12;

/** A catalogue that may be taken, beside the one in use. */
export interface FeedChanges {
  /** Revision of the catalogue in use. */
  catalogue: string;
  /** Revision of the feed. */
  revision: string;
  /** When the feed was made, UTC. */
  created_at: string;
  /** Public key that signed it. */
  key: string;
  changes: readonly TableChanges[];
}

export function plainChanges(feed: FeedChanges, options: PlainOptions): string {
  checkShown("plainChanges", feed, "changes");
  checkPlain("plainChanges", options);
  const page = new TerminalPage(options);
  page.verdict(feed.revision, `made ${feed.created_at}, in place of ${feed.catalogue}`, "plain");
  page.text(feed.key, { label: "signed by ", dim: true });
  for (const { table, added, removed, changed } of feed.changes) {
    page.heading(table.charAt(0).toUpperCase() + table.slice(1));
    const told = changed.map(({ id, fields }) => `${id} (${fields.join(", ")})`);
    for (const [word, ids] of [
      ["new", added],
      ["gone", removed],
      ["changed", told],
    ] as const) {
      if (ids.length === 0) continue;
      const more = ids.length > SHOWN ? `, and ${count(ids.length - SHOWN, "other")}` : "";
      page.item(`${ids.length} ${word}: ${ids.slice(0, SHOWN).join(", ")}${more}`);
    }
  }
  return page.finish();
}
