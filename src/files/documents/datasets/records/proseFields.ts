/** The fields of records that hold prose: found by what they hold, where no name tells them. */
import { isRecord } from "../../../../base/arguments.ts";
import { wordsIn } from "../../unreadText.ts";
import { isSentence, optionOf } from "../recordText.ts";
import { valueAt } from "./valueAt.ts";

/** A field with the number of its words. */
interface ProseField {
  path: string;
  words: number;
}

/** Records that are looked at. */
export const EXAMINED_RECORDS = 100;
const COMPARED_RECORDS = 10;
const COMPARED_FIELDS = 50;
/** Values within values; trees of replies are as deep as people answer. */
const DEPTH = 64;
/** Values of a record that are looked for in its text: each takes the time of the text. */
const SOUGHT_VALUES = 50;
const FIELDS_SHOWN = 20;

/** Names that objects have for ids: numbers, and those of 16 hexadecimal digits or more. */
const ID = /^(?:\d{1,20}|[\da-f-]{16,64})$/i;

/** The texts of a record by the paths of the fields that hold them, as `valueAt` takes these. */
function textsByPath(record: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const collect = (value: unknown, steps: readonly string[], depth: number): void => {
    if (typeof value === "string" && value.trim() !== "") {
      const path = pathOf(steps);
      const texts = found.get(path);
      if (texts === undefined) found.set(path, [value]);
      else texts.push(value);
    } else if (depth > DEPTH) return;
    else if (Array.isArray(value)) {
      const last = steps.at(-1) ?? "";
      const inList = last.endsWith("[]") ? steps : [...steps.slice(0, -1), `${last}[]`];
      for (const one of value) collect(one, inList, depth + 1);
    } else if (isRecord(value)) {
      const names = Object.keys(value);
      const isKeyed = depth > 0 && names.every((name) => ID.test(name));
      for (const name of names) collect(value[name], [...steps, isKeyed ? "*" : name], depth + 1);
    }
  };
  collect(record, [], 0);
  return found;
}

/** A list that stands in itself is a tree: `replies[].replies[].text` is in any depth of it. */
function pathOf(steps: readonly string[]): string {
  const again = steps.findLastIndex((step, i) => step.endsWith("[]") && steps.indexOf(step) < i);
  if (again === -1) return steps.join(".");
  const rest = again === steps.length - 1 ? steps.slice(again) : steps.slice(again + 1);
  return [...steps.slice(0, steps.indexOf(steps[again]!)), "**", ...rest].join(".");
}

/** The same with one path for each field: leaves of a tree, and parts of a message that is a text elsewhere. */
function united(all: readonly Map<string, string[]>[]): Map<string, string[]>[] {
  const paths = new Set(all.flatMap((texts) => [...texts.keys()]));
  const trees = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const [before, leaf] = path.split("**.", 2);
    if (leaf !== undefined) trees.set(leaf, (trees.get(leaf) ?? new Map<string, string>()).set(before!, path));
  }
  /** The tree of which a path ends as its leaves do, and begins as it does. */
  const treeOf = (path: string): string | undefined => {
    const places = [0, ...placesBehindDots(path)];
    for (const place of places) {
      const ofLeaf = trees.get(path.slice(place));
      if (ofLeaf === undefined) continue;
      const tree = places.map((end) => (end <= place ? ofLeaf.get(path.slice(0, end)) : undefined)).find(Boolean);
      if (tree !== undefined) return tree;
    }
    return undefined;
  };
  const nameOf = (path: string): string => {
    if (path.endsWith(PART) && paths.has(path.slice(0, -PART.length))) return path.slice(0, -PART.length);
    return (trees.size > 0 ? treeOf(path) : undefined) ?? path;
  };
  const names = new Map([...paths].map((path) => [path, nameOf(path)]));
  return all.map((texts) => {
    const named = new Map<string, string[]>();
    for (const [path, values] of texts) {
      const name = names.get(path)!;
      const given = named.get(name);
      if (given === undefined) named.set(name, [...values]);
      else for (const one of values) given.push(one);
    }
    return named;
  });
}

/** Where steps begin; of a name with more dots than there are steps, the first of them. */
const placesBehindDots = (path: string): number[] =>
  [...path.matchAll(/\./g)].slice(0, DEPTH).map(({ index }) => index + 1);

const PART = "[].text";

/** Whether sentences are most of what a field holds: turns are short now and then, labels and identifiers always. */
function isProse(texts: readonly string[]): boolean {
  const unitsOf = (some: readonly string[]) => some.reduce((units, one) => units + one.length, 0);
  const sentences = texts.filter(isSentence);
  return sentences.length > 0 && 2 * unitsOf(sentences) >= unitsOf(texts);
}

/**
 * The paths of the fields that hold prose in most of the records that have them, in the order of the records, without
 * those that say what others do.
 */
export function fieldsWithProse(records: readonly unknown[]): string[] {
  const examined = records.slice(0, EXAMINED_RECORDS);
  const all = united(examined.map(textsByPath));
  const paths = [...new Set(all.flatMap((texts) => [...texts.keys()]))].filter((path) => {
    const given = all.flatMap((texts) => (texts.has(path) ? [texts.get(path)!] : []));
    const isCommon = 10 * given.length >= all.length && 2 * given.filter(isProse).length >= given.length;
    return isCommon && examined.some((record) => isRecord(record) && valueAt(record, path) !== undefined);
  });
  return paths.length > COMPARED_FIELDS ? paths : withoutCopies(paths, all.slice(0, COMPARED_RECORDS));
}

