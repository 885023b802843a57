/**
 * Writes `boilerplate.generated.ts`: fingerprints of licences and other texts that many works carry. It reads the
 * licences of the shared development data (google/licenseclassifier, Apache-2.0) and the texts in `texts/`.
 *
 *   node src/build/tables/boilerplate.ts YYYY-MM-DD [shared/data/pairs/licences/licences.jsonl.gz]
 *   node src/build/tables/boilerplate.ts --add ID FILE SOURCE   # fingerprints of one more licence; then the first
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { fromBase64, toBase64 } from "../../base/bytes/bytes.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { LIST_WINDOW, unpacked } from "../../core/commonplace/boilerplate.ts";
import {
  BETWEEN_NUMBERS,
  FURTHER_NUMBERS,
  HEADINGS,
  NAME_LISTS,
  PROVISIONS,
  SERIES,
} from "../../core/commonplace/lists.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import { shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { readText } from "../../core/text/text.ts";

/** A text of the list: its family is what a report calls it. */
interface ListedText {
  family: string;
  /** UTF-16 units of the text. */
  length: number;
  keys(kernels: Kernels): Iterable<number>;
}

/** A licence of which the repository has fingerprints alone (`texts/licences.json`). */
interface PrintedLicence {
  id: string;
  source: string;
  /** SHA-256 of the text in UTF-8. */
  sha256: string;
  length: number;
  words: number;
  /** As `KEYS` of the generated file, of one family. */
  keys: string;
}

const PRINTED = new URL("../../core/commonplace/texts/licences.json", import.meta.url);

/** Families whose wording others took over, in the order in which a shared shingle is given to them. */
const FIRST = [
  "MIT licence",
  "BSD licence",
  "Apache licence",
  "GNU licence",
  "ISC licence",
  "Creative Commons licence",
];
const FAMILY_RULES: readonly [RegExp, string][] = [
  [/^(?:[AL]?GPL|LGPLLR|GFDL)/, "GNU licence"],
  [/^CC/, "Creative Commons licence"],
  [/^(?:BSD|Facebook-[23])/, "BSD licence"],
  [/^Unlicense/, "Unlicense"],
  [/^BSL/, "Boost licence"],
];

function familyOf(id: string): string {
  const known = FAMILY_RULES.find(([pattern]) => pattern.test(id))?.[1];
  return known ?? `${id.replace(/\.header$/, "").replace(/-\d.*$/, "")} licence`;
}

/** The licences of the shared development data, as JSON Lines. */
export function licencesIn(jsonLines: string): ListedText[] {
  const records: { id: string; text: string }[] = jsonLines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return records.map(({ id, text }) => listed(familyOf(id), text));
}

const listed = (family: string, text: string): ListedText => ({
  family,
  length: text.length,
  keys: (kernels) => keysOf(kernels, text),
});

const printedLicences = (): PrintedLicence[] => JSON.parse(readFileSync(PRINTED, "utf8"));

const ofPrinted = ({ id, length, keys }: PrintedLicence): ListedText => ({
  family: familyOf(id),
  length,
  keys: () => unpacked(fromBase64(keys)).keys(),
});

function ownTexts(): ListedText[] {
  const read = (name: string) => readFileSync(new URL(`../../core/commonplace/texts/${name}`, import.meta.url), "utf8");
  const gutenberg = read("gutenberg.txt");
  return [
    // Older books write the trade mark in letters.
    ...[gutenberg, gutenberg.replaceAll("™", "-tm")].map((text) => listed("Project Gutenberg licence", text)),
    ...read("lorem.txt")
      .split("\n\n")
      .map((text) => listed("lorem ipsum", text)),
    ...printedLicences().map(ofPrinted),
  ];
}

/** Keys of the shingles of a text that the list keeps. */
function keysOf(kernels: Kernels, text: string): number[] {
  const { shingles } = shingle(kernels, readText(kernels, text), PASSAGE);
  const kept = kernels.winnow(shingles.low, [LIST_WINDOW])[0]!;
  const ends = [0, shingles.high.length - 1];
  return [...kept, ...ends].map((at) => shingles.high[at]).filter((key) => key !== undefined);
}

