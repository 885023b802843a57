/** `traceparent` by the rules of W3C Trace Context: a valid one is told, any other is ignored. */
import { expect, test } from "vitest";
import { exchangeLine } from "../../../../src/cli/terminal/log.ts";
import type { Exchange } from "../../../../src/service/http/serve/exchange.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { get, handlerOver } from "../requests.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

async function exchangeWith(headers: HeadersInit): Promise<Exchange> {
  const told: Exchange[] = [];
  const handler = handlerOver(createFakeEngine(), { observe: (exchange) => told.push(exchange) });
  const { url } = get("/livez");
  expect((await handler(new Request(url, { headers }))).status).toBe(200);
  return told[0]!;
}

test.each([
  ["sampled", `00-${TRACE}-${SPAN}-01`],
  ["not sampled", `00-${TRACE}-${SPAN}-00`],
  ["with the least ids", `00-${"1".padStart(32, "0")}-${"1".padStart(16, "0")}-ff`],
  ["of a later version", `cc-${TRACE}-${SPAN}-01`],
  ["of a later version, with more", `cc-${TRACE}-${SPAN}-01-what-the-future-brings`],
])("a header %s is told, also in the log", async (_, traceparent) => {
  const exchange = await exchangeWith({ traceparent });
  expect(exchange.traceId).toBe(traceparent.split("-")[1]);
  expect(JSON.parse(exchangeLine(exchange))).toMatchObject({ trace_id: exchange.traceId });
});

test.each([
  ["nothing", ""],
  ["capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ["no trace", `00-${"0".repeat(32)}-${SPAN}-01`],
  ["no parent", `00-${TRACE}-${"0".repeat(16)}-01`],
  ["the forbidden version", `ff-${TRACE}-${SPAN}-01`],
  ["more in version 00", `00-${TRACE}-${SPAN}-01-more`],
  ["more without a dash", `cc-${TRACE}-${SPAN}-01.more`],
  ["a short trace", `00-${TRACE.slice(1)}-${SPAN}-01`],
  ["a long parent", `00-${TRACE}-${SPAN}0-01`],
  ["no flags", `00-${TRACE}-${SPAN}`],
  ["two of them", `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
])("a header with %s is ignored", async (_, traceparent) => {
  const exchange = await exchangeWith({ traceparent });
  expect(exchange.traceId).toBeNull();
  expect(JSON.parse(exchangeLine(exchange))).not.toHaveProperty("trace_id");
});
