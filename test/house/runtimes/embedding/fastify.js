/** Fastify 5. In a scope of its own, where no parser reads bodies: the handler reads them itself, within its limits. */
import { getRequestListener } from "@hono/node-server";
import fastify from "fastify";
import { handler, listening } from "./service.js";

const mounted = getRequestListener(handler);
const app = fastify();
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.all("/spolia/*", (request, reply) => {
    reply.hijack();
    return mounted(request.raw, reply.raw);
  });
});
app.get("/*", () => "mine");
await app.listen({ port: 0, host: "127.0.0.1" });
listening(app.server.address().port);
