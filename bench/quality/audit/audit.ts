/** Are evaluation items found in documents, whichever way they stand there, and no others? Beside the rules in use. */
import { hasSharedData } from "../../harness/shared.ts";
import type { Question } from "../question.ts";
import { type AuditRecord, measured } from "./measure.ts";
import { auditTables } from "./tables.ts";

export const audit: Question = {
  name: "audit",
  question: "Which documents hold evaluation items, and are no others named?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample, onProgress }) => {
    const record: AuditRecord = await measured(sample, onProgress);
    return { tables: Object.values(auditTables(record)), worst: worstOf(record), record };
  },
};

function worstOf({ recall, flagged }: AuditRecord): string[] {
  const missed = recall
    .filter(({ contender, genre, words, edits, found }) => {
      return contender === "spolia" && genre !== "all" && words >= 30 && edits <= 0.2 && found.count < found.of;
    })
    .map(({ genre, words, form, edits, found }) => {
      return `${genre}, ${words} words, ${form}, ${100 * edits} % edited: ${found.count} of ${found.of} found`;
    });
  return [...flagged.map((one) => `clean item flagged: ${one}`), ...missed];
}
