/**
 * Runs the requests of a bundle again and compares the results byte for byte; numbers of an encoder that is not of this
 * package within its tolerance.
 */

import { checkArguments, checkShown, isRecord, optionsChecks } from "../../base/arguments.ts";
import { contentDigest } from "../../base/bytes/digest.ts";
import type { Completeness, CorpusReference, Method } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { EvidenceBundle, EvidenceKind, EvidenceResult } from "../../base/contract/resources/report.ts";
import { isSpoliaError } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { wellFormed } from "../../core/text/wellFormed.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import { type KeptOperation, operationOf } from "../../engine/operations.ts";
import { unfinishedSearches } from "../../engine/steps/completeness.ts";
import { idFieldOf } from "./bundle.ts";
import { differences } from "./differences.ts";
import { withContents } from "./requests.ts";
import { isWithin, toleranceOf } from "./tolerances.ts";

export type ReplayEngine = Pick<OpenEngine, KeptOperation | "corpora" | "catalogue" | "calibrations">;

export interface ReplayOptions {
  /** Texts that are not in the bundle. */
  contents?: readonly string[] | undefined;
  signal?: PlatformAbortSignal | undefined;
}

/** Engine versions: the one that made the result, and the one that replayed the request. */
interface ReplayedEngines {
  answered: string;
  replayed: string;
}

/**
 * The outcome for one result. `rests_on` is present if public indexes were not asked again: their recorded answers were
 * used. `engines` is present if two versions were involved; versions and kernels are not compared
 * then.
 *
 * `differs`: the same version returns a different result. `other_version`: another version returns a different result,
 * which neither supports nor contradicts the first.
 */
export type Replayed = {
  kind: EvidenceKind;
  id: string;
  engines?: ReplayedEngines;
  rests_on?: string[];
} /** `margin_tolerance` is present where margins of rewordings differ, by no more than that. */ & (
  | { outcome: "same"; margin_tolerance?: number }
  /** JSON pointers into the result, the first 20. */
  | { outcome: "differs"; pointers: string[] }
  | { outcome: "other_version"; pointers: string[] }
  | { outcome: "cannot"; reason: string; missing_corpora: CorpusReference[]; missing_contents: string[] }
);

const POINTERS_MAX = 20;

/**
 * Returns one entry for each result, in the order of the bundle. Ids are not compared: a service derives them from its
 * key and the tenant.
 *
 * @throws aborted, and the error of the engine if it cannot answer a request of its own version
 */
export async function replayBundle(
  bundle: EvidenceBundle,
  engine: ReplayEngine,
  options: ReplayOptions = {},
): Promise<Replayed[]> {
  checkShown("replayBundle", bundle, "results");
  checkArguments("replayBundle", [
    ["/engine", isRecord(engine), "an engine: await createEngine(…)"],
    ...optionsChecks<ReplayOptions>(options, { contents: true, signal: true }),
  ]);
  const { contents = [], signal } = options;
  const known = new Map<string, string>();
  for (const content of contents) known.set(await contentDigest(content), wellFormed(content));
  for (const { work_hash, content } of bundle.inputs) if (content !== null) known.set(work_hash, content);
  const replayed: Replayed[] = [];
  for (const one of bundle.results) replayed.push(await replay(one, engine, known, signal));
  return replayed;
}

