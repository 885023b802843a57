/** An encoder behind a host that answers as OpenAI's `/v1/embeddings` does: llama.cpp, Ollama, TEI and others. */
import { checkArguments, isName } from "../../base/arguments.ts";
import { fromBase64 } from "../../base/bytes/bytes.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { isLoopback } from "../../base/loopback.ts";
import type { Fetch, PlatformAbortSignal } from "../../base/platform.ts";
import { wait } from "../../base/queues/within.ts";
import { withoutEndSlashes } from "../../base/slashes.ts";
import { waitBeforeMs } from "../connectors/ask.ts";
import { exchange } from "../connectors/exchange.ts";
import { bearer, listAt, objectAt, parsed } from "../connectors/protocols/wire.ts";
import { batchesOf, encoderFailed, normalised } from "./vectors.ts";

export interface HttpEncoderOptions {
  /** Where the paths begin, as `http://127.0.0.1:8000/v1`. */
  url: string;
  /** As the host names it. */
  model: string;
  /** SHA-256 of the weights that the host has, if the operator knows it. */
  weights?: string | undefined;
  /** Languages that the weights were made for. */
  languages?: readonly string[] | undefined;
  /** What the weights want before each text, as `query: `. */
  prefix?: string | undefined;
  key?: string | undefined;
  /** Sends texts to other machines too. */
  remote?: boolean | undefined;
  /** For one request; default 120. */
  timeoutSeconds?: number | undefined;
  fetch?: Fetch | undefined;
  signal?: PlatformAbortSignal | undefined;
}

const BATCH_TEXTS_MAX = 64;
const CHARACTERS_MAX = 1 << 16;
const TIMEOUT_SECONDS_DEFAULT = 120;
const RETRIES_MAX = 4;
/** A host that asks for a longer wait is asked again earlier, and then fails. */
const WAIT_MS_MAX = 60_000;
const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Asked first: how many numbers has a vector? */
const PROBE = "text";

/** @throws invalid_request; model_failed where nobody answers, or no vectors come; aborted */
export async function httpEncoder(options: HttpEncoderOptions): Promise<Encoder> {
  const { url, model, weights = null, languages = [], remote = false } = options ?? {};
  const isAddress =
    typeof url === "string" && !/[?#\s]/.test(url) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  checkArguments("httpEncoder", [
    ["/url", isAddress, "an http or https address, as http://127.0.0.1:8000/v1"],
    [
      "/url",
      !isAddress || remote || isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, "")),
      "an address of this machine, since texts are sent there; with `remote` any other",
    ],
    ["/model", isName(model), "the host's name of the model"],
    [
      "/timeoutSeconds",
      options?.timeoutSeconds === undefined || (options.timeoutSeconds > 0 && options.timeoutSeconds <= 86_400),
      "absent, or seconds from over 0 to 86400",
    ],
    ["/weights", weights === null || /^[0-9a-f]{64}$/.test(weights), "absent, or a SHA-256 in hexadecimal"],
  ]);
  const [first] = await answered(options, [PROBE], options.signal);
  const dimensions = first!.length;
  return {
    name: model,
    weights,
    implementation: "/v1/embeddings",
    dimensions,
    languages,
    async encode(texts, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (const batch of batchesOf(texts, BATCH_TEXTS_MAX, CHARACTERS_MAX))
        for (const vector of await answered(options, batch, signal)) vectors.push(normalised(vector, dimensions));
      return vectors;
    },
  };
}

async function answered(
  { url, model, key, prefix = "", timeoutSeconds = TIMEOUT_SECONDS_DEFAULT, fetch }: HttpEncoderOptions,
  texts: readonly string[],
  signal: PlatformAbortSignal | undefined,
): Promise<Float32Array[]> {
  const request = {
    url: `${withoutEndSlashes(url)}/embeddings`,
    headers: bearer(key),
    body: JSON.stringify({ model, input: texts.map((text) => prefix + text), encoding_format: "base64" }),
  };
  const send: Fetch = fetch ?? ((address, init) => globalThis.fetch(address, init));
  for (let attempt = 0; ; attempt++) {
    throwIfAborted(signal);
    const outcome = await exchange(send, request, 1_000 * timeoutSeconds, signal);
    if (typeof outcome !== "string" && outcome.status === 200) return vectorsOf(outcome.body, texts.length);
    const isPassing = typeof outcome === "string" ? outcome === "connection" : PASSING_STATUS.has(outcome.status);
    if (!isPassing || attempt === RETRIES_MAX) {
      const what = typeof outcome === "string" ? `did not answer (${outcome})` : `answered with ${outcome.status}`;
      throw encoderFailed(
        what,
        `Check that a server of embeddings runs at ${new URL(url).origin}, and knows the model.`,
      );
    }
    const retryAfterMs = typeof outcome === "string" ? undefined : outcome.retryAfterMs;
    await wait(Math.min(waitBeforeMs(request.url, attempt, retryAfterMs), WAIT_MS_MAX), signal);
  }
}

/** @throws model_failed */
function vectorsOf(body: string, texts: number): Float32Array[] {
  const vectors: Float32Array[] = [];
  try {
    for (const one of listAt(objectAt(parsed(body), "the answer").data, "data")) {
      const { index, embedding } = objectAt(one, "an item of data");
      const isPlace = Number.isInteger(index) && (index as number) >= 0 && (index as number) < texts;
      if (isPlace) vectors[index as number] = numbersOf(embedding);
    }
  } catch {
    throw encoderFailed("gave no vectors", "Its host must answer as /v1/embeddings of OpenAI does.");
  }
  if (vectors.length !== texts || Object.keys(vectors).length !== texts)
    throw encoderFailed("gave other vectors than it was asked for");
  return vectors;
}

/** Hosts that do not know base64 send lists of numbers. */
function numbersOf(embedding: unknown): Float32Array {
  if (Array.isArray(embedding)) {
    if (embedding.length === 0 || !embedding.every((value) => typeof value === "number"))
      throw new TypeError("no vector");
    return Float32Array.from(embedding as number[]);
  }
  const bytes = fromBase64(embedding as string);
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw new TypeError("no vector");
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}
