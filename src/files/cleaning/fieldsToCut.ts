/** Texts without what is cut, and the strings of a record from which it goes. */
import type { Span } from "../../base/contract/common.ts";
import type { RecordFields } from "../documents/datasets/fields.ts";
import { valueAt } from "../documents/datasets/records/valueAt.ts";
import { BETWEEN, parsedArguments, textOfRecord, textWithPaths } from "../documents/datasets/recordText.ts";
import { type FieldCut, type StringSteps, spansAt } from "./stringsOfJson.ts";

/**
 * What goes from each string: those that gave the text, which is of one or several of them, and equal copies. None
 * where the text would not become the rest: such a record goes as a whole.
 *
 * @param inventedField a field of the record that does not stand in the file
 */
export function fieldsToCut(
  record: Readonly<Record<string, unknown>>,
  spans: readonly Span[],
  fields: RecordFields,
  inventedField?: string,
): FieldCut[] {
  const read = textWithPaths((name) => valueAt(record, name), fields.textField);
  if (read === undefined) return [];
  let start = 0;
  const spansByPart = new Map<string, Span[]>();
  for (const part of read.parts) {
    const end = start + part.length;
    const own = spans.flatMap((span) => {
      const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)];
      return from < to ? [{ start: from - start, end: to - start }] : [];
    });
    if (own.length > 0) spansByPart.set(part, own);
    start = end + BETWEEN.length;
  }
  const cuts = [...cutsIn(record, spansByPart)].filter(({ steps }) => steps[0] !== inventedField);
  const left = cuts.reduce((value: unknown, cut) => edited(value, cut, 0), record) as Record<string, unknown>;
  const rest = textOfRecord((name) => valueAt(left, name), fields.textField);
  // Between parts stand blank lines, which a cut may take along, and an empty part has none.
  return rest !== undefined && plain(rest) === plain(without(read.text, spans)) ? cuts : [];
}

/** Whether a string is left without a word: a turn of a conversation, while others of it stay. */
export function leavesGap(record: Readonly<Record<string, unknown>>, cuts: readonly FieldCut[]): boolean {
  return cuts.some(({ steps, spans }) => {
    const text = steps.reduce((value: unknown, step) => (value as Record<string | number, unknown>)[step], record);
    return typeof text === "string" && !/[\p{L}\p{N}]/u.test(without(text, spans));
  });
}

const plain = (text: string): string => text.split(/\s+/).join(" ").trim();

/** A place in a record, by what it stands in. */
interface StringPlace {
  readonly outer: StringPlace | undefined;
  readonly step: string | number;
}

/** The strings that are parts of the text; arguments of calls are JSON in a string. */
function* cutsIn(record: unknown, spansByPart: ReadonlyMap<string, readonly Span[]>): Generator<FieldCut> {
  const left: { value: unknown; place: StringPlace | undefined }[] = [{ value: record, place: undefined }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, place: outer } = next;
    if (typeof value === "string") {
      const spans = spansByPart.get(value) ?? (outer?.step === "arguments" ? inArguments(value, spansByPart) : []);
      if (spans.length > 0) yield { steps: stepsTo(outer), spans };
    } else if (Array.isArray(value))
      for (const [step, one] of value.entries()) left.push({ value: one as unknown, place: { outer, step } });
    else if (typeof value === "object" && value !== null)
      for (const [step, one] of Object.entries(value)) left.push({ value: one, place: { outer, step } });
  }
}

function inArguments(json: string, spansByPart: ReadonlyMap<string, readonly Span[]>): readonly Span[] {
  const value = parsedArguments(json);
  return value === undefined ? [] : spansAt(json, [...cutsIn(value, spansByPart)]);
}

function stepsTo(place: StringPlace | undefined): StringSteps {
  const steps: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.outer) steps.push(at.step);
  return steps.reverse();
}

/** The value without what is cut; what it is not in is shared with the value. */
function edited(value: unknown, cut: FieldCut, at: number): unknown {
  const step = cut.steps[at];
  if (step === undefined) return without(value as string, cut.spans);
  if (Array.isArray(value)) return value.with(step as number, edited(value[step as number], cut, at + 1));
  const own = Object.entries(value as object).map(([name, one]): [string, unknown] => [
    name,
    name === step ? edited(one, cut, at + 1) : one,
  ]);
  return Object.fromEntries(own);
}

export function without(text: string, spans: readonly Span[]): string {
  let [kept, from] = ["", 0];
  for (const { start, end } of spans) {
    kept += text.slice(from, start);
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}
