/** Traces of a service through the API of OpenTelemetry, an optional peer that only `--traces` needs. */

import { SpoliaError } from "../../base/errors.ts";
import type { OpenTelemetry } from "../../base/lists/spans.ts";
import { within } from "../../base/queues/within.ts";
import type { Output } from "../terminal/output.ts";

const INSTALL = "Install it: npm install @opentelemetry/api@1";
const NO_SDK =
  "No SDK of OpenTelemetry is registered, so no trace is recorded. Load one: NODE_OPTIONS=--import=FILE spolia serve --traces.";
/** How long spans may take to leave before the process ends. */
const FLUSH_MS_MAX = 5_000;

/** What the API returns while no SDK is registered, and leads to it afterwards; an SDK may also stand in its place. */
interface SpanProvider {
  getDelegate?(): SpanProvider;
  getDelegateTracer?(name: string): unknown;
  forceFlush?(): Promise<void>;
}

/** The API, with what sends the spans that an SDK still holds. @throws unsupported_runtime where it is not installed */
export async function openTraces(output: Output): Promise<{ api: OpenTelemetry; flush: () => Promise<void> }> {
  const api = await import("@opentelemetry/api").catch((cause: unknown) => {
    const hint = INSTALL;
    throw new SpoliaError("unsupported_runtime", "Traces need the package @opentelemetry/api.", { hint, cause });
  });
  const provider: SpanProvider = api.trace.getTracerProvider() as object;
  const hasSdk = provider.getDelegateTracer === undefined || provider.getDelegateTracer("spolia") !== undefined;
  if (!hasSdk) output.notice(NO_SDK);
  const flush = async () => {
    const sdk = provider.getDelegate?.() ?? provider;
    // An exporter that fails tells so itself.
    await within(
      FLUSH_MS_MAX,
      Promise.resolve(sdk.forceFlush?.()).catch(() => {}),
      undefined,
    );
  };
  return { api, flush };
}
