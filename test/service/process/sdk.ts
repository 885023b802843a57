/** What an operator loads before `spolia serve --traces`: an SDK that sends spans by OTLP, in the main thread only. */
import { isMainThread } from "node:worker_threads";
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

/** Longer than the service lives: what arrives was flushed at its end. */
const NEVER_MS = 600_000;

if (isMainThread) {
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: NEVER_MS });
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}
