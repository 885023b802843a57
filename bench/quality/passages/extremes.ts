/** Pairs that would take for ever if nothing were bounded, and how long an ordinary pair takes. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createEngine, fingerprint } from "../../../src/index.ts";
import { Random } from "../../random.ts";
import { type SharedDocument, sharedCorpus } from "../../shared.ts";
import { type Spread, spread } from "../figures.ts";
import type { QuestionOptions } from "../question.ts";

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
  const times: { shared: number[]; unrelated: number[]; reading: number[] } = { shared: [], unrelated: [], reading: [] };
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
    const compare = (content: string) => engine.compare({ a: { content }, b: { content: document } });
    const measured = {
      shared: await milliseconds(() => compare(mixed)),
      unrelated: await milliseconds(() => compare(plain)),
      reading: await milliseconds(async () => [await fingerprint(mixed), await fingerprint(document)]),
    };
    if (i < 5) continue; // while the program warms up
    for (const name of ["shared", "unrelated", "reading"] as const) times[name].push(measured[name]);
  }
  return { pairs, shared: spread(times.shared)!, unrelated: spread(times.unrelated)!, reading: spread(times.reading)! };
}

const cutAt = (text: string, at: number, length: number) => text.slice(at, at + length);

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
