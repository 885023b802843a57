/** The model, the server and the configurations that the tests of this folder share. */
import { readFileSync } from "node:fs";
import type { AskHost } from "../../../src/models/connectors/asked.ts";
import { connectorFrom } from "../../../src/models/connectors/config.ts";
import { trainNgram } from "./ngram.ts";
import { type ModelServer, type ServerOptions, startModelServer } from "./server.ts";

const prose = readFileSync(new URL("../../support/scenarios/texts/essays.txt", import.meta.url), "utf8");

export const model = trainNgram(prose);
/** Sentences of the prose that the model knows, of other prose, and what hurts. */
export const TEXTS = [
  ...prose
    .split("\n")
    .filter((line) => line.length > 80 && /^[ -~]*$/.test(line))
    .slice(0, 4),
  "A text that nobody has trained anything on, with 17 odd words.",
  "naïve café, “quoted” – 😀 and 漢字",
  "x",
  "",
];
export const KEY = "sk-test-0123456789abcdef";

/** The part of a configuration that names the protocol, by its kind. */
const KINDS = {
  openai: { path: "/v1", more: { model: "m", top_tokens: 5 } },
  vllm: { path: "/v1", more: { model: "m", top_tokens: 20 } },
  chat: { path: "/v1", more: { model: "m" } },
  llamacpp: { path: "", more: {} },
  anthropic: { path: "", more: { model: "m" } },
  gemini: { path: "/v1beta", more: { model: "m" } },
};
export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as Kind[];
export const SCORING_KINDS = ["openai", "vllm"] as const;

export function configOf(kind: Kind, server: ModelServer, more: object = {}): object {
  const { path, more: own } = KINDS[kind];
  return {
    name: `test/${kind}`,
    kind,
    url: server.url + path,
    retrieval: "absent",
    key_env: "TEST_KEY",
    ...own,
    ...more,
  };
}

/** A connector that waits for nobody; `slept` has what it would have waited. */
export function connect(kind: Kind, server: ModelServer, more: object = {}, host: AskHost = {}) {
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
  };
  const connector = connectorFrom(configOf(kind, server, more), { env: { TEST_KEY: KEY }, sleep, ...host });
  return { connector, slept };
}

const running: ModelServer[] = [];

export async function started(options: ServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(model, { key: KEY, ...options });
  running.push(server);
  return server;
}

export async function closeAll(): Promise<void> {
  for (const server of running.splice(0)) await server.close();
}
