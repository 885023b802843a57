/** Tables and goals of the audit, from its record. */
import { percentWithInterval, proportion } from "../figures.ts";
import { EDIT_SHARES } from "./forms.ts";
import type { AuditRecord, RecallRow } from "./measure.ts";

type Table = { title: string; head: readonly string[]; rows: (readonly (string | number | null)[])[] };

const together = (rows: readonly RecallRow[]) =>
  proportion(
    rows.reduce((sum, { found }) => sum + found.count, 0),
    rows.reduce((sum, { found }) => sum + found.of, 0),
  );
const editsInWords = (edits: number) => (edits === 0 ? "none" : `${Math.round(100 * edits)} %`);

export function auditTables(record: AuditRecord) {
  return {
    goals: goals(record),
    contenders: contenders(record),
    forms: forms(record),
    genres: genres(record),
    clean: clean(record),
    short: short(record),
  };
}

function goals({ recall, clean, contenders }: AuditRecord): Table {
  const own = recall.filter(({ contender, genre, words }) => contender === "spolia" && genre === "all" && words >= 30);
  const lowest = (rows: readonly RecallRow[]) =>
    [...new Set(rows.map(({ form }) => form))]
      .map((form) => ({ form, found: together(rows.filter((row) => row.form === form)) }))
      .sort((x, y) => (x.found.share ?? 0) - (y.found.share ?? 0))[0]!;
  const few = lowest(own.filter(({ edits }) => edits <= 0.1));
  const more = lowest(own.filter(({ edits, words }) => edits === 0.2 && words >= 60));
  const flagged = proportion(
    clean.reduce((sum, one) => sum + one.flagged.count, 0),
    clean.reduce((sum, one) => sum + one.flagged.of, 0),
  );
  const traps = contenders.find(({ contender }) => contender === "spolia")!.traps;
  const said = (isMet: boolean) => (isMet ? "met" : "missed");
  return {
    title: "Goals, items of 30 words and more",
    head: ["goal", "measured", ""],
    rows: [
      [
        `recall ≥ 98 % at ≤ 10 % edits, in every form (lowest: ${few.form})`,
        percentWithInterval(few.found),
        said(few.found.share! >= 0.98),
      ],
      [
        `recall ≥ 95 % at 20 % edits from 60 words on, in every form (lowest: ${more.form})`,
        percentWithInterval(more.found),
        said(more.found.share! >= 0.95),
      ],
      [
        `no clean item of ${flagged.of} flagged`,
        `${flagged.count}, at most ${(100 * flagged.ci_95[1]).toFixed(3)} %`,
        said(flagged.count === 0),
      ],
      [`no template or licence of ${traps.of} flagged`, `${traps.count}`, said(traps.count === 0)],
    ],
  };
}

function contenders({ contenders, recall }: AuditRecord): Table {
  const at = (name: string, edits: readonly number[]) =>
    percentWithInterval(
      together(
        recall.filter(
          (row) => row.contender === name && row.genre === "all" && row.words >= 30 && edits.includes(row.edits),
        ),
      ),
    );
  return {
    title: "Items of 30 words and more, all forms and kinds: recall and precision in %, with 95 % intervals",
    head: ["rule", "no edits", "5 and 10 %", "20 %", "30 %", "precision", "traps flagged"],
    rows: contenders.map(({ contender, precision, traps }) => [
      contender,
      at(contender, [0]),
      at(contender, [0.05, 0.1]),
      at(contender, [0.2]),
      at(contender, [0.3]),
      percentWithInterval(precision),
      `${traps.count} of ${traps.of}`,
    ]),
  };
}

function forms({ recall }: AuditRecord): Table {
  const names = [...new Set(recall.map(({ form }) => form))];
  const contenders = [...new Set(recall.map(({ contender }) => contender))];
  return {
    title: "Recall by form, items of 30 words and more, up to 10 % of words edited, in %",
    head: ["form", ...contenders],
    rows: names.map((form) => [
      form,
      ...contenders.map((contender) => {
        const of = recall.filter(
          (row) =>
            row.contender === contender &&
            row.genre === "all" &&
            row.words >= 30 &&
            row.form === form &&
            row.edits <= 0.1,
        );
        return (100 * (together(of).share ?? 0)).toFixed(1);
      }),
    ]),
  };
}

function genres({ recall }: AuditRecord): Table {
  const own = recall.filter(({ contender, genre }) => contender === "spolia" && genre !== "all");
  const keys = [...new Set(own.map(({ genre, words }) => `${genre}|${words}`))];
  return {
    title: "Recall of spolia by kind, length and edits, all forms, in % with 95 % intervals",
    head: ["kind", "words", ...EDIT_SHARES.map(editsInWords)],
    rows: keys.map((key) => {
      const [genre, words] = key.split("|");
      const of = own.filter((row) => row.genre === genre && row.words === Number(words));
      return [
        genre!,
        Number(words),
        ...EDIT_SHARES.map((edits) => percentWithInterval(together(of.filter((row) => row.edits === edits)))),
      ];
    }),
  };
}

function clean({ clean, clean_words, not_clean }: AuditRecord): Table {
  return {
    title: `Clean items that were flagged, against ${(clean_words / 1e6).toFixed(1)} million words; left out were ${not_clean} that truly share a run of 12 words`,
    head: ["kind", "words", "items", "flagged", "upper 95 % bound, %"],
    rows: clean.map(({ genre, words, flagged }) => [
      genre,
      words,
      flagged.of,
      flagged.count,
      (100 * flagged.ci_95[1]).toFixed(2),
    ]),
  };
}

function short({ short }: AuditRecord): Table {
  return {
    title: "Items of fewer than 12 words, apart: planted unchanged, and not planted; found in %",
    head: ["kind", "items", "planted, found", "not planted, found"],
    rows: short.map(({ kind, items, planted, clean }) => [
      kind,
      items,
      percentWithInterval(planted),
      percentWithInterval(clean),
    ]),
  };
}
