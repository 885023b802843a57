/** A proxy that a browser sends all its requests through: it notes each, and passes on those to this machine. */
import { request as ask, createServer } from "node:http";

export async function startProxy() {
  const asked = [];
  const proxy = createServer((request, response) => {
    const url = new URL(request.url);
    const bytes = [];
    request.on("data", (chunk) => bytes.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(bytes);
      asked.push({
        method: request.method,
        url: url.href,
        range: request.headers.range ?? null,
        body: body.toString(),
      });
      if (!/^(?:127\.0\.0\.1|localhost)$/.test(url.hostname)) return response.writeHead(502).end();
      const { method, headers } = request;
      const onward = ask(url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.writeHead(502).end());
      onward.end(body);
    });
  });
  // An https request shows its host alone.
  proxy.on("connect", ({ url }, socket) => {
    asked.push({ method: "CONNECT", url, range: null, body: "" });
    socket.end("HTTP/1.1 502 Not here\r\n\r\n");
  });
  await new Promise((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { port } = proxy.address();
  return {
    port,
    flags: [`--proxy-server=127.0.0.1:${port}`, "--proxy-bypass-list=<-loopback>"],
    asked,
    close: () => proxy.close().closeAllConnections(),
  };
}
