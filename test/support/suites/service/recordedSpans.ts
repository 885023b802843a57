/** A real SDK of OpenTelemetry in this process, as a host registers one, whose spans stay in memory. */
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

export const exporter = new InMemorySpanExporter();

/** For the whole process, with the sampler that SDKs have by default: that of the parent, else all. */
export function registerSdk(): void {
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}

/** The spans that have ended since the last call, in the order of their ends. */
export function endedSpans(): ReadableSpan[] {
  const spans = exporter.getFinishedSpans();
  exporter.reset();
  return [...spans];
}

export const parentOf = ({ parentSpanContext }: ReadableSpan): string | null => parentSpanContext?.spanId ?? null;

/** Everything that spans carry besides ids and times, as text. */
export const contentsOf = (spans: readonly ReadableSpan[]): string =>
  JSON.stringify(spans.map(({ name, attributes, events, status }) => [name, attributes, events, status]));
