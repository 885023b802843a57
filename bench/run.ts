/** `npm run bench -- [NAME …] [--json FILE]`: cases whose name contains one of the names; all of them without. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildCases } from "./cases/build.ts";
import { detectionCases } from "./cases/detection.ts";
import { fingerprintCase } from "./cases/fingerprint.ts";
import { foldCases } from "./cases/fold.ts";
import { numbersCases } from "./cases/numbers.ts";
import { type Case, type Figure, measure } from "./harness.ts";
import { thisMachine, thisRevision } from "./machine.ts";
import { tableLines } from "./table.ts";

const CASES: readonly Case[] = [...foldCases, fingerprintCase, ...numbersCases, ...detectionCases, ...buildCases];
const TIME_MS = 1_500;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
const chosen = CASES.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`usage: bench [NAME …] [--json FILE]; names: ${CASES.map(({ name }) => name).join("; ")}`);
  process.exit(2);
}

const cases: Figure[] = [];
for (const one of chosen) {
  console.error(`  ${one.name} …`);
  cases.push(await measure(one, TIME_MS));
}
const machine = thisMachine();
const rows = cases.map(({ name, value, unit, ratio, rivals }) => [
  ...[name, value, unit, ratio === null ? null : `${ratio} ×`],
  rivals.map((rival) => `${rival.name}: ${rival.value}`).join("; ") || null,
]);
console.log(tableLines(["case", "median", "unit", "as fast as the first rival", "rivals"], rows).join("\n"));
console.log(`\n${machine.cpu}, ${machine.cores} cores, ${machine.memory} GiB, Node ${machine.node}, ${machine.platform}`);
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ machine, revision: thisRevision(), cases }, null, 1)}\n`);
