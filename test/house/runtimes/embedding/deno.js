/** Deno: its server takes the handler as it is. */
import { handler, listening } from "./service.js";

const isOurs = (request) => new URL(request.url).pathname.startsWith("/spolia/");

Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => listening(port) }, (request) =>
  isOurs(request) ? handler(request) : new Response("mine"),
);