export async function generateBoilerplate(licences: readonly ListedText[], date: string): Promise<string> {
  const kernels = await loadKernels();
  const byFamily = groupBy([...licences, ...ownTexts()], ({ family }) => family);
  const place = (family: string) => (FIRST.includes(family) ? FIRST.indexOf(family) : FIRST.length);
  const least = (family: string) => Math.min(...byFamily.get(family)!.map(({ length }) => length));
  // Of the others, the shorter is more likely to be the one that is quoted.
  const families = [...byFamily.keys()].sort((x, y) => place(x) - place(y) || least(x) - least(y) || (x < y ? -1 : 1));
  const familyOfKey = new Map<number, number>();
  for (const [number, family] of families.entries()) {
    for (const text of byFamily.get(family)!) {
      for (const key of text.keys(kernels)) if (!familyOfKey.has(key)) familyOfKey.set(key, number);
    }
  }
  const keysOfFamily = families.map((_, number) => keysOfNumber(familyOfKey, number));
  const data = { families, keys: packed(keysOfFamily) };
  const hash = createHash("sha256").update(
    JSON.stringify([data, SERIES, NAME_LISTS, FURTHER_NUMBERS, BETWEEN_NUMBERS, HEADINGS, PROVISIONS]),
  );
  const line = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)};\n`;
  return [
    "// Written by src/build/tables/boilerplate.ts. Do not edit.\n",
    `/** Name, date and hash of the list of boilerplate and of the lists of enumerations. */\n${line("LISTS", `spolia-commonplace ${date} ${hash.digest("hex").slice(0, 12)}`)}`,
    `/** Families of texts. */\n${line("FAMILIES", data.families)}`,
    `/**\n * High halves of the hashes of ${familyOfKey.size} shingles: of each family, how many there are, and the distance of each from the one\n * before. A byte has seven bits of a number, the lowest first, and the eighth where another byte follows.\n */\n${line("KEYS", data.keys)}`,
  ].join("\n");
}

const keysOfNumber = (familyOfKey: ReadonlyMap<number, number>, number: number): number[] =>
  [...familyOfKey].flatMap(([key, family]) => (family === number ? [key] : []));

/** Lists of keys, as `unpacked` of `boilerplate.ts` reads them, in base64. */
function packed(lists: readonly (readonly number[])[]): string {
  const bytes: number[] = [];
  const put = (value: number) => {
    for (let left = value; ; left = Math.floor(left / 128)) {
      bytes.push((left % 128) + (left < 128 ? 0 : 128));
      if (left < 128) return;
    }
  };
  for (const list of lists) {
    const ascending = [...new Set(list)].sort((one, other) => one - other);
    put(ascending.length);
    for (const [i, key] of ascending.entries()) put(key - (ascending[i - 1] ?? 0));
  }
  return toBase64(Uint8Array.from(bytes));
}

/** The fingerprints of a licence as they stand in `texts/licences.json`. */
export async function printedLicence(id: string, text: string, source: string): Promise<PrintedLicence> {
  const kernels = await loadKernels();
  const sha256 = createHash("sha256").update(text).digest("hex");
  const keys = packed([keysOf(kernels, text)]);
  return { id, source, sha256, length: text.length, words: readText(kernels, text).lengthWords, keys };
}

async function add([id = "", file = "", source = ""]: readonly string[]): Promise<void> {
  const added = await printedLicence(id, readFileSync(file, "utf8"), source);
  const all = [...printedLicences().filter((one) => one.id !== id), added].sort((x, y) => (x.id < y.id ? -1 : 1));
  writeFileSync(PRINTED, `${JSON.stringify(all, null, 1)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === "--add") await add(process.argv.slice(3));
else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [date = "", path = "../shared/data/pairs/licences/licences.jsonl.gz"] = process.argv.slice(2);
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error("Give the date of the list, YYYY-MM-DD.");
  const licences = licencesIn(gunzipSync(readFileSync(path)).toString("utf8"));
  writeFileSync(
    new URL("../../core/commonplace/boilerplate.generated.ts", import.meta.url),
    await generateBoilerplate(licences, date),
  );
}
