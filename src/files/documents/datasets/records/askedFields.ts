/** Finds out whether the fields that were asked for exist in the records of a file. */
import { isRecord } from "../../../../base/arguments.ts";
import { askedFields, wrongField } from "../fields.ts";
import type { DatasetReading } from "../reading.ts";
import { valueAt } from "./valueAt.ts";

/** Records in which a field that was asked for must occur once: records need not all have the same fields. */
const SEARCHED_RECORDS = 1_000;
/** Most names of fields that are collected for the message that a field does not exist. */
const NAMES_MAX = 1_000;

export class AskedFields {
  readonly #file: string;
  #missing: { option: string; field: string }[];
  readonly #names = new Set<string>();
  #records = 0;

  constructor({ name, fields, after }: Pick<DatasetReading, "name" | "fields" | "after">) {
    this.#file = name;
    // What was read before showed it.
    this.#missing = after > 0 ? [] : askedFields(fields);
  }

  /** Whether more records have to be met. */
  get isOpen(): boolean {
    return this.#missing.length > 0;
  }

  /** @throws invalid_request where many records were met, and none has a field */
  meet(record: Record<string, unknown>): void {
    if (!this.isOpen) return;
    this.#records += 1;
    this.#missing = this.#missing.filter(({ field }) => valueAt(record, field) === undefined);
    this.#collect(record, "");
    if (this.#records >= SEARCHED_RECORDS) this.end();
  }

  /** @throws invalid_request where records were met, and none has a field */
  end(): void {
    const [missing] = this.#missing;
    if (missing === undefined || this.#records === 0) return;
    throw wrongField(this.#file, missing, "is no field of its records", this.#names);
  }

  #collect(record: object, before: string): void {
    for (const [name, value] of Object.entries(record)) {
      if (this.#names.size >= NAMES_MAX) return;
      if (isRecord(value) && before.split(".").length <= 3) this.#collect(value, `${before}${name}.`);
      else this.#names.add(`${before}${name}`);
    }
  }
}
