/**
 * Which tests can notice a change of a file, the likeliest first: those that import it through however many files, and those of its
 * room. A name in a string counts as an import, since processes, workers and commands are started by name.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { roomOf } from "../../house/mutants/groups.ts";

/** For each file those that name it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

/** Those of the built package, which a mutant of the sources does not reach, and of the tests themselves; slow ones take hours. */
const IS_LEFT_OUT = /^test\/(?:house\/(?:package|runtimes|mutants)|support)\/|\.slow\.test\.ts$/;
/** As far as a test of the room stands that does not import the file at all. */
const UNRELATED_STEPS = 50;
/** A test of the same room is this many times as likely to notice. */
const ROOM_WEIGHT = 4;
/** What starting a file of tests costs, in characters of tests that run meanwhile. */
const START_CHARACTERS = 3_000;

/** All `files` are paths from `root`. */
export function importersIn(root: string, files: readonly string[]): Importers {
  const importers = new Map<string, Set<string>>();
  for (const file of files)
    for (const target of namedIn(root, file)) importers.set(target, (importers.get(target) ?? new Set()).add(file));
  return importers;
}

/** Tests for a change of `file`, among those of which `lengths` says how long they are: a short one tells sooner. */
export function relatedTests(file: string, importers: Importers, lengths: ReadonlyMap<string, number>): string[] {
  const steps = stepsFrom(file, importers);
  const name = file.split("/").at(-1)!.split(".")[0]!.toLowerCase();
  const isOfRoom = (test: string) => test.startsWith(`test/${roomOf(file)}/`);
  const cost = (test: string): number => {
    if (isOfRoom(test) && test.split("/").at(-1)!.toLowerCase().startsWith(name)) return 0;
    const distance = steps.get(test) ?? UNRELATED_STEPS;
    return (distance * Math.sqrt(lengths.get(test)! + START_CHARACTERS)) / (isOfRoom(test) ? ROOM_WEIGHT : 1);
  };
  return [...lengths.keys()]
    .filter((test) => !IS_LEFT_OUT.test(test) && (steps.has(test) || isOfRoom(test)))
    .sort((a, b) => cost(a) - cost(b) || (a < b ? -1 : 1));
}

/** Tests that may run against mutants, with their characters. */
export function usableTests(root: string, files: readonly string[]): Map<string, number> {
  const tests = files.filter((file) => file.endsWith(".test.ts") && !IS_LEFT_OUT.test(file));
  return new Map(tests.map((test) => [test, readFileSync(join(root, test), "utf8").length]));
}

function stepsFrom(file: string, importers: Importers): Map<string, number> {
  const steps = new Map([[file, 0]]);
  // A map gives entries that are added while it is gone through.
  for (const [reached, step] of steps)
    for (const importer of importers.get(reached) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
  return steps;
}

/** `import type … ;` and its like: what it names does not run. */
const TYPE_ONLY = /^(?:import|export) type [^;]*;/gm;

/** Files that a file names in code: `import`, `import()`, `new URL`, and folders of a name that is put together. */
function namedIn(root: string, file: string): Set<string> {
  const source = readFileSync(join(root, file), "utf8").replaceAll(TYPE_ONLY, "");
  const named = new Set<string>();
  for (const [, specifier] of source.matchAll(/["'](\.{1,2}\/[^"'\n]+\.ts)["']/g)) {
    const path = normalize(join(dirname(file), specifier!));
    if (existsSync(join(root, path))) named.add(path);
  }
  for (const [, head] of source.matchAll(/`(\.{1,2}\/[\w./-]*)\$\{/g))
    for (const path of beginningWith(root, file, head!)) named.add(path);
  return named;
}

/** `./commands/${name}.ts`: every file of the folder that begins so. */
function beginningWith(root: string, file: string, head: string): string[] {
  const start = normalize(join(dirname(file), head));
  const folder = head.endsWith("/") ? start : dirname(start);
  if (!existsSync(join(root, folder))) return [];
  const inside = readdirSync(join(root, folder)).map((name) => normalize(join(folder, name)));
  return inside.filter((path) => path.endsWith(".ts") && path.startsWith(start));
}
