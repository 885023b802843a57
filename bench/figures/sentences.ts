/** Figures as sentences. The text is in this file; the numbers are from the newest record. */
import type { EvidenceRecord } from "../quality/evidence/tables.ts";
import { type Proportion, percent, proportion, total } from "../quality/figures.ts";
import type { SetSummary } from "../quality/search/searchTables.ts";
import type { PassagesRecord } from "./quality.ts";
import { answersOf } from "./records.ts";

const listed = (sentences: readonly string[]) => sentences.map((sentence) => `- ${sentence}`);

/** Of the first README. */
export const SENTENCES = {
  sentences: () => listed([unchanged(answerOf<SetSummary[]>("search")), clean(answerOf<EvidenceRecord>("evidence"))]),
};

/** Of the README of the bench. */
export const MORE_SENTENCES = {
  found: () => {
    const passages = answerOf<PassagesRecord>("passages");
    return listed([edited(passages), recognised(passages), unrelated(passages)]);
  },
};

/** The newest record of any machine: shares of cases do not depend on the machine. */
function answerOf<Result>(question: string): Result {
  const newest = answersOf<Result>(question)
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .at(-1);
  if (newest === undefined) throw new Error(`There is no record of ${question}.`);
  return newest.result;
}

function unchanged(sets: readonly SetSummary[]): string {
  const recalls = sets
    .flatMap(({ planted }) => planted)
    .filter(({ condition }) => condition === "verbatim" || condition === "typography")
    .map(({ recall }) => recall);
  const found = proportion(total(recalls.map(({ count }) => count)), total(recalls.map(({ of }) => of)));
  return (
    `\`analyze\` finds ${whole(found.count)} of ${whole(found.of)} passages of 20 to 2,000 words, copied word for word or with other ` +
    `typography, in five languages (95 % interval from ${percent(found.ci_95[0])} %).`
  );
}

function edited({ planted }: PassagesRecord): string {
  const found = (rate: number) =>
    planted.by_length.find(
      ({ mode, condition, lengthWords }) => mode === "search" && lengthWords === 100 && condition === `edits ${rate} %`,
    )!.found;
  return (
    `Of ${whole(found(10).of)} passages of 100 words, it finds ${inPercent(found(10))} with 10 % of the words changed, ` +
    `${inPercent(found(20))} with 20 % changed, and ${inPercent(found(30))} with 30 % changed.`
  );
}

function recognised({ planted }: PassagesRecord): string {
  const found = (rate: number) =>
    planted.by_condition.find(
      ({ mode, condition }) => mode === "search" && condition === `OCR ${String(rate).padStart(2)} %`,
    )!.plants.found;
  return (
    `Of passages with character recognition errors, it finds ${inPercent(found(8))} at 8 % wrong characters ` +
    `and ${inPercent(found(15))} at 15 %.`
  );
}

function unrelated({ unrelated: rows }: PassagesRecord): string {
  const own = rows.filter(({ detector }) => detector === "spolia");
  const ofSet = (kind: string) => own.find(({ set }) => set.kind === kind)!.false_per_million_words;
  const novels = ofSet("English novels");
  const laws = [ofSet("German law"), ofSet("D.C. law")].map(({ rate }) => whole(10 * Math.round(rate! / 10)));
  return (
    `In novels that share nothing, it reports one false passage per ${(novels.per / novels.count).toFixed(1)} million words; ` +
    `in statutes, which share formulas, ${laws.join(" to ")} per million.`
  );
}

function clean({ false_attribution }: EvidenceRecord): string {
  const ofGroup = (name: string) => false_attribution.find(({ group }) => group === name)!;
  const [prose, law, raw] = [ofGroup("prose and poems"), ofGroup("law"), ofGroup("raw: German law")];
  const alarms = prose.false_alarms.count === 0 ? "None" : whole(prose.false_alarms.count);
  return (
    `${alarms} of ${whole(prose.excerpts)} clean excerpts of prose and poems of at least 100 words raises a false alarm ` +
    `(upper 95 % bound ${(100 * prose.upper_95).toFixed(2).replace(/^0/, "")} %); ` +
    `${whole(law.false_alarms.count)} of ${whole(law.excerpts)} excerpts of law do. Of ${whole(raw.excerpts)} excerpts of German statutes ` +
    `as they are, of ${whole(raw.works)} acts outside of the searched series, ${whole(raw.of_them_match)} are \`match\` and ${whole(raw.false_alarms.count - raw.of_them_match)} \`partial\`.`
  );
}

const whole = (value: number): string => value.toLocaleString("en");
/** `100 %` where no case is missing, otherwise with one decimal. */
const inPercent = ({ share }: Proportion): string => `${percent(share)!.replace(/^100\.0$/, "100")} %`;
