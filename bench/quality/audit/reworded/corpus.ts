/**
 * Does `analyze` find a rewording among novels, and nothing where there is none? Each kind of pair has a corpus of its own, since
 * rewordings of one text at three strengths share words with each other.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RewordedVerdict } from "../../../../src/base/contract/operations/rewording.ts";
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { encodeCorpus } from "../../../../src/corpus/change/encode.ts";
import { openCorpus } from "../../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { hasSharedData, sharedRecords } from "../../../harness/shared.ts";
import { remembering } from "./encoders.ts";
import { writtenPairs } from "./pairs.ts";

const INDEXED_NOVELS = 10;
const INDEXED_UNITS = 300_000;
const CLEAN_NOVELS = 10;
const CLEAN_WORDS = 300;
const CLEAN_OF_EACH = 8;

export interface AnalysedText {
  kind: string;
  id: string;
  words: number;
  verdict: RewordedVerdict;
  /** Whether the first document that was found is the right one. */
  isRight: boolean;
  /** Whether passages show it: the words themselves are shared. */
  isShared: boolean;
  milliseconds: number;
}

/** @param sample clean excerpts of each novel */
export async function analysedTexts(
  encoder: Encoder,
  sample: number | undefined,
  onProgress: (stage: string) => void,
): Promise<AnalysedText[]> {
  if (!hasSharedData()) return [];
  const folder = mkdtempSync(join(tmpdir(), "spolia-reworded-"));
  try {
    const kept = remembering(encoder, folder);
    const novels = sharedRecords<{ id: string; text: string }>("corpora/eltec-eng/*.jsonl.gz");
    const { contested, reworded: written, novels: passages } = writtenPairs();
    // The corpus holds the passage. Novels of those that the rule has seen are among the ten.
    const unseen = passages
      .filter(({ kind }) => kind === "novel, unseen")
      .map(({ a, b, ...pair }) => ({ ...pair, a: b, b: a }));
    const reworded = [...written, ...unseen];
    const kinds = [...new Set(reworded.map(({ kind }) => kind))];
    const asked = [
      ...kinds.map((kind) => ({ kind, texts: reworded.filter((pair) => pair.kind === kind) })),
      { kind: "contested", texts: contested },
      { kind: "clean", texts: cleanOf(novels.slice(INDEXED_NOVELS, INDEXED_NOVELS + CLEAN_NOVELS), sample) },
    ];
    const found: AnalysedText[] = [];
    for (const { kind, texts } of asked) {
      onProgress(`${kind} among novels, ${encoder.name}`);
      const documents = [
        ...novels.slice(0, INDEXED_NOVELS).map(({ id, text }) => ({ id, text: text.slice(0, INDEXED_UNITS) })),
        ...texts.flatMap(({ id, b }) => (b === "" ? [] : [{ id, text: b }])),
      ];
      found.push(...(await analysed(kept, documents, kind, texts)));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cleanOf(novels: readonly { id: string; text: string }[], ofEach = CLEAN_OF_EACH) {
  return novels.flatMap(({ id, text }) => {
    const words = text.split(/\s+/);
    return Array.from({ length: ofEach }, (_, i) => {
      const start = Math.floor(((i + 1) * (words.length - CLEAN_WORDS)) / (ofEach + 1));
      return { id: `${id} ${start}`, a: words.slice(start, start + CLEAN_WORDS).join(" "), b: "" };
    });
  });
}

async function analysed(
  encoder: Encoder,
  documents: readonly { id: string; text: string }[],
  kind: string,
  texts: readonly { id: string; a: string }[],
): Promise<AnalysedText[]> {
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { name: "novels", dataset: "novels", storage })).close();
  await encodeCorpus(storage, encoder);
  await using corpus = await openCorpus(storage);
  const engine = await createEngine({ corpora: [corpus], encoder });
  const found: AnalysedText[] = [];
  for (const { id, a } of texts) {
    const start = performance.now();
    const { reworded, matches, coverage } = await engine.analyze({ content: a });
    found.push({
      kind,
      id,
      words: coverage.words,
      verdict: reworded!.verdict,
      isRight: reworded!.found[0]?.document.id === id,
      isShared: matches.some(({ document }) => document.id === id),
      milliseconds: performance.now() - start,
    });
  }
  return found;
}

const GOALS: Readonly<Record<string, string>> = {
  medium: "95 % found",
  light: "95 % found",
  contested: "0 likely, at most 4 possible",
  clean: "0 likely",
};

export function corpusTable(texts: readonly AnalysedText[], encoder: Encoder) {
  const rows = [...new Set(texts.map(({ kind }) => kind))].map((kind) => {
    const of = texts.filter((one) => one.kind === kind);
    const count = (isCounted: (one: AnalysedText) => boolean) => of.filter(isCounted).length;
    const times = of.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    return [
      kind,
      String(of.length),
      of.reduce((sum, { words }) => sum + words, 0).toLocaleString("en"),
      String(count(({ isShared }) => isShared)),
      String(count(({ verdict }) => verdict === "likely")),
      String(count(({ verdict }) => verdict === "possible")),
      String(count(({ isRight }) => isRight)),
      times[times.length >> 1]!.toFixed(0),
      GOALS[kind] ?? "none",
    ];
  });
  return {
    title: `analyze among ${INDEXED_NOVELS} novels (encoder: ${encoder.name})`,
    head: ["texts", "number", "words", "found by passages", "likely", "possible", "right first", "median ms", "goal"],
    rows,
  };
}
