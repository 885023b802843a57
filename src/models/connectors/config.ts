/**
 * The configuration of a model as one document. It contains the name of the key's environment variable, not the key.
 */

import * as v from "valibot";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { boundedText, closedObject, oneOf, openObject, wholeNumber } from "../../base/contract/schemas/primitives.ts";
import { type FieldError, SpoliaError } from "../../base/errors.ts";
import { URL_CHARACTERS_MAX } from "../../base/limits.ts";
import { withoutEndSlashes } from "../../base/slashes.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { type AskHost, askedConnector, type PlannedConnector } from "./asked.ts";
import { fromObservations } from "./observations.ts";
import { anthropicMessages } from "./protocols/anthropic.ts";
import { chatCompletions } from "./protocols/chat.ts";
import { openaiCompletions, vllmCompletions } from "./protocols/completions.ts";
import { geminiContent } from "./protocols/gemini.ts";
import { llamacppCompletion } from "./protocols/llamacpp.ts";
import type { JsonObject, Protocol } from "./protocols/protocol.ts";

const MODEL_NAME_CHARACTERS_MAX = 200;
const CONCURRENCY_DEFAULT = 4;
/** Enough for a long prompt on a slow machine. */
const TIMEOUT_SECONDS_DEFAULT = 120;
const RETRIES_DEFAULT = 4;
/** Maximum of OpenAI, and default maximum of vLLM. */
const TOP_TOKENS_DEFAULT = { openai: 5, vllm: 20 };
/** Fields of requests that enable lookups by the host. */
const LOOKUPS = ["tools", "plugins", "data_sources", "web_search_options", "search_parameters"];

interface NamedModel {
  /** As results name it: `provider/model` where the catalogue knows it. */
  name: string;
  /** Whether the model may look texts up when it answers, which the operator attests. */
  retrieval: "absent" | "possible";
}

interface HostedModel extends NamedModel {
  /** Where the protocol's paths begin, as `https://api.openai.com/v1`. */
  url: string;
  /** The environment variable that holds the key. */
  key_env?: string;
  /** Requests at once, 1 to 256; 4 when absent. */
  concurrency?: number;
  /** For one request, 1 to 3,600; 120 when absent. */
  timeout_seconds?: number;
  /** After a request that failed, 0 to 20; 4 when absent. */
  retries?: number;
  /** Fields that are added to every request. */
  body?: Record<string, unknown>;
}

interface ScoringModel extends HostedModel {
  /** As the host names it. */
  model: string;
  /** Likeliest tokens asked for at each place, 0 to 1,000; 5 of `openai` and 20 of `vllm` when absent. */
  top_tokens?: number;
  /** Tokens that the model tells apart, 2 to 2^31. */
  vocabulary_size?: number;
}

/** A configured model. The README of the room says which kind gives what. */
export type ModelConfig =
  | (ScoringModel & { kind: "openai" })
  | (ScoringModel & { kind: "vllm" })
  | (HostedModel & { kind: "chat"; model: string; limit_field?: "max_tokens" | "max_completion_tokens" })
  | (HostedModel & { kind: "llamacpp" })
  | (HostedModel & { kind: "anthropic"; model: string; prefill?: boolean })
  | (HostedModel & { kind: "gemini"; model: string })
  | (NamedModel & { kind: "observations"; path: string });

const name = boundedText(MODEL_NAME_CHARACTERS_MAX);
const retrieval = oneOf(["absent", "possible"]);

const hostEntries = {
  name,
  retrieval,
  url: v.pipe(
    boundedText(URL_CHARACTERS_MAX),
    v.check(isPlainAddress, "must be an http or https address without a user, a query and a fragment"),
  ),
  key_env: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "must be the name of an environment variable, not a key"),
    ),
  ),
  concurrency: v.exactOptional(wholeNumber(1, 256)),
  timeout_seconds: v.exactOptional(wholeNumber(1, 3_600)),
  retries: v.exactOptional(wholeNumber(0, 20)),
  body: v.exactOptional(openObject({})),
};
const modelEntries = { ...hostEntries, model: name };
const scoringEntries = {
  ...modelEntries,
  top_tokens: v.exactOptional(wholeNumber(0, 1_000)),
  vocabulary_size: v.exactOptional(wholeNumber(2, 2 ** 31)),
};

