/** How many runs of words do works share with works of other authors by chance, and how long must a run be to tell something? */
import { hasSharedData } from "../../harness/shared.ts";
import type { Question } from "../question.ts";
import { contentsOf } from "./contents.ts";
import { measured, type Size } from "./measure.ts";
import { predictions, tailCheck } from "./predict.ts";
import { RUN_LEAST } from "./scan.ts";
import { TELLING_SETS } from "./sets.ts";
import { type TellingRecord, tellingTables } from "./tables.ts";

const PREDICTED_WORDS = [8, 9, 10, 11, 12, 14, 16];

export const telling: Question = {
  name: "telling",
  question: "How long must a run of common words be to tell something?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ onProgress }) => {
    const rows = TELLING_SETS.map((set) => {
      onProgress(set.kind);
      return measured(set);
    });
    const record: TellingRecord = {
      rows,
      predictions: rows.flatMap((row) => predictions(row, PREDICTED_WORDS)),
      tails: rows.filter(({ genre, tail }) => genre === "prose" && tail.bits !== null).map(tailCheck),
      contents: rows
        .filter(({ genre, pooled, language }) => genre === "prose" && (!pooled || language === null))
        .flatMap(contentsOf),
    };
    return {
      ...{ tables: Object.values(tellingTables(record)), worst: longest(rows) },
      record: { ...record, rows: rows.map((row) => ({ ...row, sizes: row.sizes.map(shortened) })) },
    };
  },
};

/** Of the smaller sizes, what the predictions use. */
function shortened(size: Size, place: number, { length }: readonly Size[]): Size {
  if (place === length - 1) return size;
  const { rates, with_quotations } = size;
  return {
    ...size,
    rates: rates.slice(0, PREDICTED_WORDS.at(-1)! - RUN_LEAST + 1),
    with_quotations: with_quotations.slice(0, PREDICTED_WORDS.at(-1)! - RUN_LEAST + 1),
  };
}

/** All runs of 12 words and more that stand in prose of two authors. */
function longest(rows: TellingRecord["rows"]): string[] {
  return rows
    .filter(({ genre, pooled }) => genre === "prose" && !pooled)
    .flatMap(({ kind, listed }) =>
      listed.map(
        ({ work, length_words, words, quoted }) =>
          `${kind}: ${length_words} words${quoted ? ", quoted" : ""}: ${work}: ${words}`,
      ),
    );
}
