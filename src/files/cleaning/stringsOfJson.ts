/** Where the strings of a JSON text stand in it, by the steps that lead to them. */
import type { Span } from "../../base/contract/common.ts";
import { endOfString, parsedJson } from "../documents/datasets/record.ts";

/** Names and numbers of entries that lead to a string within a record. */
export type StringSteps = readonly (string | number)[];

/** What goes from a string of a record. */
export interface FieldCut {
  steps: StringSteps;
  spans: readonly Span[];
}

/** Where cuts of strings stand in the JSON that holds them, ascending. */
export function spansAt(json: string, cuts: readonly FieldCut[]): Span[] {
  const depth = Math.max(0, ...cuts.map(({ steps }) => steps.length));
  const literals = literalsAt(json, new Set(cuts.map(({ steps }) => keyOf(steps))), depth);
  const spans = cuts.flatMap(({ steps, spans: own }) => {
    const literal = literals.get(keyOf(steps));
    return literal === undefined ? [] : rawSpans(json, literal, own);
  });
  return spans.sort((one, other) => one.start - other.start);
}

const keyOfStep = (step: string | number): string => (typeof step === "number" ? `[${step}]` : JSON.stringify(step));
const keyOf = (steps: StringSteps): string => steps.map(keyOfStep).join("");

/** An object or a list that is open, and where in it the scan stands. */
interface Open {
  readonly key: string;
  readonly isObject: boolean;
  name: string;
  entry: number;
  isValue: boolean;
}

/**
 * Contents of the wanted strings, without their quotation marks; of several values of one name the last counts, as in
 * `JSON.parse`. What is no object itself is the field under which a line of it is read.
 */
function literalsAt(json: string, wanted: ReadonlySet<string>, depthMax: number): Map<string, Span> {
  const found = new Map<string, Span>();
  const open: Open[] = [];
  const first = /[["{]/.exec(json)?.[0];
  const root = first === "[" ? keyOf(["messages"]) : first === '"' ? keyOf(["text"]) : "";
  const keyHere = (): string => {
    const last = open.at(-1);
    return last === undefined ? root : last.key + keyOfStep(last.isObject ? last.name : last.entry);
  };
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]!;
    const last = open.at(-1);
    if (sign === '"') {
      const end = endOfString(json, at);
      if (last?.isObject && !last.isValue) last.name = parsedJson(json.slice(at, end)) as string;
      else if (open.length <= depthMax && wanted.has(keyHere())) found.set(keyHere(), { start: at + 1, end: end - 1 });
      at = end - 1;
    } else if (sign === "{" || sign === "[") {
      const key = open.length <= depthMax ? keyHere() : "";
      open.push({ key, isObject: sign === "{", name: "", entry: 0, isValue: false });
    } else if (sign === "}" || sign === "]") open.pop();
    else if (last !== undefined && sign === ":") last.isValue = true;
    else if (last !== undefined && sign === ",") {
      last.isValue = false;
      last.entry += 1;
    }
  }
  return found;
}

/** Places in the JSON of places in the string: an escape stands for one unit. */
function rawSpans(json: string, { start, end }: Span, cuts: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let [at, unit] = [start, 0];
  const reach = (wanted: number): number => {
    for (; unit < wanted && at < end; unit++) at += json[at] !== "\\" ? 1 : json[at + 1] === "u" ? 6 : 2;
    return at;
  };
  for (const cut of cuts) spans.push({ start: reach(cut.start), end: reach(cut.end) });
  return spans;
}