const SCHEMAS = {
  openai: closedObject({ ...scoringEntries, kind: v.literal("openai") }),
  vllm: closedObject({ ...scoringEntries, kind: v.literal("vllm") }),
  chat: closedObject({
    ...modelEntries,
    kind: v.literal("chat"),
    limit_field: v.exactOptional(oneOf(["max_tokens", "max_completion_tokens"])),
  }),
  llamacpp: closedObject({ ...hostEntries, kind: v.literal("llamacpp") }),
  anthropic: closedObject({
    ...modelEntries,
    kind: v.literal("anthropic"),
    prefill: v.exactOptional(v.boolean("must be true or false")),
  }),
  gemini: closedObject({ ...modelEntries, kind: v.literal("gemini") }),
  observations: closedObject({
    name,
    retrieval,
    kind: v.literal("observations"),
    path: boundedText(URL_CHARACTERS_MAX),
  }),
} satisfies { [Kind in ModelConfig["kind"]]: v.GenericSchema<unknown, Extract<ModelConfig, { kind: Kind }>> };

type HostConfig = Exclude<ModelConfig, { kind: "observations" }>;

export interface ConfigHost extends AskHost {
  /** Where keys are looked up; the environment of the process unless given. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** @throws invalid_request with `fields` */
export function parseModelConfig(value: unknown): ModelConfig {
  const { kind } = parseRequest(
    v.looseObject({ kind: oneOf(Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]) }),
    value,
  );
  const config: ModelConfig = parseRequest(SCHEMAS[kind] as v.GenericSchema<unknown, ModelConfig>, value);
  if (config.kind !== "observations" && config.retrieval === "absent") {
    const lookups = LOOKUPS.filter((field) => Object.hasOwn(config.body ?? {}, field));
    const detail = 'makes the model look things up, so "retrieval" cannot be "absent"';
    if (lookups.length > 0) throw invalid(lookups.map((field) => ({ pointer: `/body/${field}`, detail })));
  }
  return config;
}

/**
 * The connector that a configuration describes.
 *
 * @throws invalid_request; observations_invalid and storage_failed where it names a file
 */
export function connectorFrom(value: unknown, host: ConfigHost = {}): PlannedConnector {
  const config = parseModelConfig(value);
  if (config.kind === "observations") return fromObservations(contentOf(config.path), config);
  const { url, concurrency, timeout_seconds, retries, body } = config;
  const settings = {
    name: config.name,
    connector: config.kind,
    retrieval: config.retrieval,
    url: withoutEndSlashes(url),
    protocol: protocolOf(config),
    key: keyOf(config, host.env ?? globalThis.process?.env ?? {}),
    concurrency: concurrency ?? CONCURRENCY_DEFAULT,
    timeoutMs: 1_000 * (timeout_seconds ?? TIMEOUT_SECONDS_DEFAULT),
    retriesMax: retries ?? RETRIES_DEFAULT,
    extra: (body ?? {}) as JsonObject,
  };
  return askedConnector(settings, host);
}

function protocolOf(config: HostConfig): Protocol {
  switch (config.kind) {
    case "openai":
    case "vllm": {
      const { model, kind, top_tokens = TOP_TOKENS_DEFAULT[kind], vocabulary_size = null } = config;
      const options = { model, topTokens: top_tokens, vocabularySize: vocabulary_size };
      return kind === "openai" ? openaiCompletions(options) : vllmCompletions(options);
    }
    case "chat":
      return chatCompletions({ model: config.model, limitField: config.limit_field ?? "max_tokens" });
    case "llamacpp":
      return llamacppCompletion();
    case "anthropic":
      return anthropicMessages({ model: config.model, prefill: config.prefill ?? false });
    case "gemini":
      return geminiContent(config.model);
  }
}

function keyOf({ key_env }: HostConfig, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (key_env === undefined) return undefined;
  const key = (Object.hasOwn(env, key_env) ? env[key_env]?.trim() : undefined) ?? "";
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const detail =
    key === ""
      ? `names a variable that is not set: export ${key_env}=KEY`
      : "names a variable that holds no key: it has other characters";
  throw invalid([{ pointer: "/key_env", detail }]);
}

function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "" && !/[?#]/.test(address);
}

function contentOf(path: string): string {
  try {
    return builtin("node:fs").readFileSync(path, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "unsupported_runtime") throw cause;
    throw new SpoliaError("storage_failed", `The file of observations could not be read (${code}).`, {
      hint: "Check the path and permissions.",
      cause,
    });
  }
}

function invalid(fields: readonly FieldError[]): SpoliaError {
  return new SpoliaError("invalid_request", "The model's configuration does not have the expected form.", {
    hint: "Each invalid field is listed with its expected form.",
    fields,
  });
}
