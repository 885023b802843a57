/**
 * Are items found that were rewritten or translated? Beside the rules in use, on public rewordings. And what does `compare` say
 * of contested pairs, for which MiniLM is enough?
 */
import { existsSync } from "node:fs";
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { isLikely } from "../../../../src/files/audit/reworded/calibration.ts";
import type { Answer, Question } from "../../question.ts";
import { type AnalysedText, analysedTexts, corpusTable } from "./corpus.ts";
import { isMiniLmThere, miniLm, namedEncoder, remembering } from "./encoders.ts";
import { byCosine, byGrams, bySpolia, byWeightedWords, recallAt, type Scored } from "./measure.ts";
import { judgedBible, judgedPairs, pairsTable } from "./pairs.ts";
import { type RewordedSet, readSets } from "./sets.ts";

const { SPOLIA_REWORDED: folder = "", SPOLIA_ENCODER: where = "" } = process.env;

export const reworded: Question = {
  name: "reworded",
  question: "Are items found that documents say in other words, and no others?",
  skip: () =>
    where !== "" || isMiniLmThere() ? null : "there is no encoder: .ci/run fetches one, SPOLIA_ENCODER names another",
  run: async ({ sample, onProgress }) => {
    const kept = (encoder: Encoder | null) =>
      encoder === null || !existsSync(folder) ? encoder : remembering(encoder, folder);
    const encoder = kept(where === "" ? null : await namedEncoder(where));
    const isMiniLm = where === "kernel" || where === "onnx";
    const small = isMiniLm ? encoder : kept(await miniLm());
    const tables: Answer["tables"] = [];
    const judged: Record<string, Awaited<ReturnType<typeof judgedPairs>>> = {};
    const among: ({ encoder: string } & AnalysedText)[] = [];
    for (const one of new Set([small, encoder])) {
      if (one === null) continue;
      onProgress(`pairs, ${one.name}`);
      judged[one.name] = [...(await judgedPairs(one)), ...(await judgedBible(one, false, sample))];
      tables.push(pairsTable(judged[one.name]!, one));
      const analysed = await analysedTexts(one, sample, onProgress);
      if (analysed.length > 0) tables.push(corpusTable(analysed, one));
      among.push(
        ...analysed.map((text) => ({ encoder: one.name, ...text, milliseconds: Math.round(text.milliseconds) })),
      );
    }
    const pairs = Object.entries(judged).map(([name, of]) => ({ encoder: name, verdicts: of.map(verdictOf) }));
    const sets = encoder === null || !existsSync(folder) ? [] : readSets(folder);
    if (encoder === null || sets.length === 0) return { tables, worst: [], record: { pairs, among } };
    const rows: Row[] = [];
    for (const set of sets) rows.push(...(await measured(sampled(set, sample), encoder, small, onProgress)));
    const answer = answerOf(rows, encoder, small);
    return { ...answer, tables: [...tables, ...answer.tables], record: { rows: answer.record, pairs, among } };
  },
};

const verdictOf = ({ id, kind, verdict }: { id: string; kind: string; verdict: string }) => ({ id, kind, verdict });

interface Row {
  set: RewordedSet;
  method: string;
  scored: Scored[];
}

async function measured(
  set: RewordedSet,
  encoder: Encoder,
  rival: Encoder | null,
  onProgress: (stage: string) => void,
): Promise<Row[]> {
  const { whole, cosine } = await bySpolia(set, encoder, onProgress);
  /** Items of even numbers have set the weights, for GSM8K alone; the others judge. */
  const unseen = whole.filter(({ id }) => Number(id) % 2 === 1);
  return [
    { set, method: "spolia, all items", scored: whole },
    ...(set.name === "GSM8K" ? [{ set, method: "spolia, the half that set no weight", scored: unseen }] : []),
    { set, method: "the encoder's cosine alone, same candidates", scored: cosine },
    ...(rival === null ? [] : [{ set, method: "MiniLM, cosine", scored: await byCosine(set, rival, onProgress) }]),
    { set, method: "weighted words, cosine", scored: byWeightedWords(set) },
    { set, method: "any 13 words in a row", scored: byGrams(set) },
  ];
}

/** Some of the items and as large a share of the documents; small samples flatter. */
function sampled(set: RewordedSet, sample: number | undefined): RewordedSet {
  if (sample === undefined || sample >= set.items.length) return set;
  const share = sample / set.items.length;
  const items = set.items.slice(0, sample);
  const kept = new Set(items.map(({ source }) => source));
  const documents = set.documents.filter(({ id }, i) => (id.startsWith("r") ? kept.has(id) : (i * share) % 1 < share));
  return { ...set, items, documents };
}

/** Whether it is called likely; of methods without confidence nothing is. */
const isCalled = ({ score, features }: Scored): boolean => features !== undefined && isLikely(score, features);

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

function answerOf(rows: readonly Row[], encoder: Encoder, rival: Encoder | null): Answer {
  const figures = rows.map(({ set, method, scored }) => {
    const withOne = scored.filter(({ isIn }) => isIn);
    const without = scored.filter(({ isIn }) => !isIn);
    const claimed = (of: readonly Scored[], isRight: boolean) =>
      of.filter((one) => isCalled(one) && (!isRight || one.isRight)).length;
    const ofSpolia = method.startsWith("spolia");
    return {
      set: set.name,
      goal: ofSpolia ? set.goal : "",
      method,
      documents: set.documents.length,
      in: withOne.length,
      out: without.length,
      first: withOne.filter(({ isRight }) => isRight).length / withOne.length,
      at0: recallAt(scored, 0).recall,
      at1: recallAt(scored, 0.01).recall,
      likely: ofSpolia ? claimed(withOne, true) / withOne.length : null,
      likelyFalse: ofSpolia ? claimed(without, false) : null,
    };
  });
  const head = [
    "set",
    "method",
    "documents",
    "in / out",
    "right first",
    "at 0 false",
    "at 1 % false",
    "likely",
    "goal",
  ];
  const table = {
    title: `Items reworded by a language model (encoder: ${encoder.name} by ${encoder.implementation}, ${encoder.dimensions} numbers; MiniLM: ${rival === null ? "not installed" : rival.implementation})`,
    head,
    rows: figures.map((one) => [
      one.set,
      one.method,
      one.documents.toLocaleString("en"),
      `${one.in} / ${one.out}`,
      percent(one.first),
      percent(one.at0),
      percent(one.at1),
      one.likely === null ? "" : `${percent(one.likely)}, ${one.likelyFalse} false`,
      one.goal,
    ]),
  };
  const worst = rows
    .filter(({ method }) => method === "spolia, all items")
    .flatMap(({ set, scored }) =>
      scored
        .filter((one) => !one.isIn && isCalled(one))
        .map(({ id, score }) => `${set.name}, item ${id}: likely (${score.toFixed(3)}) without a rewording`),
    );
  return { tables: [table], worst, record: { encoder: encoder.name, implementation: encoder.implementation, figures } };
}
