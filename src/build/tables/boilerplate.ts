/**
 * Writes `boilerplate.generated.ts`: fingerprints of licences and other texts that many works carry; and
 * `texts/sources.tsv`, where each of them is from. It reads checkouts of SPDX's list of licences and of
 * google/licenseclassifier, at the commits that `licences.ts` names, and the texts in `texts/`.
 *
 *   node src/build/tables/boilerplate.ts YYYY-MM-DD LICENSE_LIST_XML LICENSECLASSIFIER
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateSync, strToU8 } from "fflate";
import { toBase64 } from "../../base/bytes/bytes.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import { shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { readText } from "../../core/text/text.ts";
import {
  BETWEEN_NUMBERS,
  FURTHER_NUMBERS,
  HEADINGS,
  NAME_LISTS,
  PROVISIONS,
  SERIES,
} from "../../core/uncounted/enumerations/lists.ts";
import { KEY_SHIFT_BITS, LIST_WINDOWS, packed, SHORT_WORDS_MAX } from "../../core/uncounted/listed/packing.ts";
import { NOTICE_SIGNS } from "../../core/uncounted/notices/signs/all.ts";
import { SYNONYMS } from "../../core/uncounted/notices/signs/noticeSigns.ts";
import { classifierTexts, type KnownText, sourceTable, spdxTexts } from "./licences.ts";

const LISTED = new URL("../../core/uncounted/listed/", import.meta.url);
/** Texts of one name with such a share of common shingles are wordings of one. */
const ONE_TEXT_MIN = 0.9;

/** A text of the list, in all its wordings. */
interface ListedText {
  name: string;
  keys: Set<number>;
  /** How many shingles of its shortest wording are listed. */
  size: number;
}

export function ownTexts(): KnownText[] {
  const read = (name: string) => readFileSync(new URL(`texts/${name}`, LISTED), "utf8");
  const gutenberg = read("gutenberg.txt");
  const source = "https://www.gutenberg.org/policy/license.html";
  return [
    // Older books write the trade mark in letters.
    ...[gutenberg, gutenberg.replaceAll("™", "-tm")].map((text) => ({
      name: "Project Gutenberg licence",
      source,
      text,
    })),
    ...read("lorem.txt")
      .split("\n\n")
      .map((text) => ({ name: "lorem ipsum", source: "Cicero, De finibus bonorum et malorum, 1.10.32", text })),
  ];
}

/** Keys of all shingles of a text, and of those that the list keeps for its sake. */
function keysOf(kernels: Kernels, text: string): { all: number[]; kept: number[] } {
  const read = readText(kernels, text);
  const { shingles } = shingle(kernels, read, PASSAGE);
  const window = read.lengthWords <= SHORT_WORDS_MAX ? LIST_WINDOWS.short : LIST_WINDOWS.long;
  const all = Array.from(shingles.high, (high) => high >>> KEY_SHIFT_BITS);
  const places = [...kernels.winnow(shingles.low, [window])[0]!, 0, all.length - 1];
  return { all, kept: places.flatMap((at) => all[at] ?? []) };
}

/**
 * Texts with those of their shingles that are kept for the sake of any. Wordings that are nearly the same are one text:
 * what it is called is told by how much of it there is.
 */
function united(kernels: Kernels, texts: readonly KnownText[]): ListedText[] {
  const read = texts.map(({ name, text }) => ({ name, ...keysOf(kernels, text) }));
  const kept = new Set(read.flatMap((one) => one.kept));
  const listed: ListedText[] = [];
  for (const { name, all } of read) {
    const keys = new Set(all.filter((key) => kept.has(key)));
    const same = listed.find((one) => {
      if (one.name !== name) return false;
      const shared = [...keys].filter((key) => one.keys.has(key)).length;
      return shared >= ONE_TEXT_MIN * (one.keys.size + keys.size - shared);
    });
    if (same === undefined) listed.push({ name, keys, size: keys.size });
    else {
      for (const key of keys) same.keys.add(key);
      same.size = Math.min(same.size, keys.size);
    }
  }
  return listed;
}

/** The file, of texts in the order in which one of two that are equally like is named. */
export async function generateBoilerplate(texts: readonly KnownText[], date: string): Promise<string> {
  const listed = united(await loadKernels(), texts);
  const names = [...new Set(listed.map(({ name }) => name))];
  const textsOfKey = new Map<number, number[]>();
  for (const [number, { keys }] of listed.entries())
    for (const key of keys) textsOfKey.set(key, [...(textsOfKey.get(key) ?? []), number]);
  const classes = new Map<string, { texts: number[]; keys: number[] }>();
  for (const key of [...textsOfKey.keys()].sort((one, other) => one - other)) {
    const having = textsOfKey.get(key)!;
    const same = classes.get(having.join()) ?? { texts: having, keys: [] };
    same.keys.push(key);
    classes.set(having.join(), same);
  }
  const keys = packed([...classes.values()]);
  const numbers = listed.map(({ name }) => names.indexOf(name));
  const sizes = listed.map(({ size }) => size);
  const hash = createHash("sha256").update(
    JSON.stringify([
      [names, numbers, sizes, keys],
      SERIES,
      NAME_LISTS,
      FURTHER_NUMBERS,
      BETWEEN_NUMBERS,
      HEADINGS,
      PROVISIONS,
      NOTICE_SIGNS,
      SYNONYMS,
    ]),
  );
  const signs = NOTICE_SIGNS.map((one) =>
    Object.fromEntries(Object.entries(one).map(([tier, written]) => [tier, written.replace(/\s+/g, " ").trim()])),
  );
  const line = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)};\n`;
  return [
    "// Written by src/build/tables/boilerplate.ts. Do not edit.\n",
    `/** Name, date and hash of the list of boilerplate, of the lists of enumerations and of the signs of notices. */\n${line("LISTS", `spolia-commonplace ${date} ${hash.digest("hex").slice(0, 12)}`)}`,
    `/** What texts of the list are called. */\n${line("NAMES", names)}`,
    `/** The number of the name of each text. */\n${line("TEXTS", numbers)}`,
    `/** How many shingles of each text are listed, in its shortest wording. */\n${line("SIZES", sizes)}`,
    `/** ${textsOfKey.size} shingles of these texts; \`packing.ts\` says how they are packed. */\n${line("KEYS", keys)}`,
    `/** The signs of standing notices: JSON, deflated, in base64. */\n${line("SIGNS", toBase64(deflateSync(strToU8(JSON.stringify(signs)), { level: 9 })))}`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [date = "", spdx = "", classifier = ""] = process.argv.slice(2);
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error("Give the date of the list, YYYY-MM-DD.");
  const texts = [...spdxTexts(spdx), ...classifierTexts(classifier), ...ownTexts()];
  writeFileSync(new URL("boilerplate.generated.ts", LISTED), await generateBoilerplate(texts, date));
  writeFileSync(new URL("texts/sources.tsv", LISTED), sourceTable(texts));
}
