/**
 * Does what is generated recur as real text does? The share of the shingles of fresh real text that stand in so many words of other
 * real text, and in so many generated ones; and the blocks of 4,096 words in which a query of 500 words has a kept shingle.
 *
 *   node bench/corpora/calibrate.ts [GENRE …] [--boldness NUMBER --seen NUMBER] [--words MILLIONS]
 */
import { parseArgs } from "node:util";
import { PASSAGE } from "../../src/core/fingerprint/profile.ts";
import { hashKey, shingle } from "../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../src/core/kernels/load.ts";
import { readText } from "../../src/core/text/text.ts";
import { markdownLines } from "../harness/table.ts";
import { TextGenerator } from "./generate.ts";
import { GENRES, type Genre, realText } from "./genres.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    boldness: { type: "string" },
    seen: { type: "string", default: "4" },
    words: { type: "string", default: "32" },
  },
});
const kernels = await loadKernels();
/** What a Set can hold. */
const DISTINCT_MAX = 2 ** 24 - 2;
const BLOCK_WORDS = 4096;
const QUERY_WORDS = 500;
const MARKS = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256].map((millions) => millions * 1e6);

/** Shingles of held-out text, and in how many blocks each was met. */
class Fresh {
  readonly blocks = new Map<number, number>();
  readonly #isKept = new Set<number>();
  readonly #distinct = new Set<number>();
  #places = 0;
  readonly #occurrences = new Map<number, number>();
  #words = 0;

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const { shingles, selected } = shingle(kernels, readText(kernels, text), PASSAGE);
      for (let at = 0; at < shingles.low.length; at++) {
        const key = hashKey(shingles, at);
        this.blocks.set(key, 0);
        this.#occurrences.set(key, (this.#occurrences.get(key) ?? 0) + 1);
      }
      for (const at of selected) this.#isKept.add(hashKey(shingles, at));
      this.#words += shingles.low.length;
    }
  }

  /** Counts blocks of more text, by its kept shingles. */
  meet(text: string | Uint8Array): number {
    const { shingles, text: read, selected } = shingle(kernels, readText(kernels, text), PASSAGE);
    let inBlock = new Set<number>();
    let block = 0;
    this.#places += selected.length;
    for (const at of selected) {
      if (this.#distinct.size < DISTINCT_MAX) this.#distinct.add(hashKey(shingles, at));
      if (Math.floor(at / BLOCK_WORDS) !== block) {
        block = Math.floor(at / BLOCK_WORDS);
        inBlock = new Set();
      }
      const key = hashKey(shingles, at);
      const known = this.blocks.get(key);
      if (known === undefined || inBlock.has(key)) continue;
      inBlock.add(key);
      this.blocks.set(key, known + 1);
    }
    return read.lengthWords;
  }

  figures() {
    let [found, kept, keptFound, hits] = [0, 0, 0, 0];
    for (const [key, blocks] of this.blocks) {
      const times = this.#occurrences.get(key)!;
      if (blocks > 0) found += times;
      if (!this.#isKept.has(key)) continue;
      kept += times;
      if (blocks > 0) keptFound += times;
      hits += blocks * times;
    }
    const distinct = this.#distinct.size < DISTINCT_MAX ? this.#distinct.size / this.#places : undefined;
    return { distinct, kept: keptFound / kept, all: found / this.#words, hits: (hits / this.#words) * QUERY_WORDS };
  }
}

function curve(heldOut: readonly string[], texts: Iterable<string | Uint8Array>, wordsMax: number) {
  const fresh = new Fresh(heldOut);
  const points = new Map<number, ReturnType<Fresh["figures"]>>();
  let words = 0;
  for (const text of texts) {
    words += fresh.meet(text);
    for (const mark of MARKS) if (words >= mark && !points.has(mark)) points.set(mark, fresh.figures());
    if (words >= wordsMax) break;
  }
  return points;
}

const percent = (share: number | undefined) => (share === undefined ? null : `${(100 * share).toFixed(2)} %`);

for (const genre of GENRES.filter((one) => positionals.length === 0 || positionals.includes(one)) as Genre[]) {
  const { known, heldOut } = realText(genre);
  const fresh = heldOut.map(({ text }) => text).map((text) => text.slice(0, 1_000_000));
  const start = performance.now();
  const generator = new TextGenerator(
    genre,
    known.map(({ text }) => text),
    values.boldness === undefined ? undefined : { boldness: Number(values.boldness), seenLeast: Number(values.seen) },
  );
  const made = performance.now();
  let bytes = 0;
  for (const { text } of generator.documents("speed")) {
    bytes += text.length;
    if (bytes > 1e8) break;
  }
  console.log(
    `${genre}: chain in ${Math.round(made - start)} ms, ${Math.round(bytes / 1e3 / (performance.now() - made))} MB/s generated\n`,
  );
  const real = curve(
    fresh,
    known.map(({ text }) => text),
    Number.POSITIVE_INFINITY,
  );
  const wordsMax = Number(values.words) * 1e6;
  const generated = curve(fresh, textsOf(generator), wordsMax);
  const mixed = curve(fresh, textsOf(generator, known), wordsMax);
  const drawn = extrapolated(real);
  const rows = MARKS.filter((mark) => generated.has(mark)).map((mark) => {
    const [measured, line] = [real.get(mark), drawn(mark)];
    return [
      `${mark / 1e6} M`,
      measured === undefined ? `(${percent(line.kept)})` : percent(measured.kept),
      ...[percent(generated.get(mark)?.kept), percent(mixed.get(mark)?.kept)],
      measured === undefined ? `(${line.hits.toFixed(1)})` : measured.hits.toFixed(1),
      ...[generated.get(mark)!.hits.toFixed(1), mixed.get(mark)!.hits.toFixed(1)],
      ...[percent(measured?.distinct), percent(generated.get(mark)?.distinct), percent(mixed.get(mark)?.distinct)],
    ];
  });
  const head = ["found", "hits a query", "distinct"].flatMap((what) => [
    `${what}: real`,
    "generated",
    "real, then generated",
  ]);
  console.log(markdownLines(["words", ...head], rows).join("\n"), "\n");
}

function* textsOf(generator: TextGenerator, first: readonly { text: string }[] = []) {
  for (const { text } of first) yield text;
  for (const { text } of generator.documents("calibration")) yield text;
}

/** Beyond what real text there is: the share on a line over the logarithm of the words, hits as a power of them; by least squares. */
function extrapolated(points: ReadonlyMap<number, { kept: number; hits: number }>) {
  const x = [...points.keys()].map(Math.log2);
  const lineThrough = (y: readonly number[]) => {
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [meanX, meanY] = [mean(x), mean(y)];
    const slope =
      x.reduce((sum, at, i) => sum + (at - meanX) * (y[i]! - meanY), 0) /
      x.reduce((sum, at) => sum + (at - meanX) ** 2, 0);
    return (at: number) => meanY + slope * (Math.log2(at) - meanX);
  };
  const kept = lineThrough([...points.values()].map((point) => point.kept));
  const hits = lineThrough([...points.values()].map((point) => Math.log2(point.hits)));
  return (words: number) => ({ kept: kept(words), hits: 2 ** hits(words) });
}
