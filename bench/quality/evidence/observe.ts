/** Every case is asked of the engine; what is kept is what a result shows. A thread for each split. */
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { featuresOfResult } from "../../../src/evidence/confidence.features.ts";
import { buildCorpus, type ConfidenceFeatures, type Corpus, createEngine, type Engine } from "../../../src/index.ts";
import { type Case, labelledCases, type Size } from "./cases.ts";
import { type Block, type Material, materialOf } from "./material.ts";
import { type Assigned, assignedWorks, EVIDENCE_SETS, type EvidenceSet, type Split } from "./sets.ts";

export interface Observation extends Omit<Case, "text"> {
  set: string;
  split: Split;
  verdict: string;
  confidence: number;
  confidence_ci_95: [number, number];
  log10Lr: number | null;
  /** Why no confidence was given. */
  notGiven: string | null;
  features: ConfidenceFeatures;
  /** The beginning of the longest passage. */
  passage: string;
}

export interface Observed {
  split: Split;
  cases: Observation[];
  /** Clean excerpts of 100 words and more, none overlapping, at most 50 a work. */
  clean: Observation[];
}

export interface Plan {
  split: Split;
  /** Cases of each set. */
  count: number;
  heldOut: number;
  /** Clean excerpts of each set at most. */
  clean: number;
}

interface Task {
  plan: Plan;
  works: { set: EvidenceSet; works: Assigned[] }[];
}

/** Which work is in which split is settled once, then each split is worked on by a thread. */
export async function observe(plans: readonly Plan[]): Promise<Observed[]> {
  const assigned = EVIDENCE_SETS.map((set) => ({ set, works: assignedWorks(set) }));
  return Promise.all(
    plans.map((plan) => {
      const works = assigned
        .map(({ set, works }) => ({ set, works: works.filter(({ split }) => split === plan.split) }))
        .filter(({ works }) => works.length > 0);
      return inThread({ plan, works });
    }),
  );
}

function inThread(task: Task): Promise<Observed> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: 6000 },
    });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function observeSplit({ plan, works }: Task): Promise<Observed> {
  const materials = works.map(({ set, works }) => materialOf(set, works));
  const labelled = materials.map((material) => {
    const others = materials.filter((other) => other !== material);
    return { material, ...labelledCases(plan.split, material, others, plan.count, plan.heldOut) };
  });
  const shelves: Corpus[] = [];
  const wholes: Corpus[] = [];
  for (const { material, documents } of labelled) {
    const { name } = material.set;
    const build = (some: typeof documents, size: Size) =>
      buildCorpus(some, { name: `${name} ${size}`, dataset: "shared-data" });
    shelves.push(
      await build(
        documents.filter(({ isOnShelf }) => isOnShelf),
        "shelf",
      ),
    );
    wholes.push(await build(documents, "set"));
  }
  const result: Observed = { split: plan.split, cases: [], clean: [] };
  for (const [i, { material, cases }] of labelled.entries()) {
    const engines: Record<Size, Engine> = {
      shelf: await createEngine({ corpora: [shelves[i]!] }),
      set: await createEngine({ corpora: [wholes[i]!] }),
      // No larger than what was calibrated: of the sets that are only tested, the case's own.
      library: await createEngine({
        corpora: wholes.filter((_, k) => k === i || labelled[k]!.material.set.heldOut === null),
      }),
    };
    for (const one of cases) result.cases.push(await ask(engines, material, plan.split, one));
    for (const one of excerptsOf(material).slice(0, plan.clean))
      result.clean.push(await ask(engines, material, plan.split, one));
  }
  return result;
}

function excerptsOf({ blocks }: Material): Case[] {
  return blocks
    .filter(({ sharedWords, words }) => sharedWords === 0 && words.words.length >= 100)
    .map(({ id, cluster, words }: Block) => ({
      ...{ id, cluster, kind: "clean excerpt", isEvent: false, size: "set", text: words.text, lengthWords: words.words.length },
    }));
}

async function ask(
  engines: Record<Size, Engine>,
  { set }: Material,
  split: Split,
  { text, ...one }: Case,
): Promise<Observation> {
  const result = await engines[one.size].analyze({ content: text, content_type: "text", options: { max_matches: 10_000 } });
  const { matches, verdict, confidence, confidence_ci_95, log10_lr, completeness } = result;
  const [longest] = matches;
  return {
    ...{ ...one, set: set.name, split, verdict, confidence, confidence_ci_95, log10Lr: log10_lr?.estimate ?? null },
    notGiven: log10_lr === null ? (completeness.stages.find(({ name }) => name === "confidence")?.reason ?? "") : null,
    features: featuresOfResult(result),
    passage:
      longest === undefined ? "" : text.slice(longest.content.start, longest.content.end).slice(0, 160).replace(/\s+/g, " "),
  };
}

if (!isMainThread && parentPort !== null) parentPort.postMessage(await observeSplit(workerData as Task));
