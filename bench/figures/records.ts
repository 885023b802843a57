/** Records of what was measured: `bench/records/DATE-MACHINE-KIND.json`. Of each kind and machine the newest stands for all. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Figure } from "../harness/harness.ts";

const FOLDER = fileURLToPath(new URL("../records", import.meta.url));
/** A machine is a word and its number of cores, as `xeon-4`. */
const NAME = /^(?<date>\d{4}-\d\d-\d\d)-(?<machine>[a-z][a-z0-9]*-\d+)-(?<kind>[a-z0-9-]+)\.json$/;

/** What a record says of one question of `npm run quality`, or of the cases of `npm run bench`. */
export interface Recorded<Result> {
  file: string;
  result: Result;
}

export interface RecordName {
  file: string;
  date: string;
  machine: string;
  kind: string;
}

export function recordName(file: string): RecordName {
  const groups = NAME.exec(file)?.groups;
  if (groups === undefined) throw new Error(`${file} is not named DATE-MACHINE-KIND.json.`);
  return { file, date: groups["date"]!, machine: groups["machine"]!, kind: groups["kind"]! };
}

export const recordNames = (): RecordName[] => readdirSync(FOLDER).sort().map(recordName);

/** Records of which a newer one has the same kind and machine: they are to be deleted, git keeps them. */
export function outdated(names: readonly RecordName[]): string[] {
  const isNewer = (one: RecordName, other: RecordName) =>
    one.kind === other.kind && one.machine === other.machine && one.date > other.date;
  return names.filter((one) => names.some((other) => isNewer(other, one))).map(({ file }) => file);
}

/** Of `npm run bench -- … --json`, the newest of each machine. */
export function casesOf(kind: string): Recorded<Figure[]>[] {
  return newest(({ kind: other }) => other === kind).map(({ file }) => ({ file, result: read(file).cases! }));
}

/** Of `npm run quality -- QUESTION --json`: one question, from the newest record of each machine that answers it. */
export function answersOf<Result>(question: string): Recorded<Result>[] {
  const found = newest(({ file }) => questionsOf(file).includes(question));
  return found.map(({ file }) => {
    const { result } = read(file).questions!.find(({ name }) => name === question)!;
    return { file, result: result as Result };
  });
}

/** Names of the questions that a record answers; none of a record of times. */
export const questionsOf = (file: string): string[] => (read(file).questions ?? []).map(({ name }) => name);

function newest(isWanted: (name: RecordName) => boolean): RecordName[] {
  const ofMachine = new Map<string, RecordName>();
  const ascending = recordNames().filter(isWanted);
  for (const name of ascending) ofMachine.set(name.machine, name);
  return [...ofMachine.values()];
}

interface RecordFile {
  cases?: Figure[];
  questions?: { name: string; result: unknown }[];
}

const files = new Map<string, RecordFile>();

function read(file: string): RecordFile {
  const known = files.get(file) ?? (JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as RecordFile);
  files.set(file, known);
  return known;
}
