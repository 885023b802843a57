/** Express 5. Before any parser of bodies: the handler reads them itself, within its limits. */
import { getRequestListener } from "@hono/node-server";
import express from "express";
import { handler, listening } from "./service.js";

const app = express();
app.all("/spolia/{*path}", getRequestListener(handler));
app.get("/{*path}", (_request, response) => response.send("mine"));
const server = app.listen(0, "127.0.0.1", () => listening(server.address().port));
