/** A node as a handler of requests: checks the secret and the question, and says when files of a segment are gone. */
import * as v from "valibot";
import { checkArguments, hasMethods, isRecord } from "../../base/arguments.ts";
import { equalInConstantTime } from "../../base/bytes/bytes.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { PlatformRequest, PlatformResponse } from "../../base/platform.ts";
import { createQueue } from "../../base/queues/queue.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { readUpTo } from "../../corpus/storage/http/request.ts";
import type { Storage } from "../../corpus/storage/storage.ts";
import { SECRET_CHARACTERS_MIN } from "./cluster.ts";
import { SegmentHost } from "./host.ts";
import { LocalIndex } from "./localIndex.ts";
import { QUESTIONS, type QuestionName, VERSION_HEADER } from "./protocol.ts";

export interface NodeOptions extends KernelOptions {
  /** The corpora by the names that coordinators give them, such as `s3://bucket/prefix`. */
  corpora: ReadonlyMap<string, Storage>;
  secret: string;
  /** A folder for copies of indexes, for this node alone. */
  cache: string;
  /** Bytes of the copies of each corpus; 64 GiB by default. */
  cacheBytes?: number | undefined;
}

export interface ClusterNode {
  handler(request: PlatformRequest): Promise<PlatformResponse>;
  close(): Promise<void>;
}

const CACHE_BYTES = 64 * 1024 ** 3;
/** Ten million words of text, and the entries of all segments. */
const QUESTION_BYTES_MAX = 128 * 1024 * 1024;
/** Questions that are worked on at once; others wait, and coordinators ask other nodes. */
const QUESTIONS_AT_ONCE = 8;
/** Time in which a question has to arrive, and more of it for each byte: 1 MB/s. */
const ARRIVAL_MS = 5_000;
const ARRIVAL_MS_A_BYTE = 0.001;
/** Questions that arrive at once. */
const ARRIVING_AT_ONCE = 32;

/** A node of a cluster. @throws invalid_request; corpus_locked where another process has the folder of copies */
export async function createNode(options: NodeOptions): Promise<ClusterNode> {
  checkArguments("createNode", [["/options", isRecord(options), "an object"]]);
  const { corpora, secret, cache, cacheBytes = CACHE_BYTES } = options;
  const areCorpora =
    corpora instanceof Map && corpora.size > 0 && [...corpora.values()].every((one) => hasMethods(one, "open"));
  checkArguments("createNode", [
    ["/options/corpora", areCorpora, "storages by the names of corpora"],
    [
      "/options/secret",
      typeof secret === "string" && secret.length >= SECRET_CHARACTERS_MIN,
      `at least ${SECRET_CHARACTERS_MIN} characters`,
    ],
    ["/options/cache", typeof cache === "string" && cache !== "", "the path of a folder"],
    ["/options/cacheBytes", Number.isSafeInteger(cacheBytes) && cacheBytes >= 0, "a whole number from 0 on"],
  ]);
  const kernels = await loadKernels(options.wasm);
  const local = new Map<string, LocalIndex>();
  for (const [name, storage] of corpora) {
    local.set(name, new LocalIndex(storage, `${cache}/${(await sha256(name)).slice(0, 16)}`, cacheBytes));
  }
  for (const one of local.values()) await one.take();
  const host = new SegmentHost(kernels, local);
  const expected = await sha256(`Bearer ${secret}`);
  const arriving = createQueue(ARRIVING_AT_ONCE);
  const queued = createQueue(QUESTIONS_AT_ONCE);
  return {
    async handler(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/livez" || pathname === "/readyz") {
        return json(200, { version: ENGINE_VERSION, segments_open: host.segmentsOpen, texts_held: host.textsHeld });
      }
      const given = (request as Request).headers.get("authorization") ?? "";
      if (!equalInConstantTime(await sha256(given), expected)) return json(401, { code: "unauthorized" });
      const name = /^\/cluster\/v1\/(\w+)$/.exec(pathname)?.[1] as QuestionName | undefined;
      if (name === undefined || !Object.hasOwn(QUESTIONS, name)) return json(404, { code: "not_found" });
      if ((request as Request).headers.get(VERSION_HEADER) !== ENGINE_VERSION) return otherVersion();
      try {
        const bytes = await arriving(() => bodyOf(request as Request));
        return json(200, await queued(() => answer(host, name, bytes, request.signal as AbortSignal)));
      } catch (error) {
        return failure(error);
      }
    },
    close: () => host.close(),
  };
}

/** The whole body: a caller that sends it slowly, or stops, takes no place from those whose questions are there. */
async function bodyOf(request: Request): Promise<Uint8Array> {
  const announcedBytes = Math.min(QUESTION_BYTES_MAX, Number(request.headers.get("content-length") ?? 0));
  const signal = AbortSignal.timeout(Math.ceil(ARRIVAL_MS + ARRIVAL_MS_A_BYTE * announcedBytes));
  const body = request.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) ?? null;
  const read = await readUpTo(new Response(body), QUESTION_BYTES_MAX).catch((cause) => {
    throw new SpoliaError("aborted", "The question did not arrive, or not in time.", { cause });
  });
  if (read.isMore) throw new SpoliaError("content_too_large", "The question is too long.");
  return read.bytes;
}

async function answer(host: SegmentHost, name: QuestionName, bytes: Uint8Array, signal: AbortSignal): Promise<unknown> {
  const checkAborted = () => throwIfAborted(signal);
  checkAborted();
  const question = v.safeParse(QUESTIONS[name], parsed(bytes));
  if (!question.success) {
    throw new SpoliaError("invalid_request", "This is no question that coordinators of this version ask.", {
      hint: "Run the same version on all machines.",
    });
  }
  if (!host.has(question.output.corpus)) {
    throw new SpoliaError("invalid_request", "This node does not serve the corpus.", {
      hint: "Start it with --corpus and the name that the coordinator uses.",
    });
  }
  if (name === "prepare") return host.prepare(question.output as never);
  return host[name](question.output as never, checkAborted);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** 410: files of a segment are gone, so that the coordinator refreshes. Others mean that another node is asked. */
function failure(error: unknown): Response {
  if (!isSpoliaError(error)) return json(500, { code: "internal" });
  const { code, message } = error;
  return json(code === "corpus_not_found" ? 410 : code === "invalid_request" ? 422 : 503, { code, message });
}

/** 409: nothing is answered to another version, since its answers would not add up. */
function otherVersion(): Response {
  return json(409, { code: "conflict", message: `This node has version ${ENGINE_VERSION}.`, version: ENGINE_VERSION });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}
