/**
 * Which of two folders was a model trained on? The texts of the installed packages are dealt into two folders by chance, and a tiny
 * model learns one of them. Because the split was random and is documented, comparing the folders is an exact test.
 */
import type { CorpusDocument, ModelConnector } from "spolia";
import { loadKernels } from "../../src/kernels/load.ts";
import { permutationTest } from "../../src/statistics/permutation.ts";
import { wasmBackend } from "../models/kernels.ts";
import { trainModel } from "../models/train.ts";
import { Random } from "../random.ts";

export type FolderName = "A" | "B";

export interface TrainedOnOne {
  folders: Record<FolderName, string[]>;
  connector: ModelConnector;
  /** What the model learnt: the truth that the answer stands beside. */
  truth: FolderName;
}

const [FOLDER_TEXTS, TEXT_WORDS, EPOCHS] = [100, 40, 4];

/** Deals the texts, draws one folder and trains on it. */
export async function modelOfOneFolder(documents: readonly CorpusDocument[]): Promise<TrainedOnOne> {
  const chance = new Random("demonstration: two folders");
  const texts = chance.shuffled(proseOf(documents)).slice(0, 2 * FOLDER_TEXTS);
  const half = Math.floor(texts.length / 2);
  const folders = { A: texts.slice(0, half), B: texts.slice(half) };
  const truth = chance.pick(["A", "B"] as const);
  const model = trainModel({ texts: folders[truth], seed: "demonstration", epochs: EPOCHS, backend: await wasmBackend() });
  return { folders, connector: model.asConnector("demonstration/tiny"), truth };
}

export interface FolderAnswer {
  folder: FolderName;
  /** Mean ln p a token. */
  means: Record<FolderName, number>;
  /** Of the larger mean by chance alone, whichever it is. */
  p: number;
}

/** The question itself. It sees the connector and the texts, nothing else. */
export async function whichFolder(connector: ModelConnector, folders: Record<FolderName, string[]>): Promise<FolderAnswer> {
  const [a, b] = [await scoresOf(connector, folders.A), await scoresOf(connector, folders.B)];
  const test = { alternative: "different", permutations: 9_999, stream: "demonstration: which folder" } as const;
  const { difference, p } = permutationTest(await loadKernels(), a, b, test);
  return { folder: difference > 0 ? "A" : "B", means: { A: mean(a), B: mean(b) }, p };
}

async function scoresOf(connector: ModelConnector, texts: readonly string[]): Promise<Float64Array> {
  const answers = await connector.logprobs(texts);
  return Float64Array.from(answers, (answer) => {
    if (answer.status !== "answered") throw new Error(`The model did not answer: ${answer.detail}`);
    return mean(answer.answer.tokens.map(({ logprob }) => logprob ?? 0));
  });
}

function mean(values: readonly number[] | Float64Array): number {
  return values.length === 0 ? 0 : [...values].reduce((sum, value) => sum + value, 0) / values.length;
}

/** The first words of paragraphs of prose, each wording once: many packages carry the same licence. */
function proseOf(documents: readonly CorpusDocument[]): string[] {
  const texts = new Map<string, string>();
  for (const { text } of documents) {
    for (const paragraph of text.split(/\r?\n\s*\r?\n/)) {
      const words = paragraph.split(/\s+/).filter((word) => word !== "");
      if (words.length < TEXT_WORDS || /```|[{};|<>]|https?:/.test(paragraph)) continue;
      const start = words.slice(0, TEXT_WORDS).join(" ");
      texts.set(
        start
          .toLowerCase()
          .replace(/[^a-z]/g, "")
          .slice(-80),
        start,
      );
    }
  }
  return [...texts.values()];
}
