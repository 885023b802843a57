/** Every case is asked of the engine; what is kept is what a result shows. A thread for each split. */
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { Contract } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { total } from "../figures.ts";
import { type Case, labelledCases, SIZES } from "./cases/cases.ts";
import { distractorsOf, firstOf, MILLION } from "./cases/distractors.ts";
import { type Block, indexedOf, type Material, materialsOf } from "./cases/material.ts";
import { type Assigned, assignedWorks, EVIDENCE_SETS, type EvidenceSet, type Split } from "./cases/sets.ts";
import { type Engines, enginesOf, type SearchedAs } from "./engines.ts";
import { indexEnginesOf } from "./indexEngines.ts";
import { withoutSeries } from "./series.ts";

export interface Observation extends Omit<Case, "text"> {
  set: string;
  split: Split;
  verdict: string;
  /** To the document with which the content shares most; `null` where the verdict is neither `match` nor `partial`. */
  relation: string | null;
  confidence: number;
  confidence_ci_95: [number, number];
  log10Lr: number | null;
  /** Why no confidence was given. */
  notGiven: string | null;
  features: Contract.ConfidenceFeatures;
  passageConfidence: number;
  /** The beginning of the longest passage. */
  passage: string;
}

export interface Observed {
  split: Split;
  cases: Observation[];
  /** Clean excerpts of 100 words and more, none overlapping, at most 50 a work. */
  clean: Observation[];
  /** Excerpts of statutes as they are, of acts that belong to no series with a searched one. */
  raw: Observation[];
}

export interface Plan {
  split: Split;
  /** Cases of each set. */
  count: number;
  heldOut: number;
  /** Clean excerpts of each set at most, and raw ones. */
  clean: number;
  searchedAs: SearchedAs;
  /** Words of a content at most. */
  wordsMost?: number;
}

/** Words of a clean excerpt at least. */
const CLEAN_WORDS_MIN = 100;

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

async function observeSplit({ plan, works: tasks }: Task): Promise<Observed> {
  const result: Observed = { split: plan.split, cases: [], clean: [], raw: [] };
  for (const { material, works, cases, engines } of await prepared(plan, tasks)) {
    for (const one of cases) result.cases.push(await ask(engines, material, plan.split, one));
    for (const one of excerptsOf(material, plan.split).slice(0, plan.clean))
      result.clean.push(await ask(engines, material, plan.split, one));
    for (const one of rawExcerptsOf(material, works, plan.split).slice(0, plan.clean))
      result.raw.push(await ask(engines, material, plan.split, one));
  }
  return result;
}

async function prepared(plan: Plan, works: Task["works"]) {
  const searched = works.map(({ set, works }) => {
    const indexed = indexedOf(works);
    const texts = indexed.map(({ words }) => words.text);
    const generated = distractorsOf(set, texts);
    return {
      set,
      works,
      indexed,
      generated: plan.searchedAs === "index" ? [...firstOf(generated, MILLION)] : generated,
    };
  });
  const materials = materialsOf(searched);
  const labelled = materials.map((material, i) => {
    const others = materials.filter((other) => other !== material);
    return { ...searched[i]!, material, ...labelledCases(plan, material, others) };
  });
  const { searchedAs } = plan;
  const engines = searchedAs === "index" ? await indexEnginesOf(labelled) : await enginesOf(labelled, searchedAs);
  return labelled.map(({ material, works, cases }, i) => ({ material, works, cases, engines: engines[i]! }));
}

/** Blocks of 100 words and more; shorter ones of several works, as of poems, are put together to pages of that. */
function excerptsOf({ set, blocks }: Material, split: Split): Case[] {
  const random = new Random(`${set.name} ${split} clean excerpts`);
  const pages: Block[][] = [];
  let page: Block[] = [];
  for (const block of blocks.filter(({ isClean }) => isClean)) {
    const isLong = block.words.words.length >= CLEAN_WORDS_MIN;
    if (!isLong) page.push(block);
    if (isLong) pages.push([block]);
    else if (total(page.map(({ words }) => words.words.length)) >= CLEAN_WORDS_MIN) {
      pages.push(page);
      page = [];
    }
  }
  return random.shuffled(pages).map((parts) => excerptCase(parts, "clean excerpt", random));
}

/**
 * Statutes share wording with others, and that is not taken out here. Left out are acts whose title is like that of a searched act: they are
 * written after each other.
 */
function rawExcerptsOf({ set, blocks }: Material, works: readonly Assigned[], split: Split): Case[] {
  if (set.genre !== "law") return [];
  const random = new Random(`${set.name} ${split} raw excerpts`);
  const [held, searched] = (["held", "indexed"] as const).map((use) => works.filter((work) => work.use === use));
  const independent = new Set(withoutSeries(held!, searched!).map(({ id }) => id));
  const long = blocks.filter(({ work, words }) => independent.has(work) && words.words.length >= CLEAN_WORDS_MIN);
  return random.shuffled(long).map((block) => excerptCase([block], "raw excerpt", random));
}

function excerptCase(parts: readonly Block[], kind: string, random: Random): Case {
  return {
    ...{ id: parts.map(({ id }) => id).join(" + "), cluster: parts[0]!.cluster, kind },
    ...{ isEvent: false, isPassageEvent: false },
    ...{ size: random.pick(SIZES.slice(1)), text: parts.map(({ words }) => words.text).join("\n\n") },
    lengthWords: total(parts.map(({ words }) => words.words.length)),
  };
}

async function ask(engines: Engines, { set }: Material, split: Split, { text, ...one }: Case): Promise<Observation> {
  const engine = engines[one.size];
  // A public index is searched only where it is named.
  const corpora = engine.corpora.map(({ name }) => name);
  const result = await engine.analyze({ content: text, content_type: "text", options: { max_matches: 1, corpora } });
  const { matches, verdict, relation, confidence, confidence_ci_95, log10_lr, completeness } = result;
  const [longest] = matches;
  return {
    ...{ ...one, set: set.name, split, verdict, relation, confidence, confidence_ci_95 },
    log10Lr: log10_lr?.estimate ?? null,
    notGiven: log10_lr === null ? (completeness.stages.find(({ name }) => name === "confidence")?.reason ?? "") : null,
    features: result.confidence_features ?? NO_FEATURES,
    passageConfidence: result.passage_confidence,
    passage:
      longest === undefined
        ? ""
        : text.slice(longest.content.start, longest.content.end).slice(0, 160).replace(/\s+/g, " "),
  };
}

/** Of a content that is too short, and of a search that ended early and found nothing. */
const NO_FEATURES: Contract.ConfidenceFeatures = {
  ...{ content_words: 0, searched_words: 0, passage_words: 0, own_words: 0, longest_run_words: 0 },
  ...{ identity: 0, rarity_bits: 0, own_bits: 0, documents: 0, quoted_words: 0, formula_words: 0 },
};

if (!isMainThread && parentPort !== null) parentPort.postMessage(await observeSplit(workerData as Task));
