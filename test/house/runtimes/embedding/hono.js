/** Hono, here on Node; the same on every runtime that it runs on. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { handler, listening } from "./service.js";

const app = new Hono();
app.all("/spolia/*", (context) => handler(context.req.raw));
app.get("/*", (context) => context.text("mine"));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => listening(port));
