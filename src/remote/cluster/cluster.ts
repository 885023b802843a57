/**
 * A corpus whose segments are searched by nodes. The coordinator adds up how often each key stands in all segments,
 * chooses the blocks to read by the votes of all, and weighs the passages of all, so that its answer is that of one
 * engine over the whole corpus: a segment is a part of the corpus, and no corpus of its own.
 *
 *   count ─▶ sums ─▶ vote ─▶ blocks within the budget ─▶ align ─▶ redundancy, frequency, rarity
 */
import { checkArguments, hasMethods, isName, isRecord, optionsChecks } from "../../base/arguments.ts";
import type { CorpusInfo, DocumentInfo } from "../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { TIMEOUT_MS_MAX } from "../../base/limits.ts";
import type { Fetch, PlatformAbortSignal } from "../../base/platform.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import type { ShingleIndex } from "../../core/passages/shingleIndex.ts";
import type { GivenTexts } from "../../core/uncounted/given.ts";
import { type Manifest, readManifest, type SegmentEntry, withoutFooter } from "../../corpus/format/manifest.ts";
import { type Corpus, type CorpusReach, infoOf, openStorage, storageAt } from "../../corpus/search/corpus.ts";
import { closed, profileOf } from "../../corpus/search/open.ts";
import type { SearchResult } from "../../corpus/search/search.ts";
import { textsCarriedBy } from "../../corpus/segment/carried.ts";
import type { Storage } from "../../corpus/storage/storage.ts";
import { saysWhereNodesAre } from "./addresses.ts";
import { Nodes, type Shard } from "./ask.ts";
import type { NodeFigures, NodeRequest } from "./figures.ts";
import { nameOf } from "./host.ts";
import { Members } from "./members.ts";
import { placed } from "./placement.ts";
import { type Prepared, prepare, reached } from "./prepare.ts";
import type { QuestionOf } from "./protocol.ts";
import { askCluster, type ClusterQuestion } from "./question.ts";

export interface ClusterOptions extends KernelOptions {
  /**
   * Where the nodes are: addresses such as `http://10.0.0.1:8788`; `dns:NAME:PORT` for all addresses of a name, by
   * `?server=ADDRESS:PORT` asked of another resolver than the machine's; `postgres://…` for the table in which nodes
   * announce themselves. Names and tables are asked again with each refresh. Every coordinator needs the same, in any
   * order.
   */
  nodes: readonly string[];
  /** The secret that nodes ask for. */
  secret: string;
  /** What the nodes call the corpus, where that is another name than `where`. */
  name?: string | undefined;
  /** Replaces the runtime's own `fetch`. */
  fetch?: Fetch | undefined;
  /**
   * After this time a search ends without the segments that were not answered for; 15 s by default. A node is waited
   * for a third of it. Both are longer for long texts, by 20 ms for each 1,000 characters.
   */
  deadlineMs?: number | undefined;
  /** How often manifest and nodes are read to take up changes; 15 s by default, 0 for never. */
  refreshMs?: number | undefined;
  /** Is told of each request to a node that has ended. */
  observe?: ((request: NodeRequest) => void) | undefined;
}

/** A corpus that nodes search. */
export interface ClusterCorpus extends Corpus {
  /** What was asked of each node so far. */
  readonly nodes: readonly NodeFigures[];
}

const DEADLINE_MS = 15_000;
const REFRESH_MS = 15_000;
const MS_A_CHARACTER = 0.02;
export const SECRET_CHARACTERS_MIN = 16;
/** States of the corpus that one search tries, where a writer removes the files of each meanwhile. */
const STATES_TRIED_MAX = 4;

/** The corpus at one time. */
interface ClusterState {
  manifest: Manifest;
  info: CorpusInfo;
  /** Addresses of the nodes. */
  nodes: readonly string[];
  shards: readonly Shard[];
  prepared: Prepared;
}

/**
 * Opens a corpus that nodes search, and lets them load the indexes of their segments.
 *
 * @param where as for `openCorpus`; nodes read from there too
 * @throws invalid_request, also for a corpus without text; the errors of `openCorpus`
 */
export async function openCluster(where: string | Storage, options: ClusterOptions): Promise<ClusterCorpus> {
  checkClusterOptions(where, options);
  const kernels = await loadKernels(options.wasm);
  const storage = await storageAt(where);
  const corpus = new OpenCluster(kernels, storage, options.name ?? storage.label, options);
  await corpus.refresh();
  return corpus;
}

