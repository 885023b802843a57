/** How methods call the service: by the form of its answer. */

import type { PlatformResponse } from "../../../base/platform.ts";
import type { AnswerDocuments, RequestDocuments } from "../../../service/http/openapi/documents.ts";
import { APIResponseError, SpoliaClientError } from "./errors.ts";
import { LinePromise } from "./lines.ts";
import type { ResolvedOptions } from "./options.ts";
import { type PageDocument, PagePromise } from "./pages.ts";
import { ApiPromise } from "./promise.ts";
import { type Call, exchange } from "./request.ts";

/** The document of a request, by its name in the OpenAPI document. */
export type RequestDocument<Name extends keyof RequestDocuments> = RequestDocuments[Name];
/** The document of an answer, by its name in the OpenAPI document. Newer fields are kept. */
export type AnswerDocument<Name extends keyof AnswerDocuments> = AnswerDocuments[Name];
/** The promise of the pages with this name. */
export type Pages<Name extends keyof AnswerDocuments> =
  AnswerDocument<Name> extends PageDocument<infer Item>
    ? PagePromise<Item, AnswerDocument<Name> & PageDocument<Item>>
    : never;

export class ServiceCaller {
  protected readonly options: ResolvedOptions;

  constructor(options: ResolvedOptions) {
    this.options = options;
  }

  document<Name extends keyof AnswerDocuments>(call: Call): ApiPromise<AnswerDocument<Name>> {
    return new ApiPromise(exchange(this.options, call), documentOf<AnswerDocument<Name>>);
  }

  text(call: Call): ApiPromise<string> {
    return new ApiPromise(exchange(this.options, call), (response) => response.text());
  }

  lines<Name extends keyof AnswerDocuments>(call: Call): LinePromise<AnswerDocument<Name>> {
    const { timeoutMs = this.options.timeoutMs, signal } = call.options ?? {};
    return new LinePromise(exchange(this.options, { ...call, isStream: true }), { silenceMs: timeoutMs, signal });
  }

  pages<Name extends keyof AnswerDocuments>(call: Call): Pages<Name> {
    const fetch = (pageToken: string | undefined) => {
      const query = pageToken === undefined ? call.query : { ...call.query, page_token: pageToken };
      return exchange(this.options, { ...call, query });
    };
    return new PagePromise<unknown, PageDocument<unknown>>(fetch, documentOf) as unknown as Pages<Name>;
  }
}

async function documentOf<Document>(response: PlatformResponse): Promise<Document> {
  const text = await response.clone().text();
  try {
    return JSON.parse(text) as Document;
  } catch (cause) {
    const type = response.headers.get("content-type") ?? "no media type";
    throw new APIResponseError(`The answer is no JSON document, but ${type}. Is baseURL that of the service?`, {
      cause,
    });
  }
}

/** Methods that belong together. */
export abstract class Resource {
  protected readonly caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.caller = caller;
  }
}

/** A part of a path. An empty one, `.` and `..` would name another path, also where their dots are encoded. */
export function part(name: string, value: string): string {
  if (typeof value === "string" && !["", ".", ".."].includes(value)) return encodeURIComponent(value);
  throw new SpoliaClientError(`${name} must be a string that is not empty, and not "." or "..".`);
}
