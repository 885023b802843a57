/**
 * `npm run bench -- [NAME …] [--json FILE] [--time MS]`: cases whose name contains one of the names; without, all but the corpora and the service,
 * which take from minutes to hours and want to be named.
 *
 * Of corpora: `--fingerprints N[,N …]` other sizes, `--full` 10^9 as well, `--queries N` and `--limit SECONDS` for each medium.
 */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { detectionCases } from "./cases/core/detection.ts";
import { encoderCase } from "./cases/core/encoder.ts";
import { fingerprintCases } from "./cases/core/fingerprint.ts";
import { kernelCases } from "./cases/core/kernels.ts";
import { languagesCase } from "./cases/core/languages.ts";
import { analyzeCases } from "./cases/corpus/analyze.ts";
import { buildCases } from "./cases/corpus/build.ts";
import { buildsCase } from "./cases/corpus/builds.ts";
import { corpusCases } from "./cases/corpus/corpus.ts";
import { evidenceCase } from "./cases/corpus/evidence.ts";
import { nearWindowsCase } from "./cases/corpus/near.ts";
import { auditCase } from "./cases/files/audit.ts";
import { datasetCase } from "./cases/files/datasets.ts";
import { dedupCase } from "./cases/files/dedup.ts";
import { jobsCase } from "./cases/files/jobs.ts";
import { pairsCase } from "./cases/files/pairs.ts";
import { sparkCase } from "./cases/files/spark.ts";
import { enginesCase } from "./cases/service/engines.ts";
import { pageCase } from "./cases/service/page.ts";
import { registryCase } from "./cases/service/registry.ts";
import { serviceCases } from "./cases/service/service.ts";
import { startCase } from "./cases/service/start.ts";
import { figureTable } from "./harness/figureTable.ts";
import { type Figure, measure } from "./harness/harness.ts";
import { thisMachine, thisRevision } from "./harness/machine.ts";
import { race } from "./harness/race.ts";
import { tableLines } from "./harness/table.ts";
import { compilers } from "./rivals/native/compile.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    time: { type: "string", default: "1500" },
    fingerprints: { type: "string" },
    full: { type: "boolean", default: false },
    queries: { type: "string", default: "1000" },
    limit: { type: "string", default: "120" },
  },
});
const timeMs = Number(values.time);
const corpusOptions = {
  ...(values.fingerprints !== undefined && { fingerprints: values.fingerprints.split(",").map(Number) }),
  ...{ full: values.full, queries: Number(values.queries), limitMs: 1000 * Number(values.limit) },
};
const CASES: readonly { name: string; figures: () => Promise<Figure[]>; isLong?: boolean }[] = [
  ...kernelCases.map((one) => ({ name: one.name, figures: async () => [await race(one, timeMs)] })),
  ...[...fingerprintCases, ...detectionCases, ...buildCases].map((one) => ({
    name: one.name,
    figures: async () => [await measure(one, timeMs)],
  })),
  startCase,
  datasetCase,
  pairsCase,
  languagesCase,
  encoderCase,
  ...[
    ...analyzeCases,
    buildsCase,
    auditCase,
    dedupCase,
    jobsCase,
    sparkCase,
    ...corpusCases,
    evidenceCase,
    nearWindowsCase,
    registryCase,
    ...serviceCases,
    enginesCase,
    pageCase,
  ].map((one) => ({
    name: one.name,
    figures: () => one.figures(corpusOptions),
    isLong: true,
  })),
];
const chosen = CASES.filter(({ name, isLong }) =>
  positionals.length === 0 ? !isLong : positionals.some((part) => name.includes(part)),
);
const numbers = [timeMs, corpusOptions.queries, corpusOptions.limitMs, ...(corpusOptions.fingerprints ?? [])];
if (chosen.length === 0 || !numbers.every((number) => number > 0)) {
  console.error(`usage: bench [NAME …] [--json FILE] [--time MS]; names: ${CASES.map(({ name }) => name).join("; ")}`);
  process.exit(2);
}
installRivals();

const cases: Figure[] = [];
for (const { name, figures } of chosen) {
  console.error(`  ${name} …`);
  cases.push(...(await figures()));
}
const machine = { ...thisMachine(), compilers: compilers() };
const { head, rows } = figureTable(cases);
console.log(tableLines(head, rows).join("\n"));
console.log(
  `\n${machine.cpu}, ${machine.cores} cores, ${machine.memory} GiB, Node ${machine.node}, ${machine.platform}`,
);
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ machine, revision: thisRevision(), cases }, null, 1)}\n`);

/** Packages of the registry, once; without a network the cases that need them fail, and say so. */
function installRivals(): void {
  const folder = fileURLToPath(new URL("rivals", import.meta.url));
  if (existsSync(`${folder}/node_modules`)) return;
  spawnSync("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"], { stdio: "ignore" });
}
