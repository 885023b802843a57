/**
 * What a process pays until it has its first fingerprint: processor time, user and system, of `node -e` with the package as it is built.
 * Beside it what cannot be beaten: the same as one file, and as one file with the packages that it needs; and a process that does
 * nothing, which is part of all of them. In turn, so that a machine that slows down slows all; the medians of 15 rounds.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { assertAnswer, type Figure, significant } from "../harness.ts";

const ROUNDS = 15;
const GOAL_MS = 60;
const ROOT = join(import.meta.dirname, "../..");
const TEXT = "The quick brown fox jumps over the lazy dog";
const COST = "const { user, system } = process.cpuUsage(); console.log(JSON.stringify([(user + system) / 1000, id]));";

const firstFingerprint = (entry: string): string =>
  `const { fingerprint } = await import(${JSON.stringify(pathToFileURL(entry).href)});
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
        nothing: `const id = null; ${COST}`,
      };
      return [figureOf(mediansMs(Object.entries(scripts)))];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function mediansMs(scripts: readonly [name: string, script: string][]): [name: string, ms: number][] {
  const times = new Map<string, number[]>(scripts.map(([name]) => [name, []]));
  const ids = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, script] of round % 2 === 0 ? scripts : scripts.toReversed()) {
      const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
      const [ms, id]: [number, string | null] = JSON.parse(told);
      times.get(name)!.push(ms);
      if (id !== null) ids.add(id);
    }
  }
  assertAnswer(ids.size, 1, "The number of fingerprints of one text");
  return [...times].map(([name, all]) => [name, all.sort((a, b) => a - b)[ROUNDS >> 1]!]);
}

function figureOf(medians: readonly [name: string, ms: number][]): Figure {
  const [[, own], ...others] = medians as [[string, number], ...[string, number][]];
  const rivals = others.map(([name, ms]) => ({ name, value: significant(ms), ratio: significant(ms / own) }));
  const goals = [{ goal: `≤ ${GOAL_MS} ms`, met: own <= GOAL_MS }];
  return { name: startCase.name, unit: "ms", value: significant(own), rivals, ratio: rivals[0]!.ratio, goals };
}
