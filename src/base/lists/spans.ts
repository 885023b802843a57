/**
 * Spans of OpenTelemetry through its API, which a host passes and which is never imported here. Attributes hold names
 * and numbers of this software: never a text, a key or a name that a caller chose.
 */
import { type ArgumentCheck, hasMethods, isRecord } from "../arguments.ts";
import { type ErrorCode, isSpoliaError } from "../errors.ts";
import { ENGINE_VERSION } from "../version.ts";

/** What spolia uses of the package `@opentelemetry/api`: pass the package itself. @since 0.2.0 */
export interface OpenTelemetry {
  readonly trace: {
    getTracer(name: string, version: string): Tracer;
    getActiveSpan(): TraceSpan | undefined;
    getSpan(context: object): TraceSpan | undefined;
    setSpan(context: object, span: TraceSpan): object;
  };
  readonly context: { active(): object; with<Result>(context: object, work: () => Result): Result };
  readonly propagation: { extract(context: object, carrier: unknown, getter: HeaderGetter): object };
  readonly SpanKind: { readonly INTERNAL: number; readonly SERVER: number };
  readonly SpanStatusCode: { readonly ERROR: number };
}

interface Tracer {
  startSpan(name: string, options?: SpanOptions, context?: object): TraceSpan;
  startActiveSpan<Result>(name: string, options: SpanOptions, work: (span: TraceSpan) => Result): Result;
}

/** The part of a span that spolia uses. */
export interface TraceSpan {
  spanContext(): { readonly traceId: string };
  isRecording(): boolean;
  updateName(name: string): unknown;
  setAttributes(attributes: SpanAttributes): unknown;
  addEvent(name: string): unknown;
  setStatus(status: { code: number }): unknown;
  end(atMs?: number): void;
}

/** Values of a span by their names. */
export type SpanAttributes = Record<string, string | number>;

/** Runs work so that its spans are below some span. */
export type WithinSpan = <Result>(work: () => Result) => Result;

interface SpanOptions {
  kind?: number;
  attributes?: SpanAttributes;
  startTime?: number;
}

interface HeaderGetter {
  get(headers: never, name: string): string | undefined;
  keys(headers: never): string[];
}

/** Most spans below one span, so that a request of thousands of lines makes no trace of thousands of spans. */
export const CHILD_SPANS_MAX = 100;
const children = new WeakMap<TraceSpan, number>();

/** Codes of errors for which the part that a span stands for is to blame, and not who asked. */
const FAULTS: readonly ErrorCode[] = ["internal", "registry_failed", "storage_failed"];

export const openTelemetryCheck = (api: unknown): ArgumentCheck => [
  "/openTelemetry",
  api === undefined ||
    // A module's namespace is an object without a prototype.
    (isRecord(api) && hasMethods(api["trace"], "getTracer") && hasMethods(api["propagation"], "extract")),
  "the package @opentelemetry/api, imported as a whole (import * as openTelemetry)",
];

export function tracerOf({ trace }: OpenTelemetry): Tracer {
  const [name, version] = ENGINE_VERSION.split(" ");
  return trace.getTracer(name!, version!);
}

/**
 * Runs work in a span below the active one; without spans where there is no API or no active span, where the active one
 * is not recorded, and where it has enough below it.
 */
export function inSpan<Result>(
  api: OpenTelemetry | undefined,
  name: string,
  attributes: SpanAttributes,
  work: (span: TraceSpan | null) => Promise<Result>,
): Promise<Result> {
  const tracer = api === undefined ? null : childTracer(api);
  if (api === undefined || tracer === null) return work(null);
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const code = isSpoliaError(error) ? error.code : "internal";
      span.setAttributes({ "error.type": code });
      if (FAULTS.includes(code)) span.setStatus({ code: api.SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span below the active one for what has ended: between two times in milliseconds since 1970. */
export function pastSpan(
  api: OpenTelemetry | undefined,
  name: string,
  attributes: SpanAttributes,
  [startMs, endMs]: readonly [number, number],
): void {
  if (api === undefined) return;
  childTracer(api)?.startSpan(name, { attributes, startTime: startMs }).end(endMs);
}

/** The tracer for one more span below the active one, or `null` where there shall be none. */
function childTracer(api: OpenTelemetry): Tracer | null {
  const parent = api.trace.getActiveSpan();
  if (parent === undefined || !parent.isRecording()) return null;
  const before = children.get(parent) ?? 0;
  if (before >= CHILD_SPANS_MAX) return null;
  children.set(parent, before + 1);
  return tracerOf(api);
}
