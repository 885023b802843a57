/** `npm run quality -- [NAME …] [--json FILE] [--sample N] [--models FOLDER]`: how good are the answers, on labelled queries? */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { thisMachine, thisRevision } from "../harness/machine.ts";
import { markdownLines, tableLines } from "../harness/table.ts";
import { audit } from "./audit/audit.ts";
import { reworded } from "./audit/reworded/reworded.ts";
import { unrelated } from "./audit/reworded/unrelated.ts";
import { translated } from "./audit/translated/translated.ts";
import { coverage } from "./coverage/coverage.ts";
import { claims } from "./evidence/claims.ts";
import { evidence, unverified } from "./evidence/evidence.ts";
import { gate } from "./memorisation/blind/gate.ts";
import { memorisation } from "./memorisation/memorisation.ts";
import { code } from "./passages/code/code.ts";
import { passages } from "./passages/passages.ts";
import type { Answer, Question, QuestionOptions } from "./question.ts";
import { reading } from "./reading/reading.ts";
import { scenarios } from "./scenarios/scenarios.ts";
import { score } from "./score/score.ts";
import { defects } from "./search/defects.ts";
import { duplicates } from "./search/duplicates.ts";
import { far } from "./search/far.ts";
import { intervals } from "./search/intervals.ts";
import { provisions } from "./search/provisions.ts";
import { publicIndexes } from "./search/public.ts";
import { search } from "./search/search.ts";
import { substring } from "./search/substring.ts";
import { tolerant } from "./search/tolerant.ts";
import { telling } from "./telling/telling.ts";

/** Each in a file of its own; a new one is a line here. */
const QUESTIONS: readonly Question[] = [
  search,
  passages,
  duplicates,
  intervals,
  coverage,
  evidence,
  gate,
  memorisation,
  score,
  scenarios,
  telling,
  publicIndexes,
  claims,
  unverified,
  tolerant,
  defects,
  audit,
  provisions,
  far,
  reworded,
  unrelated,
  translated,
  reading,
  code,
  substring,
];
/** Who asks whether intervals hold means those of the statistics too. */
const ALSO_ASKED: Readonly<Record<string, string>> = { intervals: coverage.name };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    sample: { type: "string" },
    models: { type: "string" },
    markdown: { type: "boolean" },
  },
});
const asked = new Set(positionals.flatMap((name) => [name, ALSO_ASKED[name] ?? name]));
const unknown = positionals.filter((name) => !QUESTIONS.some((question) => question.name === name));
const sample = values.sample === undefined ? undefined : Number(values.sample);
if (unknown.length > 0 || (sample !== undefined && !(Number.isInteger(sample) && sample > 0))) {
  console.error(
    `usage: quality [${QUESTIONS.map(({ name }) => name).join("|")}] [--sample N] [--models FOLDER] [--json FILE] [--markdown]`,
  );
  process.exit(2);
}

const records: { name: string; question: string; result: unknown }[] = [];
for (const question of QUESTIONS.filter(({ name }) => asked.size === 0 || asked.has(name))) {
  const onProgress = (stage: string) => console.error(`  ${stage} …`);
  const options: QuestionOptions = { sample, models: values.models, onProgress };
  const reason = await question.skip(options);
  if (reason !== null) {
    console.log(`${question.name}: skipped, ${reason}`);
    continue;
  }
  console.log(`${question.name}: ${question.question}`);
  const answer = await question.run(options);
  show(answer);
  if (values.json !== undefined) {
    for (const { name, svg } of answer.diagrams ?? [])
      writeFileSync(values.json.replace(/(\.json)?$/, `.${name}.svg`), svg);
  }
  records.push({ name: question.name, question: question.question, result: answer.record });
}
if (values.json !== undefined) {
  const record = { machine: thisMachine(), revision: thisRevision(), sample: sample ?? null, questions: records };
  writeFileSync(values.json, `${JSON.stringify(record, null, 1)}\n`);
}

function show({ tables, worst, diagrams = [] }: Answer): void {
  const lines = values.markdown === true ? markdownLines : tableLines;
  for (const { title, head, rows } of tables) console.log(`\n${title}\n\n${lines(head, rows).join("\n")}`);
  for (const { name, lines } of diagrams) console.log(`\n${name}\n\n${lines.join("\n")}`);
  console.log(`\nWorst cases\n\n${worst.join("\n")}\n`);
}
