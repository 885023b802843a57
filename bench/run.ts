/** `npm run bench -- [NAME …] [--json FILE] [--time MS]`: cases whose name contains one of the names; all of them without. */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildCases } from "./cases/build.ts";
import { detectionCases } from "./cases/detection.ts";
import { fingerprintCases } from "./cases/fingerprint.ts";
import { kernelCases } from "./cases/kernels.ts";
import { type Figure, measure } from "./harness.ts";
import { thisMachine, thisRevision } from "./machine.ts";
import { race } from "./race.ts";
import { compilers } from "./rivals/native/compile.ts";
import { tableLines } from "./table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" }, time: { type: "string", default: "1500" } },
});
const timeMs = Number(values.time);
const CASES: readonly { name: string; figure: () => Promise<Figure> }[] = [
  ...kernelCases.map((one) => ({ name: one.name, figure: () => race(one, timeMs) })),
  ...[...fingerprintCases, ...detectionCases, ...buildCases].map((one) => ({
    name: one.name,
    figure: () => measure(one, timeMs),
  })),
];
const chosen = CASES.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));
if (chosen.length === 0 || !(timeMs > 0)) {
  console.error(`usage: bench [NAME …] [--json FILE] [--time MS]; names: ${CASES.map(({ name }) => name).join("; ")}`);
  process.exit(2);
}
installRivals();

const cases: Figure[] = [];
for (const { name, figure } of chosen) {
  console.error(`  ${name} …`);
  cases.push(await figure());
}
const machine = { ...thisMachine(), compilers: compilers() };
const rows = cases.map(({ name, value, unit, ratioToC, rivals, goals = [] }) => [
  ...[name, value, unit, ratioToC == null ? null : `${Math.round(100 * ratioToC)} %`],
  rivals.map((rival) => `${rival.name} ${rival.value} (${rival.ratio} ×)`).join("; ") || null,
  goals.map(({ goal, met }) => `${goal}: ${met === null ? "not to be told here" : met ? "met" : "missed"}`).join("; ") || null,
]);
console.log(
  tableLines(["case", "median", "unit", "of C", "rivals (how many times as fast ours is)", "goals"], rows).join("\n"),
);
console.log(`\n${machine.cpu}, ${machine.cores} cores, ${machine.memory} GiB, Node ${machine.node}, ${machine.platform}`);
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ machine, revision: thisRevision(), cases }, null, 1)}\n`);

/** Packages of the registry, once; without a network the cases that need them fail, and say so. */
function installRivals(): void {
  const folder = fileURLToPath(new URL("rivals", import.meta.url));
  if (existsSync(`${folder}/node_modules`)) return;
  spawnSync("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"], { stdio: "ignore" });
}
