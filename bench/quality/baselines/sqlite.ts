/** SQLite's full text search (FTS5, Node's own): every run of five words as a phrase. It names documents and tells no places. */
import { DatabaseSync } from "node:sqlite";
import { type Detector, DOCUMENTS_MAX } from "./detector.ts";

const PHRASE_WORDS = 5;

export const sqlite: Detector = {
  name: "SQLite FTS5",
  rule: `every run of 5 words as a phrase; the ${DOCUMENTS_MAX} documents with the most phrases, of two or more; no places`,
  skip: () => null,
  async open(documents) {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE VIRTUAL TABLE texts USING fts5(text, content='', detail=full)");
    const insert = database.prepare("INSERT INTO texts (rowid, text) VALUES (?, ?)");
    database.exec("BEGIN");
    // Our words, apart by blanks: Han is then searched by character, which its own tokenizer does not do.
    documents.forEach(({ words }, number) => {
      insert.run(number + 1, words.words.join(" "));
    });
    database.exec("COMMIT; INSERT INTO texts (texts) VALUES ('optimize')");
    const find = database.prepare("SELECT rowid FROM texts WHERE texts MATCH ?");
    return {
      pair: null,
      search({ words }) {
        const phrases = new Set(
          words.slice(PHRASE_WORDS - 1).map((_, at) => words.slice(at, at + PHRASE_WORDS).join(" ")),
        );
        const votes = new Map<number, number>();
        for (const phrase of phrases) {
          for (const row of find.all(`"${phrase}"`))
            votes.set(Number(row["rowid"]), (votes.get(Number(row["rowid"])) ?? 0) + 1);
        }
        return [...votes]
          .filter(([, count]) => count >= 2)
          .sort(([, x], [, y]) => y - x)
          .slice(0, DOCUMENTS_MAX)
          .map(([rowid]) => ({ document: documents[rowid - 1]!.id, ranges: null }));
      },
    };
  },
};
