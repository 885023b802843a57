/**
 * SQLite's full text search, as its manual has it: an index without the text (`content=''`), asked for the kept shingles of the query
 * as phrases with OR between them, best first by its own rank.
 */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keptPhrases } from "./kept.ts";
import type { RivalIndex } from "./rivalIndex.ts";

/** Documents in a transaction. */
const COMMIT_EACH = 1_000;

export async function sqliteIndex(place: string): Promise<RivalIndex> {
  mkdirSync(place, { recursive: true });
  const file = join(place, "index.sqlite");
  const database = new DatabaseSync(file);
  database.exec(
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE texts USING fts5(text, content='')",
  );
  const insert = database.prepare("INSERT INTO texts (rowid, text) VALUES (?, ?)");
  const ids: string[] = [];
  return {
    async build(documents) {
      database.exec("BEGIN");
      for await (const { id, text } of documents) {
        insert.run(ids.push(id), text);
        if (ids.length % COMMIT_EACH === 0) database.exec("COMMIT; BEGIN");
      }
      database.exec("COMMIT; INSERT INTO texts (texts) VALUES ('optimize'); VACUUM");
      return statSync(file).size;
    },
    ask(content) {
      const phrases = keptPhrases(content).map((phrase) => `"${phrase}"`);
      const rows = database
        .prepare("SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10")
        .all(phrases.join(" OR "));
      return rows.map((row) => ids[Number(row["rowid"]) - 1]!);
    },
  };
}
