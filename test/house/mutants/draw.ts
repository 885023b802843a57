/**
 * Which mutants are made. Lines are ranked by a hash of what they say and the seed, and each room gives its first ones, in proportion
 * to its lines of code: an edit elsewhere in a file changes nothing, and an edit of a drawn line exchanges that one mutant.
 */
import { createHash } from "node:crypto";
import type { Compiler } from "./compiler.ts";
import { groupOf, roomOf } from "./groups.ts";
import { type Change, changesIn } from "./operators.ts";

export interface Mutant extends Change {
  /** Eight hexadecimal digits that stay while the line stays. */
  id: string;
  group: string;
  file: string;
  /** Counted from 1. */
  line: number;
  /** The line before the change, without its indentation. */
  before: string;
  /** What the change replaces. */
  replaced: string;
}

interface Line {
  rank: string;
  mutants: Mutant[];
}

/** `count` mutants of `files`, each of which compiles. */
export function draw(files: readonly string[], compiler: Compiler, count: number, seed: number): Mutant[] {
  const judged = files.filter((file) => groupOf(file) !== undefined);
  const rooms = grouped(judged, roomOf);
  const lines = new Map(
    [...rooms].map(([room, inside]) => [room, sum(inside.map((file) => codeLines(compiler.sourceFile(file).text)))]),
  );
  const shares = inProportion(lines, count);
  return [...rooms].flatMap(([room, inside]) => {
    const ranked = inside.flatMap((file) => linesOf(file, compiler, seed)).sort((a, b) => (a.rank < b.rank ? -1 : 1));
    return firstThatCompile(ranked, compiler, shares.get(room)!);
  });
}

/** Each line's share of `total`, rounded by the largest remainders, so that the shares add up. */
export function inProportion(weights: ReadonlyMap<string, number>, total: number): Map<string, number> {
  const all = sum([...weights.values()]);
  const exact = [...weights].map(([name, weight]) => ({ name, share: (total * weight) / all }));
  const shares = new Map(exact.map(({ name, share }) => [name, Math.floor(share)]));
  const byRemainder = exact.sort((a, b) => (b.share % 1) - (a.share % 1) || (a.name < b.name ? -1 : 1));
  for (const { name } of byRemainder.slice(0, total - sum([...shares.values()])))
    shares.set(name, shares.get(name)! + 1);
  return shares;
}

/** The text of a file after the change. */
export function mutated(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function linesOf(file: string, compiler: Compiler, seed: number): Line[] {
  const source = compiler.sourceFile(file);
  const texts = source.text.split("\n").map((text) => text.trim());
  const occurrences = new Map<string, number>();
  const occurrenceOf = texts.map((text) => occurrences.set(text, (occurrences.get(text) ?? 0) + 1).get(text)!);
  const changes = changesIn(source, compiler.checker);
  const byLine = grouped(changes, ({ start }) => source.getLineAndCharacterOfPosition(start).line);
  return [...byLine].map(([line, here]) => {
    const [before, occurrence] = [texts[line]!, occurrenceOf[line]!];
    const lineStart = source.getPositionOfLineAndCharacter(line, 0);
    const mutants = here.map((change) => {
      const { operator, start, end, replacement } = change;
      const id = hash(file, before, occurrence, operator, start - lineStart, replacement).slice(0, 8);
      return {
        ...change,
        id,
        group: groupOf(file)!,
        file,
        line: line + 1,
        before,
        replaced: source.text.slice(start, end),
      };
    });
    mutants.sort((a, b) => (hash(seed, a.id) < hash(seed, b.id) ? -1 : 1));
    return { rank: hash(seed, file, before, occurrence), mutants };
  });
}

/** At most one of each line. */
function firstThatCompile(lines: readonly Line[], compiler: Compiler, count: number): Mutant[] {
  const drawn: Mutant[] = [];
  for (const { mutants } of lines) {
    if (drawn.length === count) break;
    const one = mutants.find((mutant) =>
      compiler.compiles(mutant.file, mutated(compiler.sourceFile(mutant.file).text, mutant)),
    );
    if (one !== undefined) drawn.push(one);
  }
  return drawn;
}

/** Lines that are neither empty nor comment nor import. */
function codeLines(text: string): number {
  const isCode = (line: string) => line !== "" && !/^(\/\/|\/\*|\*|import )/.test(line);
  return text.split("\n").filter((line) => isCode(line.trim())).length;
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const hash = (...parts: readonly (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
