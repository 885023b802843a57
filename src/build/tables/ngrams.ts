/** Packs the n-grams of the language detector for the built files. `ngrams.ts` tells the form and reads it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "fflate";
import { toBase64 } from "../../base/bytes/bytes.ts";
import { type PackedNgrams, type Scores, SHAPE_BASE } from "../../core/text/ngrams.ts";

/** The data of eld that one of its tables exports. */
export interface NgramsData {
  ngrams: Record<string, Scores>;
  [other: string]: unknown;
}

/** The same n-grams give the same text everywhere. Throws where a number does not fit into its byte. */
export function packedNgrams(ngrams: Record<string, Scores>): PackedNgrams {
  const sorted = Object.keys(ngrams).sort();
  const shared = sorted.map((ngram, i) => sharedLength(sorted[i - 1] ?? "", ngram));
  const added = sorted.map((ngram, i) => ngram.slice(shared[i]));
  const scores = sorted.map((ngram) => Object.entries(ngrams[ngram]!));
  const columns = [
    added.map((characters, i) => shared[i]! * SHAPE_BASE + below(SHAPE_BASE, characters.length)),
    scores.map((ofOne) => ofOne.length),
    scores.flatMap((ofOne) => ofOne.map(([language]) => Number(language))),
    scores.flatMap((ofOne) => ofOne.map(([, score]) => score)),
    Array.from(added.join(""), (character) => character.codePointAt(0)!),
  ];
  const bytes = Uint8Array.from(columns.flat(), (number) => below(256, number));
  const deflated = deflateSync(bytes, { level: 9 });
  return { ngrams: sorted.length, scores: columns[3]!.length, columns: toBase64(deflated) };
}

/** Source code that stands for a file of eld with n-grams. */
export async function packedSource(file: string): Promise<string> {
  const { ngramsData } = (await import(pathToFileURL(file).href)) as { ngramsData: NgramsData };
  const { ngrams, ...others } = ngramsData;
  const reader = JSON.stringify(join(process.cwd(), "src/core/text/ngrams.ts"));
  return `import { unpackedNgrams } from ${reader};
const ngrams = /* @__PURE__ */ unpackedNgrams(${JSON.stringify(packedNgrams(ngrams))});
export const ngramsData = /* @__PURE__ */ Object.assign(${JSON.stringify(others)}, { ngrams });`;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function below(limit: number, number: number): number {
  if (!Number.isInteger(number) || number < 0 || number >= limit) throw new Error(`${number} is not below ${limit}`);
  return number;
}
