/** A service with records on a port of this machine, over an engine with one corpus. */

import { buildCorpus, createEngine, type EngineOptions } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/http/serve/handler.ts";
import { serve } from "../../../src/service/http/serve/serve.ts";
import {
  createRegistry,
  type RecordStore,
  type RegistryOptions,
  Scheduler,
  workResolver,
} from "../../../src/service/index.ts";
import { SHELF } from "../../engine/fixtures.ts";

const corpus = await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" });
/** Words of the corpus. */
export const CONTENT = SHELF[3]!.text.split(" ").slice(0, 300).join(" ");

export interface Told {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at field by field
  body: any;
}

export async function openServed(
  store: RecordStore,
  options: RegistryOptions = {},
  { corpora = [corpus], ...more }: Partial<Pick<EngineOptions, "encoder" | "corpora">> = {},
) {
  const engine = await createEngine({ corpora, resolveWork: workResolver(store), ...more });
  const registry = await createRegistry(engine, store, options);
  const scheduler = new Scheduler({ registry, engine });
  const server = await serve({ handler: createHandler({ engine, registry, auth: {} }), port: 0 });
  async function ask(
    key: string,
    path: string,
    { method, body, headers = {} }: { method?: string; body?: object; headers?: Record<string, string> } = {},
  ): Promise<Told> {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        authorization: `Bearer ${key}`,
        "x-request-id": "r",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
  }
  async function close() {
    await scheduler.stop();
    await server.close();
  }
  return { registry, engine, scheduler, url: server.url, ask, close };
}
export type Served = Awaited<ReturnType<typeof openServed>>;
