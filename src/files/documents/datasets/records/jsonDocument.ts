/**
 * The records of a JSON document: the entries of its list, or of the lists in it; the object itself where it has a
 * text; the objects that stand under names of their own, which are their ids; documents one after another; rows of a
 * table.
 */
import { isRecord } from "../../../../base/arguments.ts";
import { kindOfDocument } from "../../../../base/results.ts";
import { wordsIn } from "../../unreadText.ts";
import { isConversation, parsedJson, SEQUENCE_MARK } from "../record.ts";
import { isListOfTurns, textOfRecord } from "../recordText.ts";
import { beginningOf, endOfValue, type JsonMember, membersOf } from "./jsonPlaces.ts";
import { rowsOfTable } from "./jsonTable.ts";
import { fieldsWithProse, lineOf, proseBeside, shown } from "./proseFields.ts";
import { noTextIn } from "./textless.ts";
import { valueAt } from "./valueAt.ts";

/** A record, and how it stands in the document. */
export interface JsonRecord {
  /** The record as JSON of its own. */
  json: string;
  /** The entry or the field that it is, with what it is called. */
  place: JsonMember;
  /** Where `json` begins in the document, beyond what was written before it. */
  shift: number;
  /** Where the list or the object begins that the record is of; absent where it stands by itself. */
  list?: number;
}

/** Why a document has no records. */
interface WithoutRecords {
  reason: string;
  format?: string;
}

/** Objects within objects in which lists of records are looked for. */
const DEPTH = 8;
const LISTS_SHOWN = 10;
/** Fewer words say what a file is. */
const TOLD_WORDS_MIN = 12;
const TEXT_BEFORE = '{"text":';
const TURNS_BEFORE = '{"messages":';

/** @param textField as a user names it */
export function recordsOfJson(json: string, textField?: string): JsonRecord[] | WithoutRecords {
  const start = beginningOf(json);
  const value = parsedJson(json.slice(start));
  if (value === undefined) return sequence(json, start) ?? { reason: "damaged: it is not JSON" };
  const own = kindOfDocument(value);
  if (own !== null) return { reason: `${own}, which spolia has written, is no text`, format: "document of spolia" };
  const hasText = (one: unknown): boolean =>
    isRecord(one) && textOfRecord((path) => valueAt(one, path), textField) !== undefined;
  const whole = { place: { start, end: json.trimEnd().length, value: start }, list: start };
  const rows = textField === undefined || !hasText(value) ? rowsOfTable(value) : undefined;
  if (rows !== undefined) return rows.map((row) => ({ json: JSON.stringify(row), ...whole, shift: start }));
  if (isConversation(value))
    return [{ json: `${TURNS_BEFORE}${json.slice(start)}}`, ...whole, shift: start - TURNS_BEFORE.length }];
  if (hasText(value)) return [{ json: json.slice(start), ...whole, shift: start }];
  const lists = waysIn(value, []);
  const listAt = (way: readonly string[]) => at(value, way) as unknown[];
  const withText = lists.filter((way) => listAt(way).some((one) => hasText(one) || isText(one) || isConversation(one)));
  const hasProse = (records: readonly unknown[]) => textField === undefined && fieldsWithProse(records).length > 0;
  const withProse = withText.length > 0 ? withText : lists.filter((way) => hasProse(listAt(way)));
  const isOfOneForm = () => hasOneForm(value) && hasProse(Object.values(value));
  if (withProse.length === 0 && (isNamed(value, hasText) || isOfOneForm()))
    return namedRecords(json, start, value as Record<string, unknown>);
  if (withProse.length === 0 && isRecord(value) && hasProse([value]))
    return [{ json: json.slice(start), ...whole, shift: start }];
  const chosen = withProse.length > 0 ? withProse : lists;
  const placeOf = placesIn(json, start);
  const records = chosen.flatMap((way) => listed(json, placeOf(way), at(value, way) as unknown[]));
  if (records.length > 0) return records;
  if (Array.isArray(value) && value.length === 0) return { reason: "a list of nothing" };
  const without = textField === undefined ? "no `text` string in it" : `no text in ${textField}`;
  const what = isRecord(value) ? `${without}, and no list of records` : "JSON document without records";
  return { reason: noTextIn([value], what), format: "JSON document" };
}

