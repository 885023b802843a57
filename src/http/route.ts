/** What a route is. One row drives both what is answered and what the OpenAPI document says. */
import type { GenericSchema } from "valibot";
import type { Engine, HostOptions } from "../contract/engine.ts";
import type { OpenEngine } from "../engine/engine.ts";
import type { ErrorCode } from "../errors.ts";
import type { Principal, Scope } from "../registry/keys.ts";
import type { Registry } from "../registry/registry.ts";
import type { AnswerDocuments, RequestDocuments } from "./documents.ts";
import type { StatusBoard } from "./status.ts";

/** An engine, with what is read beside its operations where it has that: `createEngine` gives it all. */
export type ServedEngine = Engine & Partial<OpenEngine>;

/** What all routes have at hand. Routes whose part is missing are neither answered nor in the OpenAPI document. */
export interface Service {
  readonly engine: ServedEngine;
  /** What is remembered; without it nothing is, and its routes are gone. */
  readonly registry: Registry | null;
  /** Put before every path, `""` or like `/spolia`. */
  readonly basePath: string;
  readonly status: StatusBoard;
  readonly openApiDocument: () => object;
}

/** One request, understood: what a route answers. */
export interface RouteCall {
  readonly service: Service;
  readonly caller: Principal;
  /** Parts of the path that stand in braces in the route, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Of the form of the route's `query`. */
  readonly query: Readonly<Record<string, string>>;
  /** The body, of any form: `parseRequest` says whether it is a request. `undefined` where the route takes none. */
  readonly document: unknown;
  /** The body as it comes in, where it is lines of JSON; otherwise `null`. */
  readonly lines: ReadableStream<Uint8Array> | null;
  readonly host: HostOptions;
  readonly requestId: string;
  /**
   * Counts further calls of a request that holds several: it has been counted as one.
   *
   * @throws quota_exceeded, rate_limited
   */
  readonly admit: (calls: number) => Promise<void>;
  /**
   * Lets the exchange count as running until the returned function is called: for answers that are made while they are
   * sent.
   */
  readonly hold: () => () => void;
  /** The header, for what has to ask who is there by rules of its own; everywhere else `caller` says it. */
  readonly authorization: string | null;
}

/** What a parameter of the path or the query means, in words. */
export type ParameterTexts = Readonly<Record<string, string>>;

export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for what varies. */
  readonly path: string;
  readonly operationId: string;
  /** Heading under which the documentation lists it. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** `public`: needs no key and counts for no plan. */
  readonly access: "public" | Scope;
  /** Every parameter of the path, in its order. */
  readonly pathParameters?: ParameterTexts;
  /** Parameters of the query; all of them may be left out. */
  readonly queryParameters?: ParameterTexts;
  /** The body; without it none is read. */
  readonly request?: {
    /** Its interface in `documents.ts`, which the schema is of. */
    readonly name: keyof RequestDocuments;
    readonly schema: GenericSchema;
    readonly example: object;
    /** Where the body is no document but a form: `Call.document` is then its bytes. */
    readonly isForm?: true;
    /** What one line holds where the body may be lines of JSON as well: the name of another route's request. */
    readonly line?: { readonly name: keyof RequestDocuments; readonly example: object };
    /** Values that the body may hold, where it may hold more than most. */
    readonly valuesMax?: number;
  };
  /** Status 200 unless said; `mediaType` where the answer is not negotiated. */
  readonly answer: {
    /** Its interface in `documents.ts`. */
    readonly name: keyof AnswerDocuments;
    readonly status?: 201 | 202;
    readonly mediaType?: string;
    /** Whether it holds a secret that is shown this once. */
    readonly isSecret?: true;
    /** Errors that have a form of their own by another standard, in the answer's media type. */
    readonly refusals?: { readonly name: keyof AnswerDocuments; readonly statuses: readonly number[] };
  };
  /** Errors that only this route has, besides those of every one; none where absent. */
  readonly problems?: readonly ErrorCode[];
  /** Where a path that is on its way out leads, and since when (Unix time in seconds, RFC 9745). */
  readonly deprecated?: { readonly successor: string; readonly sinceSeconds: number };
  /** Whether it is there at all in this service; always where absent. */
  readonly isServed?: (service: Service) => boolean;
  /** A document of the answer's form, or a response as it stands. */
  readonly run: (call: RouteCall) => object | Promise<object>;
}

/** Of routes that need records. */
export const hasRegistry = ({ registry }: Service): boolean => registry !== null;

/** Whether the route counts for the plan of whoever calls. */
export const isCounted = ({ access }: Route): boolean => access !== "public";

/**
 * Whether requests may carry a key of idempotency. What anyone may ask belongs to no account, so it is kept under none,
 * and a secret that is shown once is not kept at all.
 */
export const canBeDoneOnce = ({ access, request, answer }: Route): boolean =>
  access !== "public" && request !== undefined && answer.isSecret !== true;
