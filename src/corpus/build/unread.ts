/** Inputs that were not read: counted by kind, the first ones named, as a corpus records them. */
import type { UnreadCode, UnreadInputs } from "../../base/contract/resources/corpus.ts";

const FIRST_KEPT = 20;
const NAME_LENGTH_MAX = 500;
/** Most kinds that are counted separately: a folder may hold files of any number of extensions. */
const KINDS_MAX = 100;

/** In the place of a format, what is beside the text of a document that was read. */
const PARTS = "parts of documents";

/** An input that did not become a document, and the reason. */
export interface UnreadInput {
  /** The path below the given folder. */
  name: string;
  /** Line, row or record of the file, from 1. */
  line?: number;
  code: UnreadCode;
  /** Name of the format, where `code` is `format_not_read`. */
  format?: string | null;
  reason: string;
  /**
   * Present where it did become a document, but for the part that the reason names.
   *
   * @since 0.2.0
   */
  partly?: true;
  /**
   * Present where nothing was lost that was asked for: the reason says how it was read, or what else could be.
   *
   * @since 0.2.0
   */
  note?: true;
}

/**
 * Counts what `readDocuments` skips. Pass it to `buildCorpus` or `appendDocuments` as `unread`, and the corpus records
 * it.
 */
export class UnreadLog {
  readonly #kinds = new Map<string, UnreadInputs["kinds"][number]>();
  readonly #first: UnreadInputs["first"] = [];

  add({ name, line, code, format = null, reason, note, partly }: UnreadInput): void {
    if (note) return;
    this.#count(code, partly && code === "format_not_read" ? (format ?? PARTS) : format, 1);
    this.#name([{ name: name.slice(0, NAME_LENGTH_MAX), ...(line === undefined ? {} : { line }), code, reason }]);
  }

  addAll({ kinds, first }: UnreadInputs): void {
    for (const { code, format, inputs } of kinds) this.#count(code, format, inputs);
    this.#name(first);
  }

  /** The inputs counted so far. */
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

/** Sums several records; `undefined` where there is none. */
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
