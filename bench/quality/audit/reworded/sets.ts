/**
 * Items whose rewordings are public: those of the LMSYS decontaminator (`data/rephrase`), of GSM8K, MMLU and HumanEval. The
 * files lie in one folder, as their repositories name them; none is part of this one.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RandomStream } from "../../../../src/core/kernels/numbers/random.ts";

export interface RewordedSet {
  name: string;
  goal: string;
  items: { id: string; text: string /** Id of its rewording, where the documents have it. */; source: string | null }[];
  documents: { id: string; text: string }[];
}

type Row = Record<string, string>;

const lines = (folder: string, name: string): Row[] =>
  readFileSync(join(folder, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);

/** Half of the items have their rewording among the documents; which half, their number says. */
function setOf(name: string, goal: string, texts: string[], rewordings: string[], others: string[]): RewordedSet {
  const random = new RandomStream(`reworded ${name}`);
  const isIn = texts.map(() => random.fraction() < 0.5);
  const isGiven = (i: number) => (rewordings[i] ?? "").trim() !== "" && texts[i]!.trim() !== "";
  const items = texts
    .map((text, i) => ({ id: `${i}`, text, source: isIn[i] ? `r${i}` : null }))
    .filter((_, i) => isGiven(i));
  const reworded = rewordings.map((text, i) => ({ id: `r${i}`, text })).filter((_, i) => isIn[i] && isGiven(i));
  return { name, goal, items, documents: [...reworded, ...others.map((text, i) => ({ id: `o${i}`, text }))] };
}

function gsm8k(folder: string): RewordedSet {
  const rewordings = lines(folder, "rephrase_gsm8k.jsonl").map(({ text }) =>
    text!
      .split("\nAnswer:")[0]!
      .replace(/^Question:\s*/, "")
      .trim(),
  );
  const texts = lines(folder, "test.jsonl").map(({ question }) => question!);
  const train = lines(folder, "train.jsonl").map(({ question }) => question!);
  return setOf("GSM8K", "98 % at 0, 99.5 % at 1 %", texts, rewordings, train);
}

const CODE = { python: "Python", js: "JavaScript", c: "C" } as const;

function humanEval(folder: string): RewordedSet[] {
  const texts = lines(folder, "HumanEval.jsonl").map(({ text }) => text!);
  const others = lines(folder, "CodeAlpacaDB.jsonl").map((row) => row["text"] ?? row["output"] ?? "");
  return (Object.keys(CODE) as (keyof typeof CODE)[]).map((language) => {
    const rewordings = lines(folder, `humaneval_${language}.jsonl`).map(({ text }) => text!);
    return setOf(`HumanEval in ${CODE[language]}`, "90 % at 1 %", texts, rewordings, others);
  });
}

const SUBJECTS = ["sociology", "high_school_us_history", "abstract_algebra"] as const;
const QUESTION_WORDS_MIN = 15;

function mmlu(folder: string): RewordedSet[] {
  const read = (ending: string) => SUBJECTS.flatMap((subject) => lines(folder, `${subject}_test_${ending}.jsonl`));
  const rows = SUBJECTS.flatMap((subject) => csvRows(readFileSync(join(folder, `${subject}_test.csv`), "utf8")));
  const english = read("rephrase_english_filtered_question").map(({ text }) => text!);
  const chinese = read("chinese_filtered_question").map(({ text }) => text!);
  const long = (text: string) => (text.split(/\s+/).length >= QUESTION_WORDS_MIN ? text : "");
  const questions = rows.map(([question]) => long(question!));
  const whole = rows.map(([question, ...choices]) =>
    long([question, ...choices.slice(0, 4).map((choice, i) => `${"ABCD"[i]}. ${choice}`)].join("\n")),
  );
  return [
    setOf("MMLU in English", "95 %", questions, english, []),
    setOf("MMLU in Chinese", "none", whole, chinese, []),
  ];
}

/** Rows of a table with quoted cells. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === "" && end === "") break;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

/** The sets of which the folder has the files. */
export function readSets(folder: string): RewordedSet[] {
  const has = (...names: string[]) => names.every((name) => existsSync(join(folder, name)));
  return [
    ...(has("test.jsonl", "train.jsonl", "rephrase_gsm8k.jsonl") ? [gsm8k(folder)] : []),
    ...(has("HumanEval.jsonl", "humaneval_c.jsonl", "CodeAlpacaDB.jsonl") ? humanEval(folder) : []),
    ...(has("sociology_test.csv", "abstract_algebra_test.csv") ? mmlu(folder) : []),
  ];
}