/** Of fields with the same words, the one with the least around them; none that stands in another. */
function withoutCopies(paths: readonly string[], records: readonly Map<string, string[]>[]): string[] {
  const words = new Map(paths.map((path) => [path, records.map((texts) => wordsOf(texts.get(path) ?? []))]));
  const unitsOf = (path: string) => records.reduce((sum, texts) => sum + (texts.get(path)?.join("").length ?? 0), 0);
  const units = new Map(paths.map((path) => [path, unitsOf(path)]));
  const kept = new Set(paths);
  for (const path of paths.toReversed().sort((one, other) => units.get(other)! - units.get(one)!)) {
    const own = words.get(path)!;
    const isIn = (other: string) => own.every((text, i) => words.get(other)![i]!.includes(text));
    if (units.get(path)! > 0 && [...kept].some((other) => other !== path && isIn(other))) kept.delete(path);
  }
  return paths.filter((path) => kept.has(path));
}

const wordsOf = (texts: readonly string[]): string =>
  texts
    .join(" ")
    .replace(/<[^<>]{0,500}>|&#?\w{1,32};/g, " ")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();

/**
 * The fields with prose that is not read. Copies of what is read do not count; of the values beyond those that are
 * looked for, those of fields that had copies.
 */
export function proseBeside(record: unknown, text: string, read: readonly string[]): ProseField[] {
  const copies = new Set<string>();
  let sought = 0;
  let words: string | undefined;
  const isCopy = (value: string, path: string): boolean => {
    sought += 1;
    if (sought > SOUGHT_VALUES) return copies.has(path);
    words ??= wordsOf([text]);
    const isIn = words.includes(wordsOf([value]));
    if (isIn) copies.add(path);
    return isIn;
  };
  const fields: ProseField[] = [];
  const isRead = readBy(read);
  for (const [path, texts] of textsByPath(record)) {
    const prose = isRead(path) ? [] : texts.filter((one) => isSentence(one) && !isCopy(one, path));
    if (prose.length > 0) fields.push({ path, words: prose.reduce((sum, one) => sum + wordsIn(one), 0) });
  }
  return fields;
}

/** Steps of paths, one within another. */
interface PathSteps extends Map<string, PathSteps> {}

/** Whether a text is that of a field that a path names, or a `text` of it. */
function readBy(named: readonly string[]): (path: string) => boolean {
  const whole = new Set(named);
  const first: PathSteps = new Map();
  for (const path of named) {
    let inner = first;
    for (const step of path.split(".")) {
      const next: PathSteps = inner.get(step) ?? new Map();
      inner.set(step, next);
      inner = next;
    }
    inner.set(END, new Map());
  }
  const leads = (from: PathSteps, steps: readonly string[], at: number): boolean => {
    const step = steps[at];
    const isEnd = step === undefined || (step === "text" && at === steps.length - 1);
    if (isEnd && from.has(END)) return true;
    if (step === undefined) return false;
    const inner = step === "*" ? [] : [from.get("*")];
    for (let name = step; ; name = name.slice(0, -LIST.length)) {
      inner.push(from.get(name));
      if (!name.endsWith(LIST)) break;
    }
    return inner.some((next) => next !== undefined && leads(next, steps, at + 1));
  };
  return (path) => whole.has(path) || leads(first, path.split("."), 0);
}

const LIST = "[]";
/** No step has a dot. */
const END = ".";

/** The fields with prose in one of ten records or more, and the words of all. */
function common(others: readonly (readonly ProseField[])[]): ProseField[] {
  const found = new Map<string, { path: string; words: number; records: number }>();
  for (const { path, words } of others.flat()) {
    const one = found.get(path) ?? { path, words: 0, records: 0 };
    found.set(path, { path, words: one.words + words, records: one.records + 1 });
  }
  return [...found.values()].filter(({ records }) => 10 * records >= others.length);
}

/**
 * What is told of fields with prose that is not read; `undefined` where there is none.
 *
 * @param others of each record that was looked at
 * @param read the paths that are read
 */
export function toldBeside(
  others: readonly (readonly ProseField[])[],
  read: readonly string[],
  what = "fields",
): string | undefined {
  const unread = common(others);
  if (unread.length === 0) return undefined;
  const named = shown(unread.map(({ path, words }) => `${path} (${words} ${words === 1 ? "word" : "words"})`));
  const of = others.length < EXAMINED_RECORDS ? "" : ` in the first ${EXAMINED_RECORDS} records`;
  const line = lineOf([...read, ...unread.slice(0, FIELDS_SHOWN).map(({ path }) => path)]);
  return `${what} that hold text too are not read: ${named}${of}. ${line}`;
}

/** @param paths those that were found */
export const toldFound = (paths: readonly string[]): string =>
  `read as the text, since prose is in ${paths.length === 1 ? "it" : "them"}: ${shown(paths.map((path) => optionOf([path])))}. To read others: --text-field (option textField)`;

export const shown = (names: readonly string[]): string =>
  `${names.slice(0, FIELDS_SHOWN).join(", ")}${names.length > FIELDS_SHOWN ? " …" : ""}`;

/** @param paths all that hold text */
export function lineOf(paths: readonly string[], what = "To read all of it"): string {
  const option = optionOf(paths);
  const quoted = /^[\w.,-]*$/.test(option) ? option : `'${option.replaceAll("'", "'\\''")}'`;
  return `${what}: --text-field ${quoted} (option textField)`;
}