async function replay(
  { kind, id, request, result }: EvidenceResult,
  engine: ReplayEngine,
  contents: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<Replayed> {
  const method = result.method as Method;
  const engines = { answered: method.engine, replayed: ENGINE_VERSION };
  const isOther = engines.answered !== engines.replayed;
  const rests_on = method.corpora.flatMap(({ name, index }) =>
    index === undefined ? [] : [`recorded answers of ${name}`],
  );
  const one = { kind, id, ...(isOther && { engines }), ...(rests_on.length > 0 && { rests_on }) };
  const cannot = (reason: string, corpora: CorpusReference[] = [], texts: string[] = []): Replayed => {
    return { ...one, outcome: "cannot", reason, missing_corpora: corpora, missing_contents: texts };
  };
  const lacking = await lackingFor(kind, method, request, engine);
  if (typeof lacking === "string") return cannot(lacking);
  if (lacking.length > 0) return cannot("The engine does not have the corpora in the searched state.", lacking);
  const missing = new Set<string>();
  const asked = withContents(request, contents, missing) as Record<string, unknown>;
  if (missing.size > 0) return cannot("Texts are neither in the bundle nor given.", [], [...missing].sort());
  let answer: object;
  try {
    answer = await ask(kind, engine, asked, result, signal);
  } catch (error) {
    if (!isOther || !isSpoliaError(error) || error.code === "aborted") throw error;
    return cannot(`This version of the engine refuses the request: ${error.message}`);
  }
  const again = wellFormed(JSON.parse(JSON.stringify(answer)));
  again[idFieldOf(kind)] = id;
  if (isOther) Object.assign(again.method, { engine: method.engine, wasm_sha256: method.wasm_sha256 });
  const pointers = differences(methodFirst(result), methodFirst(again), POINTERS_MAX);
  if (pointers.length === 0) return { ...one, outcome: "same" };
  const tolerance = toleranceOf(method);
  if (tolerance !== null && differences(result, again, 1, isWithin(tolerance)).length === 0)
    return { ...one, outcome: "same", margin_tolerance: tolerance.margin };
  return { ...one, outcome: isOther ? "other_version" : "differs", pointers };
}

/** The missing corpora, or the reason why the request cannot be replayed. */
async function lackingFor(
  kind: EvidenceKind,
  { engine: answered, corpora, catalogue, calibration }: Method,
  request: object | null,
  engine: ReplayEngine,
): Promise<CorpusReference[] | string> {
  if (request === null) return "The request was not stored with its result.";
  if ((kind === "probe" || kind === "extraction") && !("observations" in request))
    return "The request queried a model, and the model's replies are not in the bundle.";
  const missing = corpora.filter((searched) => !engine.corpora.some((one) => isSearchedState(one, searched)));
  if (missing.length > 0) return missing;
  const [own, wanted] = [engine.corpora, corpora].map((list) => list.map(({ name }) => name).join(", "));
  if (kind === "score" && own !== wanted)
    return `A score needs these corpora and no other, in this order: ${wanted || "none"}.`;
  // Another version has another catalogue and another calibration: what differs by them differs by the version.
  if (answered !== ENGINE_VERSION) return [];
  const revision = engine.catalogue?.revision ?? null;
  if (catalogue !== revision)
    return `The result used the catalogue ${catalogue ?? "none"}; with the given ledgers, this engine has ${revision ?? "none"}.`;
  const names = (await engine.calibrations()).map(({ name }) => name);
  if (calibration !== null && !names.includes(calibration))
    return `The result used the calibration ${calibration}; this engine has ${names.join(", ")}.`;
  return [];
}

/** What a result was made with tells why others of its fields differ. */
const methodFirst = (result: object): object => ({ method: (result as { method: Method }).method, ...result });

/**
 * A merge or purge keeps the revision. Copies of a text that were appended count until then, so that the words tell
 * whether results still rest on the same counts.
 */
function isSearchedState(one: ReplayEngine["corpora"][number], searched: CorpusReference): boolean {
  if (one.name !== searched.name || one.revision !== searched.revision) return false;
  return searched.index !== undefined || one.words === searched.words;
}

function ask(
  kind: EvidenceKind,
  engine: ReplayEngine,
  asked: Record<string, unknown>,
  result: object,
  signal: AbortSignal | undefined,
): Promise<object> {
  const operation = operationOf(kind);
  const request = operation === "analyze" ? { ...asked, options: optionsFor(asked, result) } : asked;
  const method = engine[operation] as (request: object, host: HostOptions) => Promise<object>;
  return method(request, { signal });
}

/**
 * This engine may have more corpora than the original one. Versions before 0.2.0 always returned an ISCC. Of a bare
 * result the options are not known: one over a search of which a part did not answer was a partial one.
 */
function optionsFor(asked: Record<string, unknown>, result: object): object {
  const { method, completeness } = result as { method: Method; completeness: Completeness };
  const names = method.corpora.map(({ name }) => name);
  const isPartial = unfinishedSearches(completeness.stages).some(({ status }) => status === "failed");
  return {
    ...(asked["options"] as object | undefined),
    corpora: names,
    ...("iscc" in result && { iscc: true }),
    ...(isPartial && { partial: true }),
  };
}
