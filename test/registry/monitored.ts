/** A registry with a scheduler over an engine whose answers a test decides. */
import type { AnalyzeResult } from "../../src/base/contract/operations/analyze.ts";
import type { OpenEngine } from "../../src/engine/engine.ts";
import { guardedOutgoing, type Outgoing } from "../../src/service/deliveries/guardedFetch.ts";
import type { Plans } from "../../src/service/store/plans.ts";
import { createRegistry } from "../../src/service/registry.ts";
import { Scheduler } from "../../src/service/runs/scheduler.ts";
import type { RecordStore } from "../../src/service/store/store.ts";
import { analyzeResult, createFakeEngine } from "../http/fakeEngine.ts";
import { START, seededBytes } from "./fixture.ts";

export const SECRET_TEXT = "words that nobody is told";

/** What the engine finds, shared by every process of a test. */
export interface World {
  now: number;
  documents: string[];
  revision: string;
  analyses: number;
  /** Thrown in place of an answer. */
  fails: Error | null;
  /** Awaited before an answer. */
  waits: ((signal: AbortSignal) => Promise<void>) | null;
  /** Processes that it has so far. Counted here, so that their chance does not depend on which tests ran before. */
  processes: number;
}

export const newWorld = (): World => ({
  now: START,
  documents: [],
  revision: "r1",
  analyses: 0,
  fails: null,
  waits: null,
  processes: 0,
});

export function engineOf(world: World): OpenEngine {
  const fake = createFakeEngine();
  const [corpus] = fake.corpora;
  return {
    ...fake,
    get corpora() {
      return [{ ...corpus!, revision: world.revision }];
    },
    async analyze(_, host): Promise<AnalyzeResult> {
      const answer = resultOf(world);
      world.analyses++;
      await world.waits?.(host!.signal!);
      if (world.fails !== null) throw world.fails;
      return answer;
    },
  };
}

function resultOf({ documents, revision }: World): AnalyzeResult {
  const [match] = analyzeResult.matches;
  const source = { start: 0, end: 9, snippet: SECRET_TEXT, place: { heading: SECRET_TEXT } };
  return {
    ...analyzeResult,
    analysis_id: `an_${revision}_${documents.length}_${documents.at(-1)}`,
    verdict: documents.length > 0 ? "match" : "none_found",
    attribution_sources: documents.length > 0 ? analyzeResult.attribution_sources.slice(0, 1) : [],
    possible_sources: [],
    matches: documents.map((id) => ({ ...match!, source, document: { id, title: SECRET_TEXT, text_digest: "" } })),
  };
}

/** Tests of monitors need more of them than `free` has. */
const LIMITLESS: Plans = { free: { calls_per_day: null, burst: { calls: 1_000, seconds: 1 } } };

/**
 * One process over a store: as many of them as a test wants may share it.
 *
 * @param seed of its chance, which no two may share
 */
export async function openProcess(
  store: RecordStore,
  world: World,
  outgoing: Outgoing = guardedOutgoing({ reach: "any" }),
  seed = 100 + world.processes++,
  plans: Plans = LIMITLESS,
) {
  const engine = engineOf(world);
  const random = seededBytes(seed);
  const registry = await createRegistry(engine, store, { now: () => world.now, random, outgoing, plans });
  const errors: unknown[] = [];
  const scheduler = new Scheduler({ registry, engine, onError: (error) => errors.push(error) });
  return { registry, engine, scheduler, errors };
}

/** Rounds every so often until a time has passed, which ends exactly then. */
export async function pass(world: World, scheduler: Scheduler, ms: number, stepMs: number): Promise<void> {
  for (const end = world.now + ms; world.now < end; ) {
    world.now = Math.min(end, world.now + stepMs);
    await scheduler.round();
  }
}
