/** Audits: items against a corpus, and items past a stream of generated text. Named to be run: it takes half an hour. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FINGERPRINTS_PER_WORD } from "../../corpora/stream.ts";
import { runStep } from "../../corpus/process.ts";
import { type Figure, figure } from "../../harness/harness.ts";
import type { Audited } from "../../steps/audit/step.ts";
import type { CorpusCase, CorpusOptions } from "../corpus/corpus.ts";

const CORPUS_ITEMS = 10_000;
const CORPUS_WORDS = [1e7, 1e8];
const STREAM_ITEMS = 1_000;
/** 10^8 bytes, and 10^10, which only `--full` asks for. */
const STREAM_WORDS = [1.8e7, 1.8e8];
const STREAM_WORDS_FULL = 1.82e9;

export const auditCase: CorpusCase = {
  name: "audit",
  async figures({ full = false }: CorpusOptions) {
    const figures: Figure[] = [];
    for (const words of CORPUS_WORDS) figures.push(...(await overCorpus(words)));
    for (const words of [...STREAM_WORDS, ...(full ? [STREAM_WORDS_FULL] : [])])
      figures.push(...(await overStream(words)));
    return figures;
  },
};

async function overCorpus(words: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-audit-"));
  try {
    const corpus = join(folder, "corpus");
    await runStep("build", ["novels", words * FINGERPRINTS_PER_WORD, corpus]);
    const figures: Figure[] = [];
    for (const way of ["searched", "streamed"] as const) {
      const audited = await step([way, CORPUS_ITEMS, words, corpus]);
      const name = `audit of ${CORPUS_ITEMS} items against a corpus of ${power(words)} words, ${way}`;
      figures.push(
        ...figuresOf(
          name,
          audited,
          figure(`${name}: processor's time an item`, "ms", (1e3 * audited.cpuSeconds) / CORPUS_ITEMS),
        ),
      );
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says what was measured at once: the next step takes longer, and may fail. */
async function step(parameters: readonly (string | number)[]): Promise<Audited> {
  const audited = await runStep<Audited>("audit", parameters);
  console.error(`    ${parameters.slice(0, 3).join(" ")}: ${JSON.stringify(audited)}`);
  return audited;
}

async function overStream(words: number): Promise<Figure[]> {
  // The rate of folding is the same for more text, which takes minutes to make.
  const folded = words === STREAM_WORDS_FULL ? null : await step(["fold", 0, words]);
  const audited = await step(["stream", STREAM_ITEMS, words]);
  const name = `audit of ${STREAM_ITEMS} items past ${(audited.megabytes / 1e3).toFixed(1)} GB`;
  const rate = ({ megabytes, cpuSeconds }: Audited) => megabytes / cpuSeconds;
  return figuresOf(
    name,
    audited,
    figure(`${name}: rate, by the processor's time`, "MB/s", rate(audited)),
    ...(folded === null ? [] : [figure(`${name}: rate of folding alone`, "MB/s", rate(folded))]),
  );
}

function figuresOf(
  name: string,
  { foundOthers, foundPlanted, maxResidentBytes, planted, seconds }: Audited,
  ...first: Figure[]
) {
  return [
    ...first,
    figure(`${name}: time without waiting for text`, "s", seconds),
    figure(`${name}: memory, at most`, "MB", maxResidentBytes / 1e6),
    figure(`${name}: items that stand there, found`, "%", (100 * foundPlanted) / planted),
    figure(`${name}: other items, found`, "items", foundOthers),
  ];
}

const power = (words: number): string => `10^${Math.round(Math.log10(words))}`;
