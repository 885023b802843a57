/** What the process that is killed and the one that looks afterwards both know: documents by their numbers. */
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { seeded, zipfText } from "../../support/texts.ts";

/** A change, announced before it is made and acknowledged after. */
export type Change =
  | { kind: "build" | "append"; numbers: number[] }
  | { kind: "delete"; numbers: number[] }
  /** The numbers are what the corpus holds afterwards; those that it does not hold yet come last. */
  | { kind: "sync"; numbers: number[] }
  | { kind: "merge" | "purge" };

export type Line = { says: "begins"; change: Change } | { says: "done" };

/** What a child is started with. */
export interface Task {
  folder: string;
  seed: number;
  living: number[];
  nextNumber: number;
  /** Whether others write too: then it tries again where it is told so. */
  isOneOfMany?: boolean | undefined;
}

/** Texts come again after so many, so that there are copies; some take several blocks. */
const TEXTS = 97;

export const OPTIONS = { memoryBytes: 8_192, codec: "raw" as const };

export function documentOf(number: number): CorpusDocument {
  const text = number % TEXTS;
  return { id: `n${number}`, text: zipfText(seeded(text), text % 31 === 5 ? 2_500 : 15 + text), year: number };
}

export function applied(change: Change, living: readonly number[]): number[] {
  if (change.kind === "build" || change.kind === "append") return [...living, ...change.numbers];
  if (change.kind === "sync") return [...change.numbers];
  if (change.kind === "delete") return living.filter((number) => !change.numbers.includes(number));
  return [...living];
}

/** The number of the next new document. */
export function numberAfter(change: Change, nextNumber: number): number {
  return "numbers" in change ? Math.max(nextNumber, 1 + Math.max(...change.numbers)) : nextNumber;
}

/** Few documents, so that one look costs little: what is appended is deleted again. */
const DOCUMENTS_MAX = 40;

type Situation = Pick<Task, "living" | "nextNumber" | "isOneOfMany">;

export function nextChange(random: () => number, { living, nextNumber, isOneOfMany }: Situation): Change {
  const fresh = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, (_, i) => nextNumber + i);
  if (nextNumber === 0) return { kind: "build", numbers: fresh(6) };
  const chance = random();
  if (chance < 0.12) return { kind: "merge" };
  if (chance < 0.2) return { kind: "purge" };
  if (living.length > DOCUMENTS_MAX || (chance < 0.45 && living.length > 0)) {
    const most = living.length > DOCUMENTS_MAX ? 20 : 4;
    const from = Math.floor(random() * living.length);
    return { kind: "delete", numbers: living.slice(from, from + 1 + Math.floor(random() * most)) };
  }
  // A sync deletes what others have added.
  if (chance < 0.75 && !isOneOfMany)
    return { kind: "sync", numbers: [...living.filter(() => random() < 0.8), ...fresh(3)] };
  return { kind: "append", numbers: fresh(4) };
}
