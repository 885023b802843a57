/** Reads the items of an audit: folds them, unites those with the same words, finds the words that are their own. */
import { checkArguments, isIterable, isRecord } from "../../base/arguments.ts";
import type { AuditItem, AuditRule } from "../../base/contract/operations/audit.ts";
import { SpoliaError } from "../../base/errors.ts";
import { textId } from "../../core/fingerprint/fingerprint.ts";
import { type ShingledText, shingleUnkept } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { readText } from "../../core/text/text.ts";
import { templatesOf } from "../../core/uncounted/frames/templates.ts";
import type { GivenTexts } from "../../core/uncounted/given.ts";
import { ALIGNED_WORDS_MIN } from "./rules.ts";
import { tellingUnits } from "./telling.ts";

/** An item that differs from all others. */
export interface ReadItem {
  id: string;
  shingled: ShingledText;
  /** 1 for each word that is the item's own. */
  own: Uint8Array;
  ownWords: number;
  /** What each word tells, in quarters of a bit; all own words together. Of aligned items only. */
  telling: Uint8Array;
  ownUnits: number;
  leftOut: { rule: AuditRule; words: number }[];
}

export interface Items {
  /** Each given item: its id, and the number of the distinct item with its words. */
  given: { id: string; distinct: number }[];
  distinct: ReadItem[];
}

/** Words of all items together: their index takes some 100 bytes a word. */
const ITEM_WORDS_MAX = 1 << 24;
const ITEM_ID_CHARACTERS_MAX = 1_000;

/** @throws invalid_request, content_too_large, no_documents */
export async function readItems(kernels: Kernels, items: Iterable<AuditItem>, ignore: GivenTexts): Promise<Items> {
  checkArguments("audit", [["/items", isIterable(items), "an array or another iterable of items"]]);
  const given: Items["given"] = [];
  const distinct: ReadItem[] = [];
  const ids = new Set<string>();
  const byWords = new Map<string, number>();
  let words = 0;
  for (const item of items) {
    const { id, text } = checkedItem(item, given.length, ids);
    const shingled = shingleUnkept(kernels, readText(kernels, text));
    const identity = textId(kernels, shingled.text.words);
    const known = byWords.get(identity);
    given.push({ id, distinct: known ?? distinct.length });
    if (known !== undefined) continue;
    byWords.set(identity, distinct.length);
    words += shingled.text.lengthWords;
    if (words > ITEM_WORDS_MAX) throw tooManyWords();
    const own = new Uint8Array(shingled.text.lengthWords).fill(1);
    distinct.push({ id, shingled, own, ownWords: own.length, telling: new Uint8Array(0), ownUnits: 0, leftOut: [] });
  }
  if (given.length === 0) {
    throw new SpoliaError("no_documents", "There is no item to look for.", {
      hint: "Give texts, each with an `id` and a `text`.",
    });
  }
  await leaveOut(kernels, distinct, ignore);
  return { given, distinct };
}

function checkedItem(item: AuditItem, index: number, ids: Set<string>): AuditItem {
  const pointer = `/items/${index}`;
  const { id, text } = isRecord(item) ? (item as unknown as AuditItem) : { id: undefined, text: undefined };
  const isNamed = typeof id === "string" && id !== "" && id.length <= ITEM_ID_CHARACTERS_MAX;
  checkArguments("audit", [
    [`${pointer}/id`, isNamed, `a name of 1 to ${ITEM_ID_CHARACTERS_MAX} characters`],
    [`${pointer}/id`, !isNamed || !ids.has(id), "unlike the ids of the other items"],
    [`${pointer}/text`, typeof text === "string", "a string"],
  ]);
  ids.add(id!);
  return { id: id!, text: text! };
}

function tooManyWords(): SpoliaError {
  return new SpoliaError("content_too_large", "The items have over 16 million words together.", {
    hint: "Look for them in parts, or build a corpus of them and analyse the documents.",
  });
}

/**
 * Marks the words of items that are not their own, and weighs the others. Every word is left out by one rule, the first
 * that applies.
 */
async function leaveOut(kernels: Kernels, items: readonly ReadItem[], ignore: GivenTexts): Promise<void> {
  const aligned = items.filter(({ shingled }) => shingled.text.lengthWords >= ALIGNED_WORDS_MIN);
  if (aligned.length === 0) return;
  const telling = tellingUnits(
    kernels,
    aligned.map(({ shingled }) => shingled),
  );
  const templates = templatesOf(kernels, aligned);
  for (const [i, item] of aligned.entries()) strike(item, "template", templates[i]!);
  // Loaded only where there are items to align: the lists are large.
  const { uncountedIn, withGiven } = await import("../../core/uncounted/uncounted.ts");
  for (const item of aligned) {
    const { spans } = withGiven(await uncountedIn(kernels, item.shingled), item.shingled, ignore);
    for (const rule of ["given", "boilerplate", "enumeration"] as const) {
      const mask = new Uint8Array(item.own.length);
      for (const { kind, start, end } of spans) if (kind === rule) mask.fill(1, start, end);
      strike(item, rule, mask);
    }
  }
  for (const [i, item] of aligned.entries()) {
    item.telling = telling[i]!;
    item.ownUnits = item.telling.reduce((units, unit, word) => units + item.own[word]! * unit, 0);
  }
}

/** Words that are not the item's own any more, by this rule. @returns how many they are */
export function strike(item: ReadItem, rule: AuditRule, mask: Uint8Array): number {
  let words = 0;
  for (let word = 0; word < mask.length; word++) {
    if (mask[word] === 0 || item.own[word] === 0) continue;
    item.own[word] = 0;
    item.ownUnits -= item.telling[word] ?? 0;
    words += 1;
  }
  if (words === 0) return 0;
  item.ownWords -= words;
  const known = item.leftOut.find((one) => one.rule === rule);
  if (known === undefined) item.leftOut.push({ rule, words });
  else known.words += words;
  return words;
}
