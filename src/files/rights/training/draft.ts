/**
 * A document that is drafted: each value that comes from a corpus or a record carries its sources, and each place of
 * the form that nothing is known for is a blank. The draft is taken apart into document, sources and blanks.
 */
import type {
  StatedValue,
  StatementBlank,
  StatementSource,
} from "../../../base/contract/resources/trainingStatement.ts";

/** A value with what it rests on. */
export class Said<Value = unknown> {
  readonly value: Value;
  readonly from: readonly StatementSource[];

  constructor(value: Value, from: readonly StatementSource[]) {
    this.value = value;
    this.from = from;
  }
}

/** A place that nothing is known for; a property with it is left out. */
export class Blank {
  readonly asks: string;
  /** What the document has there; nothing when absent. */
  readonly shown: unknown;

  constructor(asks: string, shown?: unknown) {
    this.asks = asks;
    this.shown = shown;
  }
}

/** The value, or a blank. */
export const saidOr = (said: Said | null, asks: string): Said | Blank => said ?? new Blank(asks);

interface TakenApart {
  document: object;
  sources: StatementSource[];
  stated: StatedValue[];
  blanks: StatementBlank[];
}

export function takenApart(draft: object): TakenApart {
  const sources = new Map<string, [index: number, source: StatementSource]>();
  const stated: StatedValue[] = [];
  const blanks: StatementBlank[] = [];
  const indexOf = (source: StatementSource): number => {
    const key = JSON.stringify(source);
    const known = sources.get(key) ?? ([sources.size, source] as const);
    sources.set(key, [...known]);
    return known[0];
  };
  const visit = (part: unknown, pointer: string): unknown => {
    if (part instanceof Said) {
      const of = [...new Set(part.from.map(indexOf))].sort((one, other) => one - other);
      stated.push({ pointer, sources: of });
      return part.value;
    }
    if (part instanceof Blank) {
      blanks.push({ pointer, asks: part.asks });
      return part.shown;
    }
    if (Array.isArray(part)) return part.map((one, at) => visit(one, `${pointer}/${at}`));
    if (typeof part !== "object" || part === null) return part;
    const entries = Object.entries(part).map(
      ([name, one]) => [name, visit(one, `${pointer}/${escaped(name)}`)] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };
  const document = visit(draft, "") as object;
  return { document, sources: [...sources.values()].map(([, source]) => source), stated, blanks };
}

/** A part of a JSON Pointer (RFC 6901). */
const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
