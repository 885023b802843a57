/** Pairs that would take for ever if nothing were bounded, and how long an ordinary pair takes. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { findPassages } from "../../../src/core/passages/passages.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import { createEngine, fingerprint } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { type SharedDocument, sharedCorpus } from "../../harness/shared.ts";
import { type Spread, spread } from "../figures.ts";
import type { QuestionOptions } from "../question.ts";
import { changedAtRandom } from "../search/edits.ts";
import { wordsOf } from "../words.ts";

export const EXTREMES = [
  "one word",
  "a sentence repeated",
  "a page repeated",
  "two pages with a common sentence, repeated",
  "two words in random order",
  "ten words in random order",
  "no blank at all",
  "novels, and every tenth word changed",
] as const;
export type ExtremeName = (typeof EXTREMES)[number];

const MEGABYTES = 10;
const SECONDS_MAX = 60;
/** Both texts, their words and hashes take about a gigabyte where nothing is hostile (`novels`). */
const PEAK_BYTES_MAX = 4e9;

export interface ExtremeFigure {
  name: ExtremeName;
  /** Of each side. */
  megabytes: number;
  seconds: number;
  peakBytes: number;
  peakBytesBefore: number;
  relation: string;
  passages: number;
  complete: boolean;
  reason: string | null;
}

export type Extreme = { name: ExtremeName; figure: ExtremeFigure | null; isBounded: boolean };

/** `figure` is `null` where the process was killed after `SECONDS_MAX`, or died. */
export async function measureExtremes({ sample, onProgress }: QuestionOptions): Promise<Extreme[]> {
  const megabytes = sample === undefined ? MEGABYTES : 1;
  const extremes: Extreme[] = [];
  for (const name of EXTREMES) {
    onProgress(`hostile pair, ${name}`);
    const figure = await measureOne(name, megabytes).catch(() => null);
    const isBounded = figure !== null && figure.seconds <= SECONDS_MAX && figure.peakBytes <= PEAK_BYTES_MAX;
    extremes.push({ name, figure, isBounded });
  }
  return extremes;
}

async function measureOne(name: ExtremeName, megabytes: number): Promise<ExtremeFigure> {
  const program = fileURLToPath(new URL("extreme.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, name, String(megabytes)], {
    timeout: 2_000 * SECONDS_MAX,
  });
  return JSON.parse(stdout) as ExtremeFigure;
}

export interface Speed {
  pairs: number;
  /** Milliseconds of a whole compare() of a text of 50 kB with a document of 500 kB: reading, folding, passages, shares. */
  shared: Spread;
  unrelated: Spread;
  /** Of `fingerprint()` of both texts: the reading, folding and hashing that compare() does too, and no passages. */
  reading: Spread;
  /** Of indexing the document and finding passages, given the shingles of both; `edited` is an excerpt of which each tenth word was changed. */
  aligning: { shared: Spread; unrelated: Spread; edited: Spread };
}

const TEXT_CHARACTERS = 50_000;
const DOCUMENT_CHARACTERS = 500_000;
const PASSAGE_CHARACTERS = 3_000;
const SPEED_PAIRS = 40;

/** English novels; the shared text holds three passages of 3,000 characters of the document. */
export async function measureSpeed({ sample, onProgress }: QuestionOptions): Promise<Speed> {
  onProgress("speed");
  const random = new Random("passages speed");
  const long = sharedCorpus("eltec-eng").filter(({ text }) => text.length >= DOCUMENT_CHARACTERS);
  const engine = await createEngine({ corpora: [] });
  const align = await aligner();
  const times: Times = { shared: [], unrelated: [], reading: [], alignShared: [], alignUnrelated: [], alignEdited: [] };
  const pairs = Math.min(sample ?? SPEED_PAIRS, SPEED_PAIRS);
  for (let i = 0; i < pairs + 5; i++) {
    const [host, source] = random.shuffled(long) as [SharedDocument, SharedDocument, ...SharedDocument[]];
    const document = source.text.slice(0, DOCUMENT_CHARACTERS);
    const plain = host.text.slice(0, TEXT_CHARACTERS);
    const taken = Array.from({ length: 3 }, () =>
      cutAt(document, random.below(document.length - PASSAGE_CHARACTERS), PASSAGE_CHARACTERS),
    );
    const kept = (TEXT_CHARACTERS - 3 * PASSAGE_CHARACTERS) / 3;
    const mixed = taken.map((passage, j) => `${plain.slice(j * kept, (j + 1) * kept)} ${passage}`).join(" ");
    const edited = changedAtRandom(0.1)(cutAt(document, 100_000, TEXT_CHARACTERS), random, wordsOf(plain).words);
    const compare = (content: string) => engine.compare({ a: { content }, b: { content: document } });
    const measured = {
      shared: await milliseconds(() => compare(mixed)),
      unrelated: await milliseconds(() => compare(plain)),
      reading: await milliseconds(async () => [await fingerprint(mixed), await fingerprint(document)]),
      alignShared: align(mixed, document),
      alignUnrelated: align(plain, document),
      alignEdited: align(edited, document),
    };
    if (i < 5) continue; // while the program warms up
    for (const name of Object.keys(times) as (keyof Times)[]) times[name].push(measured[name]);
  }
  const of = (name: keyof Times) => spread(times[name])!;
  const aligning = { shared: of("alignShared"), unrelated: of("alignUnrelated"), edited: of("alignEdited") };
  return { pairs, shared: of("shared"), unrelated: of("unrelated"), reading: of("reading"), aligning };
}

type Times = Record<"shared" | "unrelated" | "reading" | "alignShared" | "alignUnrelated" | "alignEdited", number[]>;

/** Milliseconds of what `compare` does between the shingles of two texts and their passages: the longer one is indexed. */
async function aligner(): Promise<(text: string, document: string) => number> {
  const kernels = await loadKernels();
  const shingled = (text: string) => shingle(kernels, readText(kernels, text), PASSAGE);
  return (text, document) => {
    const [a, b] = [shingled(document), shingled(text)];
    const started = performance.now();
    findPassages(kernels, indexShingles(a), b);
    return performance.now() - started;
  };
}

const cutAt = (text: string, at: number, length: number) => text.slice(at, at + length);

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
