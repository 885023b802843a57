/** Plain Node. The listener of `@hono/node-server`, which spolia brings, turns requests of Node into those of the web. */
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { handler, listening } from "./service.js";

const mounted = getRequestListener(handler);

const server = createServer((request, response) => {
  if (request.url.startsWith("/spolia/")) mounted(request, response);
  else response.end("mine");
});
server.listen(0, "127.0.0.1", () => listening(server.address().port));
