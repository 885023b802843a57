/**
 * A client that knows the service by its OpenAPI document alone: operations are called by their ids, and every answer is held against
 * what the document says of it.
 */
import { encode } from "@msgpack/msgpack";
import { expect } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { resolverOf } from "../http/jsonSchema.ts";
import { type OpenApi, undeclared } from "../http/openApiDocument.ts";
import { bodyOf } from "../http/requests.ts";
import { OPERATOR_KEY } from "./process.ts";

export interface Asked {
  /** What stands in braces in the path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON or, where it is a form, as one. */
  body?: object;
  /** Lines of JSON in place of the body. */
  lines?: readonly object[];
  headers?: Record<string, string>;
  as?: "json" | "msgpack";
  /** Another than the client's; `null` for none. */
  key?: string | null;
  /** Expected; the one of success when absent. */
  status?: number;
}

export interface Answered {
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what was answered is looked at field by field
  document: any;
  bytes: Uint8Array;
}

interface Place {
  path: string;
  method: string;
  isPublic: boolean;
  isForm: boolean;
  status: number;
}

const NDJSON = "application/x-ndjson";
const FORM = "application/x-www-form-urlencoded";

/** What a request has as its body, and how it is named. */
function bodyFrom({ body, lines, as = "json" }: Asked, isForm: boolean): { type?: string; bytes?: BodyInit } {
  if (lines !== undefined) return { type: NDJSON, bytes: lines.map((line) => `${JSON.stringify(line)}\n`).join("") };
  if (body === undefined) return {};
  if (isForm) return { type: FORM, bytes: new URLSearchParams(Object.entries(body)).toString() };
  if (as === "msgpack") return { type: "application/msgpack", bytes: encode(body) };
  return { type: "application/json", bytes: JSON.stringify(body) };
}

export class Client {
  readonly #places = new Map<string, Place>();
  readonly #described: Parameters<typeof undeclared>[0];
  readonly #answered = new Set<string>();
  /** Calls that count for the plan: a batch as many as it holds; refused and repeated ones do not count. */
  counted = 0;
  url: string;
  key: string;

  constructor(document: OpenApi, url: string, key: string) {
    this.#described = { document, resolve: resolverOf(document) };
    this.url = url;
    this.key = key;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId, security, requestBody, responses }] of Object.entries(methods)) {
        const status = Object.keys(responses)
          .map(Number)
          .find((one) => one < 300)!;
        const isForm = FORM in (requestBody?.content ?? {});
        this.#places.set(operationId, { path, method, isPublic: security?.length === 0, isForm, status });
      }
    }
  }

  /** Ids of operations that have answered nothing but problems yet. */
  unanswered(): string[] {
    return [...this.#places.keys()].filter((id) => !this.#answered.has(id));
  }

  /** The answer's document; of lines, one for each. */
  async ask(operationId: string, asked: Asked = {}): Promise<Answered["document"]> {
    return (await this.exchange(operationId, asked)).document;
  }

  async exchange(operationId: string, asked: Asked = {}): Promise<Answered> {
    const place = this.#places.get(operationId);
    if (place === undefined) throw new Error(`the service has no operation ${operationId}`);
    const response = await this.#fetch(place, asked);
    const bytes = new Uint8Array(await response.clone().arrayBuffer());
    const what = `${operationId} answered ${new TextDecoder().decode(bytes).slice(0, 500)}`;
    expect(response.status, what).toBe(asked.status ?? place.status);
    if (response.ok) this.#answered.add(operationId);
    const isRepeated = response.headers.get("idempotent-replayed") === "true";
    const isOperator = asked.key === OPERATOR_KEY;
    if (response.ok && !isRepeated && !place.isPublic && !isOperator) this.counted += asked.lines?.length ?? 1;
    return { headers: response.headers, document: await this.#checked(place, response, what), bytes };
  }

  #fetch({ path, method, isForm }: Place, asked: Asked): Promise<Response> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(asked.path![name]!));
    const key = asked.key === undefined ? this.key : asked.key;
    const { type, bytes } = bodyFrom(asked, isForm);
    const headers = {
      ...(asked.as === "msgpack" && { accept: "application/msgpack" }),
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(type !== undefined && { "content-type": type }),
      ...asked.headers,
    };
    const query = new URLSearchParams(asked.query).toString();
    return fetch(`${this.url}${filled}${query && `?${query}`}`, {
      ...{ method: method.toUpperCase(), headers },
      ...(bytes !== undefined && { body: bytes }),
    });
  }

  async #checked({ path, method }: Place, response: Response, what: string): Promise<Answered["document"]> {
    const { status, headers } = response;
    if (headers.get("content-type") !== NDJSON) {
      expect(await undeclared(this.#described, path, method, response.clone()), what).toEqual([]);
      return bodyOf(response);
    }
    // The schema of lines is that of one.
    const lines = (await response.text()).trimEnd().split("\n");
    for (const line of notEmpty(lines))
      expect(await undeclared(this.#described, path, method, new Response(line, { status, headers })), what).toEqual(
        [],
      );
    return lines.map((line) => JSON.parse(line));
  }
}

/** As a client gets it that has nothing but an address. */
export async function openClient(url: string, key: string): Promise<Client> {
  const answer = await fetch(`${url}/api/v1/openapi.json`);
  return new Client((await answer.json()) as OpenApi, url, key);
}
