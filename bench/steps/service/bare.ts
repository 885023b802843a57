/**
 * The rival of the service: a route of Hono that reads JSON, calls the engine and writes JSON. No keys, no limits, no checks.
 *
 *   node bench/steps/service/bare.ts CORPUS      prints its address
 */

import type { AddressInfo } from "node:net";
import { argv } from "node:process";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { createEngine, openCorpus } from "../../../src/index.ts";

const engine = await createEngine({ corpora: [await openCorpus(argv[2]!)], catalogue: await loadCatalogue() });
const app = new Hono().post("/api/v1/attribution/analyze", async (context) =>
  context.json(await engine.analyze(await context.req.json())),
);
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