/**
 * What of a document with records is in none of them: its lists without text, or, of a document that is a text itself,
 * its lists with texts. Lists that records have their text in are none of them. `undefined` where nothing is left.
 */
export function unreadLists(value: unknown, textField?: string): string | undefined {
  if (!isRecord(value) || textField !== undefined) return undefined;
  const hasText = (one: unknown): boolean =>
    isRecord(one) && textOfRecord((path) => valueAt(one, path), undefined) !== undefined;
  const isWhole = hasText(value);
  const lists = waysIn(value, []);
  const isByName = lists.some((way) => (at(value, way) as unknown[]).some(hasText));
  const isRead = (way: readonly string[]): boolean => {
    const records = at(value, way) as unknown[];
    return isByName || isWhole ? records.some(hasText) : fieldsWithProse(records).length > 0;
  };
  if (!isWhole && !lists.some(isRead)) return undefined;
  const left = isWhole
    ? lists.filter((way) => isRead(way) && !isListOfTurns(way[0]!))
    : lists.filter((way) => !isRead(way));
  if (left.length === 0) return undefined;
  const named = left.slice(0, LISTS_SHOWN).map((way) => way.join("."));
  const more = left.length > LISTS_SHOWN ? ` and ${left.length - LISTS_SHOWN} more` : "";
  const what = `the lists ${named.join(", ")}${more} are not read, since ${isWhole ? "the document has a text itself" : "none of their records has text"}`;
  return noTextIn(
    left.map((way) => nested(way, at(value, way))),
    what,
  );
}

/** Entries of lists of records that are none, and hold text; `undefined` where there is none. */
export function unreadEntries(value: unknown): string | undefined {
  const lists = waysIn(value, []).map((way) => at(value, way) as unknown[]);
  const others = lists.flat().filter((one) => Array.isArray(one) && !isConversation(one));
  const texts = others.flat(DEPTH).filter((one) => typeof one === "string");
  const words = texts.reduce((sum, one) => sum + wordsIn(one), 0);
  if (words === 0) return undefined;
  return `${others.length === 1 ? "1 entry" : `${others.length} entries`} of its lists, a list each, are no records and are not read (${words} words)`;
}

/** What a document says beside the lists that its records are of; `undefined` where that is a label or nothing. */
export function unreadBeside(value: unknown, records: readonly JsonRecord[], textField?: string): string | undefined {
  if (!isRecord(value) || textField !== undefined || records[0]?.place.key !== undefined) return undefined;
  if (records.length === 0 || records[0]!.list === records[0]!.place.value) return undefined;
  const prose = proseBeside(withoutLists(value, 0), "", []);
  if (prose.reduce((sum, { words }) => sum + words, 0) < TOLD_WORDS_MIN) return undefined;
  const named = shown(prose.map(({ path, words }) => `${path} (${words} words)`));
  const line = lineOf(
    prose.map(({ path }) => path),
    "To read it in the place of the records",
  );
  return `text beside the records is not read: ${named}. ${line}`;
}

const withoutLists = (value: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      if (Array.isArray(one) || depth > DEPTH) return [];
      return [[name, isRecord(one) ? withoutLists(one, depth + 1) : one]];
    }),
  );

