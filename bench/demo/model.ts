/**
 * Which of two folders was a model trained on? The texts of the installed packages are dealt into two folders by chance, and a tiny
 * model learns one of them. Because the split was random and is documented, dataset inference between the folders is an exact test.
 */

import {
  type Contract,
  type CorpusDocument,
  createEngine,
  type ModelConnector,
  type ProbeResult,
  type ScoreResult,
} from "spolia";
import type { Catalogue } from "spolia/catalogue";
import { Random } from "../harness/random.ts";
import { wasmBackend } from "../models/kernels.ts";
import { trainModel } from "../models/train.ts";

const FOLDERS = ["A", "B"] as const;
export type FolderName = (typeof FOLDERS)[number];

export interface TrainedOnOne {
  folders: Record<FolderName, string[]>;
  connector: ModelConnector;
  /** What the model learnt: the truth that the answer stands beside. */
  truth: FolderName;
}

/** The blind gate needs 165 texts a side, and passes fair ones the surer the more there are. */
const [FOLDER_TEXTS, TEXT_WORDS, EPOCHS] = [400, 25, 3];
/** In the fictional ledger, since a score is of a model that the catalogue has. */
const MODEL = "fictional-labs/tiny";
const STREAM = "demonstration: two folders";

/** Deals the texts, draws one folder and trains on it. */
export async function modelOfOneFolder(documents: readonly CorpusDocument[]): Promise<TrainedOnOne> {
  const chance = new Random(STREAM);
  const texts = chance.shuffled(proseOf(documents)).slice(0, 2 * FOLDER_TEXTS);
  const half = Math.floor(texts.length / 2);
  const folders = { A: texts.slice(0, half), B: texts.slice(half, 2 * half) };
  const truth = chance.pick(FOLDERS);
  const model = trainModel({
    texts: folders[truth],
    seed: "demonstration",
    epochs: EPOCHS,
    backend: await wasmBackend(),
  });
  return { folders, connector: model.asConnector(MODEL), truth };
}

export interface FolderAnswer {
  folder: FolderName;
  gate: ProbeResult["gate"];
  p: number | null;
  score: ScoreResult;
}

/** The question itself, of each folder against the other. It sees the connector and the texts, nothing else. */
export async function whichFolder(
  connector: ModelConnector,
  folders: Record<FolderName, string[]>,
  catalogue: Catalogue,
): Promise<FolderAnswer[]> {
  const engine = await createEngine({ corpora: [], catalogue, models: { tiny: connector } });
  const textsOf = (name: FolderName): Contract.ProbeText[] =>
    folders[name].map((text, i) => ({ id: `${name}${i}`, text }));
  const answers: FolderAnswer[] = [];
  for (const folder of FOLDERS) {
    const { gate, observations } = await engine.probe({
      model: "tiny",
      suspects: textsOf(folder),
      controls: textsOf(folder === "A" ? "B" : "A"),
      split: { kind: "random_documented", source: `bench/demo/model.ts, "${STREAM}"` },
    });
    const inference = observations.filter(({ channel }) => channel === "dataset_inference");
    const content = folders[folder].join("\n\n");
    const score = await engine.score({ content, target_model: MODEL, jurisdiction: "EU-DSM", observations: inference });
    answers.push({ folder, gate, p: inference[0]?.p ?? null, score });
  }
  return answers;
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
