/**
 * Writes `boilerplate.generated.ts`: fingerprints of licences and other texts that many works carry. It reads the
 * licences of the shared development data (google/licenseclassifier, Apache-2.0) and the texts in `texts/`.
 *
 *   node src/commonplace/boilerplate.build.ts YYYY-MM-DD [shared/data/pairs/licences/licences.jsonl.gz]
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { toBase64 } from "../base/bytes.ts";
import { groupBy } from "../base/groups.ts";
import { PASSAGE } from "../fingerprint/profile.ts";
import { shingle } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { loadKernels } from "../kernels/load.ts";
import { readText } from "../text/text.ts";
import { LIST_WINDOW } from "./boilerplate.ts";
import { BETWEEN_NUMBERS, FURTHER_NUMBERS, HEADINGS, NAME_LISTS, PROVISIONS, SERIES } from "./lists.ts";

/** A text of the list: its family is what a report calls it. */
interface ListedText {
  family: string;
  text: string;
}

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
  [/^(?:[AL]?GPL|LGPLLR)/, "GNU licence"],
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
  return records.map(({ id, text }) => ({ family: familyOf(id), text }));
}

function ownTexts(): ListedText[] {
  const read = (name: string) => readFileSync(new URL(`texts/${name}`, import.meta.url), "utf8");
  const gutenberg = read("gutenberg.txt");
  return [
    // Older books write the trade mark in letters.
    ...[gutenberg, gutenberg.replaceAll("™", "-tm")].map((text) => ({ family: "Project Gutenberg licence", text })),
    ...read("lorem.txt")
      .split("\n\n")
      .map((text) => ({ family: "lorem ipsum", text })),
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
  const least = (family: string) => Math.min(...byFamily.get(family)!.map(({ text }) => text.length));
  // Of the others, the shorter is more likely to be the one that is quoted.
  const families = [...byFamily.keys()].sort((x, y) => place(x) - place(y) || least(x) - least(y) || (x < y ? -1 : 1));
  const familyOfKey = new Map<number, number>();
  for (const [number, family] of families.entries()) {
    for (const { text } of byFamily.get(family)!) {
      for (const key of keysOf(kernels, text)) if (!familyOfKey.has(key)) familyOfKey.set(key, number);
    }
  }
  const sorted = [...familyOfKey].sort(([one], [other]) => one - other);
  const keys = new DataView(new ArrayBuffer(4 * sorted.length));
  for (const [i, [key]] of sorted.entries()) keys.setUint32(4 * i, key, true);
  const data = {
    families,
    keys: toBase64(new Uint8Array(keys.buffer)),
    familyOfKeys: toBase64(Uint8Array.from(sorted, ([, family]) => family)),
  };
  const hash = createHash("sha256").update(
    JSON.stringify([data, SERIES, NAME_LISTS, FURTHER_NUMBERS, BETWEEN_NUMBERS, HEADINGS, PROVISIONS]),
  );
  const line = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)};\n`;
  return [
    "// Written by boilerplate.build.ts. Do not edit.\n",
    `/** Name, date and hash of the list of boilerplate and of the lists of enumerations. */\n${line("LISTS", `spolia-commonplace ${date} ${hash.digest("hex").slice(0, 12)}`)}`,
    `/** Families of texts. */\n${line("FAMILIES", data.families)}`,
    `/** High halves of the hashes of ${sorted.length} shingles, ascending: 32 bits each, the lowest byte first. */\n${line("KEYS", data.keys)}`,
    `/** The number of the family of each, a byte each. */\n${line("FAMILY_OF_KEYS", data.familyOfKeys)}`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [date = "", path = "../shared/data/pairs/licences/licences.jsonl.gz"] = process.argv.slice(2);
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error("Give the date of the list, YYYY-MM-DD.");
  const licences = licencesIn(gunzipSync(readFileSync(path)).toString("utf8"));
  writeFileSync(new URL("boilerplate.generated.ts", import.meta.url), await generateBoilerplate(licences, date));
}
