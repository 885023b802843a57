/**
 * Which record does a look-up mean by a name that is not quite its own? In doubt none: people quote the answer, and one
 * of another record is worse than a list of near names.
 */
import { datasetSpellings, writtenSpellings } from "./names.ts";
import { bare, editDistance, type Spelling } from "./near.ts";
import type { CatalogueRecords } from "./records.ts";

type NamedRecords = Pick<CatalogueRecords, "models" | "datasets" | "providers">;

/** Shorter words are too often one letter from each other. */
const SLIP_CHARACTERS_MIN = 6;
/** Shorter parts of names stand in other words by chance. */
const PART_CHARACTERS_MIN = 3;

const VERSION = /[ -]v?\d[\d.]*$/i;
/** Of a later version there were earlier ones, in the records or not. */
const FIRST_VERSION = /[ -]v?[01](?:\.\d+)*$/i;
const SIZE = /[ _-]\d[\d.]*[bm]$/i;

/** The id of the only model that can be meant. */
export function meantModel(records: NamedRecords, asked: string): string | undefined {
  const spellings = writtenSpellings(records.models, records.providers);
  return sameName(asked, spellings) ?? withoutSize(asked, spellings) ?? slipOfOneLetter(asked, spellings, records);
}

/** As `meantModel`, for datasets. Their makers are in no record, so that one of the providers may stand before them. */
export function meantDataset(records: NamedRecords, asked: string): string | undefined {
  const spellings = datasetSpellings(records.datasets);
  const maker = records.providers
    .flatMap(({ id, name }) => [id, name])
    .find((name) => asked.toLowerCase().startsWith(name.toLowerCase()) && /^[ /]/.test(asked.slice(name.length)));
  const made = maker === undefined ? undefined : sameName(asked.slice(maker.length + 1), spellings);
  return sameName(asked, spellings) ?? made ?? slipOfOneLetter(asked, spellings, records);
}

/** In another case, spacing or hyphenation, with or without "the"; or without a first version that has no second. */
function sameName(asked: string, spellings: readonly Spelling[]): string | undefined {
  const whole = idsOf(asked, spellings);
  if (whole.size > 0) return onlyOf(whole);
  const id = onlyOf(idsOf(asked, spellings, VERSION));
  return id !== undefined && idsOf(asked, spellings, FIRST_VERSION).has(id) ? id : undefined;
}

function withoutSize(asked: string, spellings: readonly Spelling[]): string | undefined {
  const id = onlyOf(idsOf(asked, spellings, SIZE));
  return id === undefined || isInOthers(asked, id, spellings) ? undefined : id;
}

/** Ids of records that have the name, where spellings go without their end. */
function idsOf(asked: string, spellings: readonly Spelling[], end: RegExp = /$/): ReadonlySet<string> {
  const typed = formsOf(asked);
  return idsWhere(spellings, (spelling) => formsOf(spelling.replace(end, "")).some((form, i) => form === typed[i]));
}

/** One letter inside a word of six, where no other name is as near and the word is not known as it was typed. */
function slipOfOneLetter(asked: string, spellings: readonly Spelling[], records: NamedRecords): string | undefined {
  const typed = bare(asked);
  const names = spellings.flatMap(([id, spelling]): Spelling[] => [
    [id, bare(spelling)],
    [id, bare(spelling.replace(VERSION, ""))],
  ]);
  const id = onlyOf(idsWhere(names, (name) => isOneLetterFrom(name, typed)));
  if (id === undefined || isInOthers(asked, id, spellings)) return undefined;
  const parts = partsOf(records);
  return names.some(([own, name]) => own === id && isSlip(typed, name, parts)) ? id : undefined;
}

/** First and last letters tell names apart ("CulturaX", "CulturaY"), and so does all that touches a digit. */
function isSlip(typed: string, name: string, parts: ReadonlySet<string>): boolean {
  const [left, right] = [typed, name].map((one) => one.split(/(\d[\d.]*)/));
  const differing = left!.flatMap((word, i) => (word === right![i] ? [] : [[word, right![i] ?? ""] as const]));
  const [slip, ...others] = differing;
  if (slip === undefined || others.length > 0 || left!.length !== right!.length) return false;
  const [word, meant] = withoutShared(slip, parts);
  return (
    Math.min(word.length, meant.length) >= SLIP_CHARACTERS_MIN &&
    !/\d/.test(word + meant) &&
    word[0] === meant[0] &&
    word.at(-1) === meant.at(-1) &&
    !parts.has(word) &&
    !parts.has(slip[0])
  );
}

/** A part that both share tells nothing of the rest: "MetaMath" is not "MegaMath", nor "ARBERT" "AraBERT". */
function withoutShared([word, meant]: readonly [string, string], parts: ReadonlySet<string>): [string, string] {
  for (const part of parts) {
    if (part.length < PART_CHARACTERS_MIN) continue;
    if (word.endsWith(part) && meant.endsWith(part))
      return withoutShared([word.slice(0, -part.length), meant.slice(0, -part.length)], parts);
    if (word.startsWith(part) && meant.startsWith(part))
      return withoutShared([word.slice(part.length), meant.slice(part.length)], parts);
  }
  return [word, meant];
}

/** Words of all names, and what a change of case divides in them: "fineweb", "fine", "web". */
function partsOf({ models, datasets, providers }: NamedRecords): ReadonlySet<string> {
  const names = [
    ...writtenSpellings(models, providers).map(([, spelling]) => spelling),
    ...datasetSpellings(datasets).map(([, spelling]) => spelling),
  ];
  const words = names.flatMap((name) => name.split(/[^\p{L}]+/u));
  const inWords = words.flatMap((word) => word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u));
  return new Set([...words, ...inWords].filter((part) => part !== "").map((part) => part.toLowerCase()));
}

/** As it is written, and without "the". */
const formsOf = (name: string): string[] => [bare(name), bare(name.replace(/^the(?![\p{L}\p{N}])/iu, ""))];

const isOneLetterFrom = (name: string, typed: string): boolean =>
  Math.abs(name.length - typed.length) <= 1 && editDistance(name, typed) <= 1;

function isInOthers(asked: string, id: string, spellings: readonly Spelling[]): boolean {
  const typed = bare(asked);
  return spellings.some(([other, spelling]) => other !== id && bare(spelling).includes(typed));
}

const idsWhere = (spellings: readonly Spelling[], fits: (spelling: string) => boolean): ReadonlySet<string> =>
  new Set(spellings.flatMap(([id, spelling]) => (fits(spelling) ? [id] : [])));

function onlyOf(ids: ReadonlySet<string>): string | undefined {
  const [only] = ids;
  return ids.size === 1 ? only : undefined;
}