/** Documents one after another, each a record; `undefined` where it is something else. */
function sequence(json: string, start: number): JsonRecord[] | WithoutRecords | undefined {
  const records: JsonRecord[] = [];
  for (let at = start; at < json.length; ) {
    if (json[at] !== "{") return undefined;
    const end = endOfValue(json, at);
    const raw = json.slice(at, end);
    if (!isRecord(parsedJson(raw))) return undefined;
    records.push({ json: raw, place: { start: at, end, value: at }, shift: at });
    at = beginningOf(json, end);
    if (json[at] === "," || json[at] === SEQUENCE_MARK) at = beginningOf(json, at + 1);
  }
  return records.length > 1 ? records : undefined;
}

/** The beginning of a list at the place that it has in a document. */
const nested = (way: readonly string[], list: unknown): unknown =>
  way.reduceRight((inner: unknown, name) => ({ [name]: inner }), (list as unknown[]).filter(isRecord).slice(0, 1));

/** The lists of records in a document; a list of texts counts where it is the document itself. */
function waysIn(value: unknown, way: readonly string[]): string[][] {
  if (Array.isArray(value)) {
    if (isConversation(value)) return [];
    const isEntry = (one: unknown) => isRecord(one) || isConversation(one) || (way.length === 0 && isText(one));
    return value.some(isEntry) ? [[...way]] : [];
  }
  if (!isRecord(value) || way.length >= DEPTH) return [];
  return Object.entries(value).flatMap(([name, one]) => waysIn(one, [...way, name]));
}

const isText = (one: unknown): boolean => typeof one === "string" && /\s/.test(one.trim());

function at(value: unknown, way: readonly string[]): unknown {
  return way.reduce((inner, name) => (inner as Record<string, unknown>)[name], value);
}

/** Where the value at the end of a way begins; the members of an object on it are looked for once. */
function placesIn(json: string, start: number): (way: readonly string[]) => number {
  const named = new Map<number, ReadonlyMap<string | undefined, number>>();
  const membersAt = (place: number): ReadonlyMap<string | undefined, number> => {
    const members = named.get(place) ?? new Map(membersOf(json, place).map(({ key, value }) => [key, value]));
    named.set(place, members);
    return members;
  };
  return (way) => way.reduce((place, name) => membersAt(place).get(name)!, start);
}

/** The entries of a list that are objects, texts, or conversations. */
function listed(json: string, start: number, list: readonly unknown[]): JsonRecord[] {
  return membersOf(json, start).flatMap((place, i): JsonRecord[] => {
    const raw = json.slice(place.value, place.end);
    if (isRecord(list[i])) return [{ json: raw, place, shift: place.value, list: start }];
    if (isConversation(list[i]))
      return [{ json: `${TURNS_BEFORE}${raw}}`, place, shift: place.value - TURNS_BEFORE.length, list: start }];
    if (typeof list[i] !== "string") return [];
    return [{ json: `${TEXT_BEFORE}${raw}}`, place, shift: place.value - TEXT_BEFORE.length, list: start }];
  });
}

/** Whether all that an object holds are objects, most of them with a text. */
function isNamed(value: unknown, hasText: (one: unknown) => boolean): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const all = Object.values(value);
  return all.length > 0 && all.every(isRecord) && 2 * all.filter(hasText).length > all.length;
}

/** Whether all that an object holds are objects with fields of the same names. */
function hasOneForm(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const all = Object.values(value);
  const formOf = (one: unknown): string => (isRecord(one) ? JSON.stringify(Object.keys(one).sort()) : "");
  return all.length > 1 && formOf(all[0]) !== "" && all.every((one) => formOf(one) === formOf(all[0]));
}

function namedRecords(json: string, start: number, value: Record<string, unknown>): JsonRecord[] {
  return membersOf(json, start).map((place) => {
    const raw = json.slice(place.value, place.end);
    const named = Object.hasOwn(value[place.key!] as object, "id");
    const id = named ? "" : `"id":${JSON.stringify(place.key)}${/^\{\s*\}$/.test(raw) ? "" : ","}`;
    return { json: `{${id}${raw.slice(1)}`, place, shift: place.value - id.length, list: start };
  });
}
