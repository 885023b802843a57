/** The definition of a route. One row defines both the response and its description in the OpenAPI document. */
import type { GenericSchema } from "valibot";
import type { Engine, HostOptions } from "../../base/contract/engine.ts";
import type { ErrorCode } from "../../base/errors.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import type { Principal, Scope } from "../accounts/keys.ts";
import type { Use } from "../accounts/quota.ts";
import type { Dependencies } from "../jobs/dependencies.ts";
import type { Readiness } from "../jobs/readiness.ts";
import type { Registry } from "../registry.ts";
import type { AnswerDocuments, RequestDocuments } from "./openapi/documents.ts";
import type { StatusBoard } from "./pages/status.ts";
import type { BodyRoom } from "./request/intake.ts";
import type { Parameter, Query } from "./request/parameters.ts";

/** An engine, optionally with its corpora, catalogue and calibration; `createEngine` returns all of them. */
export type ServedEngine = Engine & Partial<OpenEngine>;

/** The services that are asked for leads. */
export interface LeadServices {
  /** A service of the operator's own that answers as both public ones do. */
  readonly address?: string | undefined;
}

/** What all routes can use. A route whose part is missing is neither served nor in the OpenAPI document. */
export interface Service {
  readonly engine: ServedEngine;
  /** Stores works, results and keys; without it, their routes do not exist. */
  readonly registry: Registry | null;
  /** Who is asked for leads; `null`: nobody. */
  readonly leads: LeadServices | null;
  /** Prefix of every path, `""` or like `/spolia`. */
  readonly basePath: string;
  /** Whether the service is about to stop, so that it wants no more requests. */
  readonly isDraining: () => boolean;
  readonly readiness: Readiness;
  readonly dependencies: Dependencies;
  readonly status: StatusBoard;
  readonly openApiDocument: () => object;
}

/** One parsed request, the argument of a route. */
export interface RouteCall {
  readonly service: Service;
  readonly caller: Principal;
  /** Path parameters (in braces in the route), decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters; only those that the route declares, each with a value that its schema allows. */
  readonly query: Query;
  /** The body, not yet validated: `parseRequest` checks it. `undefined` if the route has no body. */
  readonly document: unknown;
  /** The body as a stream if it is lines of JSON; otherwise `null`. */
  readonly lines: ReadableStream<Uint8Array> | null;
  /** Where the bytes of a long line are reserved; `null` if the route has no body. */
  readonly room: BodyRoom | null;
  readonly host: HostOptions;
  readonly requestId: string;
  /**
   * Counts the further calls of a request that contains several, and the words of texts that its document does not
   * contain; one call and the words of the document are already counted.
   *
   * @throws quota_exceeded, rate_limited, plan_limit
   */
  readonly admit: (use: Partial<Use>) => Promise<void>;
  /** Takes back what was counted for a part of the request that was refused. */
  readonly giveBack: (use: Use) => Promise<void>;
  /**
   * Identifies the caller again, for requests that last: the key or token may have ended meanwhile.
   *
   * @throws unauthorized
   */
  readonly confirm: () => Promise<void>;
  /**
   * Counts the exchange as running until the returned function is called: for responses that are generated while they
   * are sent.
   *
   * @throws overloaded
   */
  readonly hold: () => () => void;
  /** For routes with their own authentication or with preferences of the caller. */
  readonly headers: Headers;
  /**
   * Runs a request whose body is lines once for each idempotency key, as the handler does for other bodies.
   *
   * @param body bytes that are equal where the lines are, such as their hash
   */
  readonly once: (body: Uint8Array, run: () => Promise<Response>) => Promise<Response>;
}

/** Parameters of a path or a query, by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly operationId: string;
  /** Heading in the documentation. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /**
   * The required scope; `public`: needs no key and does not count towards a plan; `operator`: no key of an account may
   * do this.
   */
  readonly access: "public" | "operator" | Scope;
  /** All path parameters, in their order in the path. */
  readonly pathParameters?: Parameters;
  /** Query parameters; all are optional. */
  readonly queryParameters?: Parameters;
  /** The body; absent if the route has none. */
  readonly request?: {
    /** Its interface in `documents.ts`, which corresponds to the schema. */
    readonly name: keyof RequestDocuments;
    readonly schema: GenericSchema;
    readonly example: object;
    /** The body is a form instead of a document; `RouteCall.document` contains its bytes. */
    readonly isForm?: true;
    /** The request in one line, if the body may also be lines of JSON: the name of another route's request. */
    readonly line?: { readonly name: keyof RequestDocuments; readonly example: object };
    /** Maximum number of values in the body, if it differs from the default. */
    readonly valuesMax?: number;
  };
  /** The response; default status 200. `mediaType` if the format is not negotiated. */
  readonly answer: {
    /** Its interface in `documents.ts`. */
    readonly name: keyof AnswerDocuments;
    readonly status?: 201 | 202;
    readonly mediaType?: string;
    /** The document of the response with 202, where the caller may prefer that the request becomes a job. */
    readonly accepted?: keyof AnswerDocuments;
    /**
     * Secrets that are shown only once, each as the names that lead to it. A response that is stored for repeated
     * requests has `null` in their place.
     */
    readonly secrets?: readonly (readonly string[])[];
    /** Errors whose format another standard defines, in the response's media type. */
    readonly refusals?: { readonly name: keyof AnswerDocuments; readonly statuses: readonly number[] };
  };
  /** Where the service has an encoder, it reads the texts: their words count for more. */
  readonly isEncoded?: true | undefined;
  /** A check that hosts repeat every few seconds: it begins no trace. */
  readonly isCheck?: true;
  /** The response is the same for every caller, so that caches may store it. */
  readonly isCacheable?: true;
  /** Where there is a prefix of paths, the route is served with it behind the path too (RFC 8414, RFC 9728). */
  readonly isWellKnown?: true;
  /** Error codes of this route in addition to those of every route. */
  readonly problems?: readonly ErrorCode[];
  /** For a deprecated path: its successor, and since when it is deprecated (Unix time in seconds, RFC 9745). */
  readonly deprecated?: { readonly successor: string; readonly sinceSeconds: number };
  /** Whether this service has the route; default: always. */
  readonly isServed?: (service: Service) => boolean;
  /** Returns a document in the form of the response, or a complete response. */
  readonly run: (call: RouteCall) => object | Promise<object>;
}

/** `isServed` of routes that need the registry. */
export const hasRegistry = ({ registry }: Service): boolean => registry !== null;

/** Whether calls of the route count towards the caller's plan. */
export const isCounted = ({ access }: Route): boolean => access !== "public";

/** Whether the status tells of calls of the route: of all but reads of public documents, which balancers make too. */
export const isWatched = (route: Route): boolean => isCounted(route) || route.method === "POST";

/**
 * Whether requests may have an idempotency key. Public requests belong to no account under which their responses could
 * be stored.
 */
export const canBeDoneOnce = ({ access, request }: Route): boolean => access !== "public" && request !== undefined;
