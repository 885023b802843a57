/** What was not read: counted by kind, the first named, as a corpus keeps it. */
import type { UnreadCode, UnreadInputs } from "../contract/corpus.ts";

const FIRST_KEPT = 20;
const NAME_LENGTH_MAX = 500;
/** Kinds that are counted apart: a folder may hold a file of every ending there is. */
const KINDS_MAX = 100;

/** Something that did not become a document, and why. */
export interface UnreadInput {
  /** The path below the folder that was given. */
  name: string;
  /** Line of a JSON Lines file, from 1. */
  line?: number;
  code: UnreadCode;
  /** Name of the format, where `code` is `format_not_read`. */
  format?: string | null;
  reason: string;
}

/** Counts what `readDocuments` skips. `buildCorpus` and `appendDocuments` take it as `unread`, and the corpus records it. */
export class UnreadLog {
  readonly #kinds = new Map<string, UnreadInputs["kinds"][number]>();
  readonly #first: UnreadInputs["first"] = [];

  add({ name, line, code, format = null, reason }: UnreadInput): void {
    this.#count(code, format, 1);
    this.#name([{ name: name.slice(0, NAME_LENGTH_MAX), ...(line === undefined ? {} : { line }), code, reason }]);
  }

  addAll({ kinds, first }: UnreadInputs): void {
    for (const { code, format, inputs } of kinds) this.#count(code, format, inputs);
    this.#name(first);
  }

  /** What has been counted so far. */
  inputs(): UnreadInputs {
    const kinds = [...this.#kinds.values()].map((kind) => ({ ...kind }));
    kinds.sort((x, y) => y.inputs - x.inputs || (keyOf(x.code, x.format) < keyOf(y.code, y.format) ? -1 : 1));
    return { inputs: kinds.reduce((sum, { inputs }) => sum + inputs, 0), kinds, first: [...this.#first] };
  }

  #count(code: UnreadCode, format: string | null, inputs: number): void {
    const isApart = this.#kinds.size < KINDS_MAX || this.#kinds.has(keyOf(code, format));
    const kind = { code, format: isApart ? format : null, inputs: 0 };
    const known = this.#kinds.get(keyOf(kind.code, kind.format)) ?? kind;
    known.inputs += inputs;
    this.#kinds.set(keyOf(kind.code, kind.format), known);
  }

  #name(inputs: UnreadInputs["first"]): void {
    this.#first.push(...inputs.slice(0, FIRST_KEPT - this.#first.length));
  }
}

/** Several records together, or `undefined` where nothing was recorded. */
export function unreadTogether(records: readonly (UnreadInputs | undefined)[]): UnreadInputs | undefined {
  const recorded = records.filter((record) => record !== undefined);
  if (recorded.length === 0) return undefined;
  const log = new UnreadLog();
  for (const record of recorded) log.addAll(record);
  return log.inputs();
}

function keyOf(code: UnreadCode, format: string | null): string {
  return `${code} ${format ?? ""}`;
}
