/**
 * What a process pays until it has its first fingerprint: processor time, user and system, of `node -e` with the package as it is built,
 * from the import on and with the start of Node. Beside it what other forms of the package would pay: one file, and one file with the
 * packages that it needs; and a process that does nothing. In turn, so that a machine that slows down slows all; medians of 15 rounds.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { assertAnswer, type Figure, significant } from "../../harness/harness.ts";

const ROUNDS = 15;
const GOAL_MS = 60;
const ROOT = join(import.meta.dirname, "../../..");
const TEXT = "The quick brown fox jumps over the lazy dog";
const BEGUN = "const begun = process.cpuUsage(), ms = ({ user, system }) => (user + system) / 1000;";
const COST = "console.log(JSON.stringify([ms(process.cpuUsage(begun)), ms(process.cpuUsage()), id]));";

const firstFingerprint = (entry: string): string =>
  `${BEGUN} const { fingerprint } = await import(${JSON.stringify(pathToFileURL(entry).href)});
  const { id } = await fingerprint(${JSON.stringify(TEXT)}); ${COST}`;

async function oneFile(folder: string, name: string, packages: "bundle" | "external"): Promise<string> {
  const outfile = join(folder, name);
  const entryPoints = [join(ROOT, "build/index.js")];
  const form = { bundle: true, format: "esm" as const, platform: "neutral" as const, mainFields: ["module", "main"] };
  await build({ entryPoints, outfile, packages, logLevel: "error", ...form });
  return outfile;
}

export const startCase = {
  name: "processor time to the first fingerprint of a process",
  async figures(): Promise<Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), "spolia-start-"));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    try {
      const scripts: Record<string, string> = {
        "the package": firstFingerprint(join(ROOT, "build/index.js")),
        "one file": firstFingerprint(await oneFile(folder, "one.mjs", "external")),
        "one file, packages in it": firstFingerprint(await oneFile(folder, "all.mjs", "bundle")),
        nothing: `${BEGUN} const id = null; ${COST}`,
      };
      return figuresOf(mediansOf(Object.entries(scripts)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Cost {
  fromImportMs: number;
  processMs: number;
}

function mediansOf(scripts: readonly [name: string, script: string][]): [name: string, cost: Cost][] {
  const costs = new Map<string, Cost[]>(scripts.map(([name]) => [name, []]));
  const ids = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, script] of round % 2 === 0 ? scripts : scripts.toReversed()) {
      const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
      const [fromImportMs, processMs, id]: [number, number, string | null] = JSON.parse(told);
      costs.get(name)!.push({ fromImportMs, processMs });
      if (id !== null) ids.add(id);
    }
  }
  assertAnswer(ids.size, 1, "The number of fingerprints of one text");
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
  const field = (all: readonly Cost[], name: keyof Cost) => median(all.map((cost) => cost[name]));
  return [...costs].map(([name, all]) => [
    name,
    { fromImportMs: field(all, "fromImportMs"), processMs: field(all, "processMs") },
  ]);
}

function figuresOf(medians: readonly [name: string, cost: Cost][]): Figure[] {
  const goals = (own: number) => [{ goal: `≤ ${GOAL_MS} ms`, met: own <= GOAL_MS }];
  const figure = (name: string, field: keyof Cost): Figure => {
    const own = medians[0]![1][field];
    const rivals = medians.slice(1).map(([form, { [field]: ms }]) => {
      return { name: form, value: significant(ms), ratio: significant(ms / own) };
    });
    return { name, unit: "ms", value: significant(own), rivals, ratio: rivals[0]!.ratio, goals: goals(own) };
  };
  return [
    figure("processor time from import to first fingerprint in Node", "fromImportMs"),
    figure(startCase.name, "processMs"),
  ];
}
