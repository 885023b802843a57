/** Bun: its server takes the handler as it is, as a route. */
import { handler, listening } from "./service.js";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  routes: { "/spolia/*": handler },
  fetch: () => new Response("mine"),
});
listening(server.port);
