/** Asks the questions of a bundle again: are the answers the same, byte for byte? */
import { checkArguments, checkShown, isRecord, optionsCheck } from "../arguments.ts";
import { sha256 } from "../base/sha256.ts";
import type { CorpusReference, Method } from "../contract/common.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { EvidenceBundle, EvidenceKind, EvidenceResult } from "../contract/report.ts";
import type { OpenEngine } from "../engine/engine.ts";
import { type KeptOperation, operationOf } from "../engine/operations.ts";
import { isSpoliaError } from "../errors.ts";
import type { PlatformAbortSignal } from "../platform.ts";
import { wellFormed } from "../text/wellFormed.ts";
import { ENGINE_VERSION } from "../version.ts";
import { withContents } from "./bundle.requests.ts";
import { idFieldOf } from "./bundle.ts";
import { differences } from "./differences.ts";

export type ReplayEngine = Pick<OpenEngine, KeptOperation | "corpora" | "catalogue" | "calibration">;

export interface ReplayOptions {
  /** Texts that are not in the bundle. */
  contents?: readonly string[] | undefined;
  signal?: PlatformAbortSignal | undefined;
}

/** Versions of the engine: of the one that answered, and of the one that was asked again. */
interface ReplayedEngines {
  answered: string;
  replayed: string;
}

/**
 * What came of one question. `engines`: where they are of two versions; they and their kernels are not compared then.
 *
 * `differs`: the same version answers otherwise. `other_version`: another version does, which speaks neither for nor
 * against the result.
 */
export type Replayed = { kind: EvidenceKind; id: string; engines?: ReplayedEngines } & (
  | { outcome: "same" }
  /** JSON pointers into the result, the first 20. */
  | { outcome: "differs"; pointers: string[] }
  | { outcome: "other_version"; pointers: string[] }
  | { outcome: "cannot"; reason: string; missing_corpora: CorpusReference[]; missing_contents: string[] }
);

const POINTERS_MAX = 20;

/**
 * One entry for each result, in its order. The id is not compared: a service gives results ids of its own, by its key
 * and the tenant.
 *
 * @throws what the engine throws of a request of its own version that it cannot answer, and aborted
 */
export async function replayBundle(
  bundle: EvidenceBundle,
  engine: ReplayEngine,
  options: ReplayOptions = {},
): Promise<Replayed[]> {
  checkShown("replayBundle", bundle, "results");
  checkArguments("replayBundle", [
    ["/engine", isRecord(engine), "an engine: await createEngine(…)"],
    optionsCheck(options),
  ]);
  const { contents = [], signal } = options;
  const known = new Map<string, string>();
  for (const content of contents) known.set(`sha256:${await sha256(wellFormed(content))}`, wellFormed(content));
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
  const one = { kind, id, ...(isOther && { engines }) };
  const cannot = (reason: string, corpora: CorpusReference[] = [], texts: string[] = []): Replayed => {
    return { ...one, outcome: "cannot", reason, missing_corpora: corpora, missing_contents: texts };
  };
  const lacking = await lackingFor(kind, method, request, engine);
  if (typeof lacking === "string") return cannot(lacking);
  if (lacking.length > 0) return cannot("Corpora are not at hand in the state that was searched.", lacking);
  const missing = new Set<string>();
  const asked = withContents(request, contents, missing) as Record<string, unknown>;
  if (missing.size > 0) return cannot("Texts are neither in the bundle nor at hand.", [], [...missing].sort());
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
  const pointers = differences(result, again, POINTERS_MAX);
  if (pointers.length === 0) return { ...one, outcome: "same" };
  return { ...one, outcome: isOther ? "other_version" : "differs", pointers };
}

/** Corpora that are missing, or why the question cannot be asked at all. */
async function lackingFor(
  kind: EvidenceKind,
  { corpora, catalogue, calibration }: Method,
  request: object | null,
  engine: ReplayEngine,
): Promise<CorpusReference[] | string> {
  if (request === null) return "The request was not kept with its answer.";
  if ((kind === "probe" || kind === "extraction") && !("observations" in request))
    return "A model was asked, and its answers are not in the bundle.";
  const missing = corpora.filter(
    ({ name, revision }) => !engine.corpora.some((one) => one.name === name && one.revision === revision),
  );
  if (missing.length > 0) return missing;
  const [own, wanted] = [engine.corpora, corpora].map((list) => list.map(({ name }) => name).join(", "));
  if (kind === "score" && own !== wanted)
    return `A score needs these corpora and no other, in this order: ${wanted || "none"}.`;
  const revision = engine.catalogue?.revision ?? null;
  if (catalogue !== revision)
    return `It rests on the catalogue ${catalogue ?? "none"}; at hand is ${revision ?? "none"}, with the ledgers that were given.`;
  const { name } = await engine.calibration();
  if (calibration !== null && calibration !== name)
    return `It rests on the calibration ${calibration}; at hand is ${name}.`;
  return [];
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

/** The engine may have more corpora than the one that answered. Versions before 0.2.0 gave an ISCC unasked. */
function optionsFor(asked: Record<string, unknown>, result: object): object {
  const { corpora } = (result as { method: Method }).method;
  const names = corpora.map(({ name }) => name);
  return { ...(asked["options"] as object | undefined), corpora: names, ...("iscc" in result && { iscc: true }) };
}