function checkClusterOptions(where: unknown, options: ClusterOptions): void {
  checkArguments("openCluster", [
    ["/where", isName(where) || hasMethods(where, "open"), "the place of a corpus, or a storage"],
    ["/options", isRecord(options), "an object"],
    ...optionsChecks<ClusterOptions>(options, {
      wasm: true,
      nodes: true,
      secret: true,
      name: true,
      fetch: true,
      deadlineMs: true,
      refreshMs: true,
      observe: true,
    }),
  ]);
  const { nodes, secret, name, deadlineMs = DEADLINE_MS, refreshMs = REFRESH_MS, observe } = options;
  const areNodes =
    Array.isArray(nodes) && nodes.length > 0 && nodes.every(saysWhereNodesAre) && new Set(nodes).size === nodes.length;
  const isSecret = typeof secret === "string" && secret.length >= SECRET_CHARACTERS_MIN;
  checkArguments("openCluster", [
    ["/options/nodes", areNodes, "different addresses like http://10.0.0.1:8788, dns:NAME:PORT or postgres://…"],
    ["/options/secret", isSecret, `at least ${SECRET_CHARACTERS_MIN} characters`],
    ["/options/name", name === undefined || isName(name), "the name of the corpus at the nodes"],
    ["/options/deadlineMs", isTime(deadlineMs) && deadlineMs > 0, `a whole number from 1 to ${TIMEOUT_MS_MAX}`],
    ["/options/observe", observe === undefined || typeof observe === "function", "a function, or absent"],
    ["/options/refreshMs", isTime(refreshMs), `a whole number from 0 to ${TIMEOUT_MS_MAX}`],
  ]);
}

const isTime = (ms: number): boolean => Number.isSafeInteger(ms) && ms >= 0 && ms <= TIMEOUT_MS_MAX;

class OpenCluster implements ClusterCorpus {
  readonly storage: Storage;
  readonly lookups = "all";
  readonly #kernels: Kernels;
  readonly #name: string;
  readonly #members: Members;
  readonly #nodes: Nodes;
  readonly #deadlineMs: number;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  #state: ClusterState | undefined;
  #direct: Promise<Corpus> | undefined;
  #refreshing: Promise<boolean> | undefined;
  /** Its end lets a refresh take up the present state at once. */
  #preparing = new AbortController();
  #isOpen = true;

  constructor(kernels: Kernels, storage: Storage, name: string, options: ClusterOptions) {
    const { nodes, secret, fetch = (url, init) => globalThis.fetch(url, init) } = options;
    this.#kernels = kernels;
    this.storage = storage;
    this.#name = name;
    this.#members = new Members(nodes);
    this.#nodes = new Nodes(fetch, secret, options.observe);
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    const { refreshMs = REFRESH_MS } = options;
    // A storage that does not answer for a while leaves the corpus as it is.
    if (refreshMs > 0) this.#timer = setInterval(() => void this.refresh().catch(() => {}), refreshMs);
    (this.#timer as { unref?(): void } | undefined)?.unref?.();
  }

  get info(): CorpusInfo {
    return this.#now.info;
  }

  get ignore(): GivenTexts {
    return textsCarriedBy(this.#now.manifest);
  }

  get nodes(): readonly NodeFigures[] {
    return this.#nodes.figures;
  }

  get #now(): ClusterState {
    if (!this.#isOpen || this.#state === undefined) throw closed(this.#name);
    return this.#state;
  }

  async search(query: ShingleIndex, signal?: PlatformAbortSignal): Promise<SearchResult> {
    const before = this.#now;
    for (let tries = 1; ; tries++) {
      const state = this.#now;
      try {
        const found = await askCluster(this.#questionOf(state, query, signal), query);
        return state === before ? found : { ...found, searched: state.info };
      } catch (error) {
        const isGone = isSpoliaError(error) && error.code === "corpus_not_found" && tries < STATES_TRIED_MAX;
        if (!isGone || (this.#now === state && !(await this.#refreshAtOnce()))) throw error;
      }
    }
  }

  #questionOf(state: ClusterState, query: ShingleIndex, signal = new AbortController().signal): ClusterQuestion {
    throwIfAborted(signal);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(query.shingled.text.bytes);
    const { manifest, shards } = state;
    const { segments } = manifest;
    const about = { ...this.#about(state), text };
    const timeMs = Math.min(TIMEOUT_MS_MAX, Math.ceil(this.#deadlineMs + MS_A_CHARACTER * text.length));
    const deadline = AbortSignal.timeout(timeMs);
    return {
      kernels: this.#kernels,
      nodes: this.#nodes,
      profile: profileOf(manifest),
      segments,
      shards,
      about,
      signal,
      deadline,
      nodeMs: Math.ceil(timeMs / 3),
    };
  }

  #about({ manifest }: Pick<ClusterState, "manifest">) {
    return { corpus: this.#name, profile: profileOf(manifest).name as QuestionOf<"count">["profile"] };
  }

  async reach(): Promise<CorpusReach> {
    const { manifest, shards } = this.#now;
    const question = this.#segmentsQuestion(manifest);
    const [nodes, isStored] = await Promise.all([
      reached({ nodes: this.#nodes, shards, question }),
      readManifest(this.#kernels, this.storage).then(
        () => true,
        () => false,
      ),
    ]);
    return { ...nodes, isWhole: nodes.isWhole && isStored };
  }

  async document(id: string): Promise<DocumentInfo | null> {
    return (await this.#directly()).document(id);
  }

  async textOf(documentNumber: number): Promise<string> {
    return (await this.#directly()).textOf!(documentNumber);
  }

  async text(id: string): Promise<string | null> {
    return (await this.#directly()).text!(id);
  }

  /** The corpus itself, for what needs a few reads only. */
  async #directly(): Promise<Corpus> {
    const { info } = this.#now;
    this.#direct ??= openStorage(this.#kernels, this.storage).catch((error) => {
      this.#direct = undefined;
      throw error;
    });
    const direct = await this.#direct;
    if (direct.info.revision !== info.revision) await direct.refresh();
    return direct;
  }

  /** Takes up the present state once nodes have loaded it; until then the former one is searched. */
  refresh(): Promise<boolean> {
    if (this.#refreshing !== undefined) return this.#refreshing;
    this.#preparing = new AbortController();
    this.#refreshing = this.#refreshed().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** As `refresh`, for a search that waits: no index is waited for. */
  #refreshAtOnce(): Promise<boolean> {
    const refreshed = this.refresh();
    this.#preparing.abort();
    return refreshed;
  }

  async #refreshed(): Promise<boolean> {
    if (!this.#isOpen) throw closed(this.#name);
    const [{ manifest: stored, manifestBytes }, nodes] = await Promise.all([
      readManifest(this.#kernels, this.storage),
      this.#members.now(),
    ]);
    // Nodes have the footers in their copies: questions name segments without.
    const manifest = { ...stored, segments: stored.segments.map(withoutFooter) };
    const before = this.#state;
    const isSame =
      manifest.generation === before?.manifest.generation && manifest.revision === before.manifest.revision;
    const isSettled = isSame && nodes.join(" ") === before.nodes.join(" ") && before.prepared.isWhole;
    if (isSettled) return false;
    if (manifest.text === "none") throw withoutText();
    const shards = manifest.segments.map((entry, index) => ({
      index,
      nodes: placed(this.#kernels, nodes, entry.segment.file),
    }));
    const prepared = await this.#prepare(manifest, shards);
    const info = infoOf(manifest, manifestBytes);
    this.#state = { manifest, info, nodes, shards: readyFirst(manifest, shards, prepared), prepared };
    this.#nodes.keep(nodes);
    return before !== undefined && !isSame;
  }

  /** Lets nodes load the indexes of segments that they did not hold so far. */
  #prepare(manifest: Manifest, shards: readonly Shard[]): Promise<Prepared> {
    return prepare({
      nodes: this.#nodes,
      shards,
      held: this.#state?.prepared.holders ?? new Set(),
      holder: (index, node) => holder(manifest, index, node),
      question: this.#segmentsQuestion(manifest),
      until: this.#preparing.signal,
    });
  }

  #segmentsQuestion(manifest: Manifest) {
    const segmentsOf = (some: readonly number[]) => some.map((index): SegmentEntry => manifest.segments[index]!);
    return (some: readonly number[]) => ({ ...this.#about({ manifest }), segments: segmentsOf(some) });
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#timer);
    await this.#direct?.then((corpus) => corpus.close());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const holder = ({ segments }: Manifest, index: number, node: string): string => `${node} ${nameOf(segments[index]!)}`;

/** Nodes that hold a segment are asked before those that are still to load it. */
function readyFirst(manifest: Manifest, shards: readonly Shard[], { holders }: Prepared): Shard[] {
  return shards.map(({ index, nodes }) => {
    const isReady = (node: string) => Number(holders.has(holder(manifest, index, node)));
    return { index, nodes: [...nodes].sort((x, y) => isReady(y) - isReady(x)) };
  });
}

function withoutText(): SpoliaError {
  return new SpoliaError("invalid_request", "Nodes do not search corpora without text.", {
    hint: "Open it without nodes: its index is a third of a corpus with text.",
    fields: [{ pointer: "/where", detail: "must be a corpus with text" }],
  });
}
